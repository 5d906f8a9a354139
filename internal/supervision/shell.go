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
	gone chan struct{}      // closed when that has ended
}

// run runs a command in the background, as a check is run: without a terminal and without input, and whatever it leaves
// behind ends with it.
func (t *terminalFront) runShell(command string) {
	t.shell.mu.Lock()
	defer t.shell.mu.Unlock()
	if t.shell.stop != nil {
		t.note(lang.M("a command of yours is still running: ctrl-c ends it"))
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	gone := make(chan struct{})
	t.shell.stop, t.shell.gone = stop, gone
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

// stopShell ends the command that runs. It reports whether one did.
func (t *terminalFront) stopShell() bool {
	t.shell.mu.Lock()
	defer t.shell.mu.Unlock()
	if t.shell.stop != nil {
		t.shell.stop()
	}
	return t.shell.stop != nil
}

// endShell ends the command that runs, and waits until it has ended.
func (t *terminalFront) endShell() {
	if t.stopShell() {
		<-t.shell.gone
	}
}
