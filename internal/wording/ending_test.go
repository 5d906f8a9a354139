package wording

import "testing"

// TestEndingWord: each outcome, with its reason, has one word for all summaries, lists and reports.
func TestEndingWord(t *testing.T) {
	for want, list := range map[string][]Ending{
		"completed":              {{Outcome: "completed", Rounds: 1}, {Outcome: "completed", IsHook: true, Rounds: 1}},
		"not completed":          {{Outcome: "not_completed"}, {Outcome: "not_completed", IsHook: true, Unreviewed: true}},
		"completed by dismissal": {{Outcome: "completed", Rounds: 1, Dismissed: true}},
		"partly completed":       {{Outcome: "completed", Rounds: 4, Partly: true}},
		"interrupted":            {{Outcome: "interrupted"}},
		"accepted": {
			{Outcome: "completed", Accepted: true}, {Outcome: "completed", Accepted: true, Dismissed: true},
		},
		"needs you": {
			{Outcome: "needs_user"}, {Outcome: "needs_user", Unreviewed: true}, // login, credit, or no verdict
			{Outcome: "needs_user", IsHook: true, Rounds: 1}, // a question
		},
		"not reviewed": {
			{Unreviewed: true}, {IsHook: true, Unreviewed: true}, {Outcome: "needs_user", IsHook: true},
		},
		"last stop not reviewed": {
			{Unreviewed: true, Rounds: 1}, {Outcome: "needs_user", IsHook: true, Rounds: 2, Unreviewed: true},
		},
		"nothing done": {{}, {IsHook: true}},
		"error":        {{Failed: true}, {Failed: true, Unreviewed: true}},
		"broke off":    {{BrokeOff: true}},
	} {
		for _, e := range list {
			if got := e.Word().String(); got != want {
				t.Errorf("%+v: %s, want %s", e, got, want)
			}
		}
	}
}
