package launch

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// notifyTime bounds the person's notify_command.
const notifyTime = 10 * time.Second

// notifyEnd is how long the end of a launch waits for a notify_command; it runs on without ccc.
const notifyEnd = 2 * time.Second

// notifier runs the person's notify_command.
type notifier struct {
	Config
	guard   func()
	session atomic.Pointer[string]
	running sync.WaitGroup
}

// notification is what the command gets on its standard input.
type notification struct {
	Event     string `json:"event"` // completed, not_completed, needs_user, question, limit
	Text      string `json:"text"`  // in the person's language
	Launch    string `json:"launch"`
	SessionID string `json:"session_id,omitempty"`
	Directory string `json:"directory"`
	Provider  string `json:"provider,omitempty"`
}

// about says which session the next notifications are about; "" is none yet.
func (n *notifier) about(session string) {
	if session != "" {
		n.session.Store(&session)
	}
}

// notify runs the command, and does not wait for it.
func (n *notifier) notify(event, text string) {
	if n.Notify == "" {
		return
	}
	what := notification{Event: event, Text: text, Launch: n.ID, Directory: n.Dir, Provider: n.Provider}
	if session := n.session.Load(); session != nil {
		what.SessionID = *session
	}
	body, err := json.Marshal(what)
	if err != nil {
		panic("ccc: internal error: " + err.Error())
	}
	n.running.Add(1)
	go func() {
		defer n.guard()
		defer n.running.Done()
		n.run(append(body, '\n'))
	}()
}

func (n *notifier) run(body []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), notifyTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", n.Notify)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.WaitDelay = n.Dir, n.PersonEnv, bytes.NewReader(body), time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		n.Log.Warn("notify_command", "err", err, "output", strings.TrimSpace(string(out[:min(len(out), 2000)])))
	}
}

// wait waits for the commands that run, but not long.
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
