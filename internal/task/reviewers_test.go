package task

import (
	"testing"
)

// TestG07Gave: verdicts of a review that is repeated are kept, and dropped at the next review.
func TestG07Gave(t *testing.T) {
	p := Policy{MaxRounds: 3}
	s, _ := p.Step(State{}, Event{Kind: Sent})
	s, _ = p.Step(s, Event{Kind: Stopped, Turn: Turn{Asked: true}})
	gave := []Reviewer{{Name: "supervisor", Completed: true}}
	failed := Event{Kind: Reviewed, Verdict: Verdict{Failure: 1}, Tries: 1, Files: Files{Gave: gave}}
	again, d := p.Step(s, failed)
	if d.Action != Retry || len(again.Gave) != 1 {
		t.Fatalf("%+v, %+v", d, again)
	}
	given, _ := p.Step(again, Event{Kind: Reviewed, Verdict: Verdict{Feedback: "no"}, Tries: 2})
	failed.Tries = 2
	yielded, _ := p.Step(again, failed)
	next, _ := p.Step(yielded, Event{Kind: ReviewNow})
	if given.Gave != nil || next.Gave != nil {
		t.Errorf("after a verdict %+v, in the next review %+v", given.Gave, next.Gave)
	}
}
