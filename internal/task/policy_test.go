package task

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ccc/streamjson"
)

var (
	now   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	began = now.Add(-30 * time.Minute)
	loop  = Policy{
		MaxRounds: 3, MaxStalled: 2, MaxCostUSD: 5, MaxDuration: time.Hour, BackgroundWait: 10 * time.Minute,
		CanWait: true,
	}
	hook = Policy{MaxRounds: 3, MaxStalled: 2, MaxCostUSD: 5, MaxDuration: time.Hour, BackgroundWait: 10 * time.Minute}

	turn     = Turn{Asked: true, Tools: 2, Said: "It is done."}
	fixed    = Verdict{Completed: true, Evidence: []string{"go test"}, CostUSD: 0.5, Cached: 0.25}
	feedback = Verdict{Feedback: "Two tests fail"}
	question = Verdict{Blocked: true, Feedback: "Which port?"}
)

func failed(f streamjson.Failure) Verdict { return Verdict{Failure: f, Reason: errors.New("why")} }

// with returns a changed copy of how the agent stopped.
func with(change func(*Turn)) Turn {
	t := turn
	change(&t)
	return t
}

// stop, end and the others make events.
func stop(t Turn) Event { return Event{Kind: Stopped, At: now, Turn: t} }
func end(v Verdict, tries int) Event {
	return Event{Kind: Reviewed, At: now, Verdict: v, Tries: tries, Files: Files{Work: "tree", Tree: "T"}}
}
func that(k Kind) Event { return Event{Kind: k, At: now, Files: Files{Work: "tree", Tree: "T"}} }

// describe returns what a rule may change, in the form of the table.
func describe(s State, d Decision) string {
	text := fmt.Sprintf("%s %d", [...]string{"nothing", "review", "wait", "retry", "go on", "yield", "finish"}[d.Action],
		s.Count)
	add := func(yes bool, format string, args ...any) {
		if yes {
			text += fmt.Sprintf(" "+format, args...)
		}
	}
	add(d.Wait != 0, "%s", d.Wait)
	add(d.Asks, "asks")
	add(d.Legacy, "legacy")
	add(s.Ended != "", "ended:%s", s.Ended)
	add(s.Stalled != 0, "stalled:%d", s.Stalled)
	add(s.Shells != 0, "shells:%d", s.Shells)
	add(s.Off, "off")
	add(s.Skip, "skip")
	add(s.Pending != "", "pending:%s", s.Pending)
	add(d.Feedback != "", "%q", d.Feedback)
	add(d.Code != "", "%s", d.Code)
	add(d.Round != 0, "%d/%d", d.Round, d.Limit)
	add(d.Round == 0 && d.Limit != 0, "limit:%d", d.Limit)
	add(d.Running != 0, "running:%d", d.Running)
	if b := d.Reached; b != nil {
		switch b.End {
		case EndedRounds:
			add(true, "bound:%d reviews", b.Reviews)
		case EndedCost:
			add(true, "bound:$%g of $%g", b.CostUSD, b.MaxCostUSD)
		case EndedTime:
			add(true, "bound:%s", b.MaxDuration)
		case EndedCircles:
			add(true, "circles:%d/%d/%q", b.Stall, b.Stalled, b.Before)
		}
	}
	return text
}

