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

// repository is the user's repository, with the user's work tree. The work trees of the tasks are made from it.
type repository struct {
	git.Worktree
	prefix string // of the project below its top
	own    bool   // the work tree was made for tasks, see [repository.isTaskTree]
}

// openRepository opens the repository that dir is in.
func openRepository(dir string, stop <-chan struct{}) (r repository, err error) {
	if r.Worktree, r.prefix, err = git.OpenWorktree(dir, stop); err == nil {
		r.own = r.isTaskTree()
	}
	return r, err
}

// topOf is the top of the work tree in which the project is at dir.
func (r repository) topOf(dir string) string {
	return strings.TrimSuffix(dir, "/"+strings.TrimSuffix(r.prefix, "/"))
}

// isTaskTree reports whether the work tree is in the directory in which ccc makes those of tasks: in T.ccc/, where T is
// another work tree of the repository.
func (r repository) isTaskTree() bool {
	beside, ok := strings.CutSuffix(filepath.Dir(r.Dir), treesExt)
	if !ok || !r.At(beside).IsTop() {
		return false
	}
	theirs, err := r.At(beside).CommonDir()
	ours, err2 := r.CommonDir()
	return err == nil && err2 == nil && file.Same(theirs, ours)
}

// dirtyError is the error for these uncommitted files.
func (r repository) dirtyError(list []string, but string) *DirtyError {
	e := &DirtyError{list: list, but: []string{":/"}}
	if rel, err := filepath.Rel(r.Dir, but); err == nil && filepath.IsLocal(rel) {
		e.but = append(e.but, text.ShellWord(":/!"+rel))
	}
	return e
}

// tree is the work tree of a task, and its branch.
type tree struct{ path, branch string }

const treesExt = ".ccc"

// treesDir is the directory of the work trees of the tasks.
func (r repository) treesDir() string { return r.Dir + treesExt }

// checkBranchFree returns an error if a branch is named ccc: git can make no branch ccc/NAME then.
func (r repository) checkBranchFree() error {
	if r.HasBranch("ccc") {
		return &TakenError{}
	}
	return nil
}

// treeFor is the work tree of the task with that name.
func (r repository) treeFor(name string) tree {
	return tree{filepath.Join(r.treesDir(), name), "ccc/" + name}
}

// makeTree makes the work tree of a task. It is on the branch of the task if there is one, else on a new branch from
// HEAD, with the branches of merge merged. A work tree that is there stays as it is.
//
// changed names the files of which two sets of digests of the settings differ.
func (r repository) makeTree(
	t tree, merge []string, settings func(string) map[string]string, changed func(before, now map[string]string) string,
) error {
	there := r.exists(t)
	if !there { // git may still list it
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
	before := settings(t.path)
	for _, branch := range merge {
		if err := r.At(t.path).Merge(branch); err != nil {
			return errors.Join(&conflictError{branch, err}, r.Remove(t.path))
		}
		if files := changed(before, settings(t.path)); files != "" {
			return errors.Join(&mergedError{files}, r.Remove(t.path))
		}
	}
	if err := r.include(t.path); err != nil {
		return err
	}
	return r.At(t.path).CreateBranch(t.branch)
}

// exists reports whether the work tree is there.
func (r repository) exists(t tree) bool {
	_, err := os.Stat(filepath.Join(t.path, ".git"))
	return err == nil
}

// conflictError says that two branches which a task builds on cannot be merged.
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

// restoreBranch puts the work tree back on the branch of its task if the agent has left that. It fails if the work of
// the agent is not built on that branch. No file changes. A work tree of another repository than at the begin is left
// alone.
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

// removeIfCommitted removes the work tree of a task that is done, if nothing in it would be lost. It also removes a
// branch that has no commit of its own. Otherwise it returns the files that would be lost. Git is never forced.
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

// unseenFiles lists files that would be lost with the work tree, though git status does not show them: tracked files
// that a flag in the index hides, files in the place of a submodule, and ignored files that the user's tree does not
// have. Ignored files count only if the task has committed nothing; otherwise they are taken for the output of a build.
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

// remove removes a work tree, and a branch that has no commit of its own.
func (r repository) remove(t tree) error {
	if err := r.Remove(t.path); err != nil {
		return err
	}
	if ahead, err := r.Ahead(t.branch); err != nil || ahead {
		return err
	}
	return r.DeleteBranch(t.branch)
}

// Conflict says that a branch cannot be merged after others of the same run.
type Conflict struct {
	Branch string   `json:"branch"`
	With   []string `json:"with,omitempty"` // branches, or HEAD; empty if it conflicts with none of them alone
	Files  []string `json:"files"`
}

// Message says so in every language.
func (c Conflict) Message() lang.Message {
	if len(c.With) == 0 {
		return lang.M("%s has conflicts with the branches before it in %s", c.Branch, firstFew(c.Files))
	}
	return lang.M("%s has conflicts with %s in %s", c.Branch, strings.Join(c.With, ", "), firstFew(c.Files))
}

// divideHeads divides branches into those that can be merged into HEAD one after another, and those that then have
// conflicts. If git cannot tell, all can be merged as far as is known.
func (r repository) divideHeads(heads []string) (merge []string, conflicts []Conflict) {
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

// mergeHeads returns the branches to merge to have all the work: no branch that is part of another one, and none
// without commits of its own.
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
