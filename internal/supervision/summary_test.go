package supervision

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/loop"
)

// TestSummaryOfAVerdict: the summary says which reviewer was not satisfied, and why.
func TestSummaryOfAVerdict(t *testing.T) {
	said := func(name string, completed bool, feedback string) task.Reviewer {
		return task.Reviewer{Name: name, Completed: completed, Feedback: feedback}
	}
	long := strings.Repeat("a", 100)
	for want, v := range map[string]loop.Verdict{
		"completed":                         {Completed: true},
		"asked you: Which one?":             {Blocked: true, Feedback: "\nWhich one?\nA or B."},
		"not completed: no test":            {Feedback: "no test\nat all"},
		"not completed: " + long[:79] + "…": {Feedback: long},
		"not completed: check unit: exit 1, 2.0s · check lint: stopped after 1m0s: it took too long": {
			By: task.ByChecks, Feedback: "The supervising program ran this", Checks: []task.Check{
				{Name: "unit", State: "failed", Exit: 1, DurationMS: 2000}, {Name: "fmt", State: "passed"},
				{Name: "lint", State: "timed out", DurationMS: 60000}, {Name: "none", State: "cannot run"}},
		},
		"not completed: protected files were changed": {By: task.ByProtect, Feedback: "The supervising program"},
		"not completed: one: no test · three: " + long[:79] + "…": {Feedback: "## one", Reviewers: []task.Reviewer{
			said("one", false, " no test\nat all"), said("two", true, ""), said("three", false, long)}},
	} {
		if got := lang.English.Text(verdictLine(v)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestL10SummaryOfALaterTask: the summary describes the findings of a launch's second task as its reviews did.
func TestL10SummaryOfALaterTask(t *testing.T) {
	found := task.Finding{ID: "F1", Severity: task.Blocker, Status: task.Open, Text: "x", Found: 1}
	fixed := found
	fixed.Status, fixed.Ended = task.Fixed, 2
	e := ending{result: loop.Result{Verdicts: []loop.Verdict{
		{Round: 1, Completed: true}, {Round: 1, Findings: []task.Finding{found}},
		{Round: 2, Completed: true, Findings: []task.Finding{fixed}},
	}}, taskOf: []int{1, 2, 2}}
	got := strings.Join(e.verdicts(lang.English), "\n")
	for _, want := range []string{"   F1 new", "task 1, review 1: completed", "task 2, review 2: completed · F1 fixed · nothing checked"} {
		if !strings.Contains(got, want) {
			t.Errorf("the summary lacks %q:\n%s", want, got)
		}
	}
}

// TestL10SummaryOfWhatIsOpen: the summary, with which claude's own screen begins, describes the open findings in words.
// Of many reviews it lists the last ones.
func TestL10SummaryOfWhatIsOpen(t *testing.T) {
	advice := task.Finding{ID: "F2", Severity: task.Advice, Status: task.Open, Text: "the name is long",
		Evidence: "a.go:3", Found: 1}
	e := ending{result: loop.Result{Verdicts: slices.Repeat([]loop.Verdict{
		{Round: 1, Completed: true, Findings: []task.Finding{advice}}}, 12)}, findings: []task.Finding{advice},
		taskOf: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}
	got := e.verdicts(lang.English)
	want := []string{
		"earlier reviews, not listed: 4",
		"task 5, review 1: completed · F2 new · nothing checked",
		"task 12, review 1: completed · F2 new · nothing checked",
		"F2 advice · a.go:3: the name is long",
	}
	if got := []string{got[0], got[1], got[len(got)-2], got[len(got)-1]}; !slices.Equal(got, want) ||
		len(e.verdicts(lang.English)) != 10 {
		t.Errorf("the summary says %q, want %q", got, want)
	}
}

// TestTimeOfWork: the time in which the user has the floor does not count as time of the task.
func TestTimeOfWork(t *testing.T) {
	var w stopwatch
	now := time.Time{}.Add(time.Hour)
	for _, step := range []struct {
		after time.Duration
		phase loop.Phase
		begin bool
	}{
		{0, loop.PhaseUser, true}, {time.Hour, loop.PhaseAgent, true}, {3 * time.Second, loop.PhaseAgent, false},
		{time.Second, loop.PhaseReview, true}, {2 * time.Second, loop.PhaseUser, true}, {time.Hour, loop.PhaseWait, true},
	} {
		now = now.Add(step.after)
		w.follow(loop.Notice{Begin: step.begin, At: loop.Snapshot{Phase: step.phase}}, now)
	}
	if got, want := w.elapsed(now.Add(4*time.Second)), 10*time.Second; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestP02Totals: the total of the reviews says which part of it the smaller model used.
func TestP02Totals(t *testing.T) {
	look := func(usd float64) loop.Verdict {
		return loop.Verdict{Reviewers: []task.Reviewer{{Triage: &task.Triage{CostUSD: usd}}, {}}}
	}
	r := loop.Result{ReviewUSD: 0.75, Verdicts: []loop.Verdict{look(0.25), look(0.25), {}}}
	for language, want := range map[lang.Language]string{
		lang.English: "reviews $0.75, of it $0.50 for first looks", lang.Chinese: "$0.75，其中 $0.50 用于初审",
	} {
		if got := strings.Join(wording.Totals(output.TotalsOf(r, 0), language), "\n"); !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	r.Verdicts = r.Verdicts[2:]
	if got := wording.Totals(output.TotalsOf(r, 0), lang.English); strings.Contains(strings.Join(got, "\n"), "first") {
		t.Error("first looks, without any")
	}
}

// TestQuestionLine: of a long question the summary shows the end.
func TestQuestionLine(t *testing.T) {
	long := strings.Repeat("There are two configurations. ", 10)
	for text, begin := range map[string]string{long + "Which port?": "asked you: …", long + "\nWhich port?": "asked you: Which"} {
		v := loop.Verdict{Blocked: true, Feedback: text}
		if got := verdictLine(v).String(); !strings.HasPrefix(got, begin) || !strings.HasSuffix(got, "Which port?") {
			t.Errorf("%q", got)
		}
	}
}
