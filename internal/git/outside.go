package git

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// outside describes what affects a tree but is not in it. It maps a path to a hash of that file, or to [absent].
type outside map[string]string

// absent marks a tracked file that is not in the work tree, and whose absence a flag in the index (skip-worktree)
// allows.
const absent = "absent"

// readOutside returns the settings on line ends, and hashes of the files with ignore rules.
func (p private) readOutside() outside {
	o := outside{".git/config": fmt.Sprintf("%q %q", p.settings["core.autocrlf"], p.settings["core.eol"])}
	for _, f := range p.ignore {
		o[f.name] = f.hash
	}
	return o
}

// title is the first line of the commit message of a tree that [Tree] made.
const title = "ccc: the work as it was"

// commit writes a commit of a tree. The commit's message stores o.
func (p private) commit(ctx context.Context, tree string, o outside) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "tree %s\nauthor ccc <> 0 +0000\ncommitter ccc <> 0 +0000\n\n%s\n\n", tree, title)
	for _, path := range slices.Sorted(maps.Keys(o)) {
		fmt.Fprintf(&b, "%q %q\n", path, o[path])
	}
	out, err := p.ask(ctx, []byte(b.String()), "hash-object", "-t", "commit", "-w", "--stdin")
	return strings.TrimSpace(out), err
}

// outsideOf reads the message that [private.commit] wrote. It returns nil for a tree that [Tree] did not make.
func (p private) outsideOf(ctx context.Context, tree string) (outside, error) {
	kind, content, err := p.object(ctx, tree)
	_, text, ok := strings.Cut(content, "\n\n"+title+"\n\n")
	if err != nil || !ok || kind != "commit" {
		return nil, err
	}
	o := outside{}
	for line := range strings.Lines(text) {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			continue // the end
		}
		path, _ := strconv.Unquote(quoted)
		o[path], _ = strconv.Unquote(strings.TrimSpace(line[len(quoted):]))
	}
	return o, nil
}
