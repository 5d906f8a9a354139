package commandline

import (
	"embed"
	"strings"
)

//go:embed ccc.bash ccc.zsh ccc.fish
var scripts embed.FS

// CompletionScript returns the script for "bash", "zsh" or "fish"; "" for any other shell.
func CompletionScript(shell string) string {
	text, _ := scripts.ReadFile("ccc." + shell)
	return string(text)
}

// A BashLine is bash's command line, up to the cursor.
type BashLine struct {
	Words     []string // without their quotes; the last one ends at the cursor and may be empty
	quote     byte     // the quote that is open at the cursor; 0 for none
	keptBytes int      // how many bytes of the last word bash keeps; it replaces the bytes after them
}

// ReadBashLine splits a line, which is COMP_LINE up to COMP_POINT, without expanding anything. breaks is
// COMP_WORDBREAKS: after such a character, unless it is quoted, bash replaces only the rest of the word.
func ReadBashLine(line, breaks string) (l BashLine) {
	var word strings.Builder
	begun := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case l.quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if begun {
				l.Words = append(l.Words, word.String())
			}
			word.Reset()
			begun, l.keptBytes = false, 0
			continue
		case l.quote == 0 && (c == '\'' || c == '"'):
			l.quote, l.keptBytes = c, word.Len()
		case c == l.quote && c != 0: // the quote ends
			l.quote = 0
		case c == '\\' && l.quote != '\'' && i+1 < len(line):
			i++
			if l.quote == '"' && !strings.ContainsRune("$`\"\\\n", rune(line[i])) {
				word.WriteByte(c)
			}
			word.WriteByte(line[i])
		default:
			word.WriteByte(c)
			if l.quote == 0 && strings.IndexByte(breaks, c) >= 0 {
				l.keptBytes = word.Len()
			}
		}
		begun = true
	}
	l.Words = append(l.Words, word.String())
	return l
}

// Reply returns the text for COMPREPLY with which bash turns the last word into this one, quoted. ok is false if the
// word does not begin with the bytes that bash keeps.
func (l BashLine) Reply(word string) (reply string, ok bool) {
	rest, ok := strings.CutPrefix(word, l.Words[len(l.Words)-1][:l.keptBytes])
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i := range len(rest) {
		c := rest[i]
		switch {
		case l.quote == '\'' && c == '\'':
			b.WriteString(`'\''`)
			continue
		case l.quote == '"' && strings.IndexByte("$`\"\\", c) >= 0:
			b.WriteByte('\\')
		case l.quote == 0 && strings.IndexByte(" \t|&;()<>$`\"'\\*?[]{}!#~", c) >= 0:
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String(), true
}
