package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/streamjson"
)

// The machine's states and events by name. Every state meets every event in the table below.
var (
	now    = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	fixIt  = []send{{byPerson, "fix it"}}
	asked  = machine{maxRounds: 3, maxStalled: 2, attended: true, round: 1, messages: []string{"fix it"}}
	states = map[string]machine{
		"user":            asked,
		"agent":           with(func(m *machine) { m.phase, m.open = PhaseAgent, fixIt }),
		"agent alone":     with(func(m *machine) { m.phase = PhaseAgent }), // a turn that a background task began
		"agent idle":      with(func(m *machine) { m.phase, m.idle = PhaseAgent, true }),
		"agent stopping":  with(func(m *machine) { m.phase, m.open, m.stopping = PhaseAgent, fixIt, true }),
		"wait for agent":  stepped("agent", "turn limit"),
		"wait for review": stepped("review", "review limit"),
		"review":          with(func(m *machine) { m.phase, m.reviews = PhaseReview, 1 }),
		"review again":    with(func(m *machine) { m.phase, m.reviews = PhaseReview, 2 }),
		"review stalled":  with(func(m *machine) { m.phase, m.reviews, m.stalled, m.feedback = PhaseReview, 1, 1, "tests" }),
		"review last":     with(func(m *machine) { m.phase, m.reviews, m.round = PhaseReview, 1, 2 }),
		"done":            with(func(m *machine) { m.phase, m.outcome = PhaseDone, Completed }),
	}
)

// events gives them fresh, as states are made of them.
func events() map[string]event {
	turn := func(f streamjson.Failure, text string) event {
		return event{kind: eventTurnEnded, turn: streamjson.Turn{Failure: f, Text: text}, now: now}
	}
	background, queued, limit, cutOff := turn(0, "half"), turn(0, "ok"), turn(streamjson.Limit, "hit your limit"), turn(streamjson.Transient, "reset")
	background.turn.Background = 2
	queued.unheard = unheard("and this")
	limit.turn.Until = now.Add(time.Hour)
	cutOff.turn.Progress = true
	stillUnheard := turn(streamjson.NeedsPerson, "credit")
	stillUnheard.unheard = unheard("and this")
	exited := func(f streamjson.Failure, progress bool, texts ...string) event {
		return event{kind: eventExited, text: "exit status 1", turn: streamjson.Turn{Failure: f, Text: "why", Progress: progress}, unheard: unheard(texts...), now: now}
	}
	reviewed := func(v Verdict) event { return event{kind: eventReviewed, verdict: v, now: now} }
	return map[string]event{
		"message":                    {kind: eventMessage, text: "and this", now: now},
		"turn started":               {kind: eventTurnStarted, now: now},
		"turn ok":                    turn(streamjson.NoFailure, "all done"),
		"turn background":            background,
		"turn unheard":               queued,
		"turn limit":                 limit,
		"turn overload":              turn(streamjson.Transient, "Overloaded"),
		"turn cut off":               cutOff,
		"turn needs person":          turn(streamjson.NeedsPerson, "credit"),
		"turn needs person, unheard": stillUnheard,
		"turn aborted":               turn(streamjson.Aborted, ""),
		"turn no session":            turn(streamjson.NoSession, "no conversation"),
		"exited":                     exited(streamjson.NoFailure, false),
		"exited half done":           exited(streamjson.NoFailure, true),
		"exited unheard":             exited(streamjson.NoFailure, false, "and this"),
		"exited no session":          exited(streamjson.NoSession, false, "fix it"),
		"exited needs person":        exited(streamjson.NeedsPerson, false, "fix it"),
		"completed":                  reviewed(Verdict{Completed: true}),
		"not completed":              reviewed(Verdict{Feedback: "the tests fail"}),
		"stalled":                    reviewed(Verdict{Feedback: "the tests fail", Stalled: "the same feedback again"}),
		"blocked":                    reviewed(Verdict{Blocked: true, Feedback: "which port?"}),
		"no verdict":                 reviewed(Verdict{Failure: streamjson.Transient, Reason: "timeout"}),
		"review limit":               reviewed(Verdict{Failure: streamjson.Limit, Reason: "hit your limit", Until: now.Add(time.Hour)}),
		"review needs person":        reviewed(Verdict{Failure: streamjson.NeedsPerson, Reason: "login"}),
		"timer":                      {kind: eventTimer, now: now},
		"enough":                     {kind: eventGoOn, now: now},
		"interrupt":                  {kind: eventInterrupt, now: now},
		"quit":                       {kind: eventQuit, now: now},
		"input closed":               {kind: eventInputClosed, now: now},
		"review now":                 {kind: eventReviewNow, now: now},
		"accept":                     {kind: eventAccept, now: now},
		"skip":                       {kind: eventSkip, now: now},
		"rounds":                     {kind: eventRounds, number: 7, now: now},
	}
}

