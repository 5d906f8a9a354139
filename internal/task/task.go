// Package task is the policy of a task, from the user's message to the verdict that ends it: which stops of the agent
// are reviewed, what follows from a verdict, and which limits end a task.
//
// It is pure: [Policy.Step] depends only on its arguments. The loop and the Stop hook both call it, and have no
// further rules of their own. They differ in what they are able to do (Policy.CanWait). A decision is a code with
// data; package wording puts it into words.
package task

import (
	"time"

	"ccc/streamjson"
)

// Policy sets the limits of the tasks of a launch.
type Policy struct {
	MaxRounds      int           // reviews of a task that give a verdict
	MaxStalled     int           // rounds in a row without progress; 0 for no limit
	MaxCostUSD     float64       // of a task; 0 for no limit. See [Policy.Left]
	MaxTokens      int64         // that a task may read and write; 0 for no limit. See [Policy.Left]
	MaxDuration    time.Duration // of a task, checked at its stops and reviews; 0 for no limit
	BackgroundWait time.Duration // for shells that run in the background, before the review begins
	// HoldClaims says that the agent must go on if it stops without a review and claims something that its session
	// does not support. At stops with a review the rubric decides that.
	HoldClaims bool
	// SkipUnchanged says that a stop needs no review if nothing has changed since the last verdict. See [Holding].
	SkipUnchanged bool
	// CanWait says that a stop can be reviewed later without another stop. The loop can wait. A Stop hook cannot,
	// because Claude Code would show nothing meanwhile. So it also says whether the user has the loop's commands, or
	// those of Claude Code's own screen.
	CanWait bool
	// Alone says that nobody can send another message.
	Alone bool
	// Stay says that after a completed task the launch waits for the user's next task, unless nobody can give one.
	Stay bool
	// CostFrom and TokensFrom say where the limits on cost and tokens come from.
	CostFrom, TokensFrom Source
}

// Source says where a limit comes from. Shared: many tasks share it, so a task that it ended can go on if the limit
// is raised. InPlan: the plan of ccc run sets it for the task.
type Source struct{ Shared, InPlan bool }

// A Budget is what may still be spent on a task. 0 means no limit.
type Budget struct {
	USD    float64
	Tokens int64
}

// IsBounded reports whether there is any limit.
func (b Budget) IsBounded() bool { return b.USD > 0 || b.Tokens > 0 }

// Minus is what is left when so much has been spent.
func (b Budget) Minus(usd float64, tokens int64) Budget { return b.lowerTo(b.USD-usd, b.Tokens-tokens) }

// Share returns the budget of each of n spenders at the same time.
func (b Budget) Share(n int) Budget {
	n = max(n, 1)
	return b.lowerTo(b.USD/float64(n), b.Tokens/int64(n))
}

// lowerTo lowers the limits that are set, and leaves each more than 0: 0 would be no limit.
func (b Budget) lowerTo(usd float64, tokens int64) Budget {
	if b.USD > 0 {
		b.USD = max(usd, LeastUSD)
	}
	if b.Tokens > 0 {
		b.Tokens = max(tokens, 1)
	}
	return b
}

// agentsWait is how long to wait for subagents, where waiting is possible. Their end wakes the agent.
const agentsWait = 10 * time.Minute

// maxTries is how often a review is tried if it gives no verdict.
const maxTries = 2

