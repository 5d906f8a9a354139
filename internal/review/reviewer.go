package review

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/sandbox"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/prompt"
	"ccc/ptyio"
	"ccc/streamjson"
)

// Reviewer says how one reviewer is started and what it is asked. It is a fork of the agent's session that is not stored
// and runs no hooks, so the agent's session stays as it was. Claude asks ccc before each tool call (docs/claude.md, "The
// reviewer").
type Reviewer struct {
	Claude      claude.Binary
	Env         []string        // of the reviewer
	Login       func() []string // further variables, by which it logs in, as they are when it starts; nil for none
	Dir         string          // that the session belongs to
	Session     string
	SessionFile string // the session's transcript, for a claude that does not find the ID; "" for none
	Provider    string // that it asks, by its name in ccc.json; "" for the person's own login
	Model       string // "" for the session's
	Settings    string // a file or JSON without hooks, and with [Asked] as ask rules
	Dirs        []string
	Allowed     []string      // of rubric.Tools, by name; nil for all
	Cage        sandbox.Found // where it runs; without one that holds what commands do, it has no Bash, allowed or not
	Rubric      string
	Role        string // where the rubric goes: system, user, or auto
	Agent       Agent
	Messages    []string // the person's, oldest first
	Facts       prompt.Facts
	Schema      bool    // ask for a structured verdict; not with the rubric in the message: a cache would not hold that
	BudgetUSD   float64 // what the review may cost; 0 for no bound
	// Changed reports whether the task has changed files: then "done" is not good enough if nothing was checked. It may
	// take its time, it is asked when the verdict is there; nil if that is not known.
	Changed func() bool
	// Transcript gives the conversation as text, for a provider that refuses what another one's model thought; nil if
	// there is none.
	Transcript func() (string, error)
	Fresh      bool // it gets the transcript at once: this claude cannot read the session
	Timeout    time.Duration
	Grace      time.Duration                 // that one who is stopped has to say what it has cost; 0 ends it at once
	Idle       time.Duration                 // how long nothing may come while no tool runs; 0 is no bound
	Mask       *secret.Mask                  // for Raw, Stderr and the Result; nil masks nothing
	Raw        io.Writer                     // gets the reviewer's stdout byte for byte, but for what Mask masks
	Observe    func(streamjson.Event)        // each event but pieces of messages, by the caller's goroutine
	Warn       func(*streamjson.SyntaxError) // the first lines that are no events
	Strays     func(n int)                   // told how many there were, where Warn was not told of all; nil to drop it
	Stderr     func(line string)             // each distinct line of its stderr, when it has ended; nil to drop them
}

// ReviewerResult is what came of a review.
type ReviewerResult struct {
	task.Verdict
	Fresh   bool // the reviewer had the transcript and not the session
	InWords bool // the verdict is read from words, though an object was asked for
	Unclear bool // there is no verdict because the answer can be read in more than one way

	checks []check
}

// AskReviewer makes one review. When ctx is done the reviewer is ended and the failure is streamjson.Aborted.
func AskReviewer(ctx context.Context, r Reviewer) ReviewerResult {
	return unmasked(ctx, r).masked(r.Mask)
}

func unmasked(ctx context.Context, r Reviewer) ReviewerResult {
	r.Role = role(r.Role, r.Provider, r.Model, r.Agent)
	ctx, cancel := context.WithTimeoutCause(ctx, r.Timeout, errTimeout)
	defer cancel()
	result := r.run(ctx)
	result.Cage, result.Role = string(r.Cage.Kind), r.Role
	return result
}

