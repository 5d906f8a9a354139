package loop

// Input is something that the user did.
type Input struct {
	Kind InputKind
	// Text is of Message, ReviewsOn and Resume; of Switch the session's ID; of ReviewNow what the user said in the session before the launch, ""
	// for nothing.
	Text string
	N    int // Rounds
	// Saved is the state of the previous launch. Resume; of Switch the task with which the session goes on, if any.
	Saved *Saved
}

// InputKind tells inputs apart.
type InputKind uint8

// What a user can do.
const (
	Message    InputKind = iota // to the agent
	Interrupt                   // ctrl-c
	GoOn                        // no waiting any longer
	Quit                        // ctrl-d at the prompt, SIGTERM, the terminal is gone
	Closed                      // no more messages will come; the loop goes on by itself
	ReviewNow                   // review what is there
	Accept                      // accept the work as it is, which ends the task
	Skip                        // no review after this turn, or an end to the one that runs
	Rounds                      // at most N reviews of a task from now on
	ReviewsOn                   // each stop is reviewed; Text, if any, is a task
	ReviewsOff                  // no stop is reviewed
	Stop                        // escape: like Interrupt, but it does not end the loop
	Dismiss                     // a finding: Text is its id, and a reason, if any
	Resume                      // the first input of a launch: resume the task Text where another launch stopped
	Switch                      // the agent goes on in another session
)

// inputKinds are the events of what a user can do.
var inputKinds = [...]eventKind{
	Message: eventMessage, Interrupt: eventInterrupt, GoOn: eventGoOn, Quit: eventQuit, Closed: eventInputClosed,
	ReviewNow: eventReviewNow, Accept: eventAccept, Skip: eventSkip, Rounds: eventRounds,
	ReviewsOn: eventReviewsOn, ReviewsOff: eventReviewsOff, Stop: eventStop,
	Dismiss: eventDismiss, Resume: eventResume, Switch: eventSwitch,
}

func inputEvent(in Input) event {
	return event{kind: inputKinds[in.Kind], text: in.Text, number: in.N, saved: in.Saved}
}
