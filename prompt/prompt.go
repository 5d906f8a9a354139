// Package prompt knows the reviewer's side of the conversation in words: where SUPERVISOR.md is and what it says,
// what the reviewer is told about the task, and how its verdict is read.
//
// The rules: a person's SUPERVISOR.md is used as it stands and never changed; the reviewer is told the person's own
// messages and never its own earlier feedback; the marker counts where the reviewer says it, not where it is quoted.
package prompt

import (
	"bytes"
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// File is the name of the rubric, in the project's directory and in claude's configuration directory.
const File = "SUPERVISOR.md"

//go:embed SUPERVISOR.md
var rubric string

// Source is a rubric and the file that it came from.
type Source struct {
	Path string
	Text string
}

// NotFoundError says that no directory held a SUPERVISOR.md.
type NotFoundError struct {
	Tried []string // the paths, in the order in which they were tried
}

// Message says so in every language.
func (e *NotFoundError) Message() lang.Message {
	paths := lang.Verbatim(e.Tried[0])
	for _, path := range e.Tried[1:] {
		paths = lang.M("%s and %s", paths, path)
	}
	return lang.M("no %s found, tried %s", File, paths)
}

func (e *NotFoundError) Error() string { return e.Message().String() }

// Load reads SUPERVISOR.md from the first of dirs that has one. A file that cannot be read, or holds nothing but white
// space, is an error and not passed over: the person meant it to be used.
func Load(dirs ...string) (Source, error) {
	var tried []string
	for _, dir := range dirs {
		path := filepath.Join(dir, File)
		text, err := file.Read(path, file.MaxText)
		if err != nil {
			return Source{}, lang.Errorf("read the rubric: %w", err)
		}
		if text == nil {
			tried = append(tried, path)
			continue
		}
		if strings.TrimSpace(string(text)) == "" {
			return Source{}, lang.Errorf("read the rubric: %s is empty", path)
		}
		if bytes.IndexByte(text, 0) >= 0 { // it could be no argument
			return Source{}, lang.Errorf("read the rubric: %s is no text, it holds a NUL byte", path)
		}
		return Source{Path: path, Text: string(text)}, nil
	}
	return Source{}, &NotFoundError{Tried: tried}
}

// Create writes the built-in rubric to SUPERVISOR.md in dir. A file that is there stays, and the error is fs.ErrExist.
func Create(dir string) (path string, err error) {
	path = filepath.Join(dir, File)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return path, lang.Errorf("create the rubric: %w", err)
	}
	_, err = f.WriteString(rubric)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
		return path, lang.Errorf("create the rubric: %w", err)
	}
	return path, nil
}

// BuiltIn is the rubric that ccc brings along.
func BuiltIn() Source { return Source{Text: rubric} }
