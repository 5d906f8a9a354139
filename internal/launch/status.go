package launch

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/loop"
)

// shortWait is the length of a wait up to which the user is not notified. Most are for an overload.
const shortWait = time.Minute

// callFor notifies the user if a phase begins that needs them.
func callFor(f front, n loop.Notice) {
	switch {
	case !n.Begin:
	case n.At.Phase == loop.PhaseWait && time.Until(n.Until) > shortWait:
		f.callUser("limit", output.Waiting(n))
	case n.At.Phase == loop.PhaseUser && (n.Outcome == loop.NeedsUser || n.Outcome == loop.NotCompleted):
		f.callUser(string(n.Outcome), lang.M("it is your turn"))
	}
}