// State is what is known about a task. The zero value is a task that has not begun.
type State struct {
	// Count is the number of reviews that gave a verdict, including a running one: it goes up before a review starts.
	Count   int       `json:"count"`
	Began   time.Time `json:"began,omitzero"`
	CostUSD float64   `json:"cost_usd,omitzero"` // of the reviews; in the loop also of the agent's turns
	Tokens  int64     `json:"tokens,omitzero"`   // read and written, counted as the cost is
	// AtLeast says that a review was killed: the cost and the tokens lack what nobody has seen of it.
	AtLeast bool   `json:"at_least,omitzero"`
	Ended   End    `json:"ended,omitempty"`
	Stalled int    `json:"stalled,omitzero"` // rounds in a row without progress, so far
	Said    string `json:"said,omitempty"`   // by the agent, at the newest stop that is or was reviewed
	Idle    bool   `json:"idle,omitzero"`    // the agent used no tool before that stop
	Last    Round  `json:"last,omitzero"`    // the round before
	// Background shells that the last review knew of, or that were waited for.
	Shells int    `json:"shells,omitzero"`
	Base   string `json:"base,omitempty"` // state of the work tree at the task's beginning; "" if unknown
	// BaseTree is the git tree of Base, written at that time; "" if unknown.
	BaseTree string `json:"base_tree,omitempty"`
	Files           // as the last review found them
	// ClaimHolds is how often claims alone have held the agent: in this task or, with reviews off, since the user's
	// last message. See [MayHoldClaims].
	ClaimHolds int `json:"claim_holds,omitzero"`
	// Asked says that the user has asked for something since the last verdict: by a message, for a review, or for
	// reviews.
	Asked bool `json:"user_asked,omitzero"`
	// Findings are all findings of the task. NewOnly is more than 0 if the last reviews found only new things, see
	// [Weigh].
	Findings []Finding `json:"findings,omitempty"`
	NewOnly  int       `json:"new_only,omitzero"`
	// Answers are what the agent has said about open findings since the last verdict, such as "F2: the reason".
	Answers []string `json:"answers,omitempty"`
	// Pending is feedback that did not reach the agent, because the user's own message went first.
	Pending string   `json:"pending,omitempty"`
	Verdict *Verdict `json:"verdict,omitempty"` // the newest verdict of the session

	Off  bool `json:"-"` // stops are not reviewed until SwitchedOn
	Skip bool `json:"-"` // the next stop is not reviewed
}

// Files describes a project's files at one moment.
type Files struct {
	Work    string  `json:"work,omitempty"`    // identifies the state of the work tree; "" if unknown
	Tree    string  `json:"tree,omitempty"`    // the same as a git tree; "" if unknown
	Checked []Check `json:"checked,omitempty"` // the checks that were run last, with their output
	// Gave are verdicts from a review in which another reviewer gave none. These reviewers are not asked again when
	// the review is tried again.
	Gave []Reviewer `json:"gave,omitempty"`
	// SeenChanging are the files that changed during a review of this task; nil for none.
	SeenChanging []string `json:"seen_changing,omitempty"`
	// Looked maps each reviewer to the git tree at its last look in this task; "" for an unknown tree.
	Looked map[string]string `json:"looked,omitempty"`
}

// Check is the result of one of the project's own commands.
type Check struct {
	Name       string `json:"name"`
	Command    string `json:"command"`
	Exit       int    `json:"exit"` // the exit code, or 128 + the signal that ended it; -1 if it did not run
	DurationMS int64  `json:"duration_ms"`
	Tree       string `json:"tree,omitempty"`   // the git tree that it ran on; "" if unknown
	State      string `json:"state,omitempty"`  // in the terms of package check
	Output     string `json:"output,omitempty"` // the end of the output; not in a verdict
}

// The values of Verdict.By.
const (
	ByReviewers = "reviewers"
	ByChecks    = "checks"  // a check was red
	ByProtect   = "protect" // a protected file was changed
	ByClaims    = "claims"  // the session does not support what the agent claims
)

// ByMachine reports whether something other than reviewers gave the verdict. "" means that nobody gave it, or that it
// is unknown.
func ByMachine(by string) bool { return by != "" && by != ByReviewers }

// The values of Verdict.Mods, as in package mods.
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

// Done reports whether the work was accepted, by a verdict or by the user.
func (e End) Done() bool { return e == EndedCompleted || e == EndedAccepted }

// IsExhausted reports whether a limit ended the task. Then nothing is reviewed until the user sends a message.
func (e End) IsExhausted() bool {
	return e == EndedRounds || e == EndedCost || e == EndedTokens || e == EndedTime || e == EndedCircles ||
		e == EndedNew
}

