package state

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/task"
)

// State is what is kept of a launch, and of a session: whether stops are reviewed belongs to the launch, the task and
// its count to the session. If a session has no launch of ours, one file is both.
type State struct {
	SessionID string `json:"session_id"`
	Enabled   bool   `json:"enabled"`
	task.State
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`

	// Of a launch.

	// EnabledAt is when the reviews were switched on; a session counts anew when it has changed. Zero while they are
	// off by the person's word.
	EnabledAt time.Time `json:"enabled_at,omitzero"`
	// Owner is the launch's claude. Another one that calls its hook was started by the agent's tools.
	Owner process.Process `json:"owner,omitzero"`
	// Dir is the project's.
	Dir string `json:"dir,omitempty"`
	// Newest is the session that the launch is in.
	Newest string `json:"newest,omitempty"`
	// Missed counts the stops of which no hook of ours was told while reviews were on, as far as later hooks have seen.
	Missed int `json:"missed,omitzero"`
	// HandedOver is when the loop has handed its session over to claude's own screen: its messages stand in the
	// transcript as the person's do.
	HandedOver time.Time `json:"handed_over,omitzero"`
	// Greeting is what the person reads first in claude's own screen.
	Greeting string `json:"greeting,omitempty"`
	// Untrusted names the checks of which the person was told at /supervisor that they are not run.
	Untrusted string `json:"untrusted,omitempty"`
	// Rubric is what the launch's tasks are judged by: the agent can write the files that it was read from.
	Rubric *Rubric `json:"rubric,omitempty"`
	// Next is the rubric at the first switch-on since the last stop, which takes it if the person has switched on.
	Next *Rubric `json:"next_rubric,omitempty"`

	// NotifyFailed says that a notify_command has failed, and that the person was not told.
	NotifyFailed bool `json:"notify_failed,omitempty"`
	// Recording is where the launch's stops are written down.
	Recording Recording `json:"recording,omitzero"`

	// Heard is up to when a hook of ours, or a loop, was told of the stops, of a session, and of all in a launch.
	Heard time.Time `json:"heard,omitzero"`

	// Of a session.

	Launch      string    `json:"launch,omitempty"`      // the one that it is in, or was
	CountedFrom time.Time `json:"counted_from,omitzero"` // the launch's EnabledAt that Count belongs to
	Seen        string    `json:"seen,omitempty"`        // the person's newest message at the last stop
	From        string    `json:"from,omitempty"`        // the message that began the task; "" for the whole session
	Tools       int       `json:"tools,omitzero"`        // calls of the agent's, up to the last stop
	Judged      string    `json:"judged,omitempty"`      // the stop that was judged last
	Reviewer    Reviewer  `json:"reviewer,omitzero"`     // that is at work

	// Unreviewed is the session's last stop if it should have been reviewed and got no verdict.
	Unreviewed Unreviewed `json:"unreviewed,omitzero"`
}

// Unreviewed is a stop that should have been reviewed and got no verdict.
type Unreviewed struct {
	At      time.Time `json:"at"`
	Why     string    `json:"why"`               // in the person's language
	Failure string    `json:"failure,omitempty"` // of the review, as a recording names it
}

// Holds reports whether there is such a stop, since reviews were switched on at that time.
func (u Unreviewed) Holds(on time.Time) bool { return !u.At.IsZero() && !u.At.Before(on) }

// Rubric is a rubric as it was at one time.
type Rubric struct {
	Dir  string    `json:"dir"`            // the project's
	Text string    `json:"text"`           // JSON
	At   time.Time `json:"at,omitzero"`    // when a stop took it from Next
	Told string    `json:"told,omitempty"` // the change of the files of which the person was told last
}

// Recording is a recording of a launch's stops, and how far it goes.
type Recording struct {
	File     string          `json:"file"`              // its name
	Claude   process.Process `json:"claude,omitzero"`   // whose stops they are
	Session  string          `json:"session,omitempty"` // of the newest one, that the next three count for
	Read     int64           `json:"read,omitzero"`     // bytes of its transcript
	Messages int             `json:"messages,omitzero"` // of the person's
	Commands int             `json:"commands,omitzero"` // of hers
	At       time.Time       `json:"at,omitzero"`       // up to which it is written
	Phase    string          `json:"phase,omitempty"`   // that it ends in
	Rounds   int             `json:"rounds,omitzero"`   // verdicts that it holds
	CostUSD  float64         `json:"cost_usd,omitzero"` // of the reviews
}

// Reviewer is a hook that reviews a stop.
type Reviewer struct {
	Process process.Process `json:"process"`
	Stop    string          `json:"stop"`
	Since   time.Time       `json:"since,omitzero"`
	Of      int             `json:"of,omitzero"` // how many reviews the task may have
}

// OffInDoubt reports whether the reviews of a launch were switched off while its claude lives: by the person, or by
// something that the agent has run. The transcript tells.
func (s State) OffInDoubt() bool { return !s.Enabled && !s.EnabledAt.IsZero() && s.Owner.Alive() }

// SwitchOff switches the reviews of a launch off.
func (s *State) SwitchOff() {
	if s.Enabled = false; !s.Owner.Alive() { // else see OffInDoubt
		s.EnabledAt = time.Time{}
	}
}

// CorruptError says that a state could not be read. It has been set aside, and a new one begins.
type CorruptError struct {
	Aside string // where it is now
	Err   error
}

// Message says so in every language.
func (e *CorruptError) Message() lang.Message {
	return lang.M("the state could not be read (%v): it is kept as %s, and a new one begins", e.Err, e.Aside)
}
func (e *CorruptError) Error() string { return e.Message().String() }
func (e *CorruptError) Unwrap() error { return e.Err }

// Has reports whether there is a state of a launch or a session, or may be one.
func (d Dir) Has(id string) bool {
	path, err := d.path(id)
	if err != nil {
		return false
	}
	_, err = os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Load reads the state of a launch or a session; where there is none it is one that is not enabled. With a
// *CorruptError the state is good, and new.
func (d Dir) Load(id string) (State, error) {
	path, err := d.path(id)
	if err != nil {
		return State{}, err
	}
	text, err := file.ReadOwn(path)
	if err != nil {
		return State{}, err
	}
	s, err := parse(id, text)
	if err != nil {
		return s, setAside(path)
	}
	return s, nil
}

// Change changes a state, under a lock. With a *CorruptError it has been changed, and began anew.
func (d Dir) Change(id string, change func(*State)) (s State, err error) {
	path, err := d.path(id)
	if err != nil {
		return s, err
	}
	if err := d.Create(); err != nil {
		return s, err
	}
	corrupt := new(CorruptError)
	_, notice := d.Load(id)
	if notice != nil && !errors.As(notice, &corrupt) {
		return s, notice
	}
	now := time.Now().UTC()
	err = file.Update(path, file.Own, func(old []byte) (text []byte, err error) {
		if s, err = parse(id, old); err != nil {
			return nil, lang.Errorf("read %s: %w", path, err)
		}
		if s.CreatedAt.IsZero() {
			s.CreatedAt = now
		}
		change(&s)
		s.UpdatedAt = now
		text, err = json.MarshalIndent(s, "", "  ")
		return append(text, '\n'), err
	})
	if err != nil {
		return s, err
	}
	return s, notice
}

// parse reads a state; one without the key "enabled", as older versions wrote it, is not enabled.
func parse(id string, text []byte) (State, error) {
	fresh := State{SessionID: id}
	if text == nil {
		return fresh, nil
	}
	s := fresh
	if err := json.Unmarshal(text, &s); err != nil {
		return fresh, err
	}
	return s, nil
}

// setAside moves an unreadable state away, unless another ccc has done so meanwhile.
func setAside(path string) (notice error) {
	err := file.Locked(path, func() error {
		text, err := file.ReadOwn(path)
		if err != nil {
			return err
		}
		if _, err := parse("", text); err != nil {
			aside := path + ".corrupt-" + time.Now().UTC().Format("20060102T150405.000000000")
			notice = &CorruptError{Aside: aside, Err: err}
			return os.Rename(path, aside)
		}
		return nil
	})
	if err != nil {
		return lang.Errorf("set the unreadable state aside: %w", err)
	}
	return notice
}

func (d Dir) path(id string) (string, error) {
	if !safeName(id) {
		return "", lang.Errorf("id %.80q cannot be a file name", id)
	}
	return filepath.Join(string(d), "supervisor-"+id+".json"), nil
}

// Enable switches the reviews of a launch on, for a new task, or off. now is what the files are like.
func (d Dir) Enable(launch string, on bool, now task.Files) (State, error) {
	return d.Change(launch, func(s *State) {
		s.Enabled, s.EnabledAt = on, time.Time{}
		if on {
			s.Base, s.BaseTree, s.EnabledAt = now.Work, now.Tree, time.Now().UTC()
		}
	})
}
