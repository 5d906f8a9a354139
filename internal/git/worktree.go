package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
)

const (
	// workTimeout is the time limit for a git command of a [Worktree]. It is long, because a hook may run all tests.
	workTimeout = 10 * time.Minute
	// stopGrace is how long a git command may run on after stop was closed.
	stopGrace = time.Second
)

// UnboundEnv returns an environment without the variables that bind git to one repository.
func UnboundEnv(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(bindings, name)
	})
}

// Worktree is a work tree in which the user's own git runs, with its settings, hooks and filters.
type Worktree struct {
	Dir string // its top
	// May returns why git may not run in the work tree dir, or nil if it may. It is called each time. If May is nil,
	// git always may.
	May  func(dir string) error
	stop <-chan struct{}
}

// bindings are the variables that bind git to one repository. A git hook has them, for example.
var bindings = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX",
	"GIT_NAMESPACE",
}

// OpenWorktree opens the work tree that dir is in. prefix is the path of dir from the top, with a slash at the end,
// or "" for the top. The repository must have a commit. When stop is closed, a running git command is ended after a
// second.
func OpenWorktree(dir string, stop <-chan struct{}) (w Worktree, prefix string, err error) {
	w = Worktree{Dir: dir, stop: stop}
	top, err := w.run("", nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return w, "", lang.Errorf("%s is not in a git repository: %w", dir, err)
	}
	prefix, err = w.run("", nil, "rev-parse", "--show-prefix")
	w.Dir = strings.TrimSuffix(top, "\n")
	if err == nil {
		_, err = w.git("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	}
	if err != nil {
		return w, "", lang.Errorf("the git repository %s has no commit yet: %w", w.Dir, err)
	}
	return w, strings.TrimSuffix(prefix, "\n"), nil
}

// At returns another work tree of the repository, given by its top.
func (w Worktree) At(dir string) Worktree {
	w.Dir = dir
	return w
}

// git runs git at the top and returns its output without the last newline. If the repository is gone, a repository
// above it is not used.
func (w Worktree) git(args ...string) (string, error) {
	out, err := w.run(filepath.Dir(w.Dir), nil, args...)
	return strings.TrimSuffix(out, "\n"), err
}

// run runs git, which looks for the repository in directories up to ceiling. It returns the whole output.
func (w Worktree) run(ceiling string, stdin []byte, args ...string) (string, error) {
	return w.runIn([]string{"GIT_CEILING_DIRECTORIES=" + ceiling}, stdin, args...)
}

// runIn is run with additional environment variables.
func (w Worktree) runIn(env []string, stdin []byte, args ...string) (string, error) {
	if err := w.checkAllowed(); err != nil {
		return "", err
	}
	out, stderr, err := w.wait(command{
		args:  append([]string{"-C", w.Dir, "-c", "core.quotePath=false", "-c", "core.fsmonitor=false"}, args...),
		env:   append(environment(func(name string) bool { return slices.Contains(bindings, name) }), env...),
		stdin: stdin,
	}, args[0])
	if err != nil && !errors.As(err, new(*slowError)) { // git merge prints conflicts on standard output
		text := strings.TrimSpace(stderr + strings.ToValidUTF8(out, "\uFFFD"))
		err = fmt.Errorf("git %s: %s", args[0], cmp.Or(text, err.Error()))
	}
	return out, err
}

// slowError is the error if a git command was ended, because it took too long or because the run is to stop.
type slowError struct {
	command  string
	duration time.Duration
}

// Message returns the error in the user's language.
func (e *slowError) Message() lang.Message {
	return lang.M("git %s was ended after %s: a hook or a filter of the repository may hang", e.command,
		e.duration.Round(time.Second))
}
func (e *slowError) Error() string { return e.Message().String() }

// wait runs a command until it ends, at most for workTimeout, and at most for a second after stop was closed.
func (w Worktree) wait(c command, name string) (stdout, stderr string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), workTimeout)
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-done:
		case <-w.stop:
			time.AfterFunc(stopGrace, cancel)
		}
	}()
	began := time.Now()
	stdout, stderr, err = c.run(ctx)
	if ctx.Err() != nil {
		return "", "", &slowError{name, time.Since(began)}
	}
	return stdout, stderr, err
}

// checkAllowed returns why git may not run.
func (w Worktree) checkAllowed() error {
	if w.May == nil {
		return nil
	}
	return w.May(w.Dir)
}

// CommonDir returns the git directory that all work trees of the repository share.
func (w Worktree) CommonDir() (string, error) {
	dir, err := w.git("rev-parse", "--git-common-dir")
	if err == nil && !filepath.IsAbs(dir) {
		dir = filepath.Join(w.Dir, dir)
	}
	return dir, err
}

