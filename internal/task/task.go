// Package task is the policy of a task, from the user's message to the verdict that ends it: which stops of the agent
// are reviewed, what follows from a verdict, and which bounds end a task.
//
// It is pure: [Policy.Step] depends on its arguments alone. The loop and the Stop hook both call it, and neither has
// rules besides. They differ in what they are able to do (Policy.CanWait). A decision is a code and its data; package
// wording puts it into words.
package task

import (
	"time"

	"ccc/streamjson"
)

// Policy bounds the tasks of a launch.
type Policy struct {
	MaxRounds      int           // reviews of a task that give a verdict
	MaxStalled     int           // rounds in a row without progress; 0 for no bound
	MaxCostUSD     float64       // of a task; 0 for no bound. See [Policy.Left]
	MaxTokens      int64         // that a task may read and write; 0 for no bound. See [Policy.Left]
	MaxDuration    time.Duration // of a task, looked at then, too; 0 for no bound
	BackgroundWait time.Duration // for shells that run in the background, before the review begins
	// HoldClaims says that the agent goes on where its session does not bear out what it claims at a stop without a
	// review. Of reviews the rubric says it.
	HoldClaims bool
	// SkipUnchanged says that a stop needs no review if nothing has changed since the last verdict. See [Holding].
	SkipUnchanged bool
	// CanWait says that a stop can be reviewed later without a new one. The loop can wait; a Stop hook cannot, Claude
	// Code would show nothing meanwhile.
	CanWait bool
	// Alone says that nobody can send another message.
	Alone bool
	// Stay says that the user gives the next task where one is completed, unless nobody can.
	Stay bool
	// Shared says that the bound is what many tasks have together: one that it has ended can go on with more. InPlan says
	// that it is what the plan of ccc run allows the task.
	CostFrom, TokensFrom Source
}

// Source says whose bound it is.
type Source struct{ Shared, InPlan bool }

// A Budget is what may still be spent on a task. 0 is no bound.
type Budget struct {
	USD    float64
	Tokens int64
}

// IsBounded reports whether there is a bound at all.
func (b Budget) IsBounded() bool { return b.USD > 0 || b.Tokens > 0 }

// Minus is what is left when so much has been spent.
func (b Budget) Minus(usd float64, tokens int64) Budget { return b.lowerTo(b.USD-usd, b.Tokens-tokens) }

// Share is the part of one of n that spend at the same time.
func (b Budget) Share(n int) Budget {
	n = max(n, 1)
	return b.lowerTo(b.USD/float64(n), b.Tokens/int64(n))
}

// lowerTo lowers the bounds that there are, and leaves each more than 0: 0 would be no bound.
func (b Budget) lowerTo(usd float64, tokens int64) Budget {
	if b.USD > 0 {
		b.USD = max(usd, LeastUSD)
	}
	if b.Tokens > 0 {
		b.Tokens = max(tokens, 1)
	}
	return b
}

// agentsWait is how long is waited for subagents, where waiting is possible: they come back by themselves.
const agentsWait = 10 * time.Minute

// maxTries is how often one review is tried that gives no verdict.
const maxTries = 2

