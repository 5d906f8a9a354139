package loop

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// handleReview asks the policy what follows from the end of a review.
func (m machine) handleReview(e event) (machine, []action) {
	var d task.Decision
	m.task, d = m.policy.Step(m.task, task.Event{
		Kind: task.Reviewed, At: e.now, Verdict: e.verdict, Tries: max(m.tries, e.tries), Files: e.files,
		Queued: e.meanwhile.Queued, EndsReviews: e.meanwhile.Ends, Off: e.meanwhile.Off,
	})
	switch {
	case d.Action == task.Retry && e.verdict.Failure == streamjson.Limit:
		return m.wait(PhaseReview, e.verdict.Failure, lang.M("%v", e.verdict.Reason), e.verdict.Until, e.now)
	case e.verdict.Failure == streamjson.NoFailure:
		given := *d.Verdict
		given.At = e.verdict.At // a replay of the same records has the same result
		return m.perform(d, []action{{kind: actVerdict, verdict: given}})
	}
	m, acts := m.perform(d, nil)
	m.retryable = d.Action == task.Yield && e.verdict.Outage
	return m, acts
}

func tellDecision(d task.Decision) action {
	said := lang.Join("%s\n%s", wording.Decision(d), wording.AfterNoVerdict(d))
	return action{kind: actTell, text: said, reached: d.Reached}
}

// perform carries out a decision of the policy.
func (m machine) perform(d task.Decision, acts []action) (machine, []action) {
	switch d.Code {
	case "", task.CodeAccepted: // the totals, which follow at once, say that it was accepted
	case task.CodeDismissed: // the message depends on whether it can be stored
		d.Busy = d.InLoop && (m.phase != PhaseUser || m.questionWaits())
		acts = append(acts, action{kind: actDismiss, decision: d})
	default:
		said := tellDecision(d)
		if m.attended {
			said.text = lang.Join("%s\n%s", said.text, wording.Doubtful(d))
		}
		acts = append(acts, said)
	}
	switch d.Action {
	case task.Review, task.Retry:
		if d.Action == task.Review {
			m.tries, m.retries = 0, 0
		}
		return m.startReview(acts)
	case task.LookAtClaims:
		m.review++
		m.idle = forClaims
		return m, append(acts, action{kind: actClaims})
	case task.Wait:
		m.idle = forBackground
		return m, append(acts, action{kind: actWait, wait: d.Wait, text: lang.M("background work")})
	case task.GoOn:
		m = m.toAgent()
		m.retries = 0
		m.open = []send{{bySupervisor, d.Feedback}}
		m, sent := m.sendAll(m.open)
		return m, append(acts, sent...)
	case task.Yield:
		_, outcome := NextPhase(m.task, d)
		m, acts = m.giveFloor(outcome, acts...)
		if d.Code != "" && outcome != Completed {
			m.why = wording.ReasonInShort(d)
		}
		return m, acts
	case task.Finish:
		_, m.outcome = NextPhase(m.task, d)
		return m.finish(acts)
	}
	return m, acts
}

// NextPhase returns the phase to which a decision leads, and the outcome of the task there. The decision must be one
// after which nothing is left to do about the stop or the review.
func NextPhase(s task.State, d task.Decision) (Phase, Outcome) {
	switch {
	case d.Action == task.Finish:
		return PhaseDone, Completed
	case d.Code == task.CodeCompleted, d.Code == task.CodeUnchanged && d.Verdict.Completed:
		return PhaseUser, Completed
	case d.Action == task.GoOn:
		return PhaseAgent, ""
	case d.Code == task.CodeReviewStopped:
		return PhaseUser, Interrupted
	case s.Ended.IsExhausted() && d.Code != task.CodeWhileOff:
		return PhaseUser, NotCompleted
	case d.Asks:
		return PhaseUser, NeedsUser
	}
	return PhaseUser, ""
}

// startReview starts the review that the policy has counted.
func (m machine) startReview(acts []action) (machine, []action) {
	m.phase, m.waitFor, m.idle = PhaseReview, PhaseUser, notIdle
	m.tries++
	m.review++
	return m, append(acts, action{kind: actReview})
}

// endWait continues what the wait was for: the review or the agent's turn.
func (m machine) endWait(acts []action) (machine, []action) {
	if m.waitFor == PhaseReview {
		return m.startReview(acts)
	}
	m = m.toAgent()
	m, sent := m.sendAll(m.open)
	return m, append(acts, sent...)
}

// wait waits for the end of a usage limit or an overload. The number of waits and their time are limited.
func (m machine) wait(next Phase, kind streamjson.Failure, why lang.Message, until, now time.Time) (machine, []action) {
	d := firstBackoff << m.retries
	switch {
	case kind == streamjson.Limit && until.IsZero():
		d = limitWait
	case kind == streamjson.Limit:
		d = max(until.Sub(now), d)
	}
	giveUp := lang.Message{}
	switch {
	case d > m.maxWait:
		giveUp = lang.M("%s: ccc waits at most %s", why, m.maxWait)
	case m.retries >= maxRetries:
		giveUp = lang.M("%s: tried %d times", why, m.retries+1)
	}
	if !giveUp.Empty() {
		if next == PhaseReview {
			m.task = task.Stop(m.task)
		}
		said := giveUp
		if next == PhaseReview {
			said = lang.Join("%s\n%s", said,
				wording.AfterNoVerdict(task.Decision{Code: task.CodeNoVerdict, Alone: m.policy.Alone, InLoop: true}))
		}
		m, acts := m.giveFloor(NeedsUser, action{kind: actTell, text: said})
		m.retryable, m.why = true, giveUp
		return m, acts
	}
	m.retries++
	m.phase, m.waitFor, m.idle, m.tries = PhaseWait, next, notIdle, 0
	return m, []action{
		tell("%s: trying again at %s, in %s (%d of %d)",
			why, now.Add(d).Format(time.TimeOnly), d.Round(time.Second), m.retries, maxRetries),
		{kind: actWait, wait: d, text: why},
	}
}
