// Package report tells a recording to people who were not there: as one page of HTML, or as a comment for a pull
// request.
package report

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/task"
)

// Report is what a recording tells. What it does not know has the zero value, and is left out of the page.
type Report struct {
	Accepted bool   // completed by the person's word, not by a review
	Outcome  string // as of a launch's result; "" where it has not ended, or nothing was done
	Ended    bool
	Error    string // with which the launch ended
	Hook     bool   // of Claude Code's own screen: what its agent cost is not known
	Timed    bool   // it is known when things happened

	Began   time.Time
	Took    time.Duration
	CostUSD float64
	Rounds  int // reviews that gave a verdict, of all tasks

	Unreviewed bool         // the last stop was not reviewed
	Why        lang.Message // it came to nothing better; empty if the recording does not say it

	Dir, Project, Session, Claude, Model, Provider string

	Task      session.Clip // the message that the last task began with
	Tasks     []*Task      // in order; the last one is what Outcome is of
	TasksLeft int          // how many were left out before them
	Steps     []*Step
	StepsLeft int // how many were left out between the first and the last ones
	Spans     []Span
	Files     []*File
	FilesLeft int
	Shells    int // calls of tools that may have changed other files
	Talk      []*Entry
	TalkLeft  int
	gap       int // how many entries of Talk stand before those that are left out
	Bad       int // lines that could not be read
}

// Task is a task of the session's, with the message that it began with.
type Task struct {
	*session.Task
	Text session.Clip
}

// Number is the last task's.
func (r *Report) Number() int { return r.Tasks[len(r.Tasks)-1].Number }

// Step is a verdict, a review without one, a message of the user's, or where reviews were switched.
type Step struct {
	At     time.Duration   // since the beginning
	Prompt *session.Prompt // the user's message; nil for others
	Did    string          // by the user: reviews_off, reviews_on

	Round     int
	Judgement string       // completed, not_completed, question, none
	Text      session.Clip // feedback, question, reason; with completed what the reviewer said beside it
	Evidence  []string
	Left      int // entries of Evidence, Checks and Reviewers that are left out
	By, Cage  string
	Took      time.Duration
	CostUSD   float64
	Cached    float64 // share of the prompt, 0 to 1
	Checks    []task.Check
	Reviewers []Reviewer
}

// Reviewer is what one of several said.
type Reviewer struct {
	Name      string
	Judgement string
	Text      session.Clip
	CostUSD   float64
	Took      time.Duration
}

// Message is the user's message, nil for other steps.
func (s *Step) Message() *session.Clip {
	if s.Prompt == nil {
		return nil
	}
	return &s.Prompt.Text
}

// Task is the number of the task that begins with the message, 0 if none does.
func (s *Step) Task() int {
	if s.Prompt == nil {
		return 0
	}
	return s.Prompt.Task
}

// Span is a phase.
type Span struct{ session.Span }

// File is one that the agent's tools have changed.
type File struct {
	Path  string
	Calls int
}

// Entry is a part of the conversation.
type Entry struct {
	At    time.Duration
	Phase string // agent, review
	Part  int    // of the conversation: it goes up with each phase
	Round int

	Kind     string          // person, supervisor, ccc, text, reviewer, thinking, tool, note, did, session
	prompt   *session.Prompt // of the user
	Reviewer string
	Inner    bool // of a subagent
	Text     session.Clip

	// Of a tool.
	Tool, Argument string
	Input          []session.Clip // what an edit takes away and puts there; what else says more than Argument
	Output         session.Clip
	State          string // ok, error; "" without an answer
}

// Fresh reports whether a new session of claude's begins with the entry, a message of the user's.
func (e *Entry) Fresh() bool { return e.prompt != nil && e.prompt.Fresh }