// Verdict is the result of a review, or the reason why there is none.
type Verdict struct {
	Completed bool     `json:"completed"`
	Blocked   bool     `json:"blocked,omitempty"` // only the user can help: Feedback is the question
	Feedback  string   `json:"feedback,omitempty"`
	Said      string   `json:"said,omitempty"`     // with Completed: the reviewer's words beside the marker
	Evidence  []string `json:"evidence,omitempty"` // what the reviewer ran, and whether it succeeded
	// Findings are the reviewers' words about findings; after [Policy.Step] they are all findings of the task.
	Findings []Finding `json:"findings,omitempty"`
	// FoundAgain is how many findings this review found although the user had dismissed them.
	FoundAgain int     `json:"found_again,omitzero"`
	By         string  `json:"by,omitempty"`     // who gave it: ByReviewers, ByChecks, ByProtect, ByClaims
	Checks     []Check `json:"checks,omitempty"` // the project's own commands, run before
	// The kind of sandbox that the review ran in: overlay, landlock, seatbelt, tools.
	Cage string `json:"cage,omitempty"`
	Mods string `json:"mods,omitempty"` // ModsAllowed or ModsLoose; "" if no mod can have run
	// ChangedMeanwhile are files that changed during a review that found the work done. The review may have failed
	// because of that.
	ChangedMeanwhile []string `json:"changed_meanwhile,omitempty"`
	// DismissedOutside are the texts of findings that were dismissed since the reviews began, but not by the user's
	// own words in the loop or in claude. A program that the agent left running may have dismissed them.
	DismissedOutside []string `json:"dismissed_outside,omitempty"`
	CostUSD          float64  `json:"cost_usd,omitzero"`
	Prompt           int64    `json:"prompt_tokens,omitzero"` // tokens in all requests of the reviewers
	// share of Prompt that came from the provider's cache, 0 to 1
	Cached float64 `json:"cached,omitzero"`
	Output int64   `json:"output_tokens,omitzero"` // tokens that the reviewers wrote
	// Unpriced says that CostUSD lacks what one of several reviewers cost. See [Verdict.IsUnpriced].
	Unpriced bool `json:"-"`
	// Role says which message contained the rubric: "system" for the system prompt, "user" for the user's message.
	Role string `json:"prompt_role,omitempty"`
	// NotLookedAt are files of a change that no reviewer has reviewed: the change was too large for one review, and
	// then a limit was reached or a reviewer failed.
	NotLookedAt []string `json:"not_looked_at,omitempty"`
	// Reviewers are the answers of each reviewer, in their order. The other fields are joined from these.
	Reviewers []Reviewer `json:"reviewers,omitempty"`
	// Failure says why there is no verdict; with NoFailure the fields above are the verdict.
	Failure streamjson.Failure `json:"-"`
	Reason  error              `json:"-"`              // in words
	Until   time.Time          `json:"-"`              // when a usage limit ends; zero if unknown
	Outage  bool               `json:"-"`              // with Transient: the API failed or did not answer
	At      time.Time          `json:"at,omitzero"`    // when it was given
	Round   int                `json:"round,omitzero"` // which review of its task it ended, from 1
}

// FailsAgain reports whether the next review gives no verdict either, as long as the cause lasts. No stop waits for
// that.
func (v Verdict) FailsAgain() bool { return v.Failure == streamjson.NeedsPerson }

// Tokens returns how many tokens the reviewers have read and written.
func (v Verdict) Tokens() int64 { return v.Prompt + v.Output }

// IsUnpriced reports whether the cost of a review is unknown: a reviewer was ended, and had said what it read, but not
// what that cost.
func (v Verdict) IsUnpriced() bool {
	return v.Failure != streamjson.NoFailure && (v.Unpriced || v.CostUSD == 0 && v.Tokens() > 0)
}

// IsUnchecked reports whether a verdict was given without looking at anything: no command was run and no file was read.
func (v Verdict) IsUnchecked() bool {
	return v.Failure == streamjson.NoFailure && v.By != ByProtect && len(v.Evidence) == 0
}

