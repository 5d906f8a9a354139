package hook

import (
	"context"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/text"
)

// takeHold forgets the newest hold of a session. It returns a message if claude did not follow it.
func takeHold(states state.Dir, session string, held state.Hold) (ignored lang.Message, err error) {
	if held.IsIgnored() {
		ignored = ignoredHoldMessage(held)
	}
	_, err = states.Change(session, func(s *state.State) {
		if s.Held.At.Equal(held.At) {
			s.Held = state.Hold{}
		}
	})
	return ignored, err
}

// waitForOther waits for the hook that is judging this stop. The agent can add a hook of its own that runs ccc, let
// it take the review from the launch's hook, and drop its decision. So the launch's hook waits and decides the same:
// it holds the stop, or it does nothing. If the other hook gives up, this one judges.
func (c *call) waitForOther(ctx context.Context, launch state.State) (d task.Decision) {
	for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		s, err := c.State.Load(c.input.SessionID)
		switch other := s.Reviewer; {
		case err != nil:
			c.warn("the other hook's decision is not known", err)
			return d
		case other.Stop == c.key && other.Process.Alive():
			continue
		case s.JudgedStop != c.key:
			d, err = c.recordStop(launch)
			c.warn("the stop is not kept", err)
		case s.Verdict != nil && !s.Held.At.Before(c.calledAt):
			d = task.Decision{Action: task.GoOn, Feedback: s.Verdict.MessageToAgent()}
		}
		return d
	}
	return d
}

func ignoredHoldMessage(h state.Hold) lang.Message {
	at := h.At.Local().Format(time.TimeOnly)
	if h.Claims {
		return lang.M("claude did not hold the agent at %s: the agent was not told which of its claims the "+
			"session does not bear out. Something kept the hook's answer from claude, such as a variable in the "+
			"project's settings, another hook or a mod", at)
	}
	return lang.M("claude did not follow the review at %s: the task is not completed, and the agent did not get the "+
		"feedback. Something kept the hook's answer from claude, such as a variable in the project's "+
		"settings, another hook or a mod", at)
}

// messageKey returns a digest that identifies a message. The message itself may contain a secret, so it is not
// stored.
func messageKey(message string) string { return file.Digest(strings.TrimSpace(message))[:24] }

// maxHeard is how many prompts are kept that have begun no turn yet.
const maxHeard = 8

// recordSent stores that the agent gets a prompt of the user's, which claude has reported: 2.1.330 when the user types
// it, 2.1.197 when it takes it up. on says that reviews were on before. While they are off, no stop takes a prompt off
// the list, and only the newest can be that of the turn in which they are switched on, as /supervisor TASK is.
func recordSent(states state.Dir, in Input, on bool) error {
	_, err := states.Change(in.SessionID, func(s *state.State) {
		if !on {
			s.Heard = nil
		}
		s.Heard = append(s.Heard, messageKey(in.Prompt))
		s.Heard = s.Heard[max(len(s.Heard)-maxHeard, 0):]
		s.Prompted, s.Transcript = time.Now().UTC(), in.Transcript
		s.Reviewer.Stopped = s.WasStopped() // what the agent does now follows it in claude's file
	})
	return err
}

// waitingMessage returns the message that waits, according to the session's file.
func (c *call) waitingMessage() string {
	if len(c.session.Queued) == 0 {
		return ""
	}
	return messageKey(c.session.Queued[0])
}

// commandName matches the name of a command.
var commandName = text.LazyRegexp{Expr: `^/[\w:-]{1,40}$`}

// waitingCommand returns the command of the message that waits; "" if it is no command.
func (c *call) waitingCommand() string {
	if len(c.session.Queued) == 0 {
		return ""
	}
	name, _, _ := strings.Cut(c.session.Queued[0], " ")
	if !commandName.MatchString(name) {
		return ""
	}
	return name
}

// isLetGoMessage reports whether a prompt is the message that a stop was let go for, or begins with it: 2.1.5 joins
// those that wait by newlines.
func isLetGoMessage(l state.LetGo, prompt string) bool {
	const most = 100 // newlines that are looked at
	if messageKey(prompt) == l.For {
		return true
	}
	for at, n := 0, 0; n < most; n++ {
		next := strings.IndexByte(prompt[at:], '\n')
		if next < 0 {
			return false
		}
		at += next + 1
		if messageKey(prompt[:at]) == l.For {
			return true
		}
	}
	return false
}

// letGoMessage is the message about a stop that was not reviewed because, by the session's file alone, the user's
// next message was waiting. A command is not said to have been withheld, because claude does not report its own.
func letGoMessage(l state.LetGo) lang.Message {
	at := l.At.Local().Format(time.TimeOnly)
	if l.AsText { // it was said at the stop
		return lang.Message{}
	}
	if l.Command != "" {
		return lang.M("the stop at %s was not reviewed: by the session's file, which the agent can write, "+
			"your command %s waited", at, l.Command)
	}
	return lang.M("the stop at %s was not reviewed: the session's file, which the agent can write, said that "+
		"a message of yours waited, and claude has not sent it", at)
}

// ignoredHolds returns messages for the end of a launch. Each names a session in which claude ended although the hook
// had told it to go on, or in which a stop was let go for a message that never came.
func ignoredHolds(sessions []state.State) (list []lang.Message) {
	for _, known := range sessions {
		if known.Held.IsSettled(time.Now()) && known.Held.IsIgnored() {
			list = append(list, ignoredHoldMessage(known.Held))
		}
		if !known.LetGo.At.IsZero() {
			list = append(list, letGoMessage(known.LetGo))
		}
	}
	return list
}
