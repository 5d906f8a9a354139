package supervision

import (
	"context"
	"sync"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/rubric"
)

// shell runs the user's own commands, one at a time. The agent is not told of them.
type shell struct {
	mu   sync.Mutex
	stop context.CancelFunc // ends the command that runs; nil for none
	done chan struct{}      // closed when that command has ended
}

// runShell runs a command in the background, without a terminal and without input, as checks run. What the command
// leaves behind is ended with it.
func (t *terminalFront) runShell(command string) {
	t.shell.mu.Lock()
	defer t.shell.mu.Unlock()
	if t.shell.stop != nil {
		t.note(lang.M("a command of yours is still running: ctrl-c ends it"))
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	gone := make(chan struct{})
	t.shell.stop, t.shell.done = stop, gone
	go func() {
		defer t.guard()
		defer close(gone)
		lines := 0
		check.Run(ctx, []rubric.Check{{Name: command, Run: command}}, check.Options{
			Dir: t.Dir, Env: t.EditorEnv,
			Started: func(c rubric.Check) { t.screen.ShowShell(c.Run) },
			Output: func(_, line string) {
				lines++
				t.screen.ShowShellLine(line)
			},
			Ended: func(r check.Result) {
				outcome := lang.Message{}
				switch {
				case r.State == check.Stopped:
					outcome = lang.M("stopped")
				case r.State == check.TimedOut:
					outcome = lang.M("stopped after %s", check.ShortDuration(r.Duration))
				case r.Exit != 0:
					outcome = lang.M("exit code %d", r.Exit)
				}
				t.screen.ShowShellResult(t.Language.Text(outcome), r.Output, lines)
			},
		})
		t.shell.mu.Lock()
		defer t.shell.mu.Unlock()
		stop()
		t.shell.stop = nil
	}()
}

// stopShell ends the running command. It reports whether there was one.
func (t *terminalFront) stopShell() bool {
	t.shell.mu.Lock()
	defer t.shell.mu.Unlock()
	if t.shell.stop != nil {
		t.shell.stop()
	}
	return t.shell.stop != nil
}

// endShell ends the running command, and waits for its end.
func (t *terminalFront) endShell() {
	if t.stopShell() {
		<-t.shell.done
	}
}
