package plan

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/runid"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/text"
	"ccc/loop"
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
	MaxDuration time.Duration // of the whole run; 0 for no bound

	Dir     string                 // the project
	Judged  string                 // a digest of the rubric at the start, by which all tasks are judged
	Now     func() (digest string) // the digest of the rubric as it is now
	State   state.Dir
	Mask    *secret.Mask
	Command func(dir string, link []string, launch, key string) *exec.Cmd // see [Launcher.Command]

	Signals <-chan os.Signal   // each ends the run
	Say     func(lang.Message) // tells the user something
	Line    func(task int, text string)
	Changed func() // called from any goroutine when [Run.Rows] has changed
}

// MaxKey is the length limit of a run id, in bytes. The run ids of the tasks begin with it and are longer.
const MaxKey = runid.MaxKey - len("/abcdef123456/1000")

// run is a run that goes on. Only the goroutine of [Run.Do] touches it, but for rows and the numbers of the jobs.
type run struct {
	Config
	key      string // names the run, for what is kept of it
	store    *runid.Run
	treeLock *runid.Run // of the work tree in which the run commits; nil for none
	repo     repository // with Jobs or Commit
	file     string     // of the plan, without symbolic links
	events   chan event
	began    time.Time
	spent    time.Duration // in earlier starts

	firstFailure *ending          // of the first task that is not done
	retryLater   bool             // a task that is not done may be tried again
	stopReason   error            // why no further task is begun; nil while tasks may begin
	signals      <-chan os.Signal // Config.Signals, passed on
	stopping     <-chan struct{}  // closed at the first signal
	over         chan struct{}    // closed at the end
	signal       syscall.Signal   // the one that ended the run; 0 for none
	signalled    bool             // the tasks that run were told to end
	atBound      bool             // the run ended at its bound on cost or time

	rubricChanged bool // what the tasks are judged by is not Judged any more

	plan        Plan
	record      record
	running     map[string]*job // by the name of the task
	settledNow  map[string]bool // tasks that this start has finished with
	heldBack    map[string]bool // new tasks, which appeared while another one's line went away
	planAtStart Plan
	added       int // tasks begun that were not in planAtStart
	only        ID  // with Only
	rows        atomic.Pointer[[]Row]
}

// job is a task that is being done.
type job struct {
	Task
	number   atomic.Int64 // in the plan by now; Number is the one at its begin
	name     string
	entry    *entry
	dir      string
	launch   string
	began    time.Time
	kills    int // how often its ccc was killed
	child    *child
	status   Status
	failed   string        // the error with which its ccc ended
	planThen Plan          // the plan when the task began
	earlier  ending        // in the starts before
	cut      time.Duration // spent in a start that was killed
}

