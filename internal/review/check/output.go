package check

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxTail is how much of a check's output a result keeps, in bytes.
	maxTail = 8 << 10
	// maxOutputLine is the length limit of a line, in bytes. A longer line is split.
	maxOutputLine = 2 << 10
)

// lineFolder splits the output of a program into lines, as a terminal would finally show them. It drops text that was
// overwritten after a carriage return, and sequences that set colours or move the cursor.
type lineFolder struct {
	onLine      func(string) // called with each line
	buf         []byte       // the unfinished line, without escape sequences
	atLineStart bool         // a carriage return came: what follows overwrites the line
	escape      byte         // the kind of the escape sequence that has begun, see inEscape; 0 for none
	lastLines   []string     // the last lines, together at most maxTail bytes with their newlines
	size        int          // total length of lastLines, in bytes
}

func (f *lineFolder) add(c byte) {
	switch {
	case c == '\n': // also within an escape sequence, so that an unfinished one does not swallow the rest
		f.flush()
		return
	case f.escape != 0:
		f.escape = inEscape(f.escape, c)
		return
	case c == 0x1b:
		f.escape = c
		return
	case c == '\r':
		f.atLineStart = true
		return
	}
	if f.atLineStart {
		f.buf, f.atLineStart = f.buf[:0], false
	}
	if f.buf = append(f.buf, c); len(f.buf) < maxOutputLine {
		return
	}
	whole := len(f.buf) // a character may be incomplete at the end
	for i := 1; i < utf8.UTFMax; i++ {
		if tail := f.buf[len(f.buf)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				whole -= i
			}
			break
		}
	}
	part := string(f.buf[whole:])
	f.buf = f.buf[:whole]
	f.flush()
	f.buf = append(f.buf, part...)
}

// inEscape returns the state of an escape sequence after one more byte c. The states are ESC after the first byte, "["
// in a control sequence, "]" in a string (which BEL or ESC \ ends), "(" before the last byte, and 0 after the end.
func inEscape(at, c byte) byte {
	switch {
	case at == 0x1b && (c == '[' || c == '('):
		return c
	case at == 0x1b && strings.IndexByte("])*+", c) >= 0:
		return map[byte]byte{']': ']', ')': '(', '*': '(', '+': '('}[c]
	case at == 0x1b && strings.IndexByte("P^_X", c) >= 0:
		return ']'
	case at == '[' && (c < 0x40 || c > 0x7e):
		return at
	case at == ']' && c == 0x1b:
		return 0x1b // the ESC of ESC \, whose \ ends the string
	case at == ']' && c != 0x07:
		return at
	}
	return 0
}

// flush passes on the unfinished line as if it had ended.
func (f *lineFolder) flush() {
	line := printableLine(string(f.buf))
	f.buf, f.atLineStart, f.escape = f.buf[:0], false, 0
	f.lastLines = append(f.lastLines, line)
	for f.size += len(line) + 1; f.size > maxTail; f.lastLines = f.lastLines[1:] {
		f.size -= len(f.lastLines[0]) + 1
	}
	f.onLine(line)
}

// end passes on the last line, which may have no newline.
func (f *lineFolder) end() {
	if len(f.buf) > 0 {
		f.flush()
	}
}

func (f *lineFolder) tail() string { return strings.TrimRight(strings.Join(f.lastLines, "\n"), "\n") }

// printableLine removes invisible characters: control characters except the tab, and marks that change the direction of
// writing.
func printableLine(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsGraphic(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(line, "\uFFFD"))
}
