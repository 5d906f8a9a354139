package task

import (
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Step is the policy: what follows when something happens to a task.
func (p Policy) Step(s State, e Event) (State, Decision) {
	s.CostUSD = streamjson.RoundUSD(s.CostUSD + e.CostUSD)
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
		s.Skip, s.Shells = false, e.Turn.Shells
		return review(s)
	case Accepted:
		s.Ended = EndedAccepted
		return s, Decision{Action: Finish, Say: lang.M("accepted as it is")}
	case Skipped:
		s.Skip = true
		return s, Decision{Say: lang.M("no review after this turn")}
	case SwitchedOn:
		s = anew(s, e.At)
		s.Base, s.BaseTree, s.Off, s.Skip = e.Work, e.Tree, false, false
		return s, Decision{Say: p.on()}
	case SwitchedOff:
		s.Off = true
		return s, Decision{Say: lang.M("reviews are off until /supervisor")}
	}
	return s, Decision{}
}

// on says what holds while reviews are on.
func (p Policy) on() lang.Message {
	return lang.M("reviews are on: each stop is reviewed, at most %d times per task", p.MaxRounds)
}

// sent: a message begins a new count if the task before it has ended, whatever the end was, or if the count is used up,
// as by a question of the supervisor's in the last round. Where the task goes on, the person's word makes the next
// round another one than the last.
func (p Policy) sent(s State, e Event) State {
	if s.Ended != "" || s.Count >= p.MaxRounds {
		s = anew(s, e.At)
	}
	if s.Began.IsZero() {
		s.Began = e.At
	}
	s.Stalled, s.Last = 0, Round{}
	return s
}

// anew begins a new count. The work tree is as the last review saw it.
func anew(s State, now time.Time) State {
	next := State{
		Began: now, Base: s.Base, BaseTree: s.BaseTree, Files: s.Files, Shells: s.Shells, Pending: s.Pending,
		Verdict: s.Verdict, Off: s.Off, Skip: s.Skip,
	}
	if s.Work != "" && (s.Ended == EndedCompleted || s.Ended == EndedAccepted) {
		next.Base, next.BaseTree = s.Work, s.Tree
	}
	return next
}