// IsTop reports whether Dir is the top of a work tree.
func (w Worktree) IsTop() bool {
	top, err := w.git("rev-parse", "--show-toplevel")
	return err == nil && top == w.Dir
}

// Dirty lists the files that differ from the last commit, without ignored files and the path except.
func (w Worktree) Dirty(except string) ([]string, error) {
	out, err := w.git("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")
	if err != nil {
		return nil, err
	}
	var list []string
	for entry := range strings.SplitSeq(out, "\x00") { // XY NAME
		if len(entry) > 3 && filepath.Join(w.Dir, entry[3:]) != except {
			list = append(list, entry[3:])
		}
	}
	return list, nil
}

// IgnoredFiles lists the untracked files that are ignored. patterns is an option of git ls-files that names the
// patterns.
func (w Worktree) IgnoredFiles(patterns string) ([]string, error) {
	out, err := w.git("ls-files", "-z", "--others", "--ignored", patterns)
	return fields(out), err
}

// UnseenFiles lists the tracked files that a flag in the index hides from git status, and the submodules.
func (w Worktree) UnseenFiles() (flagged, submodules []string, err error) {
	out, err := w.git("ls-files", "-z", "-v", "--stage")
	for _, entry := range fields(out) { // H 100644 8baef1b… 0<tab>name
		of, name, _ := strings.Cut(entry, "\t")
		if strings.HasPrefix(of[2:], "160000 ") {
			submodules = append(submodules, name)
		}
		if of[0] == 'S' || of[0] >= 'a' {
			flagged = append(flagged, name)
		}
	}
	return flagged, submodules, err
}

// fields splits a list that has a zero byte after each entry.
func fields(out string) []string {
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 })
}

// CommittedFile returns the name of a file in git and its mode in the last commit. The mode is "" if the commit does
// not contain the file, and the name is "" if the file is not in the work tree.
func (w Worktree) CommittedFile(path string) (name, mode string, err error) {
	name, err = filepath.Rel(w.Dir, path)
	if err != nil || !filepath.IsLocal(name) {
		return "", "", nil
	}
	name = filepath.ToSlash(name)
	entry, err := w.git("ls-tree", "-z", "HEAD", "--", ":(literal)"+name) // 100644 blob 8baef1b…<tab>name
	mode, _, _ = strings.Cut(entry, " ")
	return name, mode, err
}

// Blob returns the content of a file in git, named as COMMIT:NAME.
func (w Worktree) Blob(object string) ([]byte, error) {
	out, err := w.run(filepath.Dir(w.Dir), nil, "cat-file", "blob", object)
	return []byte(out), err
}

// StageEdit puts a file into the index: its last committed content, changed by edit. The user's own changes of the
// file stay in the work tree and out of the index. It does nothing for a file that was never committed.
func (w Worktree) StageEdit(path string, edit func(committed []byte) []byte) error {
	name, mode, err := w.CommittedFile(path)
	if err != nil || mode == "" {
		return err
	}
	committed, err := w.Blob("HEAD:" + name)
	if err != nil {
		return err
	}
	blob, err := w.run(filepath.Dir(w.Dir), edit(committed), "hash-object", "-w", "--stdin")
	if err == nil {
		_, err = w.git("update-index", "--add", "--cacheinfo", mode+","+strings.TrimSpace(blob)+","+name)
	}
	return err
}

// Commit commits all files that [Worktree.Dirty] lists. Of the file except it commits the content in the index. It
// makes no empty commit. If the files are not the judged ones, even if a hook of the user changed them, it fails with
// an [*UnjudgedError], and the branch stays where it was. marks is as in [Tree].
func (w Worktree) Commit(message, except string, judged Judged, marks string) error {
	list, err := w.Dirty(except)
	if err == nil && len(list) > 0 {
		_, err = w.git(append([]string{"add", "-A", "--"}, w.allBut(except)...)...)
	}
	if err != nil {
		return err
	}
	return w.commitIndex(message, func(tree string) error { return w.checkJudged(tree, judged, except, marks) })
}

// CommitIndex commits the content of the index and nothing else. It makes no empty commit.
func (w Worktree) CommitIndex(message string) error {
	return w.commitIndex(message, func(string) error { return nil })
}

// commitIndex is CommitIndex, but fails if check returns an error for the tree.
func (w Worktree) commitIndex(message string, check func(tree string) error) error {
	tree, err := w.git("write-tree")
	if err == nil {
		err = check(tree)
	}
	if err != nil {
		return err
	}
	before, err := w.git("rev-parse", "HEAD", "HEAD^{tree}")
	commit, had, _ := strings.Cut(before, "\n")
	if err != nil || had == tree {
		return err
	}
	_, err = w.run(filepath.Dir(w.Dir), []byte(message+"\n"), "commit", "--quiet", "--cleanup=whitespace", "--file=-")
	if err != nil {
		return err
	}
	return w.checkCommit(commit, tree)
}