// State is what is known of a task. The zero value is one that has not begun.
type State struct {
	// Count is the number of reviews that gave a verdict, and the one that runs: it goes up before a review starts.
	Count   int       `json:"count"`
	Began   time.Time `json:"began,omitzero"`
	CostUSD float64   `json:"cost_usd,omitzero"` // of the reviews; in the loop of the agent's turns, too
	Tokens  int64     `json:"tokens,omitzero"`   // read and written, counted as the cost is
	Ended   End       `json:"ended,omitempty"`
	Stalled int       `json:"stalled,omitzero"` // rounds in a row without progress, so far
	Said    string    `json:"said,omitempty"`   // by the agent at the stop that is, or was last, reviewed
	Idle    bool      `json:"idle,omitzero"`    // it used no tool before that stop
	Last    Round     `json:"last,omitzero"`    // the round before
	Shells  int       `json:"shells,omitzero"`  // in the background that the last review knew, or that were waited for
	Base    string    `json:"base,omitempty"`   // state of the work tree at the task's beginning; "" if unknown
	// BaseTree is the git tree of it, written then; "" if unknown.
	BaseTree string `json:"base_tree,omitempty"`
	Files           // as the last review found them
	// ClaimHolds is how often claims alone have held the agent: in this task, or with reviews off since the user's
	// message. See [MayHoldClaims].
	ClaimHolds int `json:"claim_holds,omitzero"`
	// Asked says that the user has asked for something since the last verdict: by a message, for a review, or for reviews.
	Asked bool `json:"asked,omitzero"`
	// Findings are all of the task. NewOnly is more than 0 if the last reviews found only new things.
	Findings []Finding `json:"findings,omitempty"`
	NewOnly  int       `json:"new_only,omitzero"`
	// Answers are what the agent has said of open findings since the last verdict: "F2: the reason".
	Answers []string `json:"answers,omitempty"`
	// Pending is feedback that did not reach the agent, because the user's own message went first.
	Pending string   `json:"pending,omitempty"`
	Verdict *Verdict `json:"verdict,omitempty"` // the newest of the session

	Off  bool `json:"-"` // stops are not reviewed, until SwitchedOn
	Skip bool `json:"-"` // the next stop is not reviewed
}

// Files is what a project's files are like at one moment.
type Files struct {
	Work    string  `json:"work,omitempty"`    // state of the work tree; another state has another one; "" if unknown
	Tree    string  `json:"tree,omitempty"`    // the same as a git tree; "" if unknown
	Checked []Check `json:"checked,omitempty"` // the checks that were run last, with their output
	// Gave are verdicts of reviewers of a review that another one gave none in: they are not asked again when it is
	// tried again.
	Gave []Reviewer `json:"gave,omitempty"`
	// SeenChanging are the files that changed during a review of this task; nil for none.
	SeenChanging []string `json:"seen_changing,omitempty"`
	// Looked has the git tree at which each reviewer has looked last in this task; "" is an unknown one.
	Looked map[string]string `json:"looked,omitempty"`
}

// Check is what came of one of the project's own commands.
type Check struct {
	Name       string `json:"name"`
	Command    string `json:"command"`
	Exit       int    `json:"exit"` // 128 + the signal that ended it; -1 where it did not run
	DurationMS int64  `json:"duration_ms"`
	Tree       string `json:"tree,omitempty"`   // the git tree that it ran on; "" if unknown
	State      string `json:"state,omitempty"`  // as package check says it
	Output     string `json:"output,omitempty"` // the end of it; not in a verdict
}

// The values of Verdict.By.
const (
	ByReviewers = "reviewers"
	ByChecks    = "checks"  // one was red
	ByProtect   = "protect" // a protected file was changed
	ByClaims    = "claims"  // the session does not bear out what the agent claims
)

// ByMachine reports whether a verdict is by something else than reviewers. "" is by nobody, or unknown.
func ByMachine(by string) bool { return by != "" && by != ByReviewers }

// The values of Verdict.Mods, as package mods has them.
const (
	ModsAllowed = "allowed" // ccc.json lets mods run in claude
	ModsLoose   = "loose"   // nothing kept them out
)

// End says how a task ended. The zero value means that it goes on.
type End string

// The ends of a task.
const (
	EndedCompleted End = "completed" // by a verdict
	EndedAccepted  End = "accepted"  // by the user
	EndedRounds    End = "rounds"
	EndedCost      End = "cost"
	EndedTokens    End = "tokens"
	EndedTime      End = "time"
	EndedCircles   End = "circles"
	EndedNew       End = "new_findings" // review after review found only new things
)

// Done reports whether the work was found good, by a verdict or by the user.
func (e End) Done() bool { return e == EndedCompleted || e == EndedAccepted }

