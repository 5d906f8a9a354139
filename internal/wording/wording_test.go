package wording

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/streamjson"
)

var (
	feedback = &task.Verdict{Feedback: "Two tests fail"}
	question = &task.Verdict{Blocked: true, Feedback: "Which port?"}
	passed   = &task.Verdict{Completed: true, Evidence: []string{"go test"}, CostUSD: 0.5, Cached: 0.25,
		Prompt: 40, Output: 2}
	none = &task.Verdict{Reason: errors.New("why")}
)

// TestDecision: there is a sentence for each code, and for each variant of its data.
func TestDecision(t *testing.T) {
	const (
		howOn   = "Your next message begins a new count."
		review1 = "review 1 of 3: not completed · nothing checked · $0.00\n"
	)
	rounds := &task.ReachedLimit{End: task.EndedRounds, Reviews: 3}
	cost := &task.ReachedLimit{End: task.EndedCost, CostUSD: 6, MaxCostUSD: 5}
	late := &task.ReachedLimit{End: task.EndedTime, MaxDuration: time.Hour}
	circles := &task.ReachedLimit{End: task.EndedCircles, Stall: task.SameFeedback, Stalled: 2, Before: "2 tests fail"}
	same := &task.ReachedLimit{End: task.EndedCircles, Stall: task.SameFeedback, Stalled: 2, Before: "Two tests fail\n"}
	timed := &task.ReachedLimit{End: task.EndedCircles, Stall: task.SameFeedback, Stalled: 2, Loop: true,
		Before: "FAIL x 1.2s\n"}
	words := &task.ReachedLimit{End: task.EndedCircles, Stall: task.SameWords, Stalled: 3,
		Before: "Write docs", Alone: true}
	for _, c := range []struct {
		d              task.Decision
		sentence, part string // part is what Reason says, "" for the sentence
	}{
		{task.Decision{}, "", ""},
		{task.Decision{Code: task.CodeAccepted}, "", ""},
		{task.Decision{Code: task.CodeSkipNext}, "no review after this turn", ""},
		{task.Decision{Code: task.CodeReviewsOn, Limit: 3},
			"reviews are on: each stop is reviewed, at most 3 reviews per task", ""},
		{task.Decision{Code: task.CodeReviewsOn, Limit: 1},
			"reviews are on: each stop is reviewed, at most 1 review per task", ""},
		{task.Decision{Code: task.CodeReviewsOff}, "reviews are off until /supervisor", ""},
		{task.Decision{Code: task.CodeLimit, Limit: 5}, "at most 5 reviews per task", ""},
		{task.Decision{Code: task.CodeLimit, Limit: 2, Reached: &task.ReachedLimit{End: task.EndedRounds, Reviews: 4}},
			"at most 2 reviews per task: this one has had 4, so its next stop is not reviewed. " + howOn, ""},

		{task.Decision{Code: task.CodeTurnFailed}, "not reviewed: the agent's turn ended with an error", ""},
		{task.Decision{Code: task.CodeSkipped}, "no review, as you asked", ""},
		{task.Decision{Code: task.CodeOffAsText}, "not reviewed: your /supervisoroff has reached the agent as text, and " +
			"not ccc, as the session's file, which the agent can write, says. Reviews are still on: type it again", ""},
		{task.Decision{Code: task.CodeMessageFirst}, "not reviewed yet: your own message goes first", ""},
		{task.Decision{Code: task.CodeAgentsRunning, Running: 1},
			"not reviewed yet: subagents that work in the background: 1; the review follows when " +
				"they are done and the agent stops", ""},
		{task.Decision{Code: task.CodeShellsRunning, Running: 2, Wait: 10 * time.Minute},
			"commands that run in the background: 2; the review starts in 10m, or when the agent stops again", ""},
		{task.Decision{Code: task.CodeLimitReached, Reached: rounds},
			"not reviewed: not completed after 3 reviews, which is the limit. " + howOn, ""},
		{task.Decision{Code: task.CodeLimitReached, Reached: &task.ReachedLimit{End: task.EndedRounds, Reviews: 1}},
			"not reviewed: not completed after 1 review, which is the limit. " + howOn, ""},
		{task.Decision{Code: task.CodeLimitReached, Reached: cost},
			"not reviewed: $6.00 spent on this task, of at most $5.00. " + howOn, ""},
		{
			task.Decision{Code: task.CodeLimitReached, Reached: late},
			"not reviewed: the time for this task is up: 1h. " + howOn, "",
		},
		{
			task.Decision{Code: task.CodeMessageFirst, EndsReviews: true},
			"not reviewed: your /supervisoroff waits, and ends the reviews", "",
		},
		{
			task.Decision{Code: task.CodeLimitReached, Reached: &task.ReachedLimit{End: task.EndedCircles, Stalled: 1}},
			"not reviewed: stopped: 1 round without progress. " + howOn, "",
		},
		{
			task.Decision{Code: task.CodeLimitReached, Reached: circles},
			"not reviewed: stopped: 2 rounds without progress. " + howOn, "",
		},

		{task.Decision{Code: task.CodeCompleted, Round: 1, Limit: 3, Verdict: passed},
			"review 1 of 3: completed · checked: go test · $0.50 (30 tokens new, 10 cached, 2 written)", ""},
		{task.Decision{Code: task.CodeFeedback, Round: 1, Limit: 3, Verdict: feedback},
			strings.TrimSuffix(review1, "\n"), ""},
		{task.Decision{Code: task.CodeHeldMessage, Round: 1, Limit: 3, Verdict: feedback},
			review1 + "Your own message goes first. The feedback was:\nTwo tests fail", ""},
		{task.Decision{Code: task.CodeHeldOff, Round: 1, Limit: 3, Verdict: feedback},
			review1 + "Reviews were switched off meanwhile. The feedback was:\nTwo tests fail", ""},
		{task.Decision{Code: task.CodeQuestion, Round: 1, Limit: 3, Verdict: question},
			"review 1 of 3: a question for you · nothing checked · $0.00\n" +
				"The reviewer asks you:\nWhich port?",
			"The reviewer asks you:\nWhich port?"},
		{task.Decision{Code: task.CodeLimitAfterReview, Round: 1, Limit: 3, Verdict: feedback, Reached: rounds},
			review1 + "not completed after 3 reviews, which is the limit. The feedback was:\nTwo tests fail\n" + howOn,
			"not completed after 3 reviews, which is the limit. The feedback was:\nTwo tests fail\n" + howOn},
		{task.Decision{Code: task.CodeLimitAfterReview, Round: 1, Limit: 3, Verdict: feedback, Reached: circles},
			review1 + "stopped: 2 rounds without progress: the same feedback again. The previous feedback was:\n" +
				"2 tests fail\nNow it is:\nTwo tests fail\n" + howOn,
			"stopped: 2 rounds without progress: the same feedback again. The previous feedback was:\n" +
				"2 tests fail\nNow it is:\nTwo tests fail\n" + howOn},
		{task.Decision{Code: task.CodeLimitAfterReview, Round: 1, Limit: 3, Verdict: feedback, Reached: same},
			review1 + "stopped: 2 rounds without progress: the same feedback again. The feedback was:\n" +
				"Two tests fail\n" + howOn,
			"stopped: 2 rounds without progress: the same feedback again. The feedback was:\n" +
				"Two tests fail\n" + howOn},
		{task.Decision{Code: task.CodeLimitAfterReview, Round: 1, Limit: 3, Reached: timed,
			Verdict: &task.Verdict{Feedback: "FAIL x 1.31s"}},
			review1 + "stopped: 2 rounds without progress. The feedback was the same as " +
				"before:\nFAIL x 1.31s\n/accept takes the work as it is, and your next message begins a new count.",
			"stopped: 2 rounds without progress. The feedback was the same as " +
				"before:\nFAIL x 1.31s\n/accept takes the work as it is, and your next message begins a new count."},
		{task.Decision{Code: task.CodeLimitAfterReview, Round: 1, Limit: 3, Verdict: feedback, Reached: words},
			review1 + "stopped: 3 rounds without progress: the agent used no tool and said the same thing again. " +
				"The previous feedback was:\nWrite docs\nNow it is:\nTwo tests fail\n" +
				"Look at the session: further rounds like these do not help.",
			"stopped: 3 rounds without progress: the agent used no tool and said the same thing again. " +
				"The previous feedback was:\nWrite docs\nNow it is:\nTwo tests fail\n" +
				"Look at the session: further rounds like these do not help."},

		{task.Decision{Code: task.CodeRetry, Verdict: none}, "no verdict (why): trying the review again", ""},
		{task.Decision{Code: task.CodeReviewStopped}, "this stop was not reviewed: the review was stopped", ""},
		{task.Decision{Code: task.CodeNoVerdict, Verdict: none}, "this stop was not reviewed: why", ""},
	} {
		if got := Decision(c.d).String(); got != c.sentence {
			t.Errorf("%s: %q, want %q", c.d.Code, got, c.sentence)
		}
		if c.part == "" {
			c.part = c.sentence
		}
		if got := Reason(c.d).String(); got != c.part {
			t.Errorf("%s: the reason is %q, want %q", c.d.Code, got, c.part)
		}
	}
}

