package screen

import (
	"strings"

	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/parser"
	"github.com/rivo/uniseg"
)

const extensions = parser.NoIntraEmphasis | parser.Tables | parser.FencedCode | parser.Autolink |
	parser.Strikethrough | parser.SpaceHeadings |
	parser.BackslashLineBreak | parser.NoEmptyLineBeforeBlock | parser.OrderedListStart

// setBlock sets the lines of a block of markdown in lines of at most that width. What a parser cannot digest stands as
// it came.
func setBlock(block []string, width int, r renderer) (lines []string) {
	text := strings.ReplaceAll(strings.Join(block, "\n"), "\t", "    ")
	defer func() {
		if recover() != nil { // no text of a model's may end ccc
			lines = flow{newSpan(text, 0)}.lines(width, r.base)
		}
	}()
	return r.parts(strings.Split(text, "\n"), width, 0)
}

// renderer sets a tree of markdown.
type renderer struct {
	base  style
	links bool // the terminal shows links
}

// maxDepth bounds what is nested in each other: what is deeper stands as plain text.
const maxDepth = 12

// parsed sets what the parser makes of a text, in which what looks like an item of a list is none.
func (r renderer) parsed(text string, width, depth int) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if mark := listMark().FindStringSubmatchIndex(line); mark != nil && !ruler().MatchString(line) {
			lines[i] = line[:mark[5]-1] + `\` + line[mark[5]-1:]
		}
	}
	text = strings.Join(lines, "\n")
	return r.blocks(parser.NewWithExtensions(extensions).Parse([]byte(text+"\n")).GetChildren(), width, depth)
}

// blocks sets blocks below each other. There is no blank line between them, or they would have come one by one.
func (r renderer) blocks(nodes []ast.Node, width, depth int) (lines []string) {
	for _, n := range nodes {
		lines = append(lines, r.block(n, max(width, 8), depth+1)...)
	}
	return lines
}

func (r renderer) block(n ast.Node, width, depth int) []string {
	if depth > maxDepth {
		return r.inline(n, 0).lines(width, r.base)
	}
	switch n := n.(type) {
	case *ast.Heading:
		l := isBold
		if n.Level == 1 {
			l |= isUnderlined
		}
		return r.inline(n, l).lines(width, r.base)
	case *ast.CodeBlock:
		var lines []string
		for line := range strings.SplitSeq(strings.TrimRight(string(n.Literal), "\n"), "\n") {
			lines = append(lines, codeLine(line, string(n.Info), width, r.base)...)
		}
		return lines
	case *ast.HorizontalRule:
		return flow{{text: strings.Repeat("─", min(width, 40)), look: isDim}}.lines(width, r.base)
	case *ast.Table:
		return r.table(n, width)
	case *ast.HTMLBlock:
		var lines []string
		for line := range strings.SplitSeq(strings.Trim(string(n.Literal), "\n"), "\n") {
			lines = append(lines, flow{newSpan(line, 0)}.lines(width, r.base)...)
		}
		return lines
	}
	return r.paragraph(n, width)
}

// paragraph sets running text; a hard break begins a new line.
func (r renderer) paragraph(n ast.Node, width int) (lines []string) {
	var f flow
	for _, sp := range r.inline(n, 0) {
		if sp.text == "\n" {
			lines = append(lines, f.lines(width, r.base)...)
			f = nil
			continue
		}
		f = append(f, sp)
	}
	return append(lines, f.lines(width, r.base)...)
}

// behind puts a mark before the first line and another before the rest.
func (r renderer) behind(first, rest flow, lines []string) []string {
	for i := range lines {
		lines[i] = first.paint(row{0, len(first.text())}, r.base) + lines[i]
		first = rest
	}
	return lines
}

// inline gives the text of a node. A hard break is a span of one newline, for [renderer.paragraph] to find.
func (r renderer) inline(n ast.Node, l look) (f flow) {
	switch n := n.(type) {
	case *ast.Strong:
		l |= isBold
	case *ast.Emph:
		l |= isItalic
	case *ast.Del:
		l |= isStruck
	case *ast.Code:
		return flow{newSpan(string(n.Literal), l|isCode)}
	case *ast.Hardbreak:
		return flow{{text: "\n", look: l}}
	case *ast.Link:
		return r.link(n.Children, n.Destination, l)
	case *ast.Image:
		return append(flow{newSpan("image: ", l|isDim)}, r.link(n.Children, n.Destination, l)...)
	}
	if leaf := n.AsLeaf(); leaf != nil {
		text := string(leaf.Literal)
		if text == "" {
			text = string(leaf.Content)
		}
		if text == "" {
			return nil
		}
		return flow{newSpan(text, l)}
	}
	for _, child := range n.GetChildren() {
		f = append(f, r.inline(child, l)...)
	}
	return f
}

// link gives its text, and its address where that is another one and the terminal does not keep it behind the text. A
// text that looks like an address does not hide another one.
func (r renderer) link(text []ast.Node, address []byte, l look) (f flow) {
	for _, n := range text {
		f = append(f, r.inline(n, l|isUnderlined)...)
	}
	to := newSpan(string(address), l|isDim)
	linked := r.links && len(address) < 2000 && linkable().Match(address)
	if linked {
		to.link = to.text
		for i := range f {
			f[i].link = to.text
		}
	}
	switch said := f.text(); {
	case said == "":
		return append(f, to)
	case said == to.text, "mailto:"+said == to.text, linked && !strings.ContainsAny(said, ":/.@"):
		return f
	}
	return append(f, span{text: " (", look: l | isDim}, to, span{text: ")", look: l | isDim})
}

// linkable is an address that may go to the terminal as one: what a browser or a mail program opens, in characters that
// end no sequence.
var linkable = lazy(`^(https?://|mailto:)[!-~]+$`)

// table sets a table whose columns fit the width; long cells are broken.
func (r renderer) table(n *ast.Table, width int) (lines []string) {
	rows, right, header := r.cells(n)
	widths := columnWidths(rows, width)
	if widths == nil {
		return nil
	}
	for i, cells := range rows {
		lines = append(lines, r.tableRow(cells, widths, right)...)
		if i == header-1 {
			var dashes []string
			for _, w := range widths {
				dashes = append(dashes, strings.Repeat("─", w))
			}
			lines = append(lines, flow{{text: strings.Join(dashes, "─┼─"), look: isDim}}.lines(width+4, r.base)...)
		}
	}
	return lines
}

// cells are the table's, row by row. right tells which columns are set to the right, header how many rows are its head.
func (r renderer) cells(n *ast.Table) (rows [][]flow, right map[int]bool, header int) {
	right = make(map[int]bool)
	for _, part := range n.Children {
		l := look(0)
		if _, ok := part.(*ast.TableHeader); ok {
			l = isBold
		}
		for _, tr := range part.GetChildren() {
			var cells []flow
			for i, cell := range tr.GetChildren() {
				cells = append(cells, r.inline(cell, l))
				if c, ok := cell.(*ast.TableCell); ok && c.Align == ast.TableAlignmentRight {
					right[i] = true
				}
			}
			rows = append(rows, cells)
			if l != 0 {
				header = len(rows)
			}
		}
	}
	return rows, right, header
}

// columnWidths gives the widths of a table's columns: as wide as their text, the widest less where all do not fit.
func columnWidths(rows [][]flow, width int) (widths []int) {
	for _, cells := range rows {
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 1)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(cell.text()))
		}
	}
	for {
		total, widest := 3*(len(widths)-1), 0
		for i, w := range widths {
			total += w
			if w > widths[widest] {
				widest = i
			}
		}
		if total <= width || len(widths) == 0 || widths[widest] <= 2 {
			return widths
		}
		widths[widest] -= max(1, min(total-width, widths[widest]/4))
	}
}

