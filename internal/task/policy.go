package task

import (
	"time"

	"ccc/internal/text"
	"ccc/streamjson"
)

// Step is the policy: it decides what follows from an event of a task.
func (p Policy) Step(s State, e Event) (State, Decision) {
	s, d := p.step(s, e)
	d.InLoop = p.CanWait
	return s, d
}

func (p Policy) step(s State, e Event) (State, Decision) {
	s.CostUSD, s.Tokens = streamjson.RoundUSD(s.CostUSD+e.CostUSD), s.Tokens+e.Tokens
	switch e.Kind {
	case Sent:
		return p.addMessage(s, e), Decision{}
	case Stopped:
		return p.decideStop(s, e)
	case Reviewed:
		return p.decideReview(s, e)
	case ReviewNow:
		if s.Ended != "" || s.Count >= p.MaxRounds {
			s = newCount(s, e.At)
		}
		s.Skip, s.Shells, s.Asked = false, e.Turn.Shells, true
		if e.Turn.Shells+e.Turn.Agents > 0 {
			s.Checked = nil
		}
		return review(s)
	case Accepted:
		s.Ended = EndedAccepted
		return s, Decision{Action: Finish, Code: CodeAccepted}
	case Skipped:
		s.Skip = true
		return s, Decision{Code: CodeSkipNext}
	case SwitchedOn:
		s = newCount(s, e.At)
		s.Base, s.BaseTree, s.Off, s.Skip, s.Findings, s.Answers = e.Work, e.Tree, false, false, nil, nil
		s.Asked = true
		return s, p.reviewsOn()
	case SwitchedOff:
		s.Off = true
		return s, Decision{Code: CodeReviewsOff}
	case Dismiss:
		return dismiss(s, e)
	case Claimed:
		return p.decideClaims(s, e)
	}
	return s, Decision{}
}

func (p Policy) reviewsOn() Decision { return Decision{Code: CodeReviewsOn, Limit: p.MaxRounds} }

// addMessage reads a message of the user. The message begins a new count if the task has ended in any way, or if the
// count is used up, as after a question in the last round. Otherwise the task goes on, and the next round is not
// compared with the last one.
func (p Policy) addMessage(s State, e Event) State {
	if s.Ended != "" || s.Count >= p.MaxRounds {
		s = newCount(s, e.At)
	}
	if s.Began.IsZero() {
		s.Began = e.At
	}
	s.Stalled, s.Last, s.NewOnly, s.Asked = 0, Round{}, 0, true
	if s.Off {
		s.ClaimHolds = 0
	}
	return s
}

// newCount begins a new count of reviews. The work tree is as the last review saw it. If the task is not done, its
// findings are kept, because the reviewer's conversation contains their ids.
func newCount(s State, now time.Time) State {
	next := State{
		Began: now, Base: s.Base, BaseTree: s.BaseTree, Files: s.Files, Shells: s.Shells, Pending: s.Pending,
		Verdict: s.Verdict, Off: s.Off, Skip: s.Skip, Asked: s.Asked,
	}
	switch {
	case !s.Ended.Done():
		next.Findings, next.Answers = CarryOver(s.Findings), s.Answers
	case s.Work != "":
		next.Base, next.BaseTree = s.Work, s.Tree
	}
	next.Looked, next.SeenChanging = nil, nil
	return next
}

// InAnotherSession returns the state of the task that the user begins in another session. The files of a task that has
// ended are not its own.
func InAnotherSession(s State) State {
	next := State{Base: s.Base, BaseTree: s.BaseTree, Files: s.Files, Off: s.Off}
	if s.Ended != "" && s.Work != "" {
		next.Base, next.BaseTree = s.Work, s.Tree
	}
	next.Looked, next.SeenChanging = nil, nil
	return next
}

