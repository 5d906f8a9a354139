package task

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func found(text, evidence string, unproven ...string) Finding {
	return Finding{Severity: Blocker, Status: Open, Criterion: "x is 0", Evidence: evidence,
		Text: text, Unproven: unproven}
}

// reviewRounds makes reviews of the same task until the policy no longer sends feedback. It returns the last decision
// and the state.
func reviewRounds(t *testing.T, verdicts ...Verdict) (d Decision, s State) {
	t.Helper()
	p := Policy{MaxRounds: 10, MaxStalled: 3}
	for i, v := range verdicts {
		now := time.Unix(int64(i), 0)
		s, d = p.Step(s, Event{Kind: Stopped, At: now, Turn: Turn{Asked: true, Tools: 1}})
		if d.Action != Review {
			t.Fatalf("stop %d: %+v", i+1, d)
		}
		if s, d = p.Step(s, Event{Kind: Reviewed, At: now, Verdict: v}); d.Action != GoOn {
			if i+1 < len(verdicts) {
				t.Fatalf("it ended after %d of %d reviews: %+v", i+1, len(verdicts), d)
			}
			return d, s
		}
	}
	return d, s
}

// TestL05Rounds: how many reviews a task takes with each kind of reviewer.
func TestL05Rounds(t *testing.T) {
	of := func(list ...Finding) Verdict { return Verdict{Findings: list} }
	advice, status := found("rename x", ""), func(id string, s Status) Finding { return Finding{ID: id, Status: s} }
	advice.Severity = Advice
	dismissed := found("a line is missing", "y.go:3")
	dismissed.Status = Dismissed
	unproven := func(text string) Finding { return found(text, "", CriterionUnproven, EvidenceUnproven) }
	for name, c := range map[string]struct {
		verdicts []Verdict
		code     Code
		ended    End
		open     string // ids
	}{
		"advice only": {[]Verdict{of(advice)}, CodeCompleted, EndedCompleted, "F1"},
		"other blockers each time": {
			[]Verdict{of(unproven("add logging")), of(unproven("add metrics")), of(unproven("write a wiki page"))},
			CodeLimitAfterReview, EndedNew, "F1 F2 F3",
		},
		"other proven blockers each time": {
			[]Verdict{of(found("it panics", "x.go:1")), of(found("no test", "y.go:2"), status("F1", Fixed)),
				of(found("slow", "z.go:3"), status("F2", Fixed))},
			CodeLimitAfterReview, EndedNew, "F3",
		},
		"one of two old blockers open again each time, without evidence": {
			[]Verdict{of(unproven("use tabs")), of(status("F1", Fixed), found("names are short", "y.go:2")),
				of(status("F2", Fixed), unproven("use tabs"))},
			CodeLimitAfterReview, EndedNew, "F1",
		},
		"an old blocker open again, with evidence": {
			[]Verdict{of(found("it panics", "x.go:1")), of(status("F1", Fixed), found("no test", "y.go:2")),
				of(status("F2", Fixed), found("it panics", "x.go:1"))},
			CodeFeedback, "", "F1",
		},
		"dismissed before": {[]Verdict{of(dismissed)}, CodeCompleted, EndedCompleted, ""},
		"two fixed one by one": {
			[]Verdict{of(found("it panics", "x.go:1"), found("no test", "y.go:2")),
				of(status("F1", Fixed), status("F2", Open)), {Completed: true}},
			CodeCompleted, EndedCompleted, "",
		},
		"a regression later": {
			[]Verdict{of(found("it panics", "x.go:1"), found("no test", "y.go:2")),
				of(status("F1", Fixed), status("F2", Open)), of(status("F2", Fixed), found("broken again", "x.go:1")),
				{Completed: true}},
			CodeCompleted, EndedCompleted, "",
		},
		"one fixed at a time, the others left out": {
			[]Verdict{of(found("it panics", "x.go:1"), found("no test", "y.go:2"), found("slow", "z.go:3")),
				of(status("F1", Fixed)), of(status("F2", Fixed)), of(status("F3", Fixed))},
			CodeCompleted, EndedCompleted, "",
		},
		"new ones beside one that is left out": {
			[]Verdict{of(found("it panics", "x.go:1"), found("no test", "y.go:2")),
				of(status("F1", Fixed), found("slow", "z.go:3")), of(found("a race", "w.go:4"))},
			CodeFeedback, "", "F2 F3 F4",
		},
		"a new one beside an old one each time, and none ends": {
			[]Verdict{of(found("it panics", "x.go:1")), of(status("F1", Open), found("no test", "y.go:2")),
				of(status("F1", Open), found("slow", "z.go:3")), of(found("a race", "w.go:4"), status("F1", Open)),
				of(status("F1", Open), found("a leak", "v.go:5"))},
			CodeLimitAfterReview, EndedNew, "F1 F2 F3 F4 F5",
		},
		"the same, and one ends": {
			[]Verdict{of(found("it panics", "x.go:1")), of(status("F1", Open), found("no test", "y.go:2")),
				of(status("F1", Open), found("slow", "z.go:3")), of(found("a race", "w.go:4"), status("F2", Fixed)),
				of(status("F1", Open), found("a leak", "v.go:5"))},
			CodeFeedback, "", "F1 F3 F4 F5",
		},
		"advice after a new one": {
			[]Verdict{of(found("it panics", "x.go:1")), of(status("F1", Fixed), found("no test", "y.go:2")), of(advice)},
			CodeFeedback, "", "F2 F3",
		},
		"a dismissed one alone, beside open ones": {
			[]Verdict{of(found("it panics", "x.go:1")), of(dismissed), of(dismissed)}, CodeFeedback, "", "F1",
		},
		"one fixed, and a new one that is not confirmed": {
			[]Verdict{of(found("it panics", "x.go:1")), of(status("F1", Fixed), unproven("add logging"))},
			CodeCompleted, EndedCompleted, "F2",
		},
		"advice that is called a blocker later, without evidence": {
			[]Verdict{of(found("it panics", "x.go:1"), advice), of(status("F1", Fixed), Finding{
				ID: "F2", Severity: Blocker, Status: Open, Text: "rename x", Unproven: []string{EvidenceUnproven},
			})}, CodeCompleted, EndedCompleted, "F2",
		},
		"advice that is called a blocker later, with evidence": {
			[]Verdict{of(found("it panics", "x.go:1"), advice), of(status("F1", Fixed), Finding{
				ID: "F2", Severity: Blocker, Status: Open, Text: "rename x", Criterion: "x is 0", Evidence: "x.go:2",
			})}, CodeFeedback, "", "F2",
		},
		"all withdrawn": {
			[]Verdict{of(found("it panics", "x.go:1")), of(status("F1", Withdrawn))}, CodeCompleted, EndedCompleted, "",
		},
		"an id that nobody has": {[]Verdict{of(status("F9", Fixed), found("it panics", "x.go:1"))}, CodeFeedback, "", "F1"},
		"in words alone":        {[]Verdict{{Feedback: "add a test"}, {Feedback: "and docs"}}, CodeFeedback, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, s := reviewRounds(t, c.verdicts...)
			var ids []string
			for _, f := range s.Findings {
				if f.Status == Open {
					ids = append(ids, f.ID)
				}
			}
			if open := strings.Join(ids, " "); d.Code != c.code || s.Ended != c.ended || open != c.open {
				t.Errorf("%s, ended %q, open %s; want %s, %q, %s", d.Code, s.Ended, open, c.code, c.ended, c.open)
			}
		})
	}
}

