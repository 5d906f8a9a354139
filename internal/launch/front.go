package launch

import (
	"context"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/loop"
	"ccc/ptyio"
	"ccc/streamjson"
)

// front is where the person is: at a terminal, or behind pipes. Its methods may be called from any goroutine.
type front interface {
	begin(ctx context.Context, input chan<- loop.Input) error // lets the inputs come; an error: there is no task
	size() ptyio.Size                                         // of the agent's terminal
	connectAgent(send func([]byte)) questions                 // send answers what it asks
	showEvent(phase, reviewer string, e streamjson.Event)     // shows a line of agent or reviewer
	showNotice(loop.Notice)                                   // shows what the loop says
	showCheckStart(rubric.Check)                              // shows that a check runs
	showCheckOutput(check, line string)                       // shows a line that it writes
	showCheckEnd(review.CheckResult)                          // shows what came of it
	note(lang.Message)                                        // shows a remark of ccc's own
	callUser(event string, why lang.Message)                  // calls the person, who may be elsewhere
	flush()                                                   // shows what has waited to be shown
	end(*ending) error                                        // tells what the launch came to, and gives the terminal back
	close()                                                   // gives the terminal back, if end has not
}

// questions takes those of one agent process.
type questions struct {
	take  func(streamjson.Event)
	ended func() // the process has ended
}

// openFront opens the front. guard is deferred first in every goroutine: on a panic it gives the terminal back.
func openFront(c Config, a *agents, n *notifier, g *ptyio.Guardian, cancel func()) (f front, guard func(), err error) {
	if c.Attended {
		return openTerminal(c, a, n, g, cancel)
	}
	return openPipe(c, n, cancel), func() {}, nil
}

// limits says what bounds the launch.
func (c Config) limits() string {
	say := c.Language.Sprintf
	b := c.Policy
	list := c.Language.Text(rounds(b.MaxRounds)) + say(", %s per review", c.Review.Timeout)
	if b.MaxStalled > 0 {
		list += say(", %d rounds without progress", b.MaxStalled)
	}
	if b.MaxCostUSD > 0 {
		list += say(", %s", text.Dollars(b.MaxCostUSD))
	}
	if b.MaxDuration > 0 {
		list += say(", %s in all", b.MaxDuration)
	}
	return say("limits per task: %s; waits up to %s for a usage limit", list, c.MaxWait)
}

// showCheck shows what came of a check; of one that is good the output is not shown.
func (u User) showCheck(s *terminal.Screen, r review.CheckResult) {
	output := r.Output
	if r.State == review.CheckPassed {
		output = ""
	}
	s.ShowCheckResult(r.Name, u.Language.Text(r.Outcome()), r.State == review.CheckPassed, output)
}
