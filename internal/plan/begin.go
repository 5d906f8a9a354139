package plan

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"ccc/internal/lang"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/loop"
)

// leastAdded limits a run without a limit on cost and time, because an agent could add a task to the plan each time.
// Such a run begins at most this many tasks that were added while it ran, or as many as the plan had at the start if
// that is more.
const leastAdded = 10

// beginTasks begins all tasks that may run now.
func (r *run) beginTasks() {
	for r.stopReason == nil && len(r.running) < max(r.Jobs, 1) {
		r.rereadPlan()
		t, e := r.nextTask()
		if e == nil {
			return
		}
		if r.atLimit(t) {
			return
		}
		if r.repo.Dir != "" {
			if err := r.mayRunGit(r.repo.Dir); err != nil {
				r.tamper(err)
				return
			}
		}
		if r.checkTrees(); r.stopReason != nil {
			return
		}
		if r.isAtLimit() {
			r.stopAtLimit()
			return
		}
		if _, there := r.planAtStart.Find(t.ID); !there {
			bounded := r.MaxCostUSD > 0 || r.MaxTokens > 0 || r.MaxDuration > 0
			if most := max(leastAdded, len(r.planAtStart.Tasks)); !bounded && r.addedCount >= most {
				r.beginNoMore(lang.Errorf("%d tasks were added to the plan during the run, and there are more: "+
					"without %s, %s or %s it does not do those", most, "--max-cost-usd", "--max-tokens",
					"--max-duration"))
				return
			}
			if t.Keyed {
				r.beginNoMore(lang.Errorf("task %d, %q, was added with options during the run, and ccc "+
					"cannot tell who wrote them: look at it. The same command accepts them", t.Number,
					tasklist.Brief(t.Title)))
				return
			}
			r.addedCount++
		}
		if err := r.prepareTree(taskName(r.fileKey, t.ID), e); err != nil {
			r.beginNoMore(err)
			return
		}
		err := r.beginTask(t, e)
		name, conflict := taskName(r.fileKey, t.ID), new(worktree.ConflictError)
		if r.Merge && !r.onMerged[name] && errors.As(err, &conflict) {
			r.heldTasks[name] = err
			r.Say(lang.M("task %d waits until what it builds on is merged: %s has %v", t.Number,
				conflict.Branch, conflict.Err))
		} else if err != nil {
			r.noteFailedBegin(t, e, err)
		}
	}
}

// nextTask returns the task to begin now. The entry is nil if there is none, or if running tasks must end first. A task
// that was not done in an earlier start, and must not be tried again, ends this start, too.
func (r *run) nextTask() (tasklist.Task, *entry) {
	heading := -1 // Task.Group of a task that waits for a merge; -1 for none
	for _, t := range r.plan.Tasks {
		name := taskName(r.fileKey, t.ID)
		if heading >= 0 && heading != t.Group {
			break
		}
		if r.heldTasks[name] != nil {
			heading = t.Group
			continue
		}
		if r.Only > 0 && r.onlyTask != t.ID || r.running[name] != nil {
			continue
		}
		e := r.record.Tasks[name]
		if t.Done || r.RunID != "" && e != nil && e.Kept {
			if e != nil && !t.Done && !r.settledTasks[name] {
				r.settledTasks[name] = true
				r.tick(e)
			}
			continue
		}
		e, begin := r.findEntry(t)
		if !begin {
			if !r.settledTasks[name] {
				r.settledTasks[name] = true
				r.noteNotDone(e)
			}
			if r.stopReason != nil {
				return t, nil
			}
			continue
		}
		if r.mustWait(t) {
			continue
		}
		for _, j := range r.running {
			if now, ok := r.plan.Find(j.ID); ok && now.Group != t.Group || !ok && j.Group != t.Group {
				return t, nil // a task below another heading must end first
			}
		}
		return t, e
	}
	return tasklist.Task{}, nil
}

// atLimit reports whether a running task waits for a usage limit that the next task would reach as well, because it has
// the same provider. An event comes when that wait ends.
func (r *run) atLimit(next tasklist.Task) bool {
	for _, j := range r.running {
		if j.limit == "" || j.status.Phase != loop.PhaseWait.String() ||
			r.optionsOf(j.ID).Provider != r.optionsOf(next.ID).Provider {
			continue
		}
		if !j.saidOthersWait {
			j.saidOthersWait = true
			r.Say(lang.M("no further task begins meanwhile: task %d waits: %s", j.number.Load(), j.limit))
		}
		return true
	}
	return false
}

// optionsOf returns the options that a task had when this start began.
func (r *run) optionsOf(id tasklist.ID) tasklist.Options {
	if t, there := r.planAtStart.Find(id); there {
		return t.Options
	}
	return r.planAtStart.Defaults
}

