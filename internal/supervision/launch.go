// Package supervision runs one supervised launch of claude. It connects the loop with agent, reviewers and user,
// records it, and reports its outcome. The user is reached through a front: a terminal, or pipes.
package supervision

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// MinuteTime is the format of a time for the user.
const MinuteTime = "2006-01-02 15:04"

// End is the outcome of a launch.
type End struct {
	Outcome string // completed, not_completed, needs_user, interrupted; "" if nothing was done
	Session string // "" for none
	Mode    string // the agent's permission mode; "" if the agent reported none
	Signal  int    // number of the signal that ended the launch; 0 for none
	// ExitCode is the exit code for Outcome and Signal.
	ExitCode int
	Off      bool   // reviews were off at the end
	Rounds   int    // the limit of rounds that the user has set; 0 for that of ccc.json
	Left     bool   // the user has left after a completed task: claude's own screen is not wanted
	Rejected string // the option that claude has rejected; "" for none
	Summary  string // of the launch in lines, for the user; "" if nothing was done
}

// ErrNoTask says that the user gave no task.
var ErrNoTask = lang.Errorf("there is no task: give it as an argument, or on standard input")

// supervision is a launch while it runs.
type supervision struct {
	Config
	front    front
	guard    func() // every goroutine defers it first: at a panic it restores the terminal
	guardian *guardian
	agents   *agents
	notifier *notifier
	reviews  *reviews
	recorder *recorder
	signals  *signals
	work     stopwatch
	task     taskSpent
	last     loop.Snapshot // of the newest notice
	// What the changed files of a task are compared with, see since: the tree at the last completed task, and how many
	// tasks have begun after that.
	completedTree string
	begunTasks    int
	// What the user was told of the last task that is done.
	shown      task.Totals
	shownFiles task.FileChanges
	tokens     output.Tokens // for OnNotice: of the agent
}

// Run runs a launch to its end, and restores the terminal. With an error End says how far the launch came.
func Run(c Config) (End, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := &supervision{Config: c, agents: newAgents(c), notifier: newNotifier(c), signals: catchSignals(cancel)}
	defer s.signals.stop()
	c.prune()
	s.guardian = startGuardian(c)
	defer s.guardian.close()
	var err error
	if s.front, s.guard, err = openFront(c, s.agents, s.notifier, s.guardian.process, s.signals); err != nil {
		return End{}, err
	}
	defer s.front.close()
	defer s.guard()
	s.notifier.caller.Guard, s.notifier.caller.Note = s.guard, s.front.note
	go s.signals.handle(s.guard, s.agents.kill)
	s.agents.hasSignal = func() bool { return s.signals.firstSignal() != 0 }
	s.reviews = newReviews(ctx, c, s.front, s.guard)
	if t, ok := s.front.(*terminalFront); ok {
		t.addKnown = s.reviews.addKnown
	}
	input := make(chan loop.Input, 64)
	if err := s.front.begin(ctx, input); err != nil {
		if n := s.signals.firstSignal(); n != 0 {
			return End{Signal: n, ExitCode: 128 + n}, nil
		}
		return End{}, err
	}
	e := s.loop(ctx, input)
	return s.finish(e)
}

// loop runs the loop and records it.
func (s *supervision) loop(ctx context.Context, input <-chan loop.Input) *ending {
	e := &ending{}
	began := time.Now()
	s.recorder = newRecorder(s.Config, began, s.front.note)
	if s.Before.Said != "" {
		s.recorder.Continued(s.Before.recorded())
	}
	s.reviews.recorder, s.agents.recorder, s.agents.front = s.recorder, s.recorder, s.front
	s.reviews.programs = s.agents.programs
	s.agents.tee = openTee(s.Tee, s.guard, s.front.note)
	e.result, e.err = loop.Run(ctx, s.loopConfig(input))
	if e.result.Accepted {
		s.reviews.saveAccepted(e.result.Session.ID)
	}
	s.reviews.wait()
	left := leftRunning("", Family())
	s.agents.tee.close()
	e.duration = time.Since(began)
	e.result.TakeUp(s.Before.Session)
	end := s.recorder.endOf(*e)
	s.total(e, left)
	s.recorder.Close(end)
	return e
}

