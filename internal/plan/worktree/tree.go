// Package worktree makes the git work trees in which tasks are done, each on its own branch, from the user's work tree.
// It also finds the branches that have to be merged to combine all work.
package worktree

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// Repository is the user's repository with the user's work tree. The work trees of the tasks are made from it.
type Repository struct {
	git.Worktree
	Prefix string // the path of the project from the top of the work tree
	Own    bool   // this work tree was made for tasks, see [Repository.isTaskTree]
}

// Open opens the repository that dir is in.
func Open(dir string, stop <-chan struct{}) (r Repository, err error) {
	if r.Worktree, r.Prefix, err = git.OpenWorktree(dir, stop); err == nil {
		r.Own = r.isTaskTree()
	}
	return r, err
}

// TopOf returns the top of the work tree whose copy of the project is at dir.
func (r Repository) TopOf(dir string) string {
	return strings.TrimSuffix(dir, "/"+strings.TrimSuffix(r.Prefix, "/"))
}

// isTaskTree reports whether ccc made the work tree for tasks. Then its path is in a directory T.ccc/, where T is
// another work tree of the repository.
func (r Repository) isTaskTree() bool {
	beside, ok := strings.CutSuffix(filepath.Dir(r.Dir), treesExt)
	if !ok || !r.At(beside).IsTop() {
		return false
	}
	theirs, err := r.At(beside).CommonDir()
	ours, err2 := r.CommonDir()
	return err == nil && err2 == nil && file.Same(theirs, ours)
}

// NewDirtyError returns the error for these uncommitted files.
func (r Repository) NewDirtyError(list []string, but string) *DirtyError {
	e := &DirtyError{list: list, except: []string{":/"}}
	if rel, err := filepath.Rel(r.Dir, but); err == nil && filepath.IsLocal(rel) {
		e.except = append(e.except, text.ShellWord(":/!"+rel))
	}
	return e
}

// Tree is the work tree of a task, and its branch.
type Tree struct{ Path, Branch string }

const treesExt = ".ccc"

// TreesDir returns the directory that contains the work trees of the tasks.
func (r Repository) TreesDir() string { return r.Dir + treesExt }

// CheckBranchFree returns an error if a branch has the name ccc, because git can then make no branch ccc/NAME.
func (r Repository) CheckBranchFree() error {
	if r.HasBranch("ccc") {
		return &TakenError{}
	}
	return nil
}

// TreeFor returns the path and the branch of the task with that name.
func (r Repository) TreeFor(name string) Tree {
	return Tree{filepath.Join(r.TreesDir(), name), "ccc/" + name}
}

// MakeTree makes the work tree of a task. It checks out the branch of the task if that exists, else a new branch from
// HEAD, into which it merges the branches of merge. An existing work tree stays as it is.
//
// changed lists the files whose digests differ between two sets of settings.
func (r Repository) MakeTree(
	t Tree, merge []string, settings func(string) map[string]string, changed func(before, now map[string]string) string,
) error {
	there := r.Exists(t)
	if !there { // git may still list a removed work tree
		_ = r.Remove(t.Path)
	}
	switch known := r.HasBranch(t.Branch); {
	case there && known:
		return nil
	case there: // an earlier start was killed while it made the work tree
		if err := r.Remove(t.Path); err != nil {
			return err
		}
	case known:
		if err := r.Add(t.Path, t.Branch); err != nil {
			return err
		}
		return r.include(t.Path)
	}
	if err := r.AddDetached(t.Path); err != nil {
		return err
	}
	before := settings(t.Path)
	for _, branch := range merge {
		if err := r.At(t.Path).Merge(branch); err != nil {
			return errors.Join(&ConflictError{branch, err}, r.Remove(t.Path))
		}
		if files := changed(before, settings(t.Path)); files != "" {
			return errors.Join(&SettingsError{files}, r.Remove(t.Path))
		}
	}
	if err := r.include(t.Path); err != nil {
		return err
	}
	return r.At(t.Path).CreateBranch(t.Branch)
}

// Exists reports whether the work tree is there.
func (r Repository) Exists(t Tree) bool {
	_, err := os.Stat(filepath.Join(t.Path, ".git"))
	return err == nil
}

// RestoreBranch checks the branch of the task out again if the agent has left it. No file changes. It fails if the
// agent's work is not built on that branch. It does nothing if the work tree now belongs to another repository.
func (r Repository) RestoreBranch(t Tree, begun *git.Position) error {
	now, err := r.At(t.Path).Position()
	if err != nil || begun != nil && now.GitDir != begun.GitDir {
		return err
	}
	known := r.HasBranch(t.Branch)
	if known && now.Branch == t.Branch {
		return nil
	}
	if now.Commit == "" || known && !r.IsAncestor(t.Branch, now.Commit) {
		return lang.Errorf("the agent has left the branch %s in %s", t.Branch, t.Path)
	}
	if err = r.SetBranch(t.Branch, now.Commit); err == nil {
		err = r.At(t.Path).SetHead(t.Branch)
	}
	return err
}

