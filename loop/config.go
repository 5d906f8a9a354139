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
	Kill   func()        // nil, or is End without any wait
	// Control is nil, or gets the requests of this process to its host and their cancellations, from the goroutine
	// that reads Output. It also gets those that were sent before End and are read later.
	Control func(streamjson.Event)
}

// Session is the claude session in which an agent is started, and which a review forks.
type Session struct {
	ID    string // "" at the first start: claude makes one, or the user's arguments choose it
	Dir   string // the directory that it belongs to
	Model string // the model that it used last
	// Budget is what the started process may spend. See [task.Policy.Left].
	Budget task.Budget
}

// Review is a request for one review.
type Review struct {
	Session
	Messages []string       // the user's, of this task, oldest first
	Round    int            // from 1
	Try      int            // of this round, from 1
	Base     string         // fingerprint of the work tree when the task began; "" if the task began with the launch
	BaseTree string         // the git tree for Base
	Last     task.Files     // as the last review found them
	Plan     bool           // the agent is in plan mode
	Running  []string       // what runs in the background
	Pending  string         // feedback that did not reach the agent
	Findings []task.Finding // of the task, after the last review and the user's changes
	Answers  []string       // what the agent has said about findings since the last verdict
	// HoldClaims says that claims alone may give the verdict, if the rubric says so.
	HoldClaims bool
	// Holding is the last verdict if it also applies when no file has changed since and the agent's last message,
	// Said, claims nothing; else nil.
	Holding *Verdict
	Said    string
}

// ReviewResult is the result of a review.
type ReviewResult struct {
	Verdict
	task.Files // as the review found them
}

// Snapshot is the state of a launch at one moment.
type Snapshot struct {
	Phase   Phase
	Round   int  // the review that runs or comes next, from 1
	Of      int  // how many reviews this task may have, at least those that it had before the user set the limit
	Limit   int  // how many reviews a task may have
	Judged  int  // verdicts so far in the task
	Reviews int  // verdicts so far in this session, by this launch
	Off     bool // stops are not reviewed
	Session Session

	AgentUSD, ReviewUSD float64     // of the launch
	Tokens              int64       // of the launch: that agent and reviewers have read and written
	Reviewed            task.Tokens // of the reviews, as ReviewUSD
	NoVerdict           int         // reviews of the launch that were stopped or failed, so that they gave no verdict
	Unpriced            int         // those of NoVerdict whose cost is unknown: ReviewUSD lacks it

	Findings []task.Finding // of the task
	Ended    task.End       // how the task ended
	// Unjudged says that the user has begun the task, or asked for its review, and that none has given a verdict yet.
	Unjudged bool

	Tree, BaseTree string // git trees: of the files as the last review found them, and as the task began; "" if unknown
}

// Notice is something to show to the user. It has Text, Sent, Verdict or Switched; otherwise it says that a phase
// begins or continues.
type Notice struct {
	At      Snapshot
	Text    lang.Message       // a message of ccc
	Reached *task.ReachedLimit // with Text: the limit that has ended the task, if Text is about one
	Sent    string             // a message of the user went to the agent
	Verdict *Verdict
	// Switched says that the user has chosen the session of At, and whoever offered it has shown it.
	Switched bool
	Begin    bool         // the phase of At begins, or continues after a wait
	Waiting  lang.Message // with Begin: what the phase waits for
	Until    time.Time    // with Begin: how long it waits at most
	Outcome  Outcome      // with Begin of PhaseUser: why the user has the floor
	Why      lang.Message // with Begin of PhaseUser: the reason of Outcome, as in Result; empty for none
	Asks     bool         // with Begin of PhaseUser: the reviewer asks the user something
}

