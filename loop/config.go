package loop

import (
	"context"
	"io"
	"log/slog"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Process is a running agent.
type Process struct {
	Output io.Reader     // read by one goroutine of Run, to its end
	Send   func([]byte)  // a line for its stdin; must not block
	End    func() string // ends the process in bounded time and says how it ended; also called after its own end
	// Control is nil, or gets what this process asks of its host and what it takes back, from the goroutine that reads
	// Output; also what it had asked before End and is read afterwards.
	Control func(streamjson.Event)
}

// Session is the claude session that an agent is started in and a review is forked from.
type Session struct {
	ID    string // "" at the first start: claude makes one, or the user's arguments choose it
	Dir   string // the directory that it belongs to
	Model string // the model that it used last
	// Budget is what the process that starts may spend. See [task.Policy.Left].
	Budget task.Budget
}

// Review asks for one review.
type Review struct {
	Session
	Messages []string       // the user's, of this task, oldest first
	Round    int            // from 1
	Try      int            // of this round, from 1
	Base     string         // fingerprint of the work tree when the task began; "" for that at the launch's beginning
	BaseTree string         // the git tree of it, with Base
	Last     task.Files     // as the last review found them
	Plan     bool           // the agent is in plan mode
	Running  []string       // what runs on in the background
	Pending  string         // feedback that did not reach the agent
	Findings []task.Finding // of the task, as the last review and the user left them
	Answers  []string       // of the agent to findings, since the last verdict
	// HoldClaims says that claims alone may give the verdict, if the rubric says so.
	HoldClaims bool
	// Holding is the last verdict, if it holds where no file has changed since and Said, the agent's last message, claims
	// nothing; else nil.
	Holding *Verdict
	Said    string
}

// Reviewed is what came of a review.
type Reviewed struct {
	Verdict
	task.Files // as it found them
}

// Snapshot is the state of a launch at one moment.
type Snapshot struct {
	Phase   Phase
	Round   int  // the review that runs or comes next, from 1
	Of      int  // how many there may be of one task
	Reviews int  // verdicts so far, of the launch
	Off     bool // stops are not reviewed
	Session Session

	AgentUSD, ReviewUSD float64 // of the launch
	Tokens              int64   // of the launch: that agent and reviewers have read and written

	Findings []task.Finding // of the task
	Ended    task.End       // how it ended

	Tree, BaseTree string // git trees: of the files as the last review found them, and as the task began; "" if unknown
}

// Notice is something to show to the user: one of Text, Sent and Verdict, or else that a phase begins or continues.
type Notice struct {
	At      Snapshot
	Text    lang.Message // a line of ccc's own
	Bound   *task.Bound  // with Text: the bound that has ended the task, if Text says so
	Sent    string       // a message of the user went to the agent
	Verdict *Verdict
	Begin   bool         // the phase of At begins, or continues after a wait
	Waiting lang.Message // with Begin: it waits for this,
	Until   time.Time    // and until then at most
	Outcome Outcome      // with Begin of PhaseUser: why the user has the floor
}

// Config configures a loop. All functions but Images, Record and Save must be set.
type Config struct {
	task.Policy
	MaxWait  time.Duration  // for a usage limit
	Idle     time.Duration  // how long nothing may come from an agent at work; 0 is no bound
	Findings []task.Finding // with which the first task begins: of the session that the launch goes on with
	Attended bool           // a user can answer; without one the loop ends where it would ask
	Input    <-chan Input
	Start    func(Session) (Process, error)
	Review   func(context.Context, Review) Reviewed // bounded
	// Claims looks at what the agent claims in its last message, for [task.Policy.HoldClaims]. It tells the user, and
	// returns what the agent is told; "" if the session bears it all out. It is called in a goroutine.
	Claims  func(context.Context, Session) string
	Observe func(streamjson.Event)               // each event of the agent, in the order of the stream
	Images  func(text string) []streamjson.Image // nil, or gives the images that a message of the user's names
	Pause   func()                               // the agent's stream pauses: a good moment to draw
	Guard   func()                               // deferred first in each goroutine, to clean up after a panic
	Tell    func(Notice)
	Record  func(Record)             // nil, or records what moves the machine
	Dismiss func(task.Finding) error // nil, or stores a finding that the user dismissed, for later tasks
	Save    func(Saved)              // nil, or stores the state of the launch, before it is acted upon
	Log     *slog.Logger
}

// machine returns the machine of a new launch.
func (c Config) machine() machine {
	c.Policy.CanWait, c.Policy.Alone = true, !c.Attended
	return machine{policy: c.Policy, maxWait: c.MaxWait, attended: c.Attended,
		task: task.State{Findings: c.Findings}}
}

// Result is the result of a launch.
type Result struct {
	Outcome  Outcome
	Reason   lang.Message // of the outcome, unless it is Completed; empty if none was told
	Session  Session
	Text     string // the agent's final text
	Verdicts []Verdict
	// Retryable says that the same launch may succeed later: it ended by a usage limit, an overload or an API that does
	// not answer, or by a bound that it shares with other launches (Policy.Shared).
	Retryable bool
	Left      bool     // a task was completed before, and the user has not given another one (Policy.Stay)
	Running   []string // in the background at the agent's last stop; it ends with the agent's process

	AgentUSD, ReviewUSD float64
	Tokens              int64 // that agent and reviewers have read and written
}

// Accepted reports whether the user accepted the work as it is, without a review that found it done.
func (r Result) Accepted() bool {
	n := len(r.Verdicts)
	return r.Outcome == Completed && (n == 0 || !r.Verdicts[n-1].Completed)
}

// Cached is the share of the prompts of all verdicts that came from the provider's cache, from 0 to 1.
func (r Result) Cached() float64 {
	var cached, all float64
	for _, v := range r.Verdicts {
		cached += v.Cached * float64(v.Prompt)
		all += float64(v.Prompt)
	}
	if all == 0 {
		return 0
	}
	return cached / all
}

// CostUSD is the cost of agent and reviews together.
func (r Result) CostUSD() float64 { return streamjson.RoundUSD(r.AgentUSD + r.ReviewUSD) }
