package loop

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/task"
	"ccc/streamjson"
)

// walk steps through events by name and returns the last actions. A name that is not an event's is a message.
func walk(m machine, names ...string) (machine, []action) {
	var acts []action
	for _, name := range names {
		m, acts = run1(m, name)
	}
	return m, acts
}

func expect(t *testing.T, what string, m machine, acts []action, next, want string) {
	t.Helper()
	if describe(m) != next || render(acts) != want {
		t.Errorf("%s: %s, [%s]\nwant %s, [%s]", what, describe(m), render(acts), next, want)
	}
}

func fresh() machine { return machine{policy: policy, maxWait: 6 * time.Hour, attended: true} }

func TestB01TheFirstMessageBeginsTheAgentPhase(t *testing.T) {
	m, acts := walk(fresh(), "fix it")
	expect(t, "message", m, acts, "agent 0", "start send(person: fix it)")
}

func TestB02TheReviewHasAllMessages(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "and the docs", "turn ok", "not completed", "turn started",
		"stop that", "turn ok")
	expect(t, "turn ok", m, acts, "review 2", "review")
	if want := []string{"fix it", "and the docs", "stop that"}; !slices.Equal(m.messages, want) {
		t.Errorf("messages = %q, want %q", m.messages, want)
	}
}

func TestB08EndOfTurnOrOfStreamBeginsTheReview(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "turn ok")
	expect(t, "end of turn", m, acts, "review 1", "review")
	m, acts = walk(fresh(), "fix it", "turn started", "turn background", "exited")
	expect(t, "end of stream after a turn", m, acts, "review 1", "stopWait review")
	m, acts = walk(fresh(), "fix it", "turn started", "exited")
	expect(t, "end of stream in a turn", m, acts, "agent 0", "tell start send(person: fix it)")
}

func TestB10CompletedEndsTheLoop(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "turn ok", "completed")
	expect(t, "completed", m, acts, "done 1 completed", "verdict tell finish")
}

func TestB11TheFeedbackIsTheText(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "turn ok", "not completed")
	expect(t, "not completed", m, acts, "agent 1", "verdict tell send(supervisor: the tests fail)")
	if !slices.Equal(m.messages, []string{"fix it"}) {
		t.Errorf("messages = %q: feedback is not the person's", m.messages)
	}
}

// TestF04RoundsAreBounded: a message begins a new count, a turn that a background task begins does not.
func TestF04RoundsAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it")
	m.policy.MaxStalled = 0
	var acts []action
	for round := 1; round < 3; round++ {
		m, acts = walk(m, "turn started", "turn ok", "not completed")
		expect(t, "round", m, acts, fmt.Sprintf("agent %d", round), "verdict tell send(supervisor: the tests fail)")
	}
	m, acts = walk(m, "turn started", "turn ok", "not completed")
	expect(t, "last round", m, acts, "user 3 not_completed", "verdict tell")
	t.Run("a message begins a new count", func(t *testing.T) {
		m, acts := walk(m, "go on", "turn started", "turn ok", "not completed")
		expect(t, "new count", m, acts, "agent 1", "verdict tell send(supervisor: the tests fail)")
		if want := []string{"fix it", "go on"}; !slices.Equal(m.messages, want) {
			t.Errorf("messages = %q, want %q: the task is not completed yet", m.messages, want)
		}
	})
	t.Run("a command does not", func(t *testing.T) {
		m, acts := walk(m, "/context", "command ended")
		expect(t, "command", m, acts, "user 3 not_completed", "")
	})
	t.Run("a command that asks the model does", func(t *testing.T) {
		m, acts := walk(m, "/fix-issue 12", "turn started", "turn ok")
		expect(t, "command", m, acts, "review 1", "review")
	})
	t.Run("what a background task begins does not", func(t *testing.T) {
		m, acts := walk(m, "turn started", "turn ok")
		expect(t, "turn of a background task", m, acts, "user 3 not_completed", "tell")
		if said := told(acts); !strings.Contains(said, "not reviewed: not completed after 3 reviews") {
			t.Errorf("says %q", said)
		}
	})
	t.Run("an answer to the supervisor's question of the last round does", func(t *testing.T) {
		m, _ := walk(fresh(), "fix it")
		m.task.Count = 2
		m, _ = walk(m, "turn ok", "blocked")
		expect(t, "blocked", m, nil, "user 3 needs_user", "")
		m, acts := walk(m, "port 80", "turn ok")
		expect(t, "answered", m, acts, "review 1", "review")
	})
}

