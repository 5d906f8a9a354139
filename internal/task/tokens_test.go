package task

import (
	"testing"
	"time"

	"ccc/streamjson"
)

// TestP05Tokens: the limit on tokens ends a task as the one on cost does, and the one that is reached first is named.
func TestP05Tokens(t *testing.T) {
	p := Policy{MaxRounds: 9, MaxTokens: 100, MaxCostUSD: 5, TokensFrom: Source{Shared: true}}
	s, _ := p.Step(State{}, Event{Kind: Sent, At: time.Now()})
	for _, test := range []struct {
		name   string
		event  Event
		end    End
		tokens int64
	}{
		{"a stop over it", Event{Kind: Stopped, Tokens: 100, Turn: Turn{Asked: true}}, EndedTokens, 100},
		{"a turn that was ended for it", Event{Kind: Stopped, Tokens: 100,
			Turn: Turn{Asked: true, Spent: true}}, EndedTokens, 100},
		{"a verdict over it", Event{Kind: Reviewed, Tokens: 101, Verdict: Verdict{Feedback: "more"}}, EndedTokens, 101},
		{"a reviewer that was ended for it",
			Event{Kind: Reviewed, Tokens: 100, Verdict: Verdict{Failure: streamjson.Budget}}, EndedTokens, 100},
		{"the cost first", Event{Kind: Stopped, Tokens: 1, CostUSD: 5, Turn: Turn{Asked: true}}, EndedCost, 1},
		{"neither", Event{Kind: Stopped, Tokens: 99, Turn: Turn{Asked: true}}, "", 99},
	} {
		after, d := p.Step(s, test.event)
		if after.Ended != test.end || after.Tokens != test.tokens {
			t.Errorf("%s: ended %q after %d, want %q after %d", test.name, after.Ended, after.Tokens, test.end, test.tokens)
		}
		if d.Reached != nil && (d.Reached.Tokens != after.Tokens || d.Reached.Shared != (test.end == EndedTokens)) {
			t.Errorf("%s: %+v", test.name, *d.Reached)
		}
		if !after.Ended.IsExhausted() && test.end != "" {
			t.Errorf("%s: reviews go on", test.name)
		}
	}
	if left := p.Left(State{Tokens: 40, CostUSD: 1}); left != (Budget{USD: 4, Tokens: 60}) {
		t.Errorf("%+v is left", left)
	}
	if left := (Budget{USD: 4, Tokens: 60}).Minus(9, 99); left.USD != LeastUSD || left.Tokens != 1 {
		t.Errorf("%+v is left", left)
	}
	if share := (Budget{Tokens: 60}).Share(4); share != (Budget{Tokens: 15}) {
		t.Errorf("%+v is one's share", share)
	}
	if share := (Budget{USD: LeastUSD, Tokens: 3}).Share(4); share != (Budget{USD: LeastUSD, Tokens: 1}) {
		t.Errorf("%+v is one's share of little", share)
	}
}
