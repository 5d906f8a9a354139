package launch

import (
	"errors"
	"sync/atomic"
	"time"

	"ccc/internal/lang"
	"ccc/internal/runid"
	"ccc/internal/session"
	"ccc/loop"
)

// recorder writes down the launch, in a recording that may be none.
type recorder struct {
	session.Recorder
	trees atomic.Pointer[trees] // of the newest review; nil before the first
}

// trees are the git trees of a review: of the work, and of the task's beginning; "" if unknown.
type trees struct{ work, base string }

// newRecorder begins to write down the launch, and removes old recordings first. What goes wrong is told, and the launch
// goes on.
func newRecorder(c Config, began time.Time, note func(lang.Message)) *recorder {
	if c.Recordings.Off {
		return &recorder{}
	}
	header := session.Header{
		At: began, CCC: c.Version, Launch: c.ID, Dir: c.Dir, Provider: c.Provider, Args: c.Args.Shown(), Attended: c.Attended,
		Title: c.Title, Limits: session.LimitsOf(c.Policy, c.MaxWait),
	}
	failed := func(err error) {
		c.Log.Error("not recorded", "err", err)
		note(lang.M("recording has stopped: %v", err))
	}
	w, err := session.CreateRecording(c.State.Recordings(), header, c.Review.Mask, failed)
	if err != nil {
		failed(err)
	}
	return &recorder{Recorder: session.Recorder{Writer: w}}
}

// prune makes room for one more recording, and says so.
func (c Config) prune() {
	oldest := c.Recordings.Oldest()
	err := errors.Join(runid.Prune(c.State.Runs(), c.Recordings.Keep, oldest), c.State.Prune(oldest))
	if err != nil {
		c.warn(lang.M("%v", err))
	}
	if c.Recordings.Off {
		return
	}
	removed, err := c.Recordings.Prune(c.State.Recordings())
	if removed > 0 && c.Title == "" { // a run of many tasks has said it
		c.warn(session.RemovedMessage(removed))
	}
	if err != nil {
		c.warn(lang.M("%v", err))
	}
}

// record writes down what moved the loop.
func (r *recorder) record(rec loop.Record) {
	item := session.ItemOf(rec)
	if t := r.trees.Load(); t != nil && rec.Kind == loop.RecordReviewed {
		r.Verdict(item, t.work, t.base)
		return
	}
	r.Item(item)
}

// end writes down what the launch came to.
func (r *recorder) end(e ending) {
	end := session.End{
		Outcome: string(e.result.Outcome), Accepted: e.result.Accepted(), Rounds: len(e.result.Verdicts),
		SessionID: e.result.Session.ID,
		CostUSD:   e.result.CostUSD(), DurationMS: e.took.Milliseconds(),
	}
	if e.err != nil {
		end.Error = e.err.Error()
	}
	r.Close(end)
}
