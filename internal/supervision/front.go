package supervision

import (
	"context"
	"path/filepath"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/ptyio"
	"ccc/streamjson"
)

// front is how the user is reached: at a terminal, or through pipes. Any goroutine may call its methods.
type front interface {
	begin(ctx context.Context, input chan<- loop.Input) error // begins to send inputs; an error if there is no task
	size() ptyio.Size                                         // for the agent's terminal
	connectAgent(send func([]byte)) questions                 // begins to answer an agent process by send
	showEvent(phase, reviewer string, e streamjson.Event)     // shows an event of the agent or a reviewer
	showNotice(loop.Notice)                                   // shows a notice of the loop
	showCheckStart(rubric.Check)                              // shows that a check starts
	showCheckOutput(check, line string)                       // shows a line that a check writes
	showCheckEnd(check.Result)                                // shows how a check ended
	imagesIn(text string) []streamjson.Image                  // the images that a message of the user's names
	note(lang.Message)                                        // shows a message of ccc
	callUser(event string, why lang.Message)                  // notifies the user, who may be elsewhere
	mode() string                                             // the agent's permission mode; "" if unknown
	claudesMode(mode string) string                           // the name that claude shows for it
	flush()                                                   // shows what is buffered
	end(*ending) error                                        // shows the outcome, and restores the terminal
	close()                                                   // restores the terminal, if end did not
}

// questions handles the questions of one agent process.
type questions struct {
	onEvent func(streamjson.Event)
	onEnd   func() // call it when the process has ended
}

// openFront opens the front. Every goroutine defers guard first: at a panic it restores the terminal.
func openFront(c Config, a *agents, n *notifier, g *ptyio.Guardian, s *signals) (f front, guard func(), err error) {
	if c.Attended {
		return openTerminal(c, a, n, g, s.hangUp)
	}
	return openPipe(c, n, s.cancel), func() {}, nil
}

// greeting tells the user at a terminal who reviews, by which rubric, and in which sandbox. It goes into detail only
// where something is worse than usual.
func (c Config) greeting() lang.Message {
	judges := c.Judges()
	rules := judges.Rubric.Path
	if path, err := filepath.Rel(c.Dir, rules); err == nil && filepath.IsLocal(path) {
		rules = path
	}
	how := lang.M("sandbox: %s", string(c.Review.Cage.Kind))
	if c.Review.Cage.Kind == sandbox.Replay {
		how = lang.M("a demonstration")
	}
	if !judges.Who.Empty() {
		how = lang.M("%s; reviewers: %s", how, judges.Who)
	}
	said := lang.M("Supervisor mode enabled: each stop is reviewed by the rules of %s (%s)", rules, how)
	if c.Review.Cage.Why != nil {
		said = lang.M("%s\n%s", said, c.Cage)
	}
	if mods := c.Agent.Mods.Message(); !mods.Empty() {
		said = lang.M("%s\nmods: %s", said, mods)
	}
	return said
}

// limits lists the limits of each task, of which the user may have changed the number of reviews.
func (c Config) limits(reviews int) string {
	say := c.Language.Sprintf
	b := c.Policy
	list := c.Language.Text(wording.Reviews(reviews)) + say(", %s per review", c.Review.Timeout)
	if b.MaxStalled > 0 {
		list += say(", %s without progress", wording.Rounds(b.MaxStalled))
	}
	if b.MaxCostUSD > 0 {
		list += say(", %s", text.Dollars(b.MaxCostUSD))
	}
	if b.MaxTokens > 0 {
		list += say(", %d tokens", b.MaxTokens)
	}
	if b.MaxDuration > 0 {
		list += say(", %s in all", b.MaxDuration)
	}
	return say("%s; waits up to %s for a usage limit", list, c.MaxWait)
}

// showCheck shows how a check ended. The output of a check that passed is not shown.
func (u User) showCheck(s *terminal.Screen, r check.Result) {
	output := r.Output
	if r.State == check.Passed {
		output = ""
	}
	s.ShowCheckResult(r.Name, u.Language.Text(r.Outcome()), r.State == check.Passed, output)
}
