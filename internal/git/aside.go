package git

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// aside is what decides of a tree and is not in it, by path: a hash of what is there, or [absent].
type aside map[string]string

// absent is a file of the tree that is not in the work tree, and that the index says need not be (skip-worktree).
const absent = "absent"

// beside reads what is outside of the work tree.
func (p private) beside() aside {
	a := aside{".git/config": fmt.Sprintf("%q %q", p.settings["core.autocrlf"], p.settings["core.eol"])}
	for name, path := range p.excludes() {
		text, err := os.ReadFile(path)
		if a[name] = fmt.Sprintf("%x", sha256.Sum256(text)); err != nil && !os.IsNotExist(err) {
			a[name] = err.Error()
		}
	}
	return a
}

// title is the first line of the message of a commit that [Tree] made.
const title = "ccc: the work as it was"

// commit writes a commit of a tree with what is beside it.
func (p private) commit(ctx context.Context, tree string, beside aside) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "tree %s\nauthor ccc <> 0 +0000\ncommitter ccc <> 0 +0000\n\n%s\n\n", tree, title)
	for _, path := range slices.Sorted(maps.Keys(beside)) {
		fmt.Fprintf(&b, "%q %q\n", path, beside[path])
	}
	out, err := p.run(ctx, []byte(b.String()), "hash-object", "-t", "commit", "-w", "--stdin")
	return strings.TrimSpace(string(out)), err
}

// aside reads what is beside a tree; nil if it is not one of [Tree].
func (p private) aside(ctx context.Context, tree string) (aside, error) {
	out, err := p.run(ctx, []byte(tree+"\n"), "cat-file", "--batch")
	head, _, _ := strings.Cut(string(out), "\n") // ID commit SIZE
	_, text, ok := strings.Cut(string(out), "\n\n"+title+"\n\n")
	if err != nil || !ok || !strings.Contains(head, " commit ") {
		return nil, err
	}
	a := aside{}
	for line := range strings.Lines(text) {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			continue // the end
		}
		path, _ := strconv.Unquote(quoted)
		a[path], _ = strconv.Unquote(strings.TrimSpace(line[len(quoted):]))
	}
	return a, nil
}
