package report

import (
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
)

// in takes that the agent is in a session. With another one, as after /clear, another task begins.
func (c *collector) in(session string) {
	if session == "" || session == c.session {
		return
	}
	first := c.session == ""
	c.session = session
	switch {
	case first:
	case c.entry == nil:
		c.over = true
		c.add(&Entry{Kind: "session"})
	default: // its first message stands there already
		c.entry.Fresh = true
		c.begins(c.first)
	}
}

// switchedOn takes from a stop that its task began before it: reviews were switched on then, which begins one.
func (c *collector) switchedOn(stop *session.Stop) {
	if stop == nil || c.first == nil || stop.Task.Began.IsZero() {
		return
	}
	const apart = time.Second // the switch, and the message behind it
	if c.report.Began.Add(c.first.At+apart).After(stop.Task.Began) && stop.Task.Began.After(c.began) {
		c.begins(c.first)
	}
	c.began = stop.Task.Began
}

// begins begins a task with a message.
func (c *collector) begins(message *Step) {
	if c.over = false; message.Task > 0 {
		return
	}
	c.task = &Task{Number: 1, Text: clip(message.Message.Head, maxLabel)}
	if n := len(c.tasks.last); n > 0 {
		c.task.Number = c.tasks.last[n-1].one.Number + 1
	}
	c.tasks.add(c.task, tags+c.task.Text.weight())
	c.report.Task, message.Task = *message.Message, c.task.Number
}

// judged are the outcomes of a launch, as a task's.
var judged = map[string]string{"completed": "completed", "not_completed": "not_completed", "needs_user": "none"}

// outcome makes one of what the launch and its last task came to.
func (c *collector) outcome() {
	r, last := c.report, c.task
	if c.task.Number == 1 { // the page has its message at the top
		r.Steps = slices.DeleteFunc(r.Steps, func(s *Step) bool { return s.Task == 1 })
	}
	asked := last.Outcome == "question"
	switch {
	case r.Accepted:
		last.Outcome = "accepted"
	case r.Outcome == "completed" && (r.Unreviewed || asked): // of work that nobody has judged
		r.Outcome = "needs_user"
	case !r.Ended && !r.Unreviewed:
		last.Outcome = "open"
	case !asked && judged[r.Outcome] != "":
		last.Outcome = judged[r.Outcome]
	}
	if r.Why.Empty() && r.Outcome == "needs_user" && !asked {
		first, _, _ := strings.Cut(c.told, "\n")
		r.Why = lang.Verbatim(short(first))
	}
}
