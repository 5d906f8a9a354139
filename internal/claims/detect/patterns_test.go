package detect

import (
	"slices"
	"strings"
	"testing"

	"ccc/internal/claims/detect/patterns"
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
	for _, p := range patterns.All() {
		example, counter := p.Examples()
		ofKind := func(s Statement) bool { return s.Kind == p.Kind || p.FromCode }
		if !slices.ContainsFunc(Statements(example, ""), ofKind) {
			t.Errorf("%s: %q is not found: %v\n%s", p.Kind, example, kindsIn(example), p.Exprs()[0].Expr)
		}
		if slices.ContainsFunc(Statements(counter, ""), ofKind) {
			t.Errorf("%s: %q is taken for a claim", p.Kind, counter)
		}
		if !matchesItself(p) {
			t.Errorf("%s: the pattern of %q does not match it", p.Kind, example)
		}
	}
}

// matchesItself reports whether the pattern, and not only another one, matches its example.
func matchesItself(p *patterns.Pattern) bool {
	example, _ := p.Examples()
	for _, s := range sentences(example) {
		for _, c := range clauses(strings.ToLower(s.plain)) {
			if p.Find(c) != nil {
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
