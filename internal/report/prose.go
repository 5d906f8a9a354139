package report

import (
	"html"
	"html/template"
	"strings"

	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/parser"

	"ccc/internal/screen"
)

const extensions = parser.NoIntraEmphasis | parser.Tables | parser.FencedCode | parser.Strikethrough |
	parser.SpaceHeadings | parser.BackslashLineBreak | parser.NoEmptyLineBeforeBlock | parser.OrderedListStart

// prose sets a model's markdown. Every tag is one of those here, without attributes, and every text is escaped: neither
// HTML nor links nor pictures come through. What a parser cannot digest stands as it came.
func prose(text string) (page template.HTML) {
	defer func() {
		if recover() != nil { // no text of a model's may end ccc
			page = template.HTML("<p>" + escaped(text) + "</p>")
		}
	}()
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\t", "    ")
	var s setter
	s.nodes(parser.NewWithExtensions(extensions).Parse([]byte(text + "\n")).GetChildren())
	return template.HTML(s.String())
}

func escaped(text string) string { return html.EscapeString(screen.Safe(text)) }

// setter writes a tree of markdown as HTML.
type setter struct{ strings.Builder }

func (s *setter) nodes(nodes []ast.Node) {
	for _, n := range nodes {
		s.node(n)
	}
}

func (s *setter) node(n ast.Node) {
	tag := ""
	switch n := n.(type) {
	case *ast.Heading, *ast.Paragraph: // the page has headings of its own
		if _, inList := n.GetParent().(*ast.ListItem); !inList {
			tag = "p"
		}
		if _, heading := n.(*ast.Heading); heading {
			tag = "p><strong"
		}
	case *ast.List:
		tag = "ul"
		if n.ListFlags&ast.ListTypeOrdered != 0 {
			tag = "ol"
		}
	case *ast.ListItem:
		tag = "li"
	case *ast.BlockQuote:
		tag = "blockquote"
	case *ast.Strong:
		tag = "strong"
	case *ast.Emph:
		tag = "em"
	case *ast.Del:
		tag = "del"
	case *ast.Table:
		tag = "table"
	case *ast.TableRow:
		tag = "tr"
	case *ast.TableCell:
		tag = "td"
	case *ast.CodeBlock:
		s.WriteString("<pre><code>" + escaped(strings.TrimRight(string(n.Literal), "\n")) + "</code></pre>")
		return
	case *ast.Code:
		s.WriteString("<code>" + escaped(string(n.Literal)) + "</code>")
		return
	case *ast.Hardbreak:
		s.WriteString("<br>")
		return
	case *ast.HorizontalRule:
		s.WriteString("<hr>")
		return
	case *ast.HTMLBlock:
		s.WriteString("<p>" + escaped(strings.TrimSpace(string(n.Literal))) + "</p>")
		return
	case *ast.Link:
		s.link(n.Children, n.Destination)
		return
	case *ast.Image:
		s.link(n.Children, n.Destination)
		return
	}
	if leaf := n.AsLeaf(); leaf != nil {
		text := string(leaf.Literal)
		if text == "" {
			text = string(leaf.Content)
		}
		s.WriteString(escaped(text))
		return
	}
	if tag != "" {
		s.WriteString("<" + tag + ">")
	}
	s.nodes(n.GetChildren()) // the parser bounds how deep they are
	first, second, two := strings.Cut(tag, "><")
	if two {
		s.WriteString("</" + second + ">")
	}
	if tag != "" {
		s.WriteString("</" + first + ">")
	}
}

// link gives the text of one, and where it leads, to be read and not to be followed.
func (s *setter) link(text []ast.Node, address []byte) {
	s.nodes(text)
	s.WriteString(" (" + escaped(string(address)) + ")")
}
