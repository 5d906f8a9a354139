package hook

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// recorder records a stop; its Writer is nil if nothing is recorded. It writes items from claude's transcript at the
// stop, and those of the review as they come.
type recorder struct {
	session.Recorder
	position state.Recording
	task     task.State // before the stop
	turn     task.Turn
	rounds   int     // verdicts in this call
	cost     float64 // of its reviews, in USD
	tokens   int64   // that they have read and written

	mu  sync.Mutex
	err error // why recording stopped
}

// entry is one entry of the conversation: a message of the user, a switch of the reviews, or a line of the agent's
// transcript.
type entry struct {
	at         time.Time
	text       string
	switched   string // session.ReviewsOff or ReviewsOn, instead of a text
	olderCount int    // of a switch: how many of the session's messages are older
	raw        []byte
}

// maxBefore is how many bytes of the transcript from before the first stop a recording may contain.
const maxBefore = 4 << 20

// startRecording records the stop, for which the policy decided d. It appends to the recording of the calling claude,
// or creates one.
func (c *call) startRecording(last state.Recording, d task.Decision) {
	if c.setup.Recordings.Off {
		return
	}
	r := &c.rec
	claude, _ := c.Claude()
	if last.Claude == claude && last.File != "" {
		path := filepath.Join(c.State.Recordings(), last.File)
		r.Writer, _ = session.AppendRecording(path, c.setup.Review.Mask, r.setError) // nil if it was removed or is full
	}
	if r.Writer == nil && r.turn.Off {
		return
	}
	if r.Writer == nil {
		last = state.Recording{Claude: claude, Phase: session.PhaseUser, At: c.recordingStart(claude)}
	}
	list := c.conversation(&last)
	if until, ok := r.UpTo(); ok && until.After(last.At) { // written by a hook that ended before it stored its position
		list = slices.DeleteFunc(list, func(s entry) bool { return s.at.Before(until) })
	}
	if r.Writer == nil {
		last.At = time.Now()
		for _, s := range list {
			if !s.at.IsZero() && s.at.Before(last.At) {
				last.At = s.at
			}
		}
		if c.createRecording(last.At, claude); r.Writer == nil {
			return
		}
		last.File = filepath.Base(r.Path())
	}
	r.position = last
	asked := r.writeEntries(list)
	r.position.Off, r.position.Asked = r.turn.Off, r.turn.Off && asked
	if asked && !r.turn.Off && c.state.FirstMessage != "" { // otherwise the whole session is reviewed
		c.announceAndRepeat(lang.M("what you asked for while reviews were off is not reviewed"))
	}
	r.Item(session.Item{
		Type: session.TypeStop, Stop: session.StopOf(c.setup.Policy, r.task, r.turn),
		End: session.End{SessionID: c.input.SessionID},
	})
	if d.Action == task.Review {
		r.setPhase(time.Now(), session.PhaseReview, c.state.Count)
	}
	r.position.At = time.Now().UTC()
	_, err := c.State.Change(c.Launch, func(s *state.State) { s.Recording = r.position })
	c.warn("the recording is not kept", err)
}

// recordOff records a stop with reviews off, if the claude's earlier stops are recorded. Otherwise the recording would
// end with a review of older work.
func (c *call) recordOff(launch state.State) {
	claude, known := c.Claude()
	if !known || launch.Recording.File == "" || launch.Recording.Claude != claude || c.Claims == nil {
		return
	}
	f, _, err := c.Claims()
	if err != nil { // the secrets in ccc.json are unknown
		c.warn("the stop is not recorded", err)
		return
	}
	c.ownSince = launch.HandedOver
	c.readTranscript()
	recorded := false
	launch, err = c.State.Change(c.Launch, func(s *state.State) {
		recorded = !c.Own && c.key != "" && s.Recording.OffStop == c.key // another hook was called for the same stop
		s.Recording.OffStop = c.key
	})
	if c.warn("the stop is not recorded", err); err != nil || recorded {
		return
	}
	c.setup.Policy, c.setup.Lang, c.setup.Review.Mask = review.PolicyOf(f), c.Lang, c.Mask
	c.rec.task, c.rec.turn = c.state.State, c.lastTurn(launch)
	c.rec.turn.Off = true
	_, d := c.setup.Policy.Step(c.rec.task, task.Event{Kind: task.Stopped, At: time.Now().UTC(), Turn: c.rec.turn})
	c.startRecording(launch.Recording, d)
	c.rec.Claims(c.claimed)
	c.finishRecording(d, wording.Decision(d))
}

// recordingStart returns the start of what the recording contains: when its claude began, or just before the newest
// message if that is older.
func (c *call) recordingStart(claude process.Process) time.Time {
	at := claude.StartTime()
	if n := len(c.session.Messages); n > 0 && c.session.Messages[n-1].Time.Before(at) {
		at = c.session.Messages[n-1].Time.Add(-1)
	}
	return at
}

