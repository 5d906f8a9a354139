package session

import (
	"slices"
	"time"

	"ccc/internal/task"
)

// Task is what the user wants, from a message to its end: a verdict, the user's word, or a limit.
type Task struct {
	Number  int    // from 1
	Rounds  int    // reviews that gave a verdict
	Outcome string // a judgement, accepted or open; "" if nobody has judged the task
	// Dismissed says that its newest review completed it only because of what was dismissed.
	Dismissed bool
}

// IsByDismissal reports whether the task is completed only because of what was dismissed.
func (t *Task) IsByDismissal() bool { return t.Outcome == JudgedCompleted && t.Dismissed }

// IsByDismissal reports whether the verdict completes the task only because of what was dismissed.
func (v *Verdict) IsByDismissal() bool {
	return v != nil && v.Completed && task.IsByDismissal(v.Findings, v.Round)
}

// Prompt is what the user said to the agent.
type Prompt struct {
	At    time.Duration
	Text  Clip
	Task  int  // the number of the task that begins with it; 0 if none does
	Fresh bool // another session of claude begins with it
}

// Verdict is the result of a review. Failure says why there is no verdict.
type Verdict struct {
	At        time.Duration
	Round     int
	Completed bool
	Blocked   bool // Feedback is a question for the user
	Feedback  string
	By        string // which reviewers or checks gave it, as in [task.Verdict]
	Checks    []task.Check
	Unchecked bool     // the review looked at nothing
	Mods      string   // see [task.Verdict]
	Meanwhile []string // files that changed during a review that completed the task
	Outside   []string // texts of findings that were dismissed from outside since the reviews began
	Failure   string
	Reason    string         // for the failure, in words
	Findings  []task.Finding // all of the task, after this review
	Said      string         // what the only reviewer said with "completed"
	Took      time.Duration
	CostUSD   float64
}

// The results of a review, each in one word.
const (
	JudgedCompleted    = "completed"
	JudgedNotCompleted = "not_completed"
	JudgedQuestion     = "question"
	JudgedNone         = "none" // there is no verdict
)

// Judgement returns the result of a review in one word.
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

// Judgement returns the verdict in one word.
func (v Verdict) Judgement() string { return Judgement(v.Completed, v.Blocked, v.Failure) }

// Span is a phase that has ended.
type Span struct {
	Phase    string // user, agent, wait, review, background
	Round    int    // of a review
	From, To time.Duration
	CostUSD  float64
	Verdict  string // the judgement that ended it; "" for none
}

// Author says who wrote a text of a user line. Claude Code writes many such lines that no user typed.
type Author uint8

// Change is what one item changed.
type Change struct {
	Entered bool      // another phase began
	Left    []Span    // spans that ended, see [Fold.Spans]
	Session bool      // the agent is in another session, which no message announced
	Prompts []*Prompt // messages of the user's
	Begun   *Task     // a task began
	Opening *Prompt   // the message that Begun begins with; an earlier item may contain it
	Resumed bool      // Opening is from before the launch: it was said in the session that goes on
	Authors []Author  // one for each text of a user line that is not blank
	Verdict *Verdict  // a review ended
	// Stopped is a review, or a new try at one, that ended with nothing recorded of its result.
	Stopped *Verdict
	// Dismissed says that the user dismissed an open finding. If the finding is not open or unknown, the loop has
	// said so.
	Dismissed bool
}

// PhaseBackground is the Phase of a [Span] in which the agent had stopped, and what it had started in the background
// was waited for. In a recording it is a part of the agent's phase.
const PhaseBackground = "background"

// longRest is the shortest wait for the background that is a span of its own.
const longRest = 5 * time.Second

// Spans returns the phase as if it ended now: two spans if it is the agent's, and what it had started was waited for
// then. There is none for a phase without length, cost and verdict, before the first phase, and after the end.
func (f *Fold) Spans() (list []Span) {
	if f.phase == "" || f.phase == PhaseDone || !f.recorded() {
		return nil
	}
	span := Span{Phase: f.phase, From: f.phaseStart, To: f.now, CostUSD: f.spentUSD() - f.earlierUSD}
	if f.phase == PhaseReview {
		span.Round, span.Verdict = f.round, f.decision
	}
	if f.isResting && f.now-f.restStart >= longRest {
		list = []Span{span, {Phase: PhaseBackground, From: f.restStart, To: f.now}}
		list[0].To = f.restStart
	} else {
		list = []Span{span}
	}
	return slices.DeleteFunc(list, func(s Span) bool { return s.To == s.From && s.CostUSD == 0 && s.Verdict == "" })
}
