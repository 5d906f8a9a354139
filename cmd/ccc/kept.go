package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// The rubric of the Stop hook: the agent can write SUPERVISOR.md and the files beside it, so a task is judged by what
// they were when the person switched the reviews on.

// keep gives a rubric in the form in which a state holds it.
func keep(dir string, r rubric.Rubric) (*state.Rubric, error) {
	text, err := json.Marshal(r)
	if err == nil && len(text) > file.MaxText {
		err = lang.Errorf("the files of the rubric are larger than 1 MiB together")
	}
	return &state.Rubric{Dir: dir, Text: string(text)}, err
}

// whereStarted gives the directories with that of claude's start for the working one: its tools may be elsewhere by
// now.
func (p *program) whereStarted(dirs directories) directories {
	if info, err := os.Stat(p.getenv("PWD")); err == nil && info.IsDir() && p.launched {
		dirs.Work = p.getenv("PWD")
	}
	return dirs
}

// keepNext keeps the rubric of the working directory, as it is at a switch-on. A stop decides whether it is taken.
func (p *program) keepNext(dirs directories, launch string, r rubric.Rubric) error {
	next, err := keep(dirs.Work, r)
	if err != nil {
		return err
	}
	_, err = dirs.State.Change(launch, func(s *state.State) {
		if s.Next == nil {
			s.Next = next
		}
	})
	return p.notice(err)
}

// keptRubric gives the rubric by which the launch's tasks are judged, and says once that its files are others by now. A
// launch that has none keeps the one that there is.
func (p *program) keptRubric(dirs directories, launch string) (judged rubric.Rubric, note lang.Message, err error) {
	now, nowErr := p.rubricIn(dirs)
	s, err := dirs.State.Load(launch)
	if err = p.notice(err); err != nil {
		return now, note, err
	}
	kept := s.Rubric
	if kept == nil || !file.Same(kept.Dir, dirs.Work) || json.Unmarshal([]byte(kept.Text), &judged) != nil {
		if nowErr != nil {
			return now, note, nowErr
		}
		if kept, err = keep(dirs.Work, now); err != nil {
			return now, note, err
		}
		_, err = dirs.State.Change(launch, func(s *state.State) { s.Rubric = kept })
		return now, note, p.notice(err)
	}
	if nowErr == nil && contents(now) == contents(judged) {
		return judged, note, nil
	}
	change := file.Digest(fmt.Sprint(nowErr, contents(now)))
	if kept.Told == change {
		return judged, note, nil
	}
	_, err = dirs.State.Change(launch, func(s *state.State) {
		if s.Rubric != nil {
			s.Rubric.Told = change
		}
	})
	return judged,
		lang.M("%s, or a file beside it, has changed since the reviews were switched on: the work is judged by "+
			"what it was then. /supervisor takes the new one", rubric.File), p.notice(err)
}

// contents is all of a rubric but the directories of its files.
func contents(r rubric.Rubric) string {
	r.Others = slices.Clone(r.Others)
	r.Path = filepath.Base(r.Path)
	for i := range r.Others {
		r.Others[i].Path = filepath.Base(r.Others[i].Path)
	}
	text, _ := json.Marshal(r) // of texts and numbers alone
	return string(text)
}