// TestNextStep: also if there is no user who could send a message.
func TestNextStep(t *testing.T) {
	for _, c := range []struct {
		b    task.ReachedLimit
		want string
	}{
		{task.ReachedLimit{End: task.EndedCost, Shared: true, Alone: true},
			"The same command with a higher --max-cost-usd goes on with it."},
		{task.ReachedLimit{End: task.EndedCost, Alone: true}, "A higher max_cost_usd in ccc.json allows more."},
		{task.ReachedLimit{End: task.EndedTime, Alone: true}, "A higher max_duration in ccc.json allows more."},
		{task.ReachedLimit{End: task.EndedRounds, Alone: true}, "A higher max_iterations in ccc.json allows more."},
	} {
		if got := nextStep(c.b).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.b.End, got, c.want)
		}
	}
}

// TestStuck: after circles the user is offered the same steps as after new findings in each round. A criterion that
// nobody has given is not called asked for.
func TestStuck(t *testing.T) {
	for _, end := range []task.End{task.EndedNew, task.EndedCircles} {
		want := "/accept takes the work as it is, /dismiss F1 WHY settles that finding, and your next message begins " +
			"a new count."
		if got := nextStep(task.ReachedLimit{End: end, Open: []string{"F1"}, Loop: true}).String(); got != want {
			t.Errorf("%s: %q", end, got)
		}
	}
	two := nextStep(task.ReachedLimit{End: task.EndedRounds, Open: []string{"F2", "F3"}})
	english := "/supervisor dismiss F2 F3 WHY settles these findings (leave out those that stay), and your next " +
		"message begins a new count."
	chinese := "输入“/supervisor dismiss F2 F3 理由”驳回这些问题（不想驳回的不写）；发下一条消息则继续，并重新计数。"
	if lang.English.Text(two) != english || lang.Chinese.Text(two) != chinese {
		t.Errorf("two findings: %q, %q", lang.English.Text(two), lang.Chinese.Text(two))
	}
	f := task.Finding{ID: "F1", Severity: task.Blocker, Status: task.Open, Text: "it wraps", Criterion: "no overflow",
		Unproven: []string{task.CriterionUnproven}}
	want := "F1 blocker: it wraps (its criterion is in neither your words nor the rubric, so it may be the reviewer's own wish)\n" +
		"   the reviewer's criterion: no overflow"
	if got := AllFindings([]task.Finding{f}, "").String(); got != want {
		t.Errorf("%q", got)
	}
}

