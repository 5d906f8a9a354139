package hook

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/state"
)

// takeHold forgets the newest hold of a session. It returns a message if claude did not follow it.
func takeHold(states state.Dir, session string, held state.Hold) (ignored lang.Message, err error) {
	if held.Ignored() {
		ignored = ignoredHoldMessage(held)
	}
	_, err = states.Change(session, func(s *state.State) {
		if s.Held.At.Equal(held.At) {
			s.Held = state.Hold{}
		}
	})
	return ignored, err
}

func ignoredHoldMessage(h state.Hold) lang.Message {
	at := h.At.Local().Format(time.TimeOnly)
	if h.Claims {
		return lang.M("claude did not follow the hold at %s: the agent did not get what its session does not bear out. "+
			"Something kept the hook's answer from claude, such as a variable in the project's settings, another hook or a "+
			"mod", at)
	}
	return lang.M("claude did not follow the review at %s: the task is not completed, and the agent did not get the "+
		"feedback. Something kept the hook's answer from claude, such as a variable in the project's settings, another "+
		"hook or a mod", at)
}

// IgnoredHolds lists the messages about holds that claude did not follow in the sessions of an ended launch.
func IgnoredHolds(states state.Dir, launch string) (list []lang.Message) {
	for _, known := range states.Sessions(launch) {
		if known.Held.Settled(time.Now()) && known.Held.Ignored() {
			list = append(list, ignoredHoldMessage(known.Held))
		}
	}
	return list
}
