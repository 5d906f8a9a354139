package task

import "ccc/internal/text"

// Round is compared with the next one, to notice a task that makes no progress.
type Round struct {
	Feedback string `json:"feedback,omitempty"`
	Said     string `json:"said,omitempty"` // by the agent, when it stopped
}

// Stall says in which way a round brought no progress. The zero value means that there was progress.
type Stall uint8

// The ways in which a round brings no progress.
const (
	NoStall      Stall = iota
	SameFeedback       // the reviewer gave nearly the same feedback as the round before
	SameWords          // the agent used no tool and said nearly the same as the round before
)

// nextRound ends a round with its feedback, and counts the rounds in a row without progress.
func (s State) nextRound(feedback string) (State, Stall) {
	stall := s.Last.compare(feedback, s)
	if s.Stalled++; stall == NoStall {
		s.Stalled = 0
	}
	s.Last = Round{Feedback: text.Head(feedback, maxKept), Said: s.Said}
	return s, stall
}

// compare compares the round in s, which has just got its feedback, with the round r before it. Different feedback is
// progress even if no file has changed.
func (r Round) compare(feedback string, s State) Stall {
	switch {
	case r.Feedback == "":
		return NoStall
	case isAlike(r.Feedback, feedback):
		return SameFeedback
	case s.Idle && r.Said != "" && isAlike(r.Said, s.Said):
		return SameWords
	}
	return NoStall
}

// maxKept is how many bytes of a text are kept for the comparison.
const maxKept = 16 << 10