// run asks a reviewer, and a second one if the first cannot have the session.
func (r Reviewer) run(ctx context.Context) (result ReviewerResult) {
	if !r.Fresh {
		result = r.ask(ctx, "", nil)
		if result.Failure == streamjson.NoSession && r.SessionFile != "" {
			r.Session = r.SessionFile
			result = r.ask(ctx, "", nil)
		}
		if r.Transcript == nil || !refusesThinking(result) {
			return result
		}
	}
	text, err := r.Transcript()
	if err != nil {
		if r.Fresh {
			return failed(err)
		}
		result.Reason = lang.Errorf("%w (and the transcript cannot be read: %v)", result.Reason, err)
		return result
	}
	r.Session = ""
	cost := result.CostUSD
	if r.BudgetUSD > 0 {
		r.BudgetUSD = max(r.BudgetUSD-cost, task.LeastUSD)
	}
	result = r.ask(ctx, text, nil)
	result.Fresh = true
	result.CostUSD = streamjson.RoundUSD(result.CostUSD + cost)
	return result
}

// refusesThinking reports whether the API refused what another vendor's model had thought: its signature says nothing
// there.
func refusesThinking(r ReviewerResult) bool {
	if r.Failure != streamjson.NeedsPerson {
		return false
	}
	why := strings.ToLower(r.Reason.Error())
	return strings.Contains(why, "signature") && strings.Contains(why, "thinking")
}

// ask starts a reviewer and reads its verdict. transcript is for one that does not have the session; refused are tools
// that are to be taken away from it.
func (r Reviewer) ask(ctx context.Context, transcript string, refused []string) ReviewerResult {
	file := ""
	if !claude.FitsArgument(r.Rubric) && !r.inMessage() {
		var err error
		if file, err = store(r.Rubric); err != nil {
			return failed(lang.Errorf("store the rubric: %w", err))
		}
		defer os.Remove(file)
	}
	jail, err := r.Cage.Make(file)
	if err != nil {
		return failed(err)
	}
	defer jail.Close() // again below, where its error counts
	env := append(slices.Clip(r.Env), InReviewEnv+"=1")
	if r.Login != nil {
		env = append(env, r.Login()...)
	}
	child, err := ptyio.Start(jail.Wrap(ptyio.Command{
		Path: r.Claude.Path, Dir: r.Dir, Env: env, Pipes: true,
		Args:  append(r.Claude.Args[:len(r.Claude.Args):len(r.Claude.Args)], r.arguments(file, refused)...),
		Grace: ptyio.Grace{Input: 500 * time.Millisecond}, // it has nothing to store
		Sweep: true,                                       // what a command left running ends with the review
	}))
	if err != nil {
		return failed(err)
	}
	defer child.End()
	facts := r.Facts
	facts.Cage = jail.Words()
	question := prompt.Question{Messages: r.Messages, Form: r.form(), Transcript: transcript, Facts: facts}
	system := r.Rubric
	if r.inMessage() {
		question.Rubric, system = r.Rubric, ""
	}
	child.Send(streamjson.Initialize(first, system, "ccc-tool"))

	stop := context.AfterFunc(ctx, func() {
		if r.Grace > 0 {
			child.Send(streamjson.Interrupt("ccc-stop"))
			select {
			case <-child.Exited():
			case <-time.After(r.Grace):
			}
		}
		child.Kill()
	})
	defer stop()
	raw := r.Mask.Writer(r.Raw)
	defer raw.Close()
	output := io.TeeReader(child, &bestEffort{w: raw})
	a := answer{request: r, decoder: streamjson.NewDecoder(output), send: child.Send}
	a.ask(question.Text())
	watched, over := context.WithCancel(ctx)
	defer over()
	silence := a.watch(watched, child)
	result, said := a.read()
	if len(a.strangers) > 0 && refused == nil { // it has done nothing yet: its model was not asked
		child.Kill()
		return r.ask(ctx, transcript, a.strangers)
	}
	if said {
		result = a.followUp(result, child)
	}
	if a.wrong != "" || len(a.strangers) > 0 {
		child.Kill() // an End would let it go on for a moment
	}
	status := child.End()
	if said {
		result = a.rest()
	}
	if a.strays > maxStrays && r.Strays != nil {
		r.Strays(a.strays)
	}
	bound := new(sandbox.BoundError)
	closing := jail.Close()
	complaints := distinct(r.Mask.Text(child.Stderr()))
	if closing != nil && !errors.As(closing, &bound) {
		complaints = append(complaints, closing.Error())
	}
	for _, line := range complaints {
		if r.Stderr != nil {
			r.Stderr(line)
		}
	}
	stopped := result.Failure == streamjson.Aborted && ctx.Err() != nil
	switch {
	case a.wrong != "":
		return failed(lang.Errorf("the reviewer used %s, which it does not have: its verdict does not count", a.wrong))
	case len(a.strangers) > 0:
		return failed(lang.Errorf("this claude does not take %s away from the reviewer: update claude",
			strings.Join(a.strangers, ", ")))
	case said && !stopped: // the verdict came, whatever else happened
	case errors.As(closing, &bound):
		result.Failure, result.Reason = streamjson.Transient, bound
	case silence.Load() > 0:
		result.Failure, result.Outage = streamjson.Transient, true
		result.Reason = lang.Errorf("nothing came from the reviewer for %s",
			time.Duration(silence.Load()).Round(time.Second))
	case errors.Is(context.Cause(ctx), errTimeout):
		result.Failure, result.Reason = streamjson.Transient, lang.Errorf("the reviewer took longer than %s", r.Timeout)
	case ctx.Err() != nil:
		result.Failure, result.Reason = streamjson.Aborted, lang.Errorf("stopped")
	default:
		why := result.Reason.Error()
		if len(complaints) > 0 { // claude says on stderr why it did not start
			why = complaints[len(complaints)-1]
		}
		result.Failure = streamjson.Transient
		result.Reason = lang.Errorf("the reviewer ended without a result (%s)", status.String())
		if why != "" {
			result.Reason = lang.Errorf("the reviewer ended without a result (%s): %s", status.String(), why)
		}
		if strings.Contains(why, "No conversation found") { // claude 2.1.5 has no result for that
			result.Failure = streamjson.NoSession
		}
	}
	return result
}

