package session

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/task"
	"ccc/streamjson"
)

// fold returns the state of a session after the lines of a recording.
func fold(t *testing.T, lines ...string) Snapshot {
	t.Helper()
	var f Fold
	_, items, errs := read(t, strings.Join(lines, "\n")+"\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for i := range items {
		f.Add(&items[i])
	}
	return f.Snapshot()
}

const (
	loopHead = `{"ccc_recording":1,"at":"2026-11-20T12:00:00Z","launch":"l","cwd":"/w","max_rounds":3,"attended":true}`
	hookHead = `{"ccc_recording":1,"door":"hook","at":"2026-11-20T12:00:00Z","launch":"l","cwd":"/w","max_rounds":3,` +
		`"session_id":"s"}`

	build      = `{"t":1,"type":"person","text":"build it"}`
	works      = `{"t":1,"type":"phase","from":"user","to":"agent"}`
	reviewing  = `{"t":5,"type":"phase","from":"agent","to":"review","round":1}`
	rejected   = `{"t":9,"type":"verdict","round":1,"feedback":"add a test"}`
	worksAgain = `{"t":9,"type":"phase","from":"review","to":"agent","round":1}`
	completed  = `{"t":9,"type":"verdict","round":1,"completed":true}`
	done       = `{"t":9,"type":"phase","from":"review","to":"done","round":1}`
	question   = `{"t":9,"type":"verdict","round":1,"blocked":true,"feedback":"which?"}`
	yours      = `{"t":9,"type":"phase","from":"review","to":"user","round":1}`
	stopped    = `{"t":5,"type":"stop","session_id":"s","stop":{"task":{"began":"2026-11-20T12:00:01Z"},` +
		`"limits":{"max_rounds":5}}}`
)

