package loop

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/streamjson"
)

// walk steps through events by name (what is no event's name is a message) and gives the last actions.
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

func fresh() machine { return machine{maxRounds: 3, attended: true} }

func TestB01TheFirstMessageBeginsTheAgentPhase(t *testing.T) {
	m, acts := walk(fresh(), "fix it")
	expect(t, "message", m, acts, "agent", "send(person: fix it)")
}

func TestB02TheReviewHasAllMessages(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "and the docs", "turn ok", "not completed", "turn started", "stop that", "turn ok")
	expect(t, "turn ok", m, acts, "review", "review")
	if want := []string{"fix it", "and the docs", "stop that"}; !slices.Equal(m.messages, want) {
		t.Errorf("messages = %q, want %q", m.messages, want)
	}
}

func TestB08EndOfTurnOrOfStreamBeginsTheReview(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "turn ok")
	expect(t, "end of turn", m, acts, "review", "review")
	m, acts = walk(fresh(), "fix it", "turn started", "turn background", "exited")
	expect(t, "end of stream after a turn", m, acts, "review", "stopWait review")
	m, acts = walk(fresh(), "fix it", "turn started", "exited")
	expect(t, "end of stream in a turn", m, acts, "agent", "tell send(person: fix it)")
}

func TestB10CompletedEndsTheLoop(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "turn ok", "completed")
	expect(t, "completed", m, acts, "done completed", "finish")
}

func TestB11TheFeedbackIsTheText(t *testing.T) {
	m, acts := walk(fresh(), "fix it", "turn started", "turn ok", "not completed")
	expect(t, "not completed", m, acts, "agent", "send(supervisor: the tests fail)")
	if !slices.Equal(m.messages, []string{"fix it"}) {
		t.Errorf("messages = %q: feedback is not the person's", m.messages)
	}
}

func TestRoundsAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it")
	var acts []action
	for round := 1; round < 3; round++ {
		m, acts = walk(m, "turn started", "turn ok", "not completed")
		expect(t, "round", m, acts, "agent", "send(supervisor: the tests fail)")
	}
	m, acts = walk(m, "turn started", "turn ok", "not completed")
	expect(t, "last round", m, acts, "user not_completed", "tell")
	t.Run("a message begins a new count", func(t *testing.T) {
		m, acts := walk(m, "go on", "turn started", "turn ok", "not completed")
		expect(t, "new task", m, acts, "agent", "send(supervisor: the tests fail)")
		if m.round != 1 {
			t.Errorf("round = %d, want 1", m.round)
		}
	})
	t.Run("what a background task begins does not", func(t *testing.T) {
		m, acts := walk(m, "turn started", "turn ok")
		expect(t, "turn of a background task", m, acts, "user not_completed", "tell")
		if m.round > m.maxRounds {
			t.Errorf("round = %d of %d", m.round, m.maxRounds)
		}
	})
	t.Run("no verdict is no round", func(t *testing.T) {
		m, _ := walk(fresh(), "fix it", "turn ok", "no verdict", "review limit", "timer", "no verdict")
		if m.round != 0 || m.phase != PhaseReview {
			t.Errorf("%s, round %d, want review, round 0", describe(m), m.round)
		}
	})
}

func TestRestartsAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it")
	var acts []action
	for range maxRestarts {
		m, acts = walk(m, "turn started", "exited")
		expect(t, "restart", m, acts, "agent", "tell send(person: fix it)")
	}
	end, acts := walk(m, "turn started", "exited")
	expect(t, "no more restarts", end, acts, "user needs_user", "tell")
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
		m, acts = walk(m, "turn no session")
		expect(t, "lost", m, acts, "agent", "tell forget send(person: fix it\n\nand this)")
	}
	m, acts = walk(m, "turn no session")
	expect(t, "lost too often", m, acts, "user needs_user", "tell")
}

func TestRetriesAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it")
	var acts []action
	for wait := firstBackoff; wait <= 256*time.Second; wait *= 2 {
		m, acts = walk(m, "turn overload")
		expect(t, "overload", m, acts, "wait for agent", "tell wait("+wait.String()+")")
		m, acts = walk(m, "timer")
		expect(t, "again", m, acts, "agent", "send(person: fix it)")
	}
	last, acts := walk(m, "turn overload")
	expect(t, "no more retries", last, acts, "user needs_user", "tell")
	if !strings.Contains(told(acts), "Overloaded: tried 9 times") {
		t.Errorf("says %q", told(acts))
	}
	for _, good := range []string{"turn ok", "turn background", "turn unheard"} { // in a row: a good turn begins a new count
		next, acts := walk(m, good, "turn started", "turn overload")
		expect(t, "overload after "+good, next, acts, "wait for agent", "tell wait(2s)")
	}
}

