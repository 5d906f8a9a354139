// Package change reviews a change of a git repository, whoever made it: the work tree, the index, a commit or a
// range. It finds the changed files and has package review judge them by a reviewer without an earlier conversation.
// The findings are shown as text, or in the formats of other programs.
package change

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
)

// Selection says which change is meant. The zero value means all differences from the default branch, including
// uncommitted ones.
type Selection struct {
	Base   string // a branch or commit that the change began at; "" for the default branch
	Staged bool   // the content of the index
	Index  string // path of that index; "" for the repository's
	Commit string // one commit
	Range  string // A..B: the commits of B that A does not have
	Since  string // a tree of git.Tree: the later changes in the work tree
	By     string // with Since: who made the changes
	Push   Push
	Quick  bool // for a push: only what the checks need, and git's own list of changed files is believed
}

// Read reads the arguments of the command line, and refuses a selection that contradicts itself.
func (s *Selection) Read(args []string) error {
	given := len(args)
	for _, is := range []bool{s.Base != "", s.Staged, s.Commit != ""} {
		if is {
			given++
		}
	}
	if given > 1 {
		return lang.Errorf("review takes one of --base, --staged, --commit and a range A..B")
	}
	if s.Range = strings.Join(args, ""); s.Range != "" && !strings.Contains(s.Range, "..") {
		return lang.WithHint(lang.Errorf("%q is no range of commits, such as main..topic", s.Range),
			lang.M("ccc review --base %s reviews what has changed since then", s.Range))
	}
	return nil
}

// ReadTask reads the user's request from a file. given is the request on the command line, which must be "".
func ReadTask(given, path string) (string, error) {
	if given != "" {
		return "", lang.Errorf("review takes one of --task and --task-file")
	}
	text, err := file.Read(path, file.MaxText)
	if err == nil && strings.TrimSpace(string(text)) == "" {
		err = lang.Errorf("there is no text in it")
	}
	if err != nil {
		return "", lang.Errorf("read the task %s: %w", path, err)
	}
	return string(text), nil
}

// Change is a change that was found.
type Change struct {
	Name     lang.Message `json:"name"` // what was reviewed
	Base     string       `json:"base"` // the commit that it began at
	Head     string       `json:"head"` // the commit or tree that it ends in
	Files    []git.Change `json:"-"`
	Messages []string     `json:"-"` // of its commits, oldest first
	More     int          `json:"-"` // how many older messages were left out
	// Hidden lists files and, with a slash at the end, directories that git ignores only by a rule that the base does
	// not have: one that the change itself adds, or one in .git/info/exclude. They are not part of the change.
	Hidden []string `json:"hidden,omitempty"`
	// Left are files and, with a slash at the end, directories that are not compared, see [git.StoredTree].
	Left []string `json:"left,omitempty"`

	history git.History
	prefix  string // of the project's directory, from the top of the work tree
	commit  string // the HEAD of a tree of its own; "" if the change is in the work tree
}

// How much of the commits' messages the reviewer gets.
const (
	maxMessages = 30
	maxMessage  = 4 << 10 // bytes of one
)

// Find finds the change that the selection means, in the repository that dir is in. marks is as in git.Tree.
func Find(ctx context.Context, dir, marks string, s Selection) (c Change, err error) {
	if c.history, err = git.OpenHistory(dir); err != nil {
		return c, err
	}
	if c.prefix, err = git.Prefix(dir); err != nil {
		return c, err
	}
	switch {
	case s.Push != Push{}:
		if err = c.findPush(ctx, s.Push); err == nil && s.Quick {
			return c, c.findQuickly(ctx)
		} else if err == nil {
			err = c.findPushed(ctx, dir, marks)
		}
	case s.Since != "":
		err = c.findSince(ctx, dir, marks, s)
	case s.Staged:
		err = c.findStaged(ctx, s.Index)
	case s.Commit != "":
		err = c.findCommit(ctx, s.Commit)
	case s.Range != "":
		err = c.findRange(ctx, s.Range)
	default:
		err = c.findWork(ctx, dir, marks, s.Base)
	}
	if err == nil {
		c.Files, err = git.Diff(ctx, dir, c.Base, c.Head)
	}
	return c, err
}

// IsEmpty reports whether nothing has changed.
func (c Change) IsEmpty() bool { return len(c.Files) == 0 && len(c.Left) == 0 }