// unheard is the person's messages that claude has not taken up.
func unheard(texts ...string) (list []send) {
	for _, text := range texts {
		list = append(list, send{byPerson, text})
	}
	return list
}

const (
	anyReview = "review|review again|review last|review stalled"
	anyWait   = "wait for agent|wait for review"
	anyTurn   = "turn ok|turn background|turn unheard|turn limit|turn overload|turn cut off|turn needs person|turn needs person, unheard|turn aborted|turn no session"
	anyExit   = "exited|exited half done|exited unheard|exited no session|exited needs person"
	anyVerd   = "completed|not completed|stalled|blocked|no verdict|review limit|review needs person"
)

// cells is the machine's table. A cell without next stays as it is. says is part of what the person is told.
var cells = []struct{ from, events, next, acts, says string }{
	{"user", "message", "agent", "send(person: and this)", ""},
	{"user", "turn started", "agent", "", ""},
	{"user", anyTurn + "|" + anyExit + "|" + anyVerd + "|timer|enough", "", "", ""},
	{"user", "interrupt", "done interrupted", "finish", ""},
	{"user", "quit|input closed", "done", "finish", ""},

	{"agent|agent alone", "message", "agent", "send(person: and this)", ""},
	{"agent idle", "message", "agent", "stopWait send(person: and this)", ""},
	{"agent stopping", "message", "agent", "send(person: and this)", ""},
	{"agent|agent alone|agent stopping", "turn started", "", "", ""},
	{"agent idle", "turn started", "agent", "stopWait", ""},
	{"agent|agent alone", "turn ok", "review", "review", ""},
	{"agent idle", "turn ok", "review", "stopWait review", ""},
	{"agent|agent alone", "turn background", "agent idle", "wait(10m0s) tell", "2 in the background"},
	{"agent idle", "turn background", "agent idle", "stopWait wait(10m0s) tell", "at most 10m"},
	{"agent|agent alone", "turn unheard", "agent idle", "wait(5s)", ""},
	{"agent idle", "turn unheard", "agent idle", "stopWait wait(5s)", ""},
	{"agent|agent alone", "turn limit", "wait for agent", "tell wait(1h0m0s)", "hit your limit: trying again at 13:00:00, in 1h0m0s"},
	{"agent idle", "turn limit", "wait for agent", "stopWait tell wait(1h0m0s)", "hit your limit"},
	{"agent|agent alone", "turn overload|turn cut off", "wait for agent", "tell wait(2s)", "trying again at 12:00:02, in 2s"},
	{"agent idle", "turn overload|turn cut off", "wait for agent", "stopWait tell wait(2s)", "trying again"},
	{"agent|agent alone", "turn needs person|turn needs person, unheard", "user needs_user", "tell", "the agent cannot go on: credit"},
	{"agent idle", "turn needs person|turn needs person, unheard", "user needs_user", "stopWait tell", "credit"},
	{"agent|agent alone", "turn aborted", "user interrupted", "tell", "the session is kept"},
	{"agent idle", "turn aborted", "user interrupted", "stopWait tell", "the session is kept"},
	{"agent|agent alone", "turn no session|exited no session", "agent", "tell forget send(person: fix it)", "lost the session"},
	{"agent idle", "turn no session|exited no session", "agent", "stopWait tell forget send(person: fix it)", "lost the session"},
	{"agent", "exited|exited unheard", "agent", "tell send(person: fix it)", "claude ended without a result (exit status 1), it is resumed"},
	{"agent|agent alone", "exited half done", "agent", "tell send(ccc: " + goOn + ")", "it is resumed"},
	{"agent alone", "exited", "agent", "tell send(ccc: " + goOn + ")", "it is resumed"},
	{"agent alone", "exited unheard", "agent", "tell send(ccc: " + goOn + ") send(person: and this)", "it is resumed"},
	{"agent idle", "exited|exited half done", "review", "stopWait review", ""},
	{"agent idle", "exited unheard", "agent", "stopWait tell send(person: and this)", "it is resumed"},
	{"agent|agent alone", "exited needs person", "user needs_user", "tell", "the agent cannot go on: why"},
	{"agent idle", "exited needs person", "user needs_user", "stopWait tell", "why"},
	{"agent stopping", anyTurn + "|" + anyExit, "user interrupted", "tell", "interrupted, the session is kept"},
	{"agent|agent alone|agent idle|agent stopping", anyVerd + "|enough", "", "", ""},
	{"agent|agent alone|agent stopping", "timer", "", "", ""},
	{"agent idle", "timer", "review", "review", ""},
	{"agent|agent alone", "interrupt", "agent stopping", "interrupt tell", "ctrl-c again ends ccc"},
	{"agent idle", "interrupt", "user interrupted", "stopWait", ""},
	{"agent stopping", "interrupt", "done interrupted", "finish", ""},
	{"agent|agent alone|agent stopping", "quit", "done interrupted", "finish", ""},
	{"agent idle", "quit", "done interrupted", "stopWait finish", ""},

	{anyWait, "message", "agent", "stopWait send(person: and this)", ""},
	{anyWait, "turn started", "agent", "stopWait", ""},
	{anyWait, anyTurn + "|" + anyExit + "|" + anyVerd, "", "", ""},
	{"wait for agent", "timer", "agent", "send(person: fix it)", ""},
	{"wait for review", "timer", "review", "review", ""},
	{"wait for agent", "enough", "agent", "stopWait send(person: fix it)", ""},
	{"wait for review", "enough", "review", "stopWait review", ""},
	{anyWait, "interrupt", "user interrupted", "stopWait tell", "not waiting any longer"},
	{anyWait, "quit", "done interrupted", "stopWait finish", ""},

	{anyReview, "message", "agent", "stopReview tell send(person: and this)", "your message goes first"},
	{anyReview, "turn started", "agent", "stopReview tell", "the agent works again"},
	{anyReview, anyTurn + "|" + anyExit + "|timer|enough", "", "", ""},
	{anyReview, "completed", "done completed", "finish", ""},
	{"review|review again", "not completed|stalled", "agent", "send(supervisor: the tests fail)", ""},
	{"review stalled", "not completed", "agent", "send(supervisor: the tests fail)", ""},
	{"review stalled", "stalled", "user not_completed", "tell", "the same feedback again, 2 times in a row. The feedback before was:\ntests\nand now it is:\nthe tests fail"},
	{anyReview, "blocked", "user needs_user", "tell", "needs an answer"},
	{"review last", "not completed|stalled", "user not_completed", "tell", "not completed after 3 rounds"},
	{"review|review last|review stalled", "no verdict", "review", "tell review", "no verdict (timeout), the review is tried once more"},
	{"review again", "no verdict", "user needs_user", "tell", "no verdict: timeout"},
	{anyReview, "review limit", "wait for review", "tell wait(1h0m0s)", "hit your limit"},
	{anyReview, "review needs person", "user needs_user", "tell", "no verdict: login"},
	{anyReview, "interrupt", "user interrupted", "stopReview tell", "the session is kept"},
	{anyReview, "quit", "done interrupted", "stopReview finish", ""},

	{"agent|agent alone|agent idle|agent stopping|" + anyWait + "|" + anyReview, "input closed", "", "", ""},
	{"user", "review now", "review", "review", ""},
	{"agent|agent alone|agent stopping|wait for agent", "review now", "", "tell", "reviewed when it stops"},
	{"agent idle|wait for review", "review now", "review", "stopWait review", ""},
	{anyReview, "review now", "", "tell", "a review is running"},
	{"user", "accept", "done completed", "tell finish", "good as it is"},
	{"agent|agent alone|agent stopping", "accept", "done completed", "tell finish", "good as it is"},
	{"agent idle|" + anyWait, "accept", "done completed", "stopWait tell finish", "good as it is"},
	{anyReview, "accept", "done completed", "stopReview tell finish", "good as it is"},
	{"user", "skip", "", "tell", "no review is due"},
	{"agent|agent alone|agent stopping|wait for agent", "skip", "", "tell", "no review after this turn"},
	{"agent idle|wait for review", "skip", "user", "stopWait tell", "skipped"},
	{anyReview, "skip", "user", "stopReview tell", "skipped"},
	{"user|agent|agent alone|agent idle|agent stopping|" + anyWait + "|" + anyReview, "rounds", "", "tell", "at most 7 rounds"},

	{"done", "message|turn started|" + anyTurn + "|" + anyExit + "|" + anyVerd + "|timer|enough|interrupt|quit|input closed|review now|accept|skip|rounds", "", "", ""},
}