// TestFold: phase, round, task, verdict and outcome after each possible course of a session.
func TestFold(t *testing.T) {
	for name, test := range map[string]struct {
		lines            []string
		phase            string
		since            float64 // seconds since the beginning
		round, of        int
		task, rounds     int // the number of the task, and its verdicts
		taskCame         string
		verdict, outcome string // judgement; "" for none
		settled          bool
	}{
		"a launch": {lines: []string{loopHead}, of: 3},
		"the agent works": {
			lines: []string{loopHead, build, works}, phase: "agent", since: 1, of: 3, task: 1, taskCame: "open",
		},
		"a /resume while the agent works, which is refused: the same task": {
			lines: []string{loopHead, build, works, `{"t":2,"type":"person","did":"switch","text":"two"}`,
				`{"t":3,"type":"person","text":"and tests"}`, reviewing, rejected, worksAgain},
			phase: "agent", since: 9, round: 1, of: 3, task: 1, rounds: 1, taskCame: "open", verdict: "not_completed",
		},
		"a review": {
			lines: []string{loopHead, build, works, reviewing},
			phase: "review", since: 5, round: 1, of: 3, task: 1, taskCame: "open",
		},
		"not completed": {
			lines: []string{loopHead, build, works, reviewing, rejected, worksAgain},
			phase: "agent", since: 9, round: 1, of: 3, task: 1, rounds: 1, taskCame: "open", verdict: "not_completed",
		},
		"a message that waited during a review: the same task": {
			lines: []string{hookHead, works, build, stopped, reviewing, rejected, yours,
				`{"t":9,"type":"so_far","rounds":1,"session_id":"s"}`,
				`{"t":10,"type":"phase","from":"user","to":"agent","round":1}`,
				`{"t":10,"type":"person","text":"and tests"}`},
			phase: "agent", since: 10, round: 1, of: 5, task: 1, rounds: 1, taskCame: "open", verdict: "not_completed",
		},
		"a message after a stopped review: the same task": {
			lines: []string{loopHead, build, works, reviewing, rejected, worksAgain,
				`{"t":10,"type":"phase","from":"agent","to":"review","round":2}`, `{"t":11,"type":"person","did":"stop"}`,
				`{"t":11,"type":"phase","from":"review","to":"user","round":1}`,
				`{"t":12,"type":"person","text":"go on"}`, `{"t":12,"type":"phase","from":"user","to":"agent","round":1}`},
			phase: "agent", since: 12, round: 1, of: 3, task: 1, rounds: 1, taskCame: "open", verdict: "none",
		},
		"a completed task, after which the loop waits": {
			lines: []string{loopHead, build, works, reviewing, completed, yours},
			phase: "user", since: 9, round: 1, of: 3, task: 1, rounds: 1, taskCame: "completed", verdict: "completed",
		},
		"a /review of a completed task: counted as another one": {
			lines: []string{loopHead, build, works, reviewing, completed, yours, `{"t":10,"type":"person","did":"review"}`,
				`{"t":10,"type":"phase","from":"user","to":"review","round":1}`},
			phase: "review", since: 10, round: 1, of: 3, task: 2, rounds: 0, taskCame: "open",
		},
		"a command that asks no model: no task": {
			lines: []string{loopHead, `{"t":1,"type":"person","text":"/undo"}`, works,
				`{"t":2,"type":"turn","what":"ended"}`, `{"t":2,"type":"phase","from":"agent","to":"user"}`},
			phase: "user", since: 2, of: 3,
		},
		"a command that asks a model: a task": {
			lines: []string{loopHead, `{"t":1,"type":"person","text":"/init"}`, works, `{"t":2,"type":"turn","what":"started"}`},
			phase: "agent", since: 1, of: 3, task: 1, taskCame: "open",
		},
		"an /accept when there is nothing to accept": {
			lines: []string{loopHead, build, works, reviewing, completed, done, `{"t":10,"type":"person","did":"accept"}`},
			phase: "done", since: 9, round: 1, of: 3, task: 1, rounds: 1, taskCame: "open", verdict: "completed",
		},
		"an /accept of what was asked for before the launch: its text is no message": {
			lines: []string{`{"ccc_recording":1,"at":"2026-11-20T12:00:00Z","launch":"l","max_rounds":3,"findings":[` +
				`{"id":"F1","text":"no test","severity":"blocker","status":"open","found":1}]}`,
				`{"t":1,"type":"notice","continued":{"session_id":"s","first":"build it"}}`,
				`{"t":2,"type":"person","did":"accept","text":"build it"}`,
				`{"t":2,"type":"phase","from":"user","to":"done"}`},
			phase: "done", since: 2, of: 3,
		},
		"a message after a limit: another task": {
			lines: []string{hookHead, works, build, stopped, reviewing, rejected, yours,
				`{"t":9,"type":"so_far","outcome":"not_completed","rounds":1,"session_id":"s"}`,
				`{"t":10,"type":"phase","from":"user","to":"agent"}`, `{"t":10,"type":"person","text":"and tests"}`},
			phase: "agent", since: 10, of: 5, task: 2, taskCame: "open",
		},
		"a question of the reviewer's": {
			lines: []string{loopHead, build, works, reviewing, question, yours},
			phase: "user", since: 9, round: 1, of: 3, task: 1, rounds: 1, taskCame: "open", verdict: "question",
		},
		"the question is answered: the same task": {
			lines: []string{
				loopHead, build, works, reviewing, question, yours, `{"t":10,"type":"person","text":"the first"}`,
				`{"t":10,"type":"phase","from":"user","to":"agent","round":1}`,
			},
			phase: "agent", since: 10, round: 1, of: 3, task: 1, rounds: 1, taskCame: "open", verdict: "question",
		},
		"the end": {
			lines: []string{
				loopHead, build, works, reviewing, completed, done, `{"t":9,"type":"end","outcome":"completed","rounds":1}`,
			},
			phase: "done", since: 9, round: 1, of: 3, task: 1, rounds: 1, taskCame: "completed",
			verdict: "completed", outcome: "completed", settled: true,
		},
		"accepted": {
			lines: []string{
				loopHead, build, works, `{"t":2,"type":"person","did":"accept"}`,
				`{"t":2,"type":"phase","from":"agent","to":"done"}`,
				`{"t":2,"type":"end","outcome":"completed","accepted":true}`,
			},
			phase: "done", since: 2, of: 3, task: 1, taskCame: "accepted", outcome: "completed", settled: true,
		},
		"a question of the agent's": {
			lines: []string{loopHead, build, works, `{"t":3,"type":"question","what":"asked"}`},
			phase: "question", since: 3, of: 3, task: 1, taskCame: "open",
		},
		"… and its answer": {
			lines: []string{
				loopHead, build, works, `{"t":3,"type":"question","what":"asked"}`, `{"t":4,"type":"question","what":"over"}`,
			},
			phase: "agent", since: 4, of: 3, task: 1, taskCame: "open",
		},
		"the limit is set": {
			lines: []string{loopHead, `{"t":1,"type":"person","did":"rounds","round":7}`}, of: 7,
		},
		"the limit ended the task: the next message begins another": {
			lines: []string{
				loopHead, build, works, reviewing, rejected, yours, `{"t":10,"type":"person","text":"and that"}`,
				`{"t":10,"type":"phase","from":"user","to":"agent"}`,
			},
			phase: "agent", since: 10, of: 3, task: 2, taskCame: "open",
		},
		"/clear begins no task": {
			lines: []string{
				loopHead, build, works, reviewing, rejected, yours, `{"t":10,"type":"person","text":"/clear"}`,
			},
			phase: "user", since: 9, round: 1, of: 3, task: 1, rounds: 1, taskCame: "open", verdict: "not_completed",
		},
		"a stop with reviews off: another task, which nobody has reviewed": {
			lines: []string{
				hookHead, build, works, stopped, reviewing, completed, done,
				`{"t":10,"type":"person","did":"reviews_off"}`, `{"t":11,"type":"person","text":"and that"}`,
				`{"t":11,"type":"phase","from":"done","to":"agent","round":1}`,
				`{"t":12,"type":"stop","session_id":"s","stop":{"off":true,"task":{},"limits":{"max_rounds":5}}}`,
				`{"t":12,"type":"phase","from":"agent","to":"user","round":1}`,
				`{"t":12,"type":"so_far","outcome":"needs_user","unreviewed":true,"rounds":1,"session_id":"s"}`,
			},
			phase: "user", since: 12, round: 1, of: 5, task: 2, outcome: "needs_user",
			settled: true,
		},
		"a review without a verdict": {
			lines: []string{
				loopHead, build, works, reviewing, `{"t":9,"type":"verdict","round":1,"failure":"limit","reason":"until 12"}`,
				yours, `{"t":9,"type":"end","outcome":"needs_user"}`,
			},
			phase: "user", since: 9, round: 1, of: 3, task: 1, taskCame: "none", verdict: "none",
			outcome: "needs_user", settled: true,
		},
		"a hook's task is done, its session goes on": {
			lines: []string{
				hookHead, build, works, stopped, reviewing, completed, done,
				`{"t":9,"type":"so_far","outcome":"completed","session_id":"s"}`,
			},
			phase: "user", since: 9, round: 1, of: 5, task: 1, rounds: 1, taskCame: "completed",
			verdict: "completed", outcome: "completed", settled: true,
		},
		"what follows a hook's end takes it back": {
			lines: []string{
				hookHead, build, works, stopped, reviewing, completed, done,
				`{"t":9,"type":"so_far","outcome":"completed","session_id":"s"}`,
				`{"t":12,"type":"phase","from":"done","to":"agent"}`,
			},
			phase: "agent", since: 12, of: 5, task: 1, rounds: 1, taskCame: "open", verdict: "completed",
		},
		"a hook's last stop was not reviewed": {
			lines: []string{
				hookHead, build, works, stopped, `{"t":5,"type":"phase","from":"agent","to":"user"}`,
				`{"t":5,"type":"so_far","outcome":"completed","session_id":"s"}`,
			},
			phase: "user", since: 5, of: 5, task: 1, taskCame: "completed", outcome: "needs_user", settled: true,
		},
		"reviews were switched on: another task": {
			lines: []string{
				hookHead, build, works, stopped, reviewing, rejected, worksAgain,
				`{"t":20,"type":"person","did":"reviews_on"}`, `{"t":20,"type":"person","text":"now that"}`,
				`{"t":30,"type":"stop","session_id":"s","stop":{"task":{"began":"2026-11-20T12:00:20Z"},` +
					`"limits":{"max_rounds":5}}}`,
			},
			phase: "agent", since: 9, round: 1, of: 5, task: 2, taskCame: "open",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := fold(t, test.lines...)
			verdict, number, rounds, came := "", 0, 0, ""
			if s.Verdict != nil {
				verdict = s.Verdict.Judgement()
			}
			if s.Task != nil {
				number, rounds, came = s.Task.Number, s.Task.Rounds, s.Task.Outcome
			}
			if at := s.Since.Sub(s.Header.At).Seconds(); s.Phase != test.phase || at != test.since {
				t.Errorf("phase %q since %v, want %q since %v", s.Phase, at, test.phase, test.since)
			}
			if s.Round != test.round || s.Of != test.of {
				t.Errorf("round %d of %d, want %d of %d", s.Round, s.Of, test.round, test.of)
			}
			if number != test.task || rounds != test.rounds || came != test.taskCame {
				t.Errorf("task %d: %q after %d, want %d: %q after %d", number, came, rounds, test.task, test.taskCame, test.rounds)
			}
			if verdict != test.verdict || s.Outcome != test.outcome || s.Settled != test.settled {
				t.Errorf("verdict %q, outcome %q, settled %v, want %q, %q, %v",
					verdict, s.Outcome, s.Settled, test.verdict, test.outcome, test.settled)
			}
		})
	}
}

