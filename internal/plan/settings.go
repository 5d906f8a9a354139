package plan

import (
	"maps"
	"path/filepath"
	"slices"

	"ccc/internal/lang"
)

// A task of a run is judged by the settings with which the run began: of the project and of claude there, with hooks,
// MCP servers and plugins. An agent can write them, so they are compared when a task begins and when it ends.

// changedFiles returns the paths of which two sets of digests differ, relative to dir, sorted.
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

// noteSettings records the settings with which a task begins. A task that goes on keeps those of its first begin. It
// fails if they have changed since: what an agent has written would decide who judges it. The next start takes them as
// they are then.
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
		return lang.Errorf("what claude runs or is set by has changed since the run or the task %d began: %s. %s",
			j.Number, changed, settingsHint())
	}
	return nil
}

// checkSettings ends the run, and returns an error, if the settings have changed while a task ran.
func (r *run) checkSettings(j *job) error {
	now := r.Settings(j.dir)
	changed := r.changedSettings(j.dir, j.entry.Settings, now)
	if changed == "" {
		return nil
	}
	err := lang.Errorf("what claude runs or is set by changed while task %d, %q, ran: %s. %s", j.entry.Number,
		brief(j.Title), changed, settingsHint())
	r.tamper(err)
	if r.signal == 0 {
		j.entry.Settings = now
	}
	return err
}

// changedSettings names the files that differ; "" for none, or if the plan lets tasks change them.
func (r *run) changedSettings(dir string, before, now map[string]string) string {
	if r.planAtStart.settingsMayChange() {
		return ""
	}
	return firstFew(changedFiles(dir, before, now))
}

func settingsHint() lang.Message {
	return lang.M("Look at it before another task is judged by it; tasks may do that if the front matter of the plan has "+
		"%s: %s", settingsKey, mayChange)
}

// mergedError says that the branches on which a task builds change the settings.
type mergedError struct{ files string }

// Message says so in every language.
func (e *mergedError) Message() lang.Message {
	return lang.M("the branches that it builds on change what claude runs or is set by: %s. Look at them, and merge "+
		"them yourself", e.files)
}
func (e *mergedError) Error() string { return e.Message().String() }
