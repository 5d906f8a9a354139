// Package report tells a recording to people who were not there: as one page of HTML, or as a comment for a pull
// request.
package report

import (
	"time"

	"ccc/internal/lang"
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

	Task      Clip    // the message that the last task began with
	Tasks     []*Task // in order; the last one is what Outcome is of
	TasksLeft int     // how many were left out before them
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

// Task is what the person wanted, from a message to its end: a verdict, the person's word, or a bound.
type Task struct {
	Number  int
	Text    Clip
	Outcome string // of its last stop: a Step's Judgement, accepted or open; "" where nobody judged it
	Rounds  int    // reviews that gave a verdict
}

// Number is the last task's.
func (r *Report) Number() int { return r.Tasks[len(r.Tasks)-1].Number }

// Step is a verdict, a review without one, a message of the person's, or where reviews were switched.
type Step struct {
	At      time.Duration // since the beginning
	Message *Clip         // of the person's; nil for others
	Task    int           // the number of the task that begins with Message
	Did     string        // of the person: reviews_off, reviews_on

	Round     int
	Judgement string // completed, not_completed, question, none
	Text      Clip   // feedback, question, reason; with completed what the reviewer said beside it
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
	Text      Clip
	CostUSD   float64
	Took      time.Duration
}

// Span is a phase.
type Span struct {
	Phase    string // user, agent, wait, review
	Round    int    // of a review
	From, To time.Duration
	CostUSD  float64
	Verdict  string // that ended it, as a Step's Judgement
}

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

	Kind     string // person, supervisor, ccc, text, reviewer, thinking, tool, note, did, session
	Fresh    bool   // of the person: a new session begins with it
	Reviewer string
	Inner    bool // of a subagent
	Text     Clip

	// Of a tool.
	Tool, Argument string
	Input          []Clip // what an edit takes away and puts there; what else says more than Argument
	Output         Clip
	State          string // ok, error; "" without an answer
}

// Clip is a text, the middle of which is left out where it is long.
type Clip struct {
	Head, Tail string // Tail is "" of a whole text
	Size       int    // of the whole text, in bytes
}

// Whole reports whether nothing is left out.
func (c Clip) Whole() bool { return c.Size == len(c.Head)+len(c.Tail) }

// Parts of a text that is cut: its end says how it went.
const endShare = 3

func clip(text string, limit int) Clip {
	if len(text) <= limit {
		return Clip{Head: text, Size: len(text)}
	}
	end := limit / endShare
	head, tail := text[:limit-end], text[len(text)-end:]
	for n := 0; n < 3 && len(head) > 0 && continues(text[len(head)]); n++ {
		head = head[:len(head)-1]
	}
	for n := 0; n < 3 && len(tail) > 0 && continues(tail[0]); n++ {
		tail = tail[1:]
	}
	return Clip{head, tail, len(text)}
}

// continues reports whether a byte goes on with a character of UTF-8.
func continues(c byte) bool { return c&0xc0 == 0x80 }