// TestOutcomes: a task whose last stop was not reviewed is counted as such if a review of it has given a verdict.
func TestOutcomes(t *testing.T) {
	const (
		unreviewed = `{"t":9,"type":"verdict","round":1,"failure":"aborted","reason":"you stopped the review"}`
		another    = `{"t":20,"type":"person","did":"reviews_on"}`
	)
	for want, judged := range map[task.Outcomes][]string{
		{NotReviewed: 1, Open: 1}:    nil,
		{LastUnreviewed: 1, Open: 1}: {rejected, worksAgain, stopped, reviewing},
	} {
		lines := slices.Concat([]string{hookHead, build, works, stopped, reviewing}, judged,
			[]string{unreviewed, another, build, works})
		if s := fold(t, lines...); s.Outcomes != want || s.Outcomes.Tasks() != 2 {
			t.Errorf("%+v, want %+v", s.Outcomes, want)
		}
	}
}

// result returns a result line of a process that has cost that much since it began.
func result(phase, id string, usd string) string {
	return `{"t":2,"type":"line","phase":"` + phase + `","raw":{"type":"result","subtype":"success","session_id":"` + id +
		`","total_cost_usd":` + usd + `}}`
}

// TestFoldCost: the cost includes agents that ended, reviews without a verdict, and what is being spent now. In a
// hook's recording each session has its own cost.
func TestFoldCost(t *testing.T) {
	agent, review := `{"t":1,"type":"start","phase":"agent"}`, `{"t":1,"type":"start","phase":"review"}`
	s := fold(t, loopHead, agent, result("agent", "a", "0.1"), result("agent", "a", "0.3"), review,
		result("review", "r", "0.02"), review, result("review", "q", "0.03"), agent, result("agent", "a", "0.5"))
	if got := streamjson.RoundUSD(s.TotalUSD); got != 0.85 {
		t.Errorf("%v USD, want 0.3 + 0.02 + 0.03 + 0.5", got)
	}
	s = fold(t, hookHead, build, works, stopped, `{"t":9,"type":"so_far","cost_usd":0.3,"session_id":"s"}`,
		strings.ReplaceAll(stopped, `"s"`, `"next"`), `{"t":12,"type":"so_far","cost_usd":0.35,"session_id":"next"}`)
	if s.ID != "next" || s.TotalUSD != 0.35 || streamjson.RoundUSD(s.CostUSD) != 0.05 {
		t.Errorf("session %s of %v, all of %v USD", s.ID, s.CostUSD, s.TotalUSD)
	}
}

