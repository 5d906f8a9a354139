package state

import (
	"slices"
	"time"

	"ccc/internal/process"
)

// Switcher says who has switched reviews on or off.
type Switcher string

// The switchers. While the launch's claude runs, only a switch by the user counts.
const (
	Inside  Switcher = ""       // a process below the launch's claude, or unknown
	ByUser  Switcher = "prompt" // the user's own prompt, which claude gave to the UserPromptSubmit hook
	ByShell Switcher = "shell"  // a command at a terminal, outside of the launch's claude
)

// Switch is one switch of a launch's reviews.
type Switch struct {
	At       time.Time `json:"at"`
	On       bool      `json:"on"`
	By       Switcher  `json:"by,omitempty"`
	Words    bool      `json:"words,omitempty"` // a task followed /supervisor, so the agent's task begins there
	Since    time.Time `json:"since,omitzero"`  // for a switch to off: when reviews had been switched on
	Reported bool      `json:"told,omitempty"`  // a stop has told the user
}

// maxSwitches is how many switches a launch's state keeps.
const maxSwitches = 50

// Switch switches the reviews of a launch on or off for the user, and remembers the switch.
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

// Obey remembers that a prompt for ccc is carried out.
func (s *State) Obey(verb string) {
	if s.Obeyed == nil {
		s.Obeyed = map[string]time.Time{}
	}
	s.Obeyed[verb] = time.Now().UTC()
}

// IsCountedFor reports whether the session's count is of the task that the launch's reviews were switched on for. It is
// not before the first stop after /supervisor.
func (s State) IsCountedFor(launch State) bool { return s.CountedFrom.Equal(launch.EnabledAt) }

// IsOfEarlierTask reports whether the session's count and cost are of a task before the launch's: the launch has had
// no stop in it yet, or none since /supervisor.
func (s State) IsOfEarlierTask(launch State) bool {
	return !s.IsCountedFor(launch) && (launch.On() || s.CountedFrom.Before(launch.CreatedAt))
}

// IsOff reports whether the reviews of a launch are known to be off.
func (d Dir) IsOff(launch string) bool {
	g, err := d.Read(launch)
	return err == nil && !g.On()
}

// WasOn reports whether the launch's reviews were on at a time, according to its switches.
func (s State) WasOn(at time.Time) bool {
	if s.Enabled && at.After(s.EnabledAt) {
		return true
	}
	return slices.ContainsFunc(s.Switches, func(one Switch) bool {
		return !one.On && !one.Since.IsZero() && at.After(one.Since) && !at.After(one.At)
	})
}

// IsOwner reports whether a claude whose environment names a launch belongs to that launch. It may not: a background
// claude has the environment of the first claude that ever started one, and a claude that the agent started has the
// agent's.
func (d Dir) IsOwner(launch string, claude process.Process) bool {
	g, err := d.Read(launch)
	switch {
	case err != nil:
		return true // the hook reports the error
	case g.Owner.Alive():
		return g.Owner == claude
	case g.Starter == (process.Process{}): // an older ccc, or none, has started it
		return true
	}
	return g.Starter.Alive() && (g.Starter == claude || g.Starter.IsAbove(claude.Pid))
}
