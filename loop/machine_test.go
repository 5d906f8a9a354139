package loop

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/task"
	"ccc/streamjson"
)

// The machine's states and events by name. The table below has every state with every event.
var (
	now    = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	policy = task.Policy{MaxRounds: 3, MaxStalled: 2, BackgroundWait: 10 * time.Minute, CanWait: true}
	fixIt  = []send{{byPerson, "fix it"}}
	here   = Session{ID: "session-1", Dir: "/project", Model: "opus"}
	asked  = machine{
		policy: policy, maxWait: 6 * time.Hour, attended: true, processRuns: true, agent: 1, session: here,
		task:     task.State{Count: 1, Began: now, Last: task.Round{Feedback: "write the docs"}},
		messages: []string{"fix it"}, stop: stopped{turn: task.Turn{Asked: true, Tools: 1}},
	}
	states = map[string]machine{
		"user":       asked,
		"user alone": with(func(m *machine) { m.processRuns = false }),
		"user spent": with(func(m *machine) {
			m.task.Count, m.task.Ended, m.outcome = 3, task.EndedRounds,
				NotCompleted
		}),
		"agent":            with(func(m *machine) { m.phase, m.open = PhaseAgent, fixIt }),
		"agent alone":      with(func(m *machine) { m.phase = PhaseAgent }), // a turn that a background task began
		"agent background": stepped("agent", "turn background"),
		"agent queued":     stepped("agent", "turn unheard"),
		"agent silent":     stepped("agent", "silent"),
		"agent stopping":   with(func(m *machine) { m.phase, m.open, m.stopping = PhaseAgent, fixIt, true }),
		"agent off":        with(func(m *machine) { m.phase, m.open, m.task.Off = PhaseAgent, fixIt, true }),
		"agent claims": with(func(m *machine) {
			m.phase, m.idle, m.task.Off, m.policy.HoldClaims, m.review = PhaseAgent, forClaims, true, true, 7
		}),
		"agent skip":       with(func(m *machine) { m.phase, m.open, m.task.Skip = PhaseAgent, fixIt, true }),
		"command":          stepped("user", "command"),
		"command in agent": stepped("agent", "command"),
		"wait for agent":   stepped("agent", "turn limit"),
		"wait for review":  stepped("review", "review limit"),
		"review":           reviewing(),
		"review again":     stepped("review", "no verdict"),
		"review stalled": with(func(m *machine) {
			*m = reviewing()
			m.task.Stalled, m.task.Last.Feedback = 1, "the tests fail"
		}),
		"review last":    with(func(m *machine) { *m = reviewing(); m.task.Count = 3 }),
		"review command": stepped("review", "command"),
		"done":           with(func(m *machine) { m.phase, m.outcome = PhaseDone, Completed }),
	}
)

// reviewing is the state during the second review of the task.
func reviewing() machine {
	return with(func(m *machine) { m.phase, m.review, m.tries, m.task.Count = PhaseReview, 7, 1, 2 })
}