// TestFoldChanges: an item is returned with the changes that it makes.
func TestFoldChanges(t *testing.T) {
	var f Fold
	_, items, _ := read(t, strings.Join([]string{loopHead, build, works, reviewing, rejected}, "\n"))
	var changes []Change
	for i := range items {
		changes = append(changes, f.Add(&items[i]))
	}
	begun, left, verdict := changes[1], changes[3].Left, changes[4].Verdict
	if begun.Begun == nil || begun.Opening != begun.Prompts[0] || begun.Opening.Text.Head != "build it" ||
		begun.Opening.Task != 1 {
		t.Errorf("%+v: want a task that begins with its message", begun)
	}
	if len(left) != 1 || left[0] != (Span{Phase: "agent", From: time.Second, To: 5 * time.Second}) {
		t.Errorf("%+v: want 4 s of the agent's", left)
	}
	if verdict == nil || verdict.Took != 4*time.Second {
		t.Errorf("%+v: want a verdict after 4 s", verdict)
	}
}

// TestFoldDismissed: the Stop hook begins a task at its next stop. Until then the user dismisses findings of the task
// before, also after a switch of reviews or a message that was interrupted.
func TestFoldDismissed(t *testing.T) {
	const (
		found = `{"t":9,"type":"verdict","round":1,"feedback":"add a test",` +
			`"findings":[{"severity":"blocker","text":"add a test","status":"open"}]}`
		off     = `{"t":10,"type":"person","did":"reviews_off"}`
		on      = `{"t":10,"type":"person","did":"reviews_on"}`
		more    = `{"t":11,"type":"person","text":"more"}`
		broken  = `{"t":12,"type":"person","did":"interrupt"}`
		dismiss = `{"t":13,"type":"person","did":"dismiss","text":"F1 wrong"}`
	)
	begin := []string{build, works, stopped, reviewing, found, yours}
	for name, test := range map[string]struct {
		head  string
		lines []string
		want  bool
	}{
		"off": {hookHead, []string{off}, true}, "on and off": {hookHead, []string{off, on, off}, true},
		"a message after on": {hookHead, []string{on, works, more, broken}, true},
		"a stop after on":    {hookHead, []string{on, works, more, stopped}, false},
		"the loop, off":      {loopHead, []string{off}, true}, "the loop, on": {loopHead, []string{off, on}, false},
	} {
		var f Fold
		_, items, _ := read(t, strings.Join(slices.Concat([]string{test.head}, begin, test.lines, []string{dismiss}), "\n"))
		var last Change
		for i := range items {
			last = f.Add(&items[i])
		}
		if last.Dismissed != test.want {
			t.Errorf("%s: dismissed is %t, want %t", name, last.Dismissed, test.want)
		}
	}
}

