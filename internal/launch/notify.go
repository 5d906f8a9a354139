package launch

import (
	"sync"
	"sync/atomic"
	"time"

	"ccc/internal/lang"
	"ccc/internal/notify"
)

// notifyEnd is how long a launch waits at its end for notify_command, which then runs on without ccc.
const notifyEnd = 2 * time.Second

// notifier runs the user's notify_command.
type notifier struct {
	Identity
	command  notify.Command
	language lang.Language
	guard    func()
	note     func(lang.Message)
	session  atomic.Pointer[string]
	detail   atomic.Pointer[string] // text of the newest notice of the loop
	running  sync.WaitGroup
	failed   sync.Once
}

func newNotifier(c Config) *notifier {
	return &notifier{Identity: c.Identity, command: c.Notify, language: c.Language}
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
	n.run(e)
}

// notifyQuestion starts the command for a question of the agent. detail is what the question is about.
func (n *notifier) notifyQuestion(text, detail string) {
	n.run(notify.Event{Event: "question", Text: text, Detail: detail})
}

func (n *notifier) run(e notify.Event) {
	if n.command.Line == "" {
		return
	}
	e.Door, e.Launch, e.Directory, e.Provider = "loop", n.ID, n.Dir, n.Provider
	if session := n.session.Load(); session != nil {
		e.SessionID = *session
	}
	wait, err := n.command.Start(e)
	if err != nil {
		n.Log.Warn("notify_command", "err", err)
		n.reportFailure()
		return
	}
	n.running.Add(1)
	go func() {
		defer n.guard()
		defer n.running.Done()
		if wait() != nil {
			n.reportFailure()
		}
	}()
}

// reportFailure tells the user once that the command failed.
func (n *notifier) reportFailure() {
	n.failed.Do(func() { n.note(notify.FailedMessage(n.command.Log)) })
}

// wait waits for running commands, but not longer than notifyEnd.
func (n *notifier) wait() {
	done := make(chan struct{})
	go func() {
		defer n.guard()
		n.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(notifyEnd):
	}
}