// RemoveIfCommitted removes the work tree of a task that is done, if no file would be lost. It also removes a branch
// without own commits. If files would be lost it returns their names. It never uses git's --force.
func (r Repository) RemoveIfCommitted(t Tree) (left []string, err error) {
	left, err = r.At(t.Path).Dirty("")
	if err == nil && len(left) == 0 {
		left, err = r.hiddenFiles(t)
	}
	if err != nil || len(left) > 0 {
		return left, err
	}
	return nil, r.remove(t)
}

// hiddenFiles lists files that would be lost with the work tree, though git status does not show them. These are
// tracked files that a flag in the index hides, files in place of a submodule, and ignored files that the user's tree
// does not have with the same content. Ignored files count only if the task has committed nothing; otherwise they are
// taken for build output.
func (r Repository) hiddenFiles(t Tree) (list []string, err error) {
	var ignored []string
	ahead, err := r.Ahead(t.Branch)
	if err == nil && !ahead {
		ignored, err = r.At(t.Path).IgnoredFiles(standardIgnored)
	}
	if err != nil {
		return nil, err
	}
	for _, name := range ignored {
		known := Digest(filepath.Join(r.Dir, name))
		isDir := strings.HasSuffix(name, "/") // a repository inside the work tree
		if isDir || known == absent || known != Digest(filepath.Join(t.Path, name)) {
			list = append(list, name)
		}
	}
	flagged, submodules, err := r.At(t.Path).UnseenFiles()
	for _, name := range flagged {
		if Digest(filepath.Join(t.Path, name)) != absent {
			list = append(list, name)
		}
	}
	for _, name := range submodules {
		inside, _ := os.ReadDir(filepath.Join(t.Path, name))
		if len(inside) > 0 && !slices.Contains(flagged, name) {
			list = append(list, name)
		}
	}
	return list, err
}

// remove removes a work tree. It also removes its branch if that has no commits of its own.
func (r Repository) remove(t Tree) error {
	if err := r.Remove(t.Path); err != nil {
		return err
	}
	if ahead, err := r.Ahead(t.Branch); err != nil || ahead {
		return err
	}
	return r.DeleteBranch(t.Branch)
}

// Conflict says that a branch cannot be merged after other branches of the same run.
type Conflict struct {
	Branch string `json:"branch"`
	// The branches, or HEAD, that it conflicts with; empty if it conflicts only with several of them together.
	With  []string `json:"with,omitempty"`
	Files []string `json:"files"`
}

// Message returns the text of the error, which can be translated.
func (c Conflict) Message() lang.Message {
	if len(c.With) == 0 {
		return lang.M("%s has conflicts with the branches before it in %s", c.Branch, text.FirstFew(c.Files))
	}
	return lang.M("%s has conflicts with %s in %s", c.Branch, lang.List(c.With...), text.FirstFew(c.Files))
}

// DivideHeads divides branches into those that can be merged into HEAD one after another, and those that would then
// conflict. If git cannot tell, all of them count as mergeable.
func (r Repository) DivideHeads(heads []string) (merge []string, conflicts []Conflict) {
	at := "HEAD"
	for i, branch := range heads {
		next, err := r.TryMerge(at, branch)
		conflict := new(git.ConflictError)
		switch {
		case err == nil:
			merge, at = append(merge, branch), next
			continue
		case !errors.As(err, &conflict):
			return append(merge, heads[i:]...), conflicts
		}
		c := Conflict{Branch: branch, Files: conflict.Files}
		for _, other := range append([]string{"HEAD"}, merge...) {
			if _, err := r.TryMerge(other, branch); errors.As(err, &conflict) {
				c.With = append(c.With, other)
			}
		}
		conflicts = append(conflicts, c)
	}
	return merge, conflicts
}

// MergeHeads returns the branches that have to be merged to combine all work, in their order. It leaves out a branch
// that is contained in another, and a branch without own commits. It ignores empty names.
func (r Repository) MergeHeads(all []string) (branches []string, err error) {
	byCommit := make(map[string]string)
	var commits []string
	for _, branch := range all {
		if branch == "" {
			continue
		}
		ahead, err := r.Ahead(branch)
		if err != nil || !ahead {
			continue
		}
		commit, err := r.Tip(branch)
		if err != nil {
			return nil, err
		}
		if byCommit[commit] == "" {
			byCommit[commit] = branch
			commits = append(commits, commit)
		}
	}
	if len(commits) == 0 {
		return nil, nil
	}
	commits, err = r.Independent(commits)
	independent := make(map[string]bool)
	for _, commit := range commits {
		independent[byCommit[commit]] = true
	}
	for _, branch := range all {
		if independent[branch] {
			branches = append(branches, branch)
		}
	}
	return branches, err
}