// Exhausted reports whether a bound ended the task: nothing is reviewed until the user sends a message.
func (e End) Exhausted() bool {
	return e == EndedRounds || e == EndedCost || e == EndedTokens || e == EndedTime || e == EndedCircles || e == EndedNew
}

// Verdict is what a review came to, or why there is none.
type Verdict struct {
	Completed bool     `json:"completed"`
	Blocked   bool     `json:"blocked,omitempty"` // only the user can get the work on: Feedback is the question
	Feedback  string   `json:"feedback,omitempty"`
	Said      string   `json:"said,omitempty"`     // with Completed: the reviewer's words beside the marker
	Evidence  []string `json:"evidence,omitempty"` // what the reviewer ran, and how it went
	// Findings are what the reviewers said of findings; after [Policy.Step] all findings of the task.
	Findings []Finding `json:"findings,omitempty"`
	// FoundAgain is how many of them this review found although the user has dismissed them.
	FoundAgain int     `json:"found_again,omitzero"`
	By         string  `json:"by,omitempty"`     // who gave it: ByReviewers, ByChecks, ByProtect, ByClaims
	Checks     []Check `json:"checks,omitempty"` // the project's own commands, run before
	Cage       string  `json:"cage,omitempty"`   // the kind of cage that it ran in: overlay, landlock, seatbelt, tools
	Mods       string  `json:"mods,omitempty"`   // ModsAllowed or ModsLoose; "" if no mod can have run
	// ChangedMeanwhile are files that changed during a review that found the work done. It may have failed for that.
	ChangedMeanwhile []string `json:"changed_meanwhile,omitempty"`
	// DismissedOutside are the texts of what was dismissed since the reviews began, and not by the user's own words in
	// the loop or in claude: a program that the agent left running can have done it.
	DismissedOutside []string `json:"dismissed_outside,omitempty"`
	CostUSD          float64  `json:"cost_usd,omitzero"`
	Prompt           int64    `json:"prompt_tokens,omitzero"` // all that the reviewer's requests sent
	Cached           float64  `json:"cached,omitzero"`        // share of Prompt that came from the provider's cache, 0 to 1
	Output           int64    `json:"output_tokens,omitzero"` // all that the reviewer wrote
	// Role is where the rubric stood: "system" for the system prompt, "user" for the message.
	Role string `json:"prompt_role,omitempty"`
	// NotLookedAt are the files of a change for which no reviewer was asked, or gave no verdict: it was too large for one,
	// and a bound was reached, or a reviewer failed.
	NotLookedAt []string `json:"not_looked_at,omitempty"`
	// Reviewers are what each of those who were asked said, the first one first; the fields around are joined from
	// that.
	Reviewers []Reviewer `json:"reviewers,omitempty"`
	// Failure says why there is no verdict; with NoFailure the fields above hold.
	Failure streamjson.Failure `json:"-"`
	Reason  error              `json:"-"`              // in words
	Until   time.Time          `json:"-"`              // when a usage limit ends; zero if unknown
	Outage  bool               `json:"-"`              // Transient: it was the API's failure, or nothing came from it
	At      time.Time          `json:"at,omitzero"`    // when it was given
	Round   int                `json:"round,omitzero"` // which review of its task it ended, from 1
}

// Tokens is all that the reviewers have read and written.
func (v Verdict) Tokens() int64 { return v.Prompt + v.Output }

// Unchecked reports whether a verdict was given without looking at anything: no command was run and no file was read.
func (v Verdict) Unchecked() bool {
	return v.Failure == streamjson.NoFailure && v.By != ByProtect && len(v.Evidence) == 0
}

