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

// Config is what a run needs to know.
type Config struct {
	Path        string // of the plan, absolute
	RunID       string // of --run-id, "" for none: with one, a task that has ended is reported again and not tried again
	Only        int    // the number of the one task to be done; 0 for all
	Jobs        int    // so many at once, each in a work tree; 0 for one after another in Dir
	KeepGoing   bool   // after a task that is not done, too
	Commit      bool   // what is done
	MaxCostUSD  float64
	MaxDuration time.Duration // of all tasks; 0 for no bound

	Dir     string                 // the project's
	Judged  string                 // a digest of what all tasks are judged by
	Now     func() (digest string) // of what that is by now
	State   state.Dir
	Mask    *secret.Mask
	Command func(dir string, link []string, launch, key string) *exec.Cmd // the ccc of a task in a directory

	Signals <-chan os.Signal   // those that end the run
	Say     func(lang.Message) // tells the person something
	Line    func(task int, text string)
	Changed func() // something has changed of what [Run.Rows] tells; called from any goroutine
}

// MaxKey is how long a key may be, in bytes: the keys of the tasks begin with it.
const MaxKey = runid.MaxKey - len("/abcdef123456/1000")

// run is a run while it goes on, which one goroutine has.
type run struct {
	Config
	key     string // names the run, for what is kept of it
	kept    *runid.Run
	tree    *runid.Run // of the work tree in which it commits, nil for none
	repo    repository // with Jobs or Commit
	file    string     // the plan's, without symbolic links
	events  chan event
	began   time.Time
	spent   time.Duration    // by the starts before
	first   *came            // that was not done
	retry   bool             // one that was not done may be tried again
	stop    error            // why no further task is begun; nil for none
	signals <-chan os.Signal // Signals, passed on
	told    <-chan struct{}  // closed at the first of them
	over    chan struct{}    // closed at the end
	signal  syscall.Signal
	stopped bool // the tasks that run were told to end
	bounded bool // by a bound of the run's

	rewritten bool // what the tasks are judged by is not Judged any more

	plan       Plan
	record     record
	running    map[string]*job // by the tasks' names
	settledNow map[string]bool // by this start
	heldBack   map[string]bool // new ones, which came up while a task lost its line
	opened     Plan            // as it was when this start began
	added      int             // tasks begun that were not in it
	only       ID              // with Only
	rows       atomic.Pointer[[]Row]
}

// job is a task that is being done.
type job struct {
	Task
	number atomic.Int64 // in the plan by now; Number is what it was when it began
	name   string
	entry  *entry
	dir    string
	launch string
	began  time.Time
	tries  int // of its ccc, which may be killed
	child  *child
	status Status
	failed string        // the error with which its ccc has ended
	known  Plan          // when it began
	before came          // of the starts before
	cut    time.Duration // of one of them that was killed
}

// event is something that happens to a job: it has ended, or is somewhere else.
type event struct {
	name   string
	ended  bool
	status Status
}

// A Run tells of a run that goes on.
type Run struct{ *run }

// The record is saved while nothing happens, too, so that the time counts on after a kill: first after leastBeat, then
// whenever the start is twice as old, and after mostBeat. So of the time of any start half is kept at least.
const (
	leastBeat = 100 * time.Millisecond
	mostBeat  = 10 * time.Second
)

// Do does the tasks until there are no more to do, or one is not done.
func (r *Run) Do() (Result, error) {
	var up <-chan time.Time
	if r.MaxDuration > 0 {
		up = time.After(r.MaxDuration - r.spent)
	}
	beat := time.NewTimer(leastBeat)
	defer beat.Stop()
	for {
		select {
		case caught := <-r.signals: // that came while git ran
			r.caught(caught)
		default:
		}
		r.begin()
		r.shows()
		if len(r.running) == 0 {
			break
		}
		select {
		case e := <-r.events:
			r.take(e)
		case caught := <-r.signals:
			r.caught(caught)
		case <-up:
			r.bounded = true
			r.halts(lang.Errorf("the time of the run is up: %s", r.MaxDuration))
			r.ends(syscall.SIGTERM)
		case <-beat.C:
			r.saved()
			beat.Reset(min(time.Since(r.began), mostBeat))
		}
	}
	r.record.Ended = r.signal == 0 && (r.bounded || !r.retry)
	result := r.result()
	r.record.Open = nil // what is ticked from now on the person ticks
	return result, r.save()
}

