package task

import (
	"time"

	"ccc/internal/text"
	"ccc/streamjson"
)

// Step is the policy: what follows when something happens to a task.
func (p Policy) Step(s State, e Event) (State, Decision) {
	s.CostUSD, s.Tokens = streamjson.RoundUSD(s.CostUSD+e.CostUSD), s.Tokens+e.Tokens
	switch e.Kind {
	case Sent:
		return p.sent(s, e), Decision{}
	case Stopped:
		return p.stopped(s, e)
	case Reviewed:
		return p.reviewed(s, e)
	case ReviewNow:
		if s.Ended != "" || s.Count >= p.MaxRounds {
			s = anew(s, e.At)
		}
		s.Skip, s.Shells, s.Asked = false, e.Turn.Shells, true
		return review(s)
	case Accepted:
		s.Ended = EndedAccepted
		return s, Decision{Action: Finish, Code: CodeAccepted}
	case Skipped:
		s.Skip = true
		return s, Decision{Code: CodeSkipNext}
	case SwitchedOn:
		s = anew(s, e.At)
		s.Base, s.BaseTree, s.Off, s.Skip, s.Findings, s.Answers = e.Work, e.Tree, false, false, nil, nil
		s.Asked = true
		return s, p.on()
	case SwitchedOff:
		s.Off = true
		return s, Decision{Code: CodeReviewsOff}
	case Dismiss:
		return dismiss(s, e)
	case Claimed:
		return p.claimed(s, e)
	}
	return s, Decision{}
}

func (p Policy) on() Decision { return Decision{Code: CodeReviewsOn, Limit: p.MaxRounds} }

