package launch

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/loop"
)

// shortWait is one for which nobody is called back: an overload, most of the time.
const shortWait = time.Minute

// callFor calls the person where a phase begins that needs her.
func callFor(f front, n loop.Notice) {
	switch {
	case !begins(n):
	case n.At.Phase == loop.PhaseWait && time.Until(n.Until) > shortWait:
		f.callUser("limit", output.Waiting(n))
	case n.At.Phase == loop.PhaseUser && (n.Outcome == loop.NeedsUser || n.Outcome == loop.NotCompleted):
		f.callUser(string(n.Outcome), lang.M("it is your turn"))
	}
}

// begins reports whether a phase begins, or goes on without waiting.
func begins(n loop.Notice) bool { return n.Begin }