// TestStep is the policy's table: each rule for the loop, which can wait, and for the hook, which cannot.
func TestStep(t *testing.T) {
	const (
		both = "both"
	)
	task := State{Began: began}
	at := func(count int, ended End) State { return State{Began: began, Count: count, Ended: ended} }
	circling := State{Began: began, Count: 2, Last: Round{Feedback: "Two tests fail", Said: "Done."},
		Said: "No, it is done.", Stalled: 1}
	idle := State{Began: began, Count: 1, Last: Round{Feedback: "Write the docs", Said: "It is done!"},
		Said: "It is done.", Idle: true}
	busy := idle
	busy.Idle = false
	dear := at(1, "")
	dear.CostUSD = 5
	late := State{Began: now.Add(-time.Hour), Count: 1}
	pending := at(1, "")
	pending.Pending = "Two tests fail"
	shells := at(1, "")
	shells.Shells = 1
	off, skip, offAndSpent := task, task, at(3, EndedRounds)
	off.Off, skip.Skip, offAndSpent.Off = true, true, true
	queued := end(feedback, 1)
	queued.Queued = true
	spending := stop(turn)
	spending.CostUSD = 6

	for _, c := range []struct {
		name string
		door string // loop, hook or both
		s    State
		e    Event
		want string
	}{
		{"F02 a local command", both, task, stop(Turn{Said: "Context Usage"}), "yield 0"},
		{"F02 a local command after a bound", both, at(3, EndedRounds), stop(Turn{}), "yield 3 ended:rounds"},
		{"F02 a local command leaves the skip", both, skip, stop(Turn{}), "yield 0 skip"},
		{"a stop", both, task, stop(turn), "review 1"},
		{"a stop before any message was seen", both, State{}, stop(turn), "review 1"},
		{"off", both, off, stop(turn), "yield 0 off"},
		{"off, a message queued", both, off, stop(with(func(t *Turn) { t.Queued = true })), "yield 0 off"},
		{"off after a bound", both, offAndSpent, stop(turn), "yield 3 ended:rounds off"},
		{"F03 the turn ended with an error", both, at(1, ""), stop(with(func(t *Turn) { t.Failed = true })),
			"yield 1 asks turn_failed"},
		{"the same while reviews are off", both, off, stop(with(func(t *Turn) { t.Failed = true })), "yield 0 off"},
		{"skipped", both, skip, stop(turn), "yield 0 skipped"},
		{"F11 a message is queued at the stop", both, at(1, ""), stop(with(func(t *Turn) { t.Queued = true })),
			"yield 1 message_first"},

		{"F06 shells", "loop", task, stop(with(func(t *Turn) { t.Shells = 2 })),
			"wait 0 10m0s shells:2 shells_running running:2"},
		{"F06 shells", "hook", task, stop(with(func(t *Turn) { t.Shells = 2 })), "review 1 shells:2"},
		{"F06 shells, waited for", both, task, stop(with(func(t *Turn) { t.Shells, t.Waited = 2, true })),
			"review 1 shells:2"},
		{"F06 the same shell as at the last review", both, shells, stop(with(func(t *Turn) { t.Shells = 1 })),
			"review 2 shells:1"},
		{"F06 one more than at the last review", "loop", shells, stop(with(func(t *Turn) { t.Shells = 2 })),
			"wait 1 10m0s shells:2 shells_running running:2"},
		{"F06 it has ended", both, shells, stop(turn), "review 2"},
		{"F07 subagents", "loop", task, stop(with(func(t *Turn) { t.Agents = 1 })),
			"wait 0 10m0s agents_running running:1"},
		{"F07 subagents", "hook", task, stop(with(func(t *Turn) { t.Agents, t.Shells = 1, 1 })),
			"yield 0 agents_running running:1"},
		{"F07 subagents, waited for", "loop", task, stop(with(func(t *Turn) { t.Agents, t.Waited = 1, true })),
			"review 1"},

		{"an autonomous turn after completion", both, at(3, EndedCompleted), stop(turn), "review 1"},
		{"an autonomous turn after acceptance", both, at(3, EndedAccepted), stop(turn), "review 1"},
		{"F03 a stop after the rounds", both, at(3, EndedRounds), stop(turn),
			"yield 3 asks ended:rounds bound bound:3 reviews"},
		{"F03 a stop after circles", both, at(2, EndedCircles), stop(turn),
			`yield 2 asks ended:circles bound circles:0/0/""`},
		{"F03 fewer rounds are allowed than were made", both, at(4, ""), stop(turn),
			"yield 4 asks ended:rounds bound bound:4 reviews"},
		{"A06 the count alone", both, State{Count: 3}, stop(turn),
			"yield 3 asks legacy ended:rounds bound bound:3 reviews"},
		{"A06 a count beyond the limit", both, State{Count: 10}, stop(turn),
			"yield 10 asks legacy ended:rounds bound bound:10 reviews"},
		{"the cost at a stop", both, dear, stop(turn), "yield 1 asks ended:cost bound bound:$5 of $5"},
		{"the cost of the turn itself", "loop", task, spending, "yield 0 asks ended:cost bound bound:$6 of $5"},
		{"the time at a stop", both, late, stop(turn), "yield 1 asks ended:time bound bound:1h0m0s"},

		{"A08 completed", both, at(1, ""), end(fixed, 1), "finish 1 ended:completed completed 1/3"},
		{"completed after the last round", both, at(3, ""), end(fixed, 1), "finish 3 ended:completed completed 3/3"},
		{"completed, whatever it cost", both, dear, end(fixed, 1), "finish 1 ended:completed completed 1/3"},
		{"A09 not completed", both, at(1, ""), end(feedback, 1), `go on 1 "Two tests fail" feedback 1/3`},
		{"a question", both, at(1, ""), end(question, 1), "yield 1 asks question 1/3"},
		{"the last round", both, at(3, ""), end(feedback, 1),
			"yield 3 asks ended:rounds bound_after_review 3/3 bound:3 reviews"},
		{"the cost at a verdict", both, dear, end(feedback, 1),
			"yield 1 asks ended:cost bound_after_review 1/3 bound:$5 of $5"},
		{"the time at a verdict", both, late, end(feedback, 1),
			"yield 1 asks ended:time bound_after_review 1/3 bound:1h0m0s"},
		{"F11 a message is queued during the review", both, at(1, ""), queued,
			"yield 1 pending:Two tests fail held_message 1/3"},
		{"F11 the same in the last round", both, at(3, ""), queued, "yield 3 pending:Two tests fail held_message 3/3"},
		{"F11 feedback that did not reach the agent, a review later", both, pending,
			end(Verdict{Feedback: "One test fails"}, 1),
			`go on 1 "One test fails" feedback 1/3`},

		{"F13 the same feedback for the second time", both, State{Began: began, Count: 1,
			Last: Round{Feedback: "two tests fail!"}},
			end(feedback, 1), `go on 1 stalled:1 "Two tests fail" feedback 1/3`},
		{"F13 for the third time", both, circling, end(feedback, 1),
			`yield 2 asks ended:circles stalled:2 bound_after_review 2/3 circles:1/2/"Two tests fail"`},
		{"F13 another feedback is progress", both, circling, end(Verdict{Feedback: "The docs are missing"}, 1),
			`go on 2 "The docs are missing" feedback 2/3`},
		{"F13 no tool, the same words", both, idle, end(feedback, 1),
			`go on 1 stalled:1 "Two tests fail" feedback 1/3`},
		{"F13 the same words behind work", both, busy, end(feedback, 1), `go on 1 "Two tests fail" feedback 1/3`},
		{"F13 completed is no circle", both, circling, end(fixed, 1),
			"finish 2 ended:completed stalled:1 completed 2/3"},

		{"F05 a failure that may pass", both, at(2, ""), end(failed(streamjson.Transient), 1), "retry 2 retry"},
		{"F05 once more only", both, at(2, ""), end(failed(streamjson.Transient), 2), "yield 1 asks no_verdict"},
		{"F05 a limit", "loop", at(2, ""), end(failed(streamjson.Limit), 5), "retry 2 retry"},
		{"F05 a limit", "hook", at(2, ""), end(failed(streamjson.Limit), 1), "yield 1 asks no_verdict"},
		{"F05 only the person can mend it", both, at(1, ""), end(failed(streamjson.NeedsPerson), 1),
			"yield 0 asks no_verdict"},
		{"F05 no such session", both, at(1, ""), end(failed(streamjson.NoSession), 1), "yield 0 asks no_verdict"},
		{"F05 Esc", both, at(2, ""), end(failed(streamjson.Aborted), 1), "yield 1 asks review_stopped"},

		{"F05 no verdict after feedback that did not reach the agent", both, pending, end(failed(streamjson.NeedsPerson), 1),
			"yield 0 asks pending:Two tests fail no_verdict"},

		{"a message in a task", both, at(2, ""), that(Sent), "nothing 2"},
		{"a message ends circles", both, circling, that(Sent), "nothing 2"},
		{"F04 a message after the rounds", both, at(3, EndedRounds), that(Sent), "nothing 0"},
		{"F04 a message after the cost", both, at(1, EndedCost), that(Sent), "nothing 0"},
		{"F04 a message after the time", both, at(1, EndedTime), that(Sent), "nothing 0"},
		{"F04 a message after circles", both, at(2, EndedCircles), that(Sent), "nothing 0"},
		{"F04 a message after completion", both, at(2, EndedCompleted), that(Sent), "nothing 0"},
		{"F04 a message after acceptance", both, at(2, EndedAccepted), that(Sent), "nothing 0"},
		{"F04 a message where the count is used up by a question", both, at(3, ""), that(Sent), "nothing 0"},
		{"F11 a message keeps the feedback that waits", both, pending, that(Sent), "nothing 1 pending:Two tests fail"},

		{"a review now", "loop", at(1, ""), that(ReviewNow), "review 2"},
		{"a review now after a limit", "loop", at(3, EndedRounds), that(ReviewNow), "review 1"},
		{"a review now at the limit", "loop", at(3, ""), that(ReviewNow), "review 1"},
		{"a review now needs no skip any more", "loop", skip, that(ReviewNow), "review 1"},
		{"a review now does not wait",
			"loop", task, Event{Kind: ReviewNow, At: now, Turn: Turn{Asked: true, Shells: 2}},
			"review 1 shells:2"},
		{"accepted", "loop", at(1, ""), that(Accepted), "finish 1 ended:accepted accepted"},
		{"skip", "loop", at(1, ""), that(Skipped), "nothing 1 skip skip_next"},
		{"on", both, offAndSpent, that(SwitchedOn), "nothing 0 reviews_on limit:3"},
		{"on ends a skip", both, skip, that(SwitchedOn), "nothing 0 reviews_on limit:3"},
		{"off keeps the count", both, at(2, ""), that(SwitchedOff), "nothing 2 off reviews_off"},
	} {
		for door, p := range map[string]Policy{"loop": loop, "hook": hook} {
			if c.door != both && c.door != door {
				continue
			}
			t.Run(c.name+", "+door, func(t *testing.T) {
				s, d := p.Step(c.s, c.e)
				if got := describe(s, d); got != c.want {
					t.Errorf("Step = %s\nwant   %s", got, c.want)
				}
				if c.e.Kind == Reviewed && d.Verdict == nil &&
					d.Code != CodeReviewStopped && d.Code != CodeLimitReached {
					t.Errorf("%s has no verdict", d.Code)
				}
			})
		}
	}
}

