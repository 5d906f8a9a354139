package screen

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Typed is something that the person typed to its end.
type Typed struct {
	Key  Key
	Text string // KeyLine
}

// Key tells what was typed.
type Key uint8

// The keys that mean something.
const (
	KeyLine      Key = iota // a line and enter
	KeyEnter                // enter, on an empty line
	KeyInterrupt            // ctrl-c
	KeyEOF                  // ctrl-d on an empty line
)

// editor is the line being typed: one line of the screen, whatever is in it; where it is longer its end is shown.
// Alt-enter and pastes put newlines into it.
type editor struct {
	text    string
	pending []byte // the beginning of a key that has not come whole
	pasting bool
}

const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// feed takes bytes from the terminal.
func (e *editor) feed(b []byte) (typed []Typed) {
	b = append(e.pending, b...)
	e.pending = nil
	for len(b) > 0 {
		n := keyLen(b)
		if n == 0 { // the rest of it is still to come
			e.pending = append([]byte(nil), b...)
			return typed
		}
		key := string(b[:n])
		b = b[n:]
		switch {
		case key == pasteBegin:
			e.pasting = true
		case key == pasteEnd:
			e.pasting = false
		case e.pasting && (key == "\r" || key == "\n"), key == "\x1b\r", key == "\x1b\n":
			e.text += "\n"
		case key == "\r" || key == "\n":
			text := e.text
			e.text = ""
			if strings.TrimSpace(text) != "" {
				typed = append(typed, Typed{Key: KeyLine, Text: text})
			} else if key == "\r" { // and not the newline behind one
				typed = append(typed, Typed{Key: KeyEnter})
			}
		case key == "\t" || key[0] >= ' ' && key != "\x7f":
			e.text += strings.ToValidUTF8(key, "\ufffd")
		case e.pasting: // a control character of a paste is dropped
		case key == "\x03":
			typed = append(typed, Typed{Key: KeyInterrupt})
		case key == "\x04" && e.text == "":
			typed = append(typed, Typed{Key: KeyEOF})
		case key == "\x7f" || key == "\b":
			e.text = e.text[:len(e.text)-lastCluster(e.text)]
		case key == "\x15": // ctrl-u
			e.text = ""
		case key == "\x17": // ctrl-w
			trimmed := strings.TrimRight(e.text, " \t\n")
			e.text = trimmed[:strings.LastIndexAny(trimmed, " \t\n")+1]
		}
	}
	return typed
}

// maxKey is longer than any key: a sequence that is not over by then is none.
const maxKey = 32

// keyLen is the length of the key at the head of b, 0 if it has not come whole. Where it ends does not depend on how the
// bytes were cut on their way. A sequence that breaks off ends before the byte that breaks it: that may be ctrl-c, or begin
// the end of a paste. Of a lone escape, and of alt with a character, the escape alone is a key.
func keyLen(b []byte) int {
	switch {
	case b[0] >= utf8.RuneSelf:
		if !utf8.FullRune(b) {
			return 0
		}
		_, n := utf8.DecodeRune(b)
		return n
	case b[0] != 0x1b:
		return 1
	case len(b) == 1: // the rest may be on its way
		return 0
	case b[1] == '\r' || b[1] == '\n':
		return 2
	case b[1] != '[' && b[1] != 'O':
		return 1
	}
	for i := 2; i < min(len(b), maxKey); i++ {
		switch {
		case b[i] >= 0x40 && b[i] <= 0x7e:
			return i + 1
		case b[i] < 0x20 || b[i] > 0x7e:
			return i
		}
	}
	if len(b) >= maxKey {
		return maxKey
	}
	return 0
}

// lastCluster is the length of what a person sees as the last character.
func lastCluster(s string) (n int) {
	for g := uniseg.NewGraphemes(s); g.Next(); {
		from, to := g.Positions()
		n = to - from
	}
	return n
}

// view is the line for a screen of that width.
func (e *editor) view(width int) string {
	text := Safe(strings.ReplaceAll(strings.ReplaceAll(e.text, "\n", "⏎"), "\t", " "))
	room := max(width-3, 1) // the prompt, and the cursor behind it
	if uniseg.StringWidth(text) <= room {
		return text
	}
	clusters := []string{}
	for g := uniseg.NewGraphemes(text); g.Next(); {
		clusters = append(clusters, g.Str())
	}
	i, used := len(clusters), 1
	for i > 0 && used+uniseg.StringWidth(clusters[i-1]) <= room {
		i--
		used += uniseg.StringWidth(clusters[i])
	}
	return "…" + strings.Join(clusters[i:], "")
}
