package play

import (
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/streamjson"
)

// script finds the part of an agent or of a reviewer in a recording of any format. If a format does not name the
// phase of a line, each result changes the phase, and each turn of the agent begins with a message.
type script struct {
	review    bool // the phase, if no line says it
	hasPrompt bool // this turn has its message
	starts    int  // how many reviews began
}

// agent returns the agent's part of an item: nothing, the item, or a message and the item.
func (s *script) agent(format session.Format, item session.Item) []session.Item {
	if format == session.FormatRecording {
		if item.Type == session.TypeSent || item.Type == session.TypeTurn && item.What == "exited" ||
			item.Phase == "agent" {
			return []session.Item{item}
		}
		return nil
	}
	if item.Type != session.TypeLine || s.phase(item) != "agent" {
		return nil
	}
	e := item.Event
	due := !s.hasPrompt &&
		(e.Type == streamjson.TypeAssistant || e.Type == streamjson.TypeResult || e.Subtype == "init")
	s.hasPrompt = (s.hasPrompt || due) && e.Type != streamjson.TypeResult
	if due {
		return []session.Item{{Type: session.TypeSent}, item}
	}
	return []session.Item{item}
}

// phase returns the phase of a line that is not from a recording.
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

// reviewer returns the number of the review that a line belongs to, from 1; 0 if no reviewer wrote the line.
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
		done, err := loadPlace(a.place)
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
		if err := a.savePlace(number); err != nil {
			return err
		}
	}
	var s script
	found, answered := false, false
	for {
		item, ok, err := a.next()
		if err != nil {
			return err
		}
		if !ok || s.starts > number || answered {
			break
		}
		if s.reviewer(a.items.Format, item) != number || item.Type == session.TypeLine && item.Reviewer != a.name {
			a.t = item.T
			// the recorded one ended without a result
			if found && item.Type == session.TypeVerdict && item.Failure != "" {
				return errDied
			}
			found = found || a.items.Format == session.FormatRecording && s.starts == number
			continue
		}
		found = true
		if item.Event.Type == streamjson.TypeUser && item.Event.IsReplay {
			continue // the host gets an echo of its own message instead
		}
		if a.wantsEcho {
			a.wantsEcho = false
			if err := a.echoLine(question.UUID, item.Event.SessionID); err != nil {
				return err
			}
		}
		answered = item.Event.Type == streamjson.TypeResult
		a.wait(item.T)
		if err := a.emit(item); err != nil {
			return err
		}
	}
	if !found {
		return lang.Errorf("the recording has only %d reviews", s.starts)
	}
	return nil
}

// errHook refuses a recording of Claude Code's own screen.
var errHook = lang.Errorf("this recording is of Claude Code's own screen and does not contain claude's output: ccc " +
	"replay can show it, ccc play cannot play it")

// errTranscript refuses claude's own file of a session, which has too little of claude's output.
var errTranscript = lang.Errorf(
	"claude's own session file cannot be played: it does not contain claude's output")