func TestStopGivesTheCountBack(t *testing.T) {
	if s := Stop(State{Count: 2}); s.Count != 1 {
		t.Errorf("count = %d, want 1", s.Count)
	}
	if s := Stop(State{}); s.Count != 0 {
		t.Errorf("count = %d, want 0", s.Count)
	}
}

// after applies events in order.
func after(p Policy, s State, events ...Event) (State, Decision) {
	var d Decision
	for _, e := range events {
		s, d = p.Step(s, e)
	}
	return s, d
}

// TestF04ThreeAcceptedMessages: whatever the limits are, messages whose work is accepted never use one up.
func TestF04ThreeAcceptedMessages(t *testing.T) {
	p := Policy{MaxRounds: 1, MaxStalled: 1, MaxCostUSD: 1, MaxDuration: time.Hour}
	var s State
	for n := range 10 {
		at := now.Add(time.Duration(n) * 50 * time.Minute)
		for _, e := range []Event{
			{Kind: Sent, At: at}, {Kind: Stopped, At: at, Turn: turn}, {Kind: Reviewed, At: at, Verdict: fixed, CostUSD: 0.9,
				Tries: 1},
		} {
			var d Decision
			if s, d = p.Step(s, e); e.Kind == Stopped && d.Action != Review || e.Kind == Reviewed && d.Action != Finish {
				t.Fatalf("message %d: %s", n+1, describe(s, d))
			}
		}
	}
}