// findWork finds the changes of the work tree since it left the base.
func (c *Change) findWork(ctx context.Context, dir, marks, base string) error {
	head, none := c.history.Commit(ctx, "HEAD")
	w, err := git.Tree(ctx, dir, head, marks)
	if err != nil {
		return err
	}
	c.Head, c.Left = w.Tree, w.Left
	if none != nil { // no commit yet
		c.Name = lang.M("since the empty tree")
		c.Base, err = c.history.EmptyTree(ctx)
		return err
	}
	if base == "" {
		if base = c.history.DefaultBranch(ctx); base == "" {
			base = "HEAD"
		}
	}
	c.Name = lang.M("since %s", base)
	from, err := c.history.Commit(ctx, base)
	if err == nil {
		c.Base, err = c.history.MergeBase(ctx, from, head)
	}
	if err == nil {
		c.Messages, c.More, err = c.history.Messages(ctx, c.Base, head, maxMessages)
	}
	if err == nil {
		c.Hidden, err = git.HiddenByIgnore(ctx, dir, marks, c.Base)
	}
	return err
}

// findSince finds the changes of the work tree since an earlier tree.
func (c *Change) findSince(ctx context.Context, dir, marks string, s Selection) error {
	c.Name, c.Base = lang.M("by %s", s.By), s.Since
	w, err := git.Tree(ctx, dir, s.Since, marks)
	if err != nil {
		return err
	}
	c.Head, c.Left = w.Tree, w.Left
	c.Hidden, err = git.HiddenByIgnore(ctx, dir, marks, c.Base)
	return err
}

func (c *Change) findStaged(ctx context.Context, index string) (err error) {
	c.Name = lang.M("staged")
	if c.Head, err = c.history.Staged(ctx, index); err != nil {
		return err
	}
	c.Base, err = c.history.Commit(ctx, "HEAD")
	if c.commit = c.Base; err == nil || errors.Is(err, git.ErrShallow) {
		return err
	}
	if c.Base, err = c.history.EmptyTree(ctx); err == nil { // no commit yet
		c.commit, err = c.history.LooseCommit(ctx, c.Base)
	}
	return err
}

func (c *Change) findCommit(ctx context.Context, rev string) (err error) {
	c.Name = lang.M("commit %s", rev)
	if c.Head, err = c.history.Commit(ctx, rev); err != nil {
		return err
	}
	c.commit = c.Head
	if c.Base, err = c.history.Parent(ctx, c.Head); err != nil {
		return err
	}
	c.Messages, c.More, err = c.history.Messages(ctx, c.Head+"^@", c.Head, 1)
	return err
}

func (c *Change) findRange(ctx context.Context, words string) error {
	from, to, _ := strings.Cut(strings.Replace(words, "...", "..", 1), "..")
	from, to = cmp.Or(from, "HEAD"), cmp.Or(to, "HEAD") // as git has it
	c.Name = lang.Verbatim(from + ".." + to)
	a, err := c.history.Commit(ctx, from)
	if err != nil {
		return err
	}
	if c.Head, err = c.history.Commit(ctx, to); err != nil {
		return err
	}
	c.commit = c.Head
	if c.Base, err = c.history.MergeBase(ctx, a, c.Head); err != nil {
		return err
	}
	c.Messages, c.More, err = c.history.Messages(ctx, c.Base, c.Head, maxMessages)
	return err
}

// checkOut returns the directory in which the change is judged: the project's own if the change is in the work tree,
// otherwise the same directory in a new work tree. Call remove at the end.
func (c Change) checkOut(ctx context.Context, project string) (dir string, remove func() error, err error) {
	if c.commit == "" {
		return project, func() error { return nil }, nil
	}
	parent, err := os.MkdirTemp("", file.TemporaryPrefix+"review-")
	if err == nil {
		parent, err = filepath.EvalSymlinks(parent)
	}
	if err != nil {
		return "", nil, lang.Errorf("make a place for the files: %w", err)
	}
	top := filepath.Join(parent, "tree")
	remove = func() error {
		err := c.history.Remove(top)
		if all := os.RemoveAll(parent); err == nil {
			err = all
		}
		return err
	}
	if err := c.history.CheckOut(ctx, top, c.commit, c.Head); err != nil {
		_ = os.RemoveAll(parent)
		return "", nil, lang.Errorf("check out %s: %w", c.Name, err)
	}
	dir = filepath.Join(top, filepath.FromSlash(c.prefix))
	return dir, remove, os.MkdirAll(dir, 0o700) // git does not store empty directories
}

// changesIn reports whether the change touches a file of a directory whose name fits the pattern. prefix is the path of
// the directory from the top, with a slash at the end, or "".
func (c Change) changesIn(prefix, pattern string) bool {
	for _, name := range git.ChangedNames(c.Files) {
		below, inside := strings.CutPrefix(name, prefix)
		if fits, _ := path.Match(pattern, below); inside && fits {
			return true
		}
	}
	return false
}
