package play

import (
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/streamjson"
)

// script gives what one of the two has to do, of a recording of any format. Where none tells which phase a line is of,
// phases alternate at each result, and a message is due before each of the agent's turns.
type script struct {
	review bool // the phase, where nothing else tells
	asked  bool // the message of this turn is due already
	starts int  // of reviewers
}

// agent gives the items of the agent in an item: none, itself, or a message that is due before it.
func (s *script) agent(format session.Format, item session.Item) []session.Item {
	if format == session.FormatRecording {
		if item.Type == session.TypeSent || item.Type == session.TypeTurn && item.What == "exited" || item.Phase == "agent" {
			return []session.Item{item}
		}
		return nil
	}
	if item.Type != session.TypeLine || s.phase(item) != "agent" {
		return nil
	}
	e := item.Event
	due := !s.asked && (e.Type == streamjson.TypeAssistant || e.Type == streamjson.TypeResult || e.Subtype == "init")
	s.asked = (s.asked || due) && e.Type != streamjson.TypeResult
	if due {
		return []session.Item{{Type: session.TypeSent}, item}
	}
	return []session.Item{item}
}

// phase is that of a line where it is of no recording.
func (s *script) phase(item session.Item) string {
	if item.Phase != "" {
		return item.Phase
	}
	review := s.review
	if item.Event.Type == streamjson.TypeResult {
		s.review = !review
	}
	if review {
		return "review"
	}
	return "agent"
}

// reviewer gives the number of the review that a line is of, from 1; 0 for what is no reviewer's line.
func (s *script) reviewer(format session.Format, item session.Item) int {
	switch {
	case format == session.FormatRecording && item.Type == session.TypeStart && item.Phase == "review":
		s.starts++
	case format == session.FormatRecording && item.Type == session.TypeLine && item.Phase == "review":
		return s.starts
	case format != session.FormatRecording && item.Type == session.TypeLine && s.phase(item) == "review":
		if item.Event.Type == streamjson.TypeResult {
			s.starts++
			return s.starts
		}
		return s.starts + 1
	}
	return 0
}

// review performs the next review.
func (a *actor) review() error {
	number := a.number
	if number == 0 {
		done, err := load(a.place)
		if err != nil {
			return err
		}
		number = done + 1
	}
	question, ok, err := a.message()
	if err != nil || !ok {
		return err
	}
	if a.number == 0 {
		if err := a.keep(number); err != nil {
			return err
		}
	}
	var s script
	found, said := false, false
	for {
		item, ok, err := a.next()
		if err != nil {
			return err
		}
		if !ok || s.starts > number || said {
			break
		}
		if s.reviewer(a.items.Format, item) != number || item.Type == session.TypeLine && item.Reviewer != a.name {
			a.t = item.T
			if found && item.Type == session.TypeVerdict && item.Failure != "" { // it ended without a result
				return errDied
			}
			found = found || a.items.Format == session.FormatRecording && s.starts == number
			continue
		}
		found = true
		if item.Event.Type == streamjson.TypeUser && item.Event.IsReplay {
			continue // it has its echo
		}
		if a.echoes {
			a.echoes = false
			if err := a.taken(question.UUID, item.Event.SessionID); err != nil {
				return err
			}
		}
		said = item.Event.Type == streamjson.TypeResult
		a.wait(item.T)
		if err := a.emit(item); err != nil {
			return err
		}
	}
	if !found {
		return lang.Errorf("the recording has %d reviews, this is one more", s.starts)
	}
	return nil
}

// errHook refuses a recording whose agent was in Claude Code's own screen.
var errHook = lang.Errorf("this recording is of Claude Code's own screen, and does not hold what its claude printed: " +
	"it can be replayed, not played")

// errTranscript refuses a file that tells too little of what claude printed.
var errTranscript = lang.Errorf(
	"claude's own file of a session cannot be played as claude: it does not hold what claude printed")