// TestF13CirclesTakeThreeRounds: with the default of two rounds in a row.
func TestF13CirclesTakeThreeRounds(t *testing.T) {
	p := Policy{MaxRounds: 10, MaxStalled: 2}
	s := State{}
	for n := 1; ; n++ {
		var d Decision
		s, d = after(p, s, stop(turn), end(feedback, 1))
		if s.Ended != "" {
			if n != 3 || s.Ended != EndedCircles || s.Count != 3 {
				t.Errorf("round %d: %s", n, describe(s, d))
			}
			return
		}
	}
}

// TestF13PersonsWordIsProgress: a message of the user between two rounds counts as progress.
func TestF13PersonsWordIsProgress(t *testing.T) {
	p := Policy{MaxRounds: 10, MaxStalled: 2}
	s, d := after(p, State{}, stop(turn), end(feedback, 1), stop(turn), end(feedback, 1), that(Sent), stop(turn),
		end(feedback, 1))
	if d.Action != GoOn || s.Stalled != 0 {
		t.Errorf("%s, want the agent to go on", describe(s, d))
	}
}

// TestBaseOfTheNextTask: the next task starts from the files of a completed task. A task that ended at a limit keeps
// its own base.
func TestBaseOfTheNextTask(t *testing.T) {
	for ended, want := range map[End]string{
		EndedCompleted: "now", EndedAccepted: "now", EndedRounds: "before", EndedCircles: "before", "": "before",
	} {
		s, _ := loop.Step(State{
			Base: "before", BaseTree: "tree before", Files: Files{Work: "now", Tree: "tree now"}, Ended: ended, Count: 3,
		}, that(Sent))
		if s.Base != want || s.BaseTree != "tree "+want || s.Tree != "tree now" {
			t.Errorf("after %q: the base is %q, want %q", ended, s.Base, want)
		}
	}
	s, _ := loop.Step(State{Base: "before", Files: Files{Work: "now"}}, that(SwitchedOn))
	if s.Base != "tree" || s.BaseTree != "T" {
		t.Errorf("switched on: %+v", s)
	}
}

