package watch

import (
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/internal/session"
)

// TestListAtLeast: the list says it, too, when the cost of a session that has ended is only what is known.
func TestListAtLeast(t *testing.T) {
	var ended session.Summary
	ended.AtLeast, ended.End.CostUSD = true, 0.25
	if got := cost(Config{}.ofSummary(ended), lang.English); got != "at least $0.25" {
		t.Errorf("the list says %q", got)
	}
}

// TestEndAtLeast: the end of a watched session, like its line in the list, says when the cost is only what is known.
func TestEndAtLeast(t *testing.T) {
	for _, noVerdict := range []int{0, 1} {
		s := Session{Outcome: "completed", CostUSD: 0.8, AtLeast: true, ended: true, noVerdict: noVerdict}
		if said := endMessage(s).String(); !strings.HasSuffix(said, " · at least $0.80") {
			t.Errorf("it says %q", said)
		}
	}
}
