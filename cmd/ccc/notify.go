package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// notifyTime bounds the person's notify_command.
const notifyTime = 10 * time.Second

// notice is what notify_command gets on its standard input.
type notice struct {
	Event     string `json:"event"` // completed, not_completed, needs_user, question, limit
	Text      string `json:"text"`
	Launch    string `json:"launch"`
	SessionID string `json:"session_id,omitempty"`
	Directory string `json:"directory"`
	Provider  string `json:"provider,omitempty"`
}

// notifyEnd is how long the end of ccc waits for a notify_command that runs; it runs on without ccc.
const notifyEnd = 2 * time.Second

// notifier counts the notify_commands that run.
type notifier struct{ running sync.WaitGroup }

// wait waits for those that run, but not long.
func (n *notifier) wait() {
	done := make(chan struct{})
	go func() {
		n.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(notifyEnd):
	}
}

// notify rings the terminal, and runs the person's command.
func (v *supervision) notify(event, text string) {
	if v.terminal != nil {
		v.screen.Ring("ccc: " + text)
	}
	if v.file.NotifyCommand == "" {
		return
	}
	n := notice{Event: event, Text: text, Launch: v.id, Directory: v.work}
	if session := v.session.Load(); session != nil {
		n.SessionID = *session
	}
	if v.provider != nil {
		n.Provider = v.provider.Name
	}
	body, err := json.Marshal(n)
	if err != nil {
		panic("ccc: internal error: " + err.Error())
	}
	v.notifier.running.Add(1)
	go func() {
		defer v.guard()
		defer v.notifier.running.Done()
		v.runNotify(body)
	}()
}

func (v *supervision) runNotify(body []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), notifyTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", v.file.NotifyCommand)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.WaitDelay = v.work, v.env, bytes.NewReader(append(body, '\n')), time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		v.log.Warn("notify_command", "err", err, "output", strings.TrimSpace(string(out[:min(len(out), 2000)])))
	}
}

// notificationForm is the sequence by which the terminal shows a notification, as its environment names it: "9", "777", or "" for the
// bell alone.
func (p *program) notificationForm() string {
	name := p.getenv("TERM")
	switch program := p.getenv("TERM_PROGRAM"); {
	case p.getenv("TMUX") != "" || strings.HasPrefix(name, "screen") || strings.HasPrefix(name, "tmux"):
		return "" // it would not pass it on
	case program == "iTerm.app", program == "WezTerm", program == "ghostty", strings.Contains(name, "kitty"), strings.Contains(name, "ghostty"), p.getenv("WT_SESSION") != "":
		return "9"
	case strings.HasPrefix(name, "rxvt"), strings.HasPrefix(name, "foot"), strings.HasPrefix(name, "contour"), p.getenv("VTE_VERSION") != "":
		return "777"
	}
	return ""
}