// caught takes a signal that ends the run.
func (r *run) caught(signal os.Signal) {
	r.signal = signal.(syscall.Signal)
	why := lang.Errorf("ended by signal %d", r.signal)
	if r.signal == syscall.SIGINT {
		why = lang.Errorf("ended by ctrl-c")
	}
	r.halts(why)
	r.ends(signal)
}

// tooDear ends the run at its bound on the cost.
func (r *run) tooDear() {
	r.bounded = true
	r.halts(lang.Errorf("the run has cost %s, of %s that it may",
		text.Dollars(r.cost()), text.Dollars(r.MaxCostUSD)))
	r.ends(syscall.SIGTERM)
}

// halts lets no further task begin, and says why, the first time.
func (r *run) halts(why error) {
	if r.stop == nil {
		r.Say(lang.M("%v", why))
		r.stop = why
	}
}

// ends ends the tasks that run, which keep where they are.
func (r *run) ends(signal os.Signal) {
	r.stopped = true
	if signal == syscall.SIGQUIT { // a ccc would die of it, and print what its goroutines do
		signal = syscall.SIGTERM
	}
	for _, j := range r.running {
		j.child.signal(signal)
	}
}

// shows shows how the tasks stand.
func (r *run) shows() {
	rows := r.table()
	r.rows.Store(&rows)
	r.Changed()
}

// leastAdded is how many tasks that come into a plan while its run goes on are done at least where nothing bounds the
// run; of a plan that had more it is as many as that had. An agent may add one each time.
const leastAdded = 10

// begin begins as many tasks as may run now.
func (r *run) begin() {
	for r.stop == nil && len(r.running) < max(r.Jobs, 1) {
		r.reread()
		t, e := r.next()
		if e == nil {
			return
		}
		if r.MaxCostUSD > 0 && r.cost() >= r.MaxCostUSD {
			r.tooDear()
			return
		}
		if _, there := r.opened.Find(t.ID); !there {
			bounded := r.MaxCostUSD > 0 || r.MaxDuration > 0
			if most := max(leastAdded, len(r.opened.Tasks)); !bounded && r.added >= most {
				r.halts(lang.Errorf("%d tasks came into the plan while the run went on, and more stand there: "+
					"without %s or %s it does no more of them", most, "--max-cost-usd", "--max-duration"))
				return
			}
			r.added++
		}
		if err := r.ready(nameOf(r.key, t.ID), e); err != nil {
			r.halts(err)
			return
		}
		if err := r.do(t, e); err != nil {
			r.fails(t, e, err)
		}
	}
}

// reread reads the plan again: the person may have changed it.
func (r *run) reread() {
	now, err := Load(r.Path, 0)
	if err != nil {
		r.halts(err)
		return
	}
	r.plan = now
	r.sees()
	for _, j := range r.running {
		if t, ok := now.Find(j.ID); ok && j.number.Swap(int64(t.Number)) != int64(t.Number) {
			j.entry.Number = t.Number
			r.Say(lang.M("task %d of %d by now: %s", t.Number, len(now.Tasks), brief(t.Title)))
		}
	}
}

// sees notes which tasks are open, and which of them others have ticked: an agent may tick what nobody has done.
func (r *run) sees() {
	for _, t := range r.plan.Tasks {
		name := nameOf(r.key, t.ID)
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
		if open || e.came != (came{}) {
			r.record.Others[name] = open
		}
	}
}

