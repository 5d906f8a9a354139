// Package rubric reads the rules by which tasks are judged: SUPERVISOR.md, each SUPERVISOR.NAME.md in the same
// directory, and their front matter. It remembers which rubrics the user trusts, and copies a rubric for the duration
// of a launch.
//
// It can write the built-in rubric, but never changes a file that exists.
package rubric

import (
	"bytes"
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// File is the name of the rubric, in the project's directory and in claude's configuration directory.
const File = "SUPERVISOR.md"

// The built-in rubric in both languages. The markers are not translated, because package prompt looks for them.
var (
	//go:embed SUPERVISOR.en.md
	english string
	//go:embed SUPERVISOR.zh.md
	chinese string
)

// Rubric has the rules by which a task is judged. A value that its front matter does not set is zero.
type Rubric struct {
	Reviewer // the first reviewer, who is asked before all others
	// Below is the path from the directory of SUPERVISOR.md, if that is above the project's, to the project's, with a
	// slash at the end.
	Below string `json:",omitempty"`

	Checks        []Check
	FailFast      bool
	Protect       []string // glob patterns
	ProtectStrict bool
	HoldClaims    bool // a claim that the session does not support is feedback, without asking a reviewer

	Others      []Reviewer // sorted by name; asked when the first accepts the work
	MaxParallel int        // how many of them are asked at once; [LoadFrom] sets at least 1
}

// NotFoundError reports that no directory has a SUPERVISOR.md.
type NotFoundError struct {
	Tried []string // the paths, in the order in which they were tried
}

// Message is the text of the error, for any language.
func (e *NotFoundError) Message() lang.Message {
	paths := lang.Verbatim(e.Tried[0])
	for _, path := range e.Tried[1:] {
		paths = lang.M("%s and %s", paths, path)
	}
	return lang.M("no %s found, tried %s", File, paths)
}

// Hint is the next step.
func (e *NotFoundError) Hint() lang.Message {
	return lang.M("ccc init writes a good one to ./%s", File)
}

func (e *NotFoundError) Error() string { return e.Message().String() }

// LoadFrom reads SUPERVISOR.md from the first of dirs that has one, and each SUPERVISOR.NAME.md there. A file that
// cannot be read, has no text, or has a faulty front matter is an error. It is not skipped, because the user meant it
// to be used.
func LoadFrom(dirs ...string) (Rubric, error) {
	var tried []string
	for _, dir := range dirs {
		path := filepath.Join(dir, File)
		r, err := load(path, false)
		if errors.Is(err, fs.ErrNotExist) {
			tried = append(tried, path)
			continue
		}
		if err == nil {
			err = r.readOthers()
		}
		return r, err
	}
	return Rubric{}, &NotFoundError{Tried: tried}
}

// load reads one file. With further it is a SUPERVISOR.NAME.md. If it does not exist, the error is fs.ErrNotExist.
func load(path string, further bool) (Rubric, error) {
	text, err := file.Read(path, file.MaxText)
	switch {
	case err == nil && text == nil:
		err = &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		fallthrough
	case err != nil:
		return Rubric{}, lang.Errorf("read the rubric: %w", err)
	case bytes.IndexByte(text, 0) >= 0: // it could not be passed as an argument
		return Rubric{}, lang.Errorf("read the rubric: %s is not a text file: it contains a NUL byte", path)
	}
	r, err := parse(path, string(text), further)
	r.Front, _ = Split(string(text))
	switch {
	case err != nil || strings.TrimSpace(r.Text) != "":
	case strings.TrimSpace(string(text)) != "":
		err = lang.Errorf("read the rubric: %s has front matter only, and no text that tells the reviewer what to "+
			"look at",
			path)
	default:
		err = lang.Errorf("read the rubric: %s is empty", path)
	}
	return r, err
}

// Create writes the built-in rubric to SUPERVISOR.md in dir, with the checks that [Propose] finds as comments. If the
// file exists, it is not changed, and the error is fs.ErrExist.
func Create(dir string, language lang.Language) (path string, err error) {
	path = filepath.Join(dir, File)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return path, lang.Errorf("create the rubric: %w", err)
	}
	_, err = f.WriteString(Propose(dir, language) + BuiltIn(language).Text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
		return path, lang.Errorf("create the rubric: %w", err)
	}
	return path, nil
}

// BuiltIn returns the rubric that comes with ccc.
func BuiltIn(language lang.Language) Rubric {
	text := english
	if language == lang.Chinese {
		text = chinese
	}
	return Rubric{Reviewer: Reviewer{Name: First, Text: text}, MaxParallel: parallel}
}