// createRecording creates a recording, after removing old ones.
func (c *call) createRecording(at time.Time, claude process.Process) {
	dir := c.State.Recordings()
	removed, err := c.setup.Recordings.Prune(dir)
	if removed > 0 {
		c.announceAndRepeat(session.RemovedMessage(removed))
	}
	err = errors.Join(err, c.State.Prune(c.setup.Recordings.Oldest(), c.setup.Recordings.Keep))
	c.warn("old recordings are not removed", err)
	h := c.setup.Header
	h.Door, h.At, h.Launch, h.Attended = session.DoorHook, at, c.Launch, true
	h.SessionID, h.Claude, h.Process = c.input.SessionID, c.session.Version, claude
	h.Limits = session.LimitsOf(c.setup.Policy, 0)
	if c.rec.Writer, err = session.CreateRecording(dir, h, c.setup.Review.Mask, c.rec.setError); err != nil {
		c.rec.setError(err)
	}
}

// setError stores the first error, after which nothing is written. Any goroutine may call it.
func (r *recorder) setError(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
}

// conversation returns the entries of the session's transcript that the recording does not have yet, in order.
func (c *call) conversation(kept *state.Recording) (list []entry) {
	messages, commands := c.session.Messages, c.session.Commands
	from, after := 0, kept.At
	isOld := func(transcript.Message) bool { return false }
	if kept.Session == c.input.SessionID {
		from, after = min(kept.Messages, len(messages)), time.Time{}
		commands = commands[min(kept.Commands, len(commands)):]
	} else { // of another one, or of none: from the task's beginning, or from that of the claude that has resumed it
		task := slices.IndexFunc(messages, func(m transcript.Message) bool { return m.ID == c.state.FirstMessage })
		from = max(task, 0)
		isOld = func(m transcript.Message) bool { return !m.Time.After(c.ownSince) || !m.Time.After(kept.At) }
		if i := slices.IndexFunc(messages[from:], func(m transcript.Message) bool { return !isOld(m) }); i >= 0 {
			after = messages[from+i].Time
		}
		kept.Read = 0
		if info, err := os.Stat(c.input.Transcript); err == nil {
			kept.Read = max(info.Size()-maxBefore, 0)
		}
	}
	kept.Session, kept.Messages, kept.Commands = c.input.SessionID, len(c.session.Messages), len(c.session.Commands)
	switches := c.switches(kept, commands, after)
	var said []entry // by the user, in order; two of them may have the same time
	for i, m := range messages[from:] {
		for len(switches) > 0 && switches[0].olderCount <= from+i {
			said, switches = append(said, switches[0]), switches[1:]
		}
		if !isOld(m) {
			said = append(said, entry{at: m.Time, text: m.Text})
		}
	}
	said = append(said, switches...)
	next := func(until time.Time) {
		for len(said) > 0 && (until.IsZero() || !said[0].at.After(until)) {
			list, said = append(list, said[0]), said[1:]
		}
	}
	if c.input.Transcript != "" {
		var err error
		kept.Read, err = transcript.AgentLines(c.input.Transcript, kept.Read, func(at time.Time, e streamjson.Event) {
			if !at.Before(after) {
				next(at)
				list = append(list, entry{at: at, raw: slices.Clone(e.Raw)})
			}
		})
		c.warn("the transcript is not recorded", err)
	}
	next(time.Time{})
	return list
}

// switches returns when reviews were switched since the last recorded stop, and notes that in kept. commands are those of
// the session's file since then, after is the time from which they count.
func (c *call) switches(kept *state.Recording, commands []transcript.Command, after time.Time) []entry {
	switches := switchEntries(commands, after, kept.Off)
	launch, err := c.State.Load(c.Launch)
	since := cmp.Or(kept.Switched, kept.At)
	if err == nil && launch.HasPromptHook { // no command is in the session's file
		switches = switchesSince(launch.Switches, since, c.session.Messages, kept.Off)
	}
	if kept.Switched = since; err == nil {
		for _, s := range launch.Switches {
			if s.At.After(kept.Switched) {
				kept.Switched = s.At
			}
		}
	}
	if n := len(switches); c.rec.turn.Off != (kept.Off != (n%2 == 1)) { // nothing shows the last switch
		switched := session.ReviewsOn
		if c.rec.turn.Off {
			switched = session.ReviewsOff
		}
		switches = append(switches, entry{at: time.Now(), switched: switched, olderCount: math.MaxInt})
	}
	return switches
}

// switchEntries returns when the user switched reviews off since a time, and on again. off says that they were off.
func switchEntries(commands []transcript.Command, since time.Time, off bool) (list []entry) {
	for _, c := range commands {
		switch {
		case c.Time.Before(since):
		case c.Name == "supervisoroff" && !off:
			list, off = append(list, entry{at: c.Time, switched: session.ReviewsOff, olderCount: c.After}), true
		case c.Name == "supervisor" && off:
			list, off = append(list, entry{at: c.Time, switched: session.ReviewsOn, olderCount: c.After}), false
		}
	}
	return list
}