// next gives the task that is to be begun now, nil where there is none or others must end before. What is not done and
// not to be tried again ends the run, as it did when it was tried.
func (r *run) next() (Task, *entry) {
	for _, t := range r.plan.Tasks {
		name := nameOf(r.key, t.ID)
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
		e, begin := r.enter(t)
		if !begin {
			if !r.settledNow[name] {
				r.settledNow[name] = true
				r.notDone(e)
			}
			if r.stop != nil {
				return t, nil
			}
			continue
		}
		for _, j := range r.running {
			if now, ok := r.plan.Find(j.ID); ok && now.Group != t.Group || !ok && j.Group != t.Group {
				return t, nil // a heading stands between them
			}
		}
		return t, e
	}
	return Task{}, nil
}

// cost is what all tasks have cost, those that run, too.
func (r *run) cost() (usd float64) {
	for name, e := range r.record.Tasks {
		if j := r.running[name]; j != nil {
			usd += max(j.status.CostUSD, j.before.CostUSD)
		} else {
			usd += e.CostUSD
		}
		usd -= e.Earlier
	}
	return streamjson.RoundUSD(usd)
}

// left is what a task may cost in all, of what the run may.
func (r *run) left(e *entry) float64 { return r.MaxCostUSD - r.cost() + e.CostUSD }

// do begins a task, or goes on with it.
func (r *run) do(t Task, e *entry) error {
	j := &job{
		Task: t, name: nameOf(r.key, t.ID), entry: e, dir: r.Dir, launch: uuid.NewString(), began: time.Now(),
		known: r.plan, before: e.came, cut: e.Cut,
	}
	e.Number = t.Number
	j.number.Store(int64(t.Number))
	if r.Jobs > 0 {
		e.Tree = true
		tree := r.repo.treeOf(j.name)
		if r.repo.HasBranch(tree.branch) && !r.repo.there(tree) {
			r.Say(lang.M("task %d: its work tree is made again, from %s", t.Number, tree.branch))
		}
		if err := r.repo.make(tree, r.base(t)); err != nil {
			return err
		}
		j.dir = filepath.Join(tree.path, r.repo.prefix)
		if err := r.repo.found(e, tree.path, tree.branch); err != nil {
			return err
		}
	} else if r.Commit {
		if err := r.repo.found(e, r.repo.Dir, ""); err != nil {
			return err
		}
	}
	if err := r.save(); err != nil {
		return err
	}
	r.Say(lang.M("task %d of %d: %s", t.Number, len(r.plan.Tasks), brief(t.Title)))
	return r.start(j)
}

// base are the branches with the work that a task builds on: of what is done, under another heading before it.
func (r *run) base(t Task) (branches []string) {
	for _, before := range r.plan.Tasks {
		name := nameOf(r.key, before.ID)
		tree := r.repo.treeOf(name)
		if before.Group >= t.Group || r.record.Tasks[name] == nil || !r.repo.HasBranch(tree.branch) {
			continue
		}
		branches = append(branches, tree.branch)
		if list, err := r.repo.At(tree.path).Dirty(r.inTree(tree)); err == nil && len(list) > 0 {
			r.Say(lang.M("task %d begins without what is not committed in %s", t.Number, tree.path))
		}
	}
	return branches
}