// decideStop decides whether the stop is reviewed, and if not, why.
func (p Policy) decideStop(s State, e Event) (State, Decision) {
	t := e.Turn
	if !t.Asked {
		return s, Decision{Action: Yield}
	}
	s.Said, s.Idle = text.Head(t.Said, maxKept), t.Tools == 0
	if t.Tools+t.Shells+t.Agents > 0 { // they may have changed ignored files, so the results of checks may be outdated
		s.Checked = nil
	}
	if t.Spent {
		return p.decideCutOff(s, e.At)
	}
	switch {
	case t.Off:
		return s, Decision{Action: Yield, Asks: true, Code: CodeWhileOff}
	case s.Off && p.HoldClaims && !t.Failed && !t.Queued:
		return s, Decision{Action: LookAtClaims}
	case s.Off:
		return s, Decision{Action: Yield}
	case t.Switched:
		d := p.reviewsOn()
		d.Action = Yield
		return s, d
	case t.Failed:
		return s, Decision{Action: Yield, Asks: true, Code: CodeTurnFailed}
	case t.Queued || t.EndsReviews:
		return s, t.messageFirst()
	case s.Skip:
		s.Skip = false
		return s, Decision{Action: Yield, Code: CodeSkipped}
	}
	if s.Ended.Done() { // work in the background woke the agent
		s = newCount(s, e.At)
	}
	switch {
	case s.Ended.IsExhausted():
		return s, p.limitDecision(s)
	case s.Count >= p.MaxRounds:
		s.Ended = EndedRounds
		d := p.limitDecision(s)
		d.Legacy = s.Began.IsZero() // ccc has not begun this task
		return s, d
	}
	if s.Ended = p.passedLimit(s, e.At); s.Ended != "" {
		return s, p.limitDecision(s)
	}
	switch {
	case t.Agents > 0 && !t.Waited:
		d := Decision{Action: Yield, Code: CodeAgentsRunning, Running: t.Agents}
		if p.CanWait {
			d.Action, d.Wait = Wait, agentsWait
		}
		return s, d
	case t.Shells > s.Shells && !t.Waited && p.CanWait && p.BackgroundWait > 0:
		s.Shells = t.Shells
		return s, Decision{Action: Wait, Code: CodeShellsRunning, Running: t.Shells, Wait: p.BackgroundWait}
	}
	s.Shells = t.Shells
	return review(s)
}

// messageFirst lets a stop go for what the user has said meanwhile.
func (t Turn) messageFirst() Decision {
	if !t.Queued {
		return Decision{Action: Yield, Code: CodeOffAsText}
	}
	return Decision{Action: Yield, Code: CodeMessageFirst, EndsReviews: t.EndsReviews}
}

// decideCutOff handles a turn that claude ended at its limit on cost. That limit was set for the task for which the
// process was started. If the current task has not used up its own limit, nothing is decided, and another process
// continues the turn.
func (p Policy) decideCutOff(s State, now time.Time) (State, Decision) {
	end := p.passedLimit(s, now)
	if end == "" {
		return s, Decision{}
	}
	s.Ended = end
	return s, p.limitDecision(s)
}

// review counts a review that begins now.
func review(s State) (State, Decision) {
	s.Count++
	s.Gave = nil
	return s, Decision{Action: Review}
}

// decideReview decides what follows from a review, with or without a verdict.
func (p Policy) decideReview(s State, e Event) (State, Decision) {
	v := e.Verdict
	if v.Failure != streamjson.NoFailure {
		s.Checked, s.Gave, s.SeenChanging = e.Checked, e.Gave, e.SeenChanging
		return p.decideFailure(s, e)
	}
	v.At, v.Round = e.At, s.Count
	v, onlyNew := Weigh(s.Findings, v, s.Count)
	if s.NewOnly += onlyNew; onlyNew == 0 {
		s.NewOnly = 0
	}
	s.Findings, s.Answers = v.Findings, nil
	s.Verdict, s.Files, s.Pending, s.Asked = &v, e.Files, "", false
	d := Decision{Verdict: &v, Round: s.Count, Limit: max(p.MaxRounds, s.Count)}
	switch {
	case v.Completed:
		s.Ended = EndedCompleted
		d.Action, d.Code = Finish, CodeCompleted
		if p.Stay && !p.Alone {
			d.Action = Yield
		}
		return s, d
	case v.Blocked:
		d.Action, d.Code, d.Asks = Yield, CodeQuestion, true
		return s, d
	case e.Off:
		s.Pending = v.Feedback
		d.Action, d.Code = Yield, CodeHeldOff
		return s, d
	case e.Queued:
		s.Pending = v.Feedback
		d.Action, d.Code, d.EndsReviews = Yield, CodeHeldMessage, e.EndsReviews
		return s, d
	}
	if v.By == ByClaims {
		s.ClaimHolds++
	}
	before := s.Last.Feedback
	s, stall := s.nextRound(v.Feedback)
	switch {
	case s.Count >= p.MaxRounds:
		s.Ended = EndedRounds
	case p.isCircling(s):
		s.Ended = EndedCircles
	case s.NewOnly >= maxNewOnly:
		s.Ended = EndedNew
	default:
		s.Ended = p.passedLimit(s, e.At)
	}
	if s.Ended == "" {
		d.Action, d.Code, d.Feedback = GoOn, CodeFeedback, v.MessageToAgent()
		s.Findings = AfterMessage(v.Findings)
		return s, d
	}
	d.Action, d.Code, d.Asks = Yield, CodeLimitAfterReview, true
	d.Reached = p.reachedLimit(s)
	d.Reached.Stall, d.Reached.Before = stall, before
	return s, d
}