func TestStep(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range cells {
		for _, from := range strings.Split(c.from, "|") {
			for _, name := range strings.Split(c.events, "|") {
				cell := from + "/" + name
				m, knownState := states[from]
				e, knownEvent := events()[name]
				if !knownState || !knownEvent || seen[cell] {
					t.Fatalf("%s: unknown, or twice", cell)
				}
				seen[cell] = true
				t.Run(cell, func(t *testing.T) {
					got, acts := step(m, e)
					next := c.next
					if next == "" {
						next = describe(m)
					}
					if describe(got) != next || render(acts) != c.acts {
						t.Errorf("step = %s, [%s]\nwant   %s, [%s]", describe(got), render(acts), next, c.acts)
					}
					if said := told(acts); !strings.Contains(said, c.says) {
						t.Errorf("says %q, want %q", said, c.says)
					}
					unattended(t, m, e, got, acts)
				})
			}
		}
	}
	kinds, phases := make(map[eventKind]bool), make(map[Phase]bool)
	for from, m := range states {
		phases[m.phase] = true
		for name, e := range events() {
			kinds[e.kind] = true
			if !seen[from+"/"+name] {
				t.Errorf("the table lacks %s/%s", from, name)
			}
		}
	}
	for p := PhaseUser; p <= PhaseDone; p++ {
		for k := eventMessage; k < eventHeard; k++ {
			if !phases[p] || !kinds[k] {
				t.Errorf("the table lacks phase %s, event kind %d", p, k)
			}
		}
	}
}

