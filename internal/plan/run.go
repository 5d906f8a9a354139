// Package plan implements ccc run, which does the tasks of a plan: a markdown file with a GitHub task list. ccc starts
// a supervised launch for each task, either one after another in the user's work tree, or several at once in work trees
// of their own. It ticks the boxes of finished tasks.
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

// Config says which plan to run, how to run it, and where to send messages.
type Config struct {
	Path        string // the absolute path of the plan
	RunID       string // --run-id, or "". With a run id, a task that has ended is reported again and not tried again
	Only        int    // do only the task with this number; 0 for all
	Jobs        int    // how many tasks run at once, each in a work tree; 0 for one after another in Dir
	KeepGoing   bool   // begin further tasks after a task that ended without being done
	Commit      bool   // commit each task that is done
	MaxCostUSD  float64
	MaxTokens   int64
	MaxDuration time.Duration // limit for the whole run; 0 for none

	Dir    string                 // the project's directory
	Judged string                 // a digest of the rubric at the start. All tasks are judged by that rubric
	Now    func() (digest string) // returns the digest of the present rubric
	// Settings returns a digest for each file in a directory that configures claude or names commands that claude runs.
	Settings func(dir string) map[string]string
	// Allow returns an error if a plan names a provider or a check that may not be used. It is called once, at the
	// start.
	Allow   func(tasklist.Plan) error
	Copy    link.Copy // the copy, made at the start, of the files that claude reads
	State   state.Dir
	Mask    *secret.Mask
	Command func(dir string, link []string, launch, key string, o tasklist.Options) *exec.Cmd // see [Launcher.Command]
	Notify  Notify
	Pulls   Pulls
	Merge   bool // merge the branches of the tasks into one branch at the end
	// Checks runs the rubric's checks in a directory. It stops them when stop is closed.
	Checks func(dir string, stop <-chan struct{}) []outcome.MergeCheck

	Signals <-chan os.Signal   // each ends the run
	Say     func(lang.Message) // prints a message for the user
	Line    func(task int, text string)
	Changed func()      // called from any goroutine when [Run.Rows] has changed
	Event   func(Event) // gets each event, one after another; nil drops them
}

// MaxKey is the length limit of a run id, in bytes. The run ids of the tasks consist of the run's id and a suffix.
const MaxKey = runid.MaxKey - len("/abcdef123456/1000")

// run is the state of a run. Only the goroutine of [Run.Do] uses it, except for rows and the numbers of the jobs.
type run struct {
	Config
	fileKey     string // names the run's files in the state directory
	store       *runid.Run
	treeLock    *runid.Run          // locks the work tree in which the run commits; nil if it commits in none
	repo        worktree.Repository // with Jobs or Commit
	file        string              // the path of the plan, without symbolic links
	events      chan event
	began       time.Time
	earlierTime time.Duration // in earlier starts

	firstFailure *outcome.Ending  // of the first task that ended without being done
	retryLater   bool             // a task that is not done may be tried again later
	stopReason   error            // why no further task begins; nil while tasks may begin
	signals      <-chan os.Signal // Config.Signals, passed on
	stopping     <-chan struct{}  // closed at the first signal
	done         chan struct{}    // closed at the end
	signal       syscall.Signal   // the signal that ended the run; 0 for none
	signalled    bool             // a signal was sent to the running tasks, to end them
	limitReached bool             // the run ended at its limit on cost, tokens or time
	// The run ended because somebody changed a file that decides how it goes on, see [run.tamper].
	tampered        bool
	treeTouched     bool     // the user's own work tree changed while tasks ran in others
	headMoved       bool     // the user's own work tree is on another branch, or on another line of commits
	alteredBranches []string // branches that another program changed after their tasks ended

	// branchTips are the last commits of the branches in ccc/, as the run found or left them; "" for a branch that does
	// not exist.
	branchTips  map[string]string
	textsEdited bool // the texts of open tasks changed while tasks ran

	settings map[string]string            // the digests of the settings in Dir when this start began
	programs map[string]map[string]string // by work tree: what git would run there, see [run.mayRunGit]

	plan         tasklist.Plan // as the run last read it
	source       []byte        // the text of plan
	record       record
	running      map[string]*job // by the name of the task
	settledTasks map[string]bool // tasks that this start has finished with
	toldWaiting  map[string]bool // tasks for which the user was told that they cannot begin
	planAtStart  tasklist.Plan
	addedCount   int         // number of begun tasks that were not in planAtStart
	onlyTask     tasklist.ID // the task to do, if Config.Only is set
	notifier     *notifier
	emitMu       sync.Mutex
	pulls        *pulls   // nil without pull requests
	merging      *merging // nil until the run merges the branches
	merges       int      // number of sessions in this start that resolve conflicts
	// heldTasks maps the names of tasks that cannot begin before their base branches are merged to the reason. onMerged
	// has the tasks that can begin after that, from the merged branch. Both are used only with Merge.
	heldTasks map[string]error
	onMerged  map[string]bool
	rows      atomic.Pointer[[]outcome.Row]
}

