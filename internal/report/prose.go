package report

import (
	"html"
	"html/template"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"ccc/internal/text"
	"ccc/internal/text/markdown"
)

// proseHTML formats a model's markdown. It writes only the tags below, without attributes, and escapes every text, so
// HTML, links and pictures have no effect. A text that makes the parser panic is shown unchanged.
func proseHTML(text string) (page template.HTML) {
	defer func() {
		if recover() != nil { // no text of a model's may crash ccc
			page = template.HTML("<p>" + escapeHTML(text) + "</p>")
		}
	}()
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\t", "    ")
	s := setter{source: []byte(text + "\n")}
	s.children(markdown.Parse(s.source))
	return template.HTML(s.String())
}

func escapeHTML(s string) string { return html.EscapeString(text.Safe(s)) }

// setter writes the tree of a markdown text as HTML.
type setter struct {
	strings.Builder
	source []byte // of the tree
}

func (s *setter) children(n ast.Node) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		s.node(child)
	}
}

func (s *setter) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading: // the page has headings of its own
		s.tag(n, "p", "strong")
	case *ast.Paragraph:
		s.tag(n, "p")
	case *ast.List:
		if n.IsOrdered() {
			s.tag(n, "ol")
		} else {
			s.tag(n, "ul")
		}
	case *ast.ListItem:
		s.tag(n, "li")
	case *ast.Blockquote:
		s.tag(n, "blockquote")
	case *ast.Emphasis:
		s.tag(n, [...]string{1: "em", 2: "strong"}[n.Level])
	case *east.Strikethrough:
		s.tag(n, "del")
	case *east.Table:
		s.tag(n, "table")
	case *east.TableHeader, *east.TableRow:
		s.tag(n, "tr")
	case *east.TableCell:
		s.tag(n, "td")
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		s.WriteString("<pre><code>" + escapeHTML(strings.TrimRight(markdown.Raw(n, s.source), "\n")) + "</code></pre>")
	case *ast.CodeSpan:
		s.WriteString("<code>" + escapeHTML(markdown.Raw(n, s.source)) + "</code>")
	case *ast.Text:
		s.WriteString(escapeHTML(markdown.Text(n.Value(s.source))))
		if n.HardLineBreak() {
			s.WriteString("<br>")
		} else if n.SoftLineBreak() {
			s.WriteString("\n")
		}
	case *ast.ThematicBreak:
		s.WriteString("<hr>")
	case *ast.HTMLBlock, *ast.LinkReferenceDefinition:
		s.WriteString("<p>" + escapeHTML(strings.TrimSpace(markdown.Raw(n, s.source))) + "</p>")
	case *ast.RawHTML:
		s.WriteString(escapeHTML(markdown.Raw(n, s.source)))
	case *ast.AutoLink:
		s.WriteString(escapeHTML(string(n.Label(s.source))))
	case *ast.Link:
		s.children(n)
		s.address(n.Destination)
	case *ast.Image:
		s.children(n)
		s.address(n.Destination)
	default:
		s.children(n)
	}
}

// tag writes the content of a node between these tags.
func (s *setter) tag(n ast.Node, names ...string) {
	s.WriteString("<" + strings.Join(names, "><") + ">")
	s.children(n)
	slices.Reverse(names)
	s.WriteString("</" + strings.Join(names, "></") + ">")
}

// address writes the target of a link as text, which cannot be clicked.
func (s *setter) address(raw []byte) { s.WriteString(" (" + escapeHTML(markdown.Text(raw)) + ")") }
