package review

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/review/facts"
	"ccc/internal/task"
)

// Look returns the state of a project's files at the beginning of a task. If git cannot tell it, the result is empty,
// and a review says so. marks is passed to git.Tree.
func Look(ctx context.Context, dir, marks string) task.Files {
	w, _ := git.Tree(ctx, dir, "", marks)
	return task.Files{Work: w.State, Tree: w.Tree}
}

// workTree is the state of the project's files at one moment, according to git.
type workTree struct {
	git.StoredTree
	err error // why git does not know the tree; nil if it does
}

func lookAtTree(ctx context.Context, j Request) (w workTree) {
	w.StoredTree, w.err = git.Tree(ctx, j.Dir, j.Base.Tree, j.Marks)
	return w
}

// changedMeanwhile returns the files that changed since they were judged. It ignores files that git ignores, commits
// that change no file, and the directories of claude and for temporary files, where claude and ccc write. Changes by
// checks happened before, and changes by reviewers stay in their sandbox.
func (j Request) changedMeanwhile(ctx context.Context, judged workTree) (names []string, err error) {
	if judged.err != nil {
		return nil, nil // there is nothing to compare
	}
	now := lookAtTree(ctx, j)
	if names, err = j.differences(ctx, judged, now); err != nil {
		return nil, lang.Errorf("whether files changed during the review is not known: %w", err)
	}
	for i, name := range names {
		names[i] = j.Reviewer.Mask.Text(name)
	}
	return names[:min(len(names), maxMeanwhile)], nil
}

// maxMeanwhile is how many files that changed during a review are recorded.
const maxMeanwhile = 1000

// vitalFiles returns those files without which a verdict means nothing: protected files, files that the agent's tools
// wrote, and files that the evidence names.
func (j Request) vitalFiles(names, evidence []string) (list []string) {
	wrote := j.writtenPaths()
	for _, name := range names {
		if j.Rubric.Protected().Match(name) || slices.Contains(wrote, name) ||
			slices.ContainsFunc(evidence, func(what string) bool { return containsName(what, path.Base(name)) }) {
			list = append(list, name)
		}
	}
	return list
}

// containsName reports whether a text contains the name of a file as a separate word.
func containsName(text, name string) bool {
	inWord := func(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for rest := text; ; {
		at := strings.Index(rest, name)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:at])
		after, _ := utf8.DecodeRuneInString(rest[at+len(name):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		rest = rest[at+len(name):]
	}
}

// differences returns the files that differ between two states of the work tree.
func (j Request) differences(ctx context.Context, judged, now workTree) (names []string, err error) {
	switch {
	case now.err != nil:
		return nil, now.err
	case now.Tree != judged.Tree:
		list, err := git.Diff(ctx, j.Dir, judged.Tree, now.Tree)
		if err != nil {
			return nil, err
		}
		names = git.ChangedNames(list)
	case now.State != judged.State:
		names = now.Left // if there are none, only HEAD has moved
	}
	if len(names) == 0 {
		return nil, nil
	}
	prefix, err := git.Prefix(j.Dir)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		names[i] = git.PathFrom(prefix, name)
	}
	ours := []string{os.TempDir()}
	if b := j.Reviewer.Snapshot; b != nil {
		ours = append(ours, b.Config)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		path := filepath.Join(j.Dir, name)
		return slices.ContainsFunc(ours, func(dir string) bool { return !isBelow(dir, j.Dir) && isBelow(dir, path) })
	}), nil
}

// isBelow reports whether path is dir or is below it.
func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// state returns an id for the state of the project's files. Different states have different ids; "" means unknown.
// changed reports whether the task has changed files. If git did not know the files when the task began, the agent's
// tool calls decide that. If git no longer knows them, all files count as changed.
func (j Request) state(w workTree) (id string, changed bool) {
	if j.Base.Tree != "" || w.State != "" && j.Base.Work != "" {
		return cmp.Or(w.State, j.Edits.State), w.State != j.Base.Work
	}
	return cmp.Or(w.State, j.Edits.State), len(j.Edits.Paths) > 0
}

// fileReport describes the files that the task changed.
type fileReport struct {
	facts     factsSince
	protected []string // protected files that the task changed
	unknown   error    // why more protected files may have changed; nil if protected is complete
	changed   changedFiles
}

