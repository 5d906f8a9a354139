// Package plan is ccc run: it does the tasks of a plan, a markdown file with a GitHub task list. Each task is a
// supervised launch of its own, which ccc starts: one after another in the user's tree, or several at once in work
// trees. The boxes of finished tasks are ticked.
package plan

import (
	"cmp"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ccc/internal/lang"
	"ccc/internal/plan/link"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/supervision/runid"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Config says what to run, how, and whom to tell.
type Config struct {
	Path        string // the absolute path of the plan
	RunID       string // --run-id, or "": with one, a task that has ended is reported again and not tried again
	Only        int    // do only the task with this number; 0 for all
	Jobs        int    // how many tasks run at once, each in a work tree; 0 for one after another in Dir
	KeepGoing   bool   // begin further tasks after one that was not done
	Commit      bool   // commit each task that is done
	MaxCostUSD  float64
	MaxTokens   int64
	MaxDuration time.Duration // of the whole run; 0 for no bound

	Dir    string                 // the project
	Judged string                 // a digest of the rubric at the start, by which all tasks are judged
	Now    func() (digest string) // the digest of the rubric as it is now
	// Settings returns a digest of each file in a directory by which claude runs something or is set.
	Settings func(dir string) map[string]string
	// Allow refuses a plan that names a provider or a check which may not be used. It is called once, at the start.
	Allow   func(tasklist.Plan) error
	Copy    link.Copy // of what claude reads, made at the start
	State   state.Dir
	Mask    *secret.Mask
	Command func(dir string, link []string, launch, key string, o tasklist.Options) *exec.Cmd // see [Launcher.Command]
	Notify  Notify
	Pulls   Pulls
	Merge   bool // the branches are merged into one, at the end
	// Checks runs the checks of the rubric in a directory, until stop is closed.
	Checks func(dir string, stop <-chan struct{}) []outcome.MergeCheck

	Signals <-chan os.Signal   // each ends the run
	Say     func(lang.Message) // tells the user something
	Line    func(task int, text string)
	Changed func()      // called from any goroutine when [Run.Rows] has changed
	Event   func(Event) // gets each event, one after another; nil for nobody
}

// MaxKey is the length limit of a run id, in bytes. The run ids of the tasks begin with it and are longer.
const MaxKey = runid.MaxKey - len("/abcdef123456/1000")

// run is a run that goes on. Only the goroutine of [Run.Do] touches it, but for rows and the numbers of the jobs.
type run struct {
	Config
	key      string // names the run, for what is kept of it
	store    *runid.Run
	treeLock *runid.Run          // of the work tree in which the run commits; nil for none
	repo     worktree.Repository // with Jobs or Commit
	file     string              // of the plan, without symbolic links
	events   chan event
	began    time.Time
	spent    time.Duration // in earlier starts

	firstFailure *outcome.Ending  // of the first task that is not done
	retryLater   bool             // a task that is not done may be tried again
	stopReason   error            // why no further task is begun; nil while tasks may begin
	signals      <-chan os.Signal // Config.Signals, passed on
	stopping     <-chan struct{}  // closed at the first signal
	over         chan struct{}    // closed at the end
	signal       syscall.Signal   // the one that ended the run; 0 for none
	signalled    bool             // the tasks that run were told to end
	atBound      bool             // the run ended at its bound on cost or time
	tampered     bool             // the run ended because something was changed, see [run.tamper]
	touched      bool             // the user's own work tree changed while tasks ran in others
	moved        bool             // it is on another branch, or on another line of commits
	altered      []string         // branches that are not what their tasks left

	// tips are the last commits of branches in ccc/, as the run found or left them; "" for one that is not there.
	tips   map[string]string
	edited bool // the words of open tasks changed while tasks ran

	settings map[string]string            // of Dir when this start began
	programs map[string]map[string]string // by work tree, what git would run there, see [run.mayRunGit]

	plan        tasklist.Plan // as it was read last
	source      []byte        // its text
	record      record
	running     map[string]*job // by the name of the task
	settledNow  map[string]bool // tasks that this start has finished with
	toldToWait  map[string]bool // tasks of which the user was told that they are not begun
	planAtStart tasklist.Plan
	added       int         // tasks begun that were not in planAtStart
	only        tasklist.ID // with Only
	notifier    *notifier
	emitting    sync.Mutex
	pulls       *pulls   // nil without pull requests
	merging     *merging // nil until the branches are merged
	merges      int      // sessions of this start that resolve conflicts
	// With Merge, held has why tasks cannot begin before the branches that they build on are merged, by their names, and
	// onMerged those that begin with the merged branch then.
	held     map[string]error
	onMerged map[string]bool
	rows     atomic.Pointer[[]outcome.Row]
}

// event is news of a job: its ccc has ended, or has a new status.
type event struct {
	name   string
	ended  bool
	status link.Status
}

// Run is a run that goes on.
type Run struct{ *run }

// The record is saved from time to time even if nothing happens, so that a kill loses little of the elapsed time. The
// first save comes after leastBeat, the next ones each time the start is twice as old, or after mostBeat. So at least
// half of the time of a start is kept.
const (
	leastBeat = 100 * time.Millisecond
	mostBeat  = 10 * time.Second
)

// Do does the tasks, until none is left to do or one is not done. With an error, the result could not be saved.
func (r *Run) Do() (outcome.Result, error) {
	var up <-chan time.Time
	if r.MaxDuration > 0 {
		up = time.After(r.MaxDuration - r.spent)
	}
	beat := time.NewTimer(leastBeat)
	defer beat.Stop()
	var life <-chan time.Time
	if r.Commit && r.Jobs == 0 {
		ticker := time.NewTicker(lifeBeat)
		defer ticker.Stop()
		life = ticker.C
	}
	for {
		select {
		case caught := <-r.signals: // it came while git ran
			r.stopBySignal(caught)
		default:
		}
		for more := true; more; {
			r.beginTasks()
			more = len(r.running) == 0 && r.mergeOn()
		}
		r.updateRows()
		if len(r.running) == 0 {
			break
		}
		select {
		case e := <-r.events:
			r.handle(e)
		case caught := <-r.signals:
			r.stopBySignal(caught)
		case <-up:
			r.atBound = true
			r.beginNoMore(lang.Errorf("the time of the run is up: %s", r.MaxDuration))
			r.signalTasks(syscall.SIGTERM)
		case <-life:
			link.ShowLife(r.store.Lock().Fd())
		case <-beat.C:
			r.trySave()
			beat.Reset(min(time.Since(r.began), mostBeat))
		}
	}
	result := r.result()
	r.notifier.notifyEnd(result)
	defer r.notifier.caller.Wait()
	r.record.Ended = r.signal == 0 && (r.atBound || r.tampered || !r.retryLater)
	r.record.Home = nil
	r.record.Open = nil // from now on only the user ticks
	if !r.isCutOff() {
		r.record.Programs = nil
	}
	err := r.save()
	if err != nil {
		result.Outcome, result.ExitCode, result.Reason = outcome.Failed, exitFailed, err.Error()
	}
	r.emit(Event{Type: eventResult, Result: &result})
	return result, err
}

// stopBySignal ends the run for a signal: no task begins any more, and those that run get the signal.
func (r *run) stopBySignal(signal os.Signal) {
	r.signal = signal.(syscall.Signal)
	why := lang.Errorf("ended by signal %d", r.signal)
	if r.signal == syscall.SIGINT {
		why = lang.Errorf("ended by ctrl-c")
	}
	r.beginNoMore(why)
	r.signalTasks(signal)
}

// atBounds reports whether the tasks have cost as much, or read and written as many tokens, as they may.
func (r *run) atBounds() bool {
	return r.MaxCostUSD > 0 && r.cost() >= r.MaxCostUSD || r.MaxTokens > 0 && r.tokens() >= r.MaxTokens
}

// stopAtBound ends the run because of that.
func (r *run) stopAtBound() {
	r.atBound = true
	if atTokens := r.MaxTokens > 0 && r.tokens() >= r.MaxTokens; !atTokens && r.MaxCostUSD > 0 {
		r.beginNoMore(lang.Errorf("the run has cost %s, and its limit is %s",
			text.Dollars(r.cost()), text.Dollars(r.MaxCostUSD)))
	} else {
		r.beginNoMore(lang.Errorf("the run has read and written %d tokens, and its limit is %d", r.tokens(), r.MaxTokens))
	}
	r.signalTasks(syscall.SIGTERM)
}

// beginNoMore lets no further task begin. It tells the user why. The first reason is that of the run.
func (r *run) beginNoMore(why error) {
	if r.stopReason != nil && r.stopReason.Error() == why.Error() {
		return
	}
	r.Say(lang.M("%v", why))
	r.stopReason = cmp.Or(r.stopReason, why)
}

// signalTasks sends a signal to the tasks that run. They end, and can go on later.
func (r *run) signalTasks(signal os.Signal) {
	r.signalled = true
	if signal == syscall.SIGQUIT { // at SIGQUIT a Go program prints its goroutines
		signal = syscall.SIGTERM
	}
	for _, j := range r.running {
		j.child.Signal(signal)
	}
}

// updateRows gives [Run.Rows] the present state of the tasks.
func (r *run) updateRows() {
	rows := r.makeRows()
	r.rows.Store(&rows)
	r.Changed()
}

// handle updates a job by an event.
func (r *run) handle(e event) {
	j := r.running[e.name]
	switch {
	case e.ended:
		r.endTask(j)
	case e.status.Error != "":
		j.failed = e.status.Error
	default:
		before := j.status
		j.status = e.status
		r.emitStatus(j, before)
		if e.status.Limit != "" {
			j.limit, j.heldOthers = e.status.Limit, false
			r.notifier.notifyLimit(j, e.status.Limit)
		}
		if r.atBounds() && r.Jobs > 1 && !r.signalled {
			r.stopAtBound()
		}
	}
}

// tokens is what all tasks of this run have read and written, including those that run.
func (r *run) tokens() (n int64) {
	for name, e := range r.record.Tasks {
		used := e.Used
		if j := r.running[name]; j != nil {
			used = max(j.status.Used, j.earlier.Used)
		}
		n += used + e.TriesUsed - e.EarlierUsed
	}
	return n
}

// cost is what all tasks of this run have cost, in dollars, including those that run.
func (r *run) cost() (usd float64) {
	for name, e := range r.record.Tasks {
		if j := r.running[name]; j != nil {
			usd += max(j.status.CostUSD, j.earlier.CostUSD)
		} else {
			usd += e.CostUSD
		}
		usd += e.TriesUSD - e.Earlier
	}
	return streamjson.RoundUSD(usd)
}

// isCutOff reports whether a task goes on in the next start.
func (r *run) isCutOff() bool {
	for _, e := range r.record.Tasks {
		if e.Running || e.Retryable && !e.Completed() {
			return true
		}
	}
	return false
}

// elapsed is the time that the run has taken, over all its starts.
func (r *run) elapsed() time.Duration { return r.spent + time.Since(r.began) }