// events returns new events each time, because states are made from them.
func events() map[string]event {
	turn := func(f streamjson.Failure, text string) event {
		return event{
			kind: eventTurnEnded, now: now, agent: 1, session: here,
			turn: streamjson.Turn{Failure: f, Text: text, Asked: f != streamjson.NoSession, Tools: 1},
		}
	}
	background, queued, agents := turn(0, "half"), turn(0, "ok"), turn(0, "half")
	limit, cutOff, command := turn(streamjson.Limit, "hit your limit"), turn(streamjson.Transient, "reset"), turn(0, "")
	background.turn.Shells = []streamjson.Task{{Description: "npm run dev"}, {Description: "make"}}
	agents.turn.Agents = make([]streamjson.Task, 2)
	queued.unheard = unheard("and this")
	limit.turn.Until = now.Add(time.Hour)
	cutOff.turn.Progress = true
	command.turn.Asked = false
	commandQueued := command
	commandQueued.unheard = unheard("and this")
	stillUnheard := turn(streamjson.NeedsPerson, "credit")
	stillUnheard.unheard = unheard("and this")
	exited := func(f streamjson.Failure, progress bool, texts ...string) event {
		return event{
			kind: eventExited, text: "exit status 1", agent: 1, session: here, unheard: unheard(texts...), now: now,
			turn: streamjson.Turn{Failure: f, Text: "why", Progress: progress, Asked: progress},
		}
	}
	reviewed := func(v Verdict) event { return event{kind: eventReviewed, verdict: v, review: 7, now: now} }
	again := reviewed(Verdict{Failure: streamjson.Transient, Reason: errors.New("timeout")})
	other := Session{ID: "session-2", Dir: "/project"}
	return map[string]event{
		"message":                    {kind: eventMessage, text: "and this", now: now},
		"command":                    {kind: eventMessage, text: "/context", now: now},
		"turn started":               {kind: eventTurnStarted, now: now, agent: 1, session: here},
		"turn ok":                    turn(streamjson.NoFailure, "all done"),
		"turn background":            background,
		"turn agents":                agents,
		"turn unheard":               queued,
		"turn limit":                 limit,
		"turn overload":              turn(streamjson.Transient, "Overloaded"),
		"turn cut off":               cutOff,
		"turn needs person":          turn(streamjson.NeedsPerson, "credit"),
		"turn needs person, unheard": stillUnheard,
		"turn aborted":               turn(streamjson.Aborted, ""),
		"turn no session":            turn(streamjson.NoSession, "no conversation"),
		"command ended":              command,
		"command ended, unheard":     commandQueued,
		"exited":                     exited(streamjson.NoFailure, false),
		"exited half done":           exited(streamjson.NoFailure, true),
		"exited unheard":             exited(streamjson.NoFailure, false, "and this"),
		"exited no session":          exited(streamjson.NoSession, false, "fix it"),
		"exited needs person":        exited(streamjson.NeedsPerson, false, "fix it"),
		"session":                    {kind: eventSession, now: now, agent: 1, session: here},
		"other session":              {kind: eventSession, now: now, agent: 1, session: other},
		"strange session":            {kind: eventSession, now: now, agent: 1, session: other},
		"old agent":                  {kind: eventTurnStarted, now: now, agent: 9, session: other},
		"completed":                  reviewed(Verdict{Completed: true}),
		"not completed":              reviewed(Verdict{Feedback: "the tests fail"}),
		"blocked":                    reviewed(Verdict{Blocked: true, Feedback: "which port?"}),
		"no verdict":                 again,
		"review limit": reviewed(Verdict{
			Failure: streamjson.Limit, Reason: errors.New("hit your limit"), Until: now.Add(time.Hour),
		}),
		"review needs person": reviewed(Verdict{Failure: streamjson.NeedsPerson, Reason: errors.New("login")}),
		"review aborted":      reviewed(Verdict{Failure: streamjson.Aborted}),
		"old review":          {kind: eventReviewed, verdict: Verdict{Completed: true}, review: 5, now: now},
		"claims":              {kind: eventClaims, text: "run the tests", review: 7, now: now},
		"timer":               {kind: eventTimer, now: now},
		"silent":              {kind: eventSilent, now: now, agent: 1, silence: 10 * time.Minute},
		"enough":              {kind: eventGoOn, now: now},
		"interrupt":           {kind: eventInterrupt, now: now},
		"escape":              {kind: eventStop, now: now},
		"quit":                {kind: eventQuit, now: now},
		"input closed":        {kind: eventInputClosed, now: now},
		"review now":          {kind: eventReviewNow, now: now},
		"accept":              {kind: eventAccept, now: now},
		"skip":                {kind: eventSkip, now: now},
		"rounds":              {kind: eventRounds, number: 7, now: now},
		"reviews on":          {kind: eventReviewsOn, now: now},
		"new task":            {kind: eventReviewsOn, text: "now this", now: now},
		"reviews off":         {kind: eventReviewsOff, now: now},
		"dismiss":             {kind: eventDismiss, text: "F1 no", now: now},
		"switch":              {kind: eventSwitch, text: "session-2", now: now},
		"switch to itself":    {kind: eventSwitch, text: here.ID, now: now},
		"end":                 {kind: eventEnd, now: now},
	}
}

// unheard are messages of the user that claude has not taken up.
func unheard(texts ...string) (list []send) {
	for _, text := range texts {
		list = append(list, send{byPerson, text})
	}
	return list
}

const (
	anyReview  = "review|review again|review last|review stalled|review command"
	someReview = "review|review again|review stalled|review command" // the second of three
	anyUser    = "user|user alone|user spent"
	anyWait    = "wait for agent|wait for review"
	working    = "agent|agent alone|command|command in agent"
	idle       = "agent background|agent queued|agent silent"
	anyAgent   = working + "|" + idle + "|agent stopping|agent off|agent skip"
	anyResult  = "turn ok|turn background|turn agents|turn unheard|turn limit|turn overload|turn cut off|" +
		"turn needs person|turn needs person, unheard|turn aborted|turn no session|command ended|command ended, unheard"
	anyExit = "exited|exited half done|exited unheard|exited no session|exited needs person"
	anyVerd = "completed|not completed|blocked|no verdict|review limit|review needs person|review aborted"
	again   = "send(ccc: " + continued + "fix it)"
	on      = "reviews are on: each stop is reviewed"
	off     = "reviews are off until /supervisor"
	strange = "claude's output names another session (session-2), which no command asked for"
	other   = "claude goes on in another session: its stops are reviewed, too"
)

