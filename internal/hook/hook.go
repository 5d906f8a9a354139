// Package hook is the review in Claude Code's own screen: the Stop hook's decision whether the agent may stop
// or gets the reviewer's feedback and goes on, and the SessionStart hook's word to the person. What a stop or a verdict
// leads to is the policy's to say (package task).
//
// The rules: if nothing is to be reviewed nothing is started and no configuration is read, since this runs at every
// stop of every session; a supervisor that fails lets the agent stop and says why, so that it holds nobody prisoner;
// standard output carries the decision alone.
package hook

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// Setup is what a review needs besides the session.
type Setup struct {
	Policy task.Policy
	Lang   lang.Language
	Review review.Reviewer // but for what the hook fills in: the session, the output, the facts
	// Observe shows an event of a reviewer, see review.Request.
	Observe func(reviewer string, e streamjson.Event)
	// Judge makes each try of the review; nil for review.Run.
	Judge func(context.Context, review.Request) review.Result
	// Begins is called when a review begins, and ends when it has ended. The recording is the path of that in which the
	// review is written down, "" where it is in none. The note is for the person.
	Begins func(ctx context.Context, recording string) (note lang.Message, ends func())
	// Place changes the review for one of several reviewers, see review.Request; nil for nothing.
	Place func(reviewer string, r review.Reviewer) review.Reviewer

	Rubric   rubric.Rubric  // its checks are those that may run
	Dir      string         // the project's
	CheckEnv []string       // of the checks
	Notes    []lang.Message // said with what comes of the review

	Notify notify.Command

	Recordings session.Retention
	Header     session.Header // of a recording, but for what the hook fills in
}

// Hook is one call of the Stop hook.
type Hook struct {
	State  state.Dir
	Launch string // that the session belongs to, "" if it was not started by ccc
	Plain  bool   // claude was started without ccc: nobody is there at its end to say what was not reviewed
	Lang   lang.Language
	Self   process.Process                // this hook
	Claude func() (process.Process, bool) // that called the hook; false if it cannot be found
	Say    func(string)                   // progress, for who runs the hook by hand
	Log    *slog.Logger                   // hook-invocation.log
	// Prepare is called only if there is something to review. With an error there is none, and what tells of that counts:
	// Lang, Notify, and if they are known the bounds, the recording and its mask.
	Prepare func(Input) (Setup, error)
	Wait    func() (ctx context.Context, stop func()) // for a review: done when nobody wants the decision any more
}

// call is one call of the hook, on the way to its decision.
type call struct {
	Hook
	in     Input
	setup  Setup
	called time.Time
	// unprepared is why there can be no review.
	unprepared error
	missed     int    // stops before this one of which no hook of ours was told
	key        string // of this stop: a second hook for the same stop has the same
	session    session.Transcript
	state      state.State // of the session, as it was last written
	since      time.Time   // what was said before is not the person's, but the loop's
	rec        recorder
	before     lang.Message   // said before all else
	notes      []lang.Message // said behind it
}

// Run decides. It does not fail: what goes wrong is said, and the agent may stop.
func (h Hook) Run(in Input) Decision {
	c := &call{Hook: h, in: in, called: time.Now().UTC()}
	if c.Launch == "" {
		c.Launch = in.SessionID
	}
	launch, err := h.State.Load(c.Launch)
	c.state = launch
	var sessionErr error
	if c.Launch != in.SessionID {
		c.state, sessionErr = h.State.Load(in.SessionID)
	}
	h.Log.Info("supervisor-hook invoked", "session_id", in.SessionID, "count", c.state.Count, "enabled", launch.Enabled,
		"stop_hook_active", in.Active, "launch", h.Launch)
	notice := c.corrupt(err)
	if err != nil && notice.Empty() {
		return c.fail(err)
	}
	if sessionErr != nil && c.corrupt(sessionErr).Empty() {
		return c.fail(sessionErr)
	}
	if h.Launch != "" && notice.Empty() && !h.State.Has(h.Launch) { // SessionStart has made one
		return c.gone()
	}
	if !launch.Enabled && !launch.OffInDoubt() {
		return c.ended("reviews are off", Decision{Message: c.text(notice)})
	}
	if owner, ok := c.nested(launch); ok {
		return c.ended(fmt.Sprintf("not the launch's own claude, which is process %d", owner.Pid), Decision{})
	}
	return c.enabled(launch)
}

// gone is a stop in a launch whose state somebody has removed: whether it was to be reviewed cannot be told. That is
// said once.
func (c *call) gone() Decision {
	_, err := c.State.Change(c.Launch, func(*state.State) {})
	c.warn("the launch's state is not written anew", err)
	return c.allow(lang.M("the state of this launch is gone from %s: no stop is reviewed. /supervisor switches reviews on",
		c.State))
}

// nested reports whether another claude than the launch's called the hook: one that the agent's tools started.
func (c *call) nested(launch state.State) (owner process.Process, yes bool) {
	if launch.Owner == (process.Process{}) || !launch.Owner.Alive() {
		return launch.Owner, false
	}
	caller, known := c.Claude()
	return launch.Owner, known && caller != launch.Owner
}

