package plan

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// repository is the person's, from which the work trees of the tasks are made.
type repository struct {
	top    string          // of the person's work tree
	prefix string          // of the project below it
	told   <-chan struct{} // closed when the run is told to end
	own    bool            // the work tree is where those of tasks are: whoever runs ccc there has made it for its task
}

// openRepository gives the one that dir is in. It has a commit.
func openRepository(dir string, told <-chan struct{}) (r repository, err error) {
	r.told = told
	top, err := r.gitWith(dir, "", "", "rev-parse", "--show-toplevel")
	if err != nil {
		return r, lang.Errorf("%s is not in a git repository: %w", dir, err)
	}
	r.top = strings.TrimSuffix(top, "\n")
	prefix, err := r.gitWith(dir, "", "", "rev-parse", "--show-prefix")
	if err == nil {
		r.prefix = strings.TrimSuffix(prefix, "\n")
		_, err = r.git(r.top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	}
	if err != nil {
		return r, lang.Errorf("the git repository %s has no commit yet: %w", r.top, err)
	}
	r.own = r.besides()
	return r, nil
}

// besides reports whether the work tree is where ccc makes them: in T.ccc/, beside another work tree T of the
// repository.
func (r repository) besides() bool {
	beside, ok := strings.CutSuffix(filepath.Dir(r.top), treesExt)
	if !ok {
		return false
	}
	its, err := r.git(beside, "rev-parse", "--show-toplevel")
	return err == nil && its == beside && file.Same(r.common(beside), r.common(r.top))
}

// common is the directory that the work trees of a repository share, "" where there is none.
func (r repository) common(top string) string {
	dir, err := r.git(top, "rev-parse", "--git-common-dir")
	if err == nil && !filepath.IsAbs(dir) {
		dir = filepath.Join(top, dir)
	}
	return dir
}

// dirty gives the files of a work tree that are not as they were committed, ignored ones left out, but for one.
func (r repository) dirty(dir, but string) ([]string, error) {
	out, err := r.git(dir, "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")
	if err != nil {
		return nil, err
	}
	var list []string
	for entry := range strings.SplitSeq(out, "\x00") {
		if len(entry) > 3 && filepath.Join(dir, entry[3:]) != but {
			list = append(list, entry[3:])
		}
	}
	return list, nil
}

// committed gives a file's name in git and its mode in the last commit of a work tree, "" if it is not there.
func (r repository) committed(dir, path string) (name, mode string, err error) {
	name, err = filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(name) {
		return "", "", nil
	}
	name = filepath.ToSlash(name)
	entry, err := r.git(dir, "ls-tree", "-z", "HEAD", "--", ":(literal)"+name) // 100644 blob 8baef1b…<tab>name
	mode, _, _ = strings.Cut(entry, " ")
	return name, mode, err
}

// stagePlan puts into the index of a work tree the plan as it was committed last, with that task ticked if it has it:
// what else has changed in it is the person's to commit. A plan that was not committed, or is not in the repository, is
// not put there.
func (r repository) stagePlan(dir, path string, id ID) error {
	name, mode, err := r.committed(dir, path)
	if err != nil || mode == "" {
		return err
	}
	text, err := r.gitWith(dir, filepath.Dir(dir), "", "cat-file", "blob", "HEAD:"+name)
	if err != nil {
		return err
	}
	ticked, _ := Tick([]byte(text), id)
	blob, err := r.gitWith(dir, filepath.Dir(dir), string(ticked), "hash-object", "-w", "--stdin")
	if err == nil {
		_, err = r.git(dir, "update-index", "--cacheinfo", mode+","+strings.TrimSpace(blob)+","+name)
	}
	return err
}

// commit commits all that is not as it was committed in a work tree, and one file only as it is in the index, if there
// is something, with the task as the message.
func (r repository) commit(dir, message, but string) error {
	list, err := r.dirty(dir, but)
	if err == nil && len(list) > 0 {
		_, err = r.git(dir, append([]string{"add", "-A", "--"}, allBut(dir, but)...)...)
	}
	if err != nil {
		return err
	}
	if _, none := r.git(dir, "diff", "--cached", "--quiet"); none == nil {
		return nil
	}
	_, err = r.gitWith(dir, filepath.Dir(dir), message+"\n", "commit", "--quiet", "--cleanup=whitespace", "--file=-")
	return err
}

// allBut are the patterns for all of a work tree but for one file.
func allBut(dir, but string) []string {
	if rel, err := filepath.Rel(dir, but); err == nil && filepath.IsLocal(rel) {
		return []string{".", ":(exclude,literal)" + rel}
	}
	return []string{"."}
}

// stash puts all that is not committed in the person's tree away, but for one file, until nothing is left: an ignore
// file that goes shows what it has hidden. It reports whether there was something.
func (r repository) stash(message, but string) (put bool, err error) {
	for range 3 { // the third finds nothing, unless something writes there
		list, err := r.dirty(r.top, but)
		if err != nil || len(list) == 0 {
			return put, err
		}
		args := []string{"stash", "push", "--quiet", "--include-untracked", "--message", message, "--"}
		if _, err = r.git(r.top, append(args, allBut(r.top, but)...)...); err != nil {
			return put, err
		}
		put = true
	}
	list, err := r.dirty(r.top, but)
	if err == nil && len(list) > 0 {
		err = r.dirtyError(list, but)
	}
	return put, err
}

// dirtyError is the error for files of the person's tree that are not committed, without one.
func (r repository) dirtyError(list []string, but string) *DirtyError {
	e := &DirtyError{list: list, but: []string{":/"}}
	if rel, err := filepath.Rel(r.top, but); err == nil && filepath.IsLocal(rel) {
		e.but = append(e.but, text.ShellWord(":/!"+rel))
	}
	return e
}

// tree is the work tree of a task, and the branch in it.
type tree struct{ path, branch string }

const treesExt = ".ccc"

// trees is the directory of the work trees.
func (r repository) trees() string { return r.top + treesExt }

// taken is the error for a branch in whose place the branches of the tasks could not be.
func (r repository) taken() error {
	if _, err := r.git(r.top, "show-ref", "--verify", "--quiet", "refs/heads/ccc"); err != nil {
		return nil
	}
	return &TakenError{}
}

// treeOf is that of the task of that name.
func (r repository) treeOf(name string) tree {
	return tree{filepath.Join(r.trees(), name), "ccc/" + name}
}

// make makes the work tree: on the branch where there is one already, else on a new one from HEAD with what is in the
// branches of merge. One that is there is left as it is.
func (r repository) make(t tree, merge []string) error {
	there := r.there(t)
	if !there { // where somebody has removed it, git is to forget it; else it knows none
		_, _ = r.git(r.top, "worktree", "remove", t.path)
	}
	switch known := r.has(t); {
	case there && known:
		return nil
	case there: // it was being made
		if _, err := r.git(r.top, "worktree", "remove", t.path); err != nil {
			return err
		}
	case known:
		if _, err := r.git(r.top, "worktree", "add", "--quiet", t.path, t.branch); err != nil {
			return err
		}
		return r.include(t.path)
	}
	if _, err := r.git(r.top, "worktree", "add", "--quiet", "--detach", t.path, "HEAD"); err != nil {
		return err
	}
	for _, branch := range merge {
		if _, err := r.git(t.path, "merge", "--quiet", "--no-edit", branch); err != nil {
			_, _ = r.git(t.path, "merge", "--abort") // there is none where it did not begin
			_, left := r.git(r.top, "worktree", "remove", t.path)
			return errors.Join(&conflictError{branch, err}, left)
		}
	}
	if err := r.include(t.path); err != nil {
		return err
	}
	_, err := r.git(t.path, "switch", "--quiet", "--no-track", "--create", t.branch)
	return err
}

// there reports whether the work tree is.
func (r repository) there(t tree) bool {
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

// has reports whether there is the branch.
func (r repository) has(t tree) bool {
	_, err := r.git(r.top, "show-ref", "--verify", "--quiet", "refs/heads/"+t.branch)
	return err == nil
}

// back puts what an agent has done on another branch, or on none, in its work tree on the task's own branch, if that
// is an ancestor, and it is still a work tree of the repository in which the task began. The files stay as they are.
func (r repository) back(t tree, begun *standing) error {
	now, err := r.standingOf(t.path)
	if err != nil || begun != nil && now.GitDir != begun.GitDir {
		return err
	}
	known := r.has(t)
	if known && now.Branch == t.branch {
		return nil
	}
	lost := now.Commit == ""
	if known && !lost {
		_, err := r.git(r.top, "merge-base", "--is-ancestor", t.branch, now.Commit)
		lost = err != nil
	}
	if lost {
		return lang.Errorf("the agent has left the branch %s in %s", t.branch, t.path)
	}
	if _, err = r.git(r.top, "update-ref", "refs/heads/"+t.branch, now.Commit); err == nil {
		_, err = r.git(t.path, "symbolic-ref", "HEAD", "refs/heads/"+t.branch)
	}
	return err
}

// settled removes the work tree of a task that is done, if its branch has all that is in it, and a branch on which
// nothing was done. Otherwise it gives what is not committed. Nothing is forced: git refuses what it would lose.
func (r repository) settled(t tree) (left []string, err error) {
	left, err = r.dirty(t.path, "")
	if err == nil && len(left) == 0 {
		left, err = r.unseen(t)
	}
	if err != nil || len(left) > 0 {
		return left, err
	}
	return nil, r.remove(t)
}

// unseen are the files of a work tree that would be lost with it, and that git status does not show: those that the
// index says are not to be looked at, what is in the place of a submodule, and where the task has committed nothing,
// those that git ignores, unless the person's tree has the same. Beside a commit they are what a build leaves.
func (r repository) unseen(t tree) (list []string, err error) {
	var ignored []string
	ahead, err := r.ahead(t)
	if err == nil && !ahead {
		ignored, err = r.ignored(t.path, standardIgnored)
	}
	if err != nil {
		return nil, err
	}
	for _, name := range ignored {
		known := contentOf(filepath.Join(r.top, name))
		isDir := strings.HasSuffix(name, "/") // a repository
		if isDir || known == absent || known != contentOf(filepath.Join(t.path, name)) {
			list = append(list, name)
		}
	}
	index, err := r.git(t.path, "ls-files", "-z", "-v", "--stage")
	for entry := range strings.SplitSeq(index, "\x00") { // H 100644 8baef1b… 0<tab>name
		of, name, _ := strings.Cut(entry, "\t")
		if name == "" {
			continue
		}
		path := filepath.Join(t.path, name)
		inside, _ := os.ReadDir(path)
		submodule := strings.HasPrefix(of[2:], "160000 ") && len(inside) > 0
		if hidden := of[0] == 'S' || of[0] >= 'a'; submodule || hidden && contentOf(path) != absent {
			list = append(list, name)
		}
	}
	return list, err
}

// remove removes a work tree, and a branch on which nothing was done.
func (r repository) remove(t tree) error {
	if _, err := r.git(r.top, "worktree", "remove", t.path); err != nil {
		return err
	}
	if ahead, err := r.ahead(t); err != nil || ahead {
		return err
	}
	_, err := r.git(r.top, "branch", "--quiet", "-d", t.branch)
	return err
}

// ahead reports whether the branch has commits that the person's tree has not.
func (r repository) ahead(t tree) (bool, error) {
	out, err := r.git(r.top, "rev-list", "--count", "HEAD.."+t.branch)
	return out != "0", err
}

// heads gives the branches of tasks without those that others of them have in them, and those on which nothing was
// done.
func (r repository) heads(rows []Row) (branches []string, err error) {
	byCommit := make(map[string]string)
	args := []string{"merge-base", "--independent"}
	for _, row := range rows {
		if row.Branch == "" {
			continue
		}
		ahead, err := r.ahead(tree{branch: row.Branch})
		if err != nil || !ahead {
			continue
		}
		commit, err := r.git(r.top, "rev-parse", row.Branch)
		if err != nil {
			return nil, err
		}
		if byCommit[commit] == "" {
			byCommit[commit] = row.Branch
			args = append(args, commit)
		}
	}
	if len(byCommit) == 0 {
		return nil, nil
	}
	out, err := r.git(r.top, args...)
	independent := make(map[string]bool)
	for commit := range strings.FieldsSeq(out) {
		independent[byCommit[commit]] = true
	}
	for _, row := range rows { // as in the plan
		if independent[row.Branch] {
			branches = append(branches, row.Branch)
		}
	}
	return branches, err
}
