package rubric

import (
	"path"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/text"
)

// Directories lists the directories that may have a project's SUPERVISOR.md, the nearest first: work, and the
// directories above it up to the top of its git work tree. Outside of a work tree that is only work.
func Directories(work string) []string {
	list := []string{work}
	for at := work; ; {
		if gitDir, err := file.GitDir(at); gitDir != "" {
			return list
		} else if parent := filepath.Dir(at); err != nil || parent == at {
			return list[:1]
		} else {
			at = parent
			list = append(list, at)
		}
	}
}

// Load reads the rubric of the project in work: the first SUPERVISOR.md in its [Directories], otherwise the one in
// own, the user's configuration directory of claude.
func Load(work, own string) (Rubric, error) {
	dirs := Directories(work)
	r, err := LoadFrom(append(dirs, own)...)
	if err != nil {
		return r, err
	}
	for _, dir := range dirs {
		if dir == filepath.Dir(r.Path) {
			r.Below, err = Below(dir, work)
			break
		}
	}
	return r, err
}

// Below returns the path from dir to work, with a slash at the end; "" if they are the same.
func Below(dir, work string) (string, error) {
	rel, err := filepath.Rel(dir, work)
	if err != nil || rel == "." {
		return "", err
	}
	return filepath.ToSlash(rel) + "/", nil
}

// CheckDir returns the directory in which the rubric's checks run: that of a SUPERVISOR.md above the project's
// directory work, otherwise work.
func (r Rubric) CheckDir(work string) string {
	for range strings.Count(r.Below, "/") {
		work = filepath.Dir(work)
	}
	return work
}

// Globs are patterns of files, see [text.CheckGlob], in a rubric that may be above the project's directory.
type Globs struct {
	Patterns []string
	Below    string // see [Rubric]
}

// Protected returns the patterns of the files that the agent must not change.
func (r Rubric) Protected() Globs { return Globs{r.Protect, r.Below} }

// Match reports whether a pattern matches the name, a path from the project's directory. A file outside of the rubric's
// directory matches none.
func (g Globs) Match(name string) bool {
	if g.Below != "" && !path.IsAbs(name) {
		name = path.Join(g.Below, name)
	}
	return !strings.HasPrefix(name, "../") && text.MatchGlob(g.Patterns, name)
}
