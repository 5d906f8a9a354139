// Package runner does the tasks of a plan: each by a supervised launch of its own, a ccc that it starts, one after
// another in the person's tree or several at once in work trees.
package runner

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/plan"
	"ccc/internal/runid"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/loop"
	"ccc/streamjson"
)

// Config is what a run needs to know.
type Config struct {
	Path        string // of the plan, absolute
	Key         string // names the run, for what is kept of it
	Named       bool   // by the caller: what has ended without being done is not tried again, what is done is told again
	Only        int    // the number of the one task to be done; 0 for all
	Jobs        int    // so many at once, each in a work tree; 0 for one after another in Dir
	KeepGoing   bool   // after a task that is not done, too
	Commit      bool   // what is done
	MaxCostUSD  float64
	MaxDuration time.Duration // of all tasks; 0 for no bound

	Dir     string // the project's
	Rubric  string // the file by which the work is judged
	Judged  string // a digest of what it says, to be the same for all tasks
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

// Result is what a run came to.
type Result struct {
	Outcome    loop.Outcome `json:"outcome"`
	Reason     string       `json:"reason,omitempty"` // for another one than completed, in English
	CostUSD    float64      `json:"cost_usd"`
	DurationMS int64        `json:"duration_ms"` // of all starts
	Tasks      []Row        `json:"tasks"`
	Merge      []string     `json:"merge,omitempty"` // branches that hold what was done in work trees, all of it
	ExitCode   int          `json:"exit_code"`
	Retryable  bool         `json:"retryable"`
}

// Row is a task as a run knows it.
type Row struct {
	Number  int    `json:"number"` // in the plan
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Done    bool   `json:"done"` // it is ticked
	*came          // nil where nothing was done for it
	Branch  string `json:"branch,omitempty"`
	Dir     string `json:"worktree,omitempty"` // that is still there

	Launch string    `json:"-"` // that runs, of its ccc
	Status Status    `json:"-"` // of that
	Since  time.Time `json:"-"` // when that began; zero where none runs
}

// run is a run while it goes on, which one goroutine has.
type run struct {
	Config
	kept    *runid.Run
	repo    repository // with Jobs or Commit
	file    string     // the plan's, without symbolic links
	events  chan event
	began   time.Time
	first   *came // that was not done
	retry   bool  // one that was not done may be tried again
	stop    error // why no further task is begun; nil for none
	signal  syscall.Signal
	stopped bool // the tasks that run were told to end

	plan       plan.Plan
	record     record
	running    map[string]*job // by the tasks' names
	settledNow map[string]bool // by this start
	rows       atomic.Pointer[[]Row]
}

// job is a task that is being done.
type job struct {
	plan.Task
	name   string
	entry  *entry
	dir    string
	launch string
	began  time.Time
	tries  int // of its ccc, which may be killed
	child  *child
	status Status
	before came // of the starts before
}

// event is something that happens to a job: it has ended, or is somewhere else.
type event struct {
	name   string
	ended  bool
	status Status
}

// A Run tells of a run that goes on.
type Run struct{ *run }

// Open reads the plan and takes the run, which is to be closed. It refuses what could not be ended well.
func Open(c Config) (*Run, error) {
	r := &run{
		Config: c, events: make(chan event), began: time.Now(), running: make(map[string]*job),
		settledNow: make(map[string]bool),
	}
	var err error
	if r.plan, err = Load(c.Path, c.Only); err != nil {
		return nil, err
	}
	if err := writable(c.Path); err != nil {
		if c.Only == 0 {
			return nil, err
		}
		c.Say(lang.M("%v: the box will not be ticked, the exit code tells", err))
	}
	key := c.Key
	if c.Only > 0 { // others may do other tasks of the plan at the same time
		key += "/" + short(fmt.Sprint(r.plan.Tasks[c.Only-1].ID))
	}
	if r.file, err = filepath.EvalSymlinks(c.Path); err != nil {
		return nil, err
	}
	if r.kept, err = runid.Open(c.State.Runs(), key, c.Path, c.Mask); err != nil {
		if by := new(runid.HeldError); errors.As(err, &by) {
			err = &HeldError{c.Path, by}
		}
		return nil, err
	}
	if err := errors.Join(r.kept.Plan(&r.record), r.prepare()); err != nil {
		r.kept.Close()
		return nil, err
	}
	r.shows()
	return &Run{r}, nil
}

// Close gives the run back.
func (r *run) Close() { r.kept.Close() }

// Load reads a plan that has tasks, and the one of that number if it is not 0.
func Load(path string, only int) (p plan.Plan, err error) {
	source, err := read(path)
	if err != nil {
		return p, err
	}
	if p = plan.Parse(source); len(p.Tasks) == 0 {
		return p, &NoTasksError{path}
	}
	if only > len(p.Tasks) {
		return p, &NumberError{path, only, len(p.Tasks)}
	}
	return p, nil
}

// read reads a plan's file.
func read(path string) ([]byte, error) {
	source, err := file.Read(path, file.MaxText)
	if err == nil && source == nil {
		err = lang.Errorf("read %s: %w", path, os.ErrNotExist)
	}
	if why := plan.Check(source); err == nil && why != nil {
		err = &NoPlanError{path, why}
	}
	return source, err
}

// writable is the error for a plan whose boxes could not be ticked.
func writable(path string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err == nil && info.Mode().Perm()&0o222 == 0 {
		err = os.ErrPermission
	}
	for _, path := range []string{target, filepath.Dir(target)} {
		if err == nil {
			err = syscall.Access(path, 2)
		}
	}
	if err != nil {
		return lang.Errorf("%s cannot be written: %w", path, err)
	}
	return nil
}

// prepare makes ready what the tasks need, and ends what a start before was killed in.
func (r *run) prepare() (err error) {
	if r.record.Tasks == nil {
		r.record.Tasks = make(map[string]*entry)
	}
	if r.record.Ended && !r.Named { // another run, with bounds of its own
		r.record.Spent = 0
		for _, e := range r.record.Tasks {
			if e.CostUSD = 0; e.Kept {
				e.came = came{}
			}
		}
	}
	r.record.Ended = false
	if r.Jobs > 0 || r.Commit {
		if r.repo, err = openRepository(r.Dir); err != nil {
			return err
		}
	}
	for name, e := range r.record.Tasks {
		if e.Over && !e.Kept && e.done() {
			r.keep(name, e)
		}
	}
	if r.stop != nil {
		return r.stop
	}
	return r.clean()
}

// clean looks whether the person's tree is as it must be.
func (r *run) clean() error {
	if r.repo.top == "" {
		return nil
	}
	if r.Jobs > 0 && !r.repo.given(r.Rubric) {
		return &UncommittedError{r.Rubric}
	}
	list, err := dirty(r.repo.top, r.file)
	if err != nil || len(list) == 0 {
		return err
	}
	if r.Jobs > 0 {
		r.Say(lang.M("not committed, and so not in the work trees, which begin from HEAD: %s", few(list)))
		return nil
	}
	for _, t := range r.plan.Tasks { // what was cut off has left its work there
		if e := r.record.Tasks[nameOf(r.Key, t.ID)]; e != nil && !t.Done && !e.Kept {
			return nil
		}
	}
	return &DirtyError{list}
}

// few names the first of a list.
func few(list []string) string {
	const most = 5
	if len(list) > most {
		list = append(slices.Clone(list[:most]), "…")
	}
	return strings.Join(list, ", ")
}

// Do does the tasks until there are no more to do, or one is not done.
func (r *Run) Do() (Result, error) {
	var up <-chan time.Time
	if r.MaxDuration > 0 {
		up = time.After(r.MaxDuration - r.record.Spent)
	}
	for {
		r.begin()
		r.shows()
		if len(r.running) == 0 {
			break
		}
		select {
		case e := <-r.events:
			r.take(e)
		case caught := <-r.Signals:
			r.signal = caught.(syscall.Signal)
			r.halts(lang.Errorf("ended by signal %d", r.signal))
			r.ends(caught)
		case <-up:
			r.halts(lang.Errorf("the time of the run is up: %s", r.MaxDuration))
			r.ends(syscall.SIGTERM)
		}
	}
	r.record.Spent += time.Since(r.began)
	r.record.Ended = r.signal == 0 && !r.retry
	result := r.result()
	return result, r.kept.SetPlan(r.record)
}

func (r *run) tooDear() error {
	return lang.Errorf("the run has cost $%s, of $%s that it may", usd(r.cost()), usd(r.MaxCostUSD))
}

// halts lets no further task begin, and says why.
func (r *run) halts(why error) {
	r.Say(lang.M("%v", why))
	r.stop = cmp.Or(r.stop, why)
}

// ends ends the tasks that run, which keep where they are.
func (r *run) ends(signal os.Signal) {
	r.stopped = true
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

// begin begins as many tasks as may run now.
func (r *run) begin() {
	for r.stop == nil && len(r.running) < max(r.Jobs, 1) {
		r.reread()
		t, e := r.next()
		if e == nil {
			return
		}
		if r.MaxCostUSD > 0 && r.left(e) <= 0 {
			r.halts(r.tooDear())
			return
		}
		if err := r.do(t, e); err != nil {
			r.fails(t, e, err)
		}
	}
}

// reread reads the plan again: the person may have changed it.
func (r *run) reread() {
	source, err := read(r.Path)
	if err != nil {
		r.halts(err)
		return
	}
	r.plan = plan.Parse(source)
}

// next gives the task that is to be begun now, nil where there is none or others must end before. What is not done and
// not to be tried again ends the run, as it did when it was tried.
func (r *run) next() (plan.Task, *entry) {
	for i, t := range r.plan.Tasks {
		name := nameOf(r.Key, t.ID)
		if r.Only > 0 && r.Only != i+1 || r.running[name] != nil {
			continue
		}
		e := r.record.Tasks[name]
		if t.Done || r.Named && e != nil && e.Kept {
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
	return plan.Task{}, nil
}

// cost is what all tasks have cost, those that run, too.
func (r *run) cost() (usd float64) {
	for name, e := range r.record.Tasks {
		if j := r.running[name]; j != nil {
			usd += max(j.status.CostUSD, j.before.CostUSD)
		} else {
			usd += e.CostUSD
		}
	}
	return streamjson.RoundUSD(usd)
}

// left is what a task may cost in all, of what the run may.
func (r *run) left(e *entry) float64 { return r.MaxCostUSD - r.cost() + e.CostUSD }

// do begins a task, or goes on with it.
func (r *run) do(t plan.Task, e *entry) error {
	j := &job{
		Task: t, name: nameOf(r.Key, t.ID), entry: e, dir: r.Dir, launch: uuid.NewString(), began: time.Now(),
		before: e.came,
	}
	if r.Jobs > 0 {
		tree := r.repo.treeOf(j.name)
		if err := r.repo.make(tree, r.base(t)); err != nil {
			return err
		}
		j.dir = filepath.Join(tree.path, r.repo.prefix)
	}
	if err := r.save(); err != nil {
		return err
	}
	r.Say(lang.M("task %d of %d: %s", t.Number, len(r.plan.Tasks), brief(t.Title)))
	return r.start(j)
}

// base are the branches with the work that a task builds on: of what is done, under another heading before it.
func (r *run) base(t plan.Task) (branches []string) {
	for _, before := range r.plan.Tasks {
		name := nameOf(r.Key, before.ID)
		tree := r.repo.treeOf(name)
		if before.Group < t.Group && r.record.Tasks[name] != nil && r.repo.has(tree) {
			branches = append(branches, tree.branch)
		}
	}
	return branches
}

// start starts the ccc of a task.
func (r *run) start(j *job) error {
	terms := terms{Rubric: r.Judged}
	terms.Title = brief(j.Title)
	if r.MaxCostUSD > 0 {
		terms.CostUSD = r.left(j.entry)
	}
	argument, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%s/%s/%d", r.Key, digest(j.name)[:12], j.entry.Try)
	command := r.Command(j.dir, []string{Word, string(argument)}, j.launch, key)
	command.Stdin = strings.NewReader(prompt(r.plan, j.Task, r.Path))
	said := func(line string) { r.Line(j.Number, line) }
	status := func(s Status) { r.events <- event{name: j.name, status: s} }
	ended := func(*child) { r.events <- event{name: j.name, ended: true} }
	child, err := start(command, r.kept.Lock(), said, status, ended)
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
	if !e.ended {
		j.status = e.status
		if r.MaxCostUSD > 0 && r.cost() >= r.MaxCostUSD && r.Jobs > 1 && !r.stopped {
			r.halts(r.tooDear())
			r.ends(syscall.SIGTERM)
		}
		return
	}
	code, killed := j.child.status()
	if killed != 0 && !r.stopped && j.tries+1 < maxTries {
		j.tries++
		r.Say(lang.M("task %d: its ccc was killed by signal %d: it goes on", j.Number, killed))
		if err := r.start(j); err == nil {
			return
		}
	}
	delete(r.running, e.name)
	r.settledNow[e.name] = true
	if j.child.told {
		j.entry.came = cameTo(j.child.printed)
	} else {
		j.entry.came = came{
			Outcome: loop.Interrupted, ExitCode: code, Retryable: killed != 0 || code == output.ExitRetry || code > 128,
			CostUSD: max(j.status.CostUSD, j.before.CostUSD), SessionID: cmp.Or(j.status.Session, j.before.SessionID),
			Rounds: j.before.Rounds, DurationMS: j.before.DurationMS + time.Since(j.began).Milliseconds(),
		}
		if !j.entry.Retryable {
			j.entry.Outcome, j.entry.Reason = "", "ccc has ended with an error"
		}
	}
	j.entry.Over = true
	r.saved()
	r.Say(lang.M("task %d: %s", j.Number, j.entry.told()))
	if j.entry.done() {
		r.keep(e.name, j.entry)
	} else {
		r.notDone(j.entry)
	}
}

// fails takes that a task could not be begun.
func (r *run) fails(t plan.Task, e *entry, err error) {
	r.settledNow[nameOf(r.Key, t.ID)] = true
	e.Over, e.came = true, came{ExitCode: 1, Reason: err.Error()}
	if conflict := new(conflictError); errors.As(err, &conflict) {
		e.came = came{Outcome: loop.NeedsUser, ExitCode: output.ExitNeedsUser, Reason: err.Error()}
	}
	r.saved()
	r.Say(lang.M("task %d: %v", t.Number, err))
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

// keep ticks a task that is done, commits its work and removes its work tree.
func (r *run) keep(name string, e *entry) {
	r.tick(e)
	dir := r.repo.top
	t := r.repo.treeOf(name)
	if _, err := os.Stat(t.path); r.Jobs > 0 && err == nil {
		dir = t.path
	}
	if r.Commit {
		if err := r.repo.commit(dir, message(r.plan, e.ID), r.file); err != nil {
			r.halts(lang.Errorf("the work of %q is not committed: %w", e.Title, err))
			return
		}
	}
	if r.Jobs > 0 && dir == t.path {
		if _, err := r.repo.settled(t); err != nil {
			r.Say(lang.M("the work tree %s stays: %v", t.path, err))
		}
	}
	e.Kept = true
	r.saved()
}

// tick ticks a task in the plan, as it is by now.
func (r *run) tick(e *entry) {
	found := false
	err := file.UpdateUnder(filepath.Join(string(r.State), file.Lock), r.Path, file.Text,
		func(old []byte) (ticked []byte, err error) {
			ticked, found = plan.Tick(old, e.ID)
			return ticked, nil
		})
	switch {
	case err != nil:
		r.Say(lang.M("%q is done, and not ticked: %v", e.Title, err))
	case !found:
		r.Say(lang.M("%q is done, and not ticked: the plan does not have it any more", e.Title))
	}
}

// message is what a commit says: the task, as it stands in the plan.
func message(p plan.Plan, id plan.ID) string {
	t, ok := p.Find(id)
	if !ok {
		return id.Title
	}
	first, rest, _ := strings.Cut(t.Text, "\n")
	if rest = strings.TrimSpace(rest); rest != "" {
		rest = "\n\n" + rest
	}
	return first + rest
}

// save keeps the record.
func (r *run) save() error { return r.kept.SetPlan(r.record) }

// saved keeps the record, and says so where that fails: the run goes on.
func (r *run) saved() {
	if err := r.save(); err != nil {
		r.Say(lang.M("not kept, the run would go on from an earlier point: %v", err))
	}
}

// prompt is what the agent of a task is told.
func prompt(p plan.Plan, t plan.Task, path string) string {
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

// Rows tell of all tasks of the plan as it was read last. It may be called from any goroutine.
func (r *Run) Rows() []Row { return *r.rows.Load() }

// table makes the rows.
func (r *run) table() (rows []Row) {
	for _, t := range r.plan.Tasks {
		row := Row{Number: t.Number, Title: t.Title, Heading: t.Heading, Done: t.Done}
		name := nameOf(r.Key, t.ID)
		if e := r.record.Tasks[name]; e != nil && e.came != (came{}) {
			came := e.came
			row.came = &came
		}
		if j := r.running[name]; j != nil {
			row.Launch, row.Status, row.Since = j.launch, j.status, j.began
		}
		rows = append(rows, row)
	}
	return rows
}

// result is what the run came to.
func (r *run) result() Result {
	r.reread()
	result := Result{
		Outcome: loop.Completed, CostUSD: r.cost(), DurationMS: r.record.Spent.Milliseconds(), Tasks: r.table(),
	}
	for i, row := range result.Tasks {
		if row.Done && row.came != nil && !row.done() {
			r.Say(lang.M("task %d was ticked by somebody else: no review has found it done. If it is not, take the tick away",
				row.Number))
		}
		if r.Jobs == 0 {
			continue
		}
		t := r.repo.treeOf(nameOf(r.Key, r.plan.Tasks[i].ID))
		if _, err := os.Stat(t.path); err == nil {
			result.Tasks[i].Dir = t.path
		}
		if ahead, err := r.repo.ahead(t); err == nil && ahead || result.Tasks[i].Dir != "" {
			result.Tasks[i].Branch = t.branch
		}
	}
	var err error
	if result.Merge, err = r.repo.heads(result.Tasks); err != nil {
		r.Say(lang.M("%v", err))
	}
	if r.Only > 0 {
		result.Tasks = result.Tasks[r.Only-1 : r.Only]
	}
	switch {
	case r.signal != 0:
		result.Outcome, result.ExitCode, result.Retryable = loop.Interrupted, 128+int(r.signal), true
	case r.stopped || r.stop != nil && r.first == nil:
		result.Outcome, result.ExitCode = loop.NotCompleted, output.ExitNotCompleted
	case r.retry:
		result.Outcome, result.ExitCode, result.Retryable = loop.NeedsUser, output.ExitRetry, true
	case r.first != nil:
		result.Outcome, result.ExitCode = r.first.Outcome, r.first.ExitCode
	}
	if r.stop != nil {
		result.Reason = r.stop.Error()
	}
	return result
}
