// Package session reads what is written of a session: the recordings of ccc (docs/reference/recording.md), which it also
// writes, lists and prunes, and what Claude Code's own file has of the same ([ccc/internal/session/transcript]).
package session

import (
	"encoding/json"
	"time"

	"ccc/internal/process"
	"ccc/internal/task"
	"ccc/streamjson"
)

// FormatVersion is the version of the format in docs/reference/recording.md.
const FormatVersion = 1

// DoorHook is the Header.Door of a recording that the Stop hook wrote, of a session on Claude Code's own screen.
const DoorHook = "hook"

// Header is the first line of a recording. It describes the launch.
type Header struct {
	Version  int       `json:"ccc_recording"`
	Door     string    `json:"door,omitempty"` // [DoorHook]; "" for the loop
	At       time.Time `json:"at"`
	CCC      string    `json:"ccc"`
	Launch   string    `json:"launch"`
	Dir      string    `json:"cwd"`
	Provider string    `json:"provider"`
	Title    string    `json:"title,omitempty"` // of the plan's task that the launch does
	Task     string    `json:"task,omitempty"`  // what that task says in the plan, or its beginning
	Args     []string  `json:"args,omitempty"`  // of claude, without secrets; the hook does not know them
	Limits
	Attended bool `json:"attended"`
	// Findings are those with which the first task begins: of the session that the launch goes on with.
	Findings []task.Finding `json:"findings,omitempty"`

	// Of the hook: the session of the first stop, and its claude. While that process runs, more may be written.
	SessionID string          `json:"session_id,omitempty"`
	Claude    string          `json:"claude_code_version,omitempty"`
	Process   process.Process `json:"claude,omitzero"`
}

// Limits are the limits of each task of a launch.
type Limits struct {
	MaxRounds int `json:"max_rounds"`
	// 0 for no limit; times are in seconds.
	MaxStalled     int     `json:"max_stalled,omitempty"`
	MaxCostUSD     float64 `json:"max_cost_usd,omitempty"`
	MaxTokens      int64   `json:"max_tokens,omitempty"`
	MaxDuration    float64 `json:"max_duration,omitempty"`
	MaxWait        float64 `json:"max_wait,omitempty"`
	BackgroundWait float64 `json:"background_wait,omitempty"`
	HoldClaims     bool    `json:"hold_claims,omitempty"` // as in [task.Policy]
	Stay           bool    `json:"stay,omitempty"`        // as in [task.Policy]
}

