package hook

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// recorder writes down a stop, in a recording that may be none. What claude's transcript tells of the turn is written
// at the stop, the review as it comes.
type recorder struct {
	session.Recorder
	kept   state.Recording
	task   task.State // before the stop
	turn   task.Turn
	rounds int // verdicts of this call
	cost   float64

	mu  sync.Mutex
	err error // why nothing more is written
}

// said is a part of the conversation: what the person said, that she switched reviews off or on, or else a line of the
// transcript of the agent's.
type said struct {
	at   time.Time
	text string
	did  string // in place of a text, as a recording names it
	raw  []byte
}

// before is how much of the transcript a recording holds that was there before its first stop, in bytes.
const before = 4 << 20

// record begins to write down the stop, of which the policy has decided d: in the recording of the claude that called,
// or in a new one.
func (c *call) record(last state.Recording, d task.Decision) {
	if c.setup.Recordings.Off {
		return
	}
	r := &c.rec
	claude, _ := c.Claude()
	if last.Claude == claude && last.File != "" {
		path := filepath.Join(c.State.Recordings(), last.File)
		r.Writer, _ = session.AppendRecording(path, c.setup.Review.Mask, r.failed) // else it is gone, or full
	}
	if r.Writer == nil {
		last = state.Recording{Claude: claude, Phase: session.PhaseUser, At: c.from(claude)}
	}
	list := c.conversation(&last)
	if until, ok := r.UpTo(); ok && until.After(last.At) { // by a hook that did not come to keep how far it was
		list = slices.DeleteFunc(list, func(s said) bool { return s.at.Before(until) })
	}
	if r.Writer == nil {
		last.At = time.Now()
		for _, s := range list {
			if !s.at.IsZero() && s.at.Before(last.At) {
				last.At = s.at
			}
		}
		if c.begin(last.At, claude); r.Writer == nil {
			return
		}
		last.File = filepath.Base(r.Path())
	}
	r.kept = last
	if r.tell(list) && c.state.From != "" { // else the whole session is reviewed
		c.note(lang.M("what you asked for while reviews were off is not reviewed"))
	}
	r.Item(session.Item{
		Type: session.TypeStop, Stop: session.StopOf(c.setup.Policy, r.task, r.turn),
		End: session.End{SessionID: c.in.SessionID},
	})
	if d.Action == task.Review {
		r.phase(time.Now(), session.PhaseReview, c.state.Count)
	}
	r.kept.At = time.Now().UTC()
	_, err := c.State.Change(c.Launch, func(s *state.State) { s.Recording = r.kept })
	c.warn("the recording is not kept", err)
}

// from is since when what was said is the recording's: since its claude began. The newest message is in any case.
func (c *call) from(claude process.Process) time.Time {
	at := claude.Began()
	if n := len(c.session.Messages); n > 0 && c.session.Messages[n-1].Time.Before(at) {
		at = c.session.Messages[n-1].Time.Add(-1)
	}
	return at
}

// begin begins a recording, and makes room for it.
func (c *call) begin(at time.Time, claude process.Process) {
	dir := c.State.Recordings()
	removed, err := c.setup.Recordings.Prune(dir)
	if removed > 0 {
		c.note(session.RemovedMessage(removed))
	}
	c.warn("old recordings are not removed", err)
	h := c.setup.Header
	h.Door, h.At, h.Launch, h.Attended = session.DoorHook, at, c.Launch, true
	h.SessionID, h.Claude, h.Process = c.in.SessionID, c.session.Version, claude
	h.Limits = session.LimitsOf(c.setup.Policy, 0)
	if c.rec.Writer, err = session.CreateRecording(dir, h, c.setup.Review.Mask, c.rec.failed); err != nil {
		c.rec.failed(err)
	}
}

// failed keeps why nothing more is written; any goroutine may call it.
func (r *recorder) failed(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
}

