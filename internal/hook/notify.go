package hook

import (
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// notify runs the user's notify_command if the decision needs the user or ends the task. say is the text for it.
// notify does not wait for the command.
func (c *call) notify(d task.Decision, say lang.Message, failure streamjson.Failure) {
	if c.setup.Notify.Line == "" || failure == streamjson.Aborted || d.Action == task.GoOn {
		return
	}
	_, event := session.PhaseAfter(c.state.State, d)
	text := wording.YourTurn(d.Code == task.CodeQuestion)
	switch {
	case failure == streamjson.Limit:
		event = "limit"
	case d.Action == task.Finish:
		text = wording.Completed(c.state.Count)
	case !d.Asks: // the user's next message comes first, or background work wakes the agent
		return
	}
	command := c.setup.Notify
	command.Launch = c.Launch
	_, err := command.Start(notify.Event{
		Event: event, Text: c.text(text), Detail: c.text(say), Door: "hook", Launch: c.Launch,
		SessionID: c.input.SessionID,
		Directory: c.setup.Dir, Provider: c.setup.Header.Provider,
	})
	if err != nil {
		c.warn("notify_command", err)
		c.notes = append(c.notes, notify.FailedMessage(c.State.HookLog()))
	}
}
