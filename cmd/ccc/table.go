package main

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"ccc/internal/screen"
)

// table writes rows whose cells are divided by tabs, in columns as a terminal counts them: a Chinese character takes
// two.
func table(w io.Writer, rows []string) error {
	for i, row := range rows { // a row is a line
		rows[i] = screen.Safe(strings.ReplaceAll(row, "\n", "␊"))
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
		for i, cell := range cells {
			b.WriteString(cell)
			if i < len(cells)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell)+2))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