// conversation gives what of the session's file the recording does not hold yet, in order.
func (c *call) conversation(kept *state.Recording) (list []said) {
	messages, commands := c.session.Messages, c.session.Commands
	after := kept.At
	if kept.Session == c.in.SessionID {
		messages, after = messages[min(kept.Messages, len(messages)):], time.Time{}
		commands = commands[min(kept.Commands, len(commands)):]
	} else { // of another one, or of none: from the task's beginning, or from that of the claude that has resumed it
		from := slices.IndexFunc(messages, func(m session.Message) bool { return m.ID == c.state.From })
		messages = slices.DeleteFunc(slices.Clone(messages[max(from, 0):]), func(m session.Message) bool {
			return !m.Time.After(c.since) || !m.Time.After(after)
		})
		if len(messages) > 0 {
			after = messages[0].Time
		}
		kept.Read = 0
		if info, err := os.Stat(c.in.Transcript); err == nil {
			kept.Read = max(info.Size()-before, 0)
		}
	}
	kept.Session, kept.Messages, kept.Commands = c.in.SessionID, len(c.session.Messages), len(c.session.Commands)
	switches := switched(commands, after)
	next := func(until time.Time) {
		for len(switches) > 0 && (until.IsZero() || !switches[0].at.After(until)) {
			list = append(list, switches[0])
			switches = switches[1:]
		}
		for len(messages) > 0 && (until.IsZero() || !messages[0].Time.After(until)) {
			list = append(list, said{at: messages[0].Time, text: messages[0].Text})
			messages = messages[1:]
		}
	}
	if c.in.Transcript != "" {
		var err error
		kept.Read, err = session.AgentLines(c.in.Transcript, kept.Read, func(at time.Time, e streamjson.Event) {
			if !at.Before(after) {
				next(at)
				list = append(list, said{at: at, raw: slices.Clone(e.Raw)})
			}
		})
		c.warn("the transcript is not recorded", err)
	}
	next(time.Time{})
	return list
}

// switched is where the person has switched reviews off since a time, and on again.
func switched(commands []session.Command, since time.Time) (list []said) {
	off := false
	for _, c := range commands {
		switch {
		case c.Time.Before(since):
		case c.Name == "supervisoroff" && !off:
			list, off = append(list, said{at: c.Time, did: session.ReviewsOff}), true
		case c.Name == "supervisor" && off:
			list, off = append(list, said{at: c.Time, did: session.ReviewsOn}), false
		}
	}
	if off { // not by her command: at this stop they are on
		list = append(list, said{at: time.Now(), did: session.ReviewsOn})
	}
	return list
}

// tell writes down what was said since the last stop, and reports whether the person asked for something with reviews
// off. Times do not go back: claude writes some of it late.
func (r *recorder) tell(list []said) (asked bool) {
	now, off := time.Now(), false
	for _, s := range list {
		if s.at.After(r.kept.At) && s.at.Before(now) {
			r.kept.At = s.at
		}
		if s.did != "" {
			r.ItemAt(r.kept.At, session.Item{Type: session.TypePerson, Did: s.did})
			off = s.did == session.ReviewsOff
			continue
		}
		r.phase(r.kept.At, session.PhaseAgent, r.task.Count)
		if s.raw != nil {
			r.LineAt(r.kept.At, "agent", "", s.raw)
		} else {
			r.ItemAt(r.kept.At, session.Item{Type: session.TypePerson, Text: s.text})
			asked = asked || off
		}
	}
	return asked
}

// phase writes down that another phase has begun.
func (r *recorder) phase(at time.Time, to string, round int) {
	if from := r.kept.Phase; from != to {
		r.kept.Phase = to
		r.PhaseBegins(at, from, to, round)
	}
}

// reviewed writes down what came of the review of that number, of a task that began with the tree base.
func (r *recorder) reviewed(e task.Event, round int, base string) {
	item := session.VerdictItem(e.Verdict, round)
	item.Queued, item.Off, item.Last = e.Queued, e.Off, e.Tries == lastTry
	r.Verdict(item, e.Tree, base)
	r.cost += e.CostUSD
	if e.Verdict.Failure == streamjson.NoFailure {
		r.rounds++
	}
}

// recorded writes down what follows from the stop, or from its review, and ends what this call has to write.
func (c *call) recorded(d task.Decision, say lang.Message) {
	r := &c.rec
	phase, outcome := session.PhaseAfter(c.state.State, d)
	r.phase(time.Now(), phase, c.state.Count)
	if d.Action == task.GoOn {
		r.Item(session.Item{Type: session.TypeSent, From: "supervisor", Text: d.Feedback})
	}
	r.Notice(c.before, nil)
	r.Notice(say, d.Bound)
	if r.Writer != nil {
		now, err := c.State.Change(c.Launch, func(s *state.State) {
			if k := &s.Recording; k.File == r.kept.File {
				k.Phase, k.At = r.kept.Phase, time.Now().UTC()
				k.Rounds, k.CostUSD = k.Rounds+r.rounds, streamjson.RoundUSD(k.CostUSD+r.cost)
			}
		})
		c.warn("the recording is not kept", err)
		r.Leave(session.End{
			Outcome: outcome, Rounds: now.Recording.Rounds, SessionID: c.in.SessionID, CostUSD: now.Recording.CostUSD,
		})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		c.Log.Error("not recorded", "session_id", c.in.SessionID, "err", r.err)
		c.notes = append(c.notes, lang.M("recording has stopped: %v", r.err))
	}
}
