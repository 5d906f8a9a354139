// Package session reads what is written of a session: the recordings of ccc (docs/reference/recording.md), which it
// also writes, lists and prunes, and what Claude Code's own file has of the same ([ccc/internal/session/transcript]).
package session

import (
	"encoding/json"
	"time"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/task"
	"ccc/streamjson"
)

// FormatVersion is the version of the format in docs/reference/recording.md.
const FormatVersion = 1

// DoorHook is the Header.Door of a recording that the Stop hook wrote, for a session on Claude Code's own screen.
const DoorHook = "hook"

// Header is the first line of a recording. It describes the launch.
type Header struct {
	Version int       `json:"ccc_recording"`
	Door    string    `json:"door,omitempty"` // [DoorHook]; "" for the loop
	At      time.Time `json:"at"`
	// when the file was created, in a hook's recording: At may be long before
	Created  time.Time `json:"created,omitzero"`
	Launched time.Time `json:"launched,omitzero"` // when Claude Code began, in a hook's recording: before any message
	CCC      string    `json:"ccc"`
	Launch   string    `json:"launch"`
	Dir      string    `json:"cwd"`
	Provider string    `json:"provider"`
	Title    string    `json:"title,omitempty"` // of the plan's task that the launch does
	Task     string    `json:"task,omitempty"`  // the text of that task in the plan, or its beginning
	Args     []string  `json:"args,omitempty"`  // of claude, without secrets; the hook does not know them
	Limits
	Attended  bool   `json:"attended"`
	Continues string `json:"continues,omitempty"` // the session that the launch continues
	// Findings are open when the first task begins. They come from the session that the launch continues.
	Findings []task.Finding `json:"findings,omitempty"`

	// Written by the hook: the session of the first stop, its claude, and the ccc that started that claude. While one
	// of the two processes runs, more may be written.
	SessionID string          `json:"session_id,omitempty"`
	Claude    string          `json:"claude_code_version,omitempty"`
	Process   process.Process `json:"claude,omitzero"`
	Starter   process.Process `json:"starter,omitzero"`
}

