package detect

import (
	"slices"
	"strings"
	"testing"
)

// kindsIn returns the kinds of the claims in a message.
func kindsIn(message string) (list []Kind) {
	for _, s := range Statements(message, "") {
		list = append(list, s.Kind)
	}
	return list
}

// TestM01Patterns: each pattern finds its own example, and nothing of its kind in its counter-example.
func TestM01Patterns(t *testing.T) {
	for _, p := range patterns.Get() {
		var want, not bool
		for _, s := range Statements(p.example, "") {
			want = want || s.Kind == p.kind || p.fromCode
		}
		for _, s := range Statements(p.counter, "") {
			not = not || s.Kind == p.kind || p.fromCode
		}
		if !want {
			t.Errorf("%s: %q is not found: %v\n%s", p.kind, p.example, kindsIn(p.example), expand(p.expr))
		}
		if not {
			t.Errorf("%s: %q is taken for a claim", p.kind, p.counter)
		}
		if !matchesItself(p) {
			t.Errorf("%s: the pattern of %q does not match it", p.kind, p.example)
		}
	}
}

// matchesItself reports whether the pattern, and not only another one, matches its example.
func matchesItself(p *pattern) bool {
	for _, s := range sentences(p.example) {
		for _, c := range clauses(strings.ToLower(s.plain)) {
			if p.find(c) != nil {
				return true
			}
		}
	}
	return false
}

// TestM01Guards: each guard keeps its example from being a claim, but not its counter-example.
func TestM01Guards(t *testing.T) {
	for _, g := range guards {
		if got := kindsIn(g.example); len(got) > 0 {
			t.Errorf("%q is taken for %v", g.example, got)
		}
		if got := kindsIn(g.counter); len(got) == 0 {
			t.Errorf("%q is not found", g.counter)
		}
	}
}

// TestM01Frames: each frame finds its own example, and nothing of its kind in its counter-example.
func TestM01Frames(t *testing.T) {
	for _, f := range frames {
		has := func(message string) bool {
			return slices.ContainsFunc(Statements(message, ""), func(s Statement) bool {
				return f.kind == "" || s.Kind == f.kind
			})
		}
		if !has(f.example) {
			t.Errorf("%q is not found", f.example)
		}
		if has(f.counter) {
			t.Errorf("%q is taken for a claim", f.counter)
		}
	}
}

// TestM01Lexicon: a claim is found by the words of each row, and none in the row's counter-example.
func TestM01Lexicon(t *testing.T) {
	for _, row := range lexicon {
		if row.example == "" {
			continue
		}
		if len(kindsIn(row.example)) == 0 {
			t.Errorf("%q is not found", row.example)
		}
		if got := kindsIn(row.counter); len(got) > 0 {
			t.Errorf("%q is taken for %v", row.counter, got)
		}
	}
}

// TestAlternatives: a long expression is divided only where its own alternatives are.
func TestAlternatives(t *testing.T) {
	want := []string{`a(?:b|c)\|[|)]` + strings.Repeat("x", maxWhole), `\(d`, `[\]|]e`}
	if got := alternatives(strings.Join(want, "|")); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, p := range patterns.Get() {
		if len(p.unless) > maxWhole && strings.Contains(p.unless, "(?i)") {
			t.Errorf("a flag would be lost: %q", p.unless)
		}
	}
}