// Config configures a loop. All functions but Images, Record and Save must be set.
type Config struct {
	task.Policy
	MaxWait  time.Duration  // for a usage limit
	Idle     time.Duration  // how long an agent at work may print nothing; 0 for no limit
	Findings []task.Finding // open when the first task begins, from the session that the launch continues
	Earlier  []string       // the user's messages in that session's last task, if it is not done, for the reviewers
	Attended bool           // a user can answer; without one the loop ends where it would ask
	Input    <-chan Input
	Start    func(Session) (Process, error)
	Review   func(context.Context, Review) ReviewResult // takes a limited time
	// Claims looks at what the agent claims in its last message, for [task.Policy.HoldClaims]. It tells the user, and
	// returns feedback for the agent; "" if the session supports all claims. It is called in a goroutine.
	Claims  func(context.Context, Session) string
	Observe func(streamjson.Event)               // each event of the agent, in the order of the stream
	Images  func(text string) []streamjson.Image // nil, or returns the images that a message of the user names
	Pause   func()                               // the agent's stream pauses: a good moment to draw
	Guard   func()                               // deferred first in each goroutine, to clean up after a panic
	Tell    func(Notice)
	Record  func(Record)             // nil, or records what moves the machine
	Dismiss func(task.Finding) error // nil, or stores a finding that the user dismissed, for later tasks
	Save    func(Saved)              // nil, or stores the state of the launch, before it is acted upon
	// Asked is nil, or stores what the user has asked for in the session's task, also before this launch: nothing once
	// that is done. It is called when this changes, before anything is sent, and at each end of the agent's turn.
	Asked func(session string, messages []string)
	Log   *slog.Logger
}

// machine returns the machine of a new launch.
func (c Config) machine() machine {
	c.Policy.CanWait, c.Policy.Alone = true, !c.Attended
	return machine{policy: c.Policy, maxWait: c.MaxWait, attended: c.Attended,
		task: task.State{Findings: c.Findings}, earlier: c.Earlier}
}

// Result is the result of a launch.
type Result struct {
	Outcome  Outcome
	Accepted bool         // Completed by the user's word for its last task, and by no review
	Reason   lang.Message // why the outcome is not Completed; empty if no reason was given
	Session  Session
	Sessions []string // the ids of those in which something was done; the one of the newest work is last
	Text     string   // the agent's final text
	Verdicts []Verdict
	// NoVerdict counts the reviews that were stopped or failed, so that they gave no verdict.
	NoVerdict int
	// Unpriced counts those of them whose cost is unknown: ReviewUSD lacks it.
	Unpriced int
	// Retryable says that the same launch may succeed later. It ended by a usage limit, an overload, an API that does
	// not answer, or a limit that it shares with other launches (Policy.Shared).
	Retryable bool
	Rejected  string   // the option that claude does not know, or whose value it refuses; "" for none
	Cut       bool     // the user has ended the launch by ctrl-c at the prompt; Outcome is what it had come to
	Left      bool     // a task was completed, and the user has left without giving another one (Policy.Stay)
	Off       bool     // reviews were off at the end
	MaxRounds int      // the limit of rounds at the end
	Running   []string // what ran in the background at the agent's last stop; it ends with the agent's process

	AgentUSD, ReviewUSD float64
	Tokens              int64       // that agent and reviewers have read and written
	Reviewed            task.Tokens // of the reviews, as ReviewUSD
}

// WorkedIn returns the session in which something was done last, and the earlier ones, oldest first. After /resume the
// user may have left without a message, so the first need not be Session.
func (r Result) WorkedIn() (id string, earlier []string) {
	last := len(r.Sessions) - 1
	if last < 0 {
		return r.Session.ID, nil
	}
	return r.Sessions[last], r.Sessions[:last]
}

// TakeUp notes that the launch continues the session with that id: its work may be reviewed or accepted without a turn
// of the agent, which would name it.
func (r *Result) TakeUp(id string) {
	if r.Session.ID == "" && (len(r.Verdicts) > 0 || r.Accepted) {
		r.Session.ID = id
	}
}

// Cached returns the share of the reviews' prompts that came from the provider's cache, from 0 to 1.
func (r Result) Cached() float64 {
	if r.Reviewed.Prompt == 0 {
		return 0
	}
	return float64(r.Reviewed.Cached) / float64(r.Reviewed.Prompt)
}

// CostUSD returns the cost of agent and reviews together.
func (r Result) CostUSD() float64 { return streamjson.RoundUSD(r.AgentUSD + r.ReviewUSD) }