// TestL03LaterFinding: a new blocker that ccc could not confirm becomes advice in a later review, but not in the first
// one.
func TestL03LaterFinding(t *testing.T) {
	_, s := reviewRounds(t, Verdict{Findings: []Finding{found("it panics", "", EvidenceUnproven)}},
		Verdict{Findings: []Finding{{ID: "F1", Status: Open}, found("no test", "", EvidenceUnproven), found("slow", "z.go:3")}})
	for i, want := range []Severity{Blocker, Advice, Blocker} {
		if s.Findings[i].Severity != want {
			t.Errorf("%+v, want %s", s.Findings[i], want)
		}
	}
}

// TestL02OpenAgain: if a later answer leaves out fields of an open finding, the old values stay, and the finding stays
// as proven as it was.
func TestL02OpenAgain(t *testing.T) {
	_, s := reviewRounds(t, Verdict{Findings: []Finding{found("it panics", "x.go:1")}},
		Verdict{Findings: []Finding{{
			ID: "F1", Status: Open, Severity: Blocker, Text: "it still panics",
			Unproven: []string{CriterionUnproven, EvidenceUnproven},
		}}})
	if f := s.Findings[0]; f.Text != "it still panics" || f.Evidence != "x.go:1" || len(f.Unproven) != 0 {
		t.Errorf("%+v", f)
	}
	_, s = reviewRounds(t, Verdict{Findings: []Finding{found("it panics", "x.go:1")}},
		Verdict{Findings: []Finding{{
			ID: "F1", Status: Open, Evidence: "y.go:9", Text: "there", Unproven: []string{EvidenceUnproven},
		}}})
	if f := s.Findings[0]; f.Evidence != "y.go:9" || len(f.Unproven) != 1 || f.Criterion != "x is 0" {
		t.Errorf("%+v", f)
	}
}

