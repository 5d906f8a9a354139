package plan

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/supervision/output"
	"ccc/internal/text"
	"ccc/loop"
)

// With Merge, the run merges the branches of the finished tasks at the end: one after another in the order of the plan,
// into one branch with its own work tree. If a branch conflicts, a session resolves the conflict, and that session is
// reviewed like any other.

// merging is the state of the branch into which the others are merged.
type merging struct {
	tree      worktree.Tree
	heads     []string // the branches still to be merged, in the order of the plan
	merged    []string
	conflicts []worktree.Conflict
	checks    []outcome.MergeCheck
	isOver    bool
	failed    error // why the merged branch could not be made
}

// mergeName returns the name of the branch that combines the work of a run.
func mergeName(path, key string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return "merge-" + slug(name) + file.Digest(key)[:6]
}

// mergeOn merges branches until none is left, or until a session begins that resolves a conflict. It reports whether
// tasks that waited for the merge may begin now.
func (r *run) mergeOn() (more bool) {
	if !r.Merge || r.signal != 0 || r.tampered || r.limitReached || r.stopReason != nil && r.stopReason != errNotDone {
		return false
	}
	if r.merging == nil {
		r.merging = &merging{tree: r.repo.TreeFor(mergeName(r.Path, r.fileKey))}
		if err := r.openMerge(); err != nil {
			r.failMerge(err)
		}
	}
	m := r.merging
	for len(m.heads) > 0 && m.failed == nil {
		branch := m.heads[0]
		m.heads = m.heads[1:]
		if r.mergeBranch(branch) {
			return false
		}
	}
	if len(r.heldTasks) > 0 && r.stopReason == nil {
		if r.release() {
			r.merging = nil // the branches of the released tasks are merged later
		}
		return true
	}
	if !m.isOver && m.failed == nil {
		m.isOver = true
		if err := r.concludeMerge(); err != nil {
			r.failMerge(err)
		}
	}
	return false
}

// release lets those waiting tasks begin whose conflicting base branches are now in the merged branch. It records the
// other waiting tasks as not done. It reports whether it released one.
func (r *run) release() (released bool) {
	m := r.merging
	missing := func(branch string) bool { return !r.repo.IsAncestor(branch, m.tree.Branch) }
	for _, t := range r.plan.Tasks {
		name := taskName(r.fileKey, t.ID)
		why := r.heldTasks[name]
		if why == nil {
			continue
		}
		delete(r.heldTasks, name)
		if m.failed == nil && !slices.ContainsFunc(r.baseBranches(t), missing) {
			r.onMerged[name], released = true, true
			continue
		}
		e, _ := r.findEntry(t)
		r.noteFailedBegin(t, e, why)
	}
	return released
}

// failMerge records and tells the user why the branches are not merged.
func (r *run) failMerge(err error) {
	r.merging.failed = err
	r.Say(lang.M("the branches are not merged into %s: %v", r.merging.tree.Branch, err))
}

// openMerge makes the work tree of the merged branch, or opens the existing one, and finds the branches to merge.
func (r *run) openMerge() error {
	m := r.merging
	if r.checkTrees(); r.tampered {
		return r.stopReason
	}
	if !r.repo.Exists(m.tree) {
		delete(r.programs, m.tree.Path)
	}
	rows := r.makeRows()
	r.noteTrees(rows)
	rows = slices.DeleteFunc(rows, func(row outcome.Row) bool {
		e := r.record.Tasks[row.Name]
		return e == nil || e.Merge != "" || !e.lastEnding().IsCompleted()
	})
	heads, err := r.repo.MergeHeads(branchesOf(rows))
	if m.heads = heads; err != nil || len(heads) == 0 {
		m.isOver = true
		return err
	}
	never := func(before, now map[string]string) string { return "" } // nothing is merged yet, so no settings differ
	if err := r.repo.MakeTree(m.tree, nil, r.Settings, never); err != nil {
		return err
	}
	w := r.repo.At(m.tree.Path)
	if w.MergeHead() == "" {
		dirty, err := w.Dirty("")
		if err == nil && len(dirty) > 0 {
			err = lang.Errorf("%s has uncommitted changes: %s", m.tree.Path, text.FirstFew(dirty))
		}
		if err != nil {
			return err
		}
	} else if !r.isMergeUnfinished(w) {
		if err := w.AbortMerge(); err != nil { // no session has worked on this merge
			return err
		}
	}
	defer r.noteTip(m.tree.Branch)
	at, err := r.repo.Position()
	if err != nil || w.MergeHead() != "" || r.repo.IsAncestor(at.Commit, m.tree.Branch) {
		return err
	}
	return w.Merge(at.Commit)
}

