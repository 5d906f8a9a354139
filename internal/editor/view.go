package terminal

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// view is a text laid out in rows, with the cursor's place.
type view struct {
	rows     []string
	row, col int    // of the cursor
	before   string // what stands before it in its row
}

// maxLaidOut is how much of a long text is laid out around the cursor: a paste of a megabyte must not make each key
// slow.
const maxLaidOut = 8 << 10

// view lays the text out for a screen of that width, behind a prompt, in at most that many rows: those around the
// cursor. No row is as wide as the screen, the last column is the cursor's.
func (e *editor) view(prompt string, width, rows int) view {
	text, at := e.window()
	indent := uniseg.StringWidth(prompt)
	room := max(width-indent-1, 1)
	v := view{col: indent}
	var row strings.Builder
	used, placed := 0, false
	end := func() {
		v.rows = append(v.rows, row.String())
		row.Reset()
		used = 0
	}
	for g := uniseg.NewGraphemes(text); ; {
		from, more := len(text), g.Next()
		if more {
			from, _ = g.Positions()
		}
		shown, cells := "", 0
		if more {
			shown, cells = cell(g.Str(), room)
		}
		newline := more && strings.ContainsRune(g.Str(), '\n')
		if !newline && used+cells > room {
			end()
		}
		if from >= at && !placed {
			placed = true
			v.row, v.col, v.before = len(v.rows), indent+used, row.String()
		}
		switch {
		case !more:
			end()
			return v.cut(prompt, max(rows, 1))
		case newline:
			end()
		default:
			row.WriteString(shown)
			used += cells
		}
	}
}

// window is the part of the text that is laid out, and the cursor in it.
func (e *editor) window() (text string, at int) {
	from, to := max(0, e.at-maxLaidOut/2), min(len(e.text), e.at+maxLaidOut/2)
	for from < e.at && !utf8.RuneStart(e.text[from]) {
		from++
	}
	for to < len(e.text) && !utf8.RuneStart(e.text[to]) {
		to++
	}
	return string(e.text[from:to]), e.at - from
}

// cell is what is shown for a cluster, and how many columns that takes.
func cell(cluster string, room int) (string, int) {
	if cluster == "\t" {
		cluster = " "
	}
	cluster = Safe(cluster)
	if n := uniseg.StringWidth(cluster); n <= room {
		return cluster, n
	}
	return "…", 1
}

// cut keeps the rows around the cursor, and puts the prompt before the first and as much space before the others.
func (v view) cut(prompt string, rows int) view {
	from := 0
	if len(v.rows) > rows {
		from = min(max(0, v.row-rows/2), len(v.rows)-rows)
		v.rows = v.rows[from : from+rows]
	}
	v.row -= from
	blank := strings.Repeat(" ", uniseg.StringWidth(prompt))
	for i := range v.rows {
		v.rows[i] = prompt + v.rows[i]
		if i == v.row {
			v.before = prompt + v.before
		}
		prompt = blank
	}
	return v
}
