package state

import (
	"slices"
	"time"

	"ccc/internal/process"
)

// Switcher says who has switched reviews on or off.
type Switcher string

// The switchers. Only the user's word counts while the launch's claude runs.
const (
	Inside  Switcher = ""       // a process below the launch's claude, or nobody knows
	ByUser  Switcher = "prompt" // the user's own prompt, which claude gave to the UserPromptSubmit hook
	ByShell Switcher = "shell"  // a command at a terminal, outside of the launch's claude
)

// Switch is one switch of a launch's reviews.
type Switch struct {
	At       time.Time `json:"at"`
	On       bool      `json:"on"`
	By       Switcher  `json:"by,omitempty"`
	Words    bool      `json:"words,omitempty"` // of /supervisor: a task followed, so the agent's task begins there
	Since    time.Time `json:"since,omitzero"`  // of a switch off: when reviews had been switched on
	Reported bool      `json:"told,omitempty"`  // a stop has told the user
}

// maxSwitches is how many switches a launch's state keeps.
const maxSwitches = 50

// Switch switches the reviews of a launch on or off for the user, and keeps who did it.
func (s *State) Switch(to Switch) {
	if !to.On {
		to.Since = s.EnabledAt
	}
	s.Enabled, s.EnabledAt, s.Refused = to.On, time.Time{}, time.Time{}
	if to.On {
		s.EnabledAt = to.At
	}
	s.Switches = append(s.Switches, to)
	s.Switches = slices.Delete(s.Switches, 0, max(0, len(s.Switches)-maxSwitches))
}

// WasOn reports whether the launch's reviews were on at a time, as far as its switches say.
func (s State) WasOn(at time.Time) bool {
	if s.Enabled && at.After(s.EnabledAt) {
		return true
	}
	return slices.ContainsFunc(s.Switches, func(one Switch) bool {
		return !one.On && !one.Since.IsZero() && at.After(one.Since) && !at.After(one.At)
	})
}

// Owns reports whether a claude whose environment names a launch belongs to it. A claude in the background has the
// environment of the first claude that ever started one, and a claude that the agent started has the agent's.
func (d Dir) Owns(launch string, claude process.Process) bool {
	g, err := d.Glance(launch)
	switch {
	case err != nil:
		return true // the hook tells the user
	case g.Owner.Alive():
		return g.Owner == claude
	case g.Starter == (process.Process{}): // an older ccc, or none, has started it
		return true
	}
	return g.Starter.Alive() && (g.Starter == claude || slices.Contains(process.Ancestors(claude.Pid), g.Starter))
}