// InReviewEnv names the variable by which a command knows that a reviewer has run it.
const InReviewEnv = "CCC_IN_REVIEW"

// NumberEnv tells a reviewer which review of its launch it makes, from 1. A claude that performs a recording needs it:
// a file in which it counted would be lost with the sandbox.
const NumberEnv = "CCC_REVIEW"

// ReviewerEnv tells a reviewer its name, if a review has several reviewers.
const ReviewerEnv = "CCC_REVIEWER"

// distinct are the lines of a text, without blank ones and without those that came before.
func distinct(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

func (r Reviewer) inMessage() bool { return r.Role == roleUser }

// form is the form in which the reviewer is asked to answer.
func (r Reviewer) form() prompt.Form {
	switch {
	case r.inMessage():
		return prompt.FormObject
	case r.Schema:
		return prompt.FormSchema
	}
	return prompt.FormMarker
}

// arguments is the reviewer's command line; rubricFile holds the rubric where it does not fit there.
func (r Reviewer) arguments(rubricFile string, refused []string) []string {
	c := claude.Reviewer{
		Session: r.Session, Settings: r.Settings, Model: r.Model, Dirs: r.Dirs, Tools: r.tools(), Refused: refused,
		BudgetUSD: r.BudgetUSD,
	}
	if !r.inMessage() {
		c.System, c.SystemFile = r.Rubric, rubricFile
	}
	if r.form() == prompt.FormSchema {
		c.Schema = prompt.Schema
	}
	return c.Args()
}

// watched reports whether a silence may end the review before its time is up.
func (r Reviewer) watched() bool { return r.Idle > 0 && r.Idle < r.Timeout }

var errTimeout = errors.New("timeout")

func failed(err error) ReviewerResult {
	return ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Transient, Reason: err}}
}

// bestEffort writes for people to read later. It discards everything after the first error; Write never fails.
type bestEffort struct {
	w      io.Writer
	failed bool
}

func (k *bestEffort) Write(p []byte) (int, error) {
	if !k.failed {
		_, err := k.w.Write(p)
		k.failed = err != nil
	}
	return len(p), nil
}

func store(text string) (path string, err error) {
	f, err := os.CreateTemp("", "ccc-rubric-*.md") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
