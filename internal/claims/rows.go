package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A row of an outcome table says how one thing ended: a host of a playbook, a check of CI, an environment of tox.
type row struct {
	name   string
	failed bool
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
func (r *run) readRows(output string) {
	if !r.watchesCI && r.kinds&(shell.Deploy|shell.Tests) == 0 || r.outcome != exitFailed && r.outcome != outputFailed {
		return
	}
	for _, form := range rowLines {
		for _, m := range form.line.Get().FindAllStringSubmatch(output, maxRecent) {
			r.rows = append(r.rows, row{strings.ToLower(m[1]), form.failed.MatchString(m[0])})
		}
	}
}

// allNamedRowsPassed reports whether a claim names a row of a failed run, and no row that it names failed.
func (r *run) allNamedRowsPassed(s detect.Statement) bool {
	head := negatedAside.Get().ReplaceAllString(s.Head, "")
	named := slices.DeleteFunc(slices.Clone(r.rows), func(one row) bool { return !hasWord(head, one.name) })
	return len(named) > 0 && !slices.ContainsFunc(named, func(one row) bool { return one.failed })
}

// negatedAside matches what is in parentheses and says that something was not so: "(db1 was unreachable)".
var negatedAside = text.LazyRegexp{Expr: `[（(][^（()）]*(?:\b(?:not|except|without|failed|unreachable|down)\b|` +
	`n't\b|[未没不])` +
	`[^（()）]*(?:[)）]|$)`}

// failedInCI returns the turn's last look at CI if it shows a check of the claim's kind that failed; otherwise nil.
func (r *Reader) failedInCI(s detect.Statement) *run {
	for _, one := range slices.Backward(r.runs) {
		if one.at.step <= r.turn.stepsBefore || !one.watchesCI || one.outcome == notRun {
			continue
		}
		if slices.ContainsFunc(one.rows, func(row row) bool {
			return row.failed && shell.KindsOfName(row.name)&s.Kind.ProvedBy() != 0
		}) && !one.allNamedRowsPassed(s) {
			return one
		}
		break
	}
	return nil
}