// isMergeUnfinished reports whether a merge has begun on which a session has worked, and which is not committed yet.
// The session may have been cut off. The run finishes that merge first.
func (r *run) isMergeUnfinished(w git.Worktree) bool {
	m := r.merging
	for i, branch := range m.heads {
		tip, err := r.repo.Tip(branch)
		e := r.record.Tasks[r.nameOfMerge(branch)]
		if err != nil || tip != w.MergeHead() || e == nil || e.Over && !e.Retryable && !e.IsCompleted() {
			continue
		}
		m.heads = append([]string{branch}, slices.Delete(m.heads, i, i+1)...)
		return true
	}
	return false
}

// mergeID returns the ID of the task that resolves the conflicts of a branch. No task of the plan has this ID.
func mergeID(branch string) tasklist.ID { return tasklist.ID{Title: "Merge " + branch} }

func (r *run) nameOfMerge(branch string) string { return taskName(r.fileKey, mergeID(branch)) }

// mergeBranch merges a branch. It reports whether it had to begin a session that resolves conflicts.
func (r *run) mergeBranch(branch string) (begun bool) {
	m := r.merging
	w := r.repo.At(m.tree.Path)
	var files []string
	if w.MergeHead() != "" {
		files = r.record.Tasks[r.nameOfMerge(branch)].Files // see isMergeUnfinished
	} else if r.repo.IsAncestor(branch, m.tree.Branch) {
		m.merged = append(m.merged, branch)
		return false
	} else {
		before := r.Settings(r.dirOfMerge())
		err := w.StartMerge(branch)
		conflict := new(git.ConflictError)
		switch {
		case err == nil:
			r.noteMerged(branch)
			return false
		case !errors.As(err, &conflict):
			r.failMerge(err)
			return false
		}
		files = conflict.Files
		if changed := r.changedSettings(m.tree.Path, before, r.Settings(r.dirOfMerge())); changed != "" {
			r.leaveConflict(branch, files, &worktree.SettingsError{Files: changed})
			return false
		}
	}
	begun, err := r.beginMerge(branch, files)
	if err != nil {
		r.leaveConflict(branch, files, err)
	}
	return begun
}

// dirOfMerge returns the project's directory in the work tree of the merged branch.
func (r *run) dirOfMerge() string { return filepath.Join(r.merging.tree.Path, r.repo.Prefix) }

// leaveConflict gives up the merge of a branch. The user has to merge that branch.
func (r *run) leaveConflict(branch string, files []string, why error) {
	m := r.merging
	m.conflicts = append(m.conflicts, worktree.Conflict{Branch: branch, With: []string{m.tree.Branch}, Files: files})
	if why != nil {
		r.Say(lang.M("%s is not merged: %v", branch, why))
	}
	w := r.repo.At(m.tree.Path)
	commit, err := w.Snapshot("ccc: "+mergeID(branch).Title, "")
	if err == nil && r.settledTasks[r.nameOfMerge(branch)] { // a session has worked on this merge
		r.Say(lang.M("what the session made of the conflicts is in a commit: git show %.12s", commit))
	}
	if err == nil { // that commit has all files that the session left
		err = w.AbortMerge()
	}
	if err != nil {
		r.failMerge(err)
	}
}

// noteMerged records that a branch is merged, and tells the user.
func (r *run) noteMerged(branch string) {
	m := r.merging
	m.merged = append(m.merged, branch)
	r.noteTip(m.tree.Branch)
	r.emit(Event{Type: eventMerged, Branch: branch, Into: m.tree.Branch})
}

// beginMerge begins the session that resolves the conflicts of a branch, or goes on with it. It begins a session anew
// that was not done before, unless the run has a run id.
func (r *run) beginMerge(branch string, files []string) (begun bool, err error) {
	m := r.merging
	name := r.nameOfMerge(branch)
	e := r.record.Tasks[name]
	switch {
	case e == nil:
		e = &entry{ID: mergeID(branch), Merge: branch, Files: files, Tree: true}
	case e.Over && e.IsCompleted() && !e.Kept: // the run was killed before it committed the merge
		return false, r.keepMerge(name, e, e.Files, nil)
	case e.Over && !e.Retryable && (r.RunID != "" || r.settledTasks[name]):
		return false, lang.Errorf("its conflicts were not resolved: %v", e.Describe())
	case e.Over && !e.Retryable:
		*e = entry{ID: e.ID, Merge: branch, Files: files, Tree: true, Try: e.Try + 1}
	}
	e.Over = false
	r.record.Tasks[name] = e
	if r.isAtLimit() {
		r.stopAtLimit()
		return false, r.stopReason
	}
	j := &job{
		Task: tasklist.Task{ID: e.ID, Number: len(r.plan.Tasks) + 1 + r.merges}, merge: branch, name: name,
		entry: e, dir: r.dirOfMerge(), launch: uuid.NewString(), began: time.Now(),
		earlier: e.Ending, killedTime: e.Cut,
		words: r.mergeWords(branch, e.Files),
	}
	r.merges++
	e.Number, e.Launch = j.Number, j.launch
	j.number.Store(int64(j.Number))
	if err := r.notePosition(e, m.tree.Path, m.tree.Branch); err != nil {
		return false, err
	}
	if err := r.noteSettings(j); err != nil {
		r.tamper(err)
		return false, err
	}
	e.Running = true
	if err := r.save(); err != nil {
		return false, err
	}
	r.Say(lang.M("task %d: %s has conflicts with what is merged so far, in %s: a session resolves them", j.Number,
		branch,
		text.FirstFew(files)))
	return true, r.startTask(j)
}

