package markdown

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// TestTable: what GitHub takes for a table, and what its cells contain.
func TestTable(t *testing.T) {
	for text, want := range map[string]string{
		"| a | b |\n|---|:-:|\n| c | d |":  "[none center] a|b c|d",
		"a | b\n:- | -:\nc | d":            "[left right] a|b c|d",
		"before\n\na|b\n-|-":               "[none none] a|b",
		"before\na|b\n-|-\nc|d":            "[none none] a|b c|d", // the line before it stays a paragraph
		"| a |\n|---|\n|":                  "[none] a ",
		"|a|b|\n|-|-|\n|c|\n|d|e|f|":       "[none none] a|b c| d|e",
		"|a|b|\n|-|-|\n||c|":               "[none none] a|b |c",
		"|a\\|b|\n|-|\n|`c|d`|\n|`e\\|f`|": "[none] a|b c|d e|f",
		"> - |a|b|\n>   |-|-|\n>   |c|d|":  "[none none] a|b c|d",
		"|a|b|\n|-|":                       "", // fewer dashes than names
		"|a|\n|-|-|":                       "",
		"|a|\n|:|":                         "",
		"|a|\n|-:-|":                       "",
		"|a|\n\n|-|":                       "",
		"a|b\n-|-\n" + strings.Repeat("x\n", maxCells/2-2): "[none none] a|b" + strings.Repeat(" x|", maxCells/2-2),
		"a|b\n-|-\n" + strings.Repeat("x\n", maxCells/2-1): "",
	} {
		source := []byte(text + "\n")
		if got := tableOf(Parse(source), source); got != want {
			t.Errorf("%.80q is the table %.80q, want %.80q", text, got, want)
		}
	}
}

// tableOf writes the first table below a node on one line: spaces between rows, | between cells.
func tableOf(n ast.Node, source []byte) (said string) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *east.Table:
			if !entering {
				return ast.WalkStop, nil
			}
			var alignments []string
			for _, a := range n.Alignments {
				alignments = append(alignments, a.String())
			}
			said = "[" + strings.Join(alignments, " ") + "]"
		case *east.TableHeader, *east.TableRow:
			if entering {
				said += " "
			}
		case *east.TableCell:
			if entering && n.PreviousSibling() != nil {
				said += "|"
			}
		case *ast.CodeSpan:
			if entering {
				said += Raw(n, source)
			}
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if entering && n.Parent().Kind() == east.KindTableCell {
				said += Text(n.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	return said
}
