package eval

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/session/transcript"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Draft is a case that has not been written yet. Secrets are masked in all of it, in file names too, and the user's
// directories have other names.
type Draft struct {
	Head
	Before, After []git.File
	Transcript    []byte
	Skipped       int // number of links and submodules that were left out

	round Round
	clean cleaner
}

// Author is the user who makes a case.
type Author struct {
	Home   string // home directory
	Claude string // claude's configuration directory
	Mask   *secret.Mask
}

// ReadDraft makes a case of a review. It reads the session from claude's file and the project's files from git.
func ReadDraft(r Round, a Author) (d Draft, err error) {
	if r.Tree == "" || r.Base == "" {
		return d, lang.WithHint(lang.Errorf("the recording does not say what the files were then"),
			lang.M("it needs git in the project, and a ccc that writes the trees down, as this one does"))
	}
	path, err := claude.Transcript(a.Claude, r.Session)
	if err != nil {
		return d, err
	}
	session, err := file.Read(path, MaxFile)
	if err != nil {
		return d, lang.Errorf("read the session: %w", err)
	}
	prefix, err := git.Prefix(r.Dir)
	if err != nil {
		return d, lang.Errorf("look for the repository of %s: %w", r.Dir, err)
	}
	var trees [2][]git.File
	skipped := 0
	for i, tree := range []string{r.Base, r.Tree} {
		files, links, err := git.Content(context.Background(), r.Dir, tree, MaxFile)
		if err != nil {
			return d, lang.WithHint(err, lang.M("git removes such trees after some weeks, and at git gc --prune=now"))
		}
		trees[i], skipped = filesBelow(files, prefix), skipped+links
	}
	d, err = newDraft(r, a, session, trees[0], trees[1])
	d.Skipped = skipped
	return d, err
}

// filesBelow returns the files in one directory of the repository, with paths relative to it. prefix is the directory's
// path with a slash at the end, or "" for all files.
func filesBelow(files []git.File, prefix string) (list []git.File) {
	for _, f := range files {
		if path, ok := strings.CutPrefix(f.Path, prefix); ok {
			f.Path = path
			list = append(list, f)
		}
	}
	return list
}

// DefaultDir proposes a folder for the case. The numbers of task and review are those that the user gave; task is 0 if
// none was given.
func (d *Draft) DefaultDir(task, round int) string {
	name := fmt.Sprintf("%.8s-%d", d.round.Session, round)
	if task > 0 {
		name = fmt.Sprintf("%.8s-%d-%d", d.round.Session, task, round)
	}
	return filepath.Join("eval-cases", name)
}

// Show prints what [Draft.Write] will write to dir. quote marks each line of a text that is not ccc's.
func (d *Draft) Show(w io.Writer, l lang.Language, dir string, quote func(string) string) {
	line := func(m lang.Message) { fmt.Fprintln(w, l.Text(m)) }
	line(lang.M("ccc: a case in %s:", dir))
	line(lang.M("  the reviewer said %s, right is %s: %s", string(d.round.Verdict), string(d.Expect), d.Why))
	line(lang.M("  before: %d files, after: %d files; the session: %d bytes", len(d.Before), len(d.After),
		len(d.Transcript)))
	line(lang.M("  places where something secret is masked: %d", d.clean.maskedCount))
	if binary := d.binaryFiles(); len(binary) > 0 {
		const most = 10
		list := strings.Join(binary[:min(len(binary), most)], ", ")
		if len(binary) > most {
			list += ", …"
		}
		line(lang.M("  files that are no text, in which your directories keep their names: %d (%s)", len(binary),
			text.OneLine(list)))
	}
	if d.Skipped > 0 {
		line(lang.M("  links and submodules that are left out: %d", d.Skipped))
	}
	fmt.Fprint(w, quote(d.Task))
}

// binaryFiles returns the paths of the files that are not text. The directories' names in them are not changed.
func (d *Draft) binaryFiles() (names []string) {
	for _, f := range slices.Concat(d.Before, d.After) {
		if isBinary(f.Text) && !slices.Contains(names, f.Path) {
			names = append(names, f.Path)
		}
	}
	return names
}

// SetReason sets why the expected verdict is right.
func (d *Draft) SetReason(why string) { d.Why = d.clean.cleanText(why) }

