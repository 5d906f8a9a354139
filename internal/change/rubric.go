package change

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// rubricFiles matches SUPERVISOR.md and the files of further reviewers.
const rubricFiles = "SUPERVISOR*.md"

// Rubric returns the rubric for the change. A change must not choose its own judge, so SUPERVISOR.md and the files of
// further reviewers are read as they were before the change. note says so if the change alters or adds one.
func (c Change) Rubric(
	ctx context.Context, dirs state.Directories, language lang.Language,
) (r rubric.Rubric, note lang.Message, err error) {
	before, err := os.MkdirTemp("", file.TemporaryPrefix+"rubric-")
	if err != nil {
		return r, note, lang.Errorf("read the rubric: %w", err)
	}
	defer os.RemoveAll(before)
	levels, err := c.writeRubrics(ctx, before, dirs.Work)
	if err != nil {
		return r, note, lang.Errorf("read the rubric of %s: %w", c.Base, err)
	}
	nearest := levels[len(levels)-1]
	r, err = rubric.LoadFrom(nearest.oldRubrics, dirs.Claude)
	if r, err = rubric.OrBuiltIn(language, r, err); err != nil { // it names a copy that is gone by then
		return r, note, lang.Errorf("the rubric as it was before the change, at %s: %w", c.Base, err)
	}
	if filepath.Dir(r.Path) == nearest.oldRubrics {
		r.Below = strings.TrimPrefix(c.prefix, nearest.prefix)
		r.Path = filepath.Join(nearest.now, filepath.Base(r.Path)) // trust depends on the path of the file
		for i := range r.Others {
			r.Others[i].Path = filepath.Join(nearest.now, filepath.Base(r.Others[i].Path))
		}
	}
	if slices.ContainsFunc(levels, func(l level) bool {
		return c.changesIn(l.prefix, rubricFiles) || c.commit == "" && !sameRubric(l.oldRubrics, l.now)
	}) {
		note = rubricNote(r, levels)
	}
	return r, note, nil
}

// rubricNote says by what a change is judged that alters or adds a file of a rubric.
func rubricNote(r rubric.Rubric, levels []level) lang.Message {
	switch {
	case slices.ContainsFunc(levels, func(l level) bool { return len(rubricNames(l.oldRubrics)) > 0 }):
		return lang.M("the change touches %s: it is judged by what the files said before it", rubricFiles)
	case r.Path == "":
		return lang.M("%s was not there before the change, and does not judge it: ccc's own rules do", rubricFiles)
	}
	return lang.M("%s was not there before the change, and does not judge it: %s does", rubricFiles, r.Path)
}

// level is one of the directories in which a launch looks for the rubric, see [rubric.Directories].
type level struct {
	prefix     string // from the top of the work tree, with a slash at the end, or ""
	oldRubrics string // a directory with the rubric's files as they were before the change
	now        string
}

// writeRubrics writes the rubric's files as they were before the change into folders of dir. There is a folder for
// each directory from work, the project's, up to the first that had a SUPERVISOR.md, or to the top.
func (c Change) writeRubrics(ctx context.Context, dir, work string) (levels []level, err error) {
	for prefix := c.prefix; ; work = filepath.Dir(work) {
		one := level{prefix: prefix, oldRubrics: filepath.Join(dir, strconv.Itoa(len(levels))), now: work}
		levels = append(levels, one)
		if err := c.writeRubric(ctx, one); err != nil {
			return nil, err
		}
		if prefix == "" || file.Exists(filepath.Join(one.oldRubrics, rubric.File)) {
			return levels, nil
		}
		prefix = prefix[:strings.LastIndexByte(prefix[:len(prefix)-1], '/')+1]
	}
}

// sameRubric reports whether two directories have the same files of a rubric, including files that git ignores.
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

// writeRubric writes the rubric's files of one directory as they were before the change.
func (c Change) writeRubric(ctx context.Context, l level) error {
	names, err := c.history.NamesAt(ctx, c.Base, l.prefix)
	if err = errors.Join(err, os.Mkdir(l.oldRubrics, 0o700)); err != nil {
		return err
	}
	for _, name := range names {
		if fits, _ := path.Match(rubricFiles, path.Base(name)); !fits {
			continue
		}
		text, ok, err := c.history.FileAt(ctx, c.Base, name, file.MaxText)
		if err == nil && ok {
			err = os.WriteFile(filepath.Join(l.oldRubrics, path.Base(name)), []byte(text), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
