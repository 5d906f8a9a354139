package hook

import (
	"errors"
	"log/slog"

	"ccc/internal/lang"
	"ccc/internal/state"
	"ccc/internal/task"
)

// Mode switches the reviews of a launch, as /supervisor and /supervisoroff do.
type Mode struct {
	State  state.Dir
	Launch string
	Log    *slog.Logger
	// HooksOff says why no hook would run in this launch; empty if they do.
	HooksOff func() lang.Message
	Files    func() task.Files // as they are now
}

// HooksOffError says that nothing would be reviewed.
type HooksOffError struct{ Why lang.Message }

func (e *HooksOffError) Error() string { return e.Message().String() }

// Message says so in every language.
func (e *HooksOffError) Message() lang.Message {
	return lang.M("nothing will be reviewed, reviews stay off: %s", e.Why)
}

// On switches the reviews on, for a new task. If no hook would run it gives a *HooksOffError, and they are off.
func (m Mode) On() error {
	if why := m.HooksOff(); !why.Empty() {
		_, err := m.State.Change(m.Launch, (*state.State).SwitchOff)
		m.Log.Info("supervisor-mode", "launch", m.Launch, "enabled", false, "why", why)
		return errors.Join(&HooksOffError{why}, notCorrupt(err))
	}
	_, err := m.State.Enable(m.Launch, true, m.Files())
	m.Log.Info("supervisor-mode", "launch", m.Launch, "enabled", true, "err", err)
	return err
}

// Off switches them off. While the launch's claude runs, the person's slash command or the agent's own tool may call,
// and what the agent has left behind (setsid) no longer descends from claude: the next stop tells by the transcript.
func (m Mode) Off() error {
	_, err := m.State.Change(m.Launch, (*state.State).SwitchOff)
	m.Log.Info("supervisor-mode", "launch", m.Launch, "enabled", false, "err", err)
	return err
}

// Status is on, off, or exhausted: on, but a bound has ended the task, so that nothing is reviewed until the next
// message. last is the last stop if it should have been reviewed and got no verdict.
func (m Mode) Status() (word string, last state.Unreviewed, err error) {
	launch, err := m.State.Load(m.Launch)
	if err != nil || !launch.Enabled {
		return "off", last, notCorrupt(err)
	}
	session := launch
	if launch.Newest != "" && launch.Newest != m.Launch {
		if session, err = m.State.Load(launch.Newest); err != nil {
			return "on", last, notCorrupt(err)
		}
	}
	if session.Unreviewed.Holds(launch.EnabledAt) {
		last = session.Unreviewed
	}
	if session.Ended.Exhausted() && session.CountedFrom.Equal(launch.EnabledAt) {
		return "exhausted", last, nil
	}
	return "on", last, nil
}

// notCorrupt is the error, but for one that says that a state began anew.
func notCorrupt(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		return nil
	}
	return err
}