// switchesSince returns the user's switches since a time as entries. messages are all of the session. off says that
// reviews were off before.
func switchesSince(all []state.Switch, since time.Time, messages []transcript.Message, off bool) (list []entry) {
	for _, s := range all {
		switched := session.ReviewsOff
		if s.On {
			switched = session.ReviewsOn
		}
		if s.At.After(since) && s.On == off {
			off = !s.On
			older := len(messages)
			for older > 0 && !messages[older-1].Time.Before(s.At.Truncate(time.Millisecond)) { // claude's times
				older--
			}
			list = append(list, entry{at: s.At, switched: switched, olderCount: older})
		}
	}
	return list
}

// RecordLastSwitches records how the user has switched reviews since the last stop of a launch whose claude has ended.
func RecordLastSwitches(states state.Dir, launch string) (err error) {
	s, err := states.Load(launch)
	if err != nil || s.Recording.File == "" {
		return err
	}
	k := s.Recording
	list := switchesSince(s.Switches, cmp.Or(k.Switched, k.At), nil, k.Off)
	if len(list) == 0 {
		return nil
	}
	w, err := session.AppendRecording(filepath.Join(states.Recordings(), k.File), nil, func(failed error) { err = failed })
	if errors.Is(err, fs.ErrNotExist) { // it was removed
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range list {
		w.ItemAt(e.at, session.Item{Type: session.TypePerson, Did: e.switched})
	}
	w.LeaveAsBefore()
	return err
}

// writeEntries records the entries since the last stop. asked reports whether the user sent a message while reviews
// were off. Times never go back: claude writes some entries late, and these get the time of the entry before.
func (r *recorder) writeEntries(list []entry) (asked bool) {
	now, off := time.Now(), r.position.Off
	asked = r.position.Asked
	for _, s := range list {
		if s.at.After(r.position.At) && s.at.Before(now) {
			r.position.At = s.at
		}
		if s.switched != "" {
			r.ItemAt(r.position.At, session.Item{Type: session.TypePerson, Did: s.switched})
			off = s.switched == session.ReviewsOff
			continue
		}
		r.setPhase(r.position.At, session.PhaseAgent, r.task.Count)
		if s.raw != nil {
			r.LineAt(r.position.At, "agent", "", s.raw)
		} else {
			r.ItemAt(r.position.At, session.Item{Type: session.TypePerson, Text: s.text})
			asked = asked || off
		}
	}
	return asked
}

// setPhase records that a phase begins, if it is a new one.
func (r *recorder) setPhase(at time.Time, to string, round int) {
	if from := r.position.Phase; from != to {
		r.position.Phase = to
		r.PhaseBegins(at, from, to, round)
	}
}

// writeReview records the result of the review of that round, for a task that began with the tree base.
func (r *recorder) writeReview(e task.Event, round int, base string) {
	item := session.VerdictItem(e.Verdict, round)
	item.Queued, item.Off, item.Last = e.Queued, e.Off, e.Tries == lastTry
	r.Verdict(item, e.Tree, base)
	r.cost += e.CostUSD
	r.tokens += e.Tokens
	if e.Verdict.Failure == streamjson.NoFailure {
		r.rounds++
	}
}

// finishRecording records the decision and what the user is told, and leaves the recording.
func (c *call) finishRecording(d task.Decision, say lang.Message) {
	r := &c.rec
	phase, outcome := session.PhaseAfter(c.state.State, d)
	r.setPhase(time.Now(), phase, c.state.Count)
	if d.Action == task.GoOn {
		r.Item(session.Item{Type: session.TypeSent, From: "supervisor", Text: d.Feedback})
	}
	r.Notice(c.warning, nil)
	r.Notice(say, d.Reached)
	if r.Writer != nil {
		now, err := c.State.Change(c.Launch, func(s *state.State) {
			if k := &s.Recording; k.File == r.position.File {
				k.Phase, k.At = r.position.Phase, time.Now().UTC()
				k.Rounds, k.CostUSD = k.Rounds+r.rounds, streamjson.RoundUSD(k.CostUSD+r.cost)
				k.Tokens += r.tokens
			}
		})
		c.warn("the recording is not kept", err)
		r.Leave(session.End{
			Outcome: outcome, Rounds: now.Recording.Rounds, SessionID: c.input.SessionID, CostUSD: now.Recording.CostUSD,
			Tokens: now.Recording.Tokens, Unreviewed: r.turn.Off,
		})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		c.Log.Error("not recorded", "session_id", c.input.SessionID, "err", r.err)
		c.notes = append(c.notes, lang.M("recording has stopped: %v", r.err))
	}
}