// TestR09StartsAreBounded: a claude that takes up no message is started four times, whatever else it prints, and then
// the user has the floor.
func TestR09StartsAreBounded(t *testing.T) {
	turn := func(f streamjson.Failure, cost float64) event {
		return event{kind: eventTurnEnded,
			turn: streamjson.Turn{Failure: f, Asked: true, Progress: true, CostUSD: cost}}
	}
	exited := event{kind: eventExited, text: "exit status 0"}
	asleep := event{kind: eventSilent, silence: time.Minute}
	timer := event{kind: eventTimer}
	for name, ends := range map[string][]event{
		"a good turn":       {turn(streamjson.NoFailure, 0), exited},
		"a good turn, late": {turn(streamjson.NoFailure, 0), {kind: eventSession}, exited},
		"nothing":           {exited},
		"an overload":       {turn(streamjson.Transient, 0), exited, timer},
		"a limit":           {turn(streamjson.Limit, 0), timer, exited, timer},
		"no session":        {turn(streamjson.NoSession, 0), exited},
		"a budget":          {turn(streamjson.Budget, 5), exited},
		"silence":           {asleep, turn(streamjson.Aborted, 0), exited},
	} {
		m := fresh()
		m.policy.MaxCostUSD = 1
		m, acts := walk(m, "fix it")
		starts := 0
		count := func() {
			for _, a := range acts {
				if a.kind == actStart {
					starts++
				}
			}
		}
		count()
		for range 20 {
			for _, e := range ends {
				if e.now = now; e.kind != eventTimer {
					e.agent, e.session, e.unheard = m.agent, here, slices.Clone(m.open)
				}
				m, acts = step(m, e)
				count()
			}
		}
		if starts > 4 || m.phase != PhaseUser || m.outcome != NeedsUser {
			t.Errorf("%s: started %d times, then %s", name, starts, describe(m))
		}
		if m, acts = walk(m, "again"); render(acts) != "start send(person: again)" && render(acts) != "send(person: again)" {
			t.Errorf("%s: a message then leads to %s", name, render(acts))
		}
	}
}

// TestF05NoVerdictIsNoRound: whatever ends a review without a verdict, it is not counted.
func TestF05NoVerdictIsNoRound(t *testing.T) {
	for name, events := range map[string][]string{
		"no verdict twice":                      {"no verdict", "no verdict"},
		"after a limit, too":                    {"no verdict", "review limit", "timer", "no verdict", "no verdict"},
		"the person interrupts it":              {"interrupt"},
		"the person interrupts the wait for it": {"review limit", "interrupt"},
		"the person sends a message":            {"wait"},
		"the person skips it":                   {"skip"},
		"reviews off":                           {"reviews off"},
		"the agent is working again":            {"turn started"},
		"a limit again and again":               slices.Repeat([]string{"review limit", "timer"}, maxRetries+1),
	} {
		m, _ := walk(fresh(), "fix it", "turn ok")
		if m, _ = walk(m, events...); m.isReviewing() || m.task.Count != 0 {
			t.Errorf("%s: %s, want a count of 0", name, describe(m))
		}
	}
}

// TestF02CommandIsNoWork: a local command is not reviewed or counted, and stops neither a review nor the loop.
func TestF02CommandIsNoWork(t *testing.T) {
	m, acts := walk(fresh(), "/context", "command ended")
	expect(t, "the first input", m, acts, "user 0", "")
	if m.messages != nil || !reflect.DeepEqual(m.task, task.State{}) {
		t.Errorf("messages %q, task %+v", m.messages, m.task)
	}
	m, acts = walk(m, "input closed")
	expect(t, "end of input", m, acts, "done 0", "finish")
	alone := fresh()
	alone.attended = false
	m, acts = walk(alone, "/context", "command ended")
	expect(t, "unattended, messages may follow", m, acts, "user 0", "")

	m, acts = walk(fresh(), "fix it", "turn ok", "/context", "command ended", "completed")
	expect(t, "during a review", m, acts, "done 1 completed", "verdict tell finish")

	m, acts = walk(fresh(), "/cost", "/context", "/fix-issue 12", "command ended", "command ended", "turn started",
		"turn ok")
	expect(t, "three in a row", m, acts, "review 1", "review")
	if want := []string{"/fix-issue 12"}; !slices.Equal(m.messages, want) {
		t.Errorf("messages = %q, want %q", m.messages, want)
	}

	m, acts = walk(fresh(), "/context", "fix it", "command ended, unheard", "turn started", "turn ok")
	expect(t, "a message behind it", m, acts, "review 1", "review")
	if want := []string{"fix it"}; !slices.Equal(m.messages, want) {
		t.Errorf("messages = %q, want %q", m.messages, want)
	}

	m, acts = walk(fresh(), "/context", "fix it", "command ended, unheard", "timer")
	expect(t, "a message behind it that is never taken up", m, acts, "user 0 needs_user", "forget tell")

	m, acts = walk(fresh(), "fix it", "turn background", "/context", "command ended")
	expect(t, "while background work is waited for", m, acts, "agent background 0", "")

	m, acts = walk(fresh(), "fix it", "and this", "turn unheard", "/context", "command ended")
	expect(t, "a turn before it is still to be judged", m, acts, "review 1", "stopWait review")
}