// Reviewer is the answer of one of several reviewers.
type Reviewer struct {
	Name       string    `json:"name"`
	Completed  bool      `json:"completed"`
	Blocked    bool      `json:"blocked,omitempty"`
	Feedback   string    `json:"feedback,omitempty"`
	Said       string    `json:"said,omitempty"` // with completed: its words beside the marker
	Evidence   []string  `json:"evidence,omitempty"`
	Findings   []Finding `json:"findings,omitempty"`    // as this reviewer said them
	AskedAgain bool      `json:"asked_again,omitempty"` // about its first answer
	AskedWhy   string    `json:"asked_why,omitempty"`   // AskedUnclear, AskedNoBlocker or AskedUnchecked
	// NotLookedAt is as in [Verdict].
	NotLookedAt []string `json:"not_looked_at,omitempty"`
	CostUSD     float64  `json:"cost_usd"` // including the triage
	Cached      float64  `json:"cached"`
	DurationMS  int64    `json:"duration_ms"`
	Triage      *Triage  `json:"triage,omitempty"` // the triage by another model
	// Instead is the provider that judged because the reviewer's own was limited or down, as Why says. "" is the
	// reviewer's own.
	Instead string `json:"instead,omitempty"`
	Why     string `json:"why,omitempty"`
}

// The values of Reviewer.AskedWhy.
const (
	AskedUnclear   = "unclear"         // it said neither yes nor no
	AskedNoBlocker = "no_blocker"      // it said no, and named nothing that keeps the work from being done
	AskedUnchecked = "nothing_checked" // it said yes, and had looked at nothing
)

// Triage is a first review by a smaller model.
type Triage struct {
	Model     string `json:"model"`
	Completed bool   `json:"completed"` // it found the work done, which has no effect
	// What it found is enough to hold the agent, so the reviewer itself was not asked.
	Alone      bool    `json:"alone,omitempty"`
	Failed     string  `json:"failed,omitempty"` // why it gave no verdict
	CostUSD    float64 `json:"cost_usd"`
	Tokens     int64   `json:"tokens"` // read and written
	DurationMS int64   `json:"duration_ms"`
}

// Kind says what kind of event happened.
type Kind uint8

// The kinds of events.
const (
	Sent        Kind = iota // the user sent a message
	Stopped                 // the agent's turn is over: Event.Turn
	Reviewed                // a review ended: Event.Verdict
	ReviewNow               // the user wants a review of what is there
	Accepted                // the user accepts the work as it is
	Skipped                 // the user wants no review of the next stop
	SwitchedOn              // the user wants each stop reviewed, beginning with a new task
	SwitchedOff             // the user wants no reviews
	Dismiss                 // the user dismisses a finding: Event.Finding, Event.Reason
	// At a stop without a review the agent claimed something that the session does not support: Event.Feedback.
	Claimed
)

// Event is something that happened to a task.
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
	// Reviewed: a /supervisoroff is among the messages that wait.
	EndsReviews bool
	// With Claimed: Feedback is what the agent is told about its claims; "" for nothing.
	Feedback string
}

// Turn describes how the agent stopped.
type Turn struct {
	Asked  bool   // a model was asked; otherwise it was a local command, such as /context
	Failed bool   // it ended with an error of the API
	Spent  bool   // its claude had spent the budget of [Policy.Left] with which it was started
	Tools  int    // tool calls
	Said   string // its final text
	Shells int    // shell commands that run on in the background
	Agents int    // subagents that run on in the background
	// Switched says that the turn answered a /supervisor without a task and did nothing, so there is nothing to
	// review.
	Switched bool
	// Off says that the Stop hook records this stop although reviews are off.
	Off    bool
	Queued bool // a message of the user waits to be delivered
	// EndsReviews says that a /supervisoroff is among the messages that wait, or has reached the agent instead of ccc.
	EndsReviews bool
	Waited      bool // Shells and Agents were waited for, as long as Decision.Wait said
}

// Action says what to do.
type Action uint8

// The actions.
const (
	Nothing      Action = iota
	Review              // ask a reviewer
	Wait                // look again after Decision.Wait, or when the agent stops again
	Retry               // the same review again, after a failure that ends by itself: at once, or when a limit is over
	GoOn                // Decision.Feedback is the agent's next message
	Yield               // the user has the floor: the stop is allowed
	Finish              // the task is done; no further stop is expected
	LookAtClaims        // look at the claims of this stop; an event Claimed has the result
)
