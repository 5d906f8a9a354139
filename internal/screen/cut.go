package screen

import (
	"strings"

	"github.com/rivo/uniseg"
)

// cut shortens a line to the width of the screen.
func (s *Screen) cut(line string, taken int) string {
	line, rest, more := strings.Cut(line, "\n")
	width := 1 << 10
	if s.Width != nil {
		width = max(s.Width()-taken, 10)
	}
	if more && strings.TrimSpace(rest) != "" {
		line += " …"
	}
	line = strings.ReplaceAll(line, "\t", "    ")
	return Clip(line, width)
}

// Clip shortens a line that is safe to that many columns.
func Clip(line string, width int) string {
	if len(line) <= width || uniseg.StringWidth(line) <= width {
		return line
	}
	var b strings.Builder
	used := 1
	for g := uniseg.NewGraphemes(line); g.Next(); {
		if used += g.Width(); used > width {
			break
		}
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}
