package layout

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"ccc/internal/text"
	"ccc/internal/text/markdown"
)

// setBlock lays out a block of markdown in rows of at most that width. A block that makes the parser panic is shown as
// plain text.
func setBlock(block []string, width int, r renderer) (lines []string) {
	whole := strings.ReplaceAll(strings.Join(block, "\n"), "\t", "    ")
	defer func() {
		if recover() != nil { // no text of a model may crash ccc
			lines = flow{newSpan(whole, 0)}.lines(width, r.base)
		}
	}()
	return r.parts(strings.Split(whole, "\n"), width, 0)
}

// renderer lays out the syntax tree of a markdown text.
type renderer struct {
	base   string // see [Markdown]
	links  bool   // the terminal shows links
	source []byte // the text of the tree
}

// maxDepth limits nesting. What is deeper is shown as plain text.
const maxDepth = 12

// parse lays out a text by the parser. It puts no empty row between blocks, since blocks that are separated by one
// arrive one by one.
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

// paragraph lays out running text. The end of a line begins a new row.
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

// withPrefix puts one prefix before the first row and another before the others.
func (r renderer) withPrefix(first, rest flow, lines []string) []string {
	for i := range lines {
		lines[i] = first.paint(row{0, len(first.text())}, r.base) + lines[i]
		first = rest
	}
	return lines
}

// inline appends the text of a node. The end of a line, which is one in Claude Code's own screen, too, becomes a span
// of one newline, which [renderer.paragraph] looks for.
func (r renderer) inline(f flow, n ast.Node, l look) flow {
	switch n := n.(type) {
	case *ast.Text:
		f = append(f, newSpan(markdown.Text(n.Value(r.source)), l))
		if n.SoftLineBreak() || n.HardLineBreak() {
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

// link appends the address to the text of a link, which begins at from, unless the text is the address or the terminal
// keeps the address itself. A text that looks like an address never hides another address.
func (r renderer) link(f flow, from int, address string, l look) flow {
	to := newSpan(address, l|isDim)
	linked := r.links && len(address) < 2000 && linkable.Get().MatchString(address)
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

// linkable matches the addresses that may be sent to the terminal as links: those that a browser or a mail program
// opens, without characters that could end the control sequence.
var linkable = text.LazyRegexp{Expr: `^(https?://|mailto:)[!-~]+$`}

// table lays out a table that fits the width. Long cells are wrapped. If a word would have to be broken, each row
// becomes a paragraph.
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
	if len(rows) > 1 && !fitsWords(rows, width) {
		return r.paragraphs(rows, width)
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

// fitsWords reports whether each column of a table may be as wide as its longest word.
func fitsWords(rows [][]flow, width int) bool {
	var widths []int
	for _, cells := range rows {
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			for rest := cell.text(); rest != ""; {
				var piece string
				piece, rest = nextPiece(rest)
				widths[i] = max(widths[i], uniseg.StringWidth(strings.TrimRight(piece, " ")))
			}
		}
	}
	total := 3 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	return total <= width
}

// paragraphs lays out the rows of a table below each other: the first cell, and below it each other cell with the name
// of its column.
func (r renderer) paragraphs(rows [][]flow, width int) (lines []string) {
	const indent = "  "
	for _, cells := range rows[1:] {
		for i, cell := range cells {
			switch {
			case i == 0:
				lines = append(lines, cell.lines(width, r.base)...)
				continue
			case cell.text() == "":
				continue
			case i < len(rows[0]) && rows[0][i].text() != "":
				cell = slices.Concat(rows[0][i], flow{{text: ": "}}, cell)
			}
			for _, line := range cell.lines(width-len(indent), r.base) {
				lines = append(lines, indent+line)
			}
		}
	}
	return lines
}

// columnWidths returns the widths of a table's columns: those of their text, or less for the widest if the table does
// not fit.
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

// tableRow lays out one row of a table, as high as its highest cell.
func (r renderer) tableRow(cells []flow, widths []int, alignments []east.Alignment) (lines []string) {
	broken, height := make([][]row, len(widths)), 1
	for i := range widths {
		if i < len(cells) {
			broken[i] = wrap(cells[i].text(), widths[i], false)
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

// part returns the part of the flow that is in a row.
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
