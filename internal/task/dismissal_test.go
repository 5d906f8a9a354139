package task

import (
	"testing"
	"time"
)

// TestL06FromOutside: a finding that the user dismisses in another terminal during a review does not hold the agent at
// its end, and one whose dismissal is taken back does. A finding that only resembles a dismissed one of the same task
// stays open.
func TestL06FromOutside(t *testing.T) {
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	one, two := found("the error is not handled here", "a.go:3"), found("the error is not handled there", "a.go:9")
	one.ID, two.ID = "F1", "F2"
	dismissed := one.dismiss(Dismissal{Reason: "as it was", At: at}, 0)
	again := Verdict{Feedback: "not yet", Findings: []Finding{{ID: "F1", Status: Open, Severity: Blocker}}}
	review := func(known []Finding, d Dismissals) Verdict {
		v := again
		v.Findings = append(v.Findings[:1:1], d.Changes(known)...)
		v, _ = Weigh(known, v, 2)
		return v
	}
	now := Dismissals{Findings: []Finding{dismissed}}
	if v := review([]Finding{one}, now); !v.Completed || v.Findings[0].Reason != "as it was" || v.FoundAgain != 1 {
		t.Errorf("a dismissed finding holds: %+v", v)
	}
	if v := review([]Finding{one, two}, now); v.Completed || v.Findings[1].Status != Open {
		t.Errorf("the dismissal has settled another finding: %+v", v)
	}
	if v := review([]Finding{dismissed}, Dismissals{Undone: []Finding{dismissed}}); v.Completed ||
		v.Findings[0].Status != Open || v.Findings[0].Ended != 0 {
		t.Errorf("a finding whose dismissal was taken back does not hold: %+v", v)
	}
	if v := review([]Finding{dismissed}, Dismissals{}); !v.Completed {
		t.Errorf("a dismissal that could not be stored is forgotten: %+v", v)
	}
	if v := review([]Finding{dismissed}, Dismissals{Whole: true}); v.Completed {
		t.Errorf("what the agent can have written as dismissed holds nobody: %+v", v)
	}
	if v := review([]Finding{dismissed}, Dismissals{Findings: []Finding{dismissed}, Whole: true}); !v.Completed {
		t.Errorf("what the user has dismissed holds: %+v", v)
	}
	later := dismissed.dismiss(Dismissal{At: at.Add(time.Hour)}, 0)
	both := Dismissals{Findings: []Finding{later}, Undone: []Finding{dismissed}}
	if v := review([]Finding{dismissed}, both); !v.Completed {
		t.Errorf("a finding that was dismissed once more holds: %+v", v)
	}
	other := found("the error is not handled", "a.go:3")
	if v := review([]Finding{one}, Dismissals{Findings: []Finding{other}}); !v.Completed {
		t.Errorf("what was dismissed in another session holds: %+v", v)
	}
}
