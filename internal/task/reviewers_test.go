package task

import (
	"testing"

	"ccc/internal/lang"
)

// TestG07Basis: the line on a review by several says who said what; of one it is as ever.
func TestG07Basis(t *testing.T) {
	one := Reviewer{Name: "supervisor", Completed: true, Evidence: []string{"Read a (ok)"}}
	other := Reviewer{Name: "go", Feedback: "no", Evidence: []string{"Bash b (ok)"}}
	third := Reviewer{Name: "x", Blocked: true, Feedback: "which?"}
	for want, said := range map[string][]Reviewer{
		"checked: Read a (ok) · $0.00, 0% of the prompt from the cache": {one},
		"supervisor: completed, go: not completed, x: a question for you · " +
			"checked: Read a (ok), go: Bash b (ok) · $0.00, 0% of the prompt from the cache": {one, other, third},
	} {
		if got := Join(said).Basis().String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := lang.Chinese.Text(Ran([]string{"Read a (ok)", "Bash b (exit 1)"})); got != "Read a（成功）, Bash b (exit 1)" {
		t.Errorf("in Chinese: %q", got)
	}
}

// TestG07Gave: verdicts of a review that is tried again are kept, and forgotten with the next review.
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
