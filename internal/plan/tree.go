package plan

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

// repository is the user's, from which the work trees of the tasks are made. Its embedded work tree is the user's.
type repository struct {
	git.Worktree
	prefix string // of the project below its top
	own    bool   // the work tree is where those of tasks are: whoever runs ccc there has made it for its task
}

// openRepository gives the one that dir is in.
func openRepository(dir string, told <-chan struct{}) (r repository, err error) {
	if r.Worktree, r.prefix, err = git.OpenWorktree(dir, told); err == nil {
		r.own = r.isTaskTree()
	}
	return r, err
}

// isTaskTree reports whether the work tree is where ccc makes them: in T.ccc/, beside another work tree T of the
// repository.
func (r repository) isTaskTree() bool {
	beside, ok := strings.CutSuffix(filepath.Dir(r.Dir), treesExt)
	if !ok || !r.At(beside).IsTop() {
		return false
	}
	theirs, err := r.At(beside).CommonDir()
	ours, err2 := r.CommonDir()
	return err == nil && err2 == nil && file.Same(theirs, ours)
}

// dirtyError is the error for files of the person's tree that are not committed, without one.
func (r repository) dirtyError(list []string, but string) *DirtyError {
	e := &DirtyError{list: list, but: []string{":/"}}
	if rel, err := filepath.Rel(r.Dir, but); err == nil && filepath.IsLocal(rel) {
		e.but = append(e.but, text.ShellWord(":/!"+rel))
	}
	return e
}

// tree is the work tree of a task, and the branch in it.
type tree struct{ path, branch string }

const treesExt = ".ccc"

// treesDir is the directory of the work trees.
func (r repository) treesDir() string { return r.Dir + treesExt }

// checkBranchFree is the error for a branch in whose place the branches of the tasks could not be.
func (r repository) checkBranchFree() error {
	if r.HasBranch("ccc") {
		return &TakenError{}
	}
	return nil
}

// treeFor is that of the task of that name.
func (r repository) treeFor(name string) tree {
	return tree{filepath.Join(r.treesDir(), name), "ccc/" + name}
}

// makeTree makes the work tree: on the branch where there is one already, else on a new one from HEAD with what is in the
// branches of merge. One that is there is left as it is.
func (r repository) makeTree(t tree, merge []string) error {
	there := r.exists(t)
	if !there { // where somebody has removed it, git is to forget it; else it knows none
		_ = r.Remove(t.path)
	}
	switch known := r.HasBranch(t.branch); {
	case there && known:
		return nil
	case there: // it was being made
		if err := r.Remove(t.path); err != nil {
			return err
		}
	case known:
		if err := r.Add(t.path, t.branch); err != nil {
			return err
		}
		return r.include(t.path)
	}
	if err := r.AddDetached(t.path); err != nil {
		return err
	}
	for _, branch := range merge {
		if err := r.At(t.path).Merge(branch); err != nil {
			return errors.Join(&conflictError{branch, err}, r.Remove(t.path))
		}
	}
	if err := r.include(t.path); err != nil {
		return err
	}
	return r.At(t.path).CreateBranch(t.branch)
}

// exists reports whether the work tree is.
func (r repository) exists(t tree) bool {
	_, err := os.Stat(filepath.Join(t.path, ".git"))
	return err == nil
}

// conflictError says that the work of tasks which others build on does not go together.
type conflictError struct {
	branch string
	err    error
}

func (e *conflictError) Error() string { return e.Message().String() }
func (e *conflictError) Unwrap() error { return e.err }

// Message says so in every language.
func (e *conflictError) Message() lang.Message {
	return lang.M("%s cannot be merged with what the next tasks build on: %v", e.branch, e.err)
}

// restoreBranch puts what an agent has done on another branch, or on none, in its work tree on the task's own branch, if that
// is an ancestor, and it is still a work tree of the repository in which the task began. The files stay as they are.
func (r repository) restoreBranch(t tree, begun *git.Position) error {
	now, err := r.At(t.path).Position()
	if err != nil || begun != nil && now.GitDir != begun.GitDir {
		return err
	}
	known := r.HasBranch(t.branch)
	if known && now.Branch == t.branch {
		return nil
	}
	if now.Commit == "" || known && !r.IsAncestor(t.branch, now.Commit) {
		return lang.Errorf("the agent has left the branch %s in %s", t.branch, t.path)
	}
	if err = r.SetBranch(t.branch, now.Commit); err == nil {
		err = r.At(t.path).SetHead(t.branch)
	}
	return err
}

// removeIfCommitted removes the work tree of a task that is done, if its branch has all that is in it, and a branch on which
// nothing was done. Otherwise it gives what is not committed. Nothing is forced: git refuses what it would lose.
func (r repository) removeIfCommitted(t tree) (left []string, err error) {
	left, err = r.At(t.path).Dirty("")
	if err == nil && len(left) == 0 {
		left, err = r.unseenFiles(t)
	}
	if err != nil || len(left) > 0 {
		return left, err
	}
	return nil, r.remove(t)
}

// unseenFiles are the files of a work tree that would be lost with it, and that git status does not show: those that the
// index says are not to be looked at, what is in the place of a submodule, and where the task has committed nothing,
// those that git ignores, unless the person's tree has the same. Beside a commit they are what a build leaves.
func (r repository) unseenFiles(t tree) (list []string, err error) {
	var ignored []string
	ahead, err := r.Ahead(t.branch)
	if err == nil && !ahead {
		ignored, err = r.At(t.path).Ignored(standardIgnored)
	}
	if err != nil {
		return nil, err
	}
	for _, name := range ignored {
		known := contentDigest(filepath.Join(r.Dir, name))
		isDir := strings.HasSuffix(name, "/") // a repository
		if isDir || known == absent || known != contentDigest(filepath.Join(t.path, name)) {
			list = append(list, name)
		}
	}
	flagged, submodules, err := r.At(t.path).Unseen()
	for _, name := range flagged {
		if contentDigest(filepath.Join(t.path, name)) != absent {
			list = append(list, name)
		}
	}
	for _, name := range submodules {
		inside, _ := os.ReadDir(filepath.Join(t.path, name))
		if len(inside) > 0 && !slices.Contains(flagged, name) {
			list = append(list, name)
		}
	}
	return list, err
}

// remove removes a work tree, and a branch on which nothing was done.
func (r repository) remove(t tree) error {
	if err := r.Remove(t.path); err != nil {
		return err
	}
	if ahead, err := r.Ahead(t.branch); err != nil || ahead {
		return err
	}
	return r.DeleteBranch(t.branch)
}

// mergeHeads gives the branches of tasks without those that others of them have in them, and those on which nothing was
// done.
func (r repository) mergeHeads(rows []Row) (branches []string, err error) {
	byCommit := make(map[string]string)
	var commits []string
	for _, row := range rows {
		if row.Branch == "" {
			continue
		}
		ahead, err := r.Ahead(row.Branch)
		if err != nil || !ahead {
			continue
		}
		commit, err := r.Tip(row.Branch)
		if err != nil {
			return nil, err
		}
		if byCommit[commit] == "" {
			byCommit[commit] = row.Branch
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
	for _, row := range rows { // as in the plan
		if independent[row.Branch] {
			branches = append(branches, row.Branch)
		}
	}
	return branches, err
}