// mustWait reports whether a task comes after another task that is not done. If that other task will not be done in
// this start, it tells the user.
func (r *run) mustWait(t tasklist.Task) (wait bool) {
	for _, n := range r.optionsOf(t.ID).After {
		before, there := r.plan.Find(r.planAtStart.Tasks[n-1].ID)
		if !there || before.Done {
			continue
		}
		wait = true
		name, its := taskName(r.fileKey, t.ID), taskName(r.fileKey, before.ID)
		if r.running[its] == nil && (r.settledTasks[its] || r.toldWaiting[its] || r.Only > 0) && !r.toldWaiting[name] {
			r.toldWaiting[name] = true
			r.Say(lang.M("task %d is not begun: it comes after task %d, which is not done", t.Number, before.Number))
			r.retryLater = r.retryLater || r.Only > 0 // another run may do that task
		}
	}
	return wait
}

// costLeft returns the limit on the cost of a task over all its starts, so that the run stays within its own limit.
func (r *run) costLeft(e *entry) float64 { return r.MaxCostUSD - r.cost() + e.CostUSD }

// beginTask begins a task, or goes on with a task that was cut off.
func (r *run) beginTask(t tasklist.Task, e *entry) error {
	j := &job{
		Task: t, name: taskName(r.fileKey, t.ID), entry: e, dir: r.Dir, launch: uuid.NewString(), began: time.Now(),
		earlier: e.Ending, killedTime: e.Cut,
	}
	e.Number, e.Launch = t.Number, j.launch
	j.number.Store(int64(t.Number))
	if r.Jobs > 0 {
		e.Tree = true
		tree := r.repo.TreeFor(j.name)
		if r.repo.HasBranch(tree.Branch) && !r.repo.Exists(tree) {
			r.Say(lang.M("task %d: its work tree is made again, from %s", t.Number, tree.Branch))
		}
		if !r.repo.Exists(tree) {
			delete(r.programs, tree.Path)
		}
		changed := func(before, now map[string]string) string { return r.changedSettings(tree.Path, before, now) }
		bases := r.baseBranches(t)
		if r.onMerged[j.name] {
			bases = []string{r.repo.TreeFor(mergeName(r.Path, r.fileKey)).Branch}
		}
		err := r.repo.MakeTree(tree, bases, r.Settings, changed)
		if merged := new(worktree.SettingsError); errors.As(err, &merged) {
			r.tamper(lang.Errorf("task %d, %q: %w", t.Number, tasklist.Brief(t.Title), merged))
			return nil
		}
		if err != nil {
			return err
		}
		j.dir = filepath.Join(tree.Path, r.repo.Prefix)
		if err := r.notePosition(e, tree.Path, tree.Branch); err != nil {
			return err
		}
	} else if r.Commit {
		if err := r.notePosition(e, r.repo.Dir, ""); err != nil {
			return err
		}
	}
	if err := r.noteSettings(j); err != nil {
		r.tamper(err)
		return r.save()
	}
	e.Running = true
	if err := r.save(); err != nil {
		return err
	}
	r.Say(lang.M("task %d of %d: %s", t.Number, len(r.plan.Tasks), tasklist.Brief(t.Title)))
	return r.startTask(j)
}

// baseBranches returns the branches that a task builds on. They hold the finished work of the tasks under earlier
// headings and of the tasks that this one comes after.
func (r *run) baseBranches(t tasklist.Task) (branches []string) {
	for _, before := range r.plan.Tasks {
		name := taskName(r.fileKey, before.ID)
		tree := r.repo.TreeFor(name)
		after := slices.ContainsFunc(r.optionsOf(t.ID).After, func(n int) bool {
			return r.planAtStart.Tasks[n-1].ID == before.ID
		})
		if before.Group >= t.Group && !after || r.record.Tasks[name] == nil || !r.repo.HasBranch(tree.Branch) {
			continue
		}
		// no review has found that task done
		if e := r.record.Tasks[name]; !before.Done && !e.Kept && !e.IsCompleted() {
			continue
		}
		branches = append(branches, tree.Branch)
		if list, err := r.repo.At(tree.Path).Dirty(r.planIn(tree)); err == nil && len(list) > 0 {
			r.Say(lang.M("task %d begins without the uncommitted changes in %s", t.Number, tree.Path))
		}
	}
	return branches
}

// prompt is the message for the agent of a task.
func prompt(p tasklist.Plan, t tasklist.Task, path string) string {
	around := strings.TrimSpace(p.Context + "\n\n" + t.Section)
	if around == "" {
		return t.Text
	}
	words := "The text above is the same for all tasks of a list. Yours is only this one:\n\n%s\n\n" +
		"(ccc ticks the boxes of %s: leave them as they are.)"
	if isChinese(around + t.Text) {
		words = "以上是一份任务列表的共同部分。其中只有下面这个任务是你的，其他的都不是：\n\n%s\n\n" +
			"（%s 里的方框由 ccc 打勾，请不要改动。）"
	}
	return around + "\n\n---\n\n" + fmt.Sprintf(words, t.Text, filepath.Base(path))
}

// isChinese reports whether a text is Chinese. It looks only at the characters, so that the same plan always gives the
// same prompt.
func isChinese(text string) bool {
	in := func(tables ...*unicode.RangeTable) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, tables...) })
	}
	return in(unicode.Han) && !in(unicode.Hiragana, unicode.Katakana)
}