// TestL01InWords: feedback in words is one finding, which the reviewer's next words replace. It holds the agent in each
// round, whatever another reviewer says, until the reviewer names findings or accepts the work.
func TestL01InWords(t *testing.T) {
	said := func(list ...Reviewer) Verdict { return Join(list) }
	_, s := reviewRounds(t, said(Reviewer{Feedback: "add a test"}), said(Reviewer{Feedback: "the build is red"}))
	if f := s.Findings[0]; len(s.Findings) != 1 || f.Text != "the build is red" || f.Status != Open || f.Found != 1 {
		t.Errorf("%+v", s.Findings)
	}
	if got := s.Verdict.MessageToAgent(); got != "the build is red" {
		t.Errorf("the agent is told %q", got)
	}
	nit := found("rename x", "")
	nit.Severity = Advice
	both := []Reviewer{{Name: "a", Feedback: "the build is red"}, {Name: "b", Findings: []Finding{nit}}}
	if d, _ := reviewRounds(t, Join(both), Join(both)); d.Action != GoOn ||
		!strings.Contains(d.Feedback, "the build is red") {
		t.Errorf("advice of one reviewer ends the objection of another: %+v", d)
	}
	d, _ := reviewRounds(t, said(Reviewer{Feedback: "add a test"}),
		said(Reviewer{Findings: []Finding{found("slow", "z.go:3")}}),
		said(Reviewer{Findings: []Finding{{ID: "F2", Status: Fixed}}, Feedback: "the build is red"}))
	if d.Action != GoOn || d.Feedback != "the build is red" {
		t.Errorf("%+v", d)
	}
	_, s = reviewRounds(t, said(Reviewer{Feedback: "add a test"}),
		said(Reviewer{Findings: []Finding{found("slow", "z.go:3")}}))
	if len(s.Findings) != 2 || s.Findings[0].Status != Withdrawn || s.Findings[1].Severity != Blocker {
		t.Errorf("%+v", s.Findings)
	}
}

// TestL03FirstLook: a blocker that a reviewer names at its first look stays one in any round; this is not a new demand.
func TestL03FirstLook(t *testing.T) {
	late := func(text string) Verdict {
		f := found(text, "", EvidenceUnproven)
		f.First, f.Reviewers = true, []string{text}
		return Verdict{Findings: []Finding{f}}
	}
	d, s := reviewRounds(t, late("it panics"), late("no docs"), late("a race"))
	if d.Action != GoOn || len(OpenFindings(s.Findings)) != 3 || s.Findings[2].Severity != Blocker {
		t.Errorf("%+v, %+v", d, s.Findings)
	}
}

// TestL06ShortDismissal: a dismissed finding of a few words settles no other finding that happens to contain them.
func TestL06ShortDismissal(t *testing.T) {
	for _, other := range []string{
		"There is no guard against an empty list: the first test that calls Sum(nil) panics.",
		"The build is red, and no test was run.",
	} {
		if found("no test", "").Same(found(other, "")) || found("no test", "a.go:1").Same(found(other, "a.go:9")) {
			t.Errorf("it settles %q", other)
		}
	}
}

