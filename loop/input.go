package loop

// Input is something that the person did.
type Input struct {
	Kind InputKind
	// Text is of Message, ReviewsOn and Resume; of ReviewNow what the person said in the session before the launch, ""
	// for nothing.
	Text string
	N    int // Rounds
	// Saved is where the launch before stood. Resume.
	Saved *Saved
}

// InputKind tells inputs apart.
type InputKind uint8

// What a person can do.
const (
	Message    InputKind = iota // to the agent
	Interrupt                   // ctrl-c
	GoOn                        // no waiting any longer
	Quit                        // ctrl-d at the prompt, SIGTERM, the terminal is gone
	Closed                      // no more messages will come; the loop goes on by itself
	ReviewNow                   // review what is there
	Accept                      // it is good as it is: the end
	Skip                        // no review after this turn, or an end to the one that runs
	Rounds                      // at most N reviews of a task from now on
	ReviewsOn                   // each stop is reviewed; Text, if any, is a task
	ReviewsOff                  // no stop is reviewed
	Stop                        // as Interrupt, but it ends no loop: escape
	Resume                      // the first of a launch: go on where another one stood with its task, Text
)

// inputKinds are the events of what a person can do.
var inputKinds = [...]eventKind{
	Message: eventMessage, Interrupt: eventInterrupt, GoOn: eventGoOn, Quit: eventQuit, Closed: eventInputClosed,
	ReviewNow: eventReviewNow, Accept: eventAccept, Skip: eventSkip, Rounds: eventRounds,
	ReviewsOn: eventReviewsOn, ReviewsOff: eventReviewsOff, Stop: eventStop,
	Resume: eventResume,
}

func inputEvent(in Input) event {
	return event{kind: inputKinds[in.Kind], text: in.Text, number: in.N, saved: in.Saved}
}