// newDraft makes a case of a review. whole is claude's file of the session; before and after are the project's files.
func newDraft(r Round, a Author, whole []byte, before, after []git.File) (d Draft, err error) {
	text, firstDir, err := cutSession(whole, r.Stopped)
	if err != nil {
		return d, err
	}
	d.round = r
	d.clean.mask = a.Mask
	d.clean.addDir(r.Dir, someProject)
	if !strings.HasPrefix(r.Dir, firstDir+"/") { // the project was moved, or the recording comes from a copy
		d.clean.addDir(firstDir, someProject)
	}
	d.clean.addDir(a.Home, someHome)
	d.clean.addDir(a.Claude, someHome+"/.claude")
	d.Transcript = d.clean.cleanFile(dropHookNotes(text))
	for _, tree := range []struct{ from, to *[]git.File }{{&before, &d.Before}, {&after, &d.After}} {
		for _, f := range *tree.from {
			f.Path, f.Text = d.clean.cleanText(f.Path), d.clean.cleanFile(f.Text)
			*tree.to = append(*tree.to, f)
		}
	}
	temp, err := os.CreateTemp("", file.TemporaryPrefix+"transcript-")
	if err != nil {
		return d, err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(d.Transcript)
	if err = errors.Join(err, temp.Close()); err != nil {
		return d, err
	}
	s, err := transcript.Read(temp.Name())
	if err == nil && len(s.Messages) > 0 {
		d.Task = s.Messages[0].Text
	}
	return d, err
}

// cutSession returns the lines of a session's file up to a time, and the directory in which the session began. dir is
// "" if no line names it.
func cutSession(session []byte, at time.Time) (text []byte, dir string, err error) {
	decoder := streamjson.NewDecoder(bytes.NewReader(session))
	for {
		e, err := decoder.Next()
		switch {
		case errors.Is(err, io.EOF):
			return text, dir, nil
		case errors.As(err, new(*streamjson.SyntaxError)):
			continue
		case err != nil:
			return nil, "", lang.Errorf("read the session: %w", err)
		}
		var line struct {
			Time time.Time `json:"timestamp"`
			Dir  string    `json:"cwd"`
		}
		if json.Unmarshal(e.Raw, &line) == nil && line.Time.After(at) { // a line without a time is kept
			return text, dir, nil
		}
		dir = cmp.Or(dir, line.Dir)
		text = append(append(text, e.Raw...), '\n')
	}
}

// dropHookNotes removes the lines that claude writes about its Stop hooks after the agent's last message. A case shows
// the session as it was at the stop, but a loop's review begins after those lines are written (2.1.329).
func dropHookNotes(session []byte) (text []byte) {
	var lines [][]byte
	for line := range bytes.Lines(session) {
		lines = append(lines, line)
	}
	atEnd := true
	for i, line := range slices.Backward(lines) {
		var entry struct{ Type, Subtype string }
		if json.Unmarshal(line, &entry) != nil {
			continue
		}
		atEnd = atEnd && entry.Type != "assistant" && entry.Type != "user"
		if atEnd && entry.Type == "system" &&
			(entry.Subtype == "stop_hook_summary" || entry.Subtype == "turn_duration") {
			lines[i] = nil
		}
	}
	return bytes.Join(lines, nil)
}

// Write writes the case to dir, which must not exist yet. Either the whole case is written or nothing, and nothing that
// [ReadCases] would refuse.
func (d Draft) Write(dir string) (err error) {
	if _, err := os.Lstat(dir); err == nil {
		return lang.Errorf("%s is there already", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return lang.Errorf("write the case: %w", err)
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), ".ccc-case-")
	if err != nil {
		return lang.Errorf("write the case: %w", err)
	}
	defer os.RemoveAll(temp)
	at := filepath.Join(temp, filepath.Base(dir))
	if err := d.writeTo(at); err != nil {
		return lang.Errorf("write the case: %w", err)
	}
	if _, bad := readCase(filepath.Base(dir), at, caseFS(at), temp); bad != nil {
		return lang.Errorf("it is no case: %s", bad.Message())
	}
	if err := os.Rename(at, dir); err != nil {
		return lang.Errorf("write the case: %w", err)
	}
	return nil
}

func (d Draft) writeTo(dir string) error {
	head, err := yaml.MarshalWithOptions(d.Head, yaml.UseLiteralStyleIfMultiline(true))
	if err != nil {
		return err
	}
	err = writeTree(dir, []git.File{{Path: headFile, Text: head}, {Path: transcriptFile, Text: d.Transcript}})
	return errors.Join(err,
		writeTree(filepath.Join(dir, beforeDir), d.Before), writeTree(filepath.Join(dir, afterDir), d.After))
}

// writeTree creates a directory with these files. Their paths come from somebody else's repository: [os.Root] keeps
// them inside the directory, and two files with the same path are an error.
func writeTree(dir string, files []git.File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range files {
		if err := createFile(root, f); err != nil {
			return err
		}
	}
	return nil
}

func createFile(root *os.Root, f git.File) error {
	mode := os.FileMode(0o644)
	if f.Executable {
		mode = 0o755
	}
	if err := root.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
		return err
	}
	out, err := root.OpenFile(f.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = out.Write(f.Text)
	return errors.Join(err, out.Close())
}
