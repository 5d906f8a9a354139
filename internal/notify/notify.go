// Package notify runs the person's notify_command when something needs her. A process of its own runs it, so that
// nobody waits for it and it ends in time, whoever has called ends before.
package notify

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/text"
	"ccc/ptyio"
)

// Event is what the command gets on its standard input, as JSON in one line. Event, Text and Detail are in its
// environment, too, as CCC_EVENT, CCC_TEXT and CCC_DETAIL, and so are the directory as CCC_DIRECTORY, and its name, the
// project's, as CCC_PROJECT.
type Event struct {
	Event     string `json:"event"`            // completed, not_completed, needs_user, question, limit
	Text      string `json:"text"`             // a line, in the person's language, of at most maxText characters
	Detail    string `json:"detail,omitempty"` // what else there is to read of it, at most maxText characters
	Door      string `json:"door"`             // loop, hook
	Launch    string `json:"launch"`
	SessionID string `json:"session_id,omitempty"`
	Directory string `json:"directory"`
	Provider  string `json:"provider,omitempty"`
}

// maxText is how many characters Event.Text and Event.Detail have: services take messages of some thousand bytes.
const maxText = 1000

// fit makes a text fit for a variable of the environment, which holds no NUL and is bounded, and for a command that
// shows it on a terminal: a model may have written it.
func fit(s string) string {
	return text.ClipCharacters(text.Safe(s), maxText)
}

// Command is the person's notify_command.
type Command struct {
	Line   string    // for sh -c; "" for none
	Env    []string  `json:"-"` // all of it
	Self   string    // this program, which is called with [Word]
	State  state.Dir // where the log is
	Log    string    // its path
	Launch string    // whose state keeps that the command has failed, for a caller who does not wait; "" for none
}

// Word makes ccc the process that runs the command.
const Word = "--notify"

// job is what that process is told on its standard input.
type job struct {
	Command
	Event Event
}

// Start starts the command, and does not wait for it. wait does: an error has been logged.
func (c Command) Start(e Event) (wait func() error, err error) {
	e.Text, e.Detail = fit(e.Text), fit(e.Detail)
	text, err := json.Marshal(job{c, e})
	if err != nil {
		return nil, lang.Errorf("run notify_command: %w", err)
	}
	in, to, err := os.Pipe()
	if err != nil {
		return nil, lang.Errorf("run notify_command: %w", err)
	}
	defer to.Close()
	cmd := exec.Command(c.Self, Word)
	cmd.Env, cmd.Stdin = c.Env, in
	if _, err := os.Stat(e.Directory + "/."); err == nil { // the agent may have removed it, and she is called all the same
		cmd.Dir = e.Directory
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // what ends the caller's group is not meant for it
	err = cmd.Start()
	in.Close()
	if err == nil {
		_, err = to.Write(text) // what does not fit into the pipe is read as soon as the process is there
	}
	if err != nil {
		return nil, lang.Errorf("run notify_command: %w", err)
	}
	return cmd.Wait, nil
}

// limit bounds a command, in time.
const limit = 10 * time.Second

// grace is short: who is called has been called.
var grace = ptyio.Grace{Input: time.Millisecond, Term: time.Second}

// Main is that process: it runs the command and ends all that it has started. What it gives is the exit code, 0 if the
// command's was; else that is in the log.
func Main(stdin io.Reader, env []string) int {
	var j job
	if err := json.NewDecoder(stdin).Decode(&j); err != nil {
		return 2
	}
	output, err := j.run(env)
	if err == nil {
		return 0
	}
	log, _ := j.State.OpenLog(j.Log) // what it gives can be written to
	defer log.Close()
	to := secret.New(secret.InEnv(env)...).Writer(log)
	slog.New(slog.NewTextHandler(to, nil)).Warn("notify_command", "event", j.Event.Event, "err", err, "output", output)
	_ = to.Close()
	if j.Launch != "" { // where that cannot be kept either, the log has it
		_, _ = j.State.Change(j.Launch, func(s *state.State) { s.NotifyFailed = true })
	}
	return 1
}

// run runs the command. output is the beginning of what it printed.
func (j job) run(env []string) (output string, err error) {
	event, err := json.Marshal(j.Event)
	if err != nil {
		return "", err
	}
	env = append(slices.Clip(env), "CCC_EVENT="+j.Event.Event, "CCC_TEXT="+j.Event.Text, "CCC_DETAIL="+j.Event.Detail,
		"CCC_DIRECTORY="+strings.ReplaceAll(j.Event.Directory, "\x00", ""), "CCC_PROJECT="+project(j.Event.Directory))
	child, err := ptyio.Start(ptyio.Command{
		Path: "/bin/sh", Args: []string{"-c", `exec 2>&1; eval "$1"`, "sh", j.Line}, Env: env, Pipes: true, Sweep: true,
		Grace: grace,
	})
	if err != nil {
		return "", err
	}
	child.Send(append(text.SafeJSON(event), '\n'))
	child.CloseInput()
	over := make(chan struct{})
	go func() {
		defer close(over)
		select {
		case <-child.Exited():
		case <-time.After(limit):
			err = fmt.Errorf("it took longer than %s", limit)
		}
		child.End()
	}()
	var head strings.Builder
	_, _ = io.CopyN(&head, child, maxOutput) // the end of it is none
	_, _ = io.Copy(io.Discard, child)
	<-over
	if status := child.Status(); err == nil && status.Code != 0 {
		err = fmt.Errorf("exit status %d", status.Code)
	}
	return strings.TrimSpace(head.String()), err
}

// project is the name of a directory, fit for a title: a header of HTTP ends where the line does.
func project(dir string) string {
	if dir == "" {
		return ""
	}
	return text.OneLine(filepath.Base(dir))
}

// maxOutput is how much of a failed command's output is logged, in bytes.
const maxOutput = 2000

// Failed is what the person reads of that, once.
func Failed(log string) lang.Message { return lang.M("notify_command has failed: %s tells why", log) }