// TestFoldIsBounded: what is kept of a session does not grow with its length.
func TestFoldIsBounded(t *testing.T) {
	var f Fold
	_, items, _ := read(t, strings.Join([]string{loopHead, build, works, reviewing, rejected, yours}, "\n"))
	f.Add(&items[0])
	size := func() int {
		s := f.Snapshot()
		s.Header = Header{}
		text, err := json.Marshal(s.Verdict)
		if err != nil {
			t.Fatal(err)
		}
		return len(text)
	}
	kept := 0
	for n := range 1000 {
		for i := range items[1:] {
			f.Add(&items[1:][i])
		}
		if n == 0 {
			kept = size()
		}
	}
	if s := f.Snapshot(); size() > kept+10 || s.Task.Number != 1000 || s.Rounds != 1000 || len(f.reviewers.byName) > 0 {
		t.Errorf("%d bytes, then %d, task %d", kept, size(), s.Task.Number)
	}
}

// TestFoldCountsStoppedReviews: a review that was stopped, or that failed, gave no verdict. Its tokens count.
func TestFoldCountsStoppedReviews(t *testing.T) {
	const line = `{"t":9,"type":"line","phase":"review","raw":{"type":"stream_event","session_id":"r","event":` +
		`{"type":"message_start","message":{"usage":{"input_tokens":100,"output_tokens":1}}}}}`
	const stoppedReview = `{"t":10,"type":"person","did":"stop"}` + "\n" +
		`{"t":10,"type":"phase","from":"review","to":"user","round":1}`
	s := fold(t, loopHead, build, works, reviewing, line, stoppedReview)
	if s.Rounds != 0 || s.NoVerdict != 1 || s.Reviewed.Prompt != 100 || !s.Interrupted {
		t.Errorf("%d reviews, %d without a verdict, %+v, interrupted %t", s.Rounds, s.NoVerdict, s.Reviewed, s.Interrupted)
	}
	s = fold(t, loopHead, build, works, reviewing, stoppedReview, `{"t":10,"type":"start","phase":"review"}`,
		`{"t":11,"type":"phase","from":"user","to":"done"}`)
	if s.NoVerdict != 1 {
		t.Errorf("%d without a verdict, want the one that was stopped before its start was recorded", s.NoVerdict)
	}
	s = fold(t, loopHead, build, works, reviewing, `{"t":9,"type":"verdict","round":1,"failure":"transient","reason":"x"}`,
		`{"t":9,"type":"start","phase":"review"}`, rejected)
	if s.Rounds != 1 || s.NoVerdict != 1 || s.Interrupted {
		t.Errorf("%d reviews, %d without a verdict, interrupted %t", s.Rounds, s.NoVerdict, s.Interrupted)
	}
}

