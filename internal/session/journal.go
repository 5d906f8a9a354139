package session

import (
	"encoding/json"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/loop"
)

// inputNames are the names of the user's inputs in a recording. A message has none.
var inputNames = [...]string{
	loop.Interrupt: "interrupt", loop.GoOn: "go_on", loop.Quit: "quit", loop.Closed: "closed",
	loop.ReviewNow: "review", loop.Accept: "accept", loop.Skip: "skip", loop.Rounds: "rounds",
	loop.ReviewsOn: "reviews_on", loop.ReviewsOff: "reviews_off", loop.Stop: "stop",
	loop.Dismiss: "dismiss", loop.Resume: "resume", loop.Switch: "switch",
}

// ReviewsOff and ReviewsOn are the Did of items that switch reviews, Dismissed is that of one that dismisses a finding.
var ReviewsOff, ReviewsOn, Dismissed = inputNames[loop.ReviewsOff], inputNames[loop.ReviewsOn], inputNames[loop.Dismiss]

// Interrupted is the Did of an item with which the user interrupts the agent, EndInterrupted the outcome of an end
// then.
var Interrupted, EndInterrupted = inputNames[loop.Interrupt], string(loop.Interrupted)

// said returns what the user said to the agent. The texts of the other inputs are for ccc: what was said before a
// review, a finding, a session.
func (i *Item) said() string {
	switch i.Did {
	case "", ReviewsOn, inputNames[loop.Resume]:
		return i.Text
	}
	return ""
}

// InputOf converts an item about the user into an input of the loop. ok is false for an input that only a later ccc
// knows.
func InputOf(item *Item) (in loop.Input, ok bool) {
	kind := slices.Index(inputNames[:], item.Did)
	in = loop.Input{Kind: loop.InputKind(max(kind, 0)), Text: item.Text, N: item.Round}
	if in.Kind == loop.Resume || in.Kind == loop.Switch && len(item.Saved) > 0 {
		in.Saved = new(loop.Saved)
		return in, json.Unmarshal(item.Saved, in.Saved) == nil
	}
	return in, kind >= 0
}

// ItemOf converts a record of the loop into an item.
func ItemOf(r loop.Record) Item {
	switch r.Kind {
	case loop.RecordInput:
		item := Item{
			Type: TypePerson, Text: r.Input.Text, Did: inputNames[r.Input.Kind], Round: r.Input.N,
		}
		if r.Input.Saved != nil {
			item.Saved, _ = json.Marshal(r.Input.Saved) // plain data
		}
		return item
	case loop.RecordStarted:
		return Item{Type: TypeTurn, What: "started"}
	case loop.RecordEnded:
		return Item{Type: TypeTurn, What: "ended"}
	case loop.RecordExited:
		return Item{Type: TypeTurn, What: "exited", How: r.Text}
	case loop.RecordReviewed:
		return VerdictItem(r.Verdict, r.Round)
	case loop.RecordClaims:
		return Item{Type: TypeClaims, Text: r.Text}
	case loop.RecordTimer:
		return Item{Type: TypeTimer}
	case loop.RecordTokens:
		return Item{Type: TypeTurn, What: TurnTokens, End: End{Tokens: r.Tokens}}
	case loop.RecordSilent:
		return Item{Type: TypeSilent, How: r.Text}
	case loop.RecordPhase:
		return Item{Type: TypePhase, From: r.From, To: r.Phase.String(), Round: r.Round}
	case loop.RecordSent:
		item := Item{Type: TypeSent, From: r.From, UUID: r.ID, Text: r.Text}
		if r.From == "person" { // an item of the type person has it
			item.Text = ""
		}
		return item
	}
	return Item{Type: TypeLine, Phase: "agent", Text: r.Text}
}

// VerdictItem converts the end of the review in that round into an item.
func VerdictItem(v task.Verdict, round int) Item {
	return Item{
		Type: TypeVerdict, Round: round, Completed: v.Completed, Blocked: v.Blocked,
		Feedback: v.Feedback, Evidence: v.Evidence, Findings: v.Findings,
		By: v.By, Checks: checkItems(v.Checks), Cage: v.Cage, Mods: v.Mods, ChangedMeanwhile: v.ChangedMeanwhile,
		DismissedOutside: v.DismissedOutside,
		Role:             v.Role, Prompt: v.Prompt, Cached: v.Cached, Output: v.Output, Reviewers: v.Reviewers,
		Failure: FailureName(v.Failure), Reason: errorText(v.Reason), Until: v.Until,
		Outage: v.Outage,
	}
}

// Phases of a recording.
var (
	PhaseUser   = loop.PhaseUser.String()
	PhaseAgent  = loop.PhaseAgent.String()
	PhaseWait   = loop.PhaseWait.String()
	PhaseReview = loop.PhaseReview.String()
	PhaseDone   = loop.PhaseDone.String()
)

// PhaseAfter returns the phase after a decision of the hook, and the outcome if nothing follows.
func PhaseAfter(s task.State, d task.Decision) (phase, outcome string) {
	to, result := loop.NextPhase(s, d)
	if to == loop.PhaseAgent {
		result = loop.NotCompleted
	}
	return to.String(), string(result)
}

