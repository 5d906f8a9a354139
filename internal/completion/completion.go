// Package completion has the scripts by which bash, zsh and fish complete ccc's command lines, and what bash leaves to
// the program: to read its line, and to quote an answer.
//
// cobra has such scripts, too, but they evaluate the line while it is being typed, so that a $(command) in it runs at
// each tab. Its bash needs the package bash-completion, its zsh fails in a word with an open quote, and its fish in a
// word with a quoted space.
package completion

import (
	"embed"
	"strings"
)

//go:embed ccc.bash ccc.zsh ccc.fish
var scripts embed.FS

// Script is the script for "bash", "zsh" or "fish"; "" for any other shell.
func Script(shell string) string {
	text, _ := scripts.ReadFile("ccc." + shell)
	return string(text)
}

// A Line is one of bash's, up to the cursor, as readline sees it.
type Line struct {
	Words []string // without quotes; the last one, which may be empty, ends at the cursor
	quote byte     // that is open at the cursor; 0 for none
	kept  int      // how many bytes of the last word bash leaves as they are: it replaces what is behind
}

// Bash reads a line of bash's: COMP_LINE up to COMP_POINT. Nothing in it is expanded. breaks is COMP_WORDBREAKS: behind
// such a character, unless it is quoted, bash replaces the rest of a word alone.
func Bash(line, breaks string) (l Line) {
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
			begun, l.kept = false, 0
			continue
		case l.quote == 0 && (c == '\'' || c == '"'):
			l.quote, l.kept = c, word.Len()
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
				l.kept = word.Len()
			}
		}
		begun = true
	}
	l.Words = append(l.Words, word.String())
	return l
}

// Reply is what bash is to put in place of what it replaces, so that the last word becomes this one; ok is false if
// that does not begin with what bash keeps.
func (l Line) Reply(word string) (reply string, ok bool) {
	rest, ok := strings.CutPrefix(word, l.Words[len(l.Words)-1][:l.kept])
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