// tableRow sets one row, as high as its highest cell.
func (r renderer) tableRow(cells []flow, widths []int, right map[int]bool) (lines []string) {
	broken, height := make([][]row, len(widths)), 1
	for i := range widths {
		if i < len(cells) {
			broken[i] = wrap(cells[i].text(), widths[i])
			height = max(height, len(broken[i]))
		}
	}
	for y := range height {
		var f flow
		for i, w := range widths {
			if i > 0 {
				f = append(f, span{text: " │ ", look: isDim})
			}
			var part flow
			if y < len(broken[i]) {
				part = cells[i].part(broken[i][y])
			}
			room := span{text: strings.Repeat(" ", max(0, w-uniseg.StringWidth(part.text())))}
			switch {
			case right[i]:
				f = append(append(f, room), part...)
			case i < len(widths)-1:
				f = append(append(f, part...), room)
			default:
				f = append(f, part...)
			}
		}
		lines = append(lines, f.paint(row{0, len(f.text())}, r.base))
	}
	return lines
}

// part is the flow in a row of it.
func (f flow) part(r row) (part flow) {
	at := 0
	for _, sp := range f {
		from, to := max(r.from, at), min(r.to, at+len(sp.text))
		if from < to {
			part = append(part, span{sp.text[from-at : to-at], sp.look, sp.link})
		}
		at += len(sp.text)
	}
	return part
}