// Reviewer is what one of several reviewers said.
type Reviewer struct {
	Name       string    `json:"name"`
	Completed  bool      `json:"completed"`
	Blocked    bool      `json:"blocked,omitempty"`
	Feedback   string    `json:"feedback,omitempty"`
	Said       string    `json:"said,omitempty"` // with completed: its words beside the marker
	Evidence   []string  `json:"evidence,omitempty"`
	Findings   []Finding `json:"findings,omitempty"`    // as this reviewer said them
	AskedAgain bool      `json:"asked_again,omitempty"` // about its first answer
	// NotLookedAt is that of its verdict, see there.
	NotLookedAt []string `json:"not_looked_at,omitempty"`
	CostUSD     float64  `json:"cost_usd"` // with the first look
	Cached      float64  `json:"cached"`
	DurationMS  int64    `json:"duration_ms"`
	Triage      *Triage  `json:"triage,omitempty"` // the first look, by another model
	// Instead is the provider that has judged because the reviewer's own was limited or down, as Why says. "" is its own.
	Instead string `json:"instead,omitempty"`
	Why     string `json:"why,omitempty"`
}

// Triage is the first look of a smaller model.
type Triage struct {
	Model      string  `json:"model"`
	Completed  bool    `json:"completed"`        // it found the work done, which counts for nothing
	Alone      bool    `json:"alone,omitempty"`  // what it found holds the agent: the reviewer itself was not asked
	Failed     string  `json:"failed,omitempty"` // why it gave no verdict
	CostUSD    float64 `json:"cost_usd"`
	Tokens     int64   `json:"tokens"` // read and written
	DurationMS int64   `json:"duration_ms"`
}

// Kind is what happened.
type Kind uint8

// What happens to a task.
const (
	Sent        Kind = iota // the user sent a message
	Stopped                 // the agent's turn is over: Event.Turn
	Reviewed                // a review ended: Event.Verdict
	ReviewNow               // the user wants a review of what is there
	Accepted                // the user finds the work good as it is
	Skipped                 // the user wants no review of the next stop
	SwitchedOn              // the user wants each stop reviewed, beginning with a new task
	SwitchedOff             // the user wants no reviews
	Dismiss                 // the user dismisses a finding: Event.Finding, Event.Reason
	Claimed                 // the session does not bear out what was claimed at a stop without a review: Event.Feedback
)

// Event is something that happened.
type Event struct {
	Kind    Kind
	At      time.Time // now
	CostUSD float64   // spent since the event before
	Tokens  int64     // read and written since then
	Turn    Turn      // Stopped; ReviewNow: the stop before it
	Verdict Verdict   // Reviewed
	Tries   int       // Reviewed: how often this review was tried, this time included
	Files             // Reviewed: as the review found them; SwitchedOn: as they are
	Queued  bool      // Reviewed: a message of the user waits to be delivered
	Off     bool      // Reviewed: the reviews were switched off while this one ran
	Finding string    // Dismiss: its id
	Reason  string    // Dismiss: the user's; "" for none
	// Feedback is what the agent is to be told of its claims; "" if there is nothing to tell. Claimed.
	Feedback string
}

// Turn is how the agent stopped.
type Turn struct {
	Asked  bool   // a model was asked: else it was a local command, such as /context
	Failed bool   // it ended with an error of the API
	Spent  bool   // its claude had spent what [Policy.Left] was when it started
	Tools  int    // tool calls
	Said   string // its final text
	Shells int    // shell commands that run on in the background
	Agents int    // subagents that do
	// Switched says that the turn answers /supervisor without a task, and did nothing: there is nothing to review.
	Switched bool
	Queued   bool // a message of the user waits to be delivered
	Waited   bool // they were waited for, as long as Decision.Wait said
}

// Action is what is to be done.
type Action uint8

// The actions.
const (
	Nothing      Action = iota
	Review              // ask a reviewer
	Wait                // look again after Decision.Wait, or when the agent stops again
	Retry               // the same review again, after a failure that ends by itself: at once, or when the limit is over
	GoOn                // Decision.Feedback is the agent's next message
	Yield               // the user has the floor: the stop is allowed
	Finish              // the task is done
	LookAtClaims        // at those of this stop; an event Claimed says what came of it
)
