package loop

// Input is something that the user did.
type Input struct {
	Kind InputKind
	// Text belongs to Message, ReviewsOn and Resume. For Switch it is the session's ID, and for ReviewNow what the
	// user said in the session before the launch, "" for nothing; for Accept only if that task is not done.
	Text string
	N    int // for Rounds
	// Saved is for Resume the state of the previous launch, and for Switch the findings of the session, if any.
	Saved *Saved
}

// InputKind is the kind of an input.
type InputKind uint8

// The kinds of inputs.
const (
	Message    InputKind = iota // to the agent
	Interrupt                   // ctrl-c
	GoOn                        // do not wait any longer
	Quit                        // ctrl-d at the prompt, SIGTERM, or a terminal that is gone
	Closed                      // no more messages will come; the loop goes on by itself
	ReviewNow                   // review the work as it is
	Accept                      // accept the work as it is, which ends the task
	Skip                        // no review after this turn; a running review is ended
	Rounds                      // at most N reviews of a task from now on
	ReviewsOn                   // each stop is reviewed; Text, if any, is a task
	ReviewsOff                  // no stop is reviewed
	Stop                        // escape: like Interrupt, but it does not end the loop
	Dismiss                     // a finding: Text is its id, and a reason, if any
	Resume                      // the first input of a launch: resume the task Text where another launch stopped
	Switch                      // the agent goes on in another session
)

// inputKinds maps each kind of input to the kind of its event.
var inputKinds = [...]eventKind{
	Message: eventMessage, Interrupt: eventInterrupt, GoOn: eventGoOn, Quit: eventQuit, Closed: eventInputClosed,
	ReviewNow: eventReviewNow, Accept: eventAccept, Skip: eventSkip, Rounds: eventRounds,
	ReviewsOn: eventReviewsOn, ReviewsOff: eventReviewsOff, Stop: eventStop,
	Dismiss: eventDismiss, Resume: eventResume, Switch: eventSwitch,
}

func inputEvent(in Input) event {
	return event{kind: inputKinds[in.Kind], text: in.Text, number: in.N, saved: in.Saved}
}