// Item is a line of a recording after the first one. Type says which fields it has.
type Item struct {
	T    float64 `json:"t"` // seconds since the header's At
	Type string  `json:"type"`

	Text string `json:"text,omitempty"` // person, notice, sent, claims; line: a line that is no JSON object
	Did  string `json:"did,omitempty"`  // person: in place of a text, as interrupt or rounds
	// Saved is the state of the launch that this one resumes. person, with Did resume.
	Saved json.RawMessage `json:"saved,omitempty"`

	Phase string `json:"phase,omitempty"` // line, start: agent or review
	// Reviewer is the name of the reviewer that printed the line, if the review has several.
	Reviewer string          `json:"reviewer,omitempty"`
	Raw      json.RawMessage `json:"raw,omitempty"` // line: the JSON object as it was printed

	From  string `json:"from,omitempty"` // sent: person, supervisor, ccc or interrupt; phase: the phase before
	To    string `json:"to,omitempty"`   // phase
	UUID  string `json:"uuid,omitempty"` // sent
	What  string `json:"what,omitempty"` // turn: started, ended or exited; question: asked or over
	How   string `json:"how,omitempty"`  // turn: how the process ended; silent: for how long
	Round int    `json:"round,omitempty"`

	Completed bool            `json:"completed,omitempty"` // verdict
	Blocked   bool            `json:"blocked,omitempty"`   // verdict: Feedback is a question for the user
	Feedback  string          `json:"feedback,omitempty"`
	Evidence  []string        `json:"evidence,omitempty"`      // verdict: what the reviewer ran, and whether it worked
	By        string          `json:"by,omitempty"`            // verdict: who gave it: reviewers, checks or protect
	Checks    []Check         `json:"checks,omitempty"`        // verdict: the project's own commands, run before it
	Cage      string          `json:"cage,omitempty"`          // verdict: the kind of sandbox that the reviewer ran in
	Mods      string          `json:"mods,omitempty"`          // verdict: see [task.Verdict]
	Role      string          `json:"prompt_role,omitempty"`   // verdict: the message that had the rubric, system or user
	Prompt    int64           `json:"prompt_tokens,omitempty"` // verdict: in the reviewer's requests
	Cached    float64         `json:"cached,omitempty"`        // verdict: the share of them from a cache, 0 to 1
	Output    int64           `json:"output_tokens,omitempty"` // verdict: that the reviewers wrote
	Reviewers []task.Reviewer `json:"reviewers,omitempty"`     // verdict: what each reviewer said
	// ChangedMeanwhile is as in [task.Verdict]. verdict.
	ChangedMeanwhile []string `json:"changed_meanwhile,omitempty"`
	// DismissedOutside is as in [task.Verdict]. verdict.
	DismissedOutside []string `json:"dismissed_outside,omitempty"`
	// Findings are what the reviewers said of findings, and whether ccc could confirm it. verdict.
	Findings []task.Finding `json:"findings,omitempty"`
	Failure  string         `json:"failure,omitempty"` // verdict: why the review gave none; "" if it gave one
	Reason   string         `json:"reason,omitempty"`
	Until    time.Time      `json:"until,omitzero"`
	Outage   bool           `json:"outage,omitempty"` // verdict: the API failed
	Last     bool           `json:"last,omitempty"`   // verdict of the hook: there is no time to try again
	// Git trees of the reviewed work, and of the beginning of the task; "" if unknown. verdict.
	Tree string `json:"tree,omitempty"`
	Base string `json:"base_tree,omitempty"`

	Bound *Bound `json:"bound,omitempty"` // notice: the bound that has ended the task, if Text says so
	Stop  *Stop  `json:"stop,omitempty"`  // stop
	// What happened during a review of the hook: the user typed a message, or switched reviews off. verdict.
	Queued bool `json:"queued,omitempty"`
	Off    bool `json:"off,omitempty"`

	End // end, so_far; stop: only the SessionID

	// Launch is the first line of the recording. launch.
	Launch *Header `json:"-"`
	// Event is Raw, parsed by a reader. It is valid until the reader reads the next item.
	Event streamjson.Event `json:"-"`
	Line  int              `json:"-"` // number of the line in the input, from 1
}

// Bound is a bound that has ended a task, and how far the task had come.
type Bound struct {
	End         string  `json:"end"` // rounds, cost, tokens, time or circles
	Reviews     int     `json:"reviews,omitempty"`
	CostUSD     float64 `json:"cost_usd,omitempty"`
	MaxCostUSD  float64 `json:"max_cost_usd,omitempty"`
	Tokens      int64   `json:"tokens,omitempty"`
	MaxTokens   int64   `json:"max_tokens,omitempty"`
	MaxDuration float64 `json:"max_duration,omitempty"` // in seconds
}

// Stop is the end of an agent's turn, as the Stop hook saw it.
type Stop struct {
	Tools    int      `json:"tools,omitempty"` // calls in the turn
	Shells   int      `json:"shells,omitempty"`
	Agents   int      `json:"agents,omitempty"`
	Failed   bool     `json:"failed,omitempty"`   // by an error of the API
	Queued   bool     `json:"queued,omitempty"`   // a message of the user's waits
	Switched bool     `json:"switched,omitempty"` // the turn was the answer to /supervisor without words
	Idle     bool     `json:"idle,omitempty"`     // the turn asked no model
	Said     string   `json:"said,omitempty"`     // the agent's last text
	Task     StopTask `json:"task"`
	Limits   Limits   `json:"limits"` // from ccc.json, which is read at each stop
}