// start starts the ccc of a task.
func (r *run) start(j *job) error {
	locks := r.locks()
	terms := terms{Dir: r.Dir, Judged: r.Judged, Title: brief(j.Title), Locks: len(locks)}
	if r.MaxCostUSD > 0 {
		terms.CostUSD = r.left(j.entry)
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

// maxTries is how often the ccc of a task is started that is killed.
const maxTries = 3

// take takes what has happened to a task.
func (r *run) take(e event) {
	j := r.running[e.name]
	if !e.ended && e.status.Error != "" {
		j.failed = e.status.Error
		return
	}
	if !e.ended {
		j.status = e.status
		if r.MaxCostUSD > 0 && r.cost() >= r.MaxCostUSD && r.Jobs > 1 && !r.stopped {
			r.tooDear()
		}
		return
	}
	code, killed := j.child.status()
	if killed != 0 && !r.stopped && j.tries+1 < maxTries {
		j.tries++
		r.Say(lang.M("task %d: its ccc was killed by signal %d: it goes on", j.entry.Number, killed))
		if err := r.start(j); err == nil {
			return
		}
	}
	delete(r.running, e.name)
	r.settledNow[e.name] = true
	r.leaves(e.name)
	if j.child.told {
		j.entry.came = cameTo(j.child.printed)
	} else {
		j.entry.came = came{
			Outcome: loop.Interrupted, ExitCode: code, Retryable: killed != 0 || code == output.ExitRetry || code > 128,
			CostUSD: max(j.status.CostUSD, j.before.CostUSD), SessionID: cmp.Or(j.status.Session, j.before.SessionID),
			Rounds: j.before.Rounds,
		}
		if code == output.ExitRetry { // another run does the task
			j.entry.Outcome, j.entry.Reason = loop.NeedsUser, j.failed
		}
		if !j.entry.Retryable {
			j.entry.Outcome, j.entry.ExitCode = "", max(code, 1)
			j.entry.Reason = cmp.Or(j.failed, fmt.Sprintf("ccc has ended with exit code %d", code))
		}
	}
	j.entry.DurationMS = j.before.DurationMS + (j.cut + time.Since(j.began)).Milliseconds()
	j.entry.Cut = 0
	j.entry.Over = true
	r.saved()
	r.Say(lang.M("task %d, %q: %s", j.entry.Number, brief(j.Title), j.entry.told()))
	r.names(j)
	if r.Now() != r.Judged && !r.rewritten {
		r.rewritten = true
		r.Say(lang.M("SUPERVISOR.md, or a file beside it, has changed while task %d ran: no other task is judged by it "+
			"before you have looked at it", j.entry.Number))
	}
	if j.entry.Retryable && j.entry.Outcome == loop.NotCompleted { // by what was left of the cost
		r.tooDear()
	}
	if j.entry.done() {
		r.keep(e.name, j.entry)
	} else {
		if r.Jobs == 0 {
			if err := r.stands(r.repo.Dir, j.entry); err != nil {
				r.halts(err)
			}
		}
		r.notDone(j.entry)
	}
	r.reread()
	r.holdsBack(j)
}

// fails takes that a task could not be begun.
func (r *run) fails(t Task, e *entry, err error) {
	r.settledNow[nameOf(r.key, t.ID)] = true
	e.Over, e.came = true, came{ExitCode: 1, Reason: err.Error()}
	if conflict := new(conflictError); errors.As(err, &conflict) {
		e.came = came{Outcome: loop.NeedsUser, ExitCode: output.ExitNeedsUser, Reason: err.Error()}
	}
	r.saved()
	r.Say(lang.M("task %d, %q: %v", t.Number, brief(t.Title), err))
	r.notDone(e)
}

// notDone takes that a task is over without being done.
func (r *run) notDone(e *entry) {
	if r.first == nil {
		r.first = &e.came
	}
	r.retry = r.retry || e.Retryable
	if !r.KeepGoing && r.stop == nil {
		r.stop = lang.Errorf("a task was not done")
	}
}

// took is how long the run has taken, in all starts.
func (r *run) took() time.Duration { return r.spent + time.Since(r.began) }

// save keeps the record, with the time by now.
func (r *run) save() error {
	r.record.Spent = r.took()
	for _, j := range r.running {
		j.entry.Cut = j.cut + time.Since(j.began)
	}
	return r.kept.SetPlan(r.record)
}

// saved keeps the record, and says so where that fails: the run goes on.
func (r *run) saved() {
	if err := r.save(); err != nil {
		r.Say(lang.M("not kept, the run would go on from an earlier point: %v", err))
	}
}

// prompt is what the agent of a task is told.
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
