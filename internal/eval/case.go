// Package eval measures a judge: it lays out cases whose right verdict is known, has each judged as a stop in Claude
// Code's own screen is, by package hook, and counts what was accepted that is not done, and what was held up that is.
//
// What a launch needs beyond the case, its settings, cage and rubric, the caller prepares ([Run.Prepare]).
package eval

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/session"
	"ccc/internal/text"
	"ccc/streamjson"
)

//go:embed all:_cases
var builtIn embed.FS

const builtInRoot = "_cases"

// Case is one stop of an agent's, and what is right to say of it.
type Case struct {
	Name string
	Dir  string // that it was read from; "" of one that comes with ccc
	Head
	Session string // the id in its transcript
	// Judged is the rubric in before, zero if there is none. Of its text only what a run does not choose counts.
	Judged rubric.Rubric

	files      fs.FS // see [caseFS]
	parts      []part
	digest     string
	transcript []byte
	rubric     []byte // before/SUPERVISOR.md; nil if there is none
}

// part is a file or folder of a case as it was when the case was read. Nothing else of it is looked at afterwards: what
// is laid out is what a person has agreed to.
type part struct {
	name       string
	dir        bool
	executable bool
	sum        [sha256.Size]byte // of a file's content
}

// Names of what a case has.
const (
	headFile       = "case.yaml"
	transcriptFile = "transcript.jsonl"
	beforeDir      = "before"
	afterDir       = "after"
)

// Broken is a case that cannot be judged.
type Broken struct {
	Case string `json:"case"`
	File string `json:"file"` // in it
	Err  error  `json:"-"`
}

// Message names the case, the file and what is wrong.
func (b Broken) Message() lang.Message {
	return lang.M("%s: %s: %v", text.OneLine(b.Case), text.OneLine(b.File), b.Err)
}

