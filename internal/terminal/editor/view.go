package editor

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"ccc/internal/text"
)

// View is the line laid out in rows for the screen.
type View struct {
	Rows     []string
	Row, Col int    // of the cursor
	Before   string // the text before the cursor in its row
}

// maxLaidOut is how many bytes around the cursor are laid out. A paste of a megabyte must not make every key slow.
const maxLaidOut = 8 << 10

// View lays the line out after a prompt, for a screen of that width. If there are more rows than asked for, those
// around the cursor are returned. No row is as wide as the screen: the last column is left for the cursor.
func (e *Editor) View(prompt string, width, rows int) View {
	text, at := e.window()
	indent := uniseg.StringWidth(prompt)
	room := max(width-indent-1, 1)
	v := View{Col: indent}
	var row strings.Builder
	used, placed := 0, false
	end := func() {
		v.Rows = append(v.Rows, row.String())
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
			v.Row, v.Col, v.Before = len(v.Rows), indent+used, row.String()
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

// window returns the part of the text that is laid out, and the place of the cursor in it.
func (e *Editor) window() (text string, at int) {
	from, to := max(0, e.cursor-maxLaidOut/2), min(len(e.text), e.cursor+maxLaidOut/2)
	for from < e.cursor && !utf8.RuneStart(e.text[from]) {
		from++
	}
	for to < len(e.text) && !utf8.RuneStart(e.text[to]) {
		to++
	}
	return string(e.text[from:to]), e.cursor - from
}

// cell returns what is shown for a grapheme cluster, and its width in columns. One that is wider than room becomes "…".
func cell(cluster string, room int) (string, int) {
	if cluster == "\t" {
		cluster = " "
	}
	cluster = text.Safe(cluster)
	if n := uniseg.StringWidth(cluster); n <= room {
		return cluster, n
	}
	return "…", 1
}

// cut keeps the rows around the cursor. It puts the prompt before the first of them and indents the others.
func (v View) cut(prompt string, rows int) View {
	from := 0
	if len(v.Rows) > rows {
		from = min(max(0, v.Row-rows/2), len(v.Rows)-rows)
		v.Rows = v.Rows[from : from+rows]
	}
	v.Row -= from
	blank := strings.Repeat(" ", uniseg.StringWidth(prompt))
	for i := range v.Rows {
		v.Rows[i] = prompt + v.Rows[i]
		if i == v.Row {
			v.Before = prompt + v.Before
		}
		prompt = blank
	}
	return v
}
