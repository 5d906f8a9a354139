package review

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxTail is how many bytes of a check's output are kept.
	maxTail = 8 << 10
	// maxOutputLine is the longest line; of what is longer the rest is the next one.
	maxOutputLine = 2 << 10
)

// lineFolder makes lines of what a program writes, as a person would see them in the end: what a carriage return let be
// written over is gone, and so are the sequences that colour text and move the cursor.
type lineFolder struct {
	line      func(string) // told each line
	buf       []byte       // of the line that is being written, without escape sequences
	back      bool         // a carriage return came, so that what follows is written over the line
	escape    byte         // in an escape sequence: its kind, else 0
	lastLines []string     // the last lines, together at most maxTail bytes with their newlines
	size      int          // of kept
}

func (f *lineFolder) add(c byte) {
	switch {
	case c == '\n': // also in an escape sequence: it was none, and would else swallow all that follows
		f.flush()
		return
	case f.escape != 0:
		f.escape = inEscape(f.escape, c)
		return
	case c == 0x1b:
		f.escape = c
		return
	case c == '\r':
		f.back = true
		return
	}
	if f.back {
		f.buf, f.back = f.buf[:0], false
	}
	if f.buf = append(f.buf, c); len(f.buf) < maxOutputLine {
		return
	}
	whole := len(f.buf) // without a character of which a part has come
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

// inEscape gives where a sequence stands after one more byte: ESC, "[" in a control sequence, "]" in a string, which
// BEL or ESC \ ends, "(" before one last byte, 0 when it is over.
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
		return 0x1b // of ESC \, whose \ ends it
	case at == ']' && c != 0x07:
		return at
	}
	return 0
}

// flush ends the line.
func (f *lineFolder) flush() {
	line := printableLine(string(f.buf))
	f.buf, f.back, f.escape = f.buf[:0], false, 0
	f.lastLines = append(f.lastLines, line)
	for f.size += len(line) + 1; f.size > maxTail; f.lastLines = f.lastLines[1:] {
		f.size -= len(f.lastLines[0]) + 1
	}
	f.line(line)
}

// end ends the last line, which may have no newline.
func (f *lineFolder) end() {
	if len(f.buf) > 0 {
		f.flush()
	}
}

func (f *lineFolder) tail() string { return strings.TrimRight(strings.Join(f.lastLines, "\n"), "\n") }

// printableLine leaves out what does not show: control characters but the tab, and those that turn the writing around.
func printableLine(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsGraphic(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(line, "\uFFFD"))
}
