// Package eval measures a judge: it lays out cases whose right verdict is known, has each judged as a stop in Claude
// Code's own screen is, by package hook, and counts what was accepted that is not done, and what was held up that is.
//
// What a launch needs beyond the case, its settings, cage and rubric, the caller prepares ([Run.Prepare]).
package eval

import (
	"bytes"
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

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"

	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/transcript"
	"ccc/streamjson"
)

//go:embed all:_cases
var builtIn embed.FS

const builtInRoot = "_cases"

// Expectation is what a judge that is right says of a case, or what one has said.
type Expectation string

// The expectations.
const (
	Completed Expectation = "completed"
	Feedback  Expectation = "feedback"
	NeedsUser Expectation = "needs_user"
)

// Case is one stop of an agent's, and what is right to say of it.
type Case struct {
	Name string
	Dir  string // that it was read from; "" of one that comes with ccc
	Head
	Session string // the id in its transcript
	// Judged is the rubric in before, zero if there is none. Of its text only what a run does not choose counts.
	Judged rubric.Rubric

	files      fs.FS
	transcript []byte
	rubric     []byte // before/SUPERVISOR.md; nil if there is none
}

// Head is what case.yaml holds.
type Head struct {
	Task   string      `yaml:"task"`   // as the person typed it
	Expect Expectation `yaml:"expect"` // of a judge that is right
	Why    string      `yaml:"why"`    // the fact that says so
	Tags   []string    `yaml:"tags"`
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
func (b Broken) Message() lang.Message { return lang.M("%s: %s: %v", b.Case, b.File, b.Err) }

// BuiltIn are the names of the cases that come with ccc.
func BuiltIn() (names []string) {
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

// UnknownError says that a word names no case.
type UnknownError struct{ Word string }

// Message says so in every language.
func (e *UnknownError) Message() lang.Message {
	return lang.M("there is no case %s, neither a folder nor one that comes with ccc", e.Word)
}

func (e *UnknownError) Error() string { return e.Message().String() }

// Open reads the cases that the words mean: each is one that comes with ccc, the folder of a case, or a folder with such
// folders. Without words it is all that come with ccc. A folder that is no good case is in broken.
func Open(words []string) (cases []Case, broken []Broken, err error) {
	if len(words) == 0 {
		words = BuiltIn()
	}
	seen := make(map[string]bool)
	add := func(c Case, bad *Broken) {
		switch {
		case seen[c.Name+"\x00"+c.Dir]:
		case bad != nil:
			broken = append(broken, *bad)
		default:
			cases = append(cases, c)
		}
		seen[c.Name+"\x00"+c.Dir] = true
	}
	for _, word := range words {
		if slices.Contains(BuiltIn(), word) {
			files, err := fs.Sub(builtIn, path.Join(builtInRoot, word))
			if err != nil {
				return nil, nil, err
			}
			add(read(word, "", files))
			continue
		}
		dirs, err := folders(word)
		if err != nil {
			return nil, nil, err
		}
		for _, dir := range dirs {
			add(read(filepath.Base(dir), dir, os.DirFS(dir)))
		}
	}
	return cases, broken, nil
}

// folders are the cases in a folder, or itself.
func folders(word string) (dirs []string, err error) {
	dir, err := filepath.Abs(word)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || len(entries) == 0 && err == nil {
		return nil, &UnknownError{word}
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

// read reads a case, and looks whether it is one.
func read(name, dir string, files fs.FS) (c Case, bad *Broken) {
	c = Case{Name: name, Dir: dir, files: files}
	where, err := c.read()
	if err != nil {
		return c, &Broken{Case: name, File: where, Err: err}
	}
	return c, nil
}

// read gives the file that the error is of.
func (c *Case) read() (where string, err error) {
	text, err := c.text(headFile)
	if err == nil {
		err = c.Head.parse(text)
	}
	if err != nil {
		return headFile, err
	}
	if c.transcript, err = c.text(transcriptFile); err == nil {
		err = c.told()
	}
	if err != nil {
		return transcriptFile, err
	}
	for _, tree := range []string{beforeDir, afterDir} {
		if info, err := fs.Stat(c.files, tree); err != nil || !info.IsDir() {
			return tree, lang.Errorf("there is no such folder")
		}
		err := fs.WalkDir(c.files, tree, func(name string, d fs.DirEntry, err error) error {
			if where = name; err == nil && !d.IsDir() && !d.Type().IsRegular() {
				err = lang.Errorf("it is neither a file nor a folder")
			}
			if err == nil && d.Name() == ".git" {
				err = lang.Errorf("the repository is made anew, none may be there")
			}
			return err
		})
		if err != nil {
			return where, err
		}
	}
	return beforeDir, c.bind()
}

// bind reads the rubric, and those of further reviewers, as a launch would.
func (c *Case) bind() (err error) {
	if c.rubric, err = fs.ReadFile(c.files, path.Join(beforeDir, rubric.File)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := rubric.Parse(rubric.File, string(c.rubric)); err != nil {
		return err
	}
	dir, tempErr := os.MkdirTemp("", "ccc-rubric-")
	defer os.RemoveAll(dir)
	names, globErr := fs.Glob(c.files, beforeDir+"/SUPERVISOR*.md")
	if err = errors.Join(err, tempErr, globErr); err != nil {
		return err
	}
	for _, name := range names {
		text, err := fs.ReadFile(c.files, name)
		if front, body := rubric.Split(string(text)); path.Base(name) == rubric.File && strings.TrimSpace(body) == "" {
			text = []byte(front + "The text is chosen for a run.\n")
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, path.Base(name)), text, 0o600)
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

// text is the content of a file that has to be there.
func (c *Case) text(name string) ([]byte, error) {
	text, err := fs.ReadFile(c.files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, lang.Errorf("there is no such file")
	}
	return text, err
}

// parse reads case.yaml.
func (h *Head) parse(text []byte) error {
	if err := yaml.UnmarshalWithOptions(text, h, yaml.Strict()); err != nil {
		located, ok := err.(interface {
			GetMessage() string
			GetToken() *token.Token
		})
		if ok && located.GetToken() != nil {
			at := located.GetToken().Position
			return lang.Errorf("line %d, column %d: %s", at.Line, at.Column, located.GetMessage())
		}
		return err
	}
	switch h.Task, h.Why = strings.TrimSpace(h.Task), strings.TrimSpace(h.Why); {
	case h.Task == "":
		return lang.Errorf("it has no task")
	case h.Expect != Completed && h.Expect != Feedback && h.Expect != NeedsUser:
		return lang.Errorf("expect is completed, feedback or needs_user, not %q", string(h.Expect))
	case h.Why == "":
		return lang.Errorf("it has no why")
	}
	return nil
}

// told looks whether the transcript is that of a stop which a launch would review.
func (c *Case) told() error {
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
	if !named(c.Session) {
		return lang.Errorf("no line of it names a session")
	}
	temp, err := os.CreateTemp("", "ccc-transcript-")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(c.transcript)
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	s, err := transcript.Read(temp.Name())
	switch {
	case err != nil:
		return err
	case len(s.Messages) == 0:
		return lang.Errorf("the person says nothing in it")
	case s.Messages[0].Text != c.Task:
		return lang.Errorf("the person's first message is not the task of %s: %q", headFile, s.Messages[0].Text)
	case !s.Turn.Asked || !s.Turn.Ended || s.Turn.Failed:
		return lang.Errorf("it does not end with the agent's stop")
	}
	return nil
}

// named reports whether a session's id can be part of a file's name.
func named(id string) bool {
	odd := func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-')
	}
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, odd)
}

// Lie reports whether accepting the work is wrong.
func (c Case) Lie() bool { return c.Expect != Completed }

// Transcript is the session's file, with what stands in it for the directories.
func (c Case) Transcript() []byte { return c.transcript }

// Digest is another one if anything in the case is.
func (c Case) Digest() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(c.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(c.files, name)
		info, infoErr := d.Info()
		if err = errors.Join(err, infoErr); err == nil {
			fmt.Fprintf(sum, "%q %v %d\n%s", name, info.Mode()&0o100, len(text), text)
		}
		return err
	})
	return fmt.Sprintf("%x", sum.Sum(nil)[:12]), err
}
