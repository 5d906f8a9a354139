package plan

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/supervision/runid"
	"ccc/internal/text"
)

// Open reads the plan and locks the run. It returns an error for a run that cannot end well. The caller closes the run.
func Open(c Config) (*Run, error) {
	r := &run{
		Config: c, events: make(chan event), began: time.Now(), running: make(map[string]*job),
		settledTasks: make(map[string]bool), toldWaiting: make(map[string]bool), notifier: newNotifier(c),
		heldTasks: make(map[string]error), onMerged: make(map[string]bool),
	}
	var err error
	if r.plan, r.source, err = load(c.Path, c.Only); err != nil {
		return nil, err
	}
	if err := c.Allow(r.plan); err != nil {
		return nil, err
	}
	r.Say = func(m lang.Message) {
		c.Say(m)
		r.emit(Event{Type: eventNote, Text: m.String()})
	}
	r.planAtStart, r.settings = r.plan, c.Settings(c.Dir)
	if err := writable(c.Path); err != nil {
		if c.Only == 0 {
			return nil, err
		}
		c.Say(lang.M("%v: the box will not be ticked; only the exit code shows the result", err))
	}
	r.fileKey = cmp.Or(c.RunID, planKey(c.Path))
	key := r.fileKey
	if c.Only > 0 { // other runs may do other tasks of the plan at the same time
		r.onlyTask = r.plan.Tasks[c.Only-1].ID
		key = onlyKey(key, r.onlyTask)
	}
	if r.file, err = filepath.EvalSymlinks(c.Path); err != nil {
		return nil, err
	}
	if r.store, err = runid.Open(c.State.Runs(), key, c.Path, c.Mask); err != nil {
		if by := new(runid.HeldError); errors.As(err, &by) {
			err = &HeldError{c.Path, by}
		}
		return nil, err
	}
	r.done = make(chan struct{})
	r.signals, r.stopping = relaySignals(c.Signals, r.done)
	if err := errors.Join(r.store.Plan(&r.record), r.prepare()); err != nil {
		r.Close()
		return nil, err
	}
	r.updateRows()
	r.emit(Event{Type: eventBegun, Plan: c.Path, Tasks: len(r.plan.Tasks)})
	return &Run{r}, nil
}

// Close releases the locks of the run.
func (r *run) Close() {
	close(r.done)
	r.store.Close()
	if r.treeLock != nil {
		r.treeLock.Close()
	}
}

// load reads a plan. It fails if the plan has no task, or if it has no task with the number only. only is 0 for any.
func load(path string, only int) (p tasklist.Plan, source []byte, err error) {
	p, source, err = readPlan(path)
	if err != nil {
		return p, nil, err
	}
	if len(p.Tasks) == 0 {
		return p, nil, &NoTasksError{path}
	}
	if only > len(p.Tasks) {
		return p, nil, &NumberError{path, only, len(p.Tasks)}
	}
	return p, source, nil
}

// readPlan reads the file of a plan. It returns an error for a file that cannot be a plan.
func readPlan(path string) (p tasklist.Plan, source []byte, err error) {
	source, err = file.Read(path, file.MaxText)
	if err == nil && source == nil {
		err = lang.WithHint(lang.Errorf("read %s: %w", path, os.ErrNotExist),
			lang.M("a plan is a file with a task list; ccc help run says what can be in it"))
	}
	if err != nil {
		return p, nil, err
	}
	p = tasklist.Parse(source)
	if why := cmp.Or(tasklist.CheckLimits(source), p.Fault); why != nil {
		return p, source, &NoPlanError{path, why}
	}
	return p, source, nil
}

// writable returns an error if ccc cannot tick boxes in a plan.
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