// mergeWords returns the message for the agent that resolves conflicts. It quotes the tasks of both sides.
func (r *run) mergeWords(branch string, files []string) string {
	var ours, theirs []string
	for _, t := range r.plan.Tasks {
		of := r.repo.TreeFor(taskName(r.fileKey, t.ID)).Branch
		switch {
		case of == branch:
			theirs = append(theirs, t.Text)
		case r.repo.HasBranch(of) && r.repo.IsAncestor(of, r.merging.tree.Branch): // true also in a later start
			ours = append(ours, t.Text)
		}
	}
	words := "Two lines of work conflict in this repository. In this work tree, git merge %[1]s has stopped " +
		"with conflicts in: %[2]s.\n\nResolve them, so that both sides do what they are for, and leave no conflict " +
		"markers. git log and git diff show both sides. Do not commit the merge, and do not abort it: ccc commits " +
		"it after the review.\n\nWhat was done on %[1]s:\n\n%[3]s\n\nWhat was merged here before:\n\n%[4]s"
	if isChinese(strings.Join(append(ours, theirs...), "")) {
		words = "这个仓库里两边的工作有冲突。在这个工作树里，git merge %[1]s 停在了这些文件的冲突上：%[2]s。\n\n" +
			"请解决冲突，让两边都起到应有的作用，并且不留下冲突标记。git log 和 git diff 可以看到两边。" +
			"不要提交合并，也不要中止它：审查之后由 ccc 提交。\n\n%[1]s 上做的是：" +
			"\n\n%[3]s\n\n之前合并到这里的是：\n\n%[4]s"
	}
	const between = "\n\n---\n\n"
	return fmt.Sprintf(words, branch, strings.Join(files, ", "), strings.Join(theirs, between),
		strings.Join(ours, between))
}

// endMerge settles a merge whose session has ended. changed is the reason why git may not run; nil if it may.
func (r *run) endMerge(j *job, changed error) {
	e, files := j.entry, j.entry.Files
	var err error
	if e.IsCompleted() {
		err = r.keepMerge(j.name, e, files, changed)
	}
	switch {
	case e.IsCompleted() && err == nil:
	case e.Retryable: // the next start goes on with the session
		r.merging.heads, r.merging.isOver = nil, true
		r.merging.conflicts = append(r.merging.conflicts, worktree.Conflict{
			Branch: j.merge, With: []string{r.merging.tree.Branch}, Files: files,
		})
		r.noteNotDone(e)
	default:
		if err != nil {
			e.Outcome, e.ExitCode, e.Reason = loop.NotCompleted, output.ExitNotCompleted, err.Error()
			r.Say(lang.M("%s is not merged: %v", j.merge, err))
		}
		r.noteNotDone(e)
		if r.leaveConflict(j.merge, files, nil); changed != nil {
			r.takeSettings(e, j.dir)
		}
	}
	r.trySave()
	r.emitDone(e)
	r.notifier.notifyTask(e, r.isUnfinished())
}

// keepMerge commits a merge whose conflicts are resolved.
func (r *run) keepMerge(name string, e *entry, files []string, changed error) error {
	m := r.merging
	w := r.repo.At(m.tree.Path)
	if changed != nil {
		return changed
	}
	if err := r.checkPosition(m.tree.Path, e); err != nil {
		return err
	}
	for _, file := range files {
		if hasMarkers(filepath.Join(m.tree.Path, file)) {
			return lang.Errorf("%s still has conflict markers", file)
		}
	}
	err := r.commitTask(w, r.planIn(m.tree), tasklist.ID{}, e)
	if err == nil && w.MergeHead() != "" {
		err = w.ConcludeMerge()
	}
	if err != nil {
		return err
	}
	if !r.repo.IsAncestor(e.Merge, m.tree.Branch) {
		return lang.Errorf("the merge was given up: %s is not in %s", e.Merge, m.tree.Branch)
	}
	e.Kept = true
	r.noteMerged(e.Merge)
	r.settledTasks[name] = true
	r.trySave()
	return nil
}

