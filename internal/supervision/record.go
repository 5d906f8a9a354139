package supervision

import (
	"errors"
	"sync/atomic"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/supervision/runid"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// recorder writes the recording of the launch, if there is one.
type recorder struct {
	session.Recorder
	trees atomic.Pointer[trees] // of the newest review; nil before the first
	tasks tasks
}

// trees are git trees at a review: of the work, and of the work when the task began; "" if unknown.
type trees struct{ work, base string }

// newRecorder creates the recording. If that fails, it tells the user, and the launch goes on without one.
func newRecorder(c Config, began time.Time, note func(lang.Message)) *recorder {
	r := &recorder{}
	header := session.Header{
		At: began, CCC: c.Version, Launch: c.ID, Dir: c.Dir, Provider: c.Provider, Args: c.Args.MaskedWords(),
		Attended: c.Attended, Continues: c.Before.Session, Findings: c.Findings,
		Title: c.Title, Task: c.Task, Limits: session.LimitsOf(c.Policy, c.MaxWait),
	}
	header.Version = session.FormatVersion
	r.tasks.add(session.Item{Type: session.TypeLaunch, Launch: &header})
	if c.Recordings.Off {
		return r
	}
	failed := func(err error) {
		c.Log.Error("not recorded", "err", err)
		note(lang.M("recording has stopped: %v", err))
	}
	w, err := session.CreateRecording(c.State.Recordings(), header, c.Review.Mask, failed)
	if err != nil {
		failed(err)
	}
	r.Writer = w
	return r
}

// prune removes old recordings and state, and tells the user.
func (c Config) prune() {
	oldest := c.Recordings.Oldest()
	err := errors.Join(runid.Prune(c.State.Runs(), c.Recordings.Keep, oldest), c.State.Prune(oldest, c.Recordings.Keep))
	if err != nil {
		c.warn(lang.M("%v", err))
	}
	if c.Recordings.Off || c.Title != "" { // ccc run does it at its start, so that its own recordings stay
		return
	}
	removed, err := c.Recordings.Prune(c.State.Recordings())
	if removed > 0 {
		c.warn(session.RemovedMessage(removed))
	}
	if err != nil {
		c.warn(lang.M("%v", err))
	}
}

// record writes an event of the loop.
func (r *recorder) record(rec loop.Record) {
	item := session.ItemOf(rec)
	r.tasks.add(item)
	if t := r.trees.Load(); t != nil && rec.Kind == loop.RecordReviewed {
		r.Verdict(item, t.work, t.base)
		return
	}
	r.Item(item)
}

// Line writes a line of a process.
func (r *recorder) Line(phase, reviewer string, e streamjson.Event) {
	r.tasks.add(session.Item{Type: session.TypeLine, Phase: phase, Event: e})
	r.Recorder.Line(phase, reviewer, e.Raw)
}

// Notice writes a message to the user.
func (r *recorder) Notice(m lang.Message, b *task.ReachedLimit) {
	if !m.Empty() {
		r.tasks.add(session.NoticeItem(m, b))
	}
	r.Recorder.Notice(m, b)
}

// Continued writes which session goes on.
func (r *recorder) Continued(c session.Continued) {
	r.tasks.add(session.Item{Type: session.TypeNotice, Continued: &c})
	r.Recorder.Continued(c)
}

// endOf returns the outcome of the launch, for the recording.
func (r *recorder) endOf(e ending) session.End {
	end := session.End{
		Outcome: string(e.result.Outcome), Accepted: e.result.Accepted, Rounds: len(e.result.Verdicts),
		CostUSD: e.result.CostUSD(), AtLeast: e.result.Unpriced > 0, Tokens: e.result.Tokens,
		DurationMS: e.duration.Milliseconds(),
	}
	end.SessionID, end.Earlier = e.result.WorkedIn()
	end.Unreviewed = e.result.Outcome == "" && e.err == nil && len(e.result.Sessions) > 0
	if list := e.result.Verdicts; len(list) > 0 && e.result.Outcome == loop.Completed && !e.result.Accepted {
		end.ByDismissal = list[len(list)-1].IsByDismissal()
	}
	if e.err != nil {
		end.Error = e.err.Error()
	}
	r.tasks.add(session.Item{Type: session.TypeEnd, End: end})
	_, end.NotCompleted = r.tasks.outcomes()
	return end
}
