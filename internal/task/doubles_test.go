package task

import (
	"slices"
	"strings"
	"testing"
)

// TestL06L08Doubles: if an answer names a finding by its id and again in words, it is one finding.
func TestL06L08Doubles(t *testing.T) {
	open, dismissed := found("Loop variable is unclear.", "sum.go:5"),
		found("Add a test for a nil slice.", "sum_test.go:5")
	open.ID, dismissed.ID, dismissed.Status = "F1", "F2", Dismissed
	id := func(name string) Finding { return Finding{ID: name, Status: Open, Severity: Blocker} }
	again := found("There ought to be a case with a nil argument in the tests.", "sum_test.go:7")
	third := found("The tests lack a case in which the argument is nil.", "sum_test.go:8")
	reworded := found("The variable of the loop needs a better name.", "sum.go:5")
	inFull := found(open.Text, open.Evidence)
	elsewhere := found(open.Text, "max.go:5")
	for name, c := range map[string]struct{ said, want []Finding }{
		"an open one in full":        {[]Finding{id("F1"), inFull}, []Finding{open}},
		"its id comes second":        {[]Finding{inFull, id("F1")}, []Finding{open}},
		"with its id and without":    {[]Finding{open, inFull}, []Finding{open}},
		"the same in another file":   {[]Finding{id("F1"), elsewhere}, []Finding{id("F1"), elsewhere}},
		"an open one in other words": {[]Finding{id("F1"), reworded}, []Finding{id("F1"), reworded}},
		"a dismissed one":            {[]Finding{id("F2"), again}, []Finding{withID(again, "F2")}},
		"two could be the dismissed": {[]Finding{id("F2"), again, third}, []Finding{id("F2"), again, third}},
		"an id that nobody knows":    {[]Finding{id("F9"), inFull}, []Finding{id("F9"), inFull}},
		"one that is fixed": {[]Finding{{ID: "F1", Status: Fixed}, inFull},
			[]Finding{{ID: "F1", Status: Fixed}, inFull}},
	} {
		got := WithoutDoubles(c.said, []Finding{open, dismissed})
		if !slices.EqualFunc(got, c.want, func(a, b Finding) bool {
			return a.ID == b.ID && a.Text == b.Text && a.Evidence == b.Evidence && a.Status == b.Status
		}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	v := Verdict{Findings: WithoutDoubles([]Finding{id("F2"), again}, []Finding{dismissed})}
	if v, _ = Weigh([]Finding{dismissed}, v, 2); !v.Completed || v.FoundAgain != 1 ||
		v.Findings[0].AgainText != again.Text {
		t.Errorf("a dismissed one holds the agent: %+v", v)
	}
}

func withID(f Finding, id string) Finding {
	f.ID = id
	return f
}

// TestL06AgentIsTold: the next feedback, and no later one, tells the agent what the user has dismissed meanwhile.
func TestL06AgentIsTold(t *testing.T) {
	p, s := Policy{MaxRounds: 10}, State{}
	review := func(v Verdict) (d Decision) {
		s, _ = p.Step(s, Event{Kind: Stopped, Turn: Turn{Asked: true, Tools: 1}})
		s, d = p.Step(s, Event{Kind: Reviewed, Verdict: v})
		return d
	}
	review(Verdict{Findings: []Finding{found("it panics", "x.go:1"), found("no test", "y.go:2")}})
	s, _ = p.Step(s, Event{Kind: Dismiss, Finding: "F2"})
	open := Verdict{Findings: []Finding{{ID: "F1", Status: Open, Severity: Blocker}}}
	const told = "The user has dismissed F2: do nothing for it."
	if d := review(open); d.Action != GoOn || !strings.HasSuffix(d.Feedback, told) {
		t.Errorf("the agent is not told: %q", d.Feedback)
	}
	if d := review(open); d.Action != GoOn || strings.Contains(d.Feedback, told) {
		t.Errorf("the agent is told once more: %q", d.Feedback)
	}
}

// TestL06AgentIsToldAfterLimit: what the user dismisses before, in or after the review at which a limit ends the task
// is told to the agent with the first feedback of the next count, and with no later one.
func TestL06AgentIsToldAfterLimit(t *testing.T) {
	dismissed := Event{Kind: Dismiss, Finding: "F2"}
	for when := range 3 {
		p, s := Policy{MaxRounds: 2}, State{}
		review := func(v Verdict, meanwhile ...Event) (d Decision) {
			s, _ = p.Step(s, Event{Kind: Stopped, Turn: Turn{Asked: true, Tools: 1}})
			for _, e := range meanwhile {
				s, _ = p.Step(s, e)
			}
			s, d = p.Step(s, Event{Kind: Reviewed, Verdict: v})
			return d
		}
		open := Verdict{Findings: []Finding{{ID: "F1", Status: Open, Severity: Blocker}}}
		review(Verdict{Findings: []Finding{found("it panics", "x.go:1"), found("no test", "y.go:2")}})
		if when == 0 {
			s, _ = p.Step(s, dismissed)
		}
		var during []Event
		if when == 1 {
			during = append(during, dismissed)
		}
		if d := review(open, during...); d.Code != CodeLimitAfterReview {
			t.Fatalf("no limit: %+v", d)
		}
		if when == 2 {
			s, _ = p.Step(s, dismissed)
		}
		s, _ = p.Step(s, Event{Kind: Sent})
		const told = "The user has dismissed F2: do nothing for it."
		if d := review(open); d.Action != GoOn || !strings.HasSuffix(d.Feedback, told) {
			t.Errorf("%d: the agent is not told: %q", when, d.Feedback)
		}
		p.MaxRounds++
		if d := review(open); d.Action != GoOn || strings.Contains(d.Feedback, told) {
			t.Errorf("%d: the agent is told once more: %q", when, d.Feedback)
		}
	}
}
