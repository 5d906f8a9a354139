package loop

import (
	"time"

	"ccc/streamjson"
)

// Phase says who has the floor.
//
//	        message                  turn ended
//	user ───────────► agent ───────────────────────────► review
//	 ▲  ▲               │ ▲ ▲  feedback, or a message       │ │
//	 │  │ interrupt,    │ │ └───────────────────────────────┘ │
//	 │  │ needs person  │ │                                   │
//	 │  └───────────────┘ │ time is up                        │ completed
//	 │                    ▼                                   ▼
//	 └────────────────── wait (limit, overload)              done
//
// From every phase but done, quit leads to done, and a review without a verdict or without rounds left leads to user.
type Phase uint8

// The phases of a launch.
const (
	PhaseUser Phase = iota
	PhaseAgent
	PhaseWait
	PhaseReview
	PhaseDone
)

func (p Phase) String() string {
	return [...]string{"user", "agent", "wait", "review", "done"}[p]
}

// Outcome is how a launch ended, as the json output and the exit code tell it.
type Outcome string

// The outcomes. The empty one means that nothing was asked for.
const (
	Completed    Outcome = "completed"
	NotCompleted Outcome = "not_completed" // the rounds are used up
	NeedsUser    Outcome = "needs_user"    // no verdict, login, credit, …
	Interrupted  Outcome = "interrupted"
)

// Bounds of what the machine does by itself.
const (
	maxRestarts   = 3                // of an agent that dies without a result, in a row
	maxRetries    = 8                // of a turn or review that fails by limit or overload, in a row
	maxReviews    = 2                // tries of one review that gives no verdict
	defaultWait   = 6 * time.Hour    // for a usage limit, unless Config has another bound
	limitWait     = 5 * time.Minute  // for a limit that does not say when it ends
	firstBackoff  = 2 * time.Second  // doubled at each retry, after claude's own ten retries: 2 s to 256 s, 8.5 minutes in all
	backgroundMax = 10 * time.Minute // for background work after a turn: a server left running must not hold up the review for ever
	queuedMax     = 5 * time.Second  // for the turn of a message that claude has queued
)

// goOn is what the agent is told where a turn broke off after it had done something; a turn that had done nothing gets
// its message again.
const goOn = "The last turn was cut off by an error. Continue from where you left off."

type eventKind uint8

const (
	eventMessage     eventKind = iota // the person sends text
	eventTurnStarted                  // the agent begins a turn
	eventTurnEnded                    // result, in turn
	eventExited                       // the agent's process ended, in text how
	eventReviewed                     // the review ended, in verdict
	eventTimer                        // the wait is over
	eventGoOn                         // the person does not want to wait any longer
	eventInterrupt                    // ctrl-c
	eventQuit                         // signal, ctrl-d, terminal gone
	eventInputClosed                  // no more messages will come
	eventReviewNow                    // the person wants a review now
	eventAccept                       // the person finds the work good as it is
	eventSkip                         // the person wants no review after this turn
	eventRounds                       // the person sets the bound to number
	eventHeard                        // the agent has taken up the message whose id is text: the driver's, not the machine's
)

type event struct {
	kind    eventKind
	text    string
	turn    streamjson.Turn // eventTurnEnded; eventExited: what is known of the turn that was cut off
	unheard []send          // eventTurnEnded, eventExited: messages sent that claude has not yet taken up
	verdict Verdict
	number  int       // eventRounds
	now     time.Time // waits count from here
	spent   float64   // by the launch so far, in USD

	// What only the driver looks at.
	agent   *agent
	session Session
	review  int     // eventReviewed: which
	cost    float64 // eventReviewed: in USD
}

// Verdict is what a review decided, or why there is none.
type Verdict struct {
	Completed bool
	Blocked   bool // nobody but the person can get the work on: Feedback is the question
	Feedback  string
	Evidence  []string           // what the reviewer ran, and how it went
	Stalled   string             // in what the round has brought nothing; "" if it has
	Failure   streamjson.Failure // NoFailure: Completed and Feedback hold
	Reason    string             // of the failure
	Until     time.Time          // when a limit ends, zero where unknown
}

type actionKind uint8

const (
	actSend       actionKind = iota // to the agent, which is started or resumed if need be
	actReview                       // start the review
	actStopReview                   // its verdict is not wanted any more
	actInterrupt                    // stop the agent's turn
	actWait                         // an eventTimer after this time
	actStopWait
	actTell   // say text to the person
	actForget // the session to resume does not exist: the next start begins a new one
	actFinish
)

type sender uint8

const (
	bySupervisor sender = iota // feedback
	byPerson
	byCCC // to go on after an error
)

type send struct {
	from sender
	text string
}

type action struct {
	kind actionKind
	send send          // actSend
	text string        // actTell; actWait: for what, where the person is to know
	wait time.Duration // actWait
}
