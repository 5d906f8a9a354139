package plan

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/plan/tasklist"
	"ccc/internal/supervision/output"
	"ccc/internal/text"
)

// Reviews judge all tasks of a run with the settings that were there when the run began: those of the project and of
// claude, with hooks, MCP servers and plugins. An agent can change these files, so their digests are compared when a
// task begins and when it ends.

// changedFiles returns the paths whose digests differ between two sets, relative to dir and sorted.
func changedFiles(dir string, before, now map[string]string) (paths []string) {
	all := make(map[string]string)
	maps.Copy(all, now)
	maps.Copy(all, before)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if now[path] == before[path] {
			continue
		}
		if rel, err := filepath.Rel(dir, path); err == nil {
			path = rel
		}
		paths = append(paths, path)
	}
	return paths
}

// noteSettings records the settings with which a task begins. A task that goes on keeps those of its first begin.
// noteSettings fails if the settings have changed since then, because an agent could have chosen who judges it. The
// next start accepts the new settings.
func (r *run) noteSettings(j *job) error {
	now := r.Settings(j.dir)
	before := j.entry.Settings
	if j.entry.Settings = now; before == nil {
		before = now
		if r.Jobs == 0 {
			before = r.settings
		}
	}
	if changed := r.changedSettings(j.dir, before, now); changed != "" {
		return lang.Errorf("what claude runs, or how it is set up, has changed since the run or the task %d "+
			"began: %s. %s",
			j.Number, changed, settingsHint())
	}
	return nil
}

// checkSettings ends the run and returns an error if the settings have changed while a task ran in dir. The record
// keeps the old settings until the task is settled, because the run may be killed before that. A work tree that is gone
// has no settings: git does not run in it.
func (r *run) checkSettings(e *entry, dir string) error {
	if e.Settings == nil || e.Tree && !file.Exists(dir) {
		return nil
	}
	changed := r.changedSettings(dir, e.Settings, r.Settings(dir))
	if changed == "" {
		return nil
	}
	err := lang.Errorf("what claude runs, or how it is set up, changed while task %d, %q, ran: %s. %s", e.Number,
		tasklist.Brief(e.Title), changed, settingsHint())
	r.tamper(err)
	return err
}

// takeSettings lets the next start accept the present settings, because the user has been told of the change.
func (r *run) takeSettings(e *entry, dir string) {
	if r.signal == 0 {
		e.Settings = r.Settings(dir)
	}
}

// ProgramsError says that git may not run, because it would now run programs that it would not have run when the run
// began.
type ProgramsError struct{ changed string }

// Message returns the text of the error, which can be translated.
func (e *ProgramsError) Message() lang.Message {
	return lang.M("what git runs, or where it pushes, has changed since the run began: %s. %s", e.changed,
		settingsHint())
}
func (e *ProgramsError) Error() string { return e.Message().String() }

// ExitCode is the exit code of a run in which somebody changed something.
func (e *ProgramsError) ExitCode() int { return output.ExitNotCompleted }

// checkPrograms runs before git. If the last start was cut off, it compares what git would run now with what git would
// have run then. If that differs, it fails once: the next start accepts it.
func (r *run) checkPrograms() error {
	now := git.Programs(context.Background(), r.Dir)
	before := r.record.Programs
	r.record.Programs = now
	if before != nil {
		if changed := r.changedSettings(r.Dir, before, now); changed != "" {
			r.record.Programs = nil
			for _, e := range r.record.Tasks {
				e.Settings = nil
			}
			return errors.Join(&ProgramsError{changed}, r.store.SetPlan(r.record))
		}
	}
	r.programs = map[string]map[string]string{}
	return nil // it is saved before a task begins
}

// mayRunGit returns an error if git would now run something, in the user's work tree or a task's, that it would not
// have run when the run first looked there. A task may have written such a setting.
func (r *run) mayRunGit(dir string) error {
	if r.planAtStart.SettingsMayChange() {
		return nil
	}
	look := func(dir string, before map[string]string) error {
		now := git.Programs(context.Background(), dir)
		if before == nil {
			r.programs[dir] = now
		} else if changed := r.changedSettings(dir, before, now); changed != "" {
			return &ProgramsError{changed}
		}
		return nil
	}
	if err := look(r.repo.Dir, r.record.Programs); err != nil || dir == r.repo.Dir {
		return err
	}
	return look(dir, r.programs[dir])
}

// changedSettings lists the settings files that differ; "" for none, or if the plan allows tasks to change them.
func (r *run) changedSettings(dir string, before, now map[string]string) string {
	if r.planAtStart.SettingsMayChange() {
		return ""
	}
	return text.FirstFew(changedFiles(dir, before, now)).String()
}

func settingsHint() lang.Message {
	return lang.M("Look at it before another task is judged by it; tasks may do that if the front matter of "+
		"the plan has %s: %s", tasklist.SettingsKey, tasklist.MayChange)
}
