package rubric

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/state"
)

// LoadOrBuiltIn is [Load], but returns the built-in rubric if there is none.
func LoadOrBuiltIn(language lang.Language, work, own string) (Rubric, error) {
	r, err := Load(work, own)
	return OrBuiltIn(language, r, err)
}

// OrBuiltIn returns the built-in rubric if err says that none was found, else r and err.
func OrBuiltIn(language lang.Language, r Rubric, err error) (Rubric, error) {
	if missing := new(NotFoundError); errors.As(err, &missing) {
		return BuiltIn(language), nil
	}
	return r, err
}

// Copy is the rubric that a launch has copied to its state. The agent can write to SUPERVISOR.md and the files next
// to it, so the Stop hook judges a task by their contents at the time when the user switched the reviews on.
type Copy struct {
	State  state.Dir
	Launch string
	Dir    string // the project's
	// Notice tells the user that an unreadable state was replaced by a new one. It returns any other error.
	Notice func(error) error
}

// KeepNext copies the rubric to the state when reviews are switched on. An older copy that no stop has taken yet is
// kept.
func (c Copy) KeepNext(r Rubric) error {
	next, err := c.encode(r)
	if err != nil {
		return err
	}
	_, err = c.State.Change(c.Launch, func(s *state.State) {
		if s.NextRubric == nil {
			s.NextRubric = next
		}
	})
	return c.Notice(err)
}

// Judging returns the rubric by which the launch's tasks are judged: the copy. now is the rubric in the files, and
// nowErr the error of reading it. A launch without a copy makes one of now. note tells the user, once for each
// change, that the files differ from the copy.
func (c Copy) Judging(now Rubric, nowErr error) (judging Rubric, note lang.Message, err error) {
	s, err := c.State.Load(c.Launch)
	if err = c.Notice(err); err != nil {
		return now, note, err
	}
	copied := s.Rubric
	if copied == nil || !file.Same(copied.Dir, c.Dir) || json.Unmarshal([]byte(copied.Text), &judging) != nil {
		if nowErr != nil {
			return now, note, nowErr
		}
		if copied, err = c.encode(now); err != nil {
			return now, note, err
		}
		_, err = c.State.Change(c.Launch, func(s *state.State) { s.Rubric = copied })
		return now, note, c.Notice(err)
	}
	change := changeOf(judging, now, nowErr)
	if change == "" || copied.ReportedChange == change {
		return judging, note, nil
	}
	_, err = c.State.Change(c.Launch, func(s *state.State) {
		if s.Rubric != nil {
			s.Rubric.ReportedChange = change
		}
	})
	return judging,
		lang.M("%s, or a file next to it, has changed since reviews were switched on: the work is still judged by "+
			"the old text. /supervisor loads the new one", File), c.Notice(err)
}

// changeOf returns a digest of what the files contain now; "" if they are as they were copied.
func changeOf(judging, now Rubric, nowErr error) string {
	if nowErr == nil && contents(now) == contents(judging) {
		return ""
	}
	return file.Digest(fmt.Sprint(nowErr, contents(now)))
}

// Follower tells the user of changes to the files of a rubric that a loop has in memory.
type Follower struct {
	Judging Rubric
	Load    func() (Rubric, error)

	mu   sync.Mutex
	told string // the change that the user was told of last
}

// Change tells the user, once for each change, that the files differ from the rubric that judges; it is empty if there
// is nothing to tell.
func (f *Follower) Change() lang.Message {
	now, err := f.Load()
	f.mu.Lock()
	defer f.mu.Unlock()
	change := changeOf(f.Judging, now, err)
	if change == "" || change == f.told {
		return lang.Message{}
	}
	f.told = change
	return lang.M("%s, or a file next to it, has changed since this launch began: the work is still judged by the old "+
		"text. The new one counts from the next launch, and from /supervisor in Claude Code's own screen", File)
}

// encode returns a rubric in the form in which the state file stores it.
func (c Copy) encode(r Rubric) (*state.Rubric, error) {
	text, err := json.Marshal(r)
	if err == nil && len(text) > file.MaxText {
		err = lang.Errorf("the files of the rubric are larger than 1 MiB together")
	}
	return &state.Rubric{Dir: c.Dir, Text: string(text)}, err
}

// ContentDigest returns an equal digest for rubrics with the same contents, wherever their files are.
func (r Rubric) ContentDigest() string { return file.Digest(contents(r)) }

// contents returns a rubric as JSON, without the directories of its files.
func contents(r Rubric) string {
	r.Others = slices.Clone(r.Others)
	r.Path = filepath.Base(r.Path)
	for i := range r.Others {
		r.Others[i].Path = filepath.Base(r.Others[i].Path)
	}
	text, _ := json.Marshal(r) // strings and numbers always have a JSON form
	return string(text)
}
