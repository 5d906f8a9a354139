package hook

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/session"
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
	atLeast  bool    // the cost lacks that of a reviewer that was ended

	mu  sync.Mutex
	err error // why recording stopped
}

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
	if list := c.session.Messages; len(list) > 0 && !list[0].Time.IsZero() && list[0].Time.Before(at) {
		h.Continues = c.input.SessionID // an earlier launch has the beginning
	}
	if launch, err := c.State.Read(c.Launch); err == nil {
		h.Launched, h.Starter = launch.CreatedAt, launch.Starter
	}
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

// item is what the recording says of a switch or a dismissal.
func (e entry) item() session.Item {
	if e.dismissed != "" {
		return session.Item{Type: session.TypePerson, Did: session.Dismissed, Text: e.dismissed}
	}
	return session.Item{Type: session.TypePerson, Did: e.switched}
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
			r.ItemAt(r.position.At, s.item())
			off = s.switched == session.ReviewsOff
			continue
		}
		if s.dismissed != "" {
			r.ItemAt(r.position.At, s.item())
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
	item.Queued, item.Ends, item.Off, item.Last = e.Queued, e.EndsReviews, e.Off, e.Tries == lastTry
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
	for _, m := range slices.Concat([]lang.Message{c.warning, c.part}, c.notes) {
		if !m.Empty() && !slices.Contains(c.recorded, m.String()) {
			r.Note(m)
		}
	}
	r.Notice(say, d.Reached)
	if r.Writer != nil {
		now, err := c.State.Change(c.Launch, func(s *state.State) {
			if k := &s.Recording; k.File == r.position.File {
				k.Phase, k.At = r.position.Phase, time.Now().UTC()
				k.Rounds, k.CostUSD = k.Rounds+r.rounds, streamjson.RoundUSD(k.CostUSD+r.cost)
				k.Tokens, k.AtLeast = k.Tokens+r.tokens, k.AtLeast || r.atLeast
			}
		})
		c.warn("the recording is not kept", err)
		r.Leave(session.End{
			Outcome: outcome, Rounds: now.Recording.Rounds, SessionID: c.input.SessionID,
			ByDismissal: d.Code == task.CodeCompleted && d.Verdict.IsByDismissal(),
			CostUSD:     now.Recording.CostUSD,
			Tokens:      now.Recording.Tokens, AtLeast: now.Recording.AtLeast, Unreviewed: r.turn.Off,
		})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		c.Log.Error("not recorded", "session_id", c.input.SessionID, "err", r.err)
		c.notes = append(c.notes, lang.M("recording has stopped: %v", r.err))
	}
}
