package wording

import (
	"strings"
	"testing"

	"ccc/internal/claims"
	"ccc/internal/lang"
)

// TestM04Feedback: a sentence is quoted once, however many claims it makes.
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
	if got := Claims(list).String(); !strings.HasSuffix(got, "further claims like this: 1") {
		t.Error(got)
	}
}

// TestM05Kinds: the line names everything that a sentence claims and the session does not show.
func TestM05Kinds(t *testing.T) {
	list := []claims.Claim{
		{Kind: claims.TestsPassed, Text: "All tests pass, committed and pushed.", Reason: claims.Partial,
			Steps: []claims.Step{{Step: 3, Command: "go test ./a"}}},
		{Kind: claims.Committed, Text: "All tests pass, committed and pushed.", Reason: claims.NoCommand},
		{Kind: claims.Pushed, Text: "All tests pass, committed and pushed.", Reason: claims.NoCommand},
	}
	const want = "“All tests pass, committed and pushed.” · tests: `go test ./a` looks at a part of it · " +
		"the session shows no commit · the session shows no push"
	if got := Claims(list).String(); !strings.HasSuffix(got, want) {
		t.Error(got)
	}
}

// TestM05NoReason: where nothing more is known than that the session does not support it, that is said once.
func TestM05NoReason(t *testing.T) {
	one := claims.Claim{Kind: claims.Deployed, Text: "It is live.", Reason: claims.Partial}
	other := claims.Claim{Kind: claims.Pushed, Text: "It is pushed.", Reason: claims.NoCommand}
	both := claims.Claim{Kind: claims.Pushed, Text: "It is live.", Reason: claims.NoCommand}
	const begin = "claimed, but the session does not support it: “It is live.”"
	for want, list := range map[string][]claims.Claim{
		begin: {one}, begin + " · further claims like this: 1": {one, other},
		begin + " · the session shows no push": {one, both},
	} {
		if got := Claims(list).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestM05ReasonName: the key of each reason has its meaning beside it, but in English, where it says it.
func TestM05ReasonName(t *testing.T) {
	for reason, want := range map[claims.Reason]string{
		claims.Partial: "只涉及一部分（partial）", claims.NoCommand: "没有运行能证明它的命令（no_command）", "other": "other",
	} {
		if got := ReasonName(reason, lang.Chinese); got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
		if got := ReasonName(reason, lang.English); got != string(reason) {
			t.Errorf("%s in English: %q", reason, got)
		}
	}
}

// TestM05Missing: where no command is there, the line says which kind of command is missing.
func TestM05Missing(t *testing.T) {
	for kind, want := range map[claims.Kind]string{
		claims.Fixed:    "the session shows no run that tries the repair",
		claims.Verified: "the session shows no command that looks at it",
		claims.Deleted:  "no step removed the file",
	} {
		if got := ClaimReason(claims.Claim{Kind: kind, Reason: claims.NoCommand}).String(); got != want {
			t.Errorf("%v: %q", kind, got)
		}
	}
}

// TestReasonsOf: a reason that two claims of a sentence share is told once, with both; a single reason needs no name.
func TestReasonsOf(t *testing.T) {
	made := func(k claims.Kind, command string) claims.Claim {
		steps := []claims.Step{{Step: 1, Command: command}}
		return claims.Claim{Kind: k, Text: "Done.", Reason: claims.FailedExit, Steps: steps}
	}
	tests, build, lint := made(claims.TestsPassed, "make"), made(claims.BuildPassed, "make"), made(claims.LintClean, "vet")
	for want, list := range map[string][]claims.Claim{
		"“Done.” · `make` failed":                                      {tests, build},
		"“Done.” · tests, build: `make` failed · linter: `vet` failed": {tests, build, lint},
	} {
		if got := Claims(list).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
