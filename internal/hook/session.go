package hook

import (
	"context"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/streamjson"
)

// read reads the transcript, for the person's messages and the newest turn. Without one the input has to do.
func (c *call) read() {
	if c.in.Transcript != "" {
		var err error
		killed := c.state.Reviewer
		if killed.Process.Alive() {
			killed.Stop = ""
		}
		known := func(t session.Turn) bool { // whatever the input was: claude names the prompt in it
			key := "-" + turnKey(t)
			return t.Start != "" && (strings.HasSuffix(c.state.Judged, key) || strings.HasSuffix(killed.Stop, key))
		}
		c.session, err = session.ReadAtStop(context.Background(), c.in.Transcript, c.in.Said, known)
		c.warn("the transcript is not read", err)
	}
	c.key = c.keyOf(c.session.Turn)
}

// keyOf is the same in each hook for the stop that ended the turn; "" if that is not known.
func (c *call) keyOf(t session.Turn) string {
	if t.Start == "" {
		return ""
	}
	return file.Digest(c.in.raw)[:24] + "-" + turnKey(t)
}

// turnKey tells a turn from others of the session.
func turnKey(t session.Turn) string { return file.Digest(t.Start + "\x00" + t.Last)[:24] }

// turn is how the agent stopped.
func (c *call) turn() task.Turn {
	t := task.Turn{Asked: true, Tools: 1, Said: c.in.Said, Queued: len(c.session.Queued) > 0}
	if newest := c.session.Turn; newest.Ended { // else the file does not show this stop
		t.Tools, t.Failed = newest.Tools, newest.Failed
		t.Switched = newest.Tools == 0 && c.bareSwitch(newest.Start)
		if t.Said == "" {
			t.Said = newest.Text
		}
	}
	t.Said = c.setup.Review.Mask.Text(t.Said) // it is kept in the state
	for _, b := range c.in.Background {
		if b.Agent {
			t.Agents++
		} else {
			t.Shells++
		}
	}
	return t
}

// stopped takes the stop into the session's state. The action is task.Nothing if another hook has done so.
func (c *call) stopped(launch state.State) (d task.Decision, err error) {
	now := time.Now().UTC()
	c.state, err = c.State.Change(c.in.SessionID, func(s *state.State) {
		d, c.missed = task.Decision{}, 0
		// A file that does not show this stop yet cannot tell it from the one before.
		judged := s.Judged == c.key && c.session.Turn.Ended
		if c.key != "" && (judged || s.Reviewer.Stop == c.key && s.Reviewer.Process.Alive()) {
			return
		}
		if s.Reviewer != (state.Reviewer{}) && !s.Reviewer.Process.Alive() { // killed in the middle of a review
			s.State = task.Stop(s.State)
		}
		s.Reviewer = state.Reviewer{}
		c.missed = missed(earlier(c.session, c.called), launch.EnabledAt, launch, *s)
		s.Launch, s.Heard = c.Launch, now
		if c.unprepared != nil && c.setup.Policy.MaxRounds == 0 { // ccc.json cannot be read: no bound is known
			s.Judged, s.Unreviewed = c.key, c.without(lang.M("%v", c.unprepared), streamjson.NeedsPerson)
			d = task.Decision{Action: task.Yield, Asks: true}
			return
		}
		c.task(s, launch, now)
		if s.Tools != c.session.Tools { // also in turns that came to no stop
			s.Tools, s.Checked = c.session.Tools, nil
		}
		c.rec.task, c.rec.turn = s.State, c.turn()
		s.State, d = c.setup.Policy.Step(s.State, task.Event{Kind: task.Stopped, At: now, Turn: c.rec.turn})
		if d.Action == task.Review {
			s.Unreviewed = state.Unreviewed{}
			s.Reviewer = state.Reviewer{Process: c.Self, Stop: c.key, Since: now, Of: c.setup.Policy.MaxRounds}
		} else {
			s.Judged = c.key
		}
		if c.rec.turn.Failed && d.Asks && !s.Ended.Exhausted() {
			s.Unreviewed = c.without(lang.M("the agent's turn ended with an error"), streamjson.NoFailure)
		}
	})
	_, launchErr := c.State.Change(c.Launch, func(s *state.State) {
		s.Newest, s.Heard = c.in.SessionID, now
		s.Missed += c.missed
	})
	c.warn("the launch's session is not kept", launchErr)
	return d, err
}

