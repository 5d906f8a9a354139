package task

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestL07Answers: the reviewer is told the agent's lines about open findings, and no others.
func TestL07Answers(t *testing.T) {
	findings := []Finding{{ID: "F1", Status: Open}, {ID: "F2", Status: Fixed}, {ID: "F12", Status: Open}}
	said := "Done.\n\n- **F1**: the API returns\r\v\u2028nil there\nF2: fixed\n> F12 (blocker): see client.go:40\nF3: who?\nF1 is fine"
	want := "F1: the API returns nil there|F12: see client.go:40"
	if got := strings.Join(AnswersTo(findings, AnswersIn(said)), "|"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestL07HeardOfEachMessage: what the agent says about a finding in any message counts until the next verdict, even if
// a limit has ended the count meanwhile. Of many answers the newest are kept.
func TestL07HeardOfEachMessage(t *testing.T) {
	p, at := Policy{MaxRounds: 10}, time.Date(2026, 11, 24, 2, 0, 0, 0, time.UTC)
	s := State{Began: at, Ended: EndedNew, Count: 3, Findings: []Finding{found("no test", "a.go:1")}}
	s.Findings[0].ID = "F1"
	s.AddAnswers([]string{"F1: it is generated", "F2: who?"})
	s, _ = p.Step(s, Event{Kind: Sent, At: at})
	s.AddAnswers([]string{"F1: see gen.go:3", "F1: it is generated"})
	if got := strings.Join(s.Answers, "|"); got != "F1: it is generated|F1: see gen.go:3" {
		t.Errorf("heard %q", got)
	}
	s, _ = p.Step(s, Event{Kind: Stopped, At: at, Turn: Turn{Asked: true, Said: "done"}})
	failed, _ := p.Step(s, Event{Kind: Reviewed, At: at, Verdict: Verdict{Failure: 1}})
	if len(failed.Answers) != 2 {
		t.Errorf("after a review without a verdict: %q", failed.Answers)
	}
	s, _ = p.Step(s, Event{Kind: Reviewed, At: at, Verdict: Verdict{Feedback: "no", Findings: []Finding{
		{ID: "F1", Status: Open, Severity: Blocker},
	}}})
	if len(s.Answers) > 0 {
		t.Errorf("after a verdict: %q", s.Answers)
	}
	for i := range 30 {
		s.AddAnswers([]string{fmt.Sprintf("F1: reason %d", i)})
	}
	if len(s.Answers) != maxAnswers || !slices.Contains(s.Answers, "F1: reason 29") {
		t.Errorf("of 30 are kept %q", s.Answers)
	}
}