// BuiltIn are the names of the cases that come with ccc.
func BuiltInNames() (names []string) {
	entries, err := builtIn.ReadDir(builtInRoot)
	if err != nil {
		panic(err) // it is there
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// UnknownCaseError says that a word names no case.
type UnknownCaseError struct{ Word string }

// Message says so in every language.
func (e *UnknownCaseError) Message() lang.Message {
	return lang.M("there is no case %s, neither a folder nor one that comes with ccc", e.Word)
}

func (e *UnknownCaseError) Error() string { return e.Message().String() }

// Open reads the cases that the words mean: each is one that comes with ccc, the folder of a case, or a folder with
// such folders. Without words it is all that come with ccc. A case is named after its folder, or by the whole path
// where another one has that name. A folder that is no good case is in broken.
func ReadCases(words []string) (cases []Case, broken []Broken, err error) {
	if len(words) == 0 {
		words = BuiltInNames()
	}
	scratch, err := os.MkdirTemp("", placePrefix) // [Sweep] knows it
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(scratch)
	seen, taken := make(map[string]bool), make(map[string]bool)
	add := func(name, dir string, files fs.FS) {
		key := cmp.Or(dir, name) // a folder's is absolute, and no case that comes with ccc is called so
		if seen[key] {
			return
		}
		if seen[key] = true; taken[name] {
			name = key
		}
		taken[name] = true
		c, bad := readCase(name, dir, files, scratch)
		if bad != nil {
			broken = append(broken, *bad)
			return
		}
		cases = append(cases, c)
	}
	for _, word := range words {
		if slices.Contains(BuiltInNames(), word) {
			files, err := fs.Sub(builtIn, path.Join(builtInRoot, word))
			if err != nil {
				return nil, nil, err
			}
			add(word, "", files)
			continue
		}
		dirs, err := caseFolders(word)
		if err != nil {
			return nil, nil, err
		}
		for _, dir := range dirs {
			add(filepath.Base(dir), dir, caseFS(dir))
		}
	}
	return cases, broken, nil
}

// folders are the cases in a folder, or itself.
func caseFolders(word string) (dirs []string, err error) {
	if word == "" {
		return nil, &UnknownCaseError{word}
	}
	dir, err := filepath.Abs(word)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	none := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
	if none || len(entries) == 0 && err == nil {
		return nil, &UnknownCaseError{word}
	}
	if err != nil {
		return nil, lang.Errorf("look for cases: %w", err)
	}
	for _, e := range entries {
		if e.Name() == headFile {
			return []string{dir}, nil
		}
		if _, err := os.Lstat(filepath.Join(dir, e.Name(), headFile)); err == nil {
			dirs = append(dirs, filepath.Join(dir, e.Name()))
		}
	}
	if dirs == nil {
		dirs = []string{dir} // which says what it lacks
	}
	return dirs, nil
}

// MaxFile bounds each file of a case, in bytes.
const MaxFile = 64 << 20

// folder is a case's folder as a file system of plain files and folders: it follows no symbolic link, and waits for no
// pipe.
type caseFS string

func (f caseFS) Open(name string) (fs.File, error) {
	path := filepath.Join(string(f), filepath.FromSlash(name))
	info, err := os.Stat(path)
	if name != "." && err == nil {
		info, err = os.Lstat(path)
	}
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return os.Open(path)
	case !info.Mode().IsRegular():
		return nil, lang.Errorf("it is neither a file nor a folder")
	case info.Size() > MaxFile:
		return nil, lang.Errorf("it is larger than %d MiB", MaxFile>>20)
	}
	return file.Open(path)
}

// walk is [fs.WalkDir] over all that a case has; what else is in its folder is no part of it.
func walkCase(files fs.FS, do fs.WalkDirFunc) error {
	for _, part := range []string{headFile, transcriptFile, beforeDir, afterDir} {
		err := fs.WalkDir(files, part, func(name string, d fs.DirEntry, err error) error {
			if name == part && errors.Is(err, fs.ErrNotExist) {
				return nil // who needs it says so
			}
			return do(name, d, err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// read reads a case, and looks whether it is one. scratch is a directory for files that are needed meanwhile.
func readCase(name, dir string, files fs.FS, scratch string) (c Case, bad *Broken) {
	c = Case{Name: name, Dir: dir, files: files}
	if text.OneLine(name) != name {
		return c, &Broken{Case: name, File: ".", Err: lang.Errorf("its name cannot be shown")}
	}
	where, err := c.load(scratch)
	if err != nil {
		return c, &Broken{Case: name, File: where, Err: err}
	}
	return c, nil
}

// read gives the file that the error is of.
func (c *Case) load(scratch string) (where string, err error) {
	if where, err = c.listParts(); err != nil {
		return where, err
	}
	for _, tree := range []string{beforeDir, afterDir} {
		if info, err := fs.Stat(c.files, tree); err != nil || !info.IsDir() {
			return tree, lang.Errorf("there is no such folder")
		}
	}
	text, err := c.text(headFile)
	if err == nil {
		err = c.Head.parse(text)
	}
	if err != nil {
		return headFile, err
	}
	if c.transcript, err = c.text(transcriptFile); err == nil {
		err = c.checkTranscript(scratch)
	}
	if err != nil {
		return transcriptFile, err
	}
	return beforeDir, c.readRubric(scratch)
}

// list lists all that the case has. It gives the file that the error is of.
func (c *Case) listParts() (where string, err error) {
	sum := sha256.New()
	err = walkCase(c.files, func(name string, d fs.DirEntry, err error) error {
		where = name
		if err != nil {
			return err
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case !utf8.ValidString(name):
			return lang.Errorf("its name is not UTF-8")
		case strings.EqualFold(d.Name(), ".git"): // macOS takes .Git for the same
			return lang.Errorf("there must be no repository: one is created for the case")
		case !d.IsDir() && !d.Type().IsRegular():
			return lang.Errorf("it is neither a file nor a folder")
		case info.Size() > MaxFile && !d.IsDir():
			return lang.Errorf("it is larger than %d MiB", MaxFile>>20)
		}
		p := part{name: name, dir: d.IsDir(), executable: info.Mode()&0o100 != 0}
		if !p.dir {
			text, err := fs.ReadFile(c.files, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%q %v %d\n%s", name, info.Mode()&0o100, len(text), text)
			p.sum = sha256.Sum256(text)
		}
		c.parts = append(c.parts, p)
		return nil
	})
	c.digest = fmt.Sprintf("%x", sum.Sum(nil)[:12])
	return where, err
}

// changedError says that a file of a case is not what it was when the case was read.
type changedError struct{ file string }

// Message says so in every language.
func (*changedError) Message() lang.Message { return lang.M("it has changed since the run began") }

func (e *changedError) Error() string { return e.Message().String() }

// content is what a file of the case held when the case was read.
func (c *Case) content(p part) ([]byte, error) {
	text, err := fs.ReadFile(c.files, p.name)
	if err != nil || sha256.Sum256(text) != p.sum {
		return nil, &changedError{p.name}
	}
	return text, nil
}

// bind reads the rubric, and those of further reviewers, as a launch would.
func (c *Case) readRubric(scratch string) (err error) {
	if c.rubric, err = c.text(path.Join(beforeDir, rubric.File)); errors.Is(err, errMissing) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := rubric.Parse(rubric.File, string(c.rubric)); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(scratch, "")
	if err != nil {
		return err
	}
	for _, p := range c.parts {
		if is, err := path.Match(beforeDir+"/SUPERVISOR*.md", p.name); err != nil || !is || p.dir {
			continue
		}
		text, err := c.content(p)
		if front, body := rubric.Split(string(text)); path.Base(p.name) == rubric.File && strings.TrimSpace(body) == "" {
			text = []byte(front + "The text is chosen for a run.\n")
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, path.Base(p.name)), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	if c.Judged, err = rubric.Load(dir); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), dir+"/", ""))
	}
	moved := func(r *rubric.Reviewer) { r.Path = filepath.Join(c.Dir, beforeDir, filepath.Base(r.Path)) }
	moved(&c.Judged.Reviewer)
	for i := range c.Judged.Others {
		moved(&c.Judged.Others[i])
	}
	return nil
}

var errMissing = lang.Errorf("there is no such file")

// text is the content of a file that has to be there.
func (c *Case) text(name string) ([]byte, error) {
	i := slices.IndexFunc(c.parts, func(p part) bool { return p.name == name && !p.dir })
	if i < 0 {
		return nil, errMissing
	}
	return c.content(c.parts[i])
}

// told looks whether the transcript is that of a stop which a launch would review.
func (c *Case) checkTranscript(scratch string) error {
	decoder := streamjson.NewDecoder(bytes.NewReader(c.transcript))
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			return lang.Errorf("line %d: it is no JSON object", bad.Line)
		case err == nil:
			if c.Session == "" {
				c.Session = e.SessionID
			}
			if e.SessionID != "" && e.SessionID != c.Session {
				return lang.Errorf("line %d: it is of the session %s, the lines before are of %s", e.Line, e.SessionID, c.Session)
			}
			continue
		}
		break
	}
	if !validSessionID(c.Session) {
		return lang.Errorf("no line of it names a session")
	}
	path := filepath.Join(scratch, transcriptFile)
	if err := os.WriteFile(path, c.transcript, 0o600); err != nil {
		return err
	}
	s, err := session.ReadTranscript(path)
	switch {
	case err != nil:
		return err
	case len(s.Messages) == 0:
		return lang.Errorf("it has no message of the user")
	case s.Messages[0].Text != c.Task:
		return lang.Errorf("the user's first message is not the task of %s: %q", headFile, s.Messages[0].Text)
	case !s.Turn.Asked || !s.Turn.Ended || s.Turn.Failed:
		return lang.Errorf("it does not end with the agent's stop")
	}
	return nil
}

// named reports whether a session's id can be part of a file's name.
func validSessionID(id string) bool {
	odd := func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-')
	}
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, odd)
}

// Lie reports whether accepting the work is wrong.
func (c Case) Incomplete() bool { return c.Expect != Completed }

// OwnJudge reports whether the case is judged by another text, model, provider or number of reviewers than the run
// says; rubrics is whether the run's text takes the place of each case's ([Run.Override]).
func (c Case) OwnJudge(rubrics bool) bool {
	_, text := rubric.Split(string(c.rubric))
	return !rubrics && strings.TrimSpace(text) != "" || c.Judged.Model != "" || c.Judged.Provider != "" ||
		len(c.Judged.Others) > 0
}

// Transcript is the session's file, with what stands in it for the directories.
func (c Case) Transcript() []byte { return c.transcript }

// Digest is another one if anything in the case is.
func (c Case) Digest() string { return c.digest }