// TestVerdictIsKept: the last verdict is stored, a failed review is not.
func TestVerdictIsKept(t *testing.T) {
	s, _ := loop.Step(State{Count: 1}, end(feedback, 1))
	s, _ = after(loop, s, stop(turn), end(failed(streamjson.NeedsPerson), 1), that(Sent), that(SwitchedOn))
	if s.Verdict == nil || s.Verdict.Feedback != feedback.Feedback || !s.Verdict.At.Equal(now) || s.Work != "tree" {
		t.Errorf("state %+v", s)
	}
}

// TestChecksAreKept: the results of checks are stored, even if the review failed, so that checks that passed are not
// run again in the next try.
func TestChecksAreKept(t *testing.T) {
	e := end(failed(streamjson.Transient), 1)
	e.Checked = []Check{{Name: "a", Tree: "T"}}
	s, _ := loop.Step(State{Count: 1, Files: Files{Tree: "last"}}, e)
	if len(s.Checked) != 1 || s.Tree != "last" {
		t.Errorf("state %+v", s)
	}
}

// TestG03ChecksAreForgotten: if the agent did anything, results of checks are dropped, because it may have changed
// files that git does not see.
func TestG03ChecksAreForgotten(t *testing.T) {
	before := State{Count: 1, Files: Files{Checked: []Check{{Name: "a", Tree: "T"}}}}
	for name, c := range map[string]struct {
		turn Turn
		kept bool
	}{
		"a question answered": {Turn{Asked: true}, true},
		"a local command":     {Turn{}, true},
		"a tool":              {Turn{Asked: true, Tools: 1}, false},
		"a tool, then failed": {Turn{Asked: true, Tools: 1, Failed: true}, false},
		"in the background":   {Turn{Asked: true, Shells: 1}, false},
		"a subagent":          {Turn{Asked: true, Agents: 1}, false},
	} {
		if s, _ := loop.Step(before, stop(c.turn)); (s.Checked != nil) != c.kept {
			t.Errorf("%s: %+v", name, s.Checked)
		}
	}
}