// sent: a message begins a new count if the task before it has ended, whatever the end was, or if the count is used up,
// as by a question of the supervisor's in the last round. Where the task goes on, the user's word makes the next
// round another one than the last.
func (p Policy) sent(s State, e Event) State {
	if s.Ended != "" || s.Count >= p.MaxRounds {
		s = anew(s, e.At)
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

// anew begins a new count. The work tree is as the last review saw it. Findings of a task that is not done go over into
// it: the reviewer's conversation has their ids.
func anew(s State, now time.Time) State {
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

// stopped decides whether the stop is reviewed, and if not, what the user reads of that.
func (p Policy) stopped(s State, e Event) (State, Decision) {
	t := e.Turn
	if !t.Asked {
		return s, Decision{Action: Yield}
	}
	s.Said, s.Idle = text.Head(t.Said, maxKept), t.Tools == 0
	if t.Tools+t.Shells+t.Agents > 0 { // they may have changed what git ignores: only a run tells what the checks say now
		s.Checked = nil
	}
	if t.Spent {
		return p.cutOff(s, e.At)
	}
	switch {
	case s.Off && p.HoldClaims && !t.Failed && !t.Queued:
		return s, Decision{Action: LookAtClaims}
	case s.Off:
		return s, Decision{Action: Yield}
	case t.Switched:
		d := p.on()
		d.Action = Yield
		return s, d
	case t.Failed:
		return s, Decision{Action: Yield, Asks: true, Code: CodeTurnFailed}
	case t.Queued:
		return s, Decision{Action: Yield, Code: CodeMessageFirst}
	case s.Skip:
		s.Skip = false
		return s, Decision{Action: Yield, Code: CodeSkipped}
	}
	if s.Ended.Done() { // work in the background brought the agent back
		s = anew(s, e.At)
	}
	switch {
	case s.Ended.Exhausted():
		return s, p.unreviewed(s)
	case s.Count >= p.MaxRounds:
		s.Ended = EndedRounds
		d := p.unreviewed(s)
		d.Legacy = s.Began.IsZero() // ccc has not begun this task
		return s, d
	}
	if s.Ended = p.over(s, e.At); s.Ended != "" {
		return s, p.unreviewed(s)
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

// cutOff is a turn that claude ended at its bound on cost. The bound was right for the task that its process was
// started for: where a later one has not used up its own, nothing is decided, and the turn goes on in a further
// process.
func (p Policy) cutOff(s State, now time.Time) (State, Decision) {
	end := p.over(s, now)
	if end == "" {
		return s, Decision{}
	}
	s.Ended = end
	return s, p.unreviewed(s)
}

// review counts the review that begins now.
func review(s State) (State, Decision) {
	s.Count++
	s.Gave = nil
	return s, Decision{Action: Review}
}

// reviewed decides what a verdict leads to, or that there is none.
func (p Policy) reviewed(s State, e Event) (State, Decision) {
	v := e.Verdict
	if v.Failure != streamjson.NoFailure {
		s.Checked, s.Gave, s.SeenChanging = e.Checked, e.Gave, e.SeenChanging
		return p.failed(s, e)
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
		d.Action, d.Code = Yield, CodeHeldMessage
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
	case p.circles(s):
		s.Ended = EndedCircles
	case s.NewOnly >= maxNewOnly:
		s.Ended = EndedNew
	default:
		s.Ended = p.over(s, e.At)
	}
	if s.Ended == "" {
		d.Action, d.Code, d.Feedback = GoOn, CodeFeedback, v.MessageToAgent()
		return s, d
	}
	d.Action, d.Code, d.Asks = Yield, CodeBoundAfterReview, true
	d.Bound = p.bound(s)
	d.Bound.Stall, d.Bound.Stalled, d.Bound.Before = stall, s.Stalled, before
	return s, d
}

// maxClaimHolds is how often claims alone hold the agent in one task, or with reviews off after one message of the
// user's.
const maxClaimHolds = 3

// MayHoldClaims reports whether claims alone may hold the agent once more. If not, a review asks its reviewers.
func MayHoldClaims(s State) bool { return s.ClaimHolds < maxClaimHolds }

// claimed decides about a stop without a review, at which the agent claims what its session does not bear out. Its
// rounds are counted as those of reviews are.
func (p Policy) claimed(s State, e Event) (State, Decision) {
	if !s.Off || !p.HoldClaims || e.Feedback == "" {
		return s, Decision{Action: Yield}
	}
	s, stall := s.nextRound(e.Feedback)
	switch {
	case p.circles(s):
		return s, Decision{Action: Yield, Code: CodeClaimsCircle, Stall: stall, Round: s.Stalled}
	case !MayHoldClaims(s):
		return s, Decision{Action: Yield, Code: CodeClaimsLimit, Limit: maxClaimHolds}
	}
	s.ClaimHolds++
	return s, Decision{
		Action: GoOn, Code: CodeClaimsFeedback, Feedback: e.Feedback, Round: s.ClaimHolds, Limit: maxClaimHolds,
	}
}

// circles reports whether too many rounds in a row have brought nothing.
func (p Policy) circles(s State) bool { return p.MaxStalled > 0 && s.Stalled >= p.MaxStalled }

// dismiss takes a finding out of what holds the agent, for good.
func dismiss(s State, e Event) (State, Decision) {
	list, d := DecideDismissal(s.Findings, Dismissal{e.Finding, e.Reason, ByLoop, e.At}, s.Count)
	if d.Code != CodeDismissed {
		return s, d
	}
	s.ChangeFindings(func([]Finding) []Finding { return list })
	d.TaskDone = s.Ended.Done()
	return s, d
}

// failed gives the count back: a review without a verdict is none.
func (p Policy) failed(s State, e Event) (State, Decision) {
	v := e.Verdict
	if v.Failure == streamjson.Budget { // the reviewer had what was left
		s.Count, s.Ended = max(s.Count-1, 0), p.spent(s)
		return s, p.unreviewed(s)
	}
	if v.Failure == streamjson.Unneeded {
		s.Count = max(s.Count-1, 0)
		return p.unchanged(s, v)
	}
	again := v.Failure == streamjson.Transient && e.Tries < maxTries || v.Failure == streamjson.Limit && p.CanWait
	if again {
		return s, Decision{Action: Retry, Code: CodeRetry, Verdict: &v}
	}
	s.Count = max(s.Count-1, 0)
	if v.Failure == streamjson.Aborted {
		return s, Decision{Action: Yield, Asks: true, Code: CodeReviewStopped}
	}
	return s, Decision{Action: Yield, Asks: true, Code: CodeNoVerdict, Verdict: &v}
}

// Holding is the last verdict, if it holds where the agent has changed no file since and claims nothing: the user wants
// it so, and neither the user nor the agent has said something to it. Else it is nil.
func Holding(p Policy, s State) *Verdict {
	if !p.SkipUnchanged || s.Asked || len(s.Answers) > 0 {
		return nil
	}
	return s.Verdict
}

// unchanged lets a stop go at which nothing has changed since the last verdict. Whether that found the work completed is
// in v, too.
func (p Policy) unchanged(s State, v Verdict) (State, Decision) {
	d := Decision{Action: Yield, Code: CodeUnchanged, Verdict: &v, Asks: !v.Completed}
	if v.Completed {
		s.Ended = EndedCompleted
		if !p.Stay || p.Alone {
			d.Action = Finish
		}
	}
	return s, d
}

// Stop gives back the count of a review that was stopped before it came to an end.
func Stop(s State) State {
	s.Count = max(s.Count-1, 0)
	return s
}

// Shared reports whether a bound ended the task that other tasks have a part in.
func (p Policy) Shared(s State) bool {
	return s.Ended == EndedCost && p.CostFrom.Shared || s.Ended == EndedTokens && p.TokensFrom.Shared
}

// over says which bound is passed; "" if none is.
func (p Policy) over(s State, now time.Time) End {
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

// spent says which bound a reviewer has reached that had what was left.
func (p Policy) spent(s State) End {
	cost := p.MaxCostUSD > 0 && s.CostUSD >= p.MaxCostUSD-roundingUSD
	if !cost && (p.TokensSpent(s) || p.MaxCostUSD == 0) {
		return EndedTokens
	}
	return EndedCost
}

// TokensSpent reports whether the bound on tokens is reached. Claude knows none: a turn is ended for that.
func (p Policy) TokensSpent(s State) bool { return p.MaxTokens > 0 && s.Tokens >= p.MaxTokens }

// Left is what may still be spent on a task: the bound of a claude that is started for it now.
func (p Policy) Left(s State) Budget {
	return Budget{USD: p.MaxCostUSD, Tokens: p.MaxTokens}.Minus(s.CostUSD, s.Tokens)
}

// LeastUSD is the least bound that claude can be given: it takes none of 0.
const LeastUSD = 1e-4

const roundingUSD = 1e-9 // of a sum of costs

// unreviewed is the decision on a stop after a bound has ended the task.
func (p Policy) unreviewed(s State) Decision {
	return Decision{Action: Yield, Asks: true, Code: CodeBound, Bound: p.bound(s)}
}

// bound describes the bound that has ended the task.
func (p Policy) bound(s State) *Bound {
	b := &Bound{
		End: s.Ended, Reviews: s.Count, CostUSD: s.CostUSD, MaxCostUSD: p.MaxCostUSD, MaxDuration: p.MaxDuration,
		Tokens: s.Tokens, MaxTokens: p.MaxTokens, Alone: p.Alone, Loop: p.CanWait,
	}
	switch s.Ended {
	case EndedCost:
		b.Shared, b.InPlan = p.CostFrom.Shared, p.CostFrom.InPlan
	case EndedTokens:
		b.Shared, b.InPlan = p.TokensFrom.Shared, p.TokensFrom.InPlan
	}
	if open := OpenFindings(s.Findings); len(open) > 0 {
		b.Open = open[0].ID
	}
	return b
}

// Limit sets the bound on reviews of a task. The decision has the new bound in Limit. Its Bound is set if the task has
// reached it already.
func (p Policy) Limit(s State, rounds int) (Policy, Decision) {
	p.MaxRounds = max(rounds, 1)
	d := Decision{Code: CodeLimit, Limit: p.MaxRounds}
	if s.Count >= p.MaxRounds && s.Ended == "" {
		s.Ended = EndedRounds
		d.Bound = p.bound(s)
	}
	return p, d
}
