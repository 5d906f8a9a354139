package session

import (
	"time"

	"ccc/internal/task"
)

// Task is what the user wants, from a message to its end: a verdict, the user's word, or a bound.
type Task struct {
	Number  int    // from 1
	Rounds  int    // reviews that gave a verdict
	Outcome string // a judgement, or accepted, or open; "" if nobody has judged the task
}

// Prompt is what the user said to the agent.
type Prompt struct {
	At    time.Duration
	Text  Clip
	Task  int  // the number of the task that begins with it; 0 if none does
	Fresh bool // another session of claude's begins with it
}

// Verdict is what a review came to. Failure says why there is none.
type Verdict struct {
	At        time.Duration
	Round     int
	Completed bool
	Blocked   bool // Feedback is a question for the user
	Feedback  string
	By        string   // who gave it, as [task.Verdict] has it
	Unchecked bool     // the review looked at nothing
	Mods      string   // see [task.Verdict]
	Meanwhile []string // files that changed during a review that completed the task
	Outside   []string // texts of findings that were dismissed from outside since the reviews began
	Failure   string
	Reason    string         // for the failure, in words
	Findings  []task.Finding // all of the task, after this review
	Said      string         // by the only reviewer, with a completed task
	Took      time.Duration
	CostUSD   float64
}

// What a review comes to, in a word.
const (
	JudgedCompleted    = "completed"
	JudgedNotCompleted = "not_completed"
	JudgedQuestion     = "question"
	JudgedNone         = "none" // there is no verdict
)

// Judgement is a verdict in a word.
func Judgement(completed, blocked bool, failure string) string {
	switch {
	case failure != "":
		return JudgedNone
	case completed:
		return JudgedCompleted
	case blocked:
		return JudgedQuestion
	}
	return JudgedNotCompleted
}

// Judgement is the verdict in a word.
func (v Verdict) Judgement() string { return Judgement(v.Completed, v.Blocked, v.Failure) }

// Span is a phase that has ended.
type Span struct {
	Phase    string // user, agent, wait, review
	Round    int    // of a review
	From, To time.Duration
	CostUSD  float64
	Verdict  string // the judgement that ended it; "" for none
}

// Author says who wrote a text of a user line. Claude Code writes such a line for much that no user typed.
type Author uint8

// Change is what one item changed.
type Change struct {
	Entered bool      // another phase began
	Left    *Span     // and this one ended; nil as in [Fold.Span]
	Session bool      // the agent is in another session, and no message says so
	Prompts []*Prompt // messages of the user's
	Begun   *Task     // a task began
	Opening *Prompt   // the message that it begins with, which may be of an earlier item
	Authors []Author  // of each text of a user line that is not blank
	Verdict *Verdict  // a review ended
	// Dismissed says that the user dismissed an open finding. Of one that is not open, or unknown, the loop said so.
	Dismissed bool
}

// Span is the phase as if it ended now. It is nil for a phase without length, cost and verdict, and before the first
// one and after the end.
func (f *Fold) Span() *Span {
	if f.phase == "" || f.phase == PhaseDone || !f.recorded() {
		return nil
	}
	span := Span{Phase: f.phase, From: f.since, To: f.now, CostUSD: f.spentUSD() - f.before}
	if f.phase == PhaseReview {
		span.Round, span.Verdict = f.round, f.decision
	}
	if span.To == span.From && span.CostUSD == 0 && span.Verdict == "" {
		return nil
	}
	return &span
}