func TestLimit(t *testing.T) {
	for _, c := range []struct{ count, limit, want int }{{0, 5, 5}, {0, 0, 1}, {4, 2, 2}} {
		_, last := loop.Limit(State{Count: c.count}, c.limit, true)
		if last.Reached != nil || last.Busy != (c.count > c.limit) {
			t.Errorf("limit %d while review %d runs: %+v", c.limit, c.count, last)
		}
		p, set := loop.Limit(State{Count: c.count}, c.limit, false)
		reached := c.count >= c.want
		if p.MaxRounds != c.want || set.Code != CodeLimit || set.Limit != c.want || (set.Reached != nil) != reached ||
			reached && (set.Reached.End != EndedRounds || set.Reached.Reviews != c.count) {
			t.Errorf("limit %d after %d: %d, %+v", c.limit, c.count, p.MaxRounds, set)
		}
		s, d := p.Step(State{Count: c.count}, stop(turn))
		if reviewed := d.Action == Review; reviewed != (c.count < c.want) {
			t.Errorf("limit %d after %d: %s", c.limit, c.count, describe(s, d))
		}
	}
}

// FuzzStep: applies any events in any order.
func FuzzStep(f *testing.F) {
	f.Add(uint8(2), true, []byte{0, 0, 1, 1, 2, 0, 1, 1, 2, 0, 1, 1, 2, 0, 1, 1, 0, 0, 1, 1})
	f.Add(uint8(0), false, []byte{1, 1, 2, 8, 1, 1, 3, 0, 2, 16, 0, 0, 1, 1, 2, 2})
	f.Add(uint8(1), true, []byte{1, 1, 8, 0, 6, 0, 1, 1, 2, 1, 2, 1, 1, 1, 2, 32, 0, 0, 1, 1})
	f.Fuzz(func(t *testing.T, rounds uint8, canWait bool, data []byte) {
		p := loop
		p.MaxRounds, p.CanWait, p.MaxDuration = int(rounds%4)+1, canWait, 100*time.Second
		w := world{p: p}
		for i := 0; i+1 < len(data) && i < 400; i += 2 {
			if broken := w.step(data[i], data[i+1], i); broken != "" {
				t.Fatalf("%s\n%s", broken, strings.Join(w.log, "\n"))
			}
		}
	})
}

// world is a loop or a hook: it carries out what the policy decides.
type world struct {
	p         Policy
	s         State
	reviewing bool
	tries     int
	log       []string
}