// TestF14AnotherSessionIsAnotherTask: a message typed after /clear belongs to the new task.
func TestF14AnotherSessionIsAnotherTask(t *testing.T) {
	m, _ := walk(fresh(), "fix it", "turn ok", "not completed", "interrupt", "turn aborted", "/clear", "now this")
	m, acts := walk(m, "other session")
	expect(t, "another session", m, acts, "agent 0", "tell")
	m, acts = walk(m, "command ended, unheard", "turn started", "turn ok")
	expect(t, "its first stop", m, acts, "review 1", "review")
	if want := []string{"now this"}; !slices.Equal(m.messages, want) {
		t.Errorf("messages = %q, want %q", m.messages, want)
	}
}

// TestQueuedMessageHoldsTheJudgementUp: a turn with a queued message after it is judged if claude does not take up the
// message, however the turn ended.
func TestQueuedMessageHoldsTheJudgementUp(t *testing.T) {
	for _, c := range []struct {
		name         string
		failure      streamjson.Failure
		last         string
		next, wanted string
	}{
		{"good", streamjson.NoFailure, "timer", "review 1", "forget review"},
		{"good, and claude ends", streamjson.NoFailure, "exited", "review 1", "stopWait review"},
		{"limit", streamjson.Limit, "timer", "wait for agent 0", "forget tell wait(5m0s)"},
		{"limit, and claude ends", streamjson.Limit, "exited", "wait for agent 0", "stopWait tell wait(5m0s)"},
		{"aborted", streamjson.Aborted, "timer", "user 0 interrupted", "forget tell"},
	} {
		m, _ := walk(fresh(), "fix it", "turn started", "and this")
		e := events()["turn unheard"]
		e.turn.Failure = c.failure
		m, _ = step(m, e)
		m, acts := walk(m, c.last)
		expect(t, c.name, m, acts, c.next, c.wanted)
		if c.failure == streamjson.Limit {
			_, acts = walk(m, "timer")
			if !strings.HasSuffix(render(acts), "send(person: fix it) send(person: and this)") {
				t.Errorf("%s: sent again: [%s]", c.name, render(acts))
			}
		}
	}
	m, _ := walk(fresh(), "fix it", "turn started", "and this", "turn unheard")
	m, acts := walk(m, "session")
	expect(t, "its turn has begun, the model may take its time", m, acts, "agent queued 0", "stopWait wait(10m0s)")
	m, acts = walk(m, "turn started", "turn ok")
	expect(t, "both are judged at once", m, acts, "review 1", "review")
}

func TestRestartsAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it")
	var acts []action
	for range maxRestarts {
		m, acts = walk(m, "turn started", "exited")
		expect(t, "restart", m, acts, "agent 0", "tell start send(person: fix it)")
	}
	end, acts := walk(m, "turn started", "exited")
	expect(t, "no more restarts", end, acts, "user 0 needs_user", "tell")
	if !strings.Contains(told(acts), "claude ended 4 times without a result (exit status 1)") {
		t.Errorf("says %q", told(acts))
	}
	for _, good := range []string{"turn ok", "turn background", "turn unheard"} { // in a row: a result begins a new count
		if m, _ = walk(m, good, "turn started", "exited half done"); m.phase != PhaseAgent || m.restarts > 1 {
			t.Errorf("after %s: %s, %d restarts, want agent, 1", good, describe(m), m.restarts)
		}
		m.restarts = maxRestarts
	}
}

func TestLostSessionsAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it", "turn started", "and this")
	var acts []action
	for range maxRestarts {
		m.first = false
		m, acts = walk(m, "turn no session")
		expect(t, "lost", m, acts, "agent 0", "tell leave start send(person: fix it\n\nand this)")
	}
	m.first = false
	m, acts = walk(m, "turn no session")
	expect(t, "lost too often", m, acts, "user 0 needs_user", "tell")
	m, _ = walk(fresh(), "fix it", "turn no session")
	expect(t, "the person's arguments named it", m, nil, "user 0 needs_user", "")
	m, acts = walk(m, "exited", "again", "turn started", "turn ok")
	expect(t, "now it is there", m, acts, "review 1", "review")
	if m.session != here {
		t.Errorf("session = %+v, want %+v", m.session, here)
	}
}

func TestRetriesAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it")
	var acts []action
	for wait := firstBackoff; wait <= 256*time.Second; wait *= 2 {
		m, acts = walk(m, "turn overload")
		expect(t, "overload", m, acts, "wait for agent 0", "tell wait("+wait.String()+")")
		m, acts = walk(m, "timer")
		expect(t, "again", m, acts, "agent 0", "send(person: fix it)")
	}
	last, acts := walk(m, "turn overload")
	expect(t, "no more retries", last, acts, "user 0 needs_user", "tell")
	if !strings.Contains(told(acts), "Overloaded: tried 9 times") {
		t.Errorf("says %q", told(acts))
	}
	for _, good := range []string{"turn ok", "turn background",
		"turn unheard"} { // in a row: a good turn begins a new count
		next, acts := walk(m, good, "turn started", "turn overload")
		if next.phase != PhaseWait || !strings.HasSuffix(render(acts), "tell wait(2s)") {
			t.Errorf("overload after %s: %s, [%s]", good, describe(next), render(acts))
		}
	}
}

func TestRetriesOfAReviewAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it", "turn ok")
	var acts []action
	for range maxRetries {
		m, acts = walk(m, "review limit")
		expect(t, "limit", m, acts, "wait for review 1", "tell wait(1h0m0s)")
		m, acts = walk(m, "timer")
		expect(t, "again", m, acts, "review 1", "review")
	}
	m, acts = walk(m, "review limit")
	expect(t, "no more retries", m, acts, "user 0 needs_user", "tell")
}

func TestWaitsAreBounded(t *testing.T) {
	for _, c := range []struct {
		name, next, acts string
		until            time.Duration
	}{
		{"as told", "wait for agent 0", "tell wait(3h0m0s)", 3 * time.Hour},
		{"at most", "wait for agent 0", "tell wait(6h0m0s)", 6 * time.Hour},
		{"too long", "user 0 needs_user", "tell", 6*time.Hour + time.Second},
		{"over already", "wait for agent 0", "tell wait(2s)", -time.Hour},
		{"soon", "wait for agent 0", "tell wait(8s)", 8 * time.Second},
		{"not told", "wait for agent 0", "tell wait(5m0s)", 0},
	} {
		m, _ := walk(fresh(), "fix it")
		e := event{kind: eventTurnEnded, turn: streamjson.Turn{Failure: streamjson.Limit}, now: now}
		if c.until != 0 {
			e.turn.Until = now.Add(c.until)
		}
		m, acts := step(m, e)
		expect(t, c.name, m, acts, c.next, c.acts)
	}
}

func TestWhatIsSentAgain(t *testing.T) {
	const word = "send(ccc: " + continueMessage + ")"
	for _, c := range []struct {
		name   string
		events []string
		acts   string
	}{
		{"nothing was done", []string{"fix it", "turn overload", "timer"}, "send(person: fix it)"},
		{"something was done", []string{"fix it", "turn cut off", "timer"}, word},
		{"two messages", []string{"fix it", "turn started", "and this", "turn overload", "timer"},
			"send(person: fix it) send(person: and this)"},
		{"feedback", []string{"fix it", "turn ok", "not completed", "exited"}, "tell start send(supervisor: the tests fail)"},
		{"only what came after the good turn", []string{"fix it", "turn ok", "and this", "exited"},
			"tell start send(person: and this)"},
		{"a turn that a background task began", []string{"fix it", "turn background", "turn started", "turn overload",
			"timer"}, word},
		{"the same after a review", []string{"fix it", "turn ok", "turn started", "exited"}, "tell start send(ccc: " + continued + "fix it)"},
		{"a word to go on, of which nothing came", []string{"fix it", "exited half done", "exited"}, "tell start send(ccc: " + continued + "fix it)"},
		{"the same after a wait", []string{"fix it", "turn cut off", "timer", "turn overload", "timer"}, word},
		{"a message that was queued", []string{"fix it", "turn started", "and this", "turn unheard", "exited unheard"},
			"stopWait tell start send(person: and this)"},
		{"a queued message whose turn fails before its start is noticed", []string{
			"fix it", "turn started", "and this", "turn unheard", "turn overload", "timer",
		}, "send(person: and this)"},
		{"a queued message whose turn did nothing", []string{"fix it", "turn started", "and this", "turn unheard",
			"turn started", "turn overload", "timer"}, "send(person: and this)"},
	} {
		m, acts := walk(fresh(), c.events...)
		if m.phase != PhaseAgent || render(acts) != c.acts {
			t.Errorf("%s: %s, [%s]\nwant agent, [%s]", c.name, describe(m), render(acts), c.acts)
		}
	}
}

