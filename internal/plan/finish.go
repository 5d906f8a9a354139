package plan

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/plan/tasklist"
	"ccc/internal/plan/worktree"
	"ccc/internal/supervision/output"
	"ccc/internal/text"
	"ccc/loop"
)

// finish commits the work of a task that is done, ticks the task in the plan and removes its work tree. changed is not
// nil if git may not run, because git would run settings or hooks that the task left.
func (r *run) finish(name string, e *entry, changed error) {
	t := r.repo.TreeFor(name)
	_, err := os.Stat(t.Path)
	in, here := e.Tree && r.repo.Dir != "" && err == nil, !e.Tree && r.Commit && r.Jobs == 0
	switch err = nil; {
	case in || here:
		err = changed
	}
	switch {
	case err != nil:
	case in:
		if err = r.repo.RestoreBranch(t, e.Begun); err == nil {
			err = r.checkPosition(t.Path, e)
		}
	case here:
		err = r.checkPosition(r.repo.Dir, e)
	}
	switch {
	case err != nil: // the next start reads what the user changed
		e.Judged = git.Judged{}
	case in && r.Commit: // leaves out the agent's changes to its copy of the plan
		err = r.commitTask(r.repo.At(t.Path), r.planIn(t), tasklist.ID{}, e)
	case here:
		err = r.commitTask(r.repo.Worktree, r.file, e.ID, e)
	}
	if err != nil {
		err = lang.Errorf("the work of %q is not committed: %w", tasklist.Brief(e.Title), err)
		if errors.As(err, new(*git.UnjudgedError)) {
			e.Outcome, e.ExitCode, e.Reason = loop.NotCompleted, output.ExitNotCompleted, err.Error()
			r.tamper(err)
			r.noteNotDone(e)
			r.trySave()
			return
		}
		r.beginNoMore(err)
		return
	}
	if !r.tick(e) {
		return
	}
	if in {
		if left, err := r.repo.RemoveIfCommitted(t); err != nil {
			r.Say(lang.M("the work tree %s is kept: %v", t.Path, err))
		} else if len(left) > 0 {
			r.Say(lang.M("the work tree %s is kept, because it has uncommitted changes: %s", t.Path,
				text.FirstFew(left)))
		}
	}
	if e.Tree && r.repo.Dir != "" {
		e.Tip, _ = r.repo.Tip(t.Branch) // an error means that the branch had no commit of its own
	}
	if here {
		if now, err := r.repo.Position(); err == nil && e.Begun != nil && now.Commit != e.Begun.Commit {
			e.Tip = now.Commit
		}
	}
	e.Kept, r.record.Left = true, nil
	r.trySave()
}

// commitTask commits the work of a task, if the files are still as the review saw them. Of the plan's file it commits
// only the tick of this task. The user has to commit other changes to the plan.
func (r *run) commitTask(w git.Worktree, planFile string, ticked tasklist.ID, e *entry) error {
	err := w.StageEdit(planFile, func(committed []byte) []byte {
		text, _ := tasklist.Tick(committed, ticked)
		return text
	})
	if err != nil {
		return err
	}
	if e.Judged.Tree == "" {
		r.Say(lang.M("the commit of %q is not compared with what was reviewed", tasklist.Brief(e.Title)))
	}
	judged := e.Judged
	judged.Meanwhile = slices.Clone(judged.Meanwhile)
	for i, name := range judged.Meanwhile { // relative to the project
		judged.Meanwhile[i] = path.Join(r.repo.Prefix, name)
	}
	return w.Commit(message(r.plan, e.ID), planFile, judged, r.State.Indexes())
}

// planIn returns the path of the plan in a work tree.
func (r *run) planIn(t worktree.Tree) string {
	rel, err := filepath.Rel(r.repo.Dir, r.file)
	if err != nil {
		return ""
	}
	return filepath.Join(t.Path, rel)
}

// lockPath returns the path of the lock that every ccc holds while it changes a plan.
func (r *run) lockPath() string { return filepath.Join(string(r.State), file.Lock) }

// tick ticks a task in the present file of the plan. It returns false if that failed and the next start has to try
// again.
func (r *run) tick(e *entry) bool {
	found := false
	err := file.UpdateUnder(r.lockPath(), r.Path, file.Text,
		func(old []byte) (ticked []byte, err error) {
			if old == nil {
				return nil, lang.Errorf("read %s: %w", r.Path, os.ErrNotExist)
			}
			ticked, found = tasklist.Tick(old, e.ID)
			return ticked, nil
		})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, _, err := r.putBack(); err != nil { // putBack tells the user of its error
			return false
		}
		return r.tick(e)
	case err != nil && r.Only > 0 && writable(r.Path) != nil: // the user was told at the start
	case err != nil:
		r.beginNoMore(lang.Errorf("%q is done, but could not be ticked: %w", tasklist.Brief(e.Title), err))
		return false
	case !found:
		r.Say(lang.M("%q is done, but not ticked: it is no longer in the plan", tasklist.Brief(e.Title)))
	}
	return true
}

// message returns the commit message of a task: its text in the plan, without control characters.
func message(p tasklist.Plan, id tasklist.ID) string {
	s := id.Title
	if t, ok := p.Find(id); ok {
		s = t.Text
	}
	first, rest, _ := strings.Cut(text.Safe(s), "\n")
	if rest = strings.TrimSpace(rest); rest != "" {
		rest = "\n\n" + rest
	}
	return first + rest
}