// maxClaimHolds is how often claims alone may hold the agent in one task or, with reviews off, after one message of
// the user.
const maxClaimHolds = 3

// MayHoldClaims reports whether claims alone may hold the agent once more. If not, reviewers are asked.
func MayHoldClaims(s State) bool { return s.ClaimHolds < maxClaimHolds }

// decideClaims decides about a stop without a review at which the agent claims something that its session does not
// support. Such rounds are counted like those of reviews.
func (p Policy) decideClaims(s State, e Event) (State, Decision) {
	if !s.Off || !p.HoldClaims || e.Feedback == "" {
		return s, Decision{Action: Yield}
	}
	s, stall := s.nextRound(e.Feedback)
	switch {
	case p.isCircling(s):
		return s, Decision{Action: Yield, Code: CodeClaimsCircle, Stall: stall, Round: s.Stalled}
	case !MayHoldClaims(s):
		return s, Decision{Action: Yield, Code: CodeClaimsLimit, Limit: maxClaimHolds}
	}
	s.ClaimHolds++
	return s, Decision{
		Action: GoOn, Code: CodeClaimsFeedback, Feedback: e.Feedback, Round: s.ClaimHolds, Limit: maxClaimHolds,
	}
}

// isCircling reports whether too many rounds in a row have brought no progress.
func (p Policy) isCircling(s State) bool { return p.MaxStalled > 0 && s.Stalled >= p.MaxStalled }

// dismiss dismisses a finding, so that it never again holds the agent.
func dismiss(s State, e Event) (State, Decision) {
	list, d := DecideDismissal(s.Findings, Dismissal{e.Finding, e.Reason, ByLoop, e.At}, s.Count)
	if d.Code != CodeDismissed {
		return s, d
	}
	s.ChangeFindings(func([]Finding) []Finding { return list })
	d.TaskDone, d.Off = s.Ended.Done(), s.Off
	return s, d
}

// decideFailure handles a review that gave no verdict. Such a review does not count.
func (p Policy) decideFailure(s State, e Event) (State, Decision) {
	v := e.Verdict
	if v.Failure == streamjson.Budget { // the reviewer has spent the rest of the budget
		s.Count, s.Ended = max(s.Count-1, 0), p.spentLimit(s)
		d := p.limitDecision(s)
		d.Verdict = &v
		return s, d
	}
	if v.Failure == streamjson.Unneeded {
		s.Count = max(s.Count-1, 0)
		return p.allowUnchanged(s, v)
	}
	again := v.Failure == streamjson.Transient && e.Tries < maxTries || v.Failure == streamjson.Limit && p.CanWait
	if again {
		return s, Decision{Action: Retry, Code: CodeRetry, Verdict: &v}
	}
	s.Count = max(s.Count-1, 0)
	if v.Failure == streamjson.Aborted {
		return s, Decision{Action: Yield, Asks: true, Code: CodeReviewStopped, Verdict: &v}
	}
	return s, Decision{Action: Yield, Asks: true, Code: CodeNoVerdict, Verdict: &v, Alone: p.Alone}
}

// Holding returns the last verdict if it also applies to a stop at which no file has changed and the agent claims
// nothing. The user must have enabled that, and neither the user nor the agent may have said something about the
// verdict. Otherwise it returns nil.
func Holding(p Policy, s State) *Verdict {
	if !p.SkipUnchanged || s.Asked || len(s.Answers) > 0 {
		return nil
	}
	return s.Verdict
}

