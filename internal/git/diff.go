package git

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/lang"
)

// Change is a file that differs between two trees.
type Change struct {
	Status  byte   // A: added, D: deleted, M: modified, R: renamed, T: of another type
	Path    string // from the top of the work tree; it may hold any byte but 0
	From    string // the path before, if it was renamed
	Added   int    // lines
	Deleted int    // lines
	Binary  bool   // git counts no lines then
}

// Diff lists the files that differ between two trees or commits of the repository. Between two trees of [Tree] it also
// lists files that are gone although a flag in the index hides that (D). It lists submodules in which files differ (M),
// and settings and files that decide which files are ignored and how they are read (M). It is an error if a tree is
// gone, and after 8 s.
func Diff(ctx context.Context, dir, from, to string) (changes []Change, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	r, err := find(dir)
	if err == nil {
		changes, err = r.diff(ctx, from, to)
	}
	if err != nil {
		return nil, lang.Errorf("compare the trees %s and %s: %w", from, to, cause(ctx, err))
	}
	return changes, nil
}

func (r repo) diff(ctx context.Context, from, to string) ([]Change, error) {
	p, err := open(ctx, r)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if from == to {
		return nil, nil
	}
	own, err := p.fetch(ctx, from, to)
	if err != nil {
		return nil, err
	}
	out, err := own.ask(ctx, nil, "diff-tree", "-r", "-z", "-M", "--raw", "--numstat", "--no-ext-diff", "--no-textconv",
		"--no-relative", "--ignore-submodules=none", from, to)
	if err != nil {
		return nil, lang.Errorf("%w: %v", errForged, err)
	}
	changes := parse(out)
	old, err := p.outsideOf(ctx, from)
	if err != nil || old == nil {
		return changes, err
	}
	now, err := p.outsideOf(ctx, to)
	if err != nil || now == nil {
		return changes, err
	}
	return append(changes, compare(old, now, changes)...), nil
}

// compare lists what differs outside of two trees, without the paths that are among the changes already.
func compare(old, now outside, known []Change) (changes []Change) {
	seen := map[string]bool{}
	for _, c := range known {
		seen[c.Path], seen[c.From] = true, true
	}
	for _, side := range []outside{old, now} {
		for path := range side {
			before, after := old[path], now[path]
			switch {
			case path == rulesOf || seen[path] || before == after:
			case before == absent: // a file that appeared is in the tree itself
			case after == absent, after == gone:
				changes = append(changes, Change{Status: 'D', Path: path})
			default:
				changes = append(changes, Change{Status: 'M', Path: path})
			}
			seen[path] = true
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return changes
}

// parse reads the output of git diff-tree -z: all raw lines come first, then all line counts.
func parse(out string) (changes []Change) {
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	at := map[string]int{}
	take := func() (field string) {
		if len(fields) > 0 {
			field, fields = fields[0], fields[1:]
		}
		return field
	}
	for len(fields) > 0 {
		field := take()
		if strings.HasPrefix(field, ":") { // :MODE MODE ID ID STATUS
			c := Change{Status: 'M'}
			if i := strings.LastIndexByte(field, ' '); i+1 < len(field) {
				c.Status = field[i+1]
			}
			if c.Path = take(); c.Status == 'R' {
				c.From, c.Path = c.Path, take()
			}
			at[c.Path] = len(changes)
			changes = append(changes, c)
			continue
		}
		counts := strings.SplitN(field, "\t", 3) // ADDED DELETED PATH; for a rename the paths are in the next fields
		if len(counts) < 3 {
			continue
		}
		path := counts[2]
		if path == "" {
			take()
			path = take()
		}
		if i, ok := at[path]; ok {
			var added, deleted error
			changes[i].Added, added = strconv.Atoi(counts[0])
			changes[i].Deleted, deleted = strconv.Atoi(counts[1])
			changes[i].Binary = errors.Join(added, deleted) != nil // "-"
		}
	}
	return changes
}

// maxPaths bounds the paths on git's command line, in bytes.
const maxPaths = 100 << 10

// Patch is the difference of these paths between two trees as text, with some lines around each change. Binary files
// are taken for text. whole is false if the text was cut to size bytes, or if there were too many paths for one command
// line.
func Patch(
	ctx context.Context, dir, from, to string, lines, size int, paths []string,
) (text string, whole bool, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	args := []string{
		"diff-tree", "-r", "-p", "-M", "--text", "--no-color", "--no-ext-diff", "--no-textconv",
		"--no-relative", "--ignore-submodules=none", "--src-prefix=a/", "--dst-prefix=b/",
		"-U" + strconv.Itoa(lines), from, to, "--",
	}
	whole = true
	var specs []string
	room := maxPaths
	for _, path := range paths {
		if room -= len(path) + 1; room < 0 {
			whole = false
			break
		}
		specs = append(specs, ":(top,literal)"+path)
	}
	if len(paths) == 0 {
		return "", true, nil
	}
	text, err = patch(ctx, dir, size, from, to, args, specs)
	if errors.Is(err, errOutput) {
		return text, false, nil
	}
	if err != nil {
		return "", false, lang.Errorf("compare the trees %s and %s: %w", from, to, cause(ctx, err))
	}
	return text, whole, nil
}

// patch returns what git prints for these arguments and paths. If that is more than size bytes it returns the
// beginning, and errOutput.
func patch(
	ctx context.Context, dir string, size int, from, to string, args, paths []string,
) (text string, err error) {
	r, err := find(dir)
	if err != nil {
		return "", err
	}
	p, err := open(ctx, r)
	if err != nil {
		return "", err
	}
	defer p.close()
	if p, err = p.fetch(ctx, from, to, paths...); err != nil {
		return "", err
	}
	c := p.command(append(args, paths...)...)
	c.limit = size
	out, stderr, err := c.run(ctx)
	return out, failure(args, stderr, err)
}