// reportChanges finds out what the task has changed. Its text for the reviewers has at most room bytes.
func (j Request) reportChanges(ctx context.Context, w workTree, room int) fileReport {
	prefix, compared, err := j.compare(ctx, w)
	if err != nil {
		return j.reportWithoutGit(w, err, room)
	}
	defer compared.Close()
	list := pathsBelow(prefix, compared.Changes)
	f := facts.Files{
		Base: j.Base.Tree, Tree: w.Tree, Prefix: prefix, SinceBase: list, Protect: j.Rubric.Protected(),
		Meanwhile: j.Last.SeenChanging,
	}
	for _, name := range w.Left {
		f.Left = append(f.Left, git.PathFrom(prefix, name))
	}
	for _, name := range w.Below {
		f.Below = append(f.Below, git.PathFrom(prefix, name))
	}
	whole := true
	patch := func(lines, size int, list []git.Change) string {
		var paths []string
		for _, name := range git.ChangedNames(list) {
			paths = append(paths, path.Join(prefix, name))
		}
		text, all, err := compared.Patch(ctx, lines, size, paths)
		whole = whole && all && err == nil
		return text
	}
	guarded := facts.Protected(list, f.Protect)
	f.Guarded = patch(3, maxPatch, guarded)
	text, binary := facts.ToScan(list)
	if f.Scanned = patch(0, maxScan, text); whole {
		f.Scanned += patch(0, maxScan, binary) // a separate patch, because git may take too long for it
	}
	f.Partial = !whole
	result := fileReport{
		facts: func(since string, brief bool) string {
			f := f
			if f.Brief = brief; since != "" && since != f.Base {
				if list, err := git.Diff(ctx, j.Dir, since, w.Tree); err == nil {
					f.Last, f.SinceLast = since, pathsBelow(prefix, list)
				}
			}
			return j.Reviewer.Mask.Text(facts.Write(f, room))
		},
		protected: git.ChangedNames(guarded),
		changed:   changedFiles{isKnown: true, list: list, unread: slices.Concat(f.Left, f.Below)},
	}
	if unseen := facts.Matching(slices.Concat(f.Left, f.Below), f.Protect); len(unseen) > 0 {
		result.unknown = lang.Errorf("not in git's tree, too large, unreadable or a repository of its own: %q",
			unseen[0])
	}
	return result
}

// The length limits of patches, in bytes.
const (
	maxPatch = 64 << 10
	maxScan  = 4 << 20
)

var (
	errNoBase       = lang.Errorf("git did not know the files when the task began")
	errNoRepository = lang.Errorf("the project is no git repository")
)

// compare compares the files with the beginning of the task. prefix is the path of the project's directory from the top
// of the work tree.
func (j Request) compare(ctx context.Context, w workTree) (prefix string, compared *git.Comparison, err error) {
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
	compared, err = git.Compare(ctx, j.Dir, j.Base.Tree, w.Tree)
	return prefix, compared, err
}

// reportWithoutGit reports the files that the agent's tools wrote. why is the reason why git cannot tell the changes.
func (j Request) reportWithoutGit(w workTree, why error, room int) fileReport {
	wrote := j.writtenPaths()
	f := fileReport{protected: facts.Matching(wrote, j.Rubric.Protected())}
	if j.Base.Tree == "" && errors.Is(w.err, git.ErrNoRepository) { // the project has no git repository
		if len(j.Rubric.Protect) > 0 && !j.Rubric.ProtectStrict {
			j.note(lang.M("without git, protect sees what the agent's tools write, but not what its commands change"))
		}
		text := j.Reviewer.Mask.Text(facts.WriteWithoutGit("", wrote, j.Rubric.Protected(), room))
		f.unknown, f.facts = errNoRepository, func(string, bool) string { return text }
		return f
	}
	if j.Base.Tree != "" || w.err != nil || len(j.Rubric.Protect) > 0 {
		j.note(lang.M("could not tell what the task changed: %v", why))
	}
	text := j.Reviewer.Mask.Text(facts.WriteWithoutGit(why.Error(), wrote, j.Rubric.Protected(), room))
	f.unknown, f.facts = why, func(string, bool) string { return text }
	return f
}

// pathsBelow returns the changes with paths relative to the project's directory.
func pathsBelow(prefix string, list []git.Change) []git.Change {
	list = slices.Clone(list)
	for i, c := range list {
		if list[i].Path = git.PathFrom(prefix, c.Path); c.From != "" {
			list[i].From = git.PathFrom(prefix, c.From)
		}
	}
	return list
}

// writtenPaths returns the paths that the agent's tools wrote. They are relative to the project's directory if they are
// below it or below a parent directory with a rubric, and absolute otherwise.
func (j Request) writtenPaths() (list []string) {
	top := j.Rubric.CheckDir(j.Dir)
	for _, path := range j.Edits.Paths {
		if rel, err := filepath.Rel(j.Dir, path); err == nil && isBelow(top, path) {
			path = filepath.ToSlash(rel)
		}
		list = append(list, path)
	}
	return list
}
