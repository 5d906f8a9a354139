// Package launch is one supervised launch of claude: it runs the loop, connects it with agent, reviewer and person,
// records it and tells at the end what it came to. The person is behind a front: a terminal, or pipes.
package launch

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/output"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/runid"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// Config is what a launch needs to know.
type Config struct {
	ID       string // of the launch
	Version  string // of ccc
	Dir      string // the project's
	Provider string // its name; "" for none
	State    state.Dir
	Claude   claude.Binary
	Args     claude.Args   // the person's, for claude
	Settings string        // the agent's: a file
	Env      []string      // of agent and reviewers
	Rubric   rubric.Rubric // its checks are those that may run
	Cage     lang.Message  // what holds the reviewer, for /status
	Who      lang.Message  // the reviewers, for /status; empty for one that is nothing special
	CheckEnv []string      // of the checks
	Policy   task.Policy
	MaxWait  time.Duration // for a usage limit
	Idle     time.Duration // how long nothing may come from the agent at work; 0 is no bound

	// Review is what all reviews have in common. Where its model is "" and its provider the agent's, a review runs on the
	// agent's model.
	Review review.Reviewer
	// Place changes a review for the reviewer of that name, one of several of the rubric; nil for nothing.
	Place      func(reviewer string, r review.Reviewer) review.Reviewer
	Transcript func(session string) (string, error) // the session as text

	Title      string // of the task of a plan that it is; "" for none
	Recordings session.Retention
	Notify     notify.Command
	Tee        string // a file or named pipe that gets the agent's output as it comes; "" for none

	Guardian []string                          // the command that calls ptyio.Guard
	Resume   func(session string) lang.Message // how to go on with a session; empty for ""

	Run      *runid.Run        // what is kept of the task, nil for nothing; not with Attended
	Told     func(loop.Notice) // gets what the loop says, too; nil for nobody
	Before   Exchange
	Attended bool // the person sits at In and Out, which are a terminal
	In, Out  *os.File
	Err      io.Writer
	Getenv   func(string) string // of the person's environment
	Language lang.Language
	Log      *slog.Logger
}

// Exchange is what was said last in the session that a launch goes on with; zero for none.
type Exchange struct {
	At           time.Time
	Said, Answer string // by the person, by the agent
	Session      string
	All          string // all that the person said there, for a review before the agent is asked anything
}

// MinuteTime is how a person reads when something was.
const MinuteTime = "2006-01-02 15:04"

// End is what a launch came to.
type End struct {
	Outcome string // completed, not_completed, needs_user, interrupted; "" where nothing was done
	Session string // "" where there is none
	Mode    string // the agent's permission mode, where the person chose another than it began in; else ""
	Signal  int    // that ended the launch; 0 for none
	// ExitCode tells of Outcome and Signal.
	ExitCode int
	Summary  string // what it came to, in lines, as the person reads it; "" if nothing was done
}

// ErrNoTask says that nobody gave the agent something to do.
var ErrNoTask = lang.Errorf("there is no task: give it as an argument, or on standard input")

