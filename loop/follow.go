package loop

import (
	"bytes"
	"slices"
	"strings"

	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// follower reads the stream of one agent process, and turns it into events for the machine.
type follower struct {
	agent      int // its number
	tracker    streamjson.Tracker
	working    bool     // the agent is in a turn in which a model was asked
	hasStarted bool     // the machine was told that this turn has started, before a line said so
	lost       bool     // the session was not found; 2.1.5 says so on stderr only, which is the same pty
	hasEvent   bool     // there was an event
	strays     []string // the last lines that are not events, as long as there was no event
	answers    []string // what the agent has said about findings since the last event with such answers
}

// add reads the next line. ok is false if it makes no event.
func (f *follower) add(e streamjson.Event) (said event, ok bool) {
	f.hasEvent = true
	started, ended := f.tracker.Add(e)
	started = started && !f.hasStarted
	f.keepAnswers(e)
	f.working = (f.working || started || f.hasStarted) && !ended
	f.hasStarted = f.hasStarted && !ended
	if r, err := e.Retry(); err == nil && f.working && r.IsRejected() && r.Attempt > 1 {
		return f.rejectionEvent(r), true
	}
	switch {
	case e.IsTask() && !f.tracker.InTurn():
		return f.event(eventTasks, f.tracker.Turn()), true
	case ended:
		turn := f.tracker.Turn()
		f.answers = append(f.answers, task.AnswersIn(turn.Text)...)
		return f.event(eventTurnEnded, turn), true
	case started:
		return f.event(eventTurnStarted, streamjson.Turn{}), true
	case f.working && e.Type == streamjson.TypeStreamEvent && e.ParentToolUseID == "": // another request follows
		if edge, ok := e.Edge(); ok && edge.StopReason == "tool_use" {
			return f.event(eventTokens, f.tracker.Turn()), true
		}
	case e.Subtype == "init": // the session is known before the model is asked
		return f.event(eventSession, streamjson.Turn{}), true
	case e.Type == streamjson.TypeUser && e.IsReplay: // spares decoding the others
		if m, err := e.Message(); err == nil && m.UUID != "" {
			return event{kind: eventHeard, agent: f.agent, text: m.UUID}, true
		}
	case e.Type == streamjson.TypeCommandLifecycle:
		if c, err := e.CommandLifecycle(); err == nil && c.State == "cancelled" {
			return event{kind: eventCancelled, agent: f.agent, text: c.CommandUUID}, true
		}
	}
	return event{}, false
}

// rejectionEvent ends the turn of a claude whose key the API has rejected twice. A single rejection may be a token that
// claude renews. Claude itself would try ten times, for minutes (2.1.197, 2.1.329).
func (f *follower) rejectionEvent(r streamjson.Retry) event {
	f.working = false
	turn := f.tracker.Turn()
	turn.Failure, turn.LoggedOut, turn.Text = streamjson.NeedsPerson, true, r.Error
	e := f.event(eventTurnEnded, turn)
	e.refused = true
	return e
}

// startModelTurn treats the turn that the last lines began as one in which a model is asked. ok is false if there is no
// turn.
func (f *follower) startModelTurn() (said event, ok bool) {
	if !f.tracker.InTurn() || f.working {
		return event{}, false
	}
	f.hasStarted, f.working = true, true
	return f.event(eventTurnStarted, streamjson.Turn{}), true
}

// stray stores a line that is not an event.
func (f *follower) stray(text string) {
	f.lost = f.lost || strings.Contains(text, "No conversation found")
	if text = strings.TrimSpace(text); text != "" && !f.hasEvent && !slices.Contains(f.strays, text) {
		f.strays = append(f.strays, text)
		f.strays = f.strays[max(0, len(f.strays)-maxStrays):]
	}
}

// exitEvent returns the event for the end of the stream.
func (f *follower) exitEvent() event {
	var turn streamjson.Turn
	if f.working {
		turn = f.tracker.Turn()
	}
	if f.lost {
		turn.Failure, turn.Text = streamjson.NoSession, "no conversation found"
	}
	e := f.event(eventExited, turn)
	if !f.hasEvent {
		e.complaint = wording.Complaint(f.strays)
	}
	return e
}

func (f *follower) event(kind eventKind, turn streamjson.Turn) event {
	t := &f.tracker
	session := Session{ID: t.Session, Dir: t.Dir, Model: t.Model}
	e := event{kind: kind, agent: f.agent, turn: turn, mode: t.Mode, session: session}
	if kind == eventTurnEnded || kind == eventExited {
		e.answers, f.answers = f.answers, nil
	}
	return e
}

// keepAnswers stores what a message of the agent says about findings. Most messages say nothing about them, and are
// not decoded.
func (f *follower) keepAnswers(e streamjson.Event) {
	if e.Type != streamjson.TypeAssistant || e.ParentToolUseID != "" || !bytes.Contains(e.Raw, []byte("F")) ||
		!bytes.Contains(e.Raw, []byte(`"text"`)) {
		return
	}
	m, err := e.Message()
	if err != nil {
		return
	}
	for _, b := range m.Content {
		if b.Type == "text" {
			f.answers = append(f.answers, task.AnswersIn(b.Text)...)
		}
	}
	f.answers = f.answers[max(len(f.answers)-maxAnswers, 0):]
}

// maxAnswers is how many answers to findings are kept of a turn.
const maxAnswers = 40
