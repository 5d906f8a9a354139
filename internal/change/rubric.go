package change

import (
	"bytes"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// rubricFiles matches SUPERVISOR.md and the files of further reviewers.
const rubricFiles = "SUPERVISOR*.md"

// Rubric returns the rules to judge the change by. A change does not choose its judge: SUPERVISOR.md and the files of
// further reviewers count as they were before it, and note says so if they are others now, or new.
func (c Change) Rubric(
	ctx context.Context, dirs state.Directories, language lang.Language,
) (r rubric.Rubric, note lang.Message, err error) {
	before, err := os.MkdirTemp("", file.TemporaryPrefix+"rubric-")
	if err != nil {
		return r, note, lang.Errorf("read the rubric: %w", err)
	}
	defer os.RemoveAll(before)
	if err := c.writeRubric(ctx, before); err != nil {
		return r, note, lang.Errorf("read the rubric of %s: %w", c.Base, err)
	}
	if r, err = rubric.LoadOrBuiltIn(language, before, dirs.Claude); err != nil {
		return r, note, err
	}
	move := func(one *rubric.Reviewer) { // the user trusts a file by its path
		if filepath.Dir(one.Path) == before {
			one.Path = filepath.Join(dirs.Work, filepath.Base(one.Path))
		}
	}
	move(&r.Reviewer)
	for i := range r.Others {
		move(&r.Others[i])
	}
	if c.changes(rubricFiles) || c.commit == "" && !sameRubric(before, dirs.Work) {
		note = lang.M("the change touches %s: it is judged by what the files said before it", rubricFiles)
	}
	return r, note, nil
}

// sameRubric reports whether two directories have the same files of a rubric. Git may ignore some.
func sameRubric(a, b string) bool {
	old, now := rubricNames(a), rubricNames(b)
	return slices.Equal(old, now) && !slices.ContainsFunc(old, func(name string) bool {
		was, errA := file.Read(filepath.Join(a, name), file.MaxText)
		is, errB := file.Read(filepath.Join(b, name), file.MaxText)
		return errA != nil || errB != nil || !bytes.Equal(was, is)
	})
}

// rubricNames lists the files of a rubric in a directory.
func rubricNames(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if fits, _ := path.Match(rubricFiles, entry.Name()); fits {
			names = append(names, entry.Name())
		}
	}
	return names
}

// writeRubric writes the rubric's files as they were before the change.
func (c Change) writeRubric(ctx context.Context, dir string) error {
	names, err := c.history.NamesAt(ctx, c.Base, c.prefix)
	if err != nil {
		return err
	}
	for _, name := range names {
		if fits, _ := path.Match(rubricFiles, path.Base(name)); !fits {
			continue
		}
		text, ok, err := c.history.FileAt(ctx, c.Base, name, file.MaxText)
		if err == nil && ok {
			err = os.WriteFile(filepath.Join(dir, path.Base(name)), []byte(text), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
