package hook

import (
	"cmp"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
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

// RecordLast records what has happened since the last recorded stop of a launch: its review ended with its hook, or the
// user has switched reviews, dismissed a finding, or interrupted the agent. Nothing else may have happened since. mask
// is that of [RecordingMask].
func RecordLast(states state.Dir, launch string, mask *secret.Mask) (err error) {
	if mask != nil { // else nothing that was said can be recorded
		if err := recordInterrupted(states, launch, mask); err != nil {
			return err
		}
	}
	s, err := states.Load(launch)
	if err != nil || s.Recording.File == "" {
		return err
	}
	if err = recordBrokenOff(states, launch, s.Recording.Session); err != nil {
		return err
	}
	k := s.Recording
	var list []entry
	if mask != nil {
		list = dismissalsSince(states.Sessions(launch), &k)
	}
	for _, e := range switchesSince(s.Switches, cmp.Or(k.Switched, k.At), nil, k.Off) {
		list = append(list, e)
		k.Switched, k.Off = e.at, e.switched == session.ReviewsOff
	}
	slices.SortStableFunc(list, func(a, b entry) int { return a.at.Compare(b.at) })
	if len(list) == 0 {
		return nil
	}
	w, bad := reopen(filepath.Join(states.Recordings(), k.File), mask, &err)
	if w == nil {
		return bad
	}
	for _, e := range list {
		w.ItemAt(e.at, e.item())
	}
	w.LeaveAsBefore()
	_, bad = states.Change(launch, func(s *state.State) {
		if s.Recording.File == k.File {
			s.Recording.Switched, s.Recording.Off, s.Recording.Settled = k.Switched, k.Off, k.Settled
		}
	})
	return cmp.Or(err, bad)
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
	works := !s.Prompted.IsZero() || l.Recording.Phase == session.PhaseAgent // on a message, or on feedback
	if !works || at.Before(s.Prompted) || !at.After(l.Recording.At) {
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
	w, bad := reopen(filepath.Join(states.Recordings(), k.File), mask, &err)
	if w == nil {
		return bad
	}
	r.Writer = w
	r.task, r.turn.Off = s.State, !l.On()
	list := c.conversation(&k)
	r.position = k
	before, since := splitAt(list, at)
	asked := r.writeEntries(before)
	r.setPhase(at, session.PhaseAgent, s.Count)
	r.ItemAt(at, session.Item{Type: session.TypePerson, Did: session.Interrupted})
	r.setPhase(at, session.PhaseUser, s.Count)
	r.writeEntries(since)
	r.position.Off, r.position.Asked = r.turn.Off, r.turn.Off && asked
	if r.position.At = time.Now().UTC(); at.After(r.position.At) {
		r.position.At = at
	}
	r.Leave(session.End{Outcome: session.EndInterrupted, Rounds: k.Rounds, SessionID: s.SessionID, CostUSD: k.CostUSD,
		Tokens: k.Tokens, AtLeast: k.AtLeast})
	_, bad = states.Change(launch, func(now *state.State) {
		if now.Recording.File == k.File {
			now.Recording = r.position
		}
	})
	return errors.Join(err, bad)
}

// splitAt takes the switches and dismissals after a time from the entries.
func splitAt(list []entry, at time.Time) (before, since []entry) {
	for _, e := range list {
		if e.at.After(at) && (e.switched != "" || e.dismissed != "") {
			since = append(since, e)
		} else {
			before = append(before, e)
		}
	}
	return before, since
}

// recordBrokenOff records that the newest review of a session ended with its hook, unless that is recorded: 2.1.5 kills
// the hook when the user presses Esc.
func recordBrokenOff(states state.Dir, launch, id string) (err error) {
	s, err := states.Read(id)
	if err != nil || !s.HasBrokenOff() {
		return err
	}
	l, err := states.Read(launch)
	if err != nil || l.Recording.File == "" {
		return err
	}
	path := filepath.Join(states.Recordings(), l.Recording.File)
	usd, tokens := session.OpenReview(path)
	isOpen := false // and no other ccc has taken it
	l, err = states.Change(launch, func(l *state.State) {
		k := &l.Recording
		if isOpen = k.Session == id && k.Phase == session.PhaseReview; isOpen {
			k.Phase, k.AtLeast = session.PhaseUser, true
			k.CostUSD, k.Tokens = streamjson.RoundUSD(k.CostUSD+usd), k.Tokens+tokens
		}
	})
	if err != nil || !isOpen {
		return err
	}
	k := l.Recording
	_, err = states.Change(id, func(now *state.State) {
		if now.Reviewer.Process == s.Reviewer.Process { // the next stop does not find the review open
			now.CostUSD, now.Tokens = streamjson.RoundUSD(now.CostUSD+usd), now.Tokens+tokens
			now.AtLeast = true
		}
	})
	if err != nil {
		return err
	}
	w, bad := reopen(path, nil, &err)
	if w == nil {
		return bad
	}
	r, at := session.Recorder{Writer: w}, transcript.InterruptedAt(s.Transcript) // zero: as the line before
	v := task.Verdict{Failure: streamjson.Transient}
	if s.WasStopped() {
		v.Failure = streamjson.Aborted
	}
	v.Reason = lang.Errorf("%s", wording.BrokeOff(v.Failure == streamjson.Aborted))
	after, d := task.Policy{}.Step(s.State, task.Event{Kind: task.Reviewed, Verdict: v, Tries: lastTry})
	phase, outcome := session.PhaseAfter(after, d)
	item := session.VerdictItem(v, s.Count)
	item.Last = true
	r.ItemAt(at, item)
	r.PhaseBegins(at, session.PhaseReview, phase, s.Count)
	r.Notice(wording.Decision(d), nil)
	r.Leave(session.End{Outcome: outcome, Rounds: k.Rounds, SessionID: id, CostUSD: k.CostUSD, Tokens: k.Tokens,
		AtLeast: k.AtLeast})
	return err
}

// recordSwitch records a switch of an idle session at once: where claude replaces ccc, as with -p, or without a
// terminal, nobody records it when claude ends. A switch while the agent works is recorded with the next stop.
func recordSwitch(states state.Dir, launch, id string, mask *secret.Mask) error {
	s, err := states.Read(id)
	if err != nil || !s.Prompted.IsZero() {
		return err
	}
	return RecordLast(states, launch, mask)
}

// reopen opens a recording to append to it; without error, but nil, if it was removed. If a later write fails, its
// error is stored in failed.
func reopen(path string, mask *secret.Mask, failed *error) (*session.Writer, error) {
	w, err := session.AppendRecording(path, mask, func(bad error) { *failed = bad })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return w, err
}