// stopped decides whether the stop is reviewed, and if not, what the person reads of that.
func (p Policy) stopped(s State, e Event) (State, Decision) {
	t := e.Turn
	if !t.Asked {
		return s, Decision{Action: Yield}
	}
	s.Said, s.Idle = clip(t.Said), t.Tools == 0
	if t.Tools+t.Shells+t.Agents > 0 { // they may have changed what git ignores: only a run tells what the checks say now
		s.Checked = nil
	}
	if t.Spent {
		return p.cutOff(s, e.At)
	}
	switch {
	case s.Off:
		return s, Decision{Action: Yield}
	case t.Switched:
		return s, Decision{Action: Yield, Say: p.on()}
	case t.Failed:
		return s, Decision{Action: Yield, Asks: true, Say: lang.M("not reviewed: the agent's turn ended with an error")}
	case t.Queued:
		return s, Decision{Action: Yield, Say: lang.M("not reviewed yet: your own message goes first")}
	case s.Skip:
		s.Skip = false
		return s, Decision{Action: Yield, Say: lang.M("no review, as you asked")}
	}
	if s.Ended == EndedCompleted || s.Ended == EndedAccepted { // work in the background brought the agent back
		s = anew(s, e.At)
	}
	switch {
	case s.Ended.Exhausted():
		return s, p.spent(s.Ended, s)
	case s.Count >= p.MaxRounds:
		s.Ended = EndedRounds
		d := p.spent(s.Ended, s)
		d.Legacy = s.Began.IsZero() // ccc has not begun this task
		return s, d
	}
	if s.Ended = p.over(s, e.At); s.Ended != "" {
		return s, p.spent(s.Ended, s)
	}
	switch {
	case t.Agents > 0 && !t.Waited:
		d := Decision{Action: Yield, Say: lang.M(
			"not reviewed yet: %d subagent(s) running in the background; the review follows when they are done "+
				"and the agent stops",
			t.Agents)}
		if p.CanWait {
			d.Action, d.Wait = Wait, agentsWait
		}
		return s, d
	case t.Shells > s.Shells && !t.Waited && p.CanWait && p.BackgroundWait > 0:
		s.Shells = t.Shells
		return s, Decision{Action: Wait, Wait: p.BackgroundWait, Say: lang.M(
			"%d command(s) running in the background: the review starts in %s, or when the agent stops again",
			t.Shells, p.BackgroundWait)}
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
	return s, p.spent(end, s)
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
		s.Checked, s.Gave = e.Checked, e.Gave
		return p.failed(s, e)
	}
	v.At = e.At
	s.Verdict, s.Files, s.Pending = &v, e.Files, ""
	head := p.head(s, v)
	switch {
	case v.Completed:
		s.Ended = EndedCompleted
		return s, Decision{Action: Finish, Say: head}
	case v.Blocked:
		return s, asks(head, lang.M("The supervisor asks you:\n%s", v.Feedback))
	}
	if e.Queued || e.Off {
		s.Pending = v.Feedback
		why := lang.M("Your own message goes first.")
		if e.Off {
			why = lang.M("Reviews were switched off meanwhile.")
		}
		return s, Decision{Action: Yield, Say: lang.M("%s\n%s The feedback was:\n%s", head, why, v.Feedback)}
	}
	why := s.Last.Stalled(s)
	if s.Stalled++; why.Empty() {
		s.Stalled = 0
	}
	before := s.Last.Feedback
	s.Last = Round{Feedback: clip(v.Feedback), Said: s.Said}
	switch {
	case s.Count >= p.MaxRounds:
		s.Ended = EndedRounds
	case p.MaxStalled > 0 && s.Stalled >= p.MaxStalled:
		s.Ended = EndedCircles
		return s, asks(head, lang.M("%s: %s, %d times in a row. The previous feedback was:\n%s\nNow it is:\n%s\n%s",
			reason(s.Ended, s, p), why, s.Stalled, before, v.Feedback, p.howOn(s.Ended)))
	default:
		s.Ended = p.over(s, e.At)
	}
	if s.Ended != "" {
		return s, asks(head, lang.M("%s. The feedback was:\n%s\n%s", reason(s.Ended, s, p), v.Feedback, p.howOn(s.Ended)))
	}
	return s,
		Decision{Action: GoOn, Feedback: v.Feedback, Say: lang.M("%s\nThe agent continues with the feedback.", head)}
}

// asks is a review that gives the person the floor.
func asks(head, why lang.Message) Decision {
	return Decision{Action: Yield, Asks: true, Say: lang.M("%s\n%s", head, why), Why: why}
}

// failed gives the count back: a review without a verdict is none.
func (p Policy) failed(s State, e Event) (State, Decision) {
	v := e.Verdict
	if v.Failure == streamjson.Budget { // the reviewer had what was left
		s.Count, s.Ended = max(s.Count-1, 0), EndedCost
		return s, p.spent(s.Ended, s)
	}
	again := v.Failure == streamjson.Transient && e.Tries < maxTries || v.Failure == streamjson.Limit && p.CanWait
	if again {
		return s, Decision{Action: Retry, Say: lang.M("no verdict (%s): trying the review again", v.Reason)}
	}
	s.Count = max(s.Count-1, 0)
	if v.Failure == streamjson.Aborted {
		return s, Decision{Action: Yield, Asks: true, Say: lang.M("the review was stopped: this stop was not reviewed")}
	}
	return s, Decision{Action: Yield, Asks: true, Say: lang.M("no verdict, this stop was not reviewed: %s", v.Reason)}
}

// Stop gives back the count of a review that was stopped before it came to an end.
func Stop(s State) State {
	s.Count = max(s.Count-1, 0)
	return s
}

// over says which bound is passed; "" if none is.
func (p Policy) over(s State, now time.Time) End {
	switch {
	case p.MaxCostUSD > 0 && s.CostUSD >= p.MaxCostUSD-roundingUSD:
		return EndedCost
	case p.MaxDuration > 0 && !s.Began.IsZero() && now.Sub(s.Began) >= p.MaxDuration:
		return EndedTime
	}
	return ""
}