// unattended checks that with nobody there a cell is the same, but that the launch ends where the person would be asked.
func unattended(t *testing.T, m machine, e event, attended machine, acts []action) {
	m.attended = false
	got, gotActs := step(m, e)
	want, wantActs := describe(attended), render(acts)
	if attended.phase == PhaseUser && m.phase != PhaseUser {
		want, wantActs = strings.Replace(want, "user", "done", 1), strings.TrimSpace(wantActs+" finish")
	}
	if describe(got) != want || render(gotActs) != wantActs {
		t.Errorf("unattended: step = %s, [%s]\nwant   %s, [%s]", describe(got), render(gotActs), want, wantActs)
	}
}

// with gives the state after the first message, changed.
func with(change func(*machine)) machine {
	m := asked
	change(&m)
	return m
}

// stepped gives the state that events lead to. It is used before states is set, so it knows two of them itself.
func stepped(from string, names ...string) machine {
	m := with(func(m *machine) { m.phase, m.open = PhaseAgent, fixIt })
	if from == "review" {
		m = with(func(m *machine) { m.phase, m.reviews = PhaseReview, 1 })
	}
	for _, name := range names {
		m, _ = run1(m, name)
	}
	return m
}

// run1 is step with an event by name. A name that the table does not know is a message.
func run1(m machine, name string) (machine, []action) {
	e, ok := events()[name]
	if !ok {
		e = event{kind: eventMessage, text: name, now: now}
	}
	return step(m, e)
}

// describe gives a state as the table has it.
func describe(m machine) string {
	s := m.phase.String()
	if m.phase == PhaseWait {
		s += " for " + m.waitFor.String()
	}
	if m.phase == PhaseAgent && m.idle {
		s += " idle"
	}
	if m.phase == PhaseAgent && m.stopping {
		s += " stopping"
	}
	if m.outcome != "" {
		s += " " + string(m.outcome)
	}
	return s
}

func render(acts []action) string {
	var list []string
	for _, a := range acts {
		s := [...]string{"send", "review", "stopReview", "interrupt", "wait", "stopWait", "tell", "forget", "finish"}[a.kind]
		switch a.kind {
		case actSend:
			s += fmt.Sprintf("(%s: %s)", [...]string{"supervisor", "person", "ccc"}[a.send.from], a.send.text)
		case actWait:
			s += fmt.Sprintf("(%s)", a.wait)
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

func told(acts []action) string {
	var list []string
	for _, a := range acts {
		if a.kind == actTell {
			list = append(list, a.text)
		}
	}
	return strings.Join(list, "\n")
}

func TestStepKeepsItsArgument(t *testing.T) {
	m := states["agent"]
	m.messages, m.open = slices.Grow(m.messages, 8), slices.Grow(slices.Clone(m.open), 8)
	one, _ := run1(m, "one")
	two, _ := run1(m, "two")
	if one.messages[1] != "one" || two.messages[1] != "two" || one.open[1].text != "one" || two.open[1].text != "two" {
		t.Errorf("two steps from one machine share messages: %q, %q", one.messages, two.messages)
	}
}
