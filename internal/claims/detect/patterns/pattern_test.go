package patterns

import (
	"slices"
	"strings"
	"testing"
)

// TestAlternatives: a long expression is divided only where its own alternatives are.
func TestAlternatives(t *testing.T) {
	want := []string{`a(?:b|c)\|[|)]` + strings.Repeat("x", maxWhole), `\(d`, `[\]|]e`}
	if got := alternatives(strings.Join(want, "|")); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, p := range All() {
		if len(p.unless) > maxWhole && strings.Contains(p.unless, "(?i)") {
			t.Errorf("a flag would be lost: %q", p.unless)
		}
	}
}
