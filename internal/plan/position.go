package plan

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"

	"ccc/internal/lang"
	"ccc/internal/plan/tasklist"
	"ccc/internal/supervision/runid"
)

// lockTree locks the user's work tree for commits. With two runs, one would commit the work of the other.
func (r *run) lockTree() error {
	now, err := r.repo.Position()
	if err != nil {
		return err
	}
	r.treeLock, err = runid.Open(filepath.Join(now.GitDir, "ccc"), "commit", "", r.Mask)
	if by := new(runid.HeldError); errors.As(err, &by) {
		return &TreeHeldError{HeldError{r.repo.Dir, by}}
	}
	return err
}

// heldLocks returns the lock files that the run holds.
func (r *run) heldLocks() []*os.File {
	list := []*os.File{r.store.Lock()}
	if r.treeLock != nil {
		list = append(list, r.treeLock.Lock())
	}
	return list
}

// notePosition records the commit, branch and repository of the work tree in which a task begins. branch is the branch
// on which the task has to work; "" for the present one. A task that goes on keeps its first position.
func (r *run) notePosition(e *entry, dir, branch string) error {
	now, err := r.repo.At(dir).Position()
	now.Branch = cmp.Or(branch, now.Branch)
	if err == nil && (e.Begun == nil || e.Begun.GitDir != now.GitDir || e.Begun.Commit == "") {
		e.Begun = &now
	}
	return err
}

// branchOrNone returns the name of a branch for a message, or says that HEAD is detached.
func branchOrNone(branch string) lang.Message {
	if branch == "" {
		return lang.M("a detached HEAD")
	}
	return lang.Verbatim(branch)
}

const detach = "--detach" // option of git switch: check out no branch

// checkPosition returns an error if the work tree is on another branch or in another repository than when its task
// began, or has lost the commit on which the task began: then work would be lost, or committed elsewhere. It also
// returns an error if a task that is not done has left commits, because the next task would build on them. It does so
// once: the next start accepts the present position.
func (r *run) checkPosition(dir string, e *entry) error {
	if e.Begun == nil {
		return nil
	}
	from, title := *e.Begun, tasklist.Brief(e.Title)
	now, err := r.repo.At(dir).Position()
	if err != nil || from.Commit == "" || now == from {
		return err
	}
	e.Begun.Branch, e.Begun.Commit = "", ""
	switch {
	case now.GitDir != from.GitDir:
		err = lang.Errorf("%s is in another git repository than when %q began: %s, not %s",
			dir, title, now.GitDir, from.GitDir)
	case now.Branch != from.Branch:
		err = lang.Errorf("%q has left the branch on which it began, for %s: look at it, then git switch %s",
			title, branchOrNone(now.Branch), cmp.Or(from.Branch, detach+" "+from.Commit[:12]))
	case !r.repo.At(dir).IsAncestor(from.Commit, now.Commit):
		err = lang.Errorf("%s no longer contains %.12s, on which %q began: git merge %.12s brings it back",
			dir, from.Commit, title, from.Commit)
	case !e.IsCompleted():
		err = lang.Errorf("%q is not done but left commits, and nothing else is built on them: git log %.12s..%.12s",
			title, from.Commit, now.Commit)
	}
	return err
}
