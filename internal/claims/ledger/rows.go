package ledger

import (
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A Row of an outcome table says how one thing ended: a host of a playbook, a check of CI, an environment of tox.
type Row struct {
	Name   string
	Failed bool
}

// rowLines match rows of outcome tables: line has the name as its group, and failed matches only a row that failed.
var rowLines = []struct{ line, failed *text.LazyRegexp }{
	{&text.LazyRegexp{Expr: `(?m)^(\S+) +: ok=\d.*$`}, &text.LazyRegexp{Expr: `\b(?:unreachable|failed)=[1-9]`}},
	{&text.LazyRegexp{Expr: `(?m)^[X✗✓] +(\S.*?)(?: {2,}|\t).*$`}, &text.LazyRegexp{Expr: `^[X✗]`}},
	{&text.LazyRegexp{Expr: `(?m)^([^\t\n]+)\t(?:pass|fail|pending)\t.*$`}, &text.LazyRegexp{Expr: `\t(?:fail|` +
		`pending)\t`}},
	{&text.LazyRegexp{Expr: `(?m)^ *(py[\w.-]+|lint|docs|types?): (?:OK|FAIL|commands succeeded|exited with code).*$`},
		&text.LazyRegexp{Expr: `: (?:FAIL|exited with code [1-9])`}},
}

// readRows reads the rows of an outcome table.
func (r *Run) readRows(output string) {
	if !r.WatchesCI && r.Kinds&(shell.Deploy|shell.Tests) == 0 || r.Outcome != ExitFailed && r.Outcome != OutputFailed {
		return
	}
	for _, form := range rowLines {
		for _, m := range form.line.Get().FindAllStringSubmatch(output, maxRecent) {
			r.Rows = append(r.Rows, Row{strings.ToLower(m[1]), form.failed.MatchString(m[0])})
		}
	}
}
