package change

import (
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/internal/task"
)

// TestO01Text: an unasked finding is never called asked for. A later review says what became of the findings. A failure
// is described without the words for the agent.
func TestO01Text(t *testing.T) {
	unproven := []string{task.CriterionUnproven, task.EvidenceUnproven}
	found := []task.Finding{
		{ID: "F1", Severity: task.Blocker, Status: task.Open, Criterion: "speed", Text: "slow", Unproven: unproven, Found: 2},
		{ID: "F2", Severity: task.Blocker, Status: task.Open, Criterion: "0", Evidence: "x.go:1", Text: "it is 1", Found: 1},
		{ID: "F3", Severity: task.Blocker, Status: task.Fixed, Text: "gone", Found: 1, Ended: 2},
		{ID: "F4", Severity: task.Advice, Status: task.Open, Text: "rename", Unproven: unproven[:1], Found: 2},
	}
	again := Report{Change: Change{Left: []string{"big\n.bin"}}, Findings: found, Verdict: task.Verdict{
		By: task.ByReviewers, Findings: found, Round: 2,
		Evidence: []string{"Bash go test (ok)", "Bash ls (ok)", "Bash go test (ok)"},
	}}
	const checks = "The supervising program ran this project's checks itself, and not all of them pass. " +
		"No reviewer was asked. Make them pass by mending what is wrong, not by weakening the checks:\n"
	red := Report{Verdict: task.Verdict{By: task.ByChecks, Feedback: checks + "\n- \"t\" failed with exit code 1\n"}}
	for _, c := range []struct {
		r          Report
		language   lang.Language
		want, none string
	}{
		{again, lang.English, "\nF1 by the reviewer's own standard: speed\nF1: it cites no command or line, so ccc cannot confirm it\nF2 asked for: 0\n",
			"in these words"},
		{again, lang.English, "\nF4: it cites nothing that you or the rubric asked for, so it may be the reviewer's own wish\n", "F4 by"},
		{again, lang.English, "\nsince the last review: F1 new · F2 open · F3 fixed · F4 new\n", "F3: "},
		{again, lang.English, "\nnot compared, since too large, not readable or a repository of its own: 1, such as big",
			"\n.bin"},
		{again, lang.English, "\nchecked: Bash go test (ok), Bash ls (ok) · ", ""},
		{again, lang.Chinese, "\nF1，按审查者自己的标准：speed\n", "F1 的要求"},
		{red, lang.English, "\n- \"t\" failed with exit code 1\n", "mending"},
	} {
		var b strings.Builder
		if err := c.r.Text(&b, c.language); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, c.want) || c.none != "" && strings.Contains(got, c.none) {
			t.Errorf("want %q and not %q in\n%s", c.want, c.none, got)
		}
	}
}
