package layout

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
)

// Table writes rows, whose cells are separated by tabs, in aligned columns. It counts columns as a terminal does: a
// Chinese character takes two. If there is a width, the last column is clipped.
func Table(w io.Writer, rows []string, width func() int) error {
	for i, row := range rows { // a row is a line
		rows[i] = text.Safe(strings.ReplaceAll(row, "\n", "␊"))
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range strings.Split(row, "\t") {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		used := 0
		for i, cell := range cells {
			if i < len(cells)-1 {
				b.WriteString(cell + strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell)+2))
				used += widths[i] + 2
				continue
			}
			if width != nil {
				cell = text.Clip(cell, max(width()-used, 1))
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