// StopTask is the task as it was before the stop. Earlier launches of the session may have worked on it.
type StopTask struct {
	Count    int            `json:"count,omitempty"` // verdicts
	Began    time.Time      `json:"began,omitzero"`
	CostUSD  float64        `json:"cost_usd,omitempty"`
	Tokens   int64          `json:"tokens,omitempty"`
	Ended    string         `json:"ended,omitempty"`
	Stalled  int            `json:"stalled,omitempty"`
	Shells   int            `json:"shells,omitempty"`   // that ran at the review before
	Feedback string         `json:"feedback,omitempty"` // of the round before
	Said     string         `json:"said,omitempty"`     // by the agent, before that feedback
	Findings []task.Finding `json:"findings,omitempty"`
	NewOnly  int            `json:"new_only,omitempty"` // see [task.State]
}

// Check is a command of the project's that was run before a verdict.
type Check struct {
	Name       string `json:"name"`
	Command    string `json:"command"`
	Exit       int    `json:"exit"`
	DurationMS int64  `json:"duration_ms"`
	Tree       string `json:"tree,omitempty"`
	State      string `json:"state,omitempty"`
}

// End is the last line of a recording: what the launch came to.
type End struct {
	Outcome    string  `json:"outcome,omitempty"`
	Accepted   bool    `json:"accepted,omitempty"` // by the user's word, not by a review
	Rounds     int     `json:"rounds,omitempty"`
	SessionID  string  `json:"session_id,omitempty"`
	CostUSD    float64 `json:"cost_usd,omitempty"`
	Tokens     int64   `json:"tokens,omitempty"` // that agent and reviewers have read and written; by the Stop hook the reviewers alone
	DurationMS int64   `json:"duration_ms,omitempty"`
	Error      string  `json:"error,omitempty"`
}

// SentInterrupt is the From of an item that stopped a turn.
const SentInterrupt = "interrupt"

// TurnTokens is the What of a turn that the loop ends at the bound on tokens. Tokens are those of the agent's process.
const TurnTokens = "tokens"

// The What of a question.
const (
	QuestionAsked = "asked" // the question is on the screen
	QuestionOver  = "over"  // it was answered or taken back
)

// The types of items.
const (
	TypePerson  = "person"  // the user sent Text, or Did something
	TypeSent    = "sent"    // ccc sent something to the agent
	TypeStart   = "start"   // a process was started
	TypeLine    = "line"    // a process wrote a line
	TypeTurn    = "turn"    // the loop acted on a turn of the agent's
	TypeClaims  = "claims"  // the loop acted on what a look at the agent's claims came to: Text is for the agent
	TypeTimer   = "timer"   // the loop acted on the end of a wait
	TypeSilent  = "silent"  // the loop acted on the agent's silence
	TypeVerdict = "verdict" // the loop acted on the end of a review
	TypePhase   = "phase"   // the loop went to another phase
	TypeNotice  = "notice"  // ccc said something to the user
	TypeEnd     = "end"     // the launch ended
	// TypeQuestion says that the agent asks the user something, or no longer does.
	TypeQuestion = "question"
	TypeStop     = "stop"   // the agent's turn ended, and Claude Code called the hook
	TypeSoFar    = "so_far" // the end of the hook's launch, unless something follows
)

// failures are the names of failures in a recording.
var failures = [...]string{
	streamjson.NoFailure: "", streamjson.Transient: "transient", streamjson.Limit: "limit",
	streamjson.NeedsPerson: "needs_person", streamjson.Aborted: "aborted", streamjson.NoSession: "no_session",
	streamjson.Budget: "budget", streamjson.Unneeded: "unchanged",
}

// FailureName is the name of a failure in a recording, "" for none.
func FailureName(f streamjson.Failure) string { return failures[f] }

// FailureOf is the failure with that name. An unknown name is a transient failure.
func FailureOf(name string) streamjson.Failure {
	for f, known := range failures {
		if known == name {
			return streamjson.Failure(f)
		}
	}
	return streamjson.Transient
}
