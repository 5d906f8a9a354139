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

// Outcome says how a launch ended, in the words of the JSON output. The exit code depends on it.
type Outcome string

// The outcomes. The empty one means that nothing was asked for.
const (
	Completed    Outcome = "completed"
	NotCompleted Outcome = "not_completed" // a limit ended the task
	NeedsUser    Outcome = "needs_user"    // no verdict, login, credit, …
	Interrupted  Outcome = "interrupted"
)

// Verdict is the decision of a review, or the reason why there is none.
type Verdict = task.Verdict

// Limits on retries and waits. The limits of a task are in [task.Policy].
const (
	maxRestarts  = 3                // in a row, of an agent that dies or falls silent without a result
	maxRetries   = 8                // in a row, of a turn or review that fails by a usage limit or an overload
	limitWait    = 5 * time.Minute  // how long to wait for a usage limit that does not say when it ends
	firstBackoff = 2 * time.Second  // doubled at each retry, after claude's own ten: 2 s to 256 s, 8.5 minutes in all
	queuedMax    = 5 * time.Second  // how long to wait until claude begins the turn of a queued message
	askedMax     = 10 * time.Minute // how long to wait until that turn's model is asked
	wakeMax      = 2 * time.Second  // how long to wait for the turn to which the end of background work wakes the agent
	interruptMax = 10 * time.Second // how long to wait until claude ends an interrupted turn
)

// continueMessage is the message to the agent after a turn broke off in which something was done. Otherwise its message
// is sent again.
const continueMessage = "The last turn was cut off by an error. Continue from where you left off."

// taskAgain stands before the task in the message to an agent whose process was replaced: claude writes its transcript
// with a delay, so a claude that was killed may have lost it (seen once, 2.1.330 on a machine under heavy load).
const taskAgain = "If you do not see it above, this is what you were asked:"

type eventKind uint8

const (
	eventMessage     eventKind = iota // the user sends text
	eventTurnStarted                  // the agent's model is asked
	eventTurnEnded                    // a result line came, or the loop ended the turn (see rejectionEvent): turn
	eventExited                       // the agent's process ended; text says how
	eventReviewed                     // a review ended
	eventTimer                        // the wait is over
	eventGoOn                         // the user does not want to wait any longer
	eventInterrupt                    // ctrl-c
	eventQuit                         // signal, ctrl-d, terminal gone
	eventInputClosed                  // no more messages will come
	eventReviewNow                    // the user wants a review now
	eventAccept                       // the user accepts the work as it is
	eventSkip                         // the user wants no review after this turn
	eventRounds                       // the user sets the limit to number
	eventReviewsOn                    // the user wants each stop reviewed; text, if any, is the task
	eventReviewsOff                   // the user wants no reviews
	eventDismiss                      // the user dismisses a finding: text is its id, and a reason
	eventEnd                          // a replay has reached the end of its input
	eventSession                      // the agent's session is known
	eventSilent                       // the agent printed nothing for the time in silence, and runs no tool
	eventStop                         // escape: an interrupt that does not end the loop
	eventClaims                       // the claims of the last stop were looked at: text is for the agent
	// The agent has taken up the message with the id in text; the machine knows only of one that was taken back.
	eventHeard
	eventCancelled // claude will not take up the message with the id in text; not for the machine
	eventResume    // the launch continues the one in saved; text is the task
	// The agent calls a tool: turn.Tokens are the tokens that it has read and written so far.
	eventTokens
	eventSwitch // the user wants the agent to continue in the session with the id in text
	eventTasks  // between turns, other tasks run in the background: those of turn
	eventHooked // in a replay: a Stop hook reported a stop, with the task as the hook knew it
)

// event is something that happened. agent and review are the numbers, from 1, of the process or review that caused
// it. Looks at claims are counted together with reviews. Events of an earlier process or review are ignored.
type event struct {
	kind    eventKind
	now     time.Time // the time of the event, from which waits are counted
	cost    float64   // in USD, of the launch since the previous event
	tokens  int64     // read and written in the launch since the previous event
	text    string
	agent   int
	turn    streamjson.Turn // eventTurnEnded; eventExited: what is known about the turn that was cut off
	mode    string          // the agent's permission mode, with turn
	session Session         // as the agent's stream reports it
	answers []string        // eventTurnEnded, eventExited: what the agent has said about findings
	unheard []send          // eventTurnEnded, eventExited, eventInterrupt: messages sent that claude has not taken up
	back    bool            // eventTurnEnded: messages were taken back; eventTurnStarted, eventHeard: this one was
	refused bool            // eventTurnEnded: claude still asks an API that has rejected its key twice
	resting bool            // eventInterrupt, eventStop: claude has begun no turn
	review  int
	verdict Verdict
	files   task.Files // eventReviewed: as the review found them
	number  int        // eventRounds
	strays  int        // eventExited: lines that were no events
	silence time.Duration
	stop    stopped    // eventHooked
	task    task.State // eventHooked: before the stop
	saved   *Saved     // eventResume; eventSwitch, perhaps
	// eventReviewed in a replay of a hook's recording: the smallest number of tries, and what the user did meanwhile.
	tries     int
	meanwhile Meanwhile
	// complaint is what an agent printed that ended without an event because it rejected its command line
	// (eventExited).
	complaint string
}

type actionKind uint8

const (
	actStart      actionKind = iota // start an agent, which resumes the session if there is one
	actSend                         // send a message to the agent
	actReview                       // start the review
	actClaims                       // look at the claims of the agent's last message
	actStopReview                   // stop the review, and ignore its verdict
	actVerdict                      // store the verdict and show it
	actInterrupt                    // stop the agent's turn
	actWait                         // send an eventTimer after this time
	actStopWait
	actTell     // say text to the user
	actLeave    // end the agent's process and forget it; the next message starts another one
	actKill     // like actLeave, but at once: at the end of its input claude first answers what it has queued
	actEnd      // end the agent's process; an eventExited follows
	actTakeBack // take back the messages that claude has not taken up yet
	actSwitched // the user's session is the agent's now
	actDismiss  // store the finding that the user has dismissed, and tell the user
	actForget   // drop the messages that claude has not taken up by now, because it never will
	actFinish
)

type sender uint8

const (
	bySupervisor sender = iota // feedback
	byPerson
	byCCC // a request to continue after an error
)

type send struct {
	from sender
	text string
}

type action struct {
	kind     actionKind
	send     send               // actSend
	text     lang.Message       // actTell; actWait: what is waited for, if the user is to know
	reached  *task.ReachedLimit // actTell: the limit that has ended the task, if text is about one
	wait     time.Duration      // actWait
	verdict  Verdict            // actVerdict
	decision task.Decision      // actDismiss
}