// Start returns when the launch began, as lists show it.
func (h Header) Start() time.Time {
	if !h.Launched.IsZero() && h.Launched.Before(h.At) {
		return h.Launched
	}
	return h.At
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
	// Person: what the user did instead of sending a text, such as interrupt or rounds.
	Did string `json:"did,omitempty"`
	// Saved is the state of the launch that this one resumes. person, with Did resume.
	Saved json.RawMessage `json:"saved,omitempty"`

	Phase string `json:"phase,omitempty"` // line, start: agent or review; notice: review if it is a note of a review
	// Reviewer is the name of the reviewer that printed the line, if the review has several.
	Reviewer string          `json:"reviewer,omitempty"`
	Raw      json.RawMessage `json:"raw,omitempty"` // line: the JSON object as it was printed

	From  string `json:"from,omitempty"` // sent: person, supervisor, ccc or interrupt; phase: the phase before
	To    string `json:"to,omitempty"`   // phase
	UUID  string `json:"uuid,omitempty"` // sent
	What  string `json:"what,omitempty"` // turn: started, ended or exited; question: asked or over
	How   string `json:"how,omitempty"`  // turn: how the process ended; silent: for how long
	Round int    `json:"round,omitempty"`

	Completed bool   `json:"completed,omitempty"` // verdict
	Blocked   bool   `json:"blocked,omitempty"`   // verdict: Feedback is a question for the user
	Feedback  string `json:"feedback,omitempty"`
	// Verdict: what the reviewer ran, and whether it succeeded.
	Evidence []string `json:"evidence,omitempty"`
	By       string   `json:"by,omitempty"`     // verdict: who gave it: reviewers, checks or protect
	Checks   []Check  `json:"checks,omitempty"` // verdict: the project's own commands, run before it
	Cage     string   `json:"cage,omitempty"`   // verdict: the kind of sandbox that the reviewer ran in
	Mods     string   `json:"mods,omitempty"`   // verdict: see [task.Verdict]
	// Verdict: the message that contained the rubric, system or user.
	Role   string `json:"prompt_role,omitempty"`
	Prompt int64  `json:"prompt_tokens,omitempty"` // verdict: the tokens of the reviewers' requests
	// Verdict: the share of these that came from a cache, 0 to 1.
	Cached    float64         `json:"cached,omitempty"`
	Output    int64           `json:"output_tokens,omitempty"` // verdict: the tokens that the reviewers wrote
	Reviewers []task.Reviewer `json:"reviewers,omitempty"`     // verdict: what each reviewer said
	// ChangedMeanwhile is that of a verdict, see [task.Verdict].
	ChangedMeanwhile []string `json:"changed_meanwhile,omitempty"`
	// DismissedOutside is that of a verdict, see [task.Verdict].
	DismissedOutside []string `json:"dismissed_outside,omitempty"`
	// Findings belong to a verdict: what the reviewers said about each finding, and whether ccc could confirm it.
	Findings []task.Finding `json:"findings,omitempty"`
	Failure  string         `json:"failure,omitempty"` // verdict: why there is no verdict; "" if there is one
	Reason   string         `json:"reason,omitempty"`
	Until    time.Time      `json:"until,omitzero"`
	Outage   bool           `json:"outage,omitempty"` // verdict: the API failed
	Last     bool           `json:"last,omitempty"`   // verdict of the hook: there is no time to try again
	// Tree and Base belong to a verdict: git trees of the reviewed work and of the task's beginning; "" if unknown.
	Tree string `json:"tree,omitempty"`
	Base string `json:"base_tree,omitempty"`

	// notice: Text as a message, so that it can be told in another language
	Words   *lang.Stored  `json:"words,omitempty"`
	Reached *ReachedLimit `json:"bound,omitempty"` // notice: the limit that has ended the task, if Text is about one
	// Claims belong to a notice: those that it is about, which the session does not support.
	Claims []claims.Claim `json:"claims,omitempty"`
	// Changes belong to a notice: the files that changed in the launch, if it lists them.
	Changes *task.FileChanges `json:"changes,omitempty"`

	// Totals belong to a notice: what it says at the end of a task, or of the launch.
	Totals *task.Totals `json:"totals,omitempty"`
	// Continued belongs to a notice: the session that goes on from here.
	Continued *Continued `json:"continued,omitempty"`

	Stop *Stop `json:"stop,omitempty"` // stop
	// Queued, Ends and Off belong to a hook's verdict: during the review the user typed a message, which may be
	// /supervisoroff (Ends), or switched reviews off.
	Queued bool `json:"queued,omitempty"`
	Ends   bool `json:"ends,omitempty"`
	Off    bool `json:"off,omitempty"`

	End // end, so_far; stop: only the SessionID

	// Launch is the first line of the recording, for an item of the type launch.
	Launch *Header `json:"-"`
	// Event is Raw, parsed by the reader. It is valid until the reader reads the next item.
	Event streamjson.Event `json:"-"`
	Line  int              `json:"-"` // number of the line in the input, from 1
}

// Continued describes a session that goes on in this launch, by its end.
type Continued struct {
	SessionID string    `json:"session_id,omitempty"`
	At        time.Time `json:"at,omitzero"`
	First     string    `json:"first,omitempty"`  // what the user said first in the task that goes on
	Said      string    `json:"said,omitempty"`   // by the user last
	Answer    string    `json:"answer,omitempty"` // the agent's answer to that
}

// ReachedLimit is a limit that has ended a task, and how far the task had come.
type ReachedLimit struct {
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
	Tools    int      `json:"tools,omitempty"` // tool calls in the turn
	Shells   int      `json:"shells,omitempty"`
	Agents   int      `json:"agents,omitempty"`
	Failed   bool     `json:"failed,omitempty"`   // by an error of the API
	Queued   bool     `json:"queued,omitempty"`   // a message of the user waits
	Ends     bool     `json:"ends,omitempty"`     // a /supervisoroff waits, or has reached the agent
	Switched bool     `json:"switched,omitempty"` // the turn was the answer to /supervisor without words
	Off      bool     `json:"off,omitempty"`      // reviews were off
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
	Shells   int            `json:"shells,omitempty"`   // shells that ran at the review before
	Feedback string         `json:"feedback,omitempty"` // the feedback of the round before
	Said     string         `json:"said,omitempty"`     // what the agent said before that feedback
	Findings []task.Finding `json:"findings,omitempty"`
	NewOnly  int            `json:"new_only,omitempty"` // see [task.State]
}

