package loop

import (
	"strings"

	"ccc/streamjson"
)

// follower reads one agent process's stream and says what of it the machine must know.
type follower struct {
	agent   *agent
	tracker streamjson.Tracker
	working bool // in a turn
	lost    bool // 2.1.5 says so on stderr only, which is the same pty
}

// add takes the next line. ok is false if it is of no consequence.
func (f *follower) add(e streamjson.Event) (said event, ok bool) {
	started, ended := f.tracker.Add(e)
	f.working = (f.working || started) && !ended
	switch {
	case ended:
		return event{kind: eventTurnEnded, agent: f.agent, turn: f.tracker.Turn(), session: f.session()}, true
	case started:
		return event{kind: eventTurnStarted, agent: f.agent, session: f.session()}, true
	case e.Type == streamjson.TypeUser && e.IsReplay: // spares decoding the others
		if m, err := e.Message(); err == nil && m.UUID != "" {
			return event{kind: eventHeard, agent: f.agent, text: m.UUID}, true
		}
	}
	return event{}, false
}

// stray takes a line that is not an event.
func (f *follower) stray(text string) {
	f.lost = f.lost || strings.Contains(text, "No conversation found")
}

// exited is what the end of the stream says.
func (f *follower) exited() event {
	var turn streamjson.Turn
	if f.working {
		turn = f.tracker.Turn()
	}
	if f.lost {
		turn.Failure, turn.Text = streamjson.NoSession, "no conversation found"
	}
	return event{kind: eventExited, agent: f.agent, turn: turn, session: f.session()}
}

func (f *follower) session() Session {
	return Session{ID: f.tracker.Session, Dir: f.tracker.Dir, Model: f.tracker.Model}
}
