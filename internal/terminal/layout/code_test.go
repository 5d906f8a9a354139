package layout

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// longLines are lines of code that are hard to lay out, by a description. Each is cut or repeated to a length.
var longLines = map[string]string{
	"minified JSON":     `{"name":"value","list":[1,2,3],"ok":true},`,
	"punctuation":       `{}[]();,.<>!?`,
	"quotes":            `"'`,
	"escaped quotes":    `\"`,
	"one long string":   `abc`,
	"a long word":       `x`,
	"wide characters":   `一二三四`,
	"tabs":              "a\tb\t",
	"control sequences": "\x1b[31m",
}

func longLine(name string, size int) string {
	begin := ""
	if name == "one long string" {
		begin = `"`
	}
	part := longLines[name]
	return begin + strings.Repeat(part, size/len(part))
}

// allocated returns how many bytes are allocated while a line of code is being written and laid out.
func allocated(line string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	writeCode(line)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// writeCode feeds a code block of one line in pieces, with a frame after each. It returns the rows of the line, and the
// greatest number of rows that a frame laid out.
func writeCode(line string) (rows []string, most int) {
	m := &Markdown{Width: columns(80)}
	m.Feed("```json\n")
	for len(line) > 0 {
		n := min(1<<10, len(line))
		rows = append(rows, m.Feed(line[:n])...)
		most = max(most, len(m.Rest()))
		line = line[n:]
	}
	return append(rows, m.Feed("\n```\n")...), most
}

// TestLongLineOfCode: the work for a line of code grows linearly with its length, though it is laid out again in each
// frame. The work of a single frame does not grow.
func TestLongLineOfCode(t *testing.T) {
	for name := range longLines {
		t.Run(name, func(t *testing.T) {
			const size = 32 << 10
			if _, most := writeCode(longLine(name, 4*size)); most > 4*maxCodeBytes/70 {
				t.Errorf("a frame lays out %d rows", most)
			}
			once, fourTimes := allocated(longLine(name, size)), allocated(longLine(name, 4*size))
			if ratio := float64(fourTimes) / float64(once); ratio > 6 {
				t.Errorf("a line of %d bytes takes %d bytes to lay out, one four times as long %.1f times as many",
					size, once, ratio)
			}
		})
	}
}

// TestLongLineOfCodeInPieces: a long line looks the same however it arrives, and a string or a comment that is longer
// than a part keeps its look.
func TestLongLineOfCodeInPieces(t *testing.T) {
	for name := range longLines {
		line := longLine(name, 3*maxCodeBytes)
		pieces, _ := writeCode(line)
		m := &Markdown{Width: columns(80)}
		whole := m.Feed("```json\n" + line + "\n```\n")
		if a, b := strings.Join(pieces, "\n"), strings.Join(whole, "\n"); a != b {
			t.Errorf("%s: in pieces it is laid out in %d rows, at once in %d", name, len(pieces), len(whole))
		}
		text := func(rows []string) string {
			var b strings.Builder
			for _, row := range rows {
				b.WriteString(strings.TrimPrefix(StripStyles(row), codeIndent))
			}
			return b.String()
		}
		if got, want := text(whole), codeText(line); got != want {
			t.Errorf("%s: %d bytes are shown, want %d", name, len(got), len(want))
		}
	}
	for begin, want := range map[string]look{`x = "`: isString, "// ": isComment, "x = 'a', \"b": isString} {
		rows, _ := writeCode(begin + strings.Repeat("abc def ", maxCodeBytes) + `"`)
		for i, row := range rows[1:] {
			if !strings.HasPrefix(strings.TrimPrefix(row, codeIndent), want.sgr()) {
				t.Fatalf("%s: row %d of %d is %q", begin, i+1, len(rows), row)
			}
		}
	}
}

// TestLongLineOfProse: a long line of text without code is laid out in parts, too.
func TestLongLineOfProse(t *testing.T) {
	for _, part := range []string{"word ", "x", "一", "- a "} {
		m := &Markdown{Width: columns(80)}
		for range 128 {
			m.Feed(strings.Repeat(part, 1<<10/len(part)))
			if n := len(m.line); n > maxBlockBytes {
				t.Fatalf("%q: %d bytes wait for the end of their line", part, n)
			}
		}
	}
}

func BenchmarkLineOfCode(b *testing.B) {
	for name := range longLines {
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			line := longLine(name, 64<<10)
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				writeCode(line)
			}
		})
	}
}
