package loop

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
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
// In every phase but done, quit leads to done. A review without a verdict, or the last one that a task may have, leads
// to user.
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

// Outcome is how a launch ended, in the words of the JSON output. The exit code depends on it.
type Outcome string

// The outcomes. The empty one means that nothing was asked for.
const (
	Completed    Outcome = "completed"
	NotCompleted Outcome = "not_completed" // a bound ended the task
	NeedsUser    Outcome = "needs_user"    // no verdict, login, credit, …
	Interrupted  Outcome = "interrupted"
)

// Verdict is what a review decided, or why there is none.
type Verdict = task.Verdict

// Bounds on retries and waits. The bounds of a task are in [task.Policy].
const (
	maxRestarts  = 3                // in a row, of an agent that dies or falls silent without a result
	maxRetries   = 8                // in a row, of a turn or review that fails by a usage limit or an overload
	limitWait    = 5 * time.Minute  // how long to wait for a usage limit that does not say when it ends
	firstBackoff = 2 * time.Second  // doubled at each retry, after claude's own ten: 2 s to 256 s, 8.5 minutes in all
	queuedMax    = 5 * time.Second  // how long to wait until claude begins the turn of a queued message
	askedMax     = 10 * time.Minute // how long to wait until that turn's model is asked
	interruptMax = 10 * time.Second // how long to wait until claude ends an interrupted turn
)

// goOn is the message to the agent after a turn broke off that had done something. If it had done nothing, its message
// is sent again.
const goOn = "The last turn was cut off by an error. Continue from where you left off."

type eventKind uint8

const (
	eventMessage     eventKind = iota // the user sends text
	eventTurnStarted                  // the agent's model is asked
	eventTurnEnded                    // by a result line, or for the loop, see refused: turn
	eventExited                       // the agent's process ended; text says how
	eventReviewed                     // a review ended
	eventTimer                        // the wait is over
	eventGoOn                         // the user does not want to wait any longer
	eventInterrupt                    // ctrl-c
	eventQuit                         // signal, ctrl-d, terminal gone
	eventInputClosed                  // no more messages will come
	eventReviewNow                    // the user wants a review now
	eventAccept                       // the user finds the work good as it is
	eventSkip                         // the user wants no review after this turn
	eventRounds                       // the user sets the bound to number
	eventReviewsOn                    // the user wants each stop reviewed; text, if any, is the task
	eventReviewsOff                   // the user wants no reviews
	eventDismiss                      // the user dismisses a finding: text is its id, and a reason
	eventEnd                          // a replay has reached the end of its input
	eventSession                      // the agent's session is known
	eventSilent                       // the agent printed nothing for the time in silence, and no tool runs
	eventStop                         // escape: an interrupt that does not end the loop
	eventClaims                       // the claims of the last stop were looked at: text is for the agent
	eventHeard                        // the agent has taken up the message with the id text; only the driver handles it
	eventResume                       // the launch resumes the one in saved; text is the task
	eventTokens                       // the agent calls a tool: turn.Tokens is what it has read and written so far
	eventSwitch                       // the user wants the agent to go on in the session with the id text
	eventHooked                       // of a replay: a stop that a Stop hook reported, with the task as it knew it
)

// event is something that happened. agent and review are the numbers, from 1, of the process or review that it comes
// from; a look at claims has a number among the reviews. Events of an old one are ignored.
type event struct {
	kind    eventKind
	now     time.Time // the time of the event, from which waits are counted
	cost    float64   // in USD, of the launch since the event before
	tokens  int64     // read and written in the launch since then
	text    string
	agent   int
	turn    streamjson.Turn // eventTurnEnded; eventExited: what is known of the turn that was cut off
	mode    string          // the agent's permission mode, with turn
	session Session         // as the agent's stream tells it
	answers []string        // eventTurnEnded, eventExited: what the agent has said of findings
	unheard []send          // eventTurnEnded, eventExited, eventInterrupt: messages sent that claude has not taken up
	refused bool            // eventTurnEnded: claude still asks an API that has rejected its key twice
	resting bool            // eventInterrupt, eventStop: claude has begun no turn
	review  int
	verdict Verdict
	files   task.Files // eventReviewed: as it found them
	number  int        // eventRounds
	strays  int        // eventExited: lines that were no events
	silence time.Duration
	stop    stopped    // eventHooked
	task    task.State // eventHooked: before the stop
	saved   *Saved     // eventResume; eventSwitch, perhaps
	// eventReviewed of a replay, of a hook's review: how often it was tried at least, and what came between.
	tries       int
	queued, off bool
	// complaint is what an agent printed that ended without an event (eventExited): it rejected its command line.
	complaint string
}

type actionKind uint8

const (
	actStart      actionKind = iota // an agent, resuming the session if there is one
	actSend                         // to the agent
	actReview                       // start the review
	actClaims                       // look at the claims of the agent's last message
	actStopReview                   // and ignore its verdict
	actVerdict                      // keep and show it
	actInterrupt                    // stop the agent's turn
	actWait                         // an eventTimer after this time
	actStopWait
	actTell     // say text to the user
	actLeave    // the agent's process: its session does not exist
	actEnd      // the agent's process, which hears nothing; an eventExited follows
	actTakeBack // messages that claude has not taken up by now
	actDismiss  // store the finding that the user has dismissed, and tell the user
	actForget   // drop the messages that claude has not taken up by now, because it never will
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
	kind     actionKind
	send     send          // actSend
	text     lang.Message  // actTell; actWait: for what, if the user is to know
	bound    *task.Bound   // actTell: the bound that has ended the task, if text says so
	wait     time.Duration // actWait
	verdict  Verdict       // actVerdict
	decision task.Decision // actDismiss
}
