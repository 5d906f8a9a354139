// Package notify runs the user's notify_command when something needs the user. A separate process runs it, so that
// nobody waits for it, and its time limit holds even after its caller has ended.
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

// Event is what the command reads on its standard input, as one line of JSON. Its environment has Event, Text and
// Detail as CCC_EVENT, CCC_TEXT and CCC_DETAIL, the directory as CCC_DIRECTORY and the directory's base name as
// CCC_PROJECT.
type Event struct {
	Event     string `json:"event"`            // completed, not_completed, needs_user, question, limit
	Text      string `json:"text"`             // one line in the user's language, at most maxText characters
	Detail    string `json:"detail,omitempty"` // more details, at most maxText characters
	Door      string `json:"door"`             // loop, hook, run
	Launch    string `json:"launch,omitempty"`
	SessionID string `json:"session_id,omitempty"`
	Directory string `json:"directory"`
	Provider  string `json:"provider,omitempty"`
	*Run             // nil but for ccc run
}

// Run is what an event of ccc run is about: a task of the plan, or the whole run.
type Run struct {
	Plan    string  `json:"plan"`           // the absolute path
	Task    int     `json:"task,omitempty"` // its number in the plan; 0 for the whole run
	Title   string  `json:"title,omitempty"`
	CostUSD float64 `json:"cost_usd"`
	Done    int     `json:"done,omitempty"` // of the whole run: ticked tasks, and
	Tasks   int     `json:"tasks,omitempty"`
}

// maxText is how many characters Event.Text and Event.Detail may have. Push services accept messages of some thousand
// bytes.
const maxText = 1000

// fitText makes a model's text safe for an environment variable, which has no NUL and a maximum size, and for a command
// that prints it on a terminal.
func fitText(s string) string {
	return text.ClipCharacters(text.Safe(s), maxText)
}

// Command is the user's notify_command.
type Command struct {
	Line  string    // for sh -c; "" for none
	Env   []string  `json:"-"` // the complete environment
	Self  string    // this program, which runs with [ProcessArg]
	State state.Dir // the log's directory
	Log   string    // its path
	// The launch whose state stores that the command failed, for a caller that does not wait; "" for none.
	Launch string
}

// ProcessArg is the argument with which ccc runs the command, as a separate process.
const ProcessArg = "--notify"

// input is what that process reads on its standard input.
type input struct {
	Command
	Event Event
}

// Start starts the command without waiting for it. wait waits; the process has logged the error that it returns.
func (c Command) Start(e Event) (wait func() error, err error) {
	e.Text, e.Detail = fitText(e.Text), fitText(e.Detail)
	text, err := json.Marshal(input{c, e})
	if err != nil {
		return nil, lang.Errorf("run notify_command: %w", err)
	}
	in, to, err := os.Pipe()
	if err != nil {
		return nil, lang.Errorf("run notify_command: %w", err)
	}
	defer to.Close()
	cmd := exec.Command(c.Self, ProcessArg)
	cmd.Env, cmd.Stdin = c.Env, in
	if _, err := os.Stat(e.Directory + "/."); err == nil { // the agent may have removed it
		cmd.Dir = e.Directory
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // a signal to the caller's group must not end it
	err = cmd.Start()
	in.Close()
	if err == nil {
		_, err = to.Write(text) // the rest is written as the process reads
	}
	if err != nil {
		return nil, lang.Errorf("run notify_command: %w", err)
	}
	return cmd.Wait, nil
}

// maxTime is how long a command may run.
const maxTime = 10 * time.Second

// endGrace is short, because the command has already sent its notification.
var endGrace = ptyio.Grace{Input: time.Millisecond, Term: time.Second}

// Main is the separate process. It runs the command and ends everything that the command has started. It returns the
// exit code: 0 if the command succeeded. A failure is logged.
func Main(stdin io.Reader, env []string) int {
	var j input
	if err := json.NewDecoder(stdin).Decode(&j); err != nil {
		return 2
	}
	output, err := j.run(env)
	if err == nil {
		return 0
	}
	log, _ := j.State.OpenLog(j.Log) // the result can always be written to
	defer log.Close()
	to := secret.New(secret.InEnv(env)...).Writer(log)
	slog.New(slog.NewTextHandler(to, nil)).Warn("notify_command", "event", j.Event.Event, "err", err, "output", output)
	_ = to.Close()
	if j.Launch != "" { // if this fails, too, the log has the error
		_, _ = j.State.Change(j.Launch, func(s *state.State) { s.NotifyFailed = true })
	}
	return 1
}

// run runs the command. output is the beginning of what the command printed.
func (j input) run(env []string) (output string, err error) {
	event, err := json.Marshal(j.Event)
	if err != nil {
		return "", err
	}
	env = append(slices.Clip(env), "CCC_EVENT="+j.Event.Event, "CCC_TEXT="+j.Event.Text, "CCC_DETAIL="+j.Event.Detail,
		"CCC_DIRECTORY="+strings.ReplaceAll(j.Event.Directory, "\x00", ""), "CCC_PROJECT="+project(j.Event.Directory))
	child, err := ptyio.Start(ptyio.Command{
		Path: "/bin/sh", Args: []string{"-c", `exec 2>&1; eval "$1"`, "sh", j.Line}, Env: env, Pipes: true, Sweep: true,
		Grace: endGrace,
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
		case <-time.After(maxTime):
			err = fmt.Errorf("it took longer than %s", maxTime)
		}
		child.End()
	}()
	var head strings.Builder
	_, _ = io.CopyN(&head, child, maxOutput) // the end of the output is not an error
	_, _ = io.Copy(io.Discard, child)
	<-over
	if status := child.Status(); err == nil && status.Code != 0 {
		err = fmt.Errorf("exit status %d", status.Code)
	}
	return strings.TrimSpace(head.String()), err
}

// project returns the base name of a directory as one line, fit for an HTTP header.
func project(dir string) string {
	if dir == "" {
		return ""
	}
	return text.OneLine(filepath.Base(dir))
}

// maxOutput is how much of a failed command's output is logged, in bytes.
const maxOutput = 2000

// FailedMessage tells the user once that the command failed.
func FailedMessage(log string) lang.Message {
	return lang.M("notify_command has failed: %s tells why", log)
}
