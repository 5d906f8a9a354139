package eval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/streamjson"
)

// Round is a review that a recording tells of.
type Round struct {
	Session string
	Dir     string    // the project's
	Task    int       // of the recording's, from 1: each counts its reviews anew
	Asked   string    // the person's first message of the task; "" if the recording does not hold it
	Stopped time.Time // when the agent's turn was over
	Tree    string    // git's, of the work; "" if it is not known
	Base    string    // of the task's beginning; "" if it is not known
	Got     Expectation
}

// SeveralError says that the number of a review is that of one in several tasks.
type SeveralError struct {
	Number int
	Rounds []Round // one for each
}

// Message says so in every language.
func (e *SeveralError) Message() lang.Message {
	return lang.M("it has %d tasks with a review %d", len(e.Rounds), e.Number)
}

func (e *SeveralError) Error() string { return e.Message().String() }

// FindRound finds a review by its number, as ccc report tells it, and by the number of its task; with 0 there must be
// one such review, else the error is a [SeveralError].
func FindRound(in io.Reader, task, number int) (round Round, err error) {
	list, err := rounds(in, number)
	if err != nil {
		return round, err
	}
	if task > 0 {
		list = slices.DeleteFunc(list, func(r Round) bool { return r.Task != task })
	}
	switch {
	case len(list) > 1:
		return round, &SeveralError{number, list}
	case len(list) == 0 && task > 0:
		return round, lang.Errorf("it has no task %d with a review %d that gave a verdict", task, number)
	case len(list) == 0:
		return round, lang.Errorf("it has no review %d that gave a verdict", number)
	case !named(list[0].Session):
		return round, lang.Errorf("it names no session")
	}
	return list[0], nil
}

// rounds are the reviews of a number that gave a verdict, one of a task at most.
func rounds(in io.Reader, number int) (list []Round, err error) {
	r := session.NewReader(in)
	now := Round{}
	last, asked := 0, "" // of the verdict before its number, and what the person said first since then
	for {
		item, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case errors.As(err, new(*streamjson.SyntaxError)), errors.As(err, new(*session.DamageError)):
			continue
		case err != nil:
			return nil, err
		case r.Format != session.FormatRecording:
			return nil, lang.Errorf("it is no recording of ccc's")
		}
		now.Dir = r.Header.Dir
		switch item.Type {
		case session.TypeStop:
			now.Session = item.SessionID
		case session.TypePerson:
			asked = cmp.Or(asked, item.Text)
		case session.TypeLine:
			if item.Phase == "agent" && item.Event.SessionID != "" {
				now.Session = item.Event.SessionID
			}
		case session.TypePhase:
			if item.To == session.PhaseReview {
				now.Stopped = r.Header.At.Add(time.Duration(item.T * float64(time.Second)))
			}
		case session.TypeVerdict:
			if item.Failure != "" {
				continue
			}
			if now.Task == 0 || item.Round <= last { // a new task counts from 1
				now.Task++
				now.Asked = asked
			}
			last, asked = item.Round, ""
			if item.Round != number {
				continue
			}
			found := now
			found.Tree, found.Base = item.Tree, item.Base
			found.Got = verdict(item.Completed, item.Blocked)
			list = append(list, found)
		}
	}
}

// Draft is a case that is to be written. What is secret is masked in all of it, names of files too, and the directories
// of the person's have other names.
type Draft struct {
	Head
	Before, After []git.File
	Transcript    []byte
	Left          int // links and submodules that are not in it

	clean cleaner
}

// Masked is in how many places something secret stood.
func (d *Draft) Masked() int { return d.clean.masked }

// Binary are the files that are no text, by their names: in them the directories have their names still.
func (d *Draft) Binary() (names []string) {
	for _, f := range slices.Concat(d.Before, d.After) {
		if binary(f.Text) && !slices.Contains(names, f.Path) {
			names = append(names, f.Path)
		}
	}
	return names
}

// Because says why the verdict that is expected is right.
func (d *Draft) Because(why string) { d.Why = d.clean.text(why) }

// Person is who makes a case of a review.
type Person struct {
	Home, Claude string // directories: her own, and that of claude's configuration
	Mask         *secret.Mask
}