// loopConfig connects the loop with agent, reviewers, front and recording.
func (s *supervision) loopConfig(input <-chan loop.Input) loop.Config {
	return loop.Config{
		Policy:   s.Policy,
		Findings: s.Findings,
		Earlier:  s.Asked,
		MaxWait:  s.MaxWait,
		Idle:     s.Idle,
		Attended: s.Attended,
		Input:    input,
		Start: func(session loop.Session) (loop.Process, error) {
			s.notifier.setSession(session.ID)
			s.reviews.base() // before the agent changes anything
			return s.agents.start(session)
		},
		Review: func(ctx context.Context, r loop.Review) loop.ReviewResult {
			s.notifier.setSession(r.Session.ID)
			return s.reviews.review(ctx, r)
		},
		Claims:  s.reviews.holdClaims,
		Observe: s.takeEvent,
		Images:  s.front.imagesIn,
		Pause:   func() { s.front.flush(); s.recorder.Pause() },
		Guard:   s.guard,
		Tell:    s.tell,
		Record: func(r loop.Record) {
			if s.recorder.record(r); r.Kind == loop.RecordStarted { // a command has asked a model
				s.takeUpTask(s.last)
			}
		},
		Dismiss: s.dismiss,
		Save:    s.save(),
		Asked:   s.reviews.saveAsked,
		Log:     s.Log,
	}
}

// total adds to the ending what the launch came to. left is what the agent has left running.
func (s *supervision) total(e *ending, left string) {
	e.workTime = s.work.elapsed(time.Now())
	var files task.FileChanges
	if s.Attended && e.result.Session.ID != "" {
		files, e.changes = s.reviews.changeLines()
	}
	e.totals = output.TotalsOf(e.result, e.workTime)
	tasks, earlier := s.recorder.tasks.outcomes()
	if e.totals.NotCompleted = earlier; tasks.Tasks() > 1 {
		e.totals.Tasks = tasks
	}
	e.taskOf = s.recorder.tasks.tasksOf(e.result.Verdicts)
	e.totals.Left, e.mode = left, s.front.mode()
	e.isShown = e.totals.Repeats(s.shown) && files.Equal(s.shownFiles)
	if s.Attended {
		e.totals.Recording = s.recorder.Path()
		if e.mode != "" && e.result.Outcome == loop.Completed && !e.result.Left {
			e.totals.Mode = s.front.claudesMode(e.mode)
		}
	}
	if e.result.Session.ID != "" {
		s.recorder.Totals(e.totals, task.FileChanges{})
	}
}

// takeEvent passes an event of the agent to all who need it.
func (s *supervision) takeEvent(e streamjson.Event) {
	s.guardian.follow(e)
	s.tokens.Add("agent", e)
	s.reviews.follow(e)
	if e.Type == streamjson.TypeStreamEvent && !s.Attended && !s.Args.Partial {
		return // only the loop uses it, as a sign that the agent is at work
	}
	s.recorder.Line(session.PhaseAgent, "", e)
	s.front.showEvent("agent", "", e)
}

// tell passes a notice of the loop to all who need it.
func (s *supervision) tell(n loop.Notice) {
	s.work.follow(n, time.Now())
	s.recorder.Notice(n.Text, n.Reached)
	s.notifier.setDetail(n.Text)
	s.takeUpTask(n.At)
	s.last = n.At
	if n.Switched {
		s.reviews.judgedSession = n.At.Session.ID // its findings are in the state of that session
		s.task = s.beginTask(n.At)
	}
	if n.Verdict != nil {
		s.reviews.saveVerdict(n.At.Session.ID, *n.Verdict)
	}
	s.front.showNotice(n)
	if n.Verdict != nil {
		s.followTask(n)
	}
	s.reviews.tellClaims(n.At)
	if s.OnNotice != nil {
		if t := s.recorder.trees.Load(); t != nil && n.At.BaseTree == "" && n.At.Tree == t.work {
			n.At.BaseTree = t.base // the first task began with the launch, whose tree the loop does not know
		}
		s.OnNotice(n, s.tokens.CountWith(n.At.Reviewed))
	}
}

