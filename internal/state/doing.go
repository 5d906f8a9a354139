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
	"ccc/internal/task"
)

// Doing is what the review of a session does at this moment.
type Doing struct {
	Tool  string    `json:"tool,omitempty"` // that the reviewer runs, with what it works on
	Since time.Time `json:"since,omitzero"`
}

// doing is the path of the file that holds it while a review runs.
func (d Dir) doing(session string) (string, error) {
	if !safeName(session) {
		return "", lang.Errorf("id %.80q cannot be a file name", session)
	}
	return filepath.Join(string(d), "doing-"+session+".json"), nil
}

// Doing reads what the review of a session does; nothing if that cannot be told.
func (d Dir) Doing(session string) (now Doing) {
	path, err := d.doing(session)
	if err != nil {
		return now
	}
	if text, err := file.ReadOwn(path); err == nil && json.Unmarshal(text, &now) != nil {
		return Doing{}
	}
	return now
}

// SetDoing writes it down.
func (d Dir) SetDoing(session string, now Doing) error {
	path, err := d.doing(session)
	if err != nil {
		return err
	}
	return file.Update(path, file.Own, func([]byte) ([]byte, error) { return json.Marshal(now) })
}

// ForgetDoing is for the end of a review.
func (d Dir) ForgetDoing(session string) {
	if path, err := d.doing(session); err == nil {
		_ = os.Remove(path) // one that stays is told from a later review's by its time
	}
}

// OldDoing are the files of reviews that were killed.
func (d Dir) OldDoing() (paths []string) {
	list, _ := filepath.Glob(filepath.Join(string(d), "doing-*.json")) // nothing is found by a bad pattern
	for _, path := range list {
		session, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), "doing-"), ".json")
		if g, err := d.Glance(session); err == nil && !g.Reviewer.Process.Alive() {
			paths = append(paths, path)
		}
	}
	return paths
}

// SweepDoing removes them.
func (d Dir) SweepDoing() {
	for _, path := range d.OldDoing() {
		_ = os.Remove(path) // the next start tries again
	}
}

// Glance is the part of a [State] that a status line needs: it is read many times a minute, and to decode all of a
// State takes a new process four times as long.
type Glance struct {
	CreatedAt time.Time       `json:"created_at"`
	Enabled   bool            `json:"enabled"`
	EnabledAt time.Time       `json:"enabled_at"`
	Owner     process.Process `json:"owner"`
	Newest    string          `json:"newest"`
	Missed    int             `json:"missed"`
	Reviewer  Reviewer        `json:"reviewer"`
	// Unreviewed is the last stop if it should have been reviewed and got no verdict.
	Unreviewed Unreviewed `json:"unreviewed"`
	Count      int        `json:"count"`
	CostUSD    float64    `json:"cost_usd"`
	Ended      task.End   `json:"ended"`
	Began      time.Time  `json:"began"` // the task
	// CountedFrom is the launch's EnabledAt at the session's last stop.
	CountedFrom time.Time `json:"counted_from"`
	Verdict     *struct { // of the task; nil before its first one
		Completed bool      `json:"completed"`
		Blocked   bool      `json:"blocked"`
		Feedback  string    `json:"feedback"`
		At        time.Time `json:"at"`
	} `json:"verdict"`
}

// Glance reads the state of a launch or a session; where there is none it is one that is not enabled.
func (d Dir) Glance(id string) (g Glance, err error) {
	path, err := d.path(id)
	if err != nil {
		return g, err
	}
	text, err := file.ReadOwn(path)
	if err != nil || text == nil {
		return g, err
	}
	err = json.Unmarshal(text, &g)
	if g.Verdict != nil && g.Verdict.At.Before(g.Began) {
		g.Verdict = nil
	}
	return g, err
}

// OwnLaunch names the launch that a claude is which was started without ccc, and that has our plugin: with the person's
// /supervisor it gets a state, whose owner it is.
func OwnLaunch(claude process.Process) string {
	return fmt.Sprintf("%s%d-%s", ownLaunch, claude.Pid, strings.ReplaceAll(claude.Start, "@", "-"))
}

const ownLaunch = "claude-"

// Own reports whether a launch is a claude that was started without ccc.
func Own(launch string) bool { return strings.HasPrefix(launch, ownLaunch) }

// LaunchOf names the launch for whose claude process pid runs: its own where that is one, else the one of its
// environment, "" if it is in none.
func (d Dir) LaunchOf(pid int, env string) string {
	claude, ok := process.Claude(pid)
	if !ok {
		return env
	}
	own := OwnLaunch(claude)
	if g, err := d.Glance(own); err != nil || g.Owner != claude {
		return env
	}
	return own
}

// BrokeOff reports whether the newest review was killed with its hook. One that ends by itself is not in the state any
// more.
func (g Glance) BrokeOff() bool { return g.Reviewer != (Reviewer{}) && !g.Reviewer.Process.Alive() }

// On reports whether stops are reviewed, see [State.OffInDoubt].
func (g Glance) On() bool {
	return g.Enabled || State{EnabledAt: g.EnabledAt, Owner: g.Owner}.OffInDoubt()
}