// TestRecorded: the reason of a plan's task is printed in the language of the run, except the reviewer's words.
func TestRecorded(t *testing.T) {
	for reason, want := range map[string]string{
		"stopped: new findings in each round: 表驱动更好。": "每次审查都有新的问题，已停止：表驱动更好。",
		"not completed after 3 reviews, which is the limit: use a table": lang.Chinese.Text(
			ReachedLimit(task.ReachedLimit{Reviews: 3})) + "：use a table",
		"claude was not found":                 "claude was not found",
		"The reviewer asks you: Which port?":   "审查者需要你的回答：Which port?",
		"The reviewer asks you:\nWhich\nport?": "审查者需要你的回答：\nWhich\nport?",
	} {
		if got := lang.Chinese.Text(Recorded(reason)); got != want {
			t.Errorf("%q: %q, want %q", reason, got, want)
		}
		if got := Recorded(reason).String(); got != reason {
			t.Errorf("in English: %q", got)
		}
	}
	if got := Recorded("The supervisor asks you: Which?").String(); got != "The reviewer asks you: Which?" {
		t.Errorf("of an older recording: %q", got)
	}
	for old, want := range map[string]string{
		"stopped: going in circles for 3 rounds: more": "连续 2 轮没有进展，已停止：more",
		"stopped: going in circles":                    "连续几轮没有进展，已停止",
	} {
		if got := lang.Chinese.Text(Recorded(old)); got != want {
			t.Errorf("%q of an older recording: %q, want %q", old, got, want)
		}
	}
}

// TestModesInChinese: each mode that claude names has a Chinese name, the default one of 2.1.330, too.
func TestModesInChinese(t *testing.T) {
	for name := range modes {
		if got := lang.Chinese.Text(Mode(name)); got == name {
			t.Errorf("%q is English", got)
		}
	}
	if got := lang.Chinese.Text(Mode("manual mode")); got != "手动模式" {
		t.Errorf("manual mode is %q", got)
	}
}

// TestRecordedLimit: sentences in older recordings are read and printed in both languages.
func TestRecordedLimit(t *testing.T) {
	for _, b := range []*task.ReachedLimit{
		{End: task.EndedRounds, Reviews: 1},
		{End: task.EndedRounds, Reviews: 12},
		{End: task.EndedCost, CostUSD: 6, MaxCostUSD: 5},
		{End: task.EndedCost, CostUSD: 0.0049, MaxCostUSD: 0.001},
		{End: task.EndedCost, CostUSD: 4e300, MaxCostUSD: 5},
		{End: task.EndedTime, MaxDuration: time.Hour},
		{End: task.EndedTime, MaxDuration: 90 * time.Second},
		{End: task.EndedTime, MaxDuration: 1500 * time.Microsecond},
		{End: task.EndedCircles, Stall: task.SameFeedback, Stalled: 2},
	} {
		for _, code := range []task.Code{task.CodeLimitReached, task.CodeLimitAfterReview} {
			said := Decision(task.Decision{Code: code, Round: 1, Limit: 1, Verdict: feedback, Reached: b}).String()
			got := RecordedLimit(said)
			if got == nil || lang.Chinese.Text(ReachedLimit(*got)) != lang.Chinese.Text(ReachedLimit(*b)) {
				t.Errorf("%q: %+v, want %+v", said, got, b)
			}
		}
	}
	for _, said := range []string{
		"", "accepted as it is", "not reviewed: the agent's turn ended with an error", "not completed after all",
		"this stop was not reviewed: not completed after 3 reviews, which is the limit",
	} {
		if got := RecordedLimit(said); got != nil {
			t.Errorf("%q: %+v, want none", said, got)
		}
	}
}