// finish reports the outcome of the launch.
func (s *supervision) finish(e *ending) (End, error) {
	r := e.result
	s.Log.Info("done", "outcome", r.Outcome, "session", r.Session.ID, "rounds", len(r.Verdicts),
		"cost_usd", r.CostUSD(), "err", e.err)
	signal := s.signals.firstSignal()
	e.outcome = output.OutcomeOf(r, e.duration, signal)
	outcome := e.outcome.Outcome
	if outcome == loop.Completed && !r.Left || !s.Attended && outcome != loop.Interrupted {
		s.front.callUser(string(outcome), e.oneLine())
	}
	if s.Run != nil && e.err == nil && !e.outcome.Retryable {
		// Saved before it is shown: a launch that is killed in between shows it again, but does not do the task again.
		if err := s.Run.End(e.outcome); err != nil {
			s.front.note(lang.M("the outcome was not saved, so the same --run-id would continue: %v", err))
		}
	}
	err := s.front.end(e)
	s.notifier.caller.Wait()
	rounds := r.MaxRounds
	if rounds == s.Policy.MaxRounds {
		rounds = 0
	}
	return End{
		Rounds: rounds, Outcome: string(outcome), Session: cmp.Or(r.Session.ID, s.Before.Session), Signal: signal,
		ExitCode: e.outcome.ExitCode, Summary: e.summary, Mode: e.mode, Left: r.Left, Off: r.Off,
		Rejected: r.Rejected,
	}, err
}

// ending is what a launch has to report at its end.
type ending struct {
	result   loop.Result
	err      error
	duration time.Duration
	workTime time.Duration // the part of took in which nobody waited for the user
	totals   task.Totals
	taskOf   []int    // of each verdict, the number of its task
	isShown  bool     // the user has read the totals and the changes, as those of the only task
	changes  []string // the changed files, in lines, for a user at a terminal
	outcome  output.Outcome
	findings []task.Finding // of the last task, after the user's dismissals; set by the front
	summary  string         // in lines, by the front; "" if it shows none
	mode     string         // see End
}

// save returns a function that saves the loop's state for the next launch with this --run-id. The user is told of its
// first error.
func (s *supervision) save() func(loop.Saved) {
	if s.Run == nil {
		return nil
	}
	said := false
	return func(state loop.Saved) {
		if err := s.Run.Save(state); err != nil && !said {
			said = true
			s.front.note(lang.M("not saved, so --run-id would resume from an earlier point: %v", err))
		}
	}
}

// stopwatch measures the time in which agent or reviewers work.
type stopwatch struct {
	started time.Time // when it was started; zero if it does not run
	total   time.Duration
}

func (w *stopwatch) follow(n loop.Notice, now time.Time) {
	if n.Begin {
		w.total, w.started = w.elapsed(now), time.Time{}
		if n.At.Phase != loop.PhaseUser {
			w.started = now
		}
	}
}

// elapsed returns the time that was measured so far.
func (w *stopwatch) elapsed(now time.Time) time.Duration {
	if w.started.IsZero() {
		return w.total
	}
	return w.total + now.Sub(w.started)
}

// dirOf returns the directory of a session. If that no longer exists, such as a removed work tree, it is the
// project's.
func (c Identity) dirOf(s loop.Session) string {
	if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
		return c.Dir
	}
	return s.Dir
}

// warn tells the user something before there is a screen.
func (u User) warn(m lang.Message) {
	fmt.Fprintf(u.Err, "ccc: %s\n", u.Language.Text(m))
}

// dismiss stores a finding that the user has dismissed.
func (s *supervision) dismiss(f task.Finding) error {
	s.reviews.addKnown(state.DismissalKey(f))
	s.reviews.saveDismissal(f)
	return s.State.Dismiss(s.Dir, f)
}