// cells is the machine's table. In a cell without next the state does not change. says is a part of the message to the
// user.
var cells = []struct{ from, events, next, acts, says string }{
	{"user", "message", "agent 1", "send(person: and this)", ""},
	{"user alone", "message", "agent 1", "start send(person: and this)", ""},
	{"user spent", "message", "agent 0", "send(person: and this)", ""},
	{"user", "command", "agent 1", "send(person: /context)", ""},
	{"user alone", "command", "agent 1", "start send(person: /context)", ""},
	{"user spent", "command", "agent 3 not_completed", "send(person: /context)", ""},
	{"user", "turn started", "agent 1", "", ""},
	{"user alone", "turn started", "", "", ""},
	{"user spent", "turn started", "agent 3", "", ""},
	{anyUser, anyResult + "|" + anyExit + "|session|timer|enough|escape", "", "", ""},
	{"user", "other session", "user 0", "tell", other},
	{"user spent", "other session", "user 0 not_completed", "tell", other},
	{"user alone", "other session", "", "", ""},
	{"user|user alone", "interrupt", "done 1", "finish", ""},
	{"user spent", "interrupt", "done 3 not_completed", "finish", ""},
	{"user|user alone", "quit|input closed|end", "done 1", "finish", ""},
	{"user spent", "quit|input closed|end", "done 3 not_completed", "finish", ""},

	{working + "|agent off|agent skip", "message", "", "send(person: and this)", ""},
	{idle, "message", "agent 1", "stopWait send(person: and this)", ""},
	{"agent stopping", "message", "agent 1", "send(person: and this)", ""},
	{anyAgent, "command", "", "send(person: /context)", ""},
	{working + "|agent stopping|agent off|agent skip", "turn started", "", "", ""},
	{idle, "turn started", "agent 1", "stopWait", ""},
	{working, "turn ok", "review 2", "review", ""},
	{idle, "turn ok", "review 2", "stopWait review", ""},
	{working, "turn background", "agent background 1", "tell wait(10m0s)", "commands that run in the background: 2"},
	{"agent background", "turn background", "review 2", "stopWait review", ""},
	{"agent queued|agent silent", "turn background", "agent background 1", "stopWait tell wait(10m0s)",
		"the review starts in 10m"},
	{working, "turn agents", "agent background 1", "tell wait(10m0s)", "subagents that work in the background: 2"},
	{"agent background", "turn agents", "", "stopWait tell wait(10m0s)", "when they are done and the agent stops"},
	{"agent queued|agent silent", "turn agents", "agent background 1", "stopWait tell wait(10m0s)",
		"when they are done and the agent stops"},
	{"agent off", "turn ok|turn background|turn agents", "user off 1", "", ""},
	{"agent skip", "turn ok|turn background|turn agents", "user 1", "tell", "no review, as you asked"},
	{working, "turn unheard", "agent queued 1", "wait(5s)", ""},
	{idle, "turn unheard", "agent queued 1", "stopWait wait(5s)", ""},
	{"agent off", "turn unheard", "agent queued off 1", "wait(5s)", ""},
	{"agent skip", "turn unheard", "agent queued skip 1", "wait(5s)", ""},
	{working, "turn limit", "wait for agent 1", "tell wait(1h0m0s)",
		"hit your limit: trying again at 13:00:00, in 1h (1 of 8)"},
	{idle, "turn limit", "wait for agent 1", "stopWait tell wait(1h0m0s)", "hit your limit"},
	{"agent off", "turn limit", "wait for agent off 1", "tell wait(1h0m0s)", "hit your limit"},
	{"agent skip", "turn limit", "wait for agent skip 1", "tell wait(1h0m0s)", "hit your limit"},
	{working, "turn overload|turn cut off", "wait for agent 1", "tell wait(2s)", "trying again at 12:00:02, in 2s"},
	{idle, "turn overload|turn cut off", "wait for agent 1", "stopWait tell wait(2s)",
		"trying again"},
	{"agent off", "turn overload|turn cut off", "wait for agent off 1", "tell wait(2s)", "trying again"},
	{"agent skip", "turn overload|turn cut off", "wait for agent skip 1", "tell wait(2s)", "trying again"},
	{working + "|agent skip", "turn needs person|turn needs person, unheard", "user 1 needs_user", "tell",
		"the agent cannot go on: credit"},
	{idle, "turn needs person|turn needs person, unheard", "user 1 needs_user",
		"stopWait tell", "credit"},
	{"agent off", "turn needs person|turn needs person, unheard", "user off 1 needs_user", "tell", "credit"},
	{working + "|agent skip", "turn aborted", "user 1 interrupted", "tell", "the session is kept"},
	{"agent background|agent queued", "turn aborted", "user 1 interrupted", "stopWait tell", "the session is kept"},
	{"agent silent", "turn aborted", "agent 1", "stopWait send(person: fix it)", ""},
	{"agent off", "turn aborted", "user off 1 interrupted", "tell", "the session is kept"},
	{working + "|agent off|agent skip", "turn no session", "", "tell leave start send(person: fix it)",
		"lost the session: starting a new one"},
	{idle, "turn no session", "agent 1", "stopWait tell leave start send(person: fix it)",
		"lost the session"},
	{"command", "command ended|command ended, unheard", "user 1", "", ""},
	{"command in agent", "command ended|command ended, unheard", "agent queued 1", "wait(5s)", ""},
	{"agent|agent alone", "command ended", "review 2", "review", ""}, // there was no command: it is an answer
	{"agent|agent alone", "command ended, unheard", "agent queued 1", "wait(5s)", ""},
	{idle, "command ended", "review 2", "stopWait review", ""},
	{idle, "command ended, unheard", "agent queued 1", "stopWait wait(5s)", ""},
	{"agent off", "command ended", "user off 1", "", ""},
	{"agent off", "command ended, unheard", "agent queued off 1", "wait(5s)", ""},
	{"agent skip", "command ended", "user 1", "tell", "no review, as you asked"},
	{"agent skip", "command ended, unheard", "agent queued skip 1", "wait(5s)", ""},
	{"agent stopping", anyResult + "|" + anyExit, "user 1 interrupted", "tell", "interrupted, the session is kept"},
	{"agent|agent off|agent skip|command in agent", "exited|exited unheard", "", "tell start send(person: fix it)",
		"claude ended without a result (exit status 1): resuming it"},
	{working + "|agent off|agent skip", "exited half done", "", "tell start " + again, "resuming it"},
	{"agent alone", "exited", "", "tell start " + again, "resuming it"},
	{"agent alone|command", "exited unheard", "", "tell start " + again + " send(person: and this)", "resuming it"},
	{"command", "exited", "user 1 needs_user", "tell", "claude ended (exit status 1), the session is kept"},
	{"agent background|agent queued", "exited|exited half done", "review 2", "stopWait review", ""},
	{"agent background|agent queued", "exited unheard", "agent 1", "stopWait tell start send(person: and this)",
		"resuming it"},
	{"agent silent", "exited|exited unheard", "agent 1", "stopWait tell start send(person: fix it)", "resuming it"},
	{"agent silent", "exited half done", "agent 1", "stopWait tell start " + again, "resuming it"},
	{working + "|agent off|agent skip", "exited no session", "", "tell start send(person: fix it)", "lost the session"},
	{idle, "exited no session", "agent 1", "stopWait tell start send(person: fix it)",
		"lost the session"},
	{working + "|agent skip", "exited needs person", "user 1 needs_user", "tell", "the agent cannot go on: why"},
	{idle, "exited needs person", "user 1 needs_user", "stopWait tell", "why"},
	{"agent off", "exited needs person", "user off 1 needs_user", "tell", "why"},
	{working + "|agent background|agent silent|agent stopping|agent off|agent skip", "session", "", "", ""},
	{"agent queued", "session", "", "stopWait wait(10m0s)", ""},
	{working + "|agent skip", "other session", "agent 0", "tell", other},
	{"agent background", "other session", "user 0", "stopWait tell", other},
	{"agent queued", "other session", "agent queued 0", "tell stopWait wait(10m0s)", other},
	{"agent silent", "other session", "agent silent 0", "tell", other},
	{"agent stopping", "other session", "agent stopping 0", "tell", other},
	{"agent off", "other session", "agent off 0", "tell", "claude goes on in another session"},
	{working + "|agent stopping|agent off|agent skip", "timer", "", "", ""},
	{"agent background", "timer", "review 2", "review", ""},
	{"agent queued", "timer", "review 2", "forget review", ""},
	{"agent silent", "timer", "agent 1", "tell end", "claude does not respond: ending its process"},
	{working, "silent", "agent silent 1", "interrupt tell wait(10s)",
		"nothing came from claude for 10m: its turn is interrupted and continued"},
	{"agent off", "silent", "agent silent off 1", "interrupt tell wait(10s)", "its turn is interrupted"},
	{"agent skip", "silent", "agent silent skip 1", "interrupt tell wait(10s)", "its turn is interrupted"},
	{anyUser + "|" + anyWait + "|" + anyReview + "|" + idle + "|agent stopping|done",
		"silent", "", "", ""},
	{anyAgent, "enough|input closed", "", "", ""},
	{working, "interrupt|escape", "agent stopping 1", "interrupt tell", "until that is done, ctrl-c ends ccc"},
	{"agent off", "interrupt|escape", "agent stopping off 1", "interrupt tell", "until that is done, ctrl-c ends ccc"},
	{"agent skip", "interrupt|escape", "agent stopping skip 1", "interrupt tell", "until that is done, ctrl-c ends ccc"},
	{"agent background", "interrupt|escape", "user 1 interrupted", "stopWait tell", "not reviewed: you ended the wait"},
	{"agent queued|agent silent", "interrupt|escape", "user 1 interrupted", "stopWait tell", "the session is kept"},
	{"agent stopping", "interrupt", "done 1 interrupted", "finish", ""},
	{"agent stopping", "escape", "", "", ""},
	{working + "|agent stopping", "quit", "done 1 interrupted", "finish", ""},
	{idle, "quit", "done 1 interrupted", "stopWait finish", ""},
	{"agent off", "quit", "done off 1 interrupted", "finish", ""},
	{"agent skip", "quit", "done skip 1 interrupted", "finish", ""},
	{working + "|agent stopping|agent skip", "end", "done 1 not_completed", "tell finish",
		"the work is not completed; reviews: 1"},
	{idle, "end", "done 1 not_completed", "stopWait tell finish",
		"the work is not completed; reviews: 1"},
	{"agent off", "end", "done off 1 not_completed", "tell finish", "the work is not completed; reviews: 1"},

	{anyWait, "message", "agent 1", "stopWait send(person: and this)", ""},
	{anyWait, "command", "", "send(person: /context)", ""},
	{anyWait, "turn started", "agent 1", "stopWait", ""},
	{anyWait, anyResult + "|" + anyExit + "|session|input closed", "", "", ""},
	{"wait for agent", "other session", "wait for agent 0", "tell", other},
	{"wait for review", "other session", "user 0", "stopWait tell", other},
	{"wait for agent", "timer", "agent 1", "send(person: fix it)", ""},
	{"wait for review", "timer", "review 2", "review", ""},
	{"wait for agent", "enough", "agent 1", "stopWait send(person: fix it)", ""},
	{"wait for review", "enough", "review 2", "stopWait review", ""},
	{"wait for agent", "interrupt|escape", "user 1 interrupted", "stopWait tell", "no longer waiting"},
	{"wait for review", "interrupt|escape", "user 1 interrupted", "stopWait tell", "not reviewed: you ended the wait"},
	{anyWait, "quit", "done 1 interrupted", "stopWait finish", ""},
	{"wait for agent", "end", "done 1 not_completed", "stopWait tell finish", "the work is not completed; reviews: 1"},
	{"wait for review", "end", "done 1 needs_user", "stopWait tell finish", "ends without a review of this"},

	{someReview, "message", "agent 1", "stopReview tell send(person: and this)", "your message goes first"},
	{"review last", "message", "agent 2", "stopReview tell send(person: and this)", "your message goes first"},
	{anyReview, "command", "", "send(person: /context)", ""},
	{someReview, "turn started", "agent 1", "stopReview tell", "the agent is working again"},
	{"review last", "turn started", "agent 2", "stopReview tell", "the agent is working again"},
	{anyReview, anyResult + "|" + anyExit + "|session|timer|enough|input closed", "", "", ""},
	{anyReview, "other session", "user 0", "stopReview tell", other},
	{someReview, "completed", "done 2 completed", "verdict tell finish", "review 2 of 3: completed"},
	{"review last", "completed", "done 3 completed", "verdict tell finish", "review 3 of 3: completed"},
	{"review|review again|review command", "not completed", "agent 2", "verdict tell send(supervisor: the tests fail)",
		"review 2 of 3: not completed · nothing checked · $0.00"},
	{"review stalled", "not completed", "user 2 not_completed", "verdict tell",
		"stopped: 2 rounds without progress: the same feedback again. The feedback was:\nthe tests fail\n/accept takes"},
	{"review last", "not completed", "user 3 not_completed", "verdict tell",
		"not completed after 3 reviews, which is the limit. The feedback was:\nthe tests fail\n" +
			"/accept takes the work as it is, and your next message begins a new count."},
	{someReview, "blocked", "user 2 needs_user", "verdict tell", "The reviewer asks you:\nwhich port?"},
	{"review last", "blocked", "user 3 needs_user", "verdict tell", "The reviewer asks you:\nwhich port?"},
	{"review|review last|review stalled|review command", "no verdict", "", "tell review",
		"no verdict (timeout): trying the review again"},
	{"review again", "no verdict", "user 1 needs_user", "tell", "this stop was not reviewed: timeout\n" +
		"/review asks for the review again, and a message goes on."},
	{someReview, "review limit", "wait for review 2", "tell wait(1h0m0s)", "hit your limit: trying again"},
	{"review last", "review limit", "wait for review 3", "tell wait(1h0m0s)", "hit your limit: trying again"},
	{someReview, "review needs person", "user 1 needs_user", "tell", "this stop was not reviewed: login"},
	{"review last", "review needs person", "user 2 needs_user", "tell", "this stop was not reviewed: login"},
	{someReview, "review aborted", "user 1 interrupted", "tell", "this stop was not reviewed: the review was stopped"},
	{"review last", "review aborted", "user 2 interrupted", "tell", "this stop was not reviewed: the review was stopped"},
	{someReview, "interrupt|escape", "user 1 interrupted", "stopReview tell",
		"the session is kept\n/review asks for the review again, and a message goes on."},
	{"review last", "interrupt|escape", "user 2 interrupted", "stopReview tell", "the session is kept"},
	{someReview, "quit", "done 1 interrupted", "stopReview finish", ""},
	{"review last", "quit", "done 2 interrupted", "stopReview finish", ""},
	{someReview, "end", "done 1 needs_user", "stopReview tell finish", "ends without a review of this"},
	{"review last", "end", "done 2 needs_user", "stopReview tell finish", "ends without a review of this"},
	{anyUser + "|" + anyAgent + "|" + anyWait, anyVerd, "", "", ""},
	{anyUser + "|" + anyAgent + "|" + anyWait + "|" + anyReview, "old agent|old review", "", "", ""},

	{"user|user alone", "review now", "review 2", "review", ""},
	{"user spent", "review now", "review 1", "review", ""},
	{working + "|agent stopping|agent skip|agent queued|agent silent|wait for agent", "review now", "", "tell",
		"reviewed when it stops"},
	{"agent off", "review now", "", "tell", "reviews are off"},
	{"agent background|wait for review", "review now", "review 2", "stopWait review", ""},
	{anyReview, "review now", "", "tell", "a review is running"},
	{"user|user alone|" + working + "|agent stopping", "accept", "done 1 completed", "finish", ""},
	{"user spent", "accept", "done 3 completed", "finish", ""},
	{"agent off", "accept", "done off 1 completed", "finish", ""},
	{"agent skip", "accept", "done skip 1 completed", "finish", ""},
	{idle + "|" + anyWait, "accept", "done 1 completed", "stopWait finish", ""},
	{someReview, "accept", "done 1 completed", "stopReview finish", ""},
	{"review last", "accept", "done 2 completed", "stopReview finish", ""},
	{anyUser, "skip", "", "tell", "no review is due"},
	{working, "skip", "agent skip 1", "tell", "no review after this turn"},
	{"agent skip", "skip", "", "tell", "no review after this turn"},
	{"agent off", "skip", "agent off skip 1", "tell", "no review after this turn"},
	{"agent stopping", "skip", "agent stopping skip 1", "tell", "no review after this turn"},
	{"agent silent", "skip", "agent silent skip 1", "tell", "no review after this turn"},
	{"agent queued", "skip", "agent queued skip 1", "tell", "no review after this turn"},
	{"wait for agent", "skip", "wait for agent skip 1", "tell", "no review after this turn"},
	{"agent background|wait for review", "skip", "user 1", "stopWait tell", "review skipped"},
	{someReview, "skip", "user 1", "stopReview tell", "review skipped"},
	{"review last", "skip", "user 2", "stopReview tell", "review skipped"},
	{anyUser + "|" + anyAgent + "|" + anyWait + "|" + anyReview, "rounds", "", "tell", "at most 7 reviews per task"},
	{anyUser + "|" + anyAgent + "|" + anyWait + "|" + anyReview, "dismiss", "", "tell", "this task has no finding F1"},
	{"user", "switch", "user 0", "leave switched", ""},
	{"user spent", "switch", "user 0 not_completed", "leave switched", ""},
	{"user alone", "switch", "user 0", "switched", ""},
	{anyUser, "switch to itself", "", "tell", "this is the session already"},
	{anyAgent + "|agent claims|" + anyWait + "|" + anyReview, "switch|switch to itself", "", "tell",
		"then /resume"},
	{"user|user alone", "reviews on", "user 0", "tell", on},
	{"user spent", "reviews on", "user 0 not_completed", "tell", on},
	{working + "|agent off|agent skip", "reviews on", "agent 0", "tell", on},
	{"agent background", "reviews on", "agent background 0", "tell", on},
	{"agent silent", "reviews on", "agent silent 0", "tell", on},
	{"agent queued", "reviews on", "agent queued 0", "tell", on},
	{"agent stopping", "reviews on", "agent stopping 0", "tell", on},
	{"wait for agent", "reviews on", "wait for agent 0", "tell", on},
	{"wait for review", "reviews on", "review 1", "stopWait tell review", on},
	{anyReview, "reviews on", "review 1", "stopReview tell review", on},
	{"user|user spent|" + working + "|agent stopping|agent off|agent skip", "new task", "agent 0",
		"tell send(person: now this)", on},
	{"user alone", "new task", "agent 0", "tell start send(person: now this)", on},
	{idle + "|wait for agent", "new task", "agent 0", "stopWait tell send(person: now this)", on},
	{"wait for review", "new task", "agent 0", "stopWait tell tell send(person: now this)", on},
	{anyReview, "new task", "agent 0", "stopReview tell tell send(person: now this)", on},
	{"user|user alone", "reviews off", "user off 1", "tell", off},
	{"user spent", "reviews off", "user off 3 not_completed", "tell", off},
	{working, "reviews off", "agent off 1", "tell", off},
	{"agent off", "reviews off", "", "tell", off},
	{"agent skip", "reviews off", "agent off skip 1", "tell", off},
	{"agent stopping", "reviews off", "agent stopping off 1", "tell", off},
	{"agent silent", "reviews off", "agent silent off 1", "tell", off},
	{"agent queued", "reviews off", "agent queued off 1", "tell", off},
	{"agent background|wait for review", "reviews off", "user off 1", "stopWait tell", off},
	{"wait for agent", "reviews off", "wait for agent off 1", "tell", off},
	{someReview, "reviews off", "user off 1", "stopReview tell", off},
	{"review last", "reviews off", "user off 2", "stopReview tell", off},

	{"agent claims", "message", "agent off 1", "send(person: and this)", ""},
	{"agent claims", "command", "", "send(person: /context)", ""},
	{"agent claims", "turn started", "agent off 1", "", ""},
	{"agent claims", "claims", "agent off 1", "tell send(supervisor: run the tests)",
		"the agent is told, and goes on (1 of at most 3 times)"},
	{"agent claims", "turn ok|turn background|turn agents|command ended", "", "claims", ""},
	{"agent claims", "turn unheard|command ended, unheard", "agent queued off 1", "wait(5s)", ""},
	{"agent claims", "turn limit", "wait for agent off 1", "tell wait(1h0m0s)", "hit your limit"},
	{"agent claims", "turn overload|turn cut off", "wait for agent off 1", "tell wait(2s)", "trying again"},
	{"agent claims", "turn needs person|turn needs person, unheard", "user off 1 needs_user", "tell", "credit"},
	{"agent claims", "turn aborted", "user off 1 interrupted", "tell", "the session is kept"},
	{"agent claims", "turn no session", "agent off 1", "tell leave start send(person: fix it)", "lost the session"},
	{"agent claims", "exited no session", "agent off 1", "tell start send(person: fix it)", "lost the session"},
	{"agent claims", "exited|exited half done", "", "", ""},
	{"agent claims", "exited unheard", "agent off 1", "tell start send(person: and this)", "resuming it"},
	{"agent claims", "exited needs person", "user off 1 needs_user", "tell", "why"},
	{"agent claims", "session|timer|silent|enough|input closed|old agent|old review|" + anyVerd, "", "", ""},
	{"agent claims", "other session", "agent claims off 0", "tell", "claude goes on in another session"},
	{"agent claims", "interrupt|escape", "user off 1 interrupted", "tell", "the session is kept"},
	{"agent claims", "quit", "done off 1 interrupted", "finish", ""},
	{"agent claims", "end", "done off 1 not_completed", "tell finish", "the work is not completed; reviews: 1"},
	{"agent claims", "review now", "review off 2", "review", ""},
	{"agent claims", "accept", "done off 1 completed", "finish", ""},
	{"agent claims", "skip", "agent claims off skip 1", "tell", "no review after this turn"},
	{"agent claims", "rounds", "", "tell", "at most 7 reviews per task"},
	{"agent claims", "dismiss", "", "tell", "this task has no finding F1"},
	{"agent claims", "reviews on", "agent claims 0", "tell", on},
	{"agent claims", "new task", "agent 0", "tell send(person: now this)", on},
	{"agent claims", "reviews off", "", "tell", off},
	{anyUser + "|" + anyAgent + "|" + anyWait + "|" + anyReview + "|done", "claims", "", "", ""},

	{"user|user spent", "strange session", "", "tell", strange},
	{"command|command in agent", "strange session", "agent 0", "tell", other},
	{"review command", "strange session", "user 0", "stopReview tell", other},
	{"agent|agent alone|agent skip|agent stopping", "strange session", "user 1 needs_user", "tell", strange},
	{"agent off", "strange session", "user off 1 needs_user", "tell", strange},
	{idle, "strange session", "user 1 needs_user", "stopWait tell", strange},
	{anyWait, "strange session", "user 1 needs_user", "stopWait tell", strange},
	{"review|review again|review stalled", "strange session", "user 1 needs_user", "stopReview tell", strange},
	{"review last", "strange session", "user 2 needs_user", "stopReview tell", strange},
	{"agent claims", "strange session", "user off 1 needs_user", "tell", strange},
	{"user alone", "strange session", "", "", ""},
	{"done", "message|escape|command|turn started|session|other session|strange session|old agent|old review|" +
		anyResult + "|" + anyExit + "|" + anyVerd +
		"|timer|enough|interrupt|quit|input closed|review now|accept|skip|rounds|reviews on|new task|reviews off|dismiss|switch|switch to itself|end", "",
		"", ""},
}

