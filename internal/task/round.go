package task

import "ccc/internal/text"

// Round is what is compared from one review to the next, to see a task that gets nowhere.
type Round struct {
	Feedback string `json:"feedback,omitempty"`
	Said     string `json:"said,omitempty"` // by the agent, at its stop
}

// Stall says how a round brought no progress. The zero value means that it brought some.
type Stall uint8

// The ways in which a round brings no progress.
const (
	NoStall      Stall = iota
	SameFeedback       // the reviewer gave nearly the same feedback as the round before
	SameWords          // the agent used no tool and said nearly the same as the round before
)

// nextRound ends a round with its feedback, and counts those in a row that brought no progress.
func (s State) nextRound(feedback string) (State, Stall) {
	stall := s.Last.stalled(feedback, s)
	if s.Stalled++; stall == NoStall {
		s.Stalled = 0
	}
	s.Last = Round{Feedback: text.Head(feedback, maxKept), Said: s.Said}
	return s, stall
}

// stalled compares the round that has just got its feedback, in s, with the round r before it. Different feedback is
// progress even if no file has changed.
func (r Round) stalled(feedback string, s State) Stall {
	switch {
	case r.Feedback == "":
		return NoStall
	case alike(r.Feedback, feedback):
		return SameFeedback
	case s.Idle && r.Said != "" && alike(r.Said, s.Said):
		return SameWords
	}
	return NoStall
}

// maxKept is how much of a text is kept to be compared, in bytes.
const maxKept = 16 << 10
