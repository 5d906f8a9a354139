package watch

import (
	"strings"
	"testing"
)

// TestEndAtLeast: the end of a watched session, like its line in the list, says when the cost is only what is known.
func TestEndAtLeast(t *testing.T) {
	for _, noVerdict := range []int{0, 1} {
		s := Session{Outcome: "completed", CostUSD: 0.8, AtLeast: true, ended: true, noVerdict: noVerdict}
		if said := endMessage(s).String(); !strings.HasSuffix(said, " · at least $0.80") {
			t.Errorf("it says %q", said)
		}
	}
}