// without is a stop without a verdict.
func (c *call) without(why lang.Message, failure streamjson.Failure) state.Unreviewed {
	return state.Unreviewed{At: time.Now().UTC(), Why: c.text(why), Failure: session.FailureName(failure)}
}

// task begins a new task if the reviews were switched on anew, or the person has sent a message since the last one
// ended.
func (c *call) task(s *state.State, launch state.State, now time.Time) {
	at := launch.EnabledAt
	switch {
	case s.CountedFrom.Equal(at):
	case !s.CountedFrom.IsZero() && c.key != "" && launch.Owner.Alive() && !c.typed("supervisor", s.CountedFrom):
		s.CountedFrom = at // the agent's own doing, which begins no count
	default:
		s.State, _ = c.setup.Policy.Step(s.State,
			task.Event{Kind: task.SwitchedOn, At: at, Files: task.Files{Work: launch.Base, Tree: launch.BaseTree}})
		s.CountedFrom = at
		s.From = c.switchedOn()
		s.Seen = c.newest()
	}
	sent := s.Seen != "" && c.newest() != s.Seen
	if c.newest() == "" { // without a transcript the first stop of a turn tells that there was a message
		sent = !c.in.Active && s.Verdict != nil
	}
	if sent {
		if s.Ended == task.EndedCompleted || s.Ended == task.EndedAccepted {
			s.From = c.after(s.Seen)
		}
		s.State, _ = c.setup.Policy.Step(s.State, task.Event{Kind: task.Sent, At: now})
	}
	s.Seen = c.newest()
}

// adopt takes the rubric of the newest switch-on for the launch's tasks, if it was the person who switched on. What the
// agent's tools switch on changes no rubric.
func (c *call) adopt(launch state.State) {
	if launch.Next == nil {
		return
	}
	_, err := c.State.Change(c.Launch, func(s *state.State) {
		unknown := c.in.Transcript == "" || !s.Owner.Alive() // who switched on
		if s.Next != nil && (s.Rubric == nil || unknown || c.typed("supervisor", s.Rubric.At)) {
			s.Rubric = s.Next
			s.Rubric.At = time.Now().UTC()
		}
		s.Next = nil
	})
	c.warn("the rubric is not kept", err)
}

// newest is the id of the person's newest message; "" if there is none, or no transcript.
func (c *call) newest() string {
	if n := len(c.session.Messages); n > 0 {
		return c.session.Messages[n-1].ID
	}
	return ""
}

// after is the id of the message behind the one with that id; "" if there is none.
func (c *call) after(id string) string {
	list := c.session.Messages
	i := slices.IndexFunc(list, func(m session.Message) bool { return m.ID == id })
	if i < 0 || i+1 == len(list) {
		return ""
	}
	return list[i+1].ID
}

// messages are the person's, of this task.
func (c *call) messages() (texts []string) {
	from := slices.IndexFunc(c.session.Messages, func(m session.Message) bool { return m.ID == c.state.From })
	for _, m := range c.session.Messages[max(from, 0):] {
		if m.Time.After(c.since) {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// wrote are the files that the agent's tools wrote in this task, each once.
func (c *call) wrote() (paths []string) {
	from := slices.IndexFunc(c.session.Messages, func(m session.Message) bool { return m.ID == c.state.From })
	for _, w := range c.session.Wrote {
		if w.After > max(from, 0) {
			paths = append(paths, w.Path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// personSwitchedOff reports whether the transcript shows that the person ended the reviews since they were switched on.
func (c *call) personSwitchedOff(launch state.State) bool {
	return c.typed("supervisoroff", launch.EnabledAt)
}

// typed reports whether the person has typed a command since then. Claude's times are in milliseconds.
func (c *call) typed(name string, since time.Time) bool {
	return slices.ContainsFunc(c.session.Commands, func(cmd session.Command) bool {
		return cmd.Name == name && !cmd.Time.Before(since.Truncate(time.Millisecond))
	})
}

// bareSwitch reports whether the entry is the person's /supervisor without a task behind it.
func (c *call) bareSwitch(entry string) bool {
	return slices.ContainsFunc(c.session.Commands, func(cmd session.Command) bool {
		return cmd.ID == entry && cmd.Name == "supervisor" && cmd.Args == ""
	})
}

// switchedOn is the message that began the task: the words behind the newest /supervisor; "" if there are none.
func (c *call) switchedOn() string {
	for _, cmd := range slices.Backward(c.session.Commands) {
		if cmd.Name == "supervisor" {
			if cmd.Args == "" {
				return ""
			}
			return cmd.ID
		}
	}
	return ""
}