func TestRetriesOfAReviewAreBounded(t *testing.T) {
	m, _ := walk(fresh(), "fix it", "turn ok")
	var acts []action
	for range maxRetries {
		m, acts = walk(m, "review limit")
		expect(t, "limit", m, acts, "wait for review", "tell wait(1h0m0s)")
		m, acts = walk(m, "timer")
		expect(t, "again", m, acts, "review", "review")
	}
	m, acts = walk(m, "review limit")
	expect(t, "no more retries", m, acts, "user needs_user", "tell")
}

func TestWaitsAreBounded(t *testing.T) {
	for _, c := range []struct {
		name, next, acts string
		until            time.Duration
	}{
		{"as told", "wait for agent", "tell wait(3h0m0s)", 3 * time.Hour},
		{"at most", "wait for agent", "tell wait(6h0m0s)", defaultWait},
		{"too long", "user needs_user", "tell", defaultWait + time.Second},
		{"over already", "wait for agent", "tell wait(1s)", -time.Hour},
		{"not told", "wait for agent", "tell wait(5m0s)", 0},
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
	const word = "send(ccc: " + goOn + ")"
	for _, c := range []struct {
		name   string
		events []string
		acts   string
	}{
		{"nothing was done", []string{"fix it", "turn overload", "timer"}, "send(person: fix it)"},
		{"something was done", []string{"fix it", "turn cut off", "timer"}, word},
		{"two messages", []string{"fix it", "turn started", "and this", "turn overload", "timer"}, "send(person: fix it) send(person: and this)"},
		{"feedback", []string{"fix it", "turn ok", "not completed", "exited"}, "tell send(supervisor: the tests fail)"},
		{"only what came after the good turn", []string{"fix it", "turn ok", "and this", "exited"}, "tell send(person: and this)"},
		{"a turn that a background task began", []string{"fix it", "turn background", "turn started", "turn overload", "timer"}, word},
		{"the same after a review", []string{"fix it", "turn ok", "turn started", "exited"}, "tell " + word},
		{"a word to go on, of which nothing came", []string{"fix it", "exited half done", "exited"}, "tell " + word},
		{"the same after a wait", []string{"fix it", "turn cut off", "timer", "turn overload", "timer"}, word},
		{"a message that was queued", []string{"fix it", "turn started", "and this", "turn unheard", "exited unheard"}, "stopWait tell send(person: and this)"},
		{"a queued message whose turn did nothing", []string{"fix it", "turn started", "and this", "turn unheard", "turn started", "turn overload", "timer"}, "send(person: and this)"},
	} {
		m, acts := walk(fresh(), c.events...)
		expect(t, c.name, m, acts, "agent", c.acts)
	}
}

// TestBudgetIsBounded: money and time are looked at after each turn and each review; what is done is done.
func TestBudgetIsBounded(t *testing.T) {
	over := func(name string) event {
		e := events()[name]
		e.spent, e.now = 2, now.Add(2*time.Hour)
		return e
	}
	for what, m := range map[string]machine{
		"$2.00 are spent, of at most $1.50": {maxRounds: 3, attended: true, maxCost: 1.5},
		"the time for this launch is up":    {maxRounds: 3, attended: true, deadline: now.Add(time.Hour)},
	} {
		working, _ := walk(m, "fix it", "turn started")
		got, acts := step(working, over("turn ok"))
		expect(t, what, got, acts, "user not_completed", "tell")
		if said := told(acts); !strings.Contains(said, what) {
			t.Errorf("it says %q, want %q", said, what)
		}
		reviewing, _ := walk(m, "fix it", "turn started", "turn ok")
		got, acts = step(reviewing, over("not completed"))
		expect(t, what, got, acts, "user not_completed", "tell")
		got, acts = step(reviewing, over("completed"))
		expect(t, what, got, acts, "done completed", "finish")
	}
}
