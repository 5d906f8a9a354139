package statusline

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// WrapTime is how long the user's own command may take. With a refreshInterval of 1, Claude Code ends a command that
// takes a second, and shows no line (docs/design/claude.md, "The screen").
const WrapTime = 700 * time.Millisecond

// maxOutput is how much of the command's output is read, in bytes.
const maxOutput = 64 << 10

// Wrapped runs the user's own status line command with the same input, and adds our line to the last line that it
// prints. If it fails or prints nothing, the result is our line alone. If it has not ended when ctx is done, it is
// ended, and the whole lines count that it has printed by then.
func Wrapped(ctx context.Context, command string, input []byte, env []string, ours string) string {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.Env, cmd.Stdin = env, bytes.NewReader(input)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = WrapTime / 4 // its output may be read late on a busy machine
	var out bounded
	cmd.Stdout = &out
	_ = cmd.Run() // its error also says that a process runs on that the command has started
	theirs := string(out)
	switch {
	case cmd.ProcessState != nil && cmd.ProcessState.Success():
	case ctx.Err() != nil:
		theirs = theirs[:strings.LastIndexByte(theirs, '\n')+1]
	default:
		return ours
	}
	theirs = strings.TrimRight(theirs, "\n")
	if strings.TrimSpace(theirs) == "" {
		return ours
	}
	return theirs + "\x1b[0m · " + ours
}

// bounded keeps the first maxOutput bytes of what is written.
type bounded []byte

func (b *bounded) Write(p []byte) (int, error) {
	*b = append(*b, p[:min(len(p), maxOutput-len(*b))]...)
	return len(p), nil
}
