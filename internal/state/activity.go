package state

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session/transcript"
	"ccc/internal/task"
)

// Activity is what the review of a session is doing now.
type Activity struct {
	Tool  string    `json:"tool,omitempty"` // the reviewer's tool call, with its main argument
	Since time.Time `json:"since,omitzero"`
}

const activityPrefix = "doing-"

// activityPath returns the path of the file that holds the activity during a review.
func (d Dir) activityPath(session string) (string, error) {
	if !isSafeName(session) {
		return "", lang.Errorf("id %.80q cannot be a file name", session)
	}
	return filepath.Join(string(d), activityPrefix+session+".json"), nil
}

// Activity reads what the review of a session is doing; zero if unknown.
func (d Dir) Activity(session string) (now Activity) {
	path, err := d.activityPath(session)
	if err != nil {
		return now
	}
	if text, err := file.ReadOwn(path); err == nil && json.Unmarshal(text, &now) != nil {
		return Activity{}
	}
	return now
}

// SetActivity stores the activity of a session's review.
func (d Dir) SetActivity(session string, now Activity) error {
	path, err := d.activityPath(session)
	if err != nil {
		return err
	}
	return file.Update(path, file.Own, func([]byte) ([]byte, error) { return json.Marshal(now) })
}

// RemoveActivity removes the activity at the end of a review.
func (d Dir) RemoveActivity(session string) {
	if path, err := d.activityPath(session); err == nil {
		_ = os.Remove(path) // if the file stays, its time shows that it is old
	}
}

// LeftActivities lists the files of killed reviews.
func (d Dir) LeftActivities(l file.Listing) (paths []string) {
	for _, name := range l.Names(string(d), activityPrefix) {
		session, ok := strings.CutSuffix(strings.TrimPrefix(name, activityPrefix), ".json")
		if !ok {
			continue
		}
		if g, err := d.Read(session); err == nil && !g.Reviewer.Process.Alive() {
			paths = append(paths, filepath.Join(string(d), name))
		}
	}
	return paths
}

// RemoveLeftActivities removes the files of killed reviews.
func (d Dir) RemoveLeftActivities(l file.Listing) {
	for _, path := range d.LeftActivities(l) {
		_ = os.Remove(path) // the next start tries again
	}
}

// LastStop is the result of the last stop. At most one field is set. None is set before the first stop, and while the
// first review runs.
type LastStop struct {
	BrokeOff   bool // its review was killed
	Stopped    bool // with BrokeOff: by the user
	Unreviewed *Unreviewed
	Verdict    *task.Verdict
}

// LastStop returns the result of the last stop since reviews were switched on in the launch.
func (s State) LastStop(on time.Time) (last LastStop) {
	switch v := s.Verdict; {
	case s.HasBrokenOff() && !s.Reviewer.Since.Before(on):
		last.BrokeOff, last.Stopped = true, s.WasStopped()
	case s.Unreviewed.IsSince(on):
		last.Unreviewed = &s.Unreviewed
	case v != nil && s.Count > 0 && !v.At.Before(on) && !v.At.Before(s.Began):
		last.Verdict = v
	}
	return last
}

// OwnLaunch returns the name of the launch of a claude that was started without ccc and has our plugin. The user's
// /supervisor creates that launch, and the claude owns it.
func OwnLaunch(claude process.Process) string {
	return fmt.Sprintf("%s%d-%s", ownLaunch, claude.Pid, strings.ReplaceAll(claude.Start, "@", "-"))
}

const ownLaunch = "claude-"

// IsOwnLaunch reports whether a launch's claude was started without ccc.
func IsOwnLaunch(launch string) bool { return strings.HasPrefix(launch, ownLaunch) }

// LaunchOf returns the launch of the claude that started process pid. That is claude's own launch if it has one,
// otherwise env, the launch in the environment ("" for none), if claude belongs to it.
func (d Dir) LaunchOf(pid int, env string) string {
	claude, ok := process.Claude(pid)
	if !ok {
		return env
	}
	own := OwnLaunch(claude)
	if g, err := d.Read(own); err == nil && g.Owner == claude {
		return own
	}
	if env != "" && !d.IsOwner(env, claude) {
		return ""
	}
	return env
}

// HasBrokenOff reports whether the newest review was killed together with its hook. A review that ended normally is
// no longer in the state.
func (s State) HasBrokenOff() bool { return s.Reviewer != (Reviewer{}) && !s.Reviewer.Process.Alive() }

// WasStopped reports whether the user stopped the review that broke off. Claude ends the hook, and notes in its own
// file that the user did it.
func (s State) WasStopped() bool {
	return s.HasBrokenOff() && (s.Reviewer.Stopped || transcript.InterruptedAt(s.Transcript).After(s.Reviewer.Since))
}

// On reports whether stops are reviewed, see [State.OffInDoubt].
func (s State) On() bool { return s.Enabled || s.OffInDoubt() }
