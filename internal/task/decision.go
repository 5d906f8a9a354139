package task

import "time"

// Decision says what follows from an event.
type Decision struct {
	Action Action
	Code   Code // "" if there is nothing to say

	Feedback string        // GoOn: the agent's next message
	Wait     time.Duration // Wait: how long
	Asks     bool          // Yield: nothing happens until the user answers or does something
	// Legacy says that the task has used up its limit, but the state has no time of its beginning. Then an older ccc,
	// which stored only the count, or a test wrote the state.
	Legacy bool

	// The data that belongs to Code.

	Verdict *Verdict      // of the review that ended
	Round   int           // its number in the task, from 1
	Limit   int           // how many reviews a task may have
	Running int           // subagents or shell commands in the background
	Reached *ReachedLimit // the limit that ended the task
	Finding Finding       // the finding that the user dismissed; if it is unknown, only the id is set

	EndsReviews bool // a /supervisoroff is among the messages that go first

	Stall Stall // how the last rounds brought no progress

	Alone  bool // as in Policy
	InLoop bool // the user has the loop's commands, see [Policy.CanWait]

	NoneOpen     bool // no finding is open
	NothingHolds bool // no finding holds the agent any longer
	ReasonAdded  bool // the finding had been dismissed before, without a reason
	// Busy: agent or reviewer work, or a question waits for the user, so that NothingHolds asks for no next step. With
	// CodeLimit: a review runs, and it is the last one.
	Busy      bool
	Off       bool  // reviews are off, so that neither a message nor a feedback goes on with the findings
	TaskDone  bool  // the task is done, because no finding held the agent; the agent gets no more feedback for it
	NotStored error // why later tasks do not know that Finding is dismissed; nil if they do
}

// Code names what was decided, and why.
type Code string

// The codes, each with the data that belongs to it.
const (
	// What the user did.
	CodeAccepted   Code = "accepted"    // the work is accepted as it is
	CodeSkipNext   Code = "skip_next"   // the next stop will not be reviewed
	CodeReviewsOn  Code = "reviews_on"  // Limit
	CodeWhileOff   Code = "while_off"   // this stop is not reviewed, because reviews are off
	CodeReviewsOff Code = "reviews_off" // until they are switched on again
	CodeDismissed  Code = "dismissed"   // Finding, NothingHolds, ReasonAdded, Busy, Off
	CodeNotOpen    Code = "not_open"    // Finding: it was not open, so the user's dismissal changed nothing
	CodeNoFinding  Code = "no_finding"  // Finding.ID, NoneOpen: the task has no finding with that id
	CodeLimit      Code = "limit"       // the user has set Limit; Busy, or Reached if the task has already reached it

	// A stop that is not reviewed, or not yet.
	CodeTurnFailed Code = "turn_failed" // the turn ended with an error of the API
	CodeOffAsText  Code = "off_as_text" // the user's /supervisoroff has reached the agent instead of ccc
	CodeSkipped    Code = "skipped"     // the user wanted no review
	// Nothing has changed since the last verdict; Verdict.Completed is from that verdict.
	CodeUnchanged     Code = "unchanged"
	CodeMessageFirst  Code = "message_first"  // EndsReviews: a message of the user is delivered first
	CodeAgentsRunning Code = "agents_running" // Running
	CodeShellsRunning Code = "shells_running" // Running, Wait
	CodeLimitReached  Code = "bound"          // Reached; Verdict if a review ran, and has spent the rest

	// A stop without a review, where the agent claimed something that the session does not support.
	CodeClaimsFeedback Code = "claims_feedback" // the agent continues with it: hold number Round of Limit
	CodeClaimsLimit    Code = "claims_limit"    // the agent was held Limit times already, and may stop
	CodeClaimsCircle   Code = "claims_circle"   // the agent may stop: Stall, Round rounds in a row without progress

	// A review that gave a verdict: Verdict, Round, Limit.
	CodeCompleted        Code = "completed"
	CodeQuestion         Code = "question"           // only the user can answer it
	CodeFeedback         Code = "feedback"           // the agent continues with it
	CodeHeldMessage      Code = "held_message"       // EndsReviews: the feedback waits for a message of the user
	CodeHeldOff          Code = "held_off"           // the feedback waits: reviews were switched off meanwhile
	CodeLimitAfterReview Code = "bound_after_review" // not completed, and Reached ends the task

	// A review that gave no verdict.
	CodeRetry         Code = "retry"          // Verdict.Reason; the review is tried again
	CodeReviewStopped Code = "review_stopped" // by the user
	CodeNoVerdict     Code = "no_verdict"     // Verdict.Reason, Alone
)

// ReachedLimit is the limit that has ended a task, and how far the task had come.
type ReachedLimit struct {
	End         End
	Reviews     int     // that gave a verdict
	CostUSD     float64 // spent on the task
	MaxCostUSD  float64
	Tokens      int64 // spent on the task
	MaxTokens   int64
	MaxDuration time.Duration
	Alone       bool     // as in Policy
	Shared      bool     // as in Source
	InPlan      bool     // as in Source
	Loop        bool     // the user has the loop's commands
	Open        []string // ids of the open findings that a reviewer named
	// Findings are those of the task when it was ended by a stop without a verdict, which would have listed them.
	Findings []Finding

	Stalled int // rounds in a row without progress

	// Set if this review has ended the task with EndedCircles.
	Stall  Stall
	Before string // feedback of the round before
}
