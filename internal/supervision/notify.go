package supervision

import (
	"sync/atomic"

	"ccc/internal/lang"
	"ccc/internal/notify"
)

// notifier tells the user's notify_command of what happens in a launch.
type notifier struct {
	Identity
	caller   notify.Caller
	language lang.Language
	session  atomic.Pointer[string]
	detail   atomic.Pointer[string] // text of the newest notice of the loop
}

func newNotifier(c Config) *notifier {
	return &notifier{Identity: c.Identity, caller: notify.Caller{Command: c.Notify}, language: c.Language}
}

// setSession sets the session of the next notifications; "" changes nothing.
func (n *notifier) setSession(session string) {
	if session != "" {
		n.session.Store(&session)
	}
}

// setDetail sets the detail of the next notifications to what the loop said.
func (n *notifier) setDetail(text lang.Message) {
	if !text.Empty() {
		detail := n.language.Text(text)
		n.detail.Store(&detail)
	}
}

// notify starts the command for an event, and does not wait for it.
func (n *notifier) notify(event, text string) {
	e := notify.Event{Event: event, Text: text}
	if detail := n.detail.Load(); detail != nil {
		e.Detail = *detail
	}
	n.call(e)
}

// notifyQuestion starts the command for a question of the agent. detail is what the question is about.
func (n *notifier) notifyQuestion(text, detail string) {
	n.call(notify.Event{Event: "question", Text: text, Detail: detail})
}

func (n *notifier) call(e notify.Event) {
	e.Door, e.Launch, e.Directory, e.Provider = "loop", n.ID, n.Dir, n.Provider
	if session := n.session.Load(); session != nil {
		e.SessionID = *session
	}
	n.caller.Call(e)
}