// prepare updates the record, opens the repository, and finishes tasks that were already done when an earlier start was
// killed.
func (r *run) prepare() (err error) {
	if r.record.Tasks == nil {
		r.record.Tasks = make(map[string]*entry)
	}
	r.record.Path, r.record.Dir = r.Path, r.Dir
	if r.record.Open == nil {
		r.record.Open = make(map[string]tasklist.ID)
	}
	if r.record.Others == nil {
		r.record.Others = make(map[string]bool)
	}
	cutOff := r.record.Programs != nil
	if r.Jobs > 0 || r.Commit {
		if err := r.checkPrograms(); err != nil {
			return err
		}
	}
	if r.record.Ended && r.RunID == "" {
		r.record.beginAgain()
	}
	if r.record.Ended && r.RunID != "" {
		r.Say(lang.M("this run has ended: its results are shown again, and nothing is done again; another %s starts "+
			"a new run",
			"--run-id"))
	}
	killed := len(r.record.Open) > 0
	r.record.Ended, r.earlierTime = false, r.record.Spent
	r.noteTicks()
	if killed {
		r.restoreTicks()
	}
	if r.Jobs > 0 || r.Commit {
		if r.repo, err = worktree.Open(r.Dir, r.stopping); err != nil {
			return err
		}
		r.repo.May = r.mayRunGit
	}
	if r.Jobs > 0 {
		if err = r.repo.CheckBranchFree(); err == nil {
			r.branchTips, err = r.repo.Tips("ccc/")
		}
	} else if r.Commit {
		if err = r.lockTree(); err == nil {
			err = r.noteCutOff()
		}
	}
	if err != nil {
		return err
	}
	if err := r.checkTree(); err != nil {
		return err
	}
	if err := r.openPulls(); err != nil {
		return err
	}
	r.finishLast(cutOff)
	return nil
}

// beginAgain resets the record of an ended run for a new run, whose limits count from 0.
func (r *record) beginAgain() {
	r.Spent = 0
	for _, e := range r.Tasks {
		if e.Earlier, e.EarlierUsed = e.CostUSD+e.TriesUSD, e.Used+e.TriesUsed; e.Kept {
			e.Before, e.Ending, e.Earlier, e.TriesUSD = e.lastEnding(), outcome.Ending{}, 0, 0
			e.EarlierUsed, e.TriesUsed = 0, 0
		}
	}
	for name := range r.Others {
		r.Others[name] = false
	}
}

// finishLast finishes the tasks that the last start had done. cutOff says that the last start was interrupted, perhaps
// before it compared the settings after a task.
func (r *run) finishLast(cutOff bool) {
	for name, e := range r.record.Tasks {
		if !e.Over || e.Kept || !e.IsCompleted() || e.Merge != "" {
			continue
		}
		dir := r.Dir
		if e.Tree {
			dir = filepath.Join(r.repo.TreeFor(name).Path, r.repo.Prefix)
		}
		var changed error
		if cutOff {
			changed = r.checkSettings(e, dir)
		}
		if r.finish(name, e, changed); changed != nil {
			r.takeSettings(e, dir)
		} else if e.Tree {
			r.noteTip(r.repo.TreeFor(name).Branch)
		}
	}
}

// checkTree returns an error if the user's work tree has foreign changes. It also tells the user what may be
// unexpected.
func (r *run) checkTree() error {
	if r.Jobs == 0 && r.Commit {
		if err := r.checkForeign(); err != nil {
			return err
		}
		name, mode, err := r.repo.CommittedFile(r.file)
		if name != "" && mode == "" && err == nil {
			r.Say(lang.M("%s is not in git: its ticks are not committed", name))
		}
		return err
	}
	if r.Jobs == 0 {
		return nil
	}
	list, err := r.repo.Dirty(r.file)
	if err != nil {
		return err
	}
	if len(list) > 0 {
		r.Say(lang.M("not committed, and so not in the work trees, which begin from HEAD: %s", text.FirstFew(list)))
	}
	if first, last := r.plan.Tasks[0], r.plan.Tasks[len(r.plan.Tasks)-1]; !r.Commit && first.Group != last.Group {
		r.Say(lang.M("without --commit, tasks below a heading see only what the agents of the tasks above it commit"))
	}
	return nil
}

// relaySignals passes signals on to the run, and closes stopping at the first signal, because the run may be waiting
// for git. It ends when over is closed.
func relaySignals(from <-chan os.Signal, over <-chan struct{}) (signals <-chan os.Signal, stopping <-chan struct{}) {
	passed, closed := make(chan os.Signal, 8), make(chan struct{})
	go func() {
		for first := true; ; first = false {
			select {
			case s := <-from:
				if first {
					close(closed)
				}
				passed <- s
			case <-over:
				return
			}
		}
	}()
	return passed, closed
}
