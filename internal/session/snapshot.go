package session

import (
	"cmp"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/loop"
)

// Snapshot describes the state of a session after some of its items.
type Snapshot struct {
	Header Header // zero if the input is no recording
	ID     string // of the session; "" until claude has told it
	Dir    string
	Claude string        // the version; "" until claude has told it
	Began  time.Time     // when the session began
	Took   time.Duration // the time in which nobody waited for the user

	Phase string // of the loop, or [PhaseQuestion]; "" at first
	Since time.Time
	Round int
	Of    int  // how many rounds are allowed
	Off   bool // reviews are off
	// Interrupted says that the user stopped the agent, or its review, and has not gone on.
	Interrupted bool
	Rounds      int // reviews of all tasks that gave a verdict
	// NoVerdict counts the reviews of all tasks that gave none, because they were stopped or failed.
	NoVerdict int
	Reviewed  task.Tokens // of all reviews of the session, also of one that runs

	Verdict *Verdict  // the newest one of the task; nil if it has none
	Judged  time.Time // when the newest verdict of any task was given

	CostUSD  float64 // of the session
	TotalUSD float64 // of all sessions in the recording
	AtLeast  bool    // a review was killed: the costs lack what nobody has seen of it
	// Open is what the review that has no end has spent so far.
	Open struct {
		USD    float64
		Tokens int64
	}

	Task       *Task         // the newest one; nil before the first message
	Outcomes   task.Outcomes // of all tasks
	Outcome    string        // as in a launch's result; but "completed" only if the last stop was reviewed
	Why        lang.Message  // why the outcome is not better; empty if no item says why
	Settled    bool          // an item says that the session has ended
	Unreviewed bool          // it ended without a review of the last stop

	End    End  // the newest one
	Ended  bool // nothing follows End
	Closed bool // nothing can follow End
}

// The outcomes of a task besides the judgement of its last review.
const (
	OutcomeAccepted = "accepted" // the user accepted it
	OutcomeOpen     = "open"     // it goes on
)

// judgements maps an outcome of a launch to the judgement of its last task.
var judgements = map[string]string{
	string(loop.Completed): JudgedCompleted, string(loop.NotCompleted): JudgedNotCompleted,
}

// Snapshot describes the state of the session after the items so far.
func (f *Fold) Snapshot() Snapshot {
	s := Snapshot{
		Header: f.header, ID: cmp.Or(f.session, f.header.SessionID, f.header.Continues), Dir: f.Dir(), Claude: f.claude,
		Began: f.header.At.Add(f.sessionStart), Took: f.work,
		Phase: f.phase, Since: f.header.At.Add(f.askingChanged), Round: f.round,
		Of: max(f.roundLimit, f.round), Off: f.reviewsOff,
		Rounds: f.rounds, NoVerdict: f.noVerdict, Reviewed: f.allReviewed().Minus(f.sessionReviewed),
		Interrupted: f.interrupted && f.phase == PhaseUser,
		Verdict:     f.verdict, Judged: f.header.At.Add(f.judgedAt),
		TotalUSD: f.totalUSD(), CostUSD: max(f.totalUSD()-f.sessionUSD, 0),
		Outcome: f.end.Outcome, Why: f.why, Unreviewed: f.unreviewed,
		Settled: f.ended && (f.closed || f.end.Outcome != ""), End: f.end, Ended: f.ended, Closed: f.closed,
	}
	s.AtLeast = f.lacksCost() || f.end.AtLeast
	if f.isJudging {
		s.Open.USD = f.reviewers.CostUSD()
		for _, v := range f.reviewers.Spent() {
			s.Open.Tokens += v.Tokens()
		}
	}
	switch {
	case f.isAsking:
		s.Phase = PhaseQuestion
	case f.hook() && f.phase == PhaseDone: // the task has ended, not the session
		s.Phase = PhaseUser
	}
	if f.task != nil {
		f.setOutcome(&s)
		s.Outcomes = f.outcomes
		count(&s.Outcomes, *s.Task)
	}
	return s
}

// count counts a task.
func count(o *task.Outcomes, t Task) {
	switch t.Outcome {
	case JudgedCompleted:
		o.Completed++
	case OutcomeAccepted:
		o.Accepted++
	case JudgedNotCompleted:
		o.NotCompleted++
	case JudgedQuestion:
		o.Questions++
	case OutcomeOpen:
		o.Open++
	case JudgedNone:
		o.NoVerdict++
	default:
		if t.Rounds > 0 {
			o.LastUnreviewed++
		} else {
			o.NotReviewed++
		}
	}
}

// setOutcome sets the outcome of the session and of its last task.
func (f *Fold) setOutcome(s *Snapshot) {
	last := *f.task
	s.Task = &last
	question := last.Outcome == JudgedQuestion
	switch completed := s.Outcome == string(loop.Completed); {
	case s.End.Accepted:
		last.Outcome = OutcomeAccepted
	case completed && (s.Unreviewed || question): // nobody has judged the last work
		s.Outcome = string(loop.NeedsUser)
	case !s.Settled && f.phase == PhaseUser && f.isTaskOver && last.Outcome == JudgedCompleted:
		// the loop waits for the next one
	case !s.Settled && !s.Unreviewed:
		last.Outcome = OutcomeOpen
	case !question && judgements[s.Outcome] != "":
		last.Outcome = judgements[s.Outcome]
	}
	if s.Why.Empty() && s.Outcome == string(loop.NeedsUser) && !question {
		s.Why = wording.Recorded(f.firstNotice)
	}
}
