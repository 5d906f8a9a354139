package plan

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"

	"ccc/internal/lang"
	"ccc/internal/runid"
)

// lockTree takes the person's tree, in which one run at a time commits: another one's work would be in the commits.
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

// locks are the files whose locks the run holds.
func (r *run) locks() []*os.File {
	list := []*os.File{r.store.Lock()}
	if r.treeLock != nil {
		list = append(list, r.treeLock.Lock())
	}
	return list
}

// notePosition notes where the work tree of a task stands that begins there, and the branch on which it is to be, if it is not
// that one. What goes on began where it did before.
func (r repository) notePosition(e *entry, dir, branch string) error {
	now, err := r.At(dir).Position()
	now.Branch = cmp.Or(branch, now.Branch)
	if err == nil && (e.Begun == nil || e.Begun.GitDir != now.GitDir || e.Begun.Commit == "") {
		e.Begun = &now
	}
	return err
}

// checkPosition is the error for a work tree that does not stand on what its task has found there, in the same repository and
// on the same branch: what others have done would be lost, or committed elsewhere; and for the commits of a task that is
// not done, on which the next one would build. It is told once: the next start takes what is there then.
func (r *run) checkPosition(dir string, e *entry) error {
	if e.Begun == nil {
		return nil
	}
	from, title := *e.Begun, brief(e.Title)
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
		const detached = "--detach" // as git switch has it
		err = lang.Errorf("%q has left the branch on which it began, for %s: look at it, then git switch %s",
			title, cmp.Or(now.Branch, detached), cmp.Or(from.Branch, detached+" "+from.Commit[:12]))
	case !r.repo.At(dir).IsAncestor(from.Commit, now.Commit):
		err = lang.Errorf("%s does not have %.12s in it any more, on which %q began: git merge %.12s brings it back",
			dir, from.Commit, title, from.Commit)
	case !e.done():
		err = lang.Errorf("%q is not done, and has left commits, on which nothing else is begun: git log %.12s..%.12s",
			title, from.Commit, now.Commit)
	}
	return err
}
