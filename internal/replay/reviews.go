package replay

import (
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// reviewer plays a line of a reviewer's output, as ccc keeps it: one review behind the other, of several reviewers also
// in parallel, and nothing of the agent. Each session in it is a reviewer, and each reviewer a review.
func (r *player) reviewer(e streamjson.Event) {
	switch {
	case e.Type == streamjson.TypeControlResponse && review.Began(e):
		r.give()
		return
	case e.SessionID == "" || e.Type == streamjson.TypeControlResponse || e.Type == streamjson.TypeControlRequest:
		return
	}
	if r.reviewers.Find(e.SessionID) == nil {
		r.give()
		r.stop()
		r.open = append(r.open, r.reviewers.Of(e.SessionID))
	}
	r.show("review", "", e)
	r.reviewers.Add(e.SessionID, e)
}

// give gives the machine what those came to that have said it.
func (r *player) give() {
	var silent []*session.ReviewerLines
	for _, one := range r.open {
		if !one.Answered {
			silent = append(silent, one)
			continue
		}
		r.stop()
		r.counted = true
		verdict := one.Verdict().Verdict
		verdict.CostUSD = one.CostUSD()
		r.replay.HookReviewed(verdict, false, false, false)
		r.reviewers.Drop(one.Session)
	}
	r.open = silent
}

// stop is the stop of the agent's that a review is of. Nothing tells of it, but that it was reviewed.
func (r *player) stop() {
	if r.replay.Phase() == loop.PhaseReview {
		return
	}
	stopped := task.Turn{Asked: true, Tools: 1}
	if r.replay.Hooked("", nil, stopped); r.replay.Phase() != loop.PhaseReview { // the bound was another one
		r.replay.Hooked("", new(task.State), stopped)
	}
}