func TestP01Basis(t *testing.T) {
	v := task.Verdict{Evidence: []string{"a", "b", "c", "d", "e", "f", "g"}, CostUSD: 0.12345, Cached: 0.987,
		Prompt: 100_000, Output: 500}
	if got, want := Basis(v).String(),
		"checked: a, b, c, d, e · further commands and files: 2 · $0.12 (1.3k tokens new, 98.7k cached, 500 written)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestG02BasisOfChecks: a verdict without a reviewer says so, and names no cost.
func TestG02BasisOfChecks(t *testing.T) {
	for by, want := range map[string]string{
		task.ByChecks:  "ran: check a (exit 1) · no reviewer was asked",
		task.ByProtect: "checked: check a (exit 1) · rejected by protect_strict: no reviewer was asked",
	} {
		v := task.Verdict{By: by, Evidence: []string{"check a (exit 1)"}}
		if got := Basis(v).String(); got != want {
			t.Errorf("%s: %q, want %q", by, got, want)
		}
	}
}

// TestG12LimitOfProtected: where strictly protected files have ended a task, a new count alone does not help.
func TestG12LimitOfProtected(t *testing.T) {
	const next = " /supervisor begins a new task with the files as they are."
	for name, c := range map[string]struct {
		by   string
		loop bool
		want bool
	}{
		"protect": {task.ByProtect, false, true}, "loop": {task.ByProtect, true, false},
		"checks": {task.ByChecks, false, false},
	} {
		v := task.Verdict{By: c.by, Feedback: "Bring x_test.go back"}
		d := task.Decision{Code: task.CodeLimitAfterReview, Round: 3, Limit: 3, Verdict: &v,
			Reached: &task.ReachedLimit{End: task.EndedRounds, Reviews: 3, Loop: c.loop}}
		if got := Decision(d).String(); strings.HasSuffix(got, next) != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestG07Basis: the line about a review by several reviewers says who said what. With one reviewer it names none.
func TestG07Basis(t *testing.T) {
	one := task.Reviewer{Name: "supervisor", Completed: true, Evidence: []string{"Read a (ok)"}}
	other := task.Reviewer{Name: "go", Feedback: "no", Evidence: []string{"Bash b (ok)"}}
	third := task.Reviewer{Name: "x", Blocked: true, Feedback: "which?"}
	for want, said := range map[string][]task.Reviewer{
		"checked: Read a (ok) · $0.00": {one},
		"supervisor: completed, go: not completed, x: a question for you · " +
			"checked: Read a (ok), go: Bash b (ok) · $0.00": {one, other, third},
	} {
		if got := Basis(task.Join(said)).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	one.AskedAgain, one.AskedWhy = true, task.AskedUnchecked
	again := []string{Basis(task.Join([]task.Reviewer{one})).String()}
	one.Evidence = nil
	again = append(again, Basis(task.Join([]task.Reviewer{one})).String())
	if want := []string{
		"checked: Read a (ok) · ccc asked again, as the reviewer had looked at nothing · $0.00",
		"nothing checked, though asked once more to look · $0.00",
	}; !slices.Equal(again, want) {
		t.Errorf("%q, want %q", again, want)
	}
	evidence := Evidence([]string{"Read a (ok)", "Bash b (exit 1)", "check unit (timed out)", "protected file x (changed)",
		"Bash echo (x)", "Bash go test | tail -3 (ok)", "check gofmt -l . | wc -l (ok)"})
	const want = "Read a（成功），Bash b（退出码 1），检查 unit（超时），受保护的文件 x（有改动），Bash echo (x)，" +
		"Bash go test | tail -3，检查 gofmt -l . | wc -l（成功）"
	if got := lang.Chinese.Text(evidence); got != want {
		t.Errorf("in Chinese: %q", got)
	}
}

// TestL10LongFinding: a finding is a line of limited width. The list of all findings has the whole text.
func TestL10LongFinding(t *testing.T) {
	f := task.Finding{
		ID: "F1", Severity: task.Blocker, Status: task.Open, Evidence: strings.Repeat("x", 1000),
		Text: strings.Repeat("y", 4000) + "\nmore",
	}
	if line := lang.English.Text(Finding(f)); len(line) > maxSaid+maxEvidence+30 || strings.Contains(line, "more") {
		t.Errorf("%d bytes: %s", len(line), line)
	}
	all := lang.English.Text(AllFindings([]task.Finding{f}, ""))
	if !strings.Contains(all, f.Text[:4000]) || !strings.Contains(all, "more") {
		t.Errorf("the list has %d bytes", len(all))
	}
}

// TestG07Comments: what each of several reviewers remarked stands under a completed task, with its name.
func TestG07Comments(t *testing.T) {
	d := task.Decision{Code: task.CodeCompleted, Verdict: &task.Verdict{Reviewers: []task.Reviewer{
		{Name: "code", Said: "neat"}, {Name: "docs"}, {Name: "tests", Said: "all ran"},
	}}}
	want := "The reviewer code says: neat\nThe reviewer tests says: all ran"
	if got := ReviewerComment(d).String(); got != want {
		t.Errorf("%q", got)
	}
	if d.Code = task.CodeLimitAfterReview; !ReviewerComment(d).Empty() {
		t.Error("a comment at a limit")
	}
}

// TestL06Dismissal: the answer to a dismissal has the words of the finding, and says what the user can do next.
func TestL06Dismissal(t *testing.T) {
	f := task.Finding{ID: "F7", Severity: task.Blocker, Status: task.Open, Text: "A drops an error\nof Close", Found: 1}
	one := []task.Finding{f}
	_, d := task.DecideDismissal(one, task.Dismissal{ID: "f7", Reason: "generated"}, 4)
	for way, want := range map[string]string{
		InLoop:   "No blocker is open any more: /accept takes the work as it is; send a message to go on.",
		InClaude: "No blocker is open any more: send a message to go on.",
	} {
		got := lang.English.Text(Dismissal(d, way))
		if !strings.HasPrefix(got, "F7 is dismissed: A drops an error\n   of Close\n") || !strings.HasSuffix(got, "\n"+want) {
			t.Errorf("%s: %q", way, got)
		}
		if d.InLoop = way == InLoop; lang.English.Text(Decision(d)) != got {
			t.Errorf("the decision in %s: %q, want %q", way, lang.English.Text(Decision(d)), got)
		}
	}
	whole := "F7 blocker: A drops an error\n   of Close"
	if got := lang.English.Text(FindingInFull(f)); got != whole {
		t.Errorf("ccc dismiss --list: %q, want %q", got, whole)
	}
	if got, want := lang.English.Text(Finding(f)), "F7 blocker: A drops an error …"; !strings.HasPrefix(got, want) {
		t.Errorf("in a line: %q, want %q", got, want)
	}
	again, _ := task.DecideDismissal(one, task.Dismissal{ID: "F7"}, 4)
	for _, step := range []struct{ reason, want string }{
		{"", "F7 was dismissed before: A drops an error …\nWords after its ID add why. ccc dismiss --list has its number " +
			"N: ccc dismiss --undo N lets reviewers find it again"},
		{"generated", "F7 was dismissed before, and has your reason now: generated"},
		{"another", "F7 was dismissed before, and its reason stays: A drops an error …\nFor another reason take the " +
			"dismissal back first: ccc dismiss --list has its number N for ccc dismiss --undo N"},
	} {
		var twice task.Decision
		again, twice = task.DecideDismissal(again, task.Dismissal{ID: "F7", Reason: step.reason}, 9)
		if got := lang.English.Text(Dismissal(twice, InClaude)); got != step.want {
			t.Errorf("dismissed twice: %q, want %q", got, step.want)
		}
	}
	if f := again[0]; f.Reason != "generated" || f.Ended != 4 {
		t.Errorf("with its reason: %+v", f)
	}
	const off = "Reviews are off: once /supervisor has switched them on, the next review knows of this."
	_, whileOff := task.Policy{}.Step(task.State{Findings: one, Off: true},
		task.Event{Kind: task.Dismiss, Finding: "F7"})
	if got := lang.English.Text(Decision(whileOff)); !strings.HasSuffix(got, " in this project.\n"+off) {
		t.Errorf("with reviews off: %q", got)
	}
	whileOff.NotStored = errors.New("no room")
	if got := lang.English.Text(Decision(whileOff)); !strings.HasSuffix(got, "It cannot be stored: no room") {
		t.Errorf("with reviews off, and not stored: %q", got)
	}
	d.Busy = true
	if got := lang.English.Text(Decision(d)); !strings.HasSuffix(got, "\nThe agent is told with its next feedback.") {
		t.Errorf("during a review: %q, want what is said of each of several findings", got)
	}
	_, done := task.Policy{}.Step(task.State{Findings: one, Ended: task.EndedCompleted},
		task.Event{Kind: task.Dismiss, Finding: "F7"})
	if got := lang.English.Text(Decision(done)); !strings.HasSuffix(got, "send work back for it again in this project.") {
		t.Errorf("the task is done: %q", got)
	}
	second := f
	second.ID = "F8"
	list, d := task.DecideDismissal(append(one, second), task.Dismissal{ID: "F7", Reason: "generated"}, 4)
	if got := lang.English.Text(Decision(d)); strings.Contains(got, "No blocker is open") {
		t.Errorf("F8 is open: %q", got)
	}
	for by, want := range map[task.Dismisser]string{
		task.ByLoop: "by you", task.ByClaude: "by you", "": "by you",
		task.ByOutside: "from outside", task.ByUnknown: "from outside",
	} {
		list[0].DismissedBy = by
		want = "F7 dismissed " + want + ": A drops an error (generated)"
		if got := lang.English.Text(AllFindings(list, "")); !strings.HasSuffix(got, want) {
			t.Errorf("/findings, dismissed by %q: %q, want %q", by, got, want)
		}
	}
	_, d = task.DecideDismissal(list, task.Dismissal{ID: "F9"}, 4)
	if got := lang.English.Text(Dismissal(d, InShell)); got != "this task has no finding F9: ccc dismiss lists them" {
		t.Errorf("%q", got)
	}
	if got := lang.English.Text(Dismissal(d, InClaude)); !strings.HasSuffix(got, ": /supervisor findings lists them") {
		t.Errorf("%q", got)
	}
	settled := []task.Finding{{ID: "F2", Status: task.Fixed, Ended: 3, Text: "x"}}
	for _, none := range [][]task.Finding{nil, settled} {
		_, d = task.DecideDismissal(none, task.Dismissal{ID: "F9"}, 4)
		if got := lang.English.Text(Dismissal(d, InClaude)); got != "this task has no finding F9, and none is open" {
			t.Errorf("%q", got)
		}
	}
	_, d = task.DecideDismissal([]task.Finding{{ID: "F2", Status: task.Fixed, Ended: 3, Text: "x"}},
		task.Dismissal{ID: "F2"}, 4)
	if got := lang.English.Text(Decision(d)); got != "F2 was fixed in review 3, nothing was dismissed: x" {
		t.Errorf("%q", got)
	}
	if got := lang.English.Text(DismissalUsage(InClaude, list)); got !=
		"/supervisor dismiss needs the id of an open finding, such as /supervisor dismiss F8 WHY:\nF8 blocker: A drops an error …" {
		t.Errorf("%q", got)
	}
}

// TestL10InWords: feedback in words has the number of its finding, and what ccc cannot confirm does not cut its text in
// two.
func TestL10InWords(t *testing.T) {
	f := task.Finding{ID: "F1", Severity: task.Blocker, Status: task.Open, InWords: true, Text: "Add a test.\nAnd docs.",
		Found: 1, Unproven: []string{task.CriterionUnproven, task.EvidenceUnproven}}
	want := "F1 blocker: Add a test.\n   And docs. (in words, of which ccc can confirm nothing)"
	if got := AllFindings([]task.Finding{f}, "").String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	said := Reason(task.Decision{Code: task.CodeLimitAfterReview, Round: 1, Limit: 1,
		Verdict: &task.Verdict{Feedback: f.Text, Findings: []task.Finding{f}},
		Reached: &task.ReachedLimit{End: task.EndedRounds, Reviews: 1, Loop: true}}).String()
	want = "not completed after 1 review, which is the limit. The feedback was:\nF1: Add a test.\nAnd docs.\n" +
		"/accept takes the work as it is, and your next message begins a new count."
	if said != want {
		t.Errorf("%q, want %q", said, want)
	}
}

// TestHeldNamesAllOpen: of a review whose feedback waits for the user's message all open findings are named, also if
// the reviewer's own words are about the newest one alone.
func TestHeldNamesAllOpen(t *testing.T) {
	list := []task.Finding{
		{ID: "F1", Severity: task.Blocker, Status: task.Open, Text: "No test.", Found: 1},
		{ID: "F2", Severity: task.Blocker, Status: task.Open, Text: "No docs.", Found: 2},
	}
	said := Decision(task.Decision{Code: task.CodeHeldMessage, Round: 2, Limit: 3,
		Verdict: &task.Verdict{Feedback: "No docs.", Findings: list, Round: 2}}).String()
	want := "Your own message goes first. The feedback was:\nF1 blocker: No test.\nF2 blocker: No docs."
	if !strings.HasSuffix(said, want) {
		t.Errorf("%q, want %q at its end", said, want)
	}
}

// TestL02UnprovenInChinese: the note on what ccc could not confirm is a single Chinese sentence.
func TestL02UnprovenInChinese(t *testing.T) {
	f := task.Finding{Criterion: "c", Unproven: []string{task.CriterionUnproven, task.EvidenceUnproven}}
	if got := lang.Chinese.Text(Unproven(f)); strings.ContainsAny(got, ",;") || !strings.Contains(got, "；") {
		t.Errorf("%q", got)
	}
}

// TestL10ManyFindings: a verdict's lines have the number of findings if there are many, and a task that goes in circles
// says how.
func TestL10ManyFindings(t *testing.T) {
	var list []task.Finding
	for n := range 50 {
		f := task.Finding{ID: fmt.Sprintf("F%d", n+1), Severity: task.Advice, Status: task.Open, Text: "more", Found: 2}
		if n < 3 {
			f.Found = 1
		}
		list = append(list, f)
	}
	d := task.Decision{Code: task.CodeLimitAfterReview, Round: 2, Limit: 10,
		Verdict: &task.Verdict{Findings: list, Feedback: "more", Evidence: []string{"x"}},
		Reached: &task.ReachedLimit{End: task.EndedCircles, Reviews: 2, Stall: task.SameWords, Stalled: 2}}
	got := lang.English.Text(Decision(d))
	for _, want := range []string{
		"review 2 of 10: not completed · 3 open · 47 new", "\nF10 advice: more\nand 40 more: ccc dismiss lists them\n",
		"stopped: 2 rounds without progress: the agent used no tool and said the same thing again\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("not said: %q in\n%s", want, got)
		}
	}
	want := "stopped: 2 rounds without progress: the agent used no tool and said the same thing again: more"
	if got := lang.English.Text(ReasonInShort(d)); got != want {
		t.Errorf("in short %q, want %q", got, want)
	}
}

// TestL10Counts: the short form has the numbers of blockers and of advice, and the first finding.
func TestL10Counts(t *testing.T) {
	blocker := task.Finding{Status: task.Open, Severity: task.Blocker, Text: "no test\nsee a.go"}
	advice := task.Finding{Status: task.Open, Severity: task.Advice, Text: "rename x"}
	fixed := task.Finding{Status: task.Fixed, Severity: task.Blocker, Text: "it panics"}
	words := task.Finding{Status: task.Open, Severity: task.Blocker, Text: "add docs", InWords: true}
	for want, list := range map[string][]task.Finding{
		"2 open · 1 advice · no test": {advice, fixed, blocker, blocker}, "1 advice · rename x": {advice},
		"what blocked it has been dismissed since": {fixed}, "add docs": {words}, "1 open · no test": {words, blocker},
	} {
		if got := lang.English.Text(InShort(task.Verdict{By: task.ByReviewers, Feedback: "add docs", Findings: list})); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := lang.Chinese.Text(Counts([]task.Finding{blocker, advice})); got != "1 项未解决 · 1 项建议" {
		t.Errorf("in Chinese %q", got)
	}
}

// TestL10RedCheck: if a check fails while findings are open, the verdict is described by the check.
func TestL10RedCheck(t *testing.T) {
	list := []task.Finding{{ID: "F1", Status: task.Open, Severity: task.Blocker, Text: "no test", Found: 1}}
	v := task.Verdict{By: task.ByChecks, Feedback: "go test failed\nFAIL x", Findings: list}
	if got := lang.English.Text(InShort(v)); got != "1 open · go test failed" {
		t.Errorf("in short %q", got)
	}
	ran := v
	ran.Checks = []task.Check{
		{Name: "go build", State: "passed"}, {Name: "go vet", State: "failed", Exit: 1, DurationMS: 1033},
		{Name: `a "b"`, State: "timed out", Exit: -1, DurationMS: 60500},
	}
	if got := lang.Chinese.Text(InShort(ran)); got !=
		`1 项未解决 · 检查 go vet：退出码 1，1.0s · 检查 a "b"：1m1s 后被结束：耗时过长` {
		t.Errorf("in Chinese %q", got)
	}
	d := task.Decision{Code: task.CodeLimitAfterReview, Round: 3, Limit: 3, Verdict: &v,
		Reached: &task.ReachedLimit{End: task.EndedRounds, Reviews: 3}}
	for what, got := range map[string]string{
		"the decision": lang.English.Text(Decision(d)), "the reason": lang.English.Text(Reason(d)),
		"the reason in short": lang.English.Text(ReasonInShort(d)),
	} {
		if !strings.Contains(got, "go test failed") || !strings.Contains(got, "F1 blocker: no test") {
			t.Errorf("%s names not both:\n%s", what, got)
		}
	}
	if got := v.MessageToAgent(); !strings.Contains(got, "FAIL x") || !strings.Contains(got, "F1 (blocker): no test") {
		t.Errorf("the agent is told\n%s", got)
	}
}

// TestChinese: sentences that a stop ends with can be read by themselves in Chinese.
func TestChinese(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.Local)
	for want, said := range map[string]lang.Message{
		"由你在终端里接受，不是审查通过的":                 Accepted(),
		"F1 是你在 2026-11-28 09:00 驳回过的问题：x": foundAgainNote(task.Finding{ID: "F1", Text: "x", DismissedAt: at}),
		"调高，就可以继续。":                        nextStep(task.ReachedLimit{End: task.EndedCost, Alone: true}),
		"这期间审查已经关闭。反馈是：": Decision(task.Decision{
			Code: task.CodeHeldOff, Verdict: &task.Verdict{Feedback: "x"}, Round: 1, Limit: 2,
		}),
	} {
		if got := lang.Chinese.Text(said); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestByDismissal: a verdict that completes a task over the reviewer's no says that what held it was dismissed.
func TestByDismissal(t *testing.T) {
	again := task.Finding{ID: "F1", Severity: task.Blocker, Status: task.Dismissed, Ended: 1, Again: 2, Text: "no test"}
	advice := again
	advice.Severity = task.Advice
	for want, f := range map[string]task.Finding{
		"review 2 of 3: completed: what blocked it was dismissed · nothing checked · $0.00": again,
		"review 2 of 3: completed · F1 dismissed · nothing checked · $0.00":                 advice,
	} {
		v := task.Verdict{Completed: true, Round: 2, Findings: []task.Finding{f}}
		if got := Verdict(2, 3, v).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	asked := task.Verdict{Completed: true, Round: 2, Said: "no test", Findings: []task.Finding{again},
		Reviewers: []task.Reviewer{{AskedAgain: true, AskedWhy: task.AskedNoBlocker}}}
	once := Decision(task.Decision{Code: task.CodeCompleted, Round: 2, Limit: 3, Verdict: &asked}).String()
	if !strings.Contains(once, "· ccc asked again, as the reviewer named no other blocker ·") ||
		strings.Count(once, "no test") != 1 {
		t.Errorf("a reviewer that says only what was dismissed is told of as %q", once)
	}
	asked.DismissedOutside = []string{"no doc"}
	chinese := lang.Chinese.Text(Basis(asked))
	for _, want := range []string{"ccc 又问了审查者一次", "在会话之外驳回的问题（见 ccc dismiss --list）：no doc"} {
		if !strings.Contains(chinese, want) {
			t.Errorf("%q, want %q", chinese, want)
		}
	}
	again.DismissedAt = time.Date(2026, 11, 30, 3, 11, 0, 0, time.Local)
	again.DismissedBy, again.Reason = task.ByClaude, "a spike"
	said := Decision(task.Decision{Code: task.CodeCompleted, Round: 2, Limit: 3,
		Verdict: &task.Verdict{Completed: true, Round: 2, Findings: []task.Finding{again}}})
	if got := lang.Chinese.Text(said); strings.Count(got, "驳回") != 2 ||
		!strings.Contains(got, "F1 是你在 2026-11-30 03:11 驳回过的问题：no test · 你的理由：a spike") {
		t.Errorf("the dismissal is told in %q", got)
	}
}

// TestDismissedOutsideOnce: a dismissal from outside is told once, above or below.
func TestDismissedOutsideOnce(t *testing.T) {
	again := task.Finding{ID: "F1", Severity: task.Blocker, Status: task.Dismissed, Ended: 1, Again: 2, Text: "no test",
		DismissedBy: task.ByOutside, DismissedAt: time.Date(2026, 11, 30, 3, 11, 0, 0, time.Local)}
	for _, outside := range [][]string{{"no test"}, {"no test", "no doc"}} {
		d := task.Decision{Code: task.CodeCompleted, Round: 2, Limit: 3, Verdict: &task.Verdict{
			Completed: true, Round: 2, Findings: []task.Finding{again}, DismissedOutside: outside}}
		if got := Decision(d).String(); strings.Count(got, "see ccc dismiss --list") != len(outside) ||
			strings.Count(got, "no test") != 1 || len(d.Verdict.DismissedOutside) != len(outside) {
			t.Errorf("%q is told as %q", outside, got)
		}
	}
}

// TestAfterNoVerdict: no failure keeps the next stop from being reviewed, and no sentence says that it does.
func TestAfterNoVerdict(t *testing.T) {
	for failure, want := range map[streamjson.Failure][2]string{
		streamjson.NeedsPerson: {"Settle that first: until then a stop may get no verdict. Your next message goes on.",
			"请先解决这个问题，在那之前审查可能仍没有结论。解决后发下一条消息继续。"},
		streamjson.Transient: {"Your next message goes on, and the stop after it is reviewed.",
			"发下一条消息就会继续，Agent 再停下时会审查。"},
	} {
		said := AfterNoVerdict(task.Decision{Code: task.CodeNoVerdict, Verdict: &task.Verdict{Failure: failure}})
		if lang.English.Text(said) != want[0] || lang.Chinese.Text(said) != want[1] {
			t.Errorf("%v: %q, %q", failure, lang.English.Text(said), lang.Chinese.Text(said))
		}
	}
}

// TestWhyUnreviewed: a line that says itself that a stop was not reviewed adds only why, in both languages, also if
// that was recorded.
func TestWhyUnreviewed(t *testing.T) {
	limit := &task.ReachedLimit{End: task.EndedRounds, Reviews: 3}
	for _, c := range []struct {
		said             lang.Message
		english, chinese string
	}{
		{Decision(task.Decision{Code: task.CodeWhileOff}), "reviews were off", "当时审查已关闭"},
		{Decision(task.Decision{Code: task.CodeReviewStopped}), "the review was stopped", "审查已中断"},
		{Decision(task.Decision{Code: task.CodeReviewStopped,
			Verdict: &task.Verdict{Reason: lang.Errorf("you stopped the review")}}),
			"you stopped the review", "你中断了审查"},
		{Decision(task.Decision{Code: task.CodeTurnFailed}), "the agent's turn ended with an error", "Agent 的这一轮因出错而结束"},
		{Decision(task.Decision{Code: task.CodeSkipped}), "as you asked", "按你的要求"},
		{Decision(task.Decision{Code: task.CodeNoVerdict,
			Verdict: &task.Verdict{Reason: lang.Errorf("the reviewer gave no answer")}}),
			"the reviewer gave no answer", "审查者没有给出任何回答"},
		{Decision(task.Decision{Code: task.CodeLimitReached, Reached: limit}),
			"not completed after 3 reviews, which is the limit. Your next message begins a new count.",
			"审查 3 次后仍未完成，已达到上限。你发下一条消息后会重新计数。"},
		{Decision(task.Decision{Code: task.CodeLimitReached, Reached: limit, Verdict: new(task.Verdict)}),
			"not completed after 3 reviews, which is the limit. Your next message begins a new count.",
			"审查 3 次后仍未完成，已达到上限。你发下一条消息后会重新计数。"},
		{Recorded("no verdict: not completed after 1 review, which is the limit. Your next message begins a new count."),
			"not completed after 1 review, which is the limit. Your next message begins a new count.",
			"审查 1 次后仍未完成，已达到上限。你发下一条消息后会重新计数。"},
		{Recorded("this stop was not reviewed: reviews were off"), "reviews were off", "当时审查已关闭"},
		{Recorded("not reviewed: not completed after 3 reviews, which is the limit. Your next message begins a new count."),
			"not completed after 3 reviews, which is the limit. Your next message begins a new count.",
			"审查 3 次后仍未完成，已达到上限。你发下一条消息后会重新计数。"},
		{lang.M("interrupted, the session is kept"), "you interrupted the agent", "你中断了 Agent"},
	} {
		why := WhyUnreviewed(c.said)
		english, chinese := lang.English.Text(why), lang.Chinese.Text(why)
		if english != c.english || chinese != c.chinese {
			t.Errorf("%s: %q, %q; want %q, %q", c.said, english, chinese, c.english, c.chinese)
		}
	}
}
