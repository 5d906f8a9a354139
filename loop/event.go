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
	NotCompleted Outcome = "not_completed" // a bound ended the task
	NeedsUser    Outcome = "needs_user"    // no verdict, login, credit, …
	Interrupted  Outcome = "interrupted"
)

// Verdict is what a review decided, or why there is none.
type Verdict = task.Verdict

// Bounds of what the machine does by itself about processes and the API. Those of the task are in [task.Policy].
const (
	maxRestarts  = 3                // of an agent that dies or falls silent without a result, in a row
	maxRetries   = 8                // of a turn or review that fails by limit or overload, in a row
	limitWait    = 5 * time.Minute  // for a limit that does not say when it ends
	firstBackoff = 2 * time.Second  // doubled at each retry, after claude's own ten: 2 s to 256 s, 8.5 minutes in all
	queuedMax    = 5 * time.Second  // for the turn of a message that claude has queued, to begin
	askedMax     = 10 * time.Minute // for that turn's model to be asked
	interruptMax = 10 * time.Second // for claude to end a turn that is interrupted
)

// goOn is what the agent is told if a turn broke off after it had done something; a turn that had done nothing gets its
// message again.
const goOn = "The last turn was cut off by an error. Continue from where you left off."

type eventKind uint8

const (
	eventMessage     eventKind = iota // the person sends text
	eventTurnStarted                  // the agent's model is asked
	eventTurnEnded                    // result, in turn
	eventExited                       // the agent's process ended, in text how
	eventReviewed                     // a review ended
	eventTimer                        // the wait is over
	eventGoOn                         // the person does not want to wait any longer
	eventInterrupt                    // ctrl-c
	eventQuit                         // signal, ctrl-d, terminal gone
	eventInputClosed                  // no more messages will come
	eventReviewNow                    // the person wants a review now
	eventAccept                       // the person finds the work good as it is
	eventSkip                         // the person wants no review after this turn
	eventRounds                       // the person sets the bound to number
	eventReviewsOn                    // the person wants each stop reviewed; text, if any, is the task
	eventReviewsOff                   // the person wants no reviews
	eventEnd                          // of a replay: nothing more is known
	eventSession                      // the agent has told its session
	eventSilent                       // nothing has come from the agent for the time in silence, and no tool runs
	eventStop                         // escape: an interrupt that ends no loop
	eventHeard                        // the agent has taken up the message whose id is text; for the driver alone
	eventResume                       // a launch goes on where the one in saved stood; text is the task
	eventHooked                       // of a replay: the agent stopped, as a Stop hook saw it, which knew the task so
)

// event is something that happened. agent and review are numbers, from 1, of the process or review that it comes from:
// what an old one says is not listened to.
type event struct {
	kind    eventKind
	now     time.Time // waits count from here
	cost    float64   // of the launch since the event before, in USD
	text    string
	agent   int
	turn    streamjson.Turn // eventTurnEnded; eventExited: what is known of the turn that was cut off
	mode    string          // the agent's permission mode, with turn
	session Session         // as the agent's stream tells it
	unheard []send          // of an end, an interrupt: messages sent that claude has not yet taken up
	resting bool            // eventInterrupt, eventStop: claude has begun no turn
	review  int
	verdict Verdict
	files   task.Files // eventReviewed: as it found them
	number  int        // eventRounds
	strays  int        // eventExited: lines that were no events
	silence time.Duration
	stop    stopped    // eventHooked
	task    task.State // eventHooked: before the stop
	saved   *Saved     // eventResume
	// eventReviewed of a replay, of a hook's review: how often it was tried at least, and what came between.
	tries       int
	queued, off bool
	// complaint is what an agent printed that ended without one event (eventExited): it did not take its command line.
	complaint string
}

type actionKind uint8

const (
	actStart      actionKind = iota // an agent, resuming the session if there is one
	actSend                         // to the agent
	actReview                       // start the review
	actStopReview                   // its verdict is not wanted any more
	actVerdict                      // keep and show it
	actInterrupt                    // stop the agent's turn
	actWait                         // an eventTimer after this time
	actStopWait
	actTell     // say text to the person
	actLeave    // the agent's process: its session does not exist
	actEnd      // the agent's process, which hears nothing; an eventExited follows
	actTakeBack // messages that claude has not taken up by now
	actForget   // messages that claude has not taken up by now: it never does
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
	kind    actionKind
	send    send          // actSend
	text    lang.Message  // actTell; actWait: for what, if the person is to know
	bound   *task.Bound   // actTell: the bound that has ended the task, if text says so
	wait    time.Duration // actWait
	verdict Verdict       // actVerdict
	round   int           // actVerdict: of which review, from 1
}
