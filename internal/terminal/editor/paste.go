package editor

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// foldLines is the number of lines above which a paste is shown as a placeholder.
const foldLines = 10

// How many sent lines with folded pastes are remembered, and how many bytes of them. Older ones are still in the
// history, as whole text.
const (
	maxFolded      = 32
	maxFoldedBytes = 1 << 20
)

// foldedLine is a line that was sent with folded pastes.
type foldedLine struct {
	whole  string            // as it was sent
	shown  string            // with placeholders
	pastes map[string]string // placeholder to paste
}

// takePasteKey handles a key that was pasted. Characters and newlines become text, everything else is dropped.
func (e *Editor) takePasteKey(key string) {
	switch {
	case key == pasteEnd:
		e.isPasting = false
		if shown := e.attach(string(e.paste)); shown != "" {
			e.InsertWhole(shown)
		} else if len(e.paste) > 0 {
			e.save()
			e.insert(e.foldPaste(e.paste))
		}
		e.paste = nil
	case key == "\r" || key == "\n":
		e.paste = append(e.paste, '\n')
	case IsText(key):
		e.paste = append(e.paste, strings.ToValidUTF8(key, "\ufffd")...)
	}
}

func (e *Editor) attach(paste string) string {
	if e.Attach == nil || paste == "" {
		return ""
	}
	return e.Attach(paste)
}

// InsertWhole puts text before the cursor that backspace takes out as one.
func (e *Editor) InsertWhole(text string) {
	e.Insert(text)
	e.dropUnusedPastes()
	if e.pastes == nil {
		e.pastes = make(map[string]string)
	}
	e.pastes[text] = text
}

// foldPaste returns a placeholder for a long paste, and a short paste as it is.
func (e *Editor) foldPaste(paste []byte) []byte {
	text := string(paste)
	lines := 1 + strings.Count(strings.TrimRight(text, "\n"), "\n")
	if lines <= foldLines || e.placeholder == nil {
		return paste
	}
	e.dropUnusedPastes()
	name := e.placeholder(lines)
	for n := 2; e.pastes[name] != ""; n++ {
		name = strings.TrimSuffix(e.placeholder(lines), "]") + fmt.Sprintf(" #%d]", n)
	}
	if e.pastes == nil {
		e.pastes = make(map[string]string)
	}
	e.pastes[name] = text
	return []byte(name)
}

// dropUnusedPastes forgets the pastes whose placeholders are gone from the line and from everything that could come
// back into it.
func (e *Editor) dropUnusedPastes() {
	maps.DeleteFunc(e.pastes, func(name, _ string) bool {
		used := bytes.Contains(e.text, []byte(name)) || bytes.Contains(e.killedText, []byte(name)) ||
			bytes.Contains(e.draft, []byte(name))
		for _, s := range e.undo {
			used = used || bytes.Contains(s.text, []byte(name))
		}
		return !used
	})
}

// unfold replaces the placeholders in text by what was pasted.
func (e *Editor) unfold(text string) string {
	var list []string
	for name, paste := range e.pastes {
		list = append(list, name, paste)
	}
	return strings.NewReplacer(list...).Replace(text)
}

// rememberFolded keeps the placeholders of a line that was sent, for the history and for [Editor.Fold].
func (e *Editor) rememberFolded(l foldedLine) {
	e.foldedLines = append(e.foldedLines, l)
	first, size := len(e.foldedLines)-1, len(l.whole)
	for first > 0 && len(e.foldedLines)-first < maxFolded && size+len(e.foldedLines[first-1].whole) <= maxFoldedBytes {
		first--
		size += len(e.foldedLines[first].whole)
	}
	e.foldedLines = slices.Delete(e.foldedLines, 0, first)
}

// Fold returns text with the lines sent lately shown as they were typed: with placeholders for their long pastes.
func (e *Editor) Fold(text string) string {
	for i := len(e.foldedLines) - 1; i >= 0; i-- {
		text = strings.ReplaceAll(text, e.foldedLines[i].whole, e.foldedLines[i].shown)
	}
	return text
}

// recall returns an entry of the history as it goes into the line: with its placeholders, unless they would be mixed
// up with other pastes of the same name in the draft.
func (e *Editor) recall(entry string) string {
	for i := len(e.foldedLines) - 1; i >= 0; i-- {
		l := e.foldedLines[i]
		if l.whole != entry {
			continue
		}
		for name, paste := range l.pastes {
			if other := e.pastes[name]; other != "" && other != paste {
				return entry
			}
		}
		if e.pastes == nil {
			e.pastes = make(map[string]string)
		}
		maps.Copy(e.pastes, l.pastes)
		return l.shown
	}
	return entry
}