// event says that the ccc of a job has ended, or has sent a new status.
type event struct {
	name     string
	hasEnded bool
	status   link.Status
}

// Run is an opened run. Its methods are what other packages use.
type Run struct{ *run }

// The record is saved from time to time even if nothing happens, so that a kill loses little of the elapsed time. The
// first save comes after leastBeat. Each following one comes when the age of the start has doubled, or after mostBeat
// if that is sooner. So a kill loses at most half of the time of a start.
const (
	leastBeat = 100 * time.Millisecond
	mostBeat  = 10 * time.Second
)

// Do does the tasks until none is left, or until one ends without being done. An error means that the result could not
// be saved.
func (r *Run) Do() (outcome.Result, error) {
	var up <-chan time.Time
	if r.MaxDuration > 0 {
		up = time.After(r.MaxDuration - r.earlierTime)
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
		case caught := <-r.signals: // the signal arrived while git ran
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
			r.limitReached = true
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
	r.record.Ended = r.signal == 0 && (r.limitReached || r.tampered || !r.retryLater)
	r.record.Home = nil
	r.record.Open = nil // from now on every tick is the user's
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

// stopBySignal ends the run because of a signal: no further task begins, and the running tasks get the signal.
func (r *run) stopBySignal(signal os.Signal) {
	r.signal = signal.(syscall.Signal)
	why := lang.Errorf("ended by signal %d", r.signal)
	if r.signal == syscall.SIGINT {
		why = lang.Errorf("ended by ctrl-c")
	}
	r.beginNoMore(why)
	r.signalTasks(signal)
}

// isAtLimit reports whether the tasks have reached the run's limit on cost or on tokens.
func (r *run) isAtLimit() bool {
	return r.MaxCostUSD > 0 && r.cost() >= r.MaxCostUSD || r.MaxTokens > 0 && r.tokens() >= r.MaxTokens
}

// stopAtLimit ends the run because it reached its limit on cost, tokens or time.
func (r *run) stopAtLimit() {
	r.limitReached = true
	if atTokens := r.MaxTokens > 0 && r.tokens() >= r.MaxTokens; !atTokens && r.MaxCostUSD > 0 {
		r.beginNoMore(lang.Errorf("the run has cost %s, and its limit is %s",
			text.Dollars(r.cost()), text.Dollars(r.MaxCostUSD)))
	} else {
		r.beginNoMore(lang.Errorf("the run has read and written %d tokens, and its limit is %d", r.tokens(),
			r.MaxTokens))
	}
	r.signalTasks(syscall.SIGTERM)
}

// beginNoMore lets no further task begin, and tells the user why. The first reason becomes the reason of the run.
func (r *run) beginNoMore(why error) {
	if r.stopReason != nil && r.stopReason.Error() == why.Error() {
		return
	}
	r.Say(lang.M("%v", why))
	r.stopReason = cmp.Or(r.stopReason, why)
}

// signalTasks sends a signal to the running tasks. They end, and a later start can go on with them.
func (r *run) signalTasks(signal os.Signal) {
	r.signalled = true
	if signal == syscall.SIGQUIT { // at SIGQUIT a Go program prints its goroutines
		signal = syscall.SIGTERM
	}
	for _, j := range r.running {
		j.child.Signal(signal)
	}
}

// updateRows stores the present state of the tasks for [Run.Rows].
func (r *run) updateRows() {
	rows := r.makeRows()
	r.rows.Store(&rows)
	r.Changed()
}

// handle applies an event to its job.
func (r *run) handle(e event) {
	j := r.running[e.name]
	switch {
	case e.hasEnded:
		r.endTask(j)
	case e.status.Error != "":
		j.failed = e.status.Error
	default:
		before := j.status
		j.status = e.status
		r.emitStatus(j, before)
		if e.status.Limit != "" {
			j.limit, j.saidOthersWait = e.status.Limit, false
			r.notifier.notifyLimit(j, e.status.Limit)
		}
		if r.isAtLimit() && r.Jobs > 1 && !r.signalled {
			r.stopAtLimit()
		}
	}
}

// tokens returns the number of tokens that all tasks of this run have read and written, including the running tasks.
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

// cost returns the cost of all tasks of this run in dollars, including the running tasks.
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

// isCutOff reports whether some task was interrupted, so that the next start goes on with it.
func (r *run) isCutOff() bool {
	for _, e := range r.record.Tasks {
		if e.Running || e.Retryable && !e.IsCompleted() {
			return true
		}
	}
	return false
}

// elapsed returns the duration of the run, added up over all its starts.
func (r *run) elapsed() time.Duration { return r.earlierTime + time.Since(r.began) }
