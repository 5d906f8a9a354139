package supervision

import (
	"ccc/internal/supervision/output"
	"ccc/internal/wording"
	"ccc/loop"
)

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