// Run runs a launch to its end. After an error End tells what was reached. The terminal is then as it was found.
func Run(c Config) (End, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c.prune()
	agents, notifier := &agents{Config: c}, &notifier{Config: c}
	signals := catchSignals()
	defer signals.stop()
	guardian := startGuardian(c)
	defer guardian.close()
	f, guard, err := openFront(c, agents, notifier, guardian.process, cancel)
	if err != nil {
		return End{}, err
	}
	defer f.close()
	defer guard()
	notifier.guard, notifier.note = guard, f.note
	go signals.handle(guard, agents.kill, cancel)
	agents.signalled = func() bool { return signals.number() != 0 }
	reviews := newReviews(c, f, guard)
	input := make(chan loop.Input, 64)
	if err := f.begin(ctx, input); err != nil {
		if n := signals.number(); n != 0 {
			return End{Signal: n, ExitCode: 128 + n}, nil
		}
		return End{}, err
	}

	e := ending{changes: reviews.changes}
	began, work := time.Now(), stopwatch{}
	recorder := record(c, began, f.note)
	reviews.recorder, agents.recorder, agents.front = recorder, recorder, f
	agents.tee = openTee(c.Tee, guard, f.note)
	e.result, e.err = loop.Run(ctx, loop.Config{
		Policy:   c.Policy,
		MaxWait:  c.MaxWait,
		Idle:     c.Idle,
		Attended: c.Attended,
		Input:    input,
		Start: func(s loop.Session) (loop.Process, error) {
			notifier.about(s.ID)
			reviews.base() // what the agent does is not to be a part of it
			return agents.start(s)
		},
		Review: func(ctx context.Context, r loop.Review) loop.Reviewed {
			notifier.about(r.Session.ID)
			return reviews.make(ctx, r)
		},
		Observe: func(e streamjson.Event) {
			guardian.about(e)
			reviews.see(e)
			if e.Type == streamjson.TypeStreamEvent && !c.Attended && !c.Args.Partial {
				return // it tells the loop that the agent is at work, and nobody else
			}
			recorder.Line("agent", "", e.Raw)
			f.event("agent", "", e)
		},
		Pause: func() { f.flush(); recorder.Pause() },
		Guard: guard,
		Tell: func(n loop.Notice) {
			work.told(n, time.Now())
			recorder.Notice(n.Text, n.Bound)
			notifier.said(n.Text)
			f.told(n)
			if c.Told != nil {
				c.Told(n)
			}
		},
		Record: recorder.moved,
		Save:   c.save(f.note),
		Log:    c.Log,
	})
	reviews.wait()
	agents.tee.close()
	e.took, e.recording = time.Since(began), recorder.Path()
	e.worked = work.read(time.Now())
	recorder.end(e)
	if len(e.result.Verdicts) > 0 && e.result.Session.ID == "" {
		e.result.Session.ID = c.Before.Session // it was reviewed as it is
	}
	r := e.result
	c.Log.Info("done", "outcome", r.Outcome, "session", r.Session.ID, "rounds", len(r.Verdicts),
		"cost_usd", r.CostUSD(), "err", e.err)
	if r.Outcome == loop.Completed || !c.Attended && r.Outcome != loop.Interrupted {
		f.call(string(r.Outcome), e.inShort())
	}
	signal := signals.number()
	e.outcome = output.OutcomeOf(r, e.took, signal)
	if c.Run != nil && e.err == nil && !e.outcome.Retryable { // before it is told: it is told again, but never done again
		if err := c.Run.End(e.outcome); err != nil {
			f.note(lang.M("the outcome is not kept, --run-id would go on: %v", err))
		}
	}
	err = f.end(&e)
	notifier.wait()
	return End{
		Outcome: string(r.Outcome), Session: cmp.Or(r.Session.ID, c.Before.Session), Signal: signal,
		ExitCode: e.outcome.ExitCode, Summary: e.summary,
		Mode: e.mode,
	}, err
}

// ending is what there is to tell at the end of a launch.
type ending struct {
	result    loop.Result
	err       error
	took      time.Duration
	worked    time.Duration   // of that, without the time in which the person had the floor
	changes   func() []string // of files, in lines
	outcome   output.Outcome
	recording string // the file; "" for none
	summary   string // in lines; a front that has no place for it leaves it empty
	mode      string // as in End; by the front
}

// save keeps where the launch stands, for the next one with its --run-id. That it cannot is said once.
func (c Config) save(note func(lang.Message)) func(loop.Saved) {
	if c.Run == nil {
		return nil
	}
	said := false
	return func(s loop.Saved) {
		if err := c.Run.Save(s); err != nil && !said {
			said = true
			note(lang.M("not kept, --run-id would go on from an earlier point: %v", err))
		}
	}
}

// stopwatch runs while agent or reviewer have the floor.
type stopwatch struct {
	since time.Time // when it began to run; zero while it stands
	total time.Duration
}

func (w *stopwatch) told(n loop.Notice, now time.Time) {
	if n.Begin {
		w.total, w.since = w.read(now), time.Time{}
		if n.At.Phase != loop.PhaseUser {
			w.since = now
		}
	}
}

// read gives the time for which it has run.
func (w *stopwatch) read(now time.Time) time.Duration {
	if w.since.IsZero() {
		return w.total
	}
	return w.total + now.Sub(w.since)
}

// dirOf is the directory that a session belongs to, as long as it is there: a work tree may be gone.
func (c Config) dirOf(s loop.Session) string {
	if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
		return c.Dir
	}
	return s.Dir
}

// warn tells the person something before there is a screen.
func (c Config) warn(m lang.Message) {
	fmt.Fprintf(c.Err, "ccc: %s\n", c.Language.Text(m))
}
