package change

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ccc/internal/git"
	"ccc/internal/review"
	"ccc/internal/task"
)

// Limits for the change that one reviewer gets. A larger change is divided.
const (
	maxPartFiles = 100
	maxPartLines = 10_000
	maxFileLines = 2_000 // the most that one file counts, because nobody reads a whole lock file
)

// fitOneReviewer reports whether the files are few enough for one reviewer.
func fitOneReviewer(files []git.Change) bool {
	lines, names := 0, 0
	for _, f := range files {
		lines += min(f.Added+f.Deleted, maxFileLines)
		names += review.NameSize(f)
	}
	return len(files) <= maxPartFiles && lines <= maxPartLines && (names <= review.MaxPartNames || len(files) == 1)
}

// divide divides files by folders into lists for one reviewer each. Files of one folder stay together if they fit.
func divide(files []git.Change) [][]git.Change {
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b git.Change) int { return cmp.Compare(a.Path, b.Path) })
	return divideBelow(files, "")
}

// divideBelow divides files whose paths begin with a folder, sorted by path.
func divideBelow(files []git.Change, folder string) (list [][]git.Change) {
	if fitOneReviewer(files) {
		return [][]git.Change{files}
	}
	var here []git.Change // files directly in the folder
	var names []string
	below := make(map[string][]git.Change)
	for _, f := range files {
		name, _, isBelow := strings.Cut(strings.TrimPrefix(f.Path, folder), "/")
		if !isBelow {
			here = append(here, f)
			continue
		}
		if below[name] == nil {
			names = append(names, name)
		}
		below[name] = append(below[name], f)
	}
	for _, f := range here {
		list = addPart(list, []git.Change{f})
	}
	for _, name := range names {
		for _, part := range divideBelow(below[name], folder+name+"/") {
			list = addPart(list, part)
		}
	}
	return list
}

// addPart adds files to the last part if both fit into one.
func addPart(list [][]git.Change, files []git.Change) [][]git.Change {
	if n := len(list); n > 0 {
		if both := slices.Concat(list[n-1], files); fitOneReviewer(both) {
			list[n-1] = both
			return list
		}
	}
	return append(list, files)
}

// parts divides the change if it is too large for one reviewer. A review that continues the last one only covers what
// has changed since then, what was left out, and files with open findings.
func (r Review) parts(ctx context.Context, last task.State) (parts []review.Part) {
	files := r.Change.Files
	if fitOneReviewer(files) {
		return nil
	}
	if r.Resume {
		files = r.filesSinceLast(ctx, last)
	}
	if len(files) == 0 {
		return nil
	}
	lists := divide(files)
	for i, list := range lists {
		name := fmt.Sprintf("%d/%d", i+1, len(lists))
		if folder := commonFolder(list); folder != "." {
			name += " " + folder
		}
		parts = append(parts, review.Part{Name: name, Files: r.projectFiles(list)})
	}
	return parts
}

// projectFiles returns the files with paths from the project's directory.
func (r Review) projectFiles(files []git.Change) []git.Change {
	files = slices.Clone(files)
	for i, f := range files {
		if files[i].Path = git.PathFrom(r.Change.prefix, f.Path); f.From != "" {
			files[i].From = git.PathFrom(r.Change.prefix, f.From)
		}
	}
	return files
}

// filesSinceLast returns the files of the change that differ from the last review, or in which it found something.
func (r Review) filesSinceLast(ctx context.Context, last task.State) (files []git.Change) {
	wanted := make(map[string]bool)
	for _, name := range last.Verdict.NotLookedAt {
		wanted[name] = true
	}
	for _, f := range task.OpenFindings(last.Findings) {
		if name, _ := f.Place(); name != "" {
			wanted[name] = true
		}
	}
	changed, err := git.Diff(ctx, r.Dirs.Work, last.Tree, r.Change.Head)
	if err != nil { // the last tree is gone, say
		return r.Change.Files
	}
	for _, name := range git.ChangedNames(changed) {
		wanted[git.PathFrom(r.Change.prefix, name)] = true
	}
	for i, f := range r.projectFiles(r.Change.Files) {
		if wanted[f.Path] || f.From != "" && wanted[f.From] {
			files = append(files, r.Change.Files[i])
		}
	}
	return files
}

// commonFolder returns the folder that all files are in. If there is none, it returns the first and the last top
// folder.
func commonFolder(files []git.Change) string {
	first, last := path.Dir(files[0].Path), path.Dir(files[len(files)-1].Path)
	common := first
	for _, f := range files {
		for common != "." && !strings.HasPrefix(f.Path, common+"/") {
			common = path.Dir(common)
		}
	}
	if common != "." || first == last {
		return common
	}
	top := func(dir string) string { name, _, _ := strings.Cut(dir, "/"); return name }
	if a, b := top(first), top(last); a != b {
		return a + " … " + b
	}
	return common
}