// hasMarkers reports whether a file has lines with the markers that git writes around a conflict.
func hasMarkers(path string) bool {
	content, err := file.Read(path, file.MaxText)
	if err != nil {
		return false
	}
	begin, end := false, false
	for line := range bytes.Lines(content) {
		begin = begin || bytes.HasPrefix(line, []byte("<<<<<<< "))
		end = end || bytes.HasPrefix(line, []byte(">>>>>>> "))
	}
	return begin && end
}

// concludeMerge commits the ticks of the plan on the merged branch, runs the checks there, and removes the work tree.
func (r *run) concludeMerge() error {
	m := r.merging
	if len(m.merged) == 0 {
		_, err := r.repo.RemoveIfCommitted(m.tree)
		return err
	}
	if err := r.commitTicks(); err != nil {
		return err
	}
	r.noteTip(m.tree.Branch)
	if r.Checks != nil {
		m.checks = r.Checks(r.dirOfMerge(), r.stopping)
	}
	for _, c := range m.checks {
		r.Say(lang.M("check %s on %s: %v", c.Name, m.tree.Branch, c.Outcome))
	}
	left, err := r.repo.RemoveIfCommitted(m.tree)
	if len(left) > 0 {
		r.Say(lang.M("the work tree %s is kept, because it has uncommitted changes: %s", m.tree.Path,
			text.FirstFew(left)))
	}
	return err
}

// commitTicks commits on the merged branch the ticks of the tasks whose work is in it.
func (r *run) commitTicks() error {
	m := r.merging
	w := r.repo.At(m.tree.Path)
	planFile := r.planIn(m.tree)
	name, mode, err := w.CommittedFile(planFile)
	if err != nil || mode == "" {
		return err
	}
	source, err := w.Blob("HEAD:" + name)
	if err != nil {
		return err
	}
	ticked, done := source, 0
	for _, t := range r.plan.Tasks {
		e := r.record.Tasks[taskName(r.fileKey, t.ID)]
		if e == nil || !e.lastEnding().IsCompleted() || e.Tip != "" && !r.repo.IsAncestor(e.Tip, m.tree.Branch) {
			continue
		}
		next, there := tasklist.Tick(ticked, t.ID)
		if there && !bytes.Equal(next, ticked) {
			ticked, done = next, done+1
		}
	}
	if now, err := file.Read(planFile, file.MaxText); err == nil && bytes.Equal(now, ticked) && done == 0 {
		return nil
	}
	err = file.UpdateUnder(r.lockPath(), planFile, file.Text, func([]byte) ([]byte, error) { return ticked, nil })
	if err != nil {
		return err
	}
	if err := w.StageEdit(planFile, func([]byte) []byte { return ticked }); err != nil {
		return err
	}
	return w.CommitIndex(text.Safe(fmt.Sprintf("Tick %d tasks of %s", done, path.Base(name))))
}

// mergedBranch describes the merged branch; nil if there is none.
func (r *run) mergedBranch() *outcome.Merged {
	m := r.merging
	if m == nil || len(m.merged) == 0 {
		return nil
	}
	tip, err := r.repo.Tip(m.tree.Branch)
	if err != nil {
		return nil
	}
	return &outcome.Merged{
		Branch: m.tree.Branch, Commit: tip, Branches: m.merged, Checks: m.checks, First: r.beforeMerge(),
	}
}

// beforeMerge returns the command that the user has to run before merging, because the plan in the user's tree has
// changes that would prevent the merge. It returns "" if no command is needed.
func (r *run) beforeMerge() string {
	name, mode, err := r.repo.CommittedFile(r.file)
	if err != nil || mode == "" {
		return ""
	}
	now, err := file.Read(r.file, file.MaxText)
	committed, bad := r.repo.Blob("HEAD:" + name)
	if err != nil || bad != nil || bytes.Equal(now, committed) {
		return ""
	}
	word := text.ShellWord(filepath.Join(r.repo.Dir, name))
	if merged, err := r.repo.Blob(r.merging.tree.Branch + ":" + name); err == nil && bytes.Equal(now, merged) {
		return "git checkout HEAD -- " + word
	}
	return "git stash push -- " + word
}

// mergeFault describes what is wrong with the merged branch; "" if nothing is.
func (r *run) mergeFault() string {
	m := r.merging
	if m == nil {
		return ""
	}
	var names []string
	for _, c := range m.checks {
		if !c.Passed {
			names = append(names, c.Name)
		}
	}
	switch {
	case m.failed != nil:
		return fmt.Sprintf("the branches are not merged: %v", m.failed)
	case len(m.conflicts) > 0:
		return cmp.Or(m.conflicts[0].Message().String(), "conflicts")
	case len(names) > 0:
		return fmt.Sprintf("checks fail on %s: %s", m.tree.Branch, text.FirstFew(names))
	}
	return ""
}
