package review

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/task"
)

// Look gives what the files of a project are like, for the beginning of a task.
func Look(ctx context.Context, dir string) task.Files {
	tree, _, _ := git.Tree(ctx, dir) // "" if it is not known: then a review says so
	return task.Files{Work: git.Fingerprint(ctx, dir), Tree: tree}
}

// workID identifies the state of the project's files.
type workID struct {
	id      string // differs after a change; "" if it is not known
	changed bool   // the task has changed files
}

// lookAhead returns a function that finds out whether the task has changed anything. It looks once, when it is called
// first.
//
// This is the one answer to "has anything changed?": git's fingerprint says it, and where git did not know the files when
// the task began, the agent's tools do.
func (j Request) lookAhead(ctx context.Context) func() workID {
	return sync.OnceValue(func() workID {
		id := git.Fingerprint(ctx, j.Dir)
		if id != "" && j.Base.Work != "" {
			return workID{id, id != j.Base.Work}
		}
		return workID{cmp.Or(id, j.Edits.State), len(j.Edits.Paths) > 0}
	})
}

// workTree is the project's work tree at one moment.
type workTree struct {
	tree string   // "" if unknown
	left []string // what is not in it
	err  error    // why it is unknown
}

func lookAtTree(ctx context.Context, j Request) (w workTree) {
	w.tree, w.left, w.err = git.Tree(ctx, j.Dir)
	return w
}

// fileReport is what the project's files say of the task.
type fileReport struct {
	text      string   // for the reviewer
	protected []string // that the task has changed
	unknown   error    // why there may be more of them; nil if there are none
	since     changedFiles
}

// reportChanges looks at what the task has changed, and tells it in at most room bytes.
func (j Request) reportChanges(ctx context.Context, w workTree, room int) fileReport {
	prefix, list, err := j.diff(ctx, w)
	if err != nil {
		return j.reportWithoutGit(w, err, room)
	}
	f := FileFacts{Base: j.Base.Tree, Prefix: prefix, SinceBase: list, Protect: j.Rubric.Protect}
	for _, name := range w.left {
		f.Left = append(f.Left, pathFrom(prefix, name))
	}
	if last := j.Last.Tree; last != "" && last != f.Base {
		if list, err := git.Diff(ctx, j.Dir, last, w.tree); err == nil {
			f.Last, f.SinceLast = last, pathsBelow(prefix, list)
		}
	}
	whole := true
	patch := func(lines, size int, list []git.Change) string {
		var paths []string
		for _, name := range ChangedPaths(list) {
			paths = append(paths, path.Join(prefix, name))
		}
		text, all, err := git.Patch(ctx, j.Dir, f.Base, w.tree, lines, size, paths)
		whole = whole && all && err == nil
		return text
	}
	guarded := protectedChanges(list, f.Protect)
	f.Guarded = patch(3, maxPatch, guarded)
	text, binary := ChangesToScan(list)
	if f.Scanned = patch(0, maxScan, text); whole {
		f.Scanned += patch(0, maxScan, binary) // apart: git may take too long for these
	}
	f.Partial = !whole
	result := fileReport{
		text: j.Reviewer.Mask.Text(WriteFacts(f, room)), protected: ChangedPaths(guarded),
		since: changedFiles{known: true, list: list, left: f.Left},
	}
	if unseen := matchingPaths(f.Left, f.Protect); len(unseen) > 0 {
		result.unknown = lang.Errorf("not in git's tree, too large, unreadable or a repository of its own: %q", unseen[0])
	}
	return result
}

// How many bytes of a patch are looked at.
const (
	maxPatch = 64 << 10
	maxScan  = 4 << 20
)

var errNoBase = lang.Errorf("git did not know the files when the task began")

// diff gives what the task has changed, by the paths from the project's directory, and where that is below the top of
// the work tree.
func (j Request) diff(ctx context.Context, w workTree) (prefix string, list []git.Change, err error) {
	switch {
	case j.Base.Tree != "" && errors.Is(w.err, git.ErrNoRepository):
		return "", nil,
			lang.Errorf("the git repository that was there when the task began is gone or broken: %w", w.err)
	case w.err != nil:
		return "", nil, w.err
	case j.Base.Tree == "":
		return "", nil, errNoBase
	}
	if prefix, err = git.Prefix(j.Dir); err != nil {
		return "", nil, err
	}
	list, err = git.Diff(ctx, j.Dir, j.Base.Tree, w.tree)
	return prefix, pathsBelow(prefix, list), err
}

// reportWithoutGit is what is told where git cannot tell what the task has changed: what the agent's tools wrote.
func (j Request) reportWithoutGit(w workTree, why error, room int) fileReport {
	wrote := relativePaths(j.Dir, j.Edits.Paths)
	f := fileReport{protected: matchingPaths(wrote, j.Rubric.Protect)}
	if j.Base.Tree == "" && errors.Is(w.err, git.ErrNoRepository) { // a project without git
		if j.Rubric.ProtectStrict {
			j.note(lang.M("without git protect_strict sees what the agent's tools write, not what commands do"))
		}
		f.text = j.Reviewer.Mask.Text(writeFactsWithoutGit("", wrote, j.Rubric.Protect, room))
		return f
	}
	if j.Base.Tree != "" || len(j.Rubric.Protect) > 0 {
		j.note(lang.M("could not tell what the task changed: %v", why))
	}
	f.unknown, f.text = why, j.Reviewer.Mask.Text(writeFactsWithoutGit(why.Error(), wrote, j.Rubric.Protect, room))
	return f
}

// pathsBelow gives the changes by their paths from the project's directory.
func pathsBelow(prefix string, list []git.Change) []git.Change {
	list = slices.Clone(list)
	for i, c := range list {
		if list[i].Path = pathFrom(prefix, c.Path); c.From != "" {
			list[i].From = pathFrom(prefix, c.From)
		}
	}
	return list
}

// relativePaths gives the paths as they are below dir, where they are.
func relativePaths(dir string, paths []string) (list []string) {
	for _, path := range paths {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			path = filepath.ToSlash(rel)
		}
		list = append(list, path)
	}
	return list
}
