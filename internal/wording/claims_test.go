package wording

import (
	"strings"
	"testing"

	"ccc/internal/claims"
)

// TestM04Feedback: a sentence is told once, whatever it claims.
func TestM04Feedback(t *testing.T) {
	list := []claims.Claim{
		{Kind: claims.TestsPassed, Text: "Tests and build pass.", Suggest: "run the tests"},
		{Kind: claims.BuildPassed, Text: "Tests and build pass.", Suggest: "build it"},
		{Kind: claims.Fixed, Text: "It is fixed.", Suggest: "run it"},
	}
	if got := ClaimFeedback(list); strings.Count(got, "Tests and build pass.") != 1 ||
		!strings.Contains(got, "run the tests; build it\n") || !strings.Contains(got, "\"It is fixed.\": run it\n") {
		t.Error(got)
	}
	if got := Claims(list).String(); !strings.HasSuffix(got, "and 1 more") {
		t.Error(got)
	}
}
