package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ccc/internal/file"
)

// State is what is kept of a launch, and of a session (Decided 7): whether stops are reviewed belongs to the launch, how many reviews
// there were to the session. Where a session has no launch of ours, one file is both.
type State struct {
	SessionID string    `json:"session_id"`
	Enabled   bool      `json:"enabled"`
	Count     int       `json:"count"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	// EnabledAt is when a launch's task began; a session counts anew when it has changed, which CountedFrom remembers.
	EnabledAt   time.Time `json:"enabled_at,omitzero"`
	CountedFrom time.Time `json:"counted_from,omitzero"`
	// CostUSD is that of the reviews since then.
	CostUSD float64 `json:"cost_usd,omitzero"`
	// Verdict is the newest one of the session, with what it stands on, and Work what the work tree was like then. Stalled counts the
	// reviews in a row that found nothing new.
	Verdict *Verdict `json:"verdict,omitempty"`
	Work    string   `json:"work,omitempty"`
	Stalled int      `json:"stalled,omitzero"`
}

// Verdict is what a review came to.
type Verdict struct {
	Completed bool      `json:"completed"`
	Blocked   bool      `json:"blocked,omitempty"`
	Feedback  string    `json:"feedback,omitempty"`
	Evidence  []string  `json:"evidence,omitempty"`
	At        time.Time `json:"at"`
}

// CorruptError says that a state could not be read. It has been set aside, and a new one begins.
type CorruptError struct {
	Aside string // where it is now
	Err   error
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("the state could not be read (%v): it is kept as %s, and a new one begins", e.Err, e.Aside)
}
func (e *CorruptError) Unwrap() error { return e.Err }

// Load reads the state of a launch or a session; where there is none it is one that is not enabled. With a *CorruptError the
// state is good, and new.
func (d Dir) Load(id string) (State, error) {
	path, err := d.path(id)
	if err != nil {
		return State{}, err
	}
	text, err := file.Read(path)
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
	err = file.Update(path, true, func(old []byte) (text []byte, err error) {
		if s, err = parse(id, old); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
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

// parse reads a state; an old one without enabled is not (C07).
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
		text, err := file.Read(path)
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
		return fmt.Errorf("set the unreadable state aside: %w", err)
	}
	return notice
}

func (d Dir) path(id string) (string, error) {
	if !safeName(id) {
		return "", fmt.Errorf("id %.80q cannot be a file name", id)
	}
	return filepath.Join(string(d), "supervisor-"+id+".json"), nil
}
