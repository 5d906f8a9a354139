// Package session reads what is written of a session: Claude Code's own transcript (docs/claude.md, "Session files") and
// the recordings of ccc (docs/recording.md), which it also writes, lists and prunes.
package session

import (
	"encoding/json"
	"time"

	"ccc/internal/process"
	"ccc/streamjson"
)

// FormatVersion is that of the format, as docs/recording.md describes it.
const FormatVersion = 1

// DoorHook is the Header.Door of a recording of the Stop hook's: of Claude Code's own screen.
const DoorHook = "hook"

// Header is the first line of a recording: the launch.
type Header struct {
	Version  int       `json:"ccc_recording"`
	Door     string    `json:"door,omitempty"` // [DoorHook]; "" for the loop
	At       time.Time `json:"at"`
	CCC      string    `json:"ccc"`
	Launch   string    `json:"launch"`
	Dir      string    `json:"cwd"`
	Provider string    `json:"provider"`
	Title    string    `json:"title,omitempty"` // of the task of a plan that it is
	Args     []string  `json:"args,omitempty"`  // claude's, without secrets; the hook does not know them
	Limits
	Attended bool `json:"attended"`

	// Of the hook: the session of the first stop, and the claude that runs it, as long as which there may be more.
	SessionID string          `json:"session_id,omitempty"`
	Claude    string          `json:"claude_code_version,omitempty"`
	Process   process.Process `json:"claude,omitzero"`
}

// Limits bound each task of a launch.
type Limits struct {
	MaxRounds int `json:"max_rounds"`
	// The others, 0 for none; times in seconds.
	MaxStalled     int     `json:"max_stalled,omitempty"`
	MaxCostUSD     float64 `json:"max_cost_usd,omitempty"`
	MaxDuration    float64 `json:"max_duration,omitempty"`
	MaxWait        float64 `json:"max_wait,omitempty"`
	BackgroundWait float64 `json:"background_wait,omitempty"`
}

// Item is one line of a recording but the first. Type says which fields count.
type Item struct {
	T    float64 `json:"t"` // seconds since the header's At
	Type string  `json:"type"`

	Text string `json:"text,omitempty"` // person, notice, sent; line: one that is no JSON object
	Did  string `json:"did,omitempty"`  // person: in place of a text; interrupt, rounds (to Round), …
	// Saved is where the launch before stood. person: resume.
	Saved json.RawMessage `json:"saved,omitempty"`

	Phase string `json:"phase,omitempty"` // line, start: agent or review
	// Reviewer is whose line it is where there are several in a review.
	Reviewer string          `json:"reviewer,omitempty"`
	Raw      json.RawMessage `json:"raw,omitempty"` // line: the JSON object as it came

	From  string `json:"from,omitempty"` // sent: person, supervisor, ccc or interrupt; phase: the one before
	To    string `json:"to,omitempty"`   // phase
	UUID  string `json:"uuid,omitempty"` // sent
	What  string `json:"what,omitempty"` // turn: started, ended or exited; question: asked or over
	How   string `json:"how,omitempty"`  // turn: how the process ended; silent: for how long
	Round int    `json:"round,omitempty"`

	Completed bool       `json:"completed,omitempty"` // verdict
	Blocked   bool       `json:"blocked,omitempty"`   // verdict: Feedback is a question for the person
	Feedback  string     `json:"feedback,omitempty"`
	Evidence  []string   `json:"evidence,omitempty"`      // verdict: what the reviewer ran, and how it went
	By        string     `json:"by,omitempty"`            // verdict: who gave it: reviewers, checks or protect
	Checks    []Check    `json:"checks,omitempty"`        // verdict: the project's own commands, run before
	Cage      string     `json:"cage,omitempty"`          // verdict: the kind of cage that the reviewer ran in
	Role      string     `json:"prompt_role,omitempty"`   // verdict: where the rubric stood, system or user
	Prompt    int64      `json:"prompt_tokens,omitempty"` // verdict: that the reviewer sent
	Cached    float64    `json:"cached,omitempty"`        // verdict: the share of them that came from a cache, 0 to 1
	Reviewers []Reviewer `json:"reviewers,omitempty"`     // verdict: what each reviewer said
	Failure   string     `json:"failure,omitempty"`       // verdict: why there is none; "" if there is one
	Reason    string     `json:"reason,omitempty"`
	Until     time.Time  `json:"until,omitzero"`
	Outage    bool       `json:"outage,omitempty"` // verdict: the failure was the API's
	Last      bool       `json:"last,omitempty"`   // verdict of the hook: its time is over, the review is not tried again
	// Git trees of the work that was reviewed, and of the task's beginning; "" if unknown. verdict.
	Tree string `json:"tree,omitempty"`
	Base string `json:"base_tree,omitempty"`

	Bound *Bound `json:"bound,omitempty"` // notice: the bound that has ended the task, if Text says so
	Stop  *Stop  `json:"stop,omitempty"`  // stop
	// What came between, in the hook: the person's own message waits, or reviews were switched off meanwhile. Of a
	// verdict.
	Queued bool `json:"queued,omitempty"`
	Off    bool `json:"off,omitempty"`

	End // end, so_far; stop: SessionID alone

	// Launch is the first line of the recording. launch.
	Launch *Header `json:"-"`
	// Event is what a reader makes of Raw. It is valid until the next item is read.
	Event streamjson.Event `json:"-"`
	Line  int              `json:"-"` // of the input, from 1
}