// TestBudgetIsBounded: money and time are checked after each turn and each review. Work that is done by then still
// counts.
func TestBudgetIsBounded(t *testing.T) {
	over := func(m machine, name string) (machine, []action) {
		e := events()[name]
		e.agent, e.review = min(e.agent, m.agent), min(e.review, m.review)
		e.cost, e.now = 2, now.Add(2*time.Hour)
		return step(m, e)
	}
	dear, long := fresh(), fresh()
	dear.policy.MaxCostUSD, long.policy.MaxDuration = 1.5, time.Hour
	for what, m := range map[string]machine{
		"$2.00 spent on this task, of at most $1.50": dear,
		"the time for this task is up: 1h":           long,
	} {
		working, _ := walk(m, "fix it", "turn started")
		got, acts := over(working, "turn ok")
		expect(t, what, got, acts, "user 0 not_completed", "tell")
		if said := told(acts); !strings.Contains(said, what) {
			t.Errorf("it says %q, want %q", said, what)
		}
		got, acts = walk(got, "go on", "turn started", "turn ok")
		expect(t, what+": a new count", got, acts, "review 1", "review")
		reviewing, _ := walk(m, "fix it", "turn started", "turn ok")
		got, acts = over(reviewing, "not completed")
		expect(t, what, got, acts, "user 1 not_completed", "verdict tell")
		got, acts = over(reviewing, "completed")
		expect(t, what, got, acts, "done 1 completed", "verdict tell finish")
	}
}

// TestEscapeStops: escape does what ctrl-c does, but ends no loop, however often it is pressed.
func TestEscapeStops(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "escape")
	expect(t, "escape", m, acts, "agent stopping 0", "interrupt tell")
	m, acts = walk(m, "escape")
	expect(t, "once more", m, acts, "agent stopping 0", "")
	m, acts = walk(m, "turn aborted", "escape")
	expect(t, "at the prompt", m, acts, "user 0 interrupted", "")
	m, acts = walk(fresh(), "fix it", "turn started", "turn ok", "escape")
	expect(t, "in a review", m, acts, "user 0 interrupted", "stopReview tell")
}

// TestReviewInsteadOfAnAnswer: /review at a question of the reviewer says that the question has no answer. After an
// answer it does not.
func TestReviewInsteadOfAnAnswer(t *testing.T) {
	const said = "the reviewer's question has no answer: a new review begins, and may ask it again"
	asking, _ := walk(fresh(), "fix it", "turn started", "turn ok", "blocked")
	m, acts := walk(asking, "review now")
	expect(t, "asked", m, acts, "review 2", "tell review")
	if told(acts) != said {
		t.Errorf("%q is told, want %q", told(acts), said)
	}
	m, acts = walk(asking, "80", "turn started", "escape", "turn aborted", "review now")
	expect(t, "answered", m, acts, "review 2", "review")
}

// TestInterruptTakesBack: messages that claude has queued are taken back, because they would begin a turn after the
// interrupt.
func TestInterruptTakesBack(t *testing.T) {
	m, _ := walk(fresh(), "fix it", "turn started", "and that")
	m, acts := step(m, event{kind: eventInterrupt, unheard: []send{{byPerson, "and that"}}})
	expect(t, "interrupt", m, acts, "agent stopping 0", "takeBack tell interrupt tell")
	if want := []string{"fix it"}; !slices.Equal(m.messages, want) {
		t.Errorf("messages = %q, want %q", m.messages, want)
	}
}