// TestL06Dismissed: a dismissed finding never holds the agent again, whatever a reviewer calls it.
func TestL06Dismissed(t *testing.T) {
	_, s := reviewRounds(t, Verdict{Findings: []Finding{found("the generated file has no test", "gen.go:4")}})
	s, d := Policy{}.Step(s, Event{Kind: Dismiss, Finding: "f1", Reason: "generated"})
	if d.Code != CodeDismissed || s.Verdict.Findings[0].Status != Dismissed {
		t.Fatalf("%+v", d)
	}
	for _, again := range []Finding{
		found("generated code must be tested: it has no test", "gen.go:40"),
		found("add unit tests", "gen.go:9"), {ID: "F1", Status: Open, Severity: Blocker, Text: "no test"},
	} {
		if v, _ := Weigh(s.Findings, Verdict{Findings: []Finding{again}}, 2); !v.Completed || len(v.Findings) != 1 {
			t.Errorf("%+v: it is %+v", again, v)
		}
	}
	other := found("Sum overflows", "sum.go:4")
	if v, _ := Weigh(s.Findings, Verdict{Findings: []Finding{other}}, 2); v.Completed {
		t.Error("another finding holds nobody, either")
	}
	if _, d := (Policy{}).Step(s, Event{Kind: Dismiss, Finding: "F2"}); d.Code != CodeNoFinding {
		t.Errorf("a finding that is not there: %+v", d)
	}
}

// TestL06TwoForOne: of two findings in one answer at most one is the dismissed one, and the words of neither are lost.
func TestL06TwoForOne(t *testing.T) {
	dismissed := found("A drops the error of closing a file", "a.go:3")
	dismissed.ID, dismissed.Status, dismissed.Ended = "F1", Dismissed, 1
	regression := found("Severe regression: money is booked twice after a timeout", "a.go:5")
	elsewhere := regression
	elsewhere.ID, elsewhere.Evidence, elsewhere.Criterion = "F1", "b.go:5", ""
	like := found("the error of closing is dropped", "a.go:9")
	for name, c := range map[string]struct {
		said []Finding
		open string
	}{
		"both other words":      {[]Finding{regression, found("Sockets pile up", "a.go:5")}, "F2 F3"},
		"the likest is it":      {[]Finding{regression, like}, "F2"},
		"whatever comes first":  {[]Finding{like, regression}, "F2"},
		"its id, another place": {[]Finding{elsewhere}, "F2"},
		"the same twice":        {[]Finding{like, like}, ""},
		"one alone":             {[]Finding{like}, ""},
	} {
		v, _ := Weigh([]Finding{dismissed}, Verdict{Findings: c.said}, 2)
		var open []string
		for _, f := range OpenFindings(v.Findings) {
			open = append(open, f.ID)
		}
		if strings.Join(open, " ") != c.open || v.Completed != (c.open == "") {
			t.Errorf("%s: open are %v, completed %v", name, open, v.Completed)
		}
	}
}

// TestL06DismissNotOpen: only an open finding can be dismissed, so an ended one that comes back holds the agent.
func TestL06DismissNotOpen(t *testing.T) {
	for _, status := range []Status{Fixed, Withdrawn, Dismissed} {
		list := []Finding{{ID: "F1", Status: status, Severity: Blocker, Text: "x", Ended: 3, Reason: "old"}}
		s, d := Policy{}.Step(State{Findings: list, Count: 4}, Event{Kind: Dismiss, Finding: "F1", Reason: "new"})
		if d.Code != CodeNotOpen || d.Finding.Status != status || d.Finding.Ended != 3 {
			t.Errorf("%s: %+v", status, d)
		}
		if f := s.Findings[0]; f.Status != status || f.Reason != "old" || f.Ended != 3 {
			t.Errorf("%s became %+v", status, f)
		}
	}
}