// Bound is a bound that has ended a task, and how far the task had come.
type Bound struct {
	End         string  `json:"end"` // rounds, cost, time or circles
	Reviews     int     `json:"reviews,omitempty"`
	CostUSD     float64 `json:"cost_usd,omitempty"`
	MaxCostUSD  float64 `json:"max_cost_usd,omitempty"`
	MaxDuration float64 `json:"max_duration,omitempty"` // in seconds
}

// Stop is a stop of the agent's, as the Stop hook saw it.
type Stop struct {
	Tools    int      `json:"tools,omitempty"` // calls of the agent's in the turn
	Shells   int      `json:"shells,omitempty"`
	Agents   int      `json:"agents,omitempty"`
	Failed   bool     `json:"failed,omitempty"`   // with an error of the API
	Queued   bool     `json:"queued,omitempty"`   // the person's own message waits
	Switched bool     `json:"switched,omitempty"` // it answers a bare /supervisor
	Idle     bool     `json:"idle,omitempty"`     // no model was asked
	Said     string   `json:"said,omitempty"`     // the agent's final text
	Task     StopTask `json:"task"`
	Limits   Limits   `json:"limits"` // as they were then: ccc.json is read at each stop
}

// StopTask is what was known of the task before the stop: earlier launches of the session may have a part in it.
type StopTask struct {
	Count    int       `json:"count,omitempty"` // verdicts
	Began    time.Time `json:"began,omitzero"`
	CostUSD  float64   `json:"cost_usd,omitempty"`
	Ended    string    `json:"ended,omitempty"`
	Stalled  int       `json:"stalled,omitempty"`
	Shells   int       `json:"shells,omitempty"`   // that the review before knew
	Feedback string    `json:"feedback,omitempty"` // of the round before
	Said     string    `json:"said,omitempty"`     // by the agent before that
}

// Check is one of the project's own commands, run before a verdict.
type Check struct {
	Name       string `json:"name"`
	Command    string `json:"command"`
	Exit       int    `json:"exit"`
	DurationMS int64  `json:"duration_ms"`
	Tree       string `json:"tree,omitempty"`
	State      string `json:"state,omitempty"`
}

// Reviewer is what one reviewer said.
type Reviewer struct {
	Name       string   `json:"name"`
	Completed  bool     `json:"completed"`
	Blocked    bool     `json:"blocked,omitempty"`
	Feedback   string   `json:"feedback,omitempty"`
	Said       string   `json:"said,omitempty"` // with completed: its words beside the marker
	Evidence   []string `json:"evidence,omitempty"`
	CostUSD    float64  `json:"cost_usd"`
	Cached     float64  `json:"cached"`
	DurationMS int64    `json:"duration_ms"`
}

// End is what a launch came to, the last line of its recording.
type End struct {
	Outcome    string  `json:"outcome,omitempty"`
	Accepted   bool    `json:"accepted,omitempty"` // completed by the person's word, not by a review
	Rounds     int     `json:"rounds,omitempty"`
	SessionID  string  `json:"session_id,omitempty"`
	CostUSD    float64 `json:"cost_usd,omitempty"`
	DurationMS int64   `json:"duration_ms,omitempty"`
	Error      string  `json:"error,omitempty"`
}

// SentInterrupt is the From of what was sent to stop a turn.
const SentInterrupt = "interrupt"

// What becomes of questions.
const (
	QuestionAsked = "asked" // one is on the screen
	QuestionOver  = "over"  // none is left: it was answered or taken back
)

// The types of items.
const (
	TypePerson  = "person"  // the person sent Text, or Did something
	TypeSent    = "sent"    // something was sent to the agent
	TypeStart   = "start"   // a process was started
	TypeLine    = "line"    // a process wrote a line
	TypeTurn    = "turn"    // the machine took what the agent's lines said
	TypeTimer   = "timer"   // the machine took the end of a wait
	TypeSilent  = "silent"  // the machine took that nothing came from the agent
	TypeVerdict = "verdict" // the machine took the end of a review
	TypePhase   = "phase"   // the machine went to another phase
	TypeNotice  = "notice"  // the person was told
	TypeEnd     = "end"     // the launch ended
	// TypeQuestion says that the agent waits for the person's answer, or does not any more: What is QuestionAsked or QuestionOver.
	TypeQuestion = "question"
	TypeStop     = "stop"   // the agent stopped, and the hook was called
	TypeSoFar    = "so_far" // what the hook's launch has come to, should nothing follow
)

// Failures are streamjson's by the names that a recording has for them.
var failures = [...]string{
	streamjson.NoFailure: "", streamjson.Transient: "transient", streamjson.Limit: "limit",
	streamjson.NeedsPerson: "needs_person", streamjson.Aborted: "aborted", streamjson.NoSession: "no_session",
	streamjson.Budget: "budget",
}

// FailureName is the name of a failure in a recording, "" for none.
func FailureName(f streamjson.Failure) string { return failures[f] }

// FailureOf is the reverse of FailureName; a name that is not known is a Transient.
func FailureOf(name string) streamjson.Failure {
	for f, known := range failures {
		if known == name {
			return streamjson.Failure(f)
		}
	}
	return streamjson.Transient
}
