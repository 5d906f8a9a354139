package hook

import (
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"time"

	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
)

// RecordingMask returns what hides the secrets of a launch in its recording; nil if ccc.json, which may have some,
// cannot be read.
func RecordingMask(env process.Env, dirs state.Directories) *secret.Mask {
	f, err := provider.Load(dirs.Config)
	if err != nil {
		return nil
	}
	mask := secret.New(review.Secrets(env, dirs, f)...)
	MaskSettings(mask, env.Get(state.ReviewerEnv))
	return mask
}

// recordInterrupted records what was said since the last recorded stop, if the user has interrupted it: no stop follows
// that.
func recordInterrupted(states state.Dir, launch string, mask *secret.Mask) (err error) {
	l, err := states.Load(launch)
	if err != nil || l.Recording.File == "" || l.Newest == "" {
		return err
	}
	s, err := states.Load(l.Newest)
	if err != nil {
		return err
	}
	at := transcript.InterruptedAt(s.Transcript)
	if s.Prompted.IsZero() || at.Before(s.Prompted) || !at.After(l.Recording.At) {
		return nil
	}
	c := &call{
		Hook:  Hook{State: states, Launch: launch, Log: slog.New(slog.DiscardHandler)},
		input: Input{SessionID: s.SessionID, Transcript: s.Transcript}, state: s, ownSince: l.HandedOver,
	}
	if c.session, err = transcript.Read(s.Transcript); err != nil {
		return err
	}
	r, k := &c.rec, l.Recording
	path := filepath.Join(states.Recordings(), k.File)
	r.Writer, err = session.AppendRecording(path, mask, func(failed error) { err = failed })
	if errors.Is(err, fs.ErrNotExist) { // it was removed
		return nil
	}
	if err != nil {
		return err
	}
	r.task, r.turn.Off = s.State, !l.On()
	list := c.conversation(&k)
	r.position = k
	r.writeEntries(list)
	r.setPhase(at, session.PhaseAgent, s.Count)
	r.ItemAt(at, session.Item{Type: session.TypePerson, Did: session.Interrupted})
	r.setPhase(at, session.PhaseUser, s.Count)
	if r.position.At = time.Now().UTC(); at.After(r.position.At) {
		r.position.At = at
	}
	r.Leave(session.End{Outcome: session.EndInterrupted, Rounds: k.Rounds, SessionID: s.SessionID, CostUSD: k.CostUSD,
		Tokens: k.Tokens, AtLeast: k.AtLeast})
	_, bad := states.Change(launch, func(now *state.State) {
		if now.Recording.File == k.File {
			now.Recording = r.position
		}
	})
	return errors.Join(err, bad)
}