// event is news of a job: its ccc has ended, or has a new status.
type event struct {
	name   string
	ended  bool
	status Status
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

// Do does the tasks, until none is left to do or one is not done.
func (r *Run) Do() (Result, error) {
	var up <-chan time.Time
	if r.MaxDuration > 0 {
		up = time.After(r.MaxDuration - r.spent)
	}
	beat := time.NewTimer(leastBeat)
	defer beat.Stop()
	for {
		select {
		case caught := <-r.signals: // it came while git ran
			r.stopBySignal(caught)
		default:
		}
		r.beginTasks()
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
		case <-beat.C:
			r.trySave()
			beat.Reset(min(time.Since(r.began), mostBeat))
		}
	}
	r.record.Ended = r.signal == 0 && (r.atBound || !r.retryLater)
	result := r.result()
	r.record.Open = nil // from now on only the user ticks
	return result, r.save()
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

// stopAtCost ends the run because its tasks have cost as much as they may.
func (r *run) stopAtCost() {
	r.atBound = true
	r.beginNoMore(lang.Errorf("the run has cost %s, and its limit is %s",
		text.Dollars(r.cost()), text.Dollars(r.MaxCostUSD)))
	r.signalTasks(syscall.SIGTERM)
}

// beginNoMore lets no further task begin. The first reason is told to the user, and kept.
func (r *run) beginNoMore(why error) {
	if r.stopReason == nil {
		r.Say(lang.M("%v", why))
		r.stopReason = why
	}
}

// signalTasks sends a signal to the tasks that run. They end, and can go on later.
func (r *run) signalTasks(signal os.Signal) {
	r.signalled = true
	if signal == syscall.SIGQUIT { // at SIGQUIT a Go program prints its goroutines
		signal = syscall.SIGTERM
	}
	for _, j := range r.running {
		j.child.signal(signal)
	}
}

// updateRows gives [Run.Rows] the present state of the tasks.
func (r *run) updateRows() {
	rows := r.makeRows()
	r.rows.Store(&rows)
	r.Changed()
}

// A run without a bound on cost and time begins at most this many tasks that were added while it ran, or as many as the
// plan had at its start if those are more: an agent could add a task each time.
const leastAdded = 10

// beginTasks begins as many tasks as may run now.
func (r *run) beginTasks() {
	for r.stopReason == nil && len(r.running) < max(r.Jobs, 1) {
		r.rereadPlan()
		t, e := r.nextTask()
		if e == nil {
			return
		}
		if r.MaxCostUSD > 0 && r.cost() >= r.MaxCostUSD {
			r.stopAtCost()
			return
		}
		if _, there := r.planAtStart.Find(t.ID); !there {
			bounded := r.MaxCostUSD > 0 || r.MaxDuration > 0
			if most := max(leastAdded, len(r.planAtStart.Tasks)); !bounded && r.added >= most {
				r.beginNoMore(lang.Errorf("%d tasks were added to the plan during the run, and there are more: "+
					"without %s or %s it does not do those", most, "--max-cost-usd", "--max-duration"))
				return
			}
			r.added++
		}
		if err := r.prepareTree(taskName(r.key, t.ID), e); err != nil {
			r.beginNoMore(err)
			return
		}
		if err := r.beginTask(t, e); err != nil {
			r.noteFailedBegin(t, e, err)
		}
	}
}

// rereadPlan reads the plan again, since the user may have changed it.
func (r *run) rereadPlan() {
	now, err := Load(r.Path, 0)
	if err != nil {
		r.beginNoMore(err)
		return
	}
	r.plan = now
	r.noteTicks()
	for _, j := range r.running {
		if t, ok := now.Find(j.ID); ok && j.number.Swap(int64(t.Number)) != int64(t.Number) {
			j.entry.Number = t.Number
			r.Say(lang.M("task %d of %d by now: %s", t.Number, len(now.Tasks), brief(t.Title)))
		}
	}
}

// noteTicks records which tasks are open, and which were ticked by somebody else than the run. An agent may tick a task
// that nobody has done.
func (r *run) noteTicks() {
	for _, t := range r.plan.Tasks {
		name := taskName(r.key, t.ID)
		if !t.Done {
			r.record.Open[name] = t.ID
			delete(r.record.Others, name)
			continue
		}
		e := r.record.Tasks[name]
		if e == nil {
			e = &entry{}
		}
		_, open := r.record.Open[name]
		if _, known := r.record.Others[name]; known || r.running[name] != nil || e.done() {
			continue
		}
		if open || e.ending != (ending{}) {
			r.record.Others[name] = open
		}
	}
}

// nextTask returns the task to begin now. The entry is nil if there is none, or if others must end first. A task that
// was not done, and must not be tried again, ends the run once more.
func (r *run) nextTask() (Task, *entry) {
	for _, t := range r.plan.Tasks {
		name := taskName(r.key, t.ID)
		if r.Only > 0 && r.only != t.ID || r.running[name] != nil || r.heldBack[name] {
			continue
		}
		e := r.record.Tasks[name]
		if t.Done || r.RunID != "" && e != nil && e.Kept {
			if e != nil && !t.Done && !r.settledNow[name] {
				r.settledNow[name] = true
				r.tick(e)
			}
			continue
		}
		e, begin := r.findEntry(t)
		if !begin {
			if !r.settledNow[name] {
				r.settledNow[name] = true
				r.noteNotDone(e)
			}
			if r.stopReason != nil {
				return t, nil
			}
			continue
		}
		for _, j := range r.running {
			if now, ok := r.plan.Find(j.ID); ok && now.Group != t.Group || !ok && j.Group != t.Group {
				return t, nil // a heading is between them
			}
		}
		return t, e
	}
	return Task{}, nil
}

// cost is what all tasks of this run have cost, in dollars, including those that run.
func (r *run) cost() (usd float64) {
	for name, e := range r.record.Tasks {
		if j := r.running[name]; j != nil {
			usd += max(j.status.CostUSD, j.earlier.CostUSD)
		} else {
			usd += e.CostUSD
		}
		usd -= e.Earlier
	}
	return streamjson.RoundUSD(usd)
}

// costLeft is the bound on the cost of a task, over all its starts, so that the run stays within its own.
func (r *run) costLeft(e *entry) float64 { return r.MaxCostUSD - r.cost() + e.CostUSD }

// beginTask begins a task, or goes on with one that was cut off.
func (r *run) beginTask(t Task, e *entry) error {
	j := &job{
		Task: t, name: taskName(r.key, t.ID), entry: e, dir: r.Dir, launch: uuid.NewString(), began: time.Now(),
		planThen: r.plan, earlier: e.ending, cut: e.Cut,
	}
	e.Number = t.Number
	j.number.Store(int64(t.Number))
	if r.Jobs > 0 {
		e.Tree = true
		tree := r.repo.treeFor(j.name)
		if r.repo.HasBranch(tree.branch) && !r.repo.exists(tree) {
			r.Say(lang.M("task %d: its work tree is made again, from %s", t.Number, tree.branch))
		}
		if err := r.repo.makeTree(tree, r.baseBranches(t)); err != nil {
			return err
		}
		j.dir = filepath.Join(tree.path, r.repo.prefix)
		if err := r.repo.notePosition(e, tree.path, tree.branch); err != nil {
			return err
		}
	} else if r.Commit {
		if err := r.repo.notePosition(e, r.repo.Dir, ""); err != nil {
			return err
		}
	}
	if err := r.save(); err != nil {
		return err
	}
	r.Say(lang.M("task %d of %d: %s", t.Number, len(r.plan.Tasks), brief(t.Title)))
	return r.startTask(j)
}

// baseBranches are the branches that a task builds on: the work of the tasks under earlier headings.
func (r *run) baseBranches(t Task) (branches []string) {
	for _, before := range r.plan.Tasks {
		name := taskName(r.key, before.ID)
		tree := r.repo.treeFor(name)
		if before.Group >= t.Group || r.record.Tasks[name] == nil || !r.repo.HasBranch(tree.branch) {
			continue
		}
		branches = append(branches, tree.branch)
		if list, err := r.repo.At(tree.path).Dirty(r.planIn(tree)); err == nil && len(list) > 0 {
			r.Say(lang.M("task %d begins without the uncommitted changes in %s", t.Number, tree.path))
		}
	}
	return branches
}

// startTask starts the ccc of a task.
func (r *run) startTask(j *job) error {
	locks := r.locks()
	terms := terms{Dir: r.Dir, Judged: r.Judged, Title: brief(j.Title), Locks: len(locks)}
	if r.MaxCostUSD > 0 {
		terms.CostUSD = r.costLeft(j.entry)
	}
	argument, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%s/%s/%d", r.key, file.Digest(j.name)[:12], j.entry.Try)
	command := r.Command(j.dir, []string{Word, string(argument)}, j.launch, key)
	command.Env = append(command.Environ(), taskEnv+"="+j.launch)
	command.Stdin = strings.NewReader(prompt(r.plan, j.Task, r.Path))
	said := func(line string) { r.Line(int(j.number.Load()), line) }
	status := func(s Status) { r.events <- event{name: j.name, status: s} }
	ended := func(*child) { r.events <- event{name: j.name, ended: true} }
	child, err := start(command, locks, said, status, ended)
	if err != nil {
		return err
	}
	j.child, r.running[j.name] = child, j
	return nil
}

// maxStarts is how often the ccc of a task is started if it is killed each time.
const maxStarts = 3

// handle updates a job by an event.
func (r *run) handle(e event) {
	j := r.running[e.name]
	switch {
	case e.ended:
		r.endTask(j)
	case e.status.Error != "":
		j.failed = e.status.Error
	default:
		j.status = e.status
		if r.MaxCostUSD > 0 && r.cost() >= r.MaxCostUSD && r.Jobs > 1 && !r.signalled {
			r.stopAtCost()
		}
	}
}

// endTask settles a task whose ccc has ended. A ccc that was killed is started again.
func (r *run) endTask(j *job) {
	code, killedBy := j.child.status()
	if killedBy != 0 && !r.signalled && j.kills+1 < maxStarts {
		j.kills++
		r.Say(lang.M("task %d: its ccc was killed by signal %d: it goes on", j.entry.Number, killedBy))
		if err := r.startTask(j); err == nil {
			return
		}
	}
	delete(r.running, j.name)
	r.settledNow[j.name] = true
	r.noteLeft(j.name)
	if j.child.hasPrinted {
		j.entry.ending = endingOf(j.child.printed)
	} else {
		j.entry.ending = j.endingWithoutOutcome(code, killedBy != 0)
	}
	j.entry.DurationMS = j.earlier.DurationMS + (j.cut + time.Since(j.began)).Milliseconds()
	j.entry.Cut = 0
	j.entry.Over = true
	r.trySave()
	r.Say(lang.M("task %d, %q: %s", j.entry.Number, brief(j.Title), j.entry.describe()))
	r.nameLeftProcesses(j)
	if r.Now() != r.Judged && !r.rubricChanged {
		r.rubricChanged = true
		r.Say(lang.M("SUPERVISOR.md, or a file next to it, changed while task %d ran: look at it before another task "+
			"is judged by it", j.entry.Number))
	}
	if j.entry.Retryable && j.entry.Outcome == loop.NotCompleted { // it ended at the cost that was left for it
		r.stopAtCost()
	}
	if j.entry.done() {
		r.finish(j.name, j.entry)
	} else {
		if r.Jobs == 0 {
			if err := r.checkPosition(r.repo.Dir, j.entry); err != nil {
				r.beginNoMore(err)
			}
		}
		r.noteNotDone(j.entry)
	}
	r.rereadPlan()
	r.holdNewTasks(j)
}

// endingWithoutOutcome describes the end of a task whose ccc printed no outcome.
func (j *job) endingWithoutOutcome(code int, killed bool) ending {
	e := ending{
		Outcome: loop.Interrupted, ExitCode: code, Retryable: killed || code == output.ExitRetry || code > 128,
		CostUSD: max(j.status.CostUSD, j.earlier.CostUSD), SessionID: cmp.Or(j.status.Session, j.earlier.SessionID),
		Rounds: j.earlier.Rounds,
	}
	if code == output.ExitRetry { // another run is doing the task
		e.Outcome, e.Reason = loop.NeedsUser, j.failed
	}
	if !e.Retryable {
		e.Outcome, e.ExitCode = "", max(code, 1)
		e.Reason = cmp.Or(j.failed, fmt.Sprintf("ccc has ended with exit code %d", code))
	}
	return e
}

// noteFailedBegin records a task that could not be begun.
func (r *run) noteFailedBegin(t Task, e *entry, err error) {
	r.settledNow[taskName(r.key, t.ID)] = true
	e.Over, e.ending = true, ending{ExitCode: 1, Reason: err.Error()}
	if conflict := new(conflictError); errors.As(err, &conflict) {
		e.ending = ending{Outcome: loop.NeedsUser, ExitCode: output.ExitNeedsUser, Reason: err.Error()}
	}
	r.trySave()
	r.Say(lang.M("task %d, %q: %v", t.Number, brief(t.Title), err))
	r.noteNotDone(e)
}

// noteNotDone records that a task ended without being done. Unless KeepGoing is set, no further task begins.
func (r *run) noteNotDone(e *entry) {
	if r.firstFailure == nil {
		r.firstFailure = &e.ending
	}
	r.retryLater = r.retryLater || e.Retryable
	if !r.KeepGoing && r.stopReason == nil {
		r.stopReason = lang.Errorf("a task was not done")
	}
}

// elapsed is the time that the run has taken, over all its starts.
func (r *run) elapsed() time.Duration { return r.spent + time.Since(r.began) }

// save writes the record, with the elapsed time.
func (r *run) save() error {
	r.record.Spent = r.elapsed()
	for _, j := range r.running {
		j.entry.Cut = j.cut + time.Since(j.began)
	}
	return r.store.SetPlan(r.record)
}

// trySave saves the record. If that fails the user is told, and the run goes on.
func (r *run) trySave() {
	if err := r.save(); err != nil {
		r.Say(lang.M("not saved, so the run would resume from an earlier point: %v", err))
	}
}

// prompt is the message for the agent of a task.
func prompt(p Plan, t Task, path string) string {
	around := strings.TrimSpace(p.Context + "\n\n" + t.Section)
	if around == "" {
		return t.Text
	}
	words := "This is what a list of tasks has in common. One of them is yours, and none of the others:\n\n%s\n\n" +
		"(ccc ticks the boxes of %s: leave them as they are.)"
	if chinese(around + t.Text) {
		words = "以上是一份任务列表的共同部分。其中只有下面这个任务是你的，其他的都不是：\n\n%s\n\n（%s 里的方框由 ccc 打勾，请不要改动。）"
	}
	return around + "\n\n---\n\n" + fmt.Sprintf(words, t.Text, filepath.Base(path))
}