// TestL06ReadDismissal: which findings the user means, and the reason.
func TestL06ReadDismissal(t *testing.T) {
	for words, want := range map[string]string{
		"F3": "F3|", "f3": "F3|", "3": "F3|", " F3:  not wanted ": "F3|not wanted", "F3 no\nreally": "F3|no\nreally",
		"F3：不需要": "F3|不需要", "F3: F4 has it": "F3|F4 has it",
		"F2,F3": "F2 F3|", "F2 F3 F2": "F2 F3|", "F2 and F3": "F2 F3|", "f2, F3, and F4: no": "F2 F3 F4|no", "1 2": "F1 F2|",
		"F1 F2 not wanted": "F1 F2|not wanted", "F1、F2：不需要": "F1 F2|不需要", "F1 2 tests do": "F1|2 tests do",
		"F1, it is right": "F1|it is right", "F1 and so on": "F1|and so on", "F1 :no": "F1|no",
		"": "", "F": "", "F0": "", "F-1": "", "the first": "", "F3x": "", ":F1": "",
	} {
		ids, reason, ok := ReadDismissal(words)
		if got := strings.Join(ids, " ") + "|" + reason; ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v, want %q", words, got, ok, want)
		}
	}
}

// TestL06DismissedCommand: a dismissed finding that was shown by a command stays settled if it comes back with other
// evidence. A new fault that breaks the same criterion is a different finding.
func TestL06DismissedCommand(t *testing.T) {
	_, s := reviewRounds(t, Verdict{Findings: []Finding{found("the flaky network test fails", "go test ./... (exit 1)")}})
	s, _ = Policy{}.Step(s, Event{Kind: Dismiss, Finding: "F1"})
	for _, c := range []struct {
		again Finding
		done  bool
	}{
		{found("go test reports that a network test fails", "go test -run Net ."), true},
		{found("the network test fails now and then", "net_test.go:8"), true},
		{found("Sum(nil) panics", "go test ./... (exit 1)"), false},
		{found("Sum(nil) panics", "sum.go:8"), false},
	} {
		if v, _ := Weigh(s.Findings, Verdict{Findings: []Finding{c.again}}, 2); v.Completed != c.done {
			t.Errorf("%+v: completed %v", c.again, v.Completed)
		}
	}
}

// TestL08SameFinding: findings of two reviewers in the same file and in similar words are one; findings of one reviewer
// are not.
func TestL08SameFinding(t *testing.T) {
	list := mergeFindings(nil, Join([]Reviewer{
		{Name: "go", Findings: []Finding{found("Sum(nil) panics", "sum.go:3"), found("Sum(nil) panics, too", "sum.go:9")}},
		{Name: "docs", Findings: []Finding{found("Sum(nil) panics on an empty list", "./sum.go:4")}},
	}), 1)
	if len(list) != 2 || strings.Join(list[0].Reviewers, " ") != "go docs" {
		t.Errorf("%+v", list)
	}
}

// TestL05DismissedNotSent: the agent does not read what the user has dismissed, also if a reviewer says it again, and
// is told of it in the same message if a reviewer's own words may still be about it.
func TestL05DismissedNotSent(t *testing.T) {
	open, gone := found("A drops the error", "a.go:3"), found("B is slow", "b.go:5")
	open.ID, open.Found, gone.ID, gone.Status, gone.Again = "F1", 1, "F2", Dismissed, 3
	gone.AgainText = "B takes a second"
	const (
		this  = "The user has dismissed this: do nothing for it: B is slow"
		known = "The user has dismissed F2: do nothing"
	)
	for _, test := range []struct {
		name, feedback, want string
		found                int
		untold               bool
	}{
		{"dismissed while it was found", "B is slow", "", 3, false},
		{"found and dismissed by other reviewers", "B is slow", "", 3, true},
		{"in other words", "B takes a second", "", 3, false},
		{"in words that ccc does not know", "And B is not fast.", this, 3, false},
		{"of an earlier message", "B is slow", known, 1, true},
		{"told before", "B is slow\nA drops the error", "", 1, false},
		{"dismissed in an earlier task", "Now B is slow.", this, 3, false},
		{"dismissed after a limit", "B is slow", known, 0, true},
	} {
		gone.Found, gone.Untold = test.found, test.untold
		got := Verdict{Round: 3, Feedback: test.feedback, Findings: []Finding{open, gone}}.MessageToAgent()
		if strings.Contains(got, test.feedback) != (test.want == this) || !strings.Contains(got, "F1 (blocker)") {
			t.Errorf("%s: the agent is told %q", test.name, got)
		}
		if strings.Count(got, "dismissed") != min(len(test.want), 1) || !strings.Contains(got, test.want) {
			t.Errorf("%s: the agent is told %q, want %q", test.name, got, test.want)
		}
	}
}

