package terminal

import (
	"strings"

	"ccc/internal/text"
)

// cutToRow shortens a text to one row of the screen. Taken is how many columns of the row are in use.
func (s *Screen) cutToRow(line string, taken int) string {
	line, rest, more := strings.Cut(line, "\n")
	width := 1 << 10
	if s.Width != nil {
		width = max(s.Width()-taken, 10)
	}
	if more && strings.TrimSpace(rest) != "" {
		line += " …"
	}
	line = strings.ReplaceAll(line, "\t", "    ")
	return text.Clip(line, width)
}