// enabled is a call in a launch whose stops are reviewed, or were until something inside it switched that off.
func (c *call) enabled(launch state.State) Decision {
	c.since = launch.HandedOver
	c.read()
	if launch.OffInDoubt() {
		if c.personSwitchedOff(launch) {
			_, err := c.State.Change(c.Launch, func(s *state.State) { s.EnabledAt = time.Time{} })
			c.warn("the switch is not kept", err)
			return c.ended("the person switched reviews off", Decision{})
		}
		c.before = lang.M(
			"something inside claude, not you, tried to switch reviews off: they stay on. /supervisoroff ends them")
		_, err := c.State.Change(c.Launch, func(s *state.State) { s.Enabled = true })
		c.warn("the switch is not kept", err)
	}
	c.adopt(launch)
	c.setup, c.unprepared = c.Prepare(c.in)
	c.Lang = c.setup.Lang
	if c.unprepared != nil {
		c.Log.Error("no review", "session_id", c.in.SessionID, "err", c.unprepared)
	}
	if launch.NotifyFailed {
		c.notes = append(c.notes, notify.Failed(c.State.HookLog()))
		_, err := c.State.Change(c.Launch, func(s *state.State) { s.NotifyFailed = false })
		c.warn("what failed is not kept", err)
	}
	d, err := c.stopped(launch)
	if err != nil && c.corrupt(err).Empty() {
		return c.fail(err)
	}
	if c.Plain && launch.Heard.IsZero() {
		c.notes = append(c.notes, lang.M("claude was started without ccc: if the project's settings turn hooks off, "+
			"reviews end without notice; in a claude that ccc starts they cannot"))
	}
	if c.missed > 0 {
		c.notes = append(c.notes, wording.Missed(c.missed))
	}
	if d.Action == task.Nothing {
		return c.ended("another hook judges this stop", Decision{})
	}
	c.record(launch.Recording, d)
	if d.Action == task.Review {
		if c.unprepared != nil {
			return c.unreviewed()
		}
		return c.review()
	}
	say := wording.Decision(d)
	if c.unprepared != nil && !say.Empty() {
		c.notes = append(c.notes, noReview(c.unprepared))
	} else if c.unprepared != nil {
		say = noReview(c.unprepared)
	}
	c.recorded(d, say)
	c.notify(d, say, streamjson.NoFailure)
	if d.Legacy && c.unprepared == nil { // an empty output, as it was before there was a word of it
		c.Say("[SUPERVISOR] " + c.text(say))
		return c.ended(say.String(), Decision{Message: c.text(c.before)})
	}
	return c.allow(say)
}

// allow lets the agent stop and tells the person why.
func (c *call) allow(why lang.Message) Decision {
	message := c.message(why)
	if message != "" {
		c.Say(message)
	}
	return c.ended(why.String(), Decision{Message: message})
}

// message is a word to the person, behind what is to be said before it.
func (c *call) message(m lang.Message) string {
	var parts []string
	for _, one := range slices.Concat([]lang.Message{c.before, m}, c.notes) {
		if !one.Empty() {
			parts = append(parts, "[SUPERVISOR] "+c.text(one))
		}
	}
	return strings.Join(parts, "\n")
}

// ended writes down why the call ended as it did.
func (c *call) ended(why string, d Decision) Decision {
	what := "stop allowed"
	if d.Decision != "" {
		what = "stop held"
	}
	c.Log.Info(what, "session_id", c.in.SessionID, "count", c.state.Count, "why", why)
	return d
}

func (c *call) text(m lang.Message) string { return c.Lang.Text(m) }

// warn writes down what went wrong and stops nothing.
func (c *call) warn(what string, err error) {
	if err != nil && c.corrupt(err).Empty() {
		c.Log.Warn(what, "session_id", c.in.SessionID, "err", err)
	}
}

// corrupt is the message about a state that had to begin anew; empty if err is none of those.
func (c *call) corrupt(err error) lang.Message {
	notice, corrupt := anew(err)
	if corrupt {
		c.Log.Warn("state set aside", "err", err)
	}
	return notice
}

// fail lets the agent stop because there can be no review.
func (c *call) fail(err error) Decision {
	c.Log.Error("no review", "session_id", c.in.SessionID, "err", err)
	why := noReview(err)
	c.notify(task.Decision{Action: task.Yield, Asks: true}, why, streamjson.NoFailure)
	return c.allow(why)
}

// unreviewed lets the agent stop because the review, which is counted, cannot be made.
func (c *call) unreviewed() Decision {
	var result review.Result
	result.Files = c.state.Files
	result.Failure, result.Reason = streamjson.NeedsPerson, c.unprepared
	d := c.reviewed(result, lastTry)
	say := noReview(c.unprepared)
	c.recorded(d, say)
	c.notify(d, say, result.Failure)
	return c.allow(say)
}

func noReview(err error) lang.Message { return lang.M("no review, stop allowed: %v", err) }