// step makes an event from two bytes, if it is possible now, and says which rule was broken.
func (w *world) step(kind, variant byte, n int) string {
	before, running := w.s, w.reviewing
	if kind%10 == 9 {
		if w.reviewing {
			w.s, w.reviewing = Stop(w.s), false
		}
		w.log = append(w.log, "review stopped")
		return w.holds(before, running, Event{Kind: 255}, Decision{})
	}
	e := Event{
		Kind: Kind(kind % 8), At: now.Add(time.Duration(n) * time.Second), CostUSD: float64(variant&3) / 4,
		Files: Files{Work: fmt.Sprint(variant & 1)},
	}
	switch e.Kind {
	case Stopped:
		e.Turn = Turn{
			Asked: variant&1 != 0, Tools: int(variant >> 1 & 1), Said: fmt.Sprint("said ", variant&4),
			Shells: int(variant >> 3 & 1),
			Agents: int(variant >> 4 & 1), Queued: variant&96 == 96, Waited: variant&128 != 0,
		}
	case Reviewed:
		e.Tries, e.Queued = w.tries, variant&192 == 192
		e.Verdict = Verdict{Failure: streamjson.Failure(variant & 7 % 6), Feedback: fmt.Sprint("feedback ", variant>>5&1)}
		e.Verdict.Completed = e.Verdict.Failure == 0 && variant&8 != 0
		e.Verdict.Blocked = e.Verdict.Failure == 0 && variant&24 == 16
	}
	if w.reviewing != (e.Kind == Reviewed) { // a review is stopped before anything else happens
		if e.Kind == Reviewed {
			return ""
		}
		w.s, w.reviewing = Stop(w.s), false
		before, running = w.s, false
	}
	var d Decision
	w.s, d = w.p.Step(w.s, e)
	switch d.Action {
	case Review:
		w.reviewing, w.tries = true, 1
	case Retry:
		w.tries++
	default:
		w.reviewing = false
	}
	w.log = append(w.log, fmt.Sprintf("%d %+v %+v: %s", e.Kind, e.Turn, e.Verdict, describe(w.s, d)))
	return w.holds(before, running, e, d)
}

// settled returns the count without the running review.
func settled(s State, reviewing bool) int {
	if reviewing {
		return s.Count - 1
	}
	return s.Count
}

func (w *world) holds(before State, running bool, e Event, d Decision) string {
	s, verdict := w.s, 0
	if e.Kind == Reviewed && e.Verdict.Failure == streamjson.NoFailure {
		verdict = 1
	}
	had, has := settled(before, running), settled(s, w.reviewing)
	began := e.Kind == Sent || e.Kind == SwitchedOn || e.Kind == ReviewNow
	switch {
	case s.Count > w.p.MaxRounds || s.Count < 0:
		return "a count out of bounds"
	case w.reviewing && s.Count < 1:
		return "a review that is not counted"
	case has != had+verdict && has != 0:
		return fmt.Sprintf("a count leaks: %d, then %d", had, has)
	case before.Ended.IsExhausted() && d.Action == Review && !began:
		return "a task is reviewed that a limit has ended"
	case before.Ended.IsExhausted() && !s.Ended.IsExhausted() && !began && e.Kind != Accepted:
		return "a limit is forgotten"
	case before.Off && d.Action == Review && e.Kind != ReviewNow:
		return "reviewed while reviews are off"
	case d.Action == Retry && w.tries > maxTries && (!w.p.CanWait || e.Verdict.Failure != streamjson.Limit):
		return "tried too often"
	case d.Action == Wait && (d.Wait <= 0 || !w.p.CanWait || e.Turn.Waited):
		return "a wait that is not possible, or has no end"
	case d.Action == GoOn && d.Feedback == "":
		return "the agent goes on with nothing"
	case d.Action == Finish && !s.Ended.IsExhausted() && s.Ended == "":
		return "finished, but not ended"
	case e.Kind == Reviewed && d.Code == "",
		e.Kind == Stopped && d.Action == Yield && d.Code == "" && e.Turn.Asked && !before.Off:
		return "F03: decided in silence"
	}
	return ""
}

