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
	End    func() string // ends it, bounded, and says how it ended; also called after it has ended by itself
	// Control is nil, or gets what this process asks of its host and what it takes back, from the goroutine that reads
	// Output; also what it had asked before End and is read afterwards.
	Control func(streamjson.Event)
}

// Session is what an agent is started on, and a review is made of.
type Session struct {
	ID    string // "" at the first start: claude makes one, or the person's arguments choose it
	Dir   string // where it belongs
	Model string // that it ran on last
	// BudgetUSD is what the process that starts may cost, 0 for no bound. See [task.Policy.Left].
	BudgetUSD float64
}

// Review asks for one review.
type Review struct {
	Session
	Messages []string   // the person's, of this task, oldest first
	Round    int        // from 1
	Try      int        // of this round, from 1
	Base     string     // fingerprint of the work tree when the task began; "" for that at the launch's beginning
	BaseTree string     // the git tree of it, with Base
	Last     task.Files // as the last review found them
	Plan     bool       // the agent is in plan mode
	Running  []string   // what runs on in the background
	Pending  string     // feedback that did not reach the agent
}

// Reviewed is what came of a review.
type Reviewed struct {
	Verdict
	task.Files // as it found them
}

// Snapshot is where a launch stands.
type Snapshot struct {
	Phase   Phase
	Round   int  // the review that runs or comes next, from 1
	Of      int  // how many there may be of one task
	Reviews int  // verdicts so far, of the launch
	Off     bool // stops are not reviewed
	Session Session

	AgentUSD, ReviewUSD float64 // of the launch
}

// Notice is something that the person is told: one of Text, Sent and Verdict, or else that a phase begins or goes on.
type Notice struct {
	At      Snapshot
	Text    lang.Message // a line of ccc's own
	Bound   *task.Bound  // with Text: the bound that has ended the task, if Text says so
	Sent    string       // a message of the person's went to the agent
	Verdict *Verdict
	Begin   bool         // the phase of At begins, or goes on without waiting
	Waiting lang.Message // with Begin: it waits for this,
	Until   time.Time    // and until then at most
	Outcome Outcome      // with Begin of PhaseUser: why the person has the floor
}

// Config is what a loop needs. All functions but Record and Save must be set.
type Config struct {
	task.Policy
	MaxWait  time.Duration // for a usage limit
	Idle     time.Duration // how long nothing may come from an agent at work; 0 is no bound
	Attended bool          // somebody can answer; with nobody there, the loop ends where it would ask
	Input    <-chan Input
	Start    func(Session) (Process, error)
	Review   func(context.Context, Review) Reviewed // bounded
	Observe  func(streamjson.Event)                 // each event of the agent, in the order of the stream
	Pause    func()                                 // the agent's stream pauses: what was observed may be shown now
	Guard    func()                                 // deferred first in each goroutine: what a panic must not leave behind
	Tell     func(Notice)
	Record   func(Record) // nil, or gets what moves the machine, to be written down
	Save     func(Saved)  // nil, or gets where the launch stands, before anything is done there
	Log      *slog.Logger
}

// machine is the one of a launch that begins now.
func (c Config) machine() machine {
	c.Policy.CanWait, c.Policy.Alone = true, !c.Attended
	return machine{policy: c.Policy, maxWait: c.MaxWait, attended: c.Attended}
}

// Result is what a launch came to.
type Result struct {
	Outcome  Outcome
	Reason   lang.Message // for it, unless it is Completed; empty where none was told
	Session  Session
	Text     string // the agent's final text
	Verdicts []Verdict
	// Retryable says that it was ended by what ends by itself: a usage limit, an overload, an API that does not answer;
	// or by a bound that it shares with others (Policy.Shared), which may be another one next time.
	Retryable bool
	Running   []string // what still ran in the background when the agent stopped last, and ends with its process

	AgentUSD, ReviewUSD float64
}

// Accepted reports whether the person has taken the work as it is: no review has passed it.
func (r Result) Accepted() bool {
	n := len(r.Verdicts)
	return r.Outcome == Completed && (n == 0 || !r.Verdicts[n-1].Completed)
}

// Cached is the share of what the reviewers of all verdicts read that came from the provider's cache, from 0 to 1.
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

// CostUSD is that of agent and reviews.
func (r Result) CostUSD() float64 { return streamjson.RoundUSD(r.AgentUSD + r.ReviewUSD) }