// checkCommit undoes the commit that was made on the commit before, if its tree is not tree.
func (w Worktree) checkCommit(before, tree string) error {
	made, err := w.git("rev-parse", "HEAD", "HEAD^{tree}")
	commit, has, _ := strings.Cut(made, "\n")
	if err != nil || has == tree {
		return err
	}
	changed, err := w.git("diff-tree", "-r", "-z", "--name-only", "--no-renames", tree, has)
	if err == nil {
		_, err = w.git("update-ref", "-m", "ccc: not what was reviewed", "HEAD", before, commit)
	}
	return cmp.Or(err, error(&UnjudgedError{Files: fields(changed), Hook: true}))
}

// allBut returns the patterns for all files except one.
func (w Worktree) allBut(path string) []string {
	if name, err := filepath.Rel(w.Dir, path); err == nil && filepath.IsLocal(name) {
		return []string{".", ":(exclude,literal)" + name}
	}
	return []string{"."}
}

// Stash moves the changes that [Worktree.Dirty] lists into the stash, and reports whether there were any. It tries
// three times, because an ignore file that is moved, too, no longer ignores anything. left lists what remains.
func (w Worktree) Stash(message, except string) (stashed bool, left []string, err error) {
	for range 3 {
		list, err := w.Dirty(except)
		if err != nil || len(list) == 0 {
			return stashed, nil, err
		}
		args := []string{"stash", "push", "--quiet", "--include-untracked", "--message", message, "--"}
		if _, err = w.git(append(args, w.allBut(except)...)...); err != nil {
			return stashed, nil, err
		}
		stashed = true
	}
	left, err = w.Dirty(except)
	return stashed, left, err
}

// Add makes another work tree of the repository, on a branch that exists.
func (w Worktree) Add(dir, branch string) error {
	_, err := w.git("worktree", "add", "--quiet", dir, branch)
	return err
}

// AddDetached makes another work tree of the repository at HEAD, on no branch.
func (w Worktree) AddDetached(dir string) error {
	_, err := w.git("worktree", "add", "--quiet", "--detach", dir, "HEAD")
	return err
}

// Remove removes another work tree of the repository. Git refuses if it has uncommitted files, except those that are
// missing because [Worktree.Add] or [Worktree.AddDetached] was killed.
func (w Worktree) Remove(dir string) error {
	args := []string{"worktree", "remove", dir}
	if w.isHalfMade(dir) {
		args = slices.Insert(args, 2, "--force", "--force")
	}
	_, err := w.git(args...)
	return err
}

// isHalfMade reports whether a work tree was being made when git was killed. Nobody has worked in it.
func (w Worktree) isHalfMade(dir string) bool {
	list, err := w.git("worktree", "list", "--porcelain")
	if real, linkErr := filepath.EvalSymlinks(dir); linkErr == nil {
		dir = real
	}
	return err == nil && slices.ContainsFunc(strings.Split(list, "\n\n"), func(tree string) bool {
		lines := strings.Split(tree, "\n")
		return lines[0] == "worktree "+dir && slices.Contains(lines, "locked initializing")
	})
}

// ConflictError names the files in which a merge has conflicts.
type ConflictError struct{ Files []string }

// Message returns the error in the user's language.
func (e *ConflictError) Message() lang.Message {
	return lang.M("conflicts in %s", firstNames(e.Files))
}
func (e *ConflictError) Error() string { return e.Message().String() }

// firstNames returns the first names of a list as text.
func firstNames(names []string) string {
	const most = 10
	list := names[:min(len(names), most)]
	if len(list) < len(names) {
		list = append(slices.Clone(list), "…")
	}
	return strings.Join(list, ", ")
}

// Merge merges a branch. After a conflict, which is a [*ConflictError], the work tree is as before.
func (w Worktree) Merge(branch string) error {
	err := w.StartMerge(branch)
	if err != nil {
		_ = w.AbortMerge() // it fails if the merge did not begin
	}
	return err
}

// StartMerge merges a branch. After a conflict, which is a [*ConflictError], both sides are in the work tree.
func (w Worktree) StartMerge(branch string) error {
	_, err := w.git("merge", "--quiet", "--no-edit", branch)
	if err == nil {
		return nil
	}
	if files, bad := w.UnmergedFiles(); bad == nil && len(files) > 0 {
		return &ConflictError{files}
	}
	return err
}

// UnmergedFiles lists the files in which a merge has conflicts.
func (w Worktree) UnmergedFiles() ([]string, error) {
	out, err := w.git("diff", "--name-only", "-z", "--diff-filter=U")
	return fields(out), err
}

