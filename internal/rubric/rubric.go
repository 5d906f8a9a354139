// Package rubric reads what the reviewers judge by: SUPERVISOR.md, the SUPERVISOR.NAME.md beside it, and the front
// matter that each may begin with. It also writes the built-in one.
//
// A person's file is used as it stands and never changed.
package rubric

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ccc/internal/check"
	"ccc/internal/file"
	"ccc/internal/lang"
)

// File is the name of the rubric, in the project's directory and in claude's configuration directory.
const File = "SUPERVISOR.md"

//go:embed SUPERVISOR.md
var builtIn string

// Role says where a rubric goes.
type Role string

// The roles.
const (
	Auto   Role = "auto"   // the one that costs less
	System Role = "system" // it is the reviewer's system prompt
	User   Role = "user"   // it is in the message to the reviewer
)

// Rubric is one reviewer's. What its front matter does not name is the zero value.
type Rubric struct {
	Name string // NAME of SUPERVISOR.NAME.md; "" of SUPERVISOR.md. It is safe to show.
	Path string // "" of the built-in one
	Text string // without the front matter

	// Of the reviewer.
	Model    string
	Provider string
	Tools    []string
	Timeout  time.Duration
	Role     Role     // "" where it is not given
	Paths    []string // of a further reviewer: patterns of package glob, one of which a changed file has to match

	// Of the task, so in SUPERVISOR.md alone.
	Checks        []check.Check
	FailFast      bool
	Protect       []string // patterns of package glob
	ProtectStrict bool
	MaxParallel   int // 0 where it is not given
}

// Set is all that a task is judged by.
type Set struct {
	Main    Rubric
	Further []Rubric // by name
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

// Load reads SUPERVISOR.md from the first of dirs that has one, and every SUPERVISOR.NAME.md in the same directory. A
// file that cannot be read, holds nothing but white space beside its front matter, or has a front matter with a fault
// is an error and not passed over: the person meant it to be used.
func Load(dirs ...string) (Set, error) {
	var tried []string
	for _, dir := range dirs {
		path := filepath.Join(dir, File)
		main, err := read(path, "")
		if errors.Is(err, fs.ErrNotExist) {
			tried = append(tried, path)
			continue
		}
		if err != nil {
			return Set{}, err
		}
		further, err := readFurther(dir)
		return Set{main, further}, err
	}
	return Set{}, &NotFoundError{Tried: tried}
}

// readFurther reads the further reviewers of a directory.
func readFurther(dir string) (further []Rubric, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, lang.Errorf("read the rubric: %w", err)
	}
	for _, entry := range entries { // sorted
		name, ok := strings.CutPrefix(entry.Name(), "SUPERVISOR.")
		name, isText := strings.CutSuffix(name, ".md")
		if !ok || !isText {
			continue
		}
		if !safe(name) {
			return nil, lang.Errorf("%q names a reviewer: a name is of letters, digits, - and _, and at most %d bytes long",
				entry.Name(), maxName)
		}
		path := filepath.Join(dir, entry.Name())
		r, err := read(path, name)
		if errors.Is(err, fs.ErrNotExist) { // a link to nowhere
			err = lang.Errorf("read the rubric: %s: %w", path, err)
		}
		if err != nil {
			return nil, err
		}
		further = append(further, r)
	}
	slices.SortFunc(further, func(a, b Rubric) int { return strings.Compare(a.Name, b.Name) })
	return further, nil
}

// maxName is the length in bytes of a reviewer's name.
const maxName = 64

func safe(name string) bool {
	return name != "" && len(name) <= maxName && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
}

// read gives fs.ErrNotExist where there is no such file.
func read(path, name string) (Rubric, error) {
	text, err := file.Read(path)
	if err != nil {
		return Rubric{}, lang.Errorf("read the rubric: %w", err)
	}
	if text == nil {
		return Rubric{}, fs.ErrNotExist
	}
	r, err := Parse(name, path, string(text))
	if err == nil && strings.TrimSpace(r.Text) == "" {
		err = lang.Errorf("read the rubric: %s is empty", path)
	}
	return r, err
}

// Create writes the built-in rubric to SUPERVISOR.md in dir, with the checks that [Propose] finds there as comments. A
// file that is there stays, and the error is fs.ErrExist.
func Create(dir string) (path string, err error) {
	path = filepath.Join(dir, File)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return path, lang.Errorf("create the rubric: %w", err)
	}
	_, err = f.WriteString(Propose(dir) + builtIn)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
		return path, lang.Errorf("create the rubric: %w", err)
	}
	return path, nil
}

// BuiltIn is the rubric that ccc brings along.
func BuiltIn() Set { return Set{Main: Rubric{Text: builtIn}} }
