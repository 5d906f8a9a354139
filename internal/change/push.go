package change

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/process"
)

// Push is one ref that is about to be pushed, as git describes it to its pre-push hook. The zero value is no push.
type Push struct {
	Local  string // the commit or tag
	Ref    string // the remote's name for it
	Remote string // the remote's present object; zeros for none
}

// maxPushes is how many bytes of git's description are read.
const maxPushes = 4 << 20

// ReadPushes reads what git writes to a pre-push hook: lines of local ref, object, remote ref and object. It leaves
// out deletions, notes, and refs that repeat another push.
func ReadPushes(r io.Reader) (list []Push, err error) {
	all, err := io.ReadAll(io.LimitReader(r, maxPushes+1))
	if err == nil && len(all) > maxPushes {
		err = lang.Errorf("it is longer than %d bytes", maxPushes)
	}
	if err != nil {
		return nil, lang.Errorf("read which refs are pushed: %w", err)
	}
	for line := range strings.Lines(string(all)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) < 4 { // the local ref may have spaces: HEAD^{/fix it}
			return nil, lang.Errorf("%q is no line that git writes to a pre-push hook", strings.TrimSpace(line))
		}
		words = words[len(words)-3:]
		list = addPush(list, Push{Local: words[0], Ref: words[1], Remote: words[2]})
	}
	return list, nil
}

// PushOf returns the push that the program pre-commit describes to its hooks by variables, with nothing on standard
// input. ok is false if there is none.
func PushOf(env process.Env) (list []Push, ok bool) {
	p := Push{
		Local: env.Get("PRE_COMMIT_TO_REF"), Ref: env.Get("PRE_COMMIT_REMOTE_BRANCH"),
		Remote: env.Get("PRE_COMMIT_FROM_REF"),
	}
	if p.Local == "" { // a branch that is new there, with all its history
		p.Local, p.Remote = env.Get("PRE_COMMIT_LOCAL_BRANCH"), noObject
	}
	return addPush(nil, p), p.Ref != ""
}

// noObject is what git writes if there is no object. With SHA-256 it is longer.
const noObject = "0000000000000000000000000000000000000000"

func isNone(object string) bool { return strings.Trim(object, "0") == "" }

// addPush adds a push if it contains anything to review.
func addPush(list []Push, p Push) []Push {
	same := func(known Push) bool { return known.Local == p.Local && known.Remote == p.Remote }
	if isNone(p.Local) || strings.HasPrefix(p.Ref, "refs/notes/") || slices.ContainsFunc(list, same) {
		return list
	}
	return append(list, p)
}

// findPush finds the commits of a push that the remote's branch does not have. If the branch is new there, or its
// commit is not in this repository, these are the commits that the default branch does not have.
func (c *Change) findPush(ctx context.Context, p Push) (err error) {
	c.Name = lang.M("pushed to %s", strings.TrimPrefix(p.Ref, "refs/heads/"))
	if c.Head, err = c.history.Commit(ctx, p.Local); err != nil {
		return err
	}
	c.commit = c.Head
	c.Base, err = c.pushBase(ctx, p)
	return err
}

// findPushed finds the change for a reviewer of a push. If the files of the work tree are the pushed ones, they are
// judged there, together with ignored files, which checks may need.
func (c *Change) findPushed(ctx context.Context, dir, marks string) error {
	pushed, err := c.history.TreeOf(ctx, c.Head)
	if err != nil {
		return err
	}
	if w, err := git.Tree(ctx, dir, c.Head, marks); err == nil && len(w.Left) == 0 {
		if now, err := c.history.TreeOf(ctx, w.Tree); err == nil && now == pushed {
			c.commit = ""
		}
	}
	c.Messages, c.More, err = c.history.Messages(ctx, c.Base, c.Head, maxMessages)
	return err
}

// findQuickly is findPushed for checks alone, because the user waits for it before each push.
func (c *Change) findQuickly(ctx context.Context) (err error) {
	if c.history.IsClean(ctx, c.Head) {
		c.commit = ""
	}
	c.Files, err = c.history.Diff(ctx, c.Base, c.Head)
	return err
}

// pushBase returns the newest commit of the push that the remote already has, or the empty tree if it has none of them.
func (c *Change) pushBase(ctx context.Context, p Push) (base string, err error) {
	from := ""
	if !isNone(p.Remote) {
		from, _ = c.history.Commit(ctx, p.Remote) // the commit may be missing here
	}
	if from == "" {
		name := c.history.DefaultBranch(ctx)
		from, err = c.history.Commit(ctx, name)
		if err != nil || from == c.Head && !strings.Contains(name, "/") { // it is the very first push
			return c.history.EmptyTree(ctx)
		}
	}
	base, err = c.history.MergeBase(ctx, from, c.Head)
	if unrelated := new(git.UnrelatedError); errors.As(err, unrelated) {
		return c.history.EmptyTree(ctx)
	}
	return base, err
}