// VerdictOf is the inverse of [VerdictItem].
func VerdictOf(item *Item) loop.Verdict {
	return loop.Verdict{
		Completed: item.Completed, Blocked: item.Blocked, Feedback: item.Feedback, Evidence: item.Evidence,
		Findings: item.Findings,
		By:       item.By, Checks: checksOf(item.Checks), Cage: item.Cage, Mods: item.Mods,
		ChangedMeanwhile: item.ChangedMeanwhile, DismissedOutside: item.DismissedOutside,
		Role: item.Role, Prompt: item.Prompt, Cached: item.Cached, Output: item.Output,
		Reviewers: item.Reviewers,
		Failure:   FailureOf(item.Failure), Reason: reasonOf(item.Reason), Until: item.Until,
		Outage: item.Outage,
	}
}

// errorText returns the English text of an error, for a recording.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func reasonOf(recorded string) error {
	if recorded == "" {
		return nil
	}
	return lang.Errorf("%v", wording.Recorded(recorded))
}

// NoticeItem returns the item for a message to the user. b is the limit that has ended the task, if it is about one.
func NoticeItem(text lang.Message, b *task.ReachedLimit) Item {
	item := Item{Type: TypeNotice, Text: text.String(), Words: text.Stored()}
	if b != nil {
		item.Reached = &ReachedLimit{
			End: string(b.End), Reviews: b.Reviews, CostUSD: b.CostUSD, MaxCostUSD: b.MaxCostUSD,
			Tokens: b.Tokens, MaxTokens: b.MaxTokens,
			MaxDuration: b.MaxDuration.Seconds(),
		}
	}
	return item
}

// limitOf returns the limit that has ended the task according to a notice; nil for none. Older recordings have the
// limit in the text only.
func limitOf(item *Item) *task.ReachedLimit {
	b := item.Reached
	if b == nil {
		return wording.RecordedLimit(item.Text)
	}
	return &task.ReachedLimit{
		End: task.End(b.End), Reviews: b.Reviews, CostUSD: b.CostUSD, MaxCostUSD: b.MaxCostUSD,
		Tokens: b.Tokens, MaxTokens: b.MaxTokens,
		MaxDuration: seconds(b.MaxDuration),
	}
}

// StopOf converts a stop for an item: the turn that the policy judges, and the task before it.
func StopOf(p task.Policy, s task.State, t task.Turn) *Stop {
	return &Stop{
		Limits: LimitsOf(p, 0),
		Tools:  t.Tools, Shells: t.Shells, Agents: t.Agents, Failed: t.Failed, Queued: t.Queued, Switched: t.Switched,
		Off: t.Off, Ends: t.EndsReviews,
		Idle: !t.Asked, Said: t.Said,
		Task: StopTask{
			Count: s.Count, Began: s.Began, CostUSD: s.CostUSD, Tokens: s.Tokens,
			Ended: string(s.Ended), Stalled: s.Stalled,
			Shells:   s.Shells,
			Feedback: s.Last.Feedback, Said: s.Last.Said, Findings: s.Findings, NewOnly: s.NewOnly,
		},
	}
}

// StateAt is the inverse of [StopOf].
func StateAt(r Stop) (task.Policy, task.State, task.Turn) {
	t := r.Task
	p, _ := PolicyOf(r.Limits)
	return p, task.State{
			Count: t.Count, Began: t.Began, CostUSD: t.CostUSD, Tokens: t.Tokens, Ended: task.End(t.Ended),
			Stalled: t.Stalled, Shells: t.Shells,
			Last: task.Round{Feedback: t.Feedback, Said: t.Said}, Findings: t.Findings, NewOnly: t.NewOnly,
		}, task.Turn{
			Asked: !r.Idle, Tools: r.Tools, Shells: r.Shells, Agents: r.Agents, Failed: r.Failed, Queued: r.Queued,
			Switched: r.Switched, Off: r.Off, Said: r.Said, EndsReviews: r.Ends,
		}
}

// checkItems converts the checks of a verdict for an item.
func checkItems(checks []task.Check) (list []Check) {
	for _, c := range checks {
		list = append(list, Check{Check: c})
	}
	return list
}

func checksOf(recorded []Check) (list []task.Check) {
	for _, c := range recorded {
		list = append(list, c.Check)
	}
	return list
}

// LimitsOf converts the limits of a launch for a recording.
func LimitsOf(p task.Policy, maxWait time.Duration) Limits {
	return Limits{
		MaxRounds: p.MaxRounds, MaxStalled: p.MaxStalled, MaxCostUSD: p.MaxCostUSD, MaxTokens: p.MaxTokens,
		MaxDuration: p.MaxDuration.Seconds(), BackgroundWait: p.BackgroundWait.Seconds(), MaxWait: maxWait.Seconds(),
		HoldClaims: p.HoldClaims, Stay: p.Stay,
	}
}

// PolicyOf is the inverse of [LimitsOf].
func PolicyOf(l Limits) (p task.Policy, maxWait time.Duration) {
	return task.Policy{
		MaxRounds: l.MaxRounds, MaxStalled: l.MaxStalled, MaxCostUSD: l.MaxCostUSD, MaxTokens: l.MaxTokens,
		MaxDuration: seconds(l.MaxDuration), BackgroundWait: seconds(l.BackgroundWait),
		HoldClaims: l.HoldClaims, Stay: l.Stay,
	}, seconds(l.MaxWait)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
