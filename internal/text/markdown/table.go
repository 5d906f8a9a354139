package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// maxCells is how many cells a table may have, including those that short rows lack, because a few bytes could make
// thousands of columns and rows. What is beyond stays text.
const maxCells = 1 << 14

// tables makes a table of the lines at the end of a paragraph, as on GitHub: a row of names, a row of dashes, and
// more rows. goldmark's own extension includes its HTML renderer, which would double the start time of ccc.
type tables struct{}

func (tables) Transform(n *ast.Paragraph, reader text.Reader, _ parser.Context) {
	source, lines := reader.Source(), n.Lines()
	for i := 1; i < lines.Len(); i++ {
		alignments := dashes(lines.At(i), source)
		names := cells(lines.At(i-1), source)
		if len(alignments) == 0 || len(names) != len(alignments) {
			continue
		}
		if len(names)*lines.Len() > maxCells {
			return
		}
		table := east.NewTable()
		table.Alignments = alignments
		table.AppendChild(table, east.NewTableHeader(tableRow(names, alignments)))
		for _, line := range lines.Sliced(i+1, lines.Len()) {
			table.AppendChild(table, tableRow(cells(line, source), alignments))
		}
		n.Parent().InsertAfter(n.Parent(), n, table)
		if i == 1 {
			n.Parent().RemoveChild(n.Parent(), n)
			return
		}
		last := lines.At(i - 2)
		lines.SetSliced(0, i-2)
		lines.Append(trimSpace(last, source))
		return
	}
}

// dashes returns the alignments in a row of dashes, or none if the line is something else.
func dashes(line text.Segment, source []byte) (list []east.Alignment) {
	for _, cell := range cells(line, source) {
		said := string(cell.Value(source))
		left, right := strings.HasPrefix(said, ":"), strings.HasSuffix(said, ":")
		if said = strings.TrimSuffix(strings.TrimPrefix(said, ":"), ":"); said == "" || strings.Trim(said, "-") != "" {
			return nil
		}
		switch {
		case left && right:
			list = append(list, east.AlignCenter)
		case left:
			list = append(list, east.AlignLeft)
		case right:
			list = append(list, east.AlignRight)
		default:
			list = append(list, east.AlignNone)
		}
	}
	return list
}

// cells splits a line at each |. A | at its beginning or end only frames the row.
func cells(line text.Segment, source []byte) (list []text.Segment) {
	line = trimSpace(line, source)
	from := line.Start
	for at := line.Start; at <= line.Stop; at++ {
		end := at == line.Stop
		if !end && (source[at] != '|' || at > line.Start && source[at-1] == '\\') {
			continue
		}
		if frame := at == line.Start || end && from == at; !frame {
			list = append(list, trimSpace(text.NewSegment(from, at), source))
		}
		from = at + 1
	}
	return list
}

// trimSpace returns a segment without the space around it.
func trimSpace(s text.Segment, source []byte) text.Segment {
	s = s.TrimLeftSpace(source)
	return s.TrimRightSpace(source)
}

// tableRow makes a row with as many cells as the table has columns.
func tableRow(list []text.Segment, alignments []east.Alignment) *east.TableRow {
	row := east.NewTableRow(alignments)
	for i, alignment := range alignments {
		cell := east.NewTableCell()
		cell.Alignment = alignment
		if i < len(list) {
			cell.Lines().Append(list[i])
		}
		row.AppendChild(row, cell)
	}
	return row
}

// inCell reports whether code is in a table, where a | is escaped even in code.
func inCell(code *ast.CodeSpan) bool {
	for n := code.Parent(); n != nil; n = n.Parent() {
		if n.Kind() == east.KindTableCell {
			return true
		}
	}
	return false
}