func TestStep(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range cells {
		for _, from := range strings.Split(c.from, "|") {
			for _, name := range strings.Split(c.events, "|") {
				cell := from + "/" + name
				m, knownState := states[from]
				_, knownEvent := events()[name]
				if !knownState || !knownEvent || seen[cell] {
					t.Fatalf("%s: unknown, or twice", cell)
				}
				seen[cell] = true
				t.Run(cell, func(t *testing.T) {
					got, acts := run1(m, name)
					next := c.next
					if next == "" {
						next = describe(m)
					}
					if describe(got) != next || render(acts) != c.acts {
						t.Errorf("step = %s, [%s]\nwant   %s, [%s]", describe(got), render(acts), next, c.acts)
					}
					if said := told(acts); !strings.Contains(said, c.says) || said != "" && c.says == "" {
						t.Errorf("says %q, want %q", said, c.says)
					}
					unattended(t, m, name, got, acts)
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

// unattended checks that a cell is the same without a user, except that the launch ends where the user would be asked.
func unattended(t *testing.T, m machine, name string, attended machine, acts []action) {
	m.attended = false
	got, gotActs := run1(m, name)
	want, wantActs := describe(attended), render(acts)
	if attended.phase == PhaseUser && m.phase != PhaseUser {
		want, wantActs = strings.Replace(want, "user", "done", 1), strings.TrimSpace(wantActs+" finish")
	}
	if describe(got) != want || render(gotActs) != wantActs {
		t.Errorf("unattended: step = %s, [%s]\nwant   %s, [%s]", describe(got), render(gotActs), want, wantActs)
	}
}

// with returns the state after the first message and its first review, with a change.
func with(change func(*machine)) machine {
	m := asked
	change(&m)
	return m
}

// stepped returns the state after some events. It is used before states is set, so it knows some of the states itself.
func stepped(from string, names ...string) machine {
	m := asked
	switch from {
	case "agent":
		m.phase, m.open = PhaseAgent, fixIt
	case "review":
		m = reviewing()
	}
	for _, name := range names {
		m, _ = run1(m, name)
	}
	return m
}

// run1 applies an event by its name. A name that is not in the table is a message. Events of an agent or a review come
// from the newest one.
func run1(m machine, name string) (machine, []action) {
	e, ok := events()[name]
	if !ok {
		e = event{kind: eventMessage, text: name, now: now}
	}
	if e.agent == 1 {
		e.agent = m.agent
	}
	if e.agent == m.agent && m.session.ID != "" && name != "other session" && name != "strange session" {
		e.session = m.session
	}
	m.mayMove = m.mayMove || name == "other session" // after /clear
	if e.review == 7 {
		e.review = m.review
	}
	return step(m, e)
}

// describe returns a state in the form of the table: the phase, the task's count if it differs from that of most
// states, the outcome.
func describe(m machine) string {
	s := m.phase.String()
	if m.phase == PhaseWait {
		s += " for " + m.waitFor.String()
	}
	if m.phase == PhaseAgent {
		s += [...]string{"", " queued", " background", " claims", " silent"}[m.idle]
	}
	if m.phase == PhaseAgent && m.stopping {
		s += " stopping"
	}
	if m.task.Off {
		s += " off"
	}
	if m.task.Skip {
		s += " skip"
	}
	s += fmt.Sprintf(" %d", m.task.Count)
	if m.outcome != "" {
		s += " " + string(m.outcome)
	}
	return s
}

func render(acts []action) string {
	var list []string
	for _, a := range acts {
		s := [...]string{
			"start", "send", "review", "claims", "stopReview", "verdict", "interrupt", "wait", "stopWait",
			"tell", "leave", "kill", "end",
			"takeBack", "switched", "dismiss", "forget", "finish",
		}[a.kind]
		switch a.kind {
		case actSend:
			s += fmt.Sprintf("(%s: %s)", a.send.from.name(), a.send.text)
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
			list = append(list, a.text.String())
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
	m.commands = slices.Grow([]string{"/a"}, 8)
	one, _ = run1(m, "/one")
	two, _ = run1(m, "/two")
	if one.commands[1] != "/one" || two.commands[1] != "/two" {
		t.Errorf("two steps from one machine share commands: %q, %q", one.commands, two.commands)
	}
}