// MergeHead returns the commit that is being merged; "" if no merge is in progress.
func (w Worktree) MergeHead() string {
	commit, err := w.git("rev-parse", "--verify", "--quiet", "MERGE_HEAD")
	if err != nil {
		return ""
	}
	return commit
}

// AbortMerge ends an uncommitted merge. The work tree is as before it, and files that are not in git are removed,
// except ignored ones.
func (w Worktree) AbortMerge() error {
	_, err := w.git("merge", "--abort")
	if err == nil {
		_, err = w.git("clean", "--quiet", "--force", "-d")
	}
	return err
}

// ConcludeMerge commits a merge whose result equals the last commit.
func (w Worktree) ConcludeMerge() error {
	_, err := w.git("commit", "--quiet", "--no-edit")
	return err
}

// TryMerge merges two branches or commits without touching a work tree or a branch, and returns the merge commit. A
// conflict is a [*ConflictError]. It needs git 2.38.
func (w Worktree) TryMerge(ours, theirs string) (commit string, err error) {
	out, err := w.git("merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", ours, theirs)
	list := fields(out) // the tree, and what conflicts
	switch {
	case err != nil && len(list) > 1 && !strings.Contains(list[0], " "):
		return "", &ConflictError{list[1:]}
	case err != nil:
		return "", err
	}
	return w.git("-c", "user.name=ccc", "-c", "user.email=ccc", "commit-tree", "-p", ours, "-p", theirs, "-m", "merged",
		list[0])
}

// HasBranch reports whether there is a branch of that name.
func (w Worktree) HasBranch(branch string) bool {
	_, err := w.git("show-ref", "--verify", "--quiet", "refs/heads/"+branch)
	return err == nil
}

// CreateBranch makes a branch at HEAD, and puts the work tree on it.
func (w Worktree) CreateBranch(branch string) error {
	_, err := w.git("switch", "--quiet", "--no-track", "--create", branch)
	return err
}

// SetBranch moves a branch to a commit, or makes it there.
func (w Worktree) SetBranch(branch, commit string) error {
	_, err := w.git("update-ref", "refs/heads/"+branch, commit)
	return err
}

// SetHead puts the work tree on a branch. It changes no file.
func (w Worktree) SetHead(branch string) error {
	_, err := w.git("symbolic-ref", "HEAD", "refs/heads/"+branch)
	return err
}

// DeleteBranch deletes a branch whose commits are in HEAD.
func (w Worktree) DeleteBranch(branch string) error {
	_, err := w.git("branch", "--quiet", "-d", branch)
	return err
}

// Ahead reports whether a branch has commits that HEAD does not have.
func (w Worktree) Ahead(branch string) (bool, error) {
	out, err := w.git("rev-list", "--count", "HEAD.."+branch)
	return out != "0", err
}

// IsAncestor reports whether one commit or branch is in the history of another.
func (w Worktree) IsAncestor(old, of string) bool {
	_, err := w.git("merge-base", "--is-ancestor", old, of)
	return err == nil
}

// Tip returns the last commit of a branch.
func (w Worktree) Tip(branch string) (commit string, err error) {
	return w.git("rev-parse", "--verify", "--quiet", branch+"^{commit}")
}

// Tips returns the last commits of the branches below a prefix, such as ccc/, by the name of the branch.
func (w Worktree) Tips(prefix string) (map[string]string, error) {
	out, err := w.git("for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads/"+prefix)
	tips := make(map[string]string)
	for line := range strings.Lines(out) {
		if name, commit, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			tips[name] = commit
		}
	}
	return tips, err
}

// Independent returns those of the commits that are not in the history of another.
func (w Worktree) Independent(commits []string) ([]string, error) {
	out, err := w.git(append([]string{"merge-base", "--independent"}, commits...)...)
	return strings.Fields(out), err
}

// Position is what a work tree has checked out.
type Position struct {
	GitDir string `json:"git_dir"`
	Branch string `json:"branch,omitempty"` // "" for none
	Commit string `json:"commit,omitempty"` // "" on a branch without a commit
}

// Position returns what the work tree has checked out.
func (w Worktree) Position() (at Position, err error) {
	if err := w.checkAllowed(); err != nil {
		return at, err
	}
	if at.GitDir, err = w.git("rev-parse", "--absolute-git-dir"); err != nil {
		return at, lang.Errorf("%s is not in a git repository: %w", w.Dir, err)
	}
	branch, _ := w.git("symbolic-ref", "--quiet", "HEAD") // fails where there is none
	at.Branch = strings.TrimPrefix(branch, "refs/heads/")
	at.Commit, _ = w.git("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	return at, nil
}