// allowUnchanged lets the agent stop, because nothing has changed since the verdict v.
func (p Policy) allowUnchanged(s State, v Verdict) (State, Decision) {
	d := Decision{Action: Yield, Code: CodeUnchanged, Verdict: &v, Asks: !v.Completed}
	if v.Completed {
		s.Ended = EndedCompleted
		if !p.Stay || p.Alone {
			d.Action = Finish
		}
	}
	return s, d
}

// Stop gives back the count of a review that was stopped before its end.
func Stop(s State) State {
	s.Count = max(s.Count-1, 0)
	return s
}

// IsShared reports whether the task was ended by a limit that it shares with other tasks.
func (p Policy) IsShared(s State) bool {
	return s.Ended == EndedCost && p.CostFrom.Shared || s.Ended == EndedTokens && p.TokensFrom.Shared
}

// passedLimit returns the limit that was passed; "" for none.
func (p Policy) passedLimit(s State, now time.Time) End {
	switch {
	case p.MaxCostUSD > 0 && s.CostUSD >= p.MaxCostUSD-roundingUSD:
		return EndedCost
	case p.TokensSpent(s):
		return EndedTokens
	case p.MaxDuration > 0 && !s.Began.IsZero() && now.Sub(s.Began) >= p.MaxDuration:
		return EndedTime
	}
	return ""
}

// spentLimit returns the limit that a reviewer has reached which was started with the rest of the budget.
func (p Policy) spentLimit(s State) End {
	cost := p.MaxCostUSD > 0 && s.CostUSD >= p.MaxCostUSD-roundingUSD
	if !cost && (p.TokensSpent(s) || p.MaxCostUSD == 0) {
		return EndedTokens
	}
	return EndedCost
}

// TokensSpent reports whether the limit on tokens is reached. Claude has no such limit, so ccc ends the turn.
func (p Policy) TokensSpent(s State) bool { return p.MaxTokens > 0 && s.Tokens >= p.MaxTokens }

// Left returns what may still be spent on a task, as the limit of a claude that is started for it now.
func (p Policy) Left(s State) Budget {
	return Budget{USD: p.MaxCostUSD, Tokens: p.MaxTokens}.Minus(s.CostUSD, s.Tokens)
}

// LeastUSD is the smallest limit that claude accepts. It does not accept 0.
const LeastUSD = 1e-4

const roundingUSD = 1e-9 // the rounding error of a sum of costs

// limitDecision returns the decision about a stop after a limit has ended the task.
func (p Policy) limitDecision(s State) Decision {
	d := Decision{Action: Yield, Asks: true, Code: CodeLimitReached, Reached: p.reachedLimit(s)}
	d.Reached.Findings = s.Findings
	return d
}

// reachedLimit describes the limit that has ended the task.
func (p Policy) reachedLimit(s State) *ReachedLimit {
	b := &ReachedLimit{
		End: s.Ended, Reviews: s.Count, CostUSD: s.CostUSD, MaxCostUSD: p.MaxCostUSD, MaxDuration: p.MaxDuration,
		Tokens: s.Tokens, MaxTokens: p.MaxTokens, Stalled: s.Stalled, Alone: p.Alone, Loop: p.CanWait,
	}
	switch s.Ended {
	case EndedCost:
		b.Shared, b.InPlan = p.CostFrom.Shared, p.CostFrom.InPlan
	case EndedTokens:
		b.Shared, b.InPlan = p.TokensFrom.Shared, p.TokensFrom.InPlan
	}
	for _, f := range NamedFindings(s.Findings) { // feedback in words is more than one point
		b.Open = append(b.Open, f.ID)
	}
	return b
}

// Limit sets the limit on reviews of a task. The decision contains it in Limit, and has Reached if the task has
// reached the limit already, Busy if a review that runs (reviewing), which is counted, is the last one, or Asks if a
// limit had ended the task before, so that it goes on only when the user says so.
func (p Policy) Limit(s State, rounds int, reviewing bool) (Policy, Decision) {
	p.MaxRounds = max(rounds, 1)
	d := Decision{Code: CodeLimit, Limit: p.MaxRounds}
	switch {
	case s.Ended.IsExhausted():
		d.Asks = true
	case s.Count < p.MaxRounds || s.Ended != "":
	case reviewing:
		d.Busy = true
	default:
		s.Ended = EndedRounds
		d.Reached = p.reachedLimit(s)
	}
	return p, d
}
