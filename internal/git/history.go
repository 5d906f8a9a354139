package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ccc/internal/lang"
)

// History answers questions about the commits of one repository. Like [Tree] it runs no program that the repository
// names, and changes no branch and no index of the user's.
type History struct{ repo }

// OpenHistory finds the repository that dir is in.
func OpenHistory(dir string) (h History, err error) {
	r, err := findRepo(dir)
	if errors.Is(err, errNoTop) {
		return h, lang.Errorf("%s is not in a git repository", dir)
	}
	return History{r}, err
}

// ErrShallow is the error if a clone lacks the commits that are asked for.
var ErrShallow = lang.WithHint(lang.Errorf("this clone has only the newest commits, and lacks the one that is needed"),
	lang.M("git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*'"))

// Commit returns the id of the commit that rev names.
func (h History) Commit(ctx context.Context, rev string) (string, error) {
	id, err := h.commit(ctx, rev)
	if err == nil {
		return id, nil
	}
	if h.isShallow(ctx) {
		return "", ErrShallow
	}
	return "", lang.Errorf("there is no commit %s", rev)
}

func (h History) commit(ctx context.Context, rev string) (string, error) {
	out, err := h.question(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	return strings.TrimSpace(out), err
}

// TreeOf returns the id of a commit's tree.
func (h History) TreeOf(ctx context.Context, commit string) (string, error) {
	out, err := h.question(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{tree}")
	return strings.TrimSpace(out), err
}

// IsClean reports whether the work tree is at a commit, and git finds no changed or untracked file, except ignored
// ones. It believes the index, unlike [Tree], and runs git at most twice.
func (h History) IsClean(ctx context.Context, commit string) bool {
	if head, err := h.commit(ctx, "HEAD"); err != nil || head != commit {
		return false
	}
	out, err := h.question(ctx, "status", "--porcelain", "-z", "--untracked-files=normal", "--no-renames")
	return err == nil && out == ""
}

// Diff lists the files that differ between two commits or trees. It believes the repository's objects, unlike the
// function [Diff], and runs git once.
func (h History) Diff(ctx context.Context, from, to string) ([]Change, error) {
	out, err := h.question(ctx, "diff-tree", "-r", "-z", "-M", "--raw", "--numstat", "--no-ext-diff", "--no-textconv",
		"--no-relative", "--ignore-submodules=none", from, to)
	return parse(out), err
}

// question runs ask within the time limit of one question.
func (h History) question(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	out, err := h.ask(ctx, args...)
	return out, cause(ctx, err)
}

func (h History) isShallow(ctx context.Context) bool {
	out, err := h.question(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}

// Parent returns the first parent of a commit. For a commit without a parent it is the empty tree.
func (h History) Parent(ctx context.Context, commit string) (string, error) {
	out, err := h.question(ctx, "rev-list", "--parents", "--max-count=1", "--end-of-options", commit)
	if err != nil {
		return "", err
	}
	if parents := strings.Fields(out); len(parents) > 1 {
		if _, err := h.commit(ctx, parents[1]); err != nil {
			return "", ErrShallow
		}
		return parents[1], nil
	}
	if h.isShallow(ctx) { // git hides the parents of the oldest commit that it has
		return "", ErrShallow
	}
	return h.EmptyTree(ctx)
}

// EmptyTree returns the id of the tree without files.
func (h History) EmptyTree(ctx context.Context) (string, error) {
	out, err := h.question(ctx, "hash-object", "-t", "tree", "-w", "--stdin")
	return strings.TrimSpace(out), err
}

// LooseCommit returns the id of a commit of the tree that no branch has and that has no parent.
func (h History) LooseCommit(ctx context.Context, tree string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	c := h.command("hash-object", "-t", "commit", "-w", "--stdin")
	c.stdin = []byte("tree " + tree + "\nauthor ccc <ccc> 0 +0000\ncommitter ccc <ccc> 0 +0000\n\n")
	out, stderr, err := c.run(ctx)
	return strings.TrimSpace(out), cause(ctx, commandError(c.args, stderr, err))
}

// MergeBase returns the newest commit that is in the history of both a and b.
func (h History) MergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := h.question(ctx, "merge-base", a, b)
	switch id := strings.TrimSpace(out); {
	case err == nil && id != "":
		return id, nil
	case h.isShallow(ctx):
		return "", ErrShallow
	}
	return "", UnrelatedError{lang.Errorf("%s and %s have no commit in common", a, b)}
}

// UnrelatedError is the error if two commits have no common history.
type UnrelatedError struct{ error }

func (e UnrelatedError) Unwrap() error { return e.error }

// DefaultBranch returns the name of the branch that work is merged into: the default of the remote, else its main or
// master, else main or master here. It is "" if there is none of these.
func (h History) DefaultBranch(ctx context.Context) string {
	if out, err := h.question(ctx, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"); err == nil {
		name := strings.TrimPrefix(strings.TrimSpace(out), "refs/remotes/")
		if _, err := h.commit(ctx, "refs/remotes/"+name); err == nil {
			return name
		}
	}
	for _, name := range []string{"origin/main", "origin/master", "main", "master"} {
		ref := "refs/heads/" + name
		if strings.HasPrefix(name, "origin/") {
			ref = "refs/remotes/" + name
		}
		if _, err := h.commit(ctx, ref); err == nil {
			return name
		}
	}
	return ""
}

// Messages returns the messages of the commits that are in the history of to and not in that of from, oldest first.
// If there are more than most, only the newest are returned, and more is the number of the others.
func (h History) Messages(ctx context.Context, from, to string, most int) (list []string, more int, err error) {
	out, err := h.question(ctx, "rev-list", "--reverse", "--format=%B%x00", to, "^"+from)
	if err != nil {
		return nil, 0, err
	}
	for entry := range strings.SplitSeq(out, "\x00") {
		_, message, ok := strings.Cut(strings.TrimLeft(entry, "\n"), "\n") // commit ID
		if message = strings.TrimSpace(message); ok && message != "" {
			list = append(list, message)
		}
	}
	if more = max(len(list)-most, 0); more > 0 {
		list = list[more:]
	}
	return list, more, nil
}

// Staged writes the index as a tree, and returns the tree's id. index is the path of the index, "" for the user's
// own. The index is not changed.
func (h History) Staged(ctx context.Context, index string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	p, err := openPrivate(ctx, h.repo)
	if err != nil {
		return "", err
	}
	defer p.close()
	if index == "" {
		index = filepath.Join(h.gitDir, "index")
	}
	if err := copyIndex(resolveTarget(h.top, index), filepath.Join(p.dir, "index")); err != nil {
		return "", err
	}
	out, err := p.ask(ctx, nil, "write-tree")
	return strings.TrimSpace(out), cause(ctx, err)
}

// FileAt returns a file in a commit or tree. path starts from the top. A symbolic link to a file in the same tree is
// followed; a link that leads nowhere or out of the tree is an error. ok is false if there is no such file.
func (h History) FileAt(ctx context.Context, commit, path string, limit int) (text string, ok bool, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	if strings.Contains(path, "\n") {
		return "", false, lang.Errorf("read %q in %s: its name has a line break", path, commit)
	}
	c := h.command("cat-file", "--batch", "--follow-symlinks")
	c.stdin, c.limit = []byte(commit+":"+path+"\n"), limit+maxHeader
	out, stderr, err := c.run(ctx)
	if err != nil {
		return "", false, cause(ctx, commandError(c.args, stderr, err))
	}
	header, text, _ := strings.Cut(out, "\n")
	fields := strings.Fields(header)
	switch {
	case strings.HasSuffix(header, " missing"):
		return "", false, nil
	case len(fields) != 3: // "dangling", "loop", "notdir" or "symlink", and the length of the text after it
		return "", false, lang.Errorf("read %s in %s: it is a symbolic link that does not lead to a file there", path,
			commit)
	}
	return strings.TrimSuffix(text, "\n"), fields[1] == "blob", nil
}

// maxHeader is how many bytes git cat-file --batch prints around the content at most.
const maxHeader = 256

// NamesAt lists the files of a directory in a commit or tree. dir is its path from the top with a slash at the end,
// or "".
func (h History) NamesAt(ctx context.Context, commit, dir string) ([]string, error) {
	args := []string{"ls-tree", "-z", "--name-only", "--full-tree", commit}
	if dir != "" {
		args = append(args, "--", ":(literal)"+dir)
	}
	out, err := h.question(ctx, args...)
	return fields(out), err
}

// checkoutTimeout is the time limit for writing the files of a tree.
const checkoutTimeout = 5 * time.Minute

// CheckOut makes another work tree of the repository in dir, which must not exist. Its HEAD is the commit, its index
// and files are those of the tree. No hook and no filter runs. [History.Remove] removes it again.
func (h History) CheckOut(ctx context.Context, dir, commit, tree string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, checkoutTimeout, errSlow)
	defer cancel()
	c := h.command("-c", "core.hooksPath=/dev/null", "worktree", "add", "--no-checkout", "--detach", dir, commit)
	if _, stderr, err := c.run(ctx); err != nil {
		return cause(ctx, commandError([]string{"worktree"}, stderr, err))
	}
	err := h.fill(ctx, dir, tree)
	if err != nil {
		err = errors.Join(cause(ctx, err), h.Remove(dir))
	}
	return err
}

// fill writes the files and the index of a work tree that has neither.
func (h History) fill(ctx context.Context, dir, tree string) error {
	r, err := findRepo(dir)
	if err != nil {
		return err
	}
	p, err := openPrivate(ctx, r)
	if err != nil {
		return err
	}
	defer p.close()
	if _, err := p.ask(ctx, nil, "read-tree", tree); err != nil {
		return err
	}
	if _, err := p.ask(ctx, nil, "checkout-index", "--all", "--quiet", "--index"); err != nil {
		return err
	}
	return copyIndex(filepath.Join(p.dir, "index"), filepath.Join(r.gitDir, "index"))
}

// Remove removes a work tree that [History.CheckOut] made, with everything in it.
func (h History) Remove(dir string) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), checkoutTimeout, errSlow)
	defer cancel()
	_, err := h.ask(ctx, "worktree", "remove", "--force", "--force", dir)
	return errors.Join(cause(ctx, err), os.RemoveAll(dir))
}
