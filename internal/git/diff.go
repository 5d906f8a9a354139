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

// ChangedNames returns the paths of the changes; for a renamed file both paths.
func ChangedNames(changes []Change) (names []string) {
	for _, c := range changes {
		if names = append(names, c.Path); c.From != "" {
			names = append(names, c.From)
		}
	}
	return names
}

// PathFrom converts a path from the top of the work tree into one relative to the directory at prefix: ../x if it is
// outside.
func PathFrom(prefix, name string) string {
	if below, ok := strings.CutPrefix(name, prefix); ok {
		return below
	}
	up, rest := "", prefix // such as "a/b/", shortened until name begins with it
	for rest != "" && !strings.HasPrefix(name, rest) {
		up += "../"
		rest = rest[:strings.LastIndexByte(rest[:len(rest)-1], '/')+1]
	}
	return up + name[len(rest):]
}

// Comparison compares two trees or commits of a repository. Their objects were copied once, see [private.fetch].
type Comparison struct {
	private
	from, to string
	// Changes are the files that differ. Between two trees of [Tree] they include changes that plain git does not
	// show: files that are gone although a flag in the index hides it (D), submodules with changed files (M), files
	// whose bytes changed where git reads the same (M), and changed settings and files about ignoring and reading
	// files (M).
	Changes []Change
}

// Compare compares two trees or commits of the repository that dir is in. It is an error if a tree is gone, and after
// 8 s. The caller closes the result.
func Compare(ctx context.Context, dir, from, to string) (*Comparison, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	c := &Comparison{from: from, to: to}
	r, err := findRepo(dir)
	if err == nil {
		c.private, err = openPrivate(ctx, r)
	}
	if err != nil {
		return nil, c.failed(ctx, err)
	}
	if from == to {
		return c, nil
	}
	if err = c.fetch(ctx, from, to); err == nil {
		c.Changes, err = c.changes(ctx)
	}
	if err != nil {
		c.Close()
		return nil, c.failed(ctx, err)
	}
	return c, nil
}

func (c *Comparison) failed(ctx context.Context, err error) error {
	return lang.Errorf("compare the trees %s and %s: %w", c.from, c.to, cause(ctx, err))
}

// Close removes what was copied.
func (c *Comparison) Close() { c.close() }

// Diff lists the files that differ between two trees, see [Compare].
func Diff(ctx context.Context, dir, from, to string) ([]Change, error) {
	c, err := Compare(ctx, dir, from, to)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Changes, nil
}

func (c *Comparison) changes(ctx context.Context) ([]Change, error) {
	out, err := c.ask(ctx, nil, "diff-tree", "-r", "-z", "-M", "--raw", "--numstat", "--no-ext-diff", "--no-textconv",
		"--no-relative", "--ignore-submodules=none", c.from, c.to)
	if err != nil {
		return nil, lang.Errorf("%w: %v", errForged, err)
	}
	changes := parse(out)
	old, err := c.outsideOf(ctx, c.from)
	if err != nil || old == nil {
		return changes, err
	}
	now, err := c.outsideOf(ctx, c.to)
	if err != nil || now == nil {
		return changes, err
	}
	return append(changes, compareOutside(old, now, changes)...), nil
}

// compareOutside lists the differences outside of two trees, without the paths that are in known.
func compareOutside(old, now outside, known []Change) (changes []Change) {
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
			case after == absent, after == missingFile:
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

// parse parses the output of git diff-tree -z: all raw lines come first, then all line counts.
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

// maxPaths limits the paths on git's command line, in bytes.
const maxPaths = 100 << 10

// Patch returns the difference of these paths as text, with some lines around each change. It treats binary files as
// text. whole is false if the text was cut to size bytes, or if there were too many paths for one command line.
func (c *Comparison) Patch(
	ctx context.Context, lines, size int, paths []string,
) (text string, whole bool, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, askTimeout, errSlow)
	defer cancel()
	args := []string{
		"diff-tree", "-r", "-p", "-M", "--text", "--no-color", "--no-ext-diff", "--no-textconv",
		"--no-relative", "--ignore-submodules=none", "--src-prefix=a/", "--dst-prefix=b/",
		"-U" + strconv.Itoa(lines), c.from, c.to, "--",
	}
	whole = true
	room := maxPaths
	for _, path := range paths {
		if room -= len(path) + 1; room < 0 {
			whole = false
			break
		}
		args = append(args, ":(top,literal)"+path)
	}
	if len(paths) == 0 {
		return "", true, nil
	}
	command := c.command(args...)
	command.limit = size
	text, stderr, err := command.run(ctx)
	if errors.Is(err, errOutput) {
		return text, false, nil
	}
	if err != nil {
		return "", false, c.failed(ctx, commandError(args, stderr, err))
	}
	return text, whole, nil
}
