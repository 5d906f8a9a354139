package output

import (
	"slices"
	"time"

	"ccc/internal/task"
	"ccc/loop"
)

// TotalsOf returns what a launch has come to and what it has cost. worked is the time in which nobody waited for the
// user.
func TotalsOf(r loop.Result, worked time.Duration) task.Totals {
	t := task.Totals{
		Outcome: string(r.Outcome), Accepted: r.Accepted, WorkMS: worked.Milliseconds(), Reviews: len(r.Verdicts),
		NoVerdict: r.NoVerdict,
		AgentUSD:  r.AgentUSD, ReviewUSD: r.ReviewUSD, AtLeast: r.Unpriced > 0, Tokens: r.Reviewed, Ended: r.Running,
		Earlier: slices.DeleteFunc(slices.Clone(r.Sessions), func(id string) bool { return id == r.Session.ID }),
	}
	for _, v := range r.Verdicts {
		for _, reviewer := range v.Reviewers {
			if reviewer.Triage != nil {
				t.FirstLooks, t.FirstLooksUSD = t.FirstLooks+1, t.FirstLooksUSD+reviewer.Triage.CostUSD
			}
		}
	}
	return t
}