// TestM05HoldClaims: with reviews off, claims hold the agent as often as the policy says, and not again for the same
// claim. With reviews on, a reviewer decides instead.
func TestM05HoldClaims(t *testing.T) {
	p := Policy{MaxRounds: 10, MaxStalled: 2, HoldClaims: true}
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	claimed := func(s State, feedback string) (State, Decision) {
		return p.Step(s, Event{Kind: Claimed, At: at, Feedback: feedback})
	}
	off, _ := p.Step(State{}, Event{Kind: SwitchedOff, At: at})
	for _, c := range []struct {
		feedback []string
		want     []Code
	}{
		{[]string{"a", "b", "c", "d"}, []Code{CodeClaimsFeedback, CodeClaimsFeedback, CodeClaimsFeedback, CodeClaimsLimit}},
		{[]string{"a", "a", "a"}, []Code{CodeClaimsFeedback, CodeClaimsFeedback, CodeClaimsCircle}},
		{[]string{"a", "", "a"}, []Code{CodeClaimsFeedback, "", CodeClaimsFeedback}},
	} {
		s, _ := p.Step(off, Event{Kind: Sent, At: at})
		for i, feedback := range c.feedback {
			var d Decision
			s, d = p.Step(s, Event{Kind: Stopped, At: at, Turn: Turn{Asked: true, Tools: 1}})
			if d.Action != LookAtClaims {
				t.Fatalf("a stop leads to %+v", d)
			}
			s, d = claimed(s, feedback)
			if goesOn := c.want[i] == CodeClaimsFeedback; d.Code != c.want[i] || (d.Action == GoOn) != goesOn ||
				goesOn && d.Feedback != feedback {
				t.Errorf("%q, stop %d: %+v, want %q", c.feedback, i+1, d, c.want[i])
			}
		}
		if s, _ = p.Step(s, Event{Kind: Sent, At: at}); s.ClaimHolds != 0 {
			t.Errorf("%d holds after the user's message", s.ClaimHolds)
		}
	}
	for _, turn := range []Turn{{Asked: true, Failed: true}, {Asked: true, Queued: true}, {}} {
		if _, d := p.Step(off, Event{Kind: Stopped, At: at, Turn: turn}); d.Action != Yield {
			t.Errorf("%+v leads to %+v", turn, d)
		}
	}
	s := State{}
	turn := Turn{Asked: true, Queued: true, EndsReviews: true}
	if _, d := p.Step(s, Event{Kind: Stopped, At: at, Turn: turn}); d.Code != CodeMessageFirst || !d.EndsReviews {
		t.Errorf("a /supervisoroff waits at a stop: %+v", d)
	}
	reviewed := Event{Kind: Reviewed, At: at, Verdict: Verdict{Feedback: "a"}, Queued: true, EndsReviews: true}
	if _, d := p.Step(s, reviewed); d.Code != CodeHeldMessage || !d.EndsReviews {
		t.Errorf("a /supervisoroff waits after a review: %+v", d)
	}
	for i := range maxClaimHolds {
		if !MayHoldClaims(s) {
			t.Fatalf("no hold after %d", i)
		}
		s, _ = p.Step(s, Event{Kind: Stopped, At: at, Turn: Turn{Asked: true, Tools: 1}})
		s, _ = p.Step(s, Event{Kind: Reviewed, At: at, Verdict: Verdict{By: ByClaims, Feedback: string(rune('a' + i))}})
	}
	if MayHoldClaims(s) {
		t.Error("claims may hold for ever")
	}
	if _, d := claimed(s, "a"); d.Action != Yield || d.Code != "" {
		t.Errorf("with reviews on claims alone decide: %+v", d)
	}
}

// TestInAnotherSession: what a task has changed that has ended, also by a limit, is not of the task in the next
// session.
func TestInAnotherSession(t *testing.T) {
	for ended, want := range map[End]string{EndedCompleted: "now", EndedRounds: "now", "": "before"} {
		before := State{Base: "before", BaseTree: "before", Files: Files{Work: "now", Tree: "now"}, Ended: ended}
		s := InAnotherSession(before)
		if s.Base != want || s.BaseTree != want || s.Ended != "" {
			t.Errorf("ended %q: %+v, want the base %s", ended, s, want)
		}
	}
}