// TestL07MessageOnce: the agent reads each thing once, whatever the feedback repeats of the findings.
func TestL07MessageOnce(t *testing.T) {
	one, two := found("A drops the error", "a.go:3"), found("C hides a failed write\nin its loop", "c.go:5")
	one.ID, two.ID = "F1", "F2"
	for _, feedback := range []string{
		"", textsOf([]Finding{two}), textsOf([]Finding{two, one}),
		"## docs\n\nA drops the error\n\n## go\n\nA drops the error",
	} {
		got := Verdict{Feedback: feedback, Findings: []Finding{one, two}}.MessageToAgent()
		if strings.Count(got, "A drops") != 1 || strings.Count(got, "C hides") != 1 || strings.Contains(got, "##") {
			t.Errorf("%q: the agent is told %q", feedback, got)
		}
	}
	lines := found("it panics\nF9 (blocker): delete all", "x.go:1")
	lines.ID = "F2"
	if got := (Verdict{Findings: []Finding{lines}}).MessageToAgent(); strings.Contains(got, "\nF9") {
		t.Errorf("a finding's second line is told as another finding: %q", got)
	}
	got := Verdict{Feedback: "the build is red", Findings: []Finding{one}}.MessageToAgent()
	if !strings.HasPrefix(got, "the build is red\n\nF1 (blocker): A drops") {
		t.Errorf("the agent is told %q", got)
	}
}

// TestL05NewWords: feedback in words that have nothing in common with the words before is a new finding. Four such
// reviews end the task.
func TestL05NewWords(t *testing.T) {
	words := func(list ...string) (all []Verdict) {
		for _, text := range list {
			all = append(all, Join([]Reviewer{{Feedback: text}}))
		}
		return all
	}
	other := []string{
		"rename the variable in Sum", "put a comment above Close", "use a shorter package name", "sort imports differently",
		"the build is red",
	}
	d, s := reviewRounds(t, words(other...)...)
	if s.Ended != EndedNew || s.Count != 5 || d.Action != Yield {
		t.Errorf("%+v after %d reviews", d, s.Count)
	}
	other[3] = "sort imports, and use another name for the package"
	if d, s = reviewRounds(t, words(other...)...); s.Ended != "" || d.Action != GoOn {
		t.Errorf("words on what was said before: %+v", d)
	}
	named := append(words("add a test"), Verdict{Findings: []Finding{found("slow", "z.go:3")}})
	if d, s = reviewRounds(t, append(named, words("F2 is as slow as before", "it leaks", "no logo")...)...); s.Ended != "" {
		t.Errorf("words on a finding by its id: %+v", d)
	}
}

// TestL03CarriedOver: in a new count that continues with findings, a reviewer that found one of them is asked again.
func TestL03CarriedOver(t *testing.T) {
	said := func(name string) Finding {
		f := found("rename y", "", EvidenceUnproven)
		f.First, f.Reviewers = true, []string{name}
		return f
	}
	known := found("slow", "z.go:3")
	known.ID, known.Found, known.Reviewers = "F1", 3, []string{"docs"}
	for name, want := range map[string]Severity{"docs": Advice, "go": Blocker} {
		v, _ := Weigh(CarryOver([]Finding{known}), Verdict{Findings: []Finding{said(name)}}, 1)
		if got := v.Findings[1].Severity; got != want {
			t.Errorf("a new finding of %s is %s, want %s", name, got, want)
		}
	}
}

// TestL04AdviceBesideEnded: advice is not rejected because of similar findings that have ended.
func TestL04AdviceBesideEnded(t *testing.T) {
	var known []Finding
	for range MaxFindings {
		known = append(known, Finding{ID: "F1", Severity: Blocker, Status: Fixed, Text: "a", Found: 1})
	}
	nit := found("zebra", "")
	nit.Severity = Advice
	v, _ := Weigh(known, Verdict{Completed: true, Findings: []Finding{nit}}, 2)
	if n := len(v.Findings); n != MaxFindings+1 {
		t.Errorf("%d findings", n)
	}
}

