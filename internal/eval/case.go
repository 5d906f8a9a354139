// Package eval measures how well reviewers judge. It reads cases whose right verdict is known, creates the project and
// session of each in a temporary directory, and has package hook review it like a stop in Claude Code's own screen. It
// counts unfinished work that was accepted, and finished work that was rejected.
package eval

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/session/transcript"
	"ccc/internal/text"
	"ccc/streamjson"
)

//go:embed all:_cases
var builtIn embed.FS

const builtInRoot = "_cases"

// Case is one stop of an agent, and the right verdict on it.
type Case struct {
	Name string
	Dir  string // the folder that it was read from; "" for a case that comes with ccc
	Head
	Session string // the session id in its transcript
	// Judged is the rubric in the folder before, zero if there is none. If that rubric has no text, its text is a
	// placeholder: the run chooses it.
	Judged rubric.Rubric

	files      fs.FS // see [caseFS]
	parts      []part
	digest     string
	transcript []byte
	rubric     []byte // before/SUPERVISOR.md; nil if there is none
}

// The files and folders of a case.
const (
	headFile       = "case.yaml"
	transcriptFile = "transcript.jsonl"
	beforeDir      = "before"
	afterDir       = "after"
)

// Broken is a case that cannot be judged.
type Broken struct {
	Case string `json:"case"`
	File string `json:"file"` // the path in the case of the file with the fault
	Err  error  `json:"-"`
}

// Message names the case, the file and what is wrong.
func (b Broken) Message() lang.Message {
	return lang.M("%s: %s: %v", text.OneLine(b.Case), text.OneLine(b.File), b.Err)
}

// BuiltInNames returns the names of the cases that come with ccc.
func BuiltInNames() (names []string) {
	entries, err := builtIn.ReadDir(builtInRoot)
	if err != nil {
		panic(err) // the embedded folder exists
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// UnknownCaseError reports that a word names no case.
type UnknownCaseError struct{ Word string }

// Message is the text of the error, for any language.
func (e *UnknownCaseError) Message() lang.Message {
	return lang.M("there is no case %s, neither a folder nor one that comes with ccc", e.Word)
}

func (e *UnknownCaseError) Error() string { return e.Message().String() }

// Hint names the case that is spelled like the word; it is empty if there is none.
func (e *UnknownCaseError) Hint() lang.Message {
	if name := text.Nearest(e.Word, BuiltInNames()); name != "" {
		return lang.M("did you mean %s?", name)
	}
	return lang.Message{}
}

// ReadCases reads the cases that the words name. A word is the name of a case that comes with ccc, the folder of a
// case, or a folder of such folders. Without words all cases that come with ccc are read. A case is named after its
// folder; if two folders have the same name, the second case is named by its whole path. broken lists the folders that
// are not valid cases.
func ReadCases(words []string) (cases []Case, broken []Broken, err error) {
	if len(words) == 0 {
		words = BuiltInNames()
	}
	scratch, err := os.MkdirTemp("", placePrefix) // [Sweep] removes it if ccc is killed
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(scratch)
	seen, taken := make(map[string]bool), make(map[string]bool)
	add := func(name, dir string, files fs.FS) {
		key := cmp.Or(dir, name) // a folder's path is absolute, so it is never the name of a built-in case
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

// caseFolders returns the folders of the cases that a path names: the folder itself, or those in it.
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
		dirs = []string{dir} // reading it will report what is missing
	}
	return dirs, nil
}

// readCase reads and checks a case. scratch is a directory for temporary files.
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

// load reads and checks the case. where is the file that an error is about.
func (c *Case) load(scratch string) (where string, err error) {
	if where, err = c.listParts(); err != nil {
		return where, err
	}
	for _, tree := range []string{beforeDir, afterDir} {
		if info, err := fs.Stat(c.files, tree); err != nil || !info.IsDir() {
			return tree, lang.Errorf("there is no such folder")
		}
	}
	text, err := c.readText(headFile)
	if err == nil {
		err = c.Head.parse(text)
	}
	if err != nil {
		return headFile, err
	}
	if c.transcript, err = c.readText(transcriptFile); err == nil {
		err = c.checkTranscript(scratch)
	}
	if err != nil {
		return transcriptFile, err
	}
	return beforeDir, c.readRubric(scratch)
}

// readRubric reads SUPERVISOR.md, and each SUPERVISOR.NAME.md, as a launch would.
func (c *Case) readRubric(scratch string) (err error) {
	if c.rubric, err = c.readText(path.Join(beforeDir, rubric.File)); errors.Is(err, errMissing) {
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
		if front, body := rubric.Split(string(text)); path.Base(p.name) == rubric.File &&
			strings.TrimSpace(body) == "" {
			text = []byte(front + "The text is chosen for a run.\n")
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, path.Base(p.name)), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	if c.Judged, err = rubric.LoadFrom(dir); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), dir+"/", ""))
	}
	setPath := func(r *rubric.Reviewer) { r.Path = filepath.Join(c.Dir, beforeDir, filepath.Base(r.Path)) }
	setPath(&c.Judged.Reviewer)
	for i := range c.Judged.Others {
		setPath(&c.Judged.Others[i])
	}
	return nil
}

// checkTranscript checks that the transcript ends in a stop which a launch would review, and sets the session id.
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
				return lang.Errorf("line %d: it is of the session %s, the lines before are of %s", e.Line, e.SessionID,
					c.Session)
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
	s, err := transcript.Read(path)
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

// validSessionID reports whether a session id can be part of a file name.
func validSessionID(id string) bool {
	odd := func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-')
	}
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, odd)
}

// Incomplete reports whether the work is not done, so that accepting it would be wrong.
func (c Case) Incomplete() bool { return c.Expect != Completed }

// OwnJudge reports whether the case has a rubric text, model, provider or further reviewers that differ from the run's.
// With override the run's text replaces the case's, so that the text does not count (see [Run.Override]).
func (c Case) OwnJudge(override bool) bool {
	_, text := rubric.Split(string(c.rubric))
	return !override && strings.TrimSpace(text) != "" || c.Judged.Model != "" || c.Judged.Provider != "" ||
		len(c.Judged.Others) > 0
}

// Transcript returns the session's file, with placeholders for the directories.
func (c Case) Transcript() []byte { return c.transcript }

// Digest is a hash of all files of the case.
func (c Case) Digest() string { return c.digest }