// TestLabel: nothing is left out of a text that would not become shorter.
func TestLabel(t *testing.T) {
	for more, isCut := range map[int]bool{0: false, 1: false, 5: false, 6: true} {
		text := strings.Repeat("x", maxLabel+more)
		if got := Label(text); (got != text) != isCut || len(got) > len(text) {
			t.Errorf("%d more: %d bytes of %d", more, len(got), len(text))
		}
	}
}

// TestCostOfAStoppedReview: the cost is said to lack that of a review that the user stopped, unless its reviewer still
// tells it.
func TestCostOfAStoppedReview(t *testing.T) {
	const (
		reads = `{"t":6,"type":"line","phase":"review","raw":{"type":"stream_event","session_id":"r","event":{` +
			`"type":"message_start","message":{"id":"m1","role":"assistant","usage":{"input_tokens":50000}}}}}`
		stop   = `{"t":7,"type":"person","did":"stop"}`
		mine   = `{"t":7,"type":"phase","from":"review","to":"user"}`
		priced = `{"t":8,"type":"line","phase":"review","raw":{"type":"result","subtype":"error_during_execution",` +
			`"session_id":"r","is_error":true,"total_cost_usd":0.25}}`
		ofGo = `{"t":6,"type":"line","phase":"review","reviewer":"go","raw":{"type":"stream_event","session_id":"g",` +
			`"event":{"type":"message_start","message":{"id":"m2","role":"assistant","usage":{"input_tokens":50000}}}}}`
		ofDocs = `{"t":6,"type":"line","phase":"review","reviewer":"docs","raw":{"type":"result","subtype":"success",` +
			`"session_id":"d","is_error":false,"result":"[TASK_COMPLETED]","total_cost_usd":0.25}}`
		goOn  = `{"t":9,"type":"person","text":"go on"}`
		again = `{"t":9,"type":"phase","from":"user","to":"agent"}`
	)
	lines := []string{loopHead, build, works, reviewing, reads, stop, mine}
	for name, c := range map[string]struct {
		lines []string
		want  bool
	}{
		"while it runs":    {lines[:5], false},
		"stopped":          {lines, true},
		"told later":       {append(slices.Clip(lines), priced), false},
		"a review later":   {append(slices.Clip(lines), goOn, again, reviewing, completed, done), true},
		"nothing was read": {slices.Delete(slices.Clone(lines), 4, 5), false},
		"one of two":       {[]string{loopHead, build, works, reviewing, ofDocs, ofGo, stop, mine}, true},
		"a verdict, free":  {append(slices.Clone(lines[:5]), completed, done), false},
	} {
		if got := fold(t, c.lines...).AtLeast; got != c.want {
			t.Errorf("%s: at least: %v, want %v", name, got, c.want)
		}
	}
}
