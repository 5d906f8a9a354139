package text

import (
	"slices"
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

// TestLazyRegexp: its methods do what those of the compiled expression do, whether a text has the words or not.
func TestLazyRegexp(t *testing.T) {
	for _, expr := range []string{`pass(?:ed)?\b`, `(?i)PASS`, `(\d+) (?:ok|good|fine|well|green)`, `^$`, `[没未]`, `TESTS`} {
		l := &LazyRegexp{Expr: expr, Expand: func(e string) string { return strings.ReplaceAll(e, "TESTS", "tests?") }}
		for _, text := range []string{"", "all tests passed", "PASS: 3 ok, 4 good", "4 green", "没过", "pas"} {
			re := l.Get()
			if l.MatchString(text) != re.MatchString(text) ||
				!slices.Equal(l.FindStringIndex(text), re.FindStringIndex(text)) ||
				len(l.FindAllStringIndex(text, -1)) != len(re.FindAllStringIndex(text, -1)) ||
				!slices.Equal(l.FindStringSubmatch(text), re.FindStringSubmatch(text)) ||
				l.ReplaceAllString(text, "<$1>") != re.ReplaceAllString(text, "<$1>") {
				t.Errorf("%s in %q", expr, text)
			}
		}
	}
}
