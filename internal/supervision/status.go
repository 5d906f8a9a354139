package supervision

import (
	"ccc/internal/lang"
	"ccc/internal/supervision/output"
	"ccc/internal/wording"
	"ccc/loop"
)

// lastStop follows the agent's last stop until the next one.
type lastStop struct {
	worked     bool          // agent or reviewer have worked since the user had the prompt
	judged     bool          // by a review, since then
	unreviewed *lang.Message // why the stop was not reviewed; nil if it was
}

// follow returns why the last stop was not reviewed, after a notice; nil if it was, or if reviews are off.
func (s *lastStop) follow(n loop.Notice) *lang.Message {
	switch {
	case n.Verdict != nil:
		s.judged = true
	case n.Switched:
		*s = lastStop{}
	case n.Begin && n.At.Phase != loop.PhaseUser:
		*s = lastStop{worked: true}
	case n.Begin && s.worked && !s.judged && !n.At.Off && !n.Why.Empty():
		s.worked, s.unreviewed = false, &n.Why
	}
	return s.unreviewed
}

// callFor notifies the user if a phase begins that needs them.
func callFor(f front, n loop.Notice) {
	switch {
	case output.IsLongWait(n):
		f.callUser("limit", output.Waiting(n))
	case n.Begin && n.At.Phase == loop.PhaseUser && n.Outcome == loop.Completed:
		f.callUser(string(n.Outcome), wording.Completed(n.At.Round))
	case n.Begin && n.At.Phase == loop.PhaseUser && (n.Outcome == loop.NeedsUser || n.Outcome == loop.NotCompleted):
		f.callUser(string(n.Outcome), wording.YourTurn(n.Asks))
	}
}