// NewDraft makes a case of a review: whole is claude's file of the session.
func NewDraft(r Round, p Person, whole []byte, before, after []git.File) (d Draft, err error) {
	text, began, err := until(whole, r.Stopped)
	if err != nil {
		return d, err
	}
	d.clean.mask = p.Mask
	d.clean.add(r.Dir, someProject)
	if !strings.HasPrefix(r.Dir, began+"/") { // the project may have moved, or the recording be of a copy
		d.clean.add(began, someProject)
	}
	d.clean.add(p.Home, someHome)
	d.clean.add(p.Claude, someHome+"/.claude")
	d.Transcript = d.clean.bytes(atStop(text))
	for _, tree := range []struct{ from, to *[]git.File }{{&before, &d.Before}, {&after, &d.After}} {
		for _, f := range *tree.from {
			f.Path, f.Text = d.clean.text(f.Path), d.clean.bytes(f.Text)
			*tree.to = append(*tree.to, f)
		}
	}
	temp, err := os.CreateTemp("", "ccc-transcript-")
	if err != nil {
		return d, err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(d.Transcript)
	if err = errors.Join(err, temp.Close()); err != nil {
		return d, err
	}
	s, err := session.ReadTranscript(temp.Name())
	if err == nil && len(s.Messages) > 0 {
		d.Task = s.Messages[0].Text
	}
	return d, err
}

// until is a session's file as it was at a moment, and the directory in which it began; "" if it does not tell.
func until(session []byte, at time.Time) (text []byte, dir string, err error) {
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
		if json.Unmarshal(e.Raw, &line) == nil && line.Time.After(at) { // a line without a time stays
			return text, dir, nil
		}
		dir = cmp.Or(dir, line.Dir)
		text = append(append(text, e.Raw...), '\n')
	}
}

// atStop is a session without what claude has noted of its Stop hooks behind the agent's last message: the case is of
// the stop itself. In a loop the review begins later than that (2.1.329).
func atStop(session []byte) (text []byte) {
	var lines [][]byte
	for line := range bytes.Lines(session) {
		lines = append(lines, line)
	}
	behind := true
	for i, line := range slices.Backward(lines) {
		var entry struct{ Type, Subtype string }
		if json.Unmarshal(line, &entry) != nil {
			continue
		}
		behind = behind && entry.Type != "assistant" && entry.Type != "user"
		if behind && entry.Type == "system" && (entry.Subtype == "stop_hook_summary" || entry.Subtype == "turn_duration") {
			lines[i] = nil
		}
	}
	return bytes.Join(lines, nil)
}

// Write writes the case to a folder, which is not there yet, whole or not at all. What is no good case is not written.
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
	if err := d.fill(at); err != nil {
		return lang.Errorf("write the case: %w", err)
	}
	if _, bad := read(filepath.Base(dir), at, folder(at), temp); bad != nil {
		return lang.Errorf("it is no case: %s", bad.Message())
	}
	if err := os.Rename(at, dir); err != nil {
		return lang.Errorf("write the case: %w", err)
	}
	return nil
}

func (d Draft) fill(dir string) error {
	head, err := yaml.MarshalWithOptions(d.Head, yaml.UseLiteralStyleIfMultiline(true))
	if err != nil {
		return err
	}
	err = write(dir, []git.File{{Path: headFile, Text: head}, {Path: transcriptFile, Text: d.Transcript}})
	return errors.Join(err, write(filepath.Join(dir, beforeDir), d.Before), write(filepath.Join(dir, afterDir), d.After))
}

// write makes a directory, and files in it. Their paths are somebody else's: [os.Root] writes nothing outside of the
// directory, and no file takes another's place.
func write(dir string, files []git.File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range files {
		if err := create(root, f); err != nil {
			return err
		}
	}
	return nil
}

func create(root *os.Root, f git.File) error {
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

// Below are the files below a directory of the repository, by their paths from there. prefix is "" or ends with a
// slash.
func Below(files []git.File, prefix string) (list []git.File) {
	for _, f := range files {
		if path, ok := strings.CutPrefix(f.Path, prefix); ok {
			f.Path = path
			list = append(list, f)
		}
	}
	return list
}