// Check is a command of the project that ran before a verdict.
type Check struct {
	task.Check
	Reused bool `json:"reused,omitempty"` // of an item of the type check: the result of an earlier run still holds
}

// End is the last line of a recording: the result of the launch.
type End struct {
	Outcome  string `json:"outcome,omitempty"`
	Accepted bool   `json:"accepted,omitempty"` // the user accepted the task; no review did
	// Unreviewed says that nobody has judged the last stop, for example because reviews were off.
	Unreviewed bool `json:"unreviewed,omitempty"`
	Rounds     int  `json:"rounds,omitempty"`
	// ByDismissal says that the task is completed only because of what was dismissed.
	ByDismissal bool `json:"by_dismissal,omitempty"`
	// NotCompleted counts the tasks before the last one that ended without being completed.
	NotCompleted int    `json:"tasks_not_completed,omitempty"`
	SessionID    string `json:"session_id,omitempty"` // in which something was done last
	// Earlier are the other sessions in which something was done, oldest first: those before /resume or /clear.
	Earlier []string `json:"earlier_sessions,omitempty"`
	CostUSD float64  `json:"cost_usd,omitempty"`
	AtLeast bool     `json:"at_least,omitempty"` // a review was killed: cost and tokens lack what nobody has seen of it
	// that agent and reviewers have read and written; by the Stop hook the reviewers alone
	Tokens     int64  `json:"tokens,omitempty"`
	DurationMS int64  `json:"duration_ms,omitempty"`
	Error      string `json:"error,omitempty"`
}

// SentInterrupt is the From of an item that says that ccc stopped a turn.
const SentInterrupt = "interrupt"

// TurnTokens is the What of a turn that the loop ends at the limit on tokens. Tokens are those of the agent's
// process.
const TurnTokens = "tokens"

// The values of What for a question.
const (
	QuestionAsked = "asked" // the question is on the screen
	QuestionOver  = "over"  // it was answered or withdrawn
)

// The types of items.
const (
	TypePerson  = "person"  // the user sent Text, or Did something
	TypeSent    = "sent"    // ccc sent something to the agent
	TypeStart   = "start"   // a process was started
	TypeLine    = "line"    // a process wrote a line
	TypeTurn    = "turn"    // the loop acted on a turn of the agent's
	TypeClaims  = "claims"  // the loop acted on unsupported claims of the agent; Text is for the agent
	TypeTimer   = "timer"   // the loop acted on the end of a wait
	TypeSilent  = "silent"  // the loop acted on the agent's silence
	TypeCheck   = "check"   // a check ended before the reviewers were asked: the only one of Checks
	TypeVerdict = "verdict" // the loop acted on the end of a review
	TypePhase   = "phase"   // the loop entered another phase
	TypeNotice  = "notice"  // ccc said something to the user
	TypeEnd     = "end"     // the launch ended
	// TypeQuestion says that a question of the agent begins or ends.
	TypeQuestion = "question"
	TypeStop     = "stop"   // the agent's turn ended, and Claude Code called the hook
	TypeSoFar    = "so_far" // the end of the hook's launch, unless something follows
)

// failures are the names of the kinds of failure in a recording.
var failures = [...]string{
	streamjson.NoFailure: "", streamjson.Transient: "transient", streamjson.Limit: "limit",
	streamjson.NeedsPerson: "needs_person", streamjson.Aborted: "aborted", streamjson.NoSession: "no_session",
	streamjson.Budget: "budget", streamjson.Unneeded: "unchanged",
}

// FailureName returns the name of a failure in a recording, "" for none.
func FailureName(f streamjson.Failure) string { return failures[f] }

// FailureOf returns the failure with that name. An unknown name is a transient failure.
func FailureOf(name string) streamjson.Failure {
	for f, known := range failures {
		if known == name {
			return streamjson.Failure(f)
		}
	}
	return streamjson.Transient
}