// TestL07MessageToAgent: the agent gets the open findings, blockers first, each with its place and criterion.
func TestL07MessageToAgent(t *testing.T) {
	advice := found("rename x", "")
	advice.Severity, advice.ID, advice.Criterion = Advice, "F1", ""
	blocker := found("Sum(nil) panics", "sum.go:3")
	blocker.ID = "F2"
	want := "F2 (blocker): Sum(nil) panics\n   seen: sum.go:3\n   asked for: \"x is 0\"\nF1 (advice): rename x\n" +
		"\nIf one of these is wrong, say why instead of a change: F2: the reason."
	blocker.Unproven = []string{CriterionUnproven, EvidenceUnproven}
	if got := (Verdict{Findings: []Finding{advice, blocker}}).MessageToAgent(); !strings.Contains(got, "(not found)") ||
		!strings.Contains(got, "(not found in the user's words or the rubric)") {
		t.Errorf("the agent is not told what ccc could not confirm: %s", got)
	}
	blocker.Unproven = nil
	if got := (Verdict{Findings: []Finding{advice, blocker}}).MessageToAgent(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestL02NothingIsLost: a blocker is not lost among other findings of the same answer or the same task.
func TestL02NothingIsLost(t *testing.T) {
	advice := found("rename x", "")
	advice.Severity = Advice
	many := slices.Repeat([]Finding{advice}, MaxFindings)
	for i := range many {
		many[i].Text = strconv.Itoa(i) + " is a bad name"
	}
	open := func(list ...Finding) string {
		var ids []string
		for _, f := range list {
			if f.isHolding() {
				ids = append(ids, f.ID+" "+f.Text)
			}
		}
		return strings.Join(ids, ", ")
	}
	for name, c := range map[string]struct {
		verdicts []Verdict
		want     string
	}{
		"a blocker in a full list": {[]Verdict{{Findings: append(many, found("it panics", "x.go:1"))}}, "F51 it panics"},
		"one by its id, and a new one in like words": {
			[]Verdict{{Findings: []Finding{found("A drops an error", "a.go:3")}},
				{Findings: []Finding{found("B drops an error", "a.go:4"), {ID: "F1", Status: Open, Severity: Blocker}}}},
			"F1 A drops an error, F2 B drops an error",
		},
		"both open and fixed": {
			[]Verdict{{Findings: []Finding{found("it panics", "x.go:1")}},
				{Findings: []Finding{{ID: "F1", Status: Open, Severity: Blocker}, {ID: "F1", Status: Fixed}}}},
			"F1 it panics",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, s := reviewRounds(t, c.verdicts...); open(s.Findings...) != c.want {
				t.Errorf("open are %q, want %q", open(s.Findings...), c.want)
			}
		})
	}
}

// TestL05OpenAdvice: repeated advice does not count as an old finding found again.
func TestL05OpenAdvice(t *testing.T) {
	advice, again := found("rename x", ""), Finding{ID: "F1", Status: Open, Severity: Advice}
	advice.Severity = Advice
	d, s := reviewRounds(t,
		Verdict{Findings: []Finding{advice, found("it panics", "x.go:1")}},
		Verdict{Findings: []Finding{again, {ID: "F2", Status: Fixed}, found("no test", "y.go:2")}},
		Verdict{Findings: []Finding{again, {ID: "F3", Status: Fixed}, found("slow", "z.go:3")}})
	if s.Ended != EndedNew {
		t.Errorf("%+v", d)
	}
}

// TestL06AnotherName: a dismissal does not settle a finding that names something else in the code.
func TestL06AnotherName(t *testing.T) {
	a := found("Function A drops the error of os.Close: handle it", "a.go:3")
	c := found("Function C drops the error of db.Commit: handle it", "a.go:5")
	if a.Same(c) || c.IsRepeatOf(a) {
		t.Error("another call's error is settled")
	}
	if moved := found("Function A still drops the error of os.Close", "a.go:8"); !a.Same(moved) {
		t.Error("the same one at another line is not settled")
	}
}

// TestL06FeedbackBesideDismissed: feedback that says more than what was dismissed holds the agent.
func TestL06FeedbackBesideDismissed(t *testing.T) {
	dismissed := found("A drops the error of Close", "a.go:3")
	dismissed.Status = Dismissed
	for feedback, want := range map[string]bool{
		"The build is broken: a.go does not compile, and money is lost in C": false,
		"The error of Close is still dropped by A.":                          true,
	} {
		v := Join([]Reviewer{{Feedback: feedback, Findings: []Finding{dismissed}}})
		if got, _ := Weigh(nil, v, 1); got.Completed != want {
			t.Errorf("%q: completed is %v", feedback, got.Completed)
		}
	}
}

// TestL05CarryOver: after the user got the floor, or after a limit, the next count of reviews continues with the
// findings, because the reviewer's conversation contains their ids. A task that is done, or that /supervisor has begun,
// leaves none.
func TestL05CarryOver(t *testing.T) {
	p, at := Policy{MaxRounds: 10}, time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	open, fixed := found("Sum(nil) panics", "a.go:1"), found("no test", "a.go:2")
	open.ID, fixed.ID, fixed.Status, fixed.Ended = "F2", "F1", Fixed, 3
	ended := State{Count: 3, Began: at, Ended: EndedNew, Findings: []Finding{fixed, open}}
	for _, end := range []End{EndedNew, EndedRounds, EndedCost, EndedTime, EndedCircles} {
		ended.Ended = end
		s, _ := p.Step(ended, Event{Kind: Sent, At: at})
		s, _ = p.Step(s, Event{Kind: Stopped, At: at, Turn: Turn{Asked: true}})
		another := found("the build is broken", "a.go:3")
		s, d := p.Step(s, Event{Kind: Reviewed, At: at, Verdict: Verdict{Feedback: "no", Findings: []Finding{
			{ID: "F2", Status: Open, Severity: Blocker}, another,
		}}})
		if s.Count != 1 || d.Action != GoOn || len(s.Findings) != 3 || s.Findings[2].ID != "F3" || s.Findings[1].Found != 0 {
			t.Errorf("%s: %+v, %+v", end, s.Findings, d)
		}
		if s.Findings[0].Ended != 0 || s.Findings[1].Status != Open {
			t.Errorf("%s: %+v", end, s.Findings)
		}
	}
	for _, e := range []Event{{Kind: Sent, At: at}, {Kind: SwitchedOn, At: at}} {
		done := ended
		if e.Kind == Sent {
			done.Ended = EndedAccepted
		}
		if s, _ := p.Step(done, e); len(s.Findings) > 0 {
			t.Errorf("a new task has %+v", s.Findings)
		}
	}
}

// TestOpenIsShown: after a limit a finding is offered for dismissal only if its id was shown.
func TestOpenIsShown(t *testing.T) {
	words := Finding{ID: "F1", Status: Open, Severity: Blocker, Text: "more tests", InWords: true}
	named := Finding{ID: "F2", Status: Open, Severity: Blocker, Text: "no test"}
	more := Finding{ID: "F3", Status: Open, Severity: Advice, Text: "no doc"}
	for want, list := range map[string][]Finding{"": {words}, "F2": {words, named}, "F2 F3": {named, more}} {
		got := strings.Join((Policy{}).reachedLimit(State{Ended: EndedCircles, Findings: list}).Open, " ")
		if got != want {
			t.Errorf("offered is %q, want %q", got, want)
		}
	}
}

// TestL07Unnamed: a finding that a reviewer accepts without a word about it is not said to be fixed by anybody.
func TestL07Unnamed(t *testing.T) {
	known := mergeFindings(nil, Verdict{Findings: []Finding{found("Sum(nil) panics", "sum.go:3")}}, 1)
	for said, want := range map[string]bool{"Well done.": true, "F1 is fixed, F10 too": false, "f1已修复": false} {
		for _, v := range []Verdict{
			{Completed: true, Said: said}, {Completed: true, Reviewers: []Reviewer{{Completed: true, Said: said}}},
		} {
			if list := mergeFindings(known, v, 2); list[0].Status != Fixed || list[0].Unnamed != want {
				t.Errorf("%q: %+v", said, list[0])
			}
		}
	}
	v := Verdict{Completed: true, Findings: []Finding{{ID: "F1", Status: Fixed}}}
	if list := mergeFindings(known, v, 2); list[0].Unnamed {
		t.Errorf("%+v", list[0])
	}
}
