// Package report turns a recording into a page of HTML, or into a comment for a pull request, for people who did not
// see the session.
package report

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/session"
	"ccc/internal/task"
)

// Report is what a recording says about a session. Unknown facts have the zero value, and the page leaves them out.
type Report struct {
	Accepted bool // the user accepted the work; no review did
	// Dismissed says that the last task is completed only because of what was dismissed.
	Dismissed bool
	Outcome   string // as in a launch's result; "" if it has not ended, or if nothing was done
	Ended     bool
	Running   bool   // the launch still runs
	Phase     string // of the loop at the end of the input, see [session.Snapshot]
	Error     string // the error that ended the launch
	Hook      bool   // on Claude Code's own screen: the agent's cost is unknown
	Timed     bool   // the input has times

	Began   time.Time
	Took    time.Duration // the time in which nobody waited for the user
	CostUSD float64
	AtLeast bool // a review was killed: the cost lacks what nobody has seen of it
	Rounds  int  // verdicts of all tasks
	// NoVerdict counts the reviews that gave none, because they were stopped or failed.
	NoVerdict int

	Unreviewed bool         // the last stop was not reviewed
	Why        lang.Message // why the outcome is not better; empty if unknown

	Dir, Project, Session, Claude, Model, Provider string

	Task      session.Clip  // the first message of the last task
	Tasks     []*Task       // in order; Outcome is that of the last one
	TasksLeft int           // how many earlier ones are left out
	Outcomes  task.Outcomes // of all tasks
	Steps     []*Step
	StepsLeft int // how many are left out in the middle
	Spans     []Span
	Files     []*File
	FilesLeft int
	Shells    int // calls of the shell, which may have changed other files
	Talk      []*Entry
	TalkLeft  int
	gap       int // how many entries of Talk come before the gap
	digits    int // of the parts of the cost, see [text.DollarDigits]
	Bad       int // lines that could not be read
}

// Task is a task with its first message.
type Task struct {
	*session.Task
	Text session.Clip
}

// Number returns the number of the last task.
func (r *Report) Number() int { return r.Tasks[len(r.Tasks)-1].Number }

// Step is a review, a message of the user, or what was done between two reviews.
type Step struct {
	At     time.Duration   // since the beginning
	Prompt *session.Prompt // the user's message; nil for others
	// Did is what the user did: reviews_off, reviews_on, review_now, dismiss (Text is the finding's id and the reason);
	// or what claude did by itself, see [Step.ByPerson].
	Did string

	Round     int
	Judgement string       // completed, not_completed, question, none
	Dismissed bool         // what held the work was dismissed
	Text      session.Clip // feedback, question or reason; for completed work the reviewer's comment
	Evidence  []string
	Unchecked bool // the reviewer looked at nothing
	Left      int  // how many entries of Evidence, Checks and Reviewers are left out
	By, Cage  string
	Mods      string // allowed or loose: mods may have run
	Meanwhile string // names of files that changed during a review that completed the task
	Outside   string // what was dismissed from outside since the reviews began
	Took      time.Duration
	CostUSD   float64
	Cost      string  // as in [Span]
	Cached    float64 // share of the prompt from a cache, 0 to 1
	Checks    []check.Result
	Reviewers []Reviewer
	Findings  []Finding
	before    []Finding // those that had ended before this review, as after the user dismissed them
}

// Finding is a finding that was open before a review or found by it, in its state after that review.
type Finding struct {
	ID, Severity, Status string // the latter two are words of the report
	Place                string // the place, or the command that shows the fault
	Text                 session.Clip
	Found, Ended         int          // the reviews; Ended is 0 if it is open at the end
	Later                string       // how it ended in a later review, a word of the report; "" if not in a later one
	Reason               string       // why it was dismissed; "" for none
	DismissedBy          string       // a word of the report; "" if it was not dismissed
	By                   string       // the reviewers that found it; "" if there is only one
	Again                string       // the words of this review about a dismissed finding; "" if they are the same
	Unproven             lang.Message // what was not found of it; empty for nothing
}

// Reviewer is what one of several reviewers said.
type Reviewer struct {
	Name      string
	Judgement string
	Text      session.Clip
	CostUSD   float64
	Took      time.Duration
}

// ByPerson reports whether it was the user who did that.
func (s *Step) ByPerson() bool { return s.Did != didWoken }

// Message returns the user's message, nil for other steps.
func (s *Step) Message() *session.Clip {
	if s.Prompt == nil {
		return nil
	}
	return &s.Prompt.Text
}

// Task returns the number of the task that begins with the message, 0 if none does.
func (s *Step) Task() int {
	if s.Prompt == nil {
		return 0
	}
	return s.Prompt.Task
}

// Span is a phase.
type Span struct {
	session.Span
	Cost string // as it is shown; "" for nothing
}

// File is a file that the agent's file tools changed.
type File struct {
	Path  string
	Calls int
}

// Entry is a part of the conversation.
type Entry struct {
	At    time.Duration
	Phase string // agent, review
	Part  int    // goes up with each phase
	Round int

	Kind     string          // person, supervisor, ccc, text, reviewer, thinking, tool, note, did, session
	prompt   *session.Prompt // of the user
	Reviewer string
	Inner    bool // said by a subagent
	Text     session.Clip

	// The fields of a tool call.
	Tool, Argument string
	Input          []session.Clip // what an edit removes and inserts; or a text that is longer than Argument
	Output         session.Clip
	State          string // ok, error, refused (by the user), not_run (or interrupted); "" without a result
}

// Fresh reports whether the entry is the first message of another session of claude.
func (e *Entry) Fresh() bool { return e.prompt != nil && e.prompt.Fresh }
