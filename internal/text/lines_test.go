package text

import (
	"strings"
	"testing"
)

// TestLineExpr: the words by which lines are skipped hide no match, in whichever line it is.
func TestLineExpr(t *testing.T) {
	const lines = "ok  \tx\t0.1s\n--- FAIL: TestX (0.00s)\n\n3 passed\nerror: broken"
	for expr, want := range map[string]bool{
		`^--- FAIL`:               true,
		`^FAIL`:                   false,
		`(?i)BROKEN$`:             true,
		`\d+ (?:passed|passing)$`: true,
		`^[X✗]`:                   false,
		`^[3-5] `:                 true,
		`^ok\s+\S+\s|absent`:      true,
		`^\s*$`:                   true,
		`passed\nerror`:           false,
	} {
		if got := CompileLines(expr).Match(lines); got != want {
			t.Errorf("%s: %v", expr, got)
		}
	}
	e := LazyLines(`^end$`).Get()
	if e.Match(strings.Repeat("x", MaxSearched) + "end") {
		t.Error("a line is searched beyond its limit")
	}
	if e.MayMatch("begin") || !e.MayMatch("the end") || !e.Regexp().MatchString("end") || len(e.Words()) != 1 {
		t.Errorf("%q", e.Words())
	}
}
