package terminal

import (
	"strings"

	"github.com/rivo/uniseg"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"ccc/internal/markdown"
)

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
	base   style
	links  bool   // the terminal shows links
	source []byte // what the tree is of
}

// maxDepth bounds what is nested in each other: what is deeper stands as plain text.
const maxDepth = 12

// parsed sets what the parser makes of a text. There is no blank line between the blocks, or they would have come one
// by one.
func (r renderer) parse(said string, width int) (lines []string) {
	r.source = []byte(said + "\n")
	root := markdown.ParseLeaves(r.source)
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		lines = append(lines, r.block(n, max(width, 8))...)
	}
	return lines
}

func (r renderer) block(n ast.Node, width int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		l := isBold
		if n.Level == 1 {
			l |= isUnderlined
		}
		return r.paragraph(n, width, l)
	case *ast.FencedCodeBlock:
		return r.code(n, string(n.Language(r.source)), width)
	case *ast.CodeBlock:
		return r.code(n, "", width)
	case *ast.ThematicBreak:
		return flow{{text: strings.Repeat("─", min(width, 40)), look: isDim}}.lines(width, r.base)
	case *east.Table:
		return r.table(n, width)
	case *ast.HTMLBlock, *ast.LinkReferenceDefinition:
		var lines []string
		for line := range strings.SplitSeq(strings.Trim(markdown.Raw(n, r.source), "\n"), "\n") {
			lines = append(lines, flow{newSpan(line, 0)}.lines(width, r.base)...)
		}
		return lines
	}
	return r.paragraph(n, width, 0)
}

func (r renderer) code(n ast.Node, lang string, width int) (lines []string) {
	for line := range strings.SplitSeq(strings.TrimRight(markdown.Raw(n, r.source), "\n"), "\n") {
		lines = append(lines, codeLine(line, newLexer(lang), width, r.base)...)
	}
	return lines
}

// paragraph sets running text; a hard break begins a new line.
func (r renderer) paragraph(n ast.Node, width int, l look) (lines []string) {
	var f flow
	for _, sp := range r.inline(nil, n, l) {
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
func (r renderer) withPrefix(first, rest flow, lines []string) []string {
	for i := range lines {
		lines[i] = first.paint(row{0, len(first.text())}, r.base) + lines[i]
		first = rest
	}
	return lines
}

// inline adds the text of a node. A hard break is a span of one newline, for [renderer.paragraph] to find.
func (r renderer) inline(f flow, n ast.Node, l look) flow {
	switch n := n.(type) {
	case *ast.Text:
		said := markdown.Text(n.Value(r.source))
		if n.SoftLineBreak() {
			said += " "
		}
		f = append(f, newSpan(said, l))
		if n.HardLineBreak() {
			f = append(f, span{text: "\n", look: l})
		}
		return f
	case *ast.CodeSpan:
		return append(f, newSpan(markdown.Raw(n, r.source), l|isCode))
	case *ast.RawHTML:
		return append(f, newSpan(markdown.Raw(n, r.source), l))
	case *ast.Emphasis:
		l |= [...]look{1: isItalic, 2: isBold}[n.Level]
	case *east.Strikethrough:
		l |= isStruck
	case *ast.AutoLink:
		said := newSpan(string(n.Label(r.source)), l|isUnderlined)
		return r.link(append(f, said), len(f), markdown.Address(n, r.source), l)
	case *ast.Link:
		return r.link(r.children(f, n, l|isUnderlined), len(f), markdown.Text(n.Destination), l)
	case *ast.Image:
		f = append(f, newSpan("image: ", l|isDim))
		return r.link(r.children(f, n, l|isUnderlined), len(f), markdown.Text(n.Destination), l)
	}
	return r.children(f, n, l)
}

func (r renderer) children(f flow, n ast.Node, l look) flow {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		f = r.inline(f, child, l)
	}
	return f
}

// link adds the address of what begins at from, where it is another one and the terminal does not keep it behind the
// text. A text that looks like an address does not hide another one.
func (r renderer) link(f flow, from int, address string, l look) flow {
	to := newSpan(address, l|isDim)
	linked := r.links && len(address) < 2000 && linkable().MatchString(address)
	if linked {
		to.link = to.text
		for i := range f[from:] {
			f[from+i].link = to.text
		}
	}
	switch said := f[from:].text(); {
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
func (r renderer) table(n *east.Table, width int) (lines []string) {
	var rows [][]flow
	for line := n.FirstChild(); line != nil; line = line.NextSibling() {
		l := look(0)
		if line.Kind() == east.KindTableHeader {
			l = isBold
		}
		var cells []flow
		for cell := line.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, r.inline(nil, cell, l))
		}
		rows = append(rows, cells)
	}
	widths := columnWidths(rows, width)
	var dashes []string
	for _, w := range widths {
		dashes = append(dashes, strings.Repeat("─", w))
	}
	for i, cells := range rows {
		lines = append(lines, r.tableRow(cells, widths, n.Alignments)...)
		if i == 0 {
			lines = append(lines, flow{{text: strings.Join(dashes, "─┼─"), look: isDim}}.lines(width+4, r.base)...)
		}
	}
	return lines
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
func (r renderer) tableRow(cells []flow, widths []int, alignments []east.Alignment) (lines []string) {
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
			case alignments[i] == east.AlignRight:
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