// Left is what may still be spent on a task, in USD: the bound of a claude that is started for it now. It is more than
// 0 where there is a bound, and 0 where there is none.
func (p Policy) Left(s State) float64 {
	if p.MaxCostUSD == 0 {
		return 0
	}
	return max(p.MaxCostUSD-s.CostUSD, LeastUSD)
}

// LeastUSD is the least bound that claude can be given: it takes none of 0.
const LeastUSD = 1e-4

const roundingUSD = 1e-9 // of a sum of costs

// spent is a stop at a bound: it is not reviewed, and the person reads why.
func (p Policy) spent(end End, s State) Decision {
	return Decision{Action: Yield, Asks: true, Say: lang.M("not reviewed: %s. %s", reason(end, s, p), p.howOn(end))}
}

// howOn says what to do about a bound that has ended a task.
func (p Policy) howOn(end End) lang.Message {
	switch {
	case !p.Alone:
		return lang.M("Your next message begins a new count.")
	case end == EndedCost && p.Shared:
		return lang.M("The same command with a higher %s goes on with it.", "--max-cost-usd")
	case end == EndedCircles:
		return lang.M("Look at the session: more of the same does not help.")
	}
	return lang.M("A higher %s in ccc.json allows more.", keys[end])
}

// keys are those of the bounds in ccc.json.
var keys = map[End]string{EndedRounds: "max_iterations", EndedCost: "max_cost_usd", EndedTime: "max_duration"}

// reason says how a bound ended a task.
func reason(end End, s State, p Policy) lang.Message {
	switch end {
	case EndedCost:
		return lang.M("%s spent on this task, of at most %s",
			text.Dollars(s.CostUSD), text.Dollars(p.MaxCostUSD))
	case EndedTime:
		return lang.M("the time for this task is up: %s", p.MaxDuration)
	case EndedCircles:
		return lang.M("stopped: going in circles")
	}
	if s.Count == 1 {
		return lang.M("not completed after 1 review, which is the limit")
	}
	return lang.M("not completed after %d reviews, which is the limit", s.Count)
}

// head is the first line on a review that ended: which one it was, its verdict, what it stands on, and what it cost.
func (p Policy) head(s State, v Verdict) lang.Message {
	return lang.M("review %d of %d: %s · %s", s.Count, max(p.MaxRounds, s.Count), word(v.Completed, v.Blocked), v.Basis())
}

// shownChecks is how many checks are named in a line.
const shownChecks = 5

// Ran names what a verdict stands on.
func Ran(evidence []string) (list lang.Message) {
	for i, what := range evidence {
		one := lang.M("%s", what)
		if what, ok := strings.CutSuffix(what, " (ok)"); ok {
			one = lang.M("%s (ok)", what)
		}
		if i == 0 {
			list = one
			continue
		}
		list = lang.M("%s, %s", list, one)
	}
	return list
}

// Basis says in a line what the verdict stands on and what it cost.
func (v Verdict) Basis() lang.Message {
	checked := lang.M("nothing checked")
	if n := len(v.Evidence); n > shownChecks {
		checked = lang.M("checked: %s and %d more", Ran(v.Evidence[:shownChecks]), n-shownChecks)
	} else if n > 0 {
		checked = lang.M("checked: %s", Ran(v.Evidence))
	}
	switch v.By {
	case ByChecks:
		return lang.M("%s · no reviewer was asked", checked)
	case ByProtect:
		return lang.M("%s · protect_strict holds it: no reviewer was asked", checked)
	}
	if len(v.Reviewers) > 1 {
		checked = lang.M("%s · %s", who(v.Reviewers), checked)
	}
	return lang.M("%s · %s, %.0f%% of the prompt from the cache", checked, text.Dollars(v.CostUSD), 100*v.Cached)
}

// Limit sets the bound on reviews of a task, and says which one holds now.
func (p Policy) Limit(s State, rounds int) (Policy, lang.Message) {
	p.MaxRounds = max(rounds, 1)
	if s.Count >= p.MaxRounds && s.Ended == "" {
		return p, lang.M("at most %d review(s) per task: this one has had %d, so its next stop is not reviewed. %s",
			p.MaxRounds, s.Count, p.howOn(EndedRounds))
	}
	return p, lang.M("at most %d review(s) per task", p.MaxRounds)
}

