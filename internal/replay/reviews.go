package replay

import (
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// reviewerLine replays a line of ccc's log of reviews. The log has one review after another, several reviewers in
// parallel, and nothing of the agent. Each session in it counts as a reviewer, and each reviewer as a review.
func (r *player) reviewerLine(e streamjson.Event) {
	switch {
	case e.Type == streamjson.TypeControlResponse && review.IsStart(e):
		r.giveVerdicts()
		return
	case e.SessionID == "" || e.Type == streamjson.TypeControlResponse || e.Type == streamjson.TypeControlRequest:
		return
	}
	if r.reviewers.Find(e.SessionID) == nil {
		r.giveVerdicts()
		r.stopAgent()
		r.openReviewers = append(r.openReviewers, r.reviewers.Of(e.SessionID))
	}
	r.showLine("review", "", e)
	r.reviewers.Add(e.SessionID, e)
}

// giveVerdicts passes the verdicts of the reviewers that have answered to the machine.
func (r *player) giveVerdicts() {
	var silent []*session.ReviewerLines
	for _, one := range r.openReviewers {
		if !one.Answered {
			silent = append(silent, one)
			continue
		}
		r.stopAgent()
		r.costCounted = true
		verdict := one.Verdict().Verdict
		verdict.CostUSD = one.CostUSD()
		r.replay.EndHookReview(verdict, false, loop.Meanwhile{})
		r.reviewers.Drop(one.Session)
	}
	r.openReviewers = silent
}

// stopAgent adds the stop of the agent that a review judges, because the input does not have it.
func (r *player) stopAgent() {
	if r.replay.Phase() == loop.PhaseReview {
		return
	}
	stopped := task.Turn{Asked: true, Tools: 1}
	if r.replay.AddStop("", nil, stopped); r.replay.Phase() != loop.PhaseReview { // the real limit was higher
		r.replay.AddStop("", new(task.State), stopped)
	}
}
