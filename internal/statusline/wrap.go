package statusline

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// WrapTime is for the person's own command. With a refreshInterval of 1, Claude Code ends a line that takes a second
// and shows none (docs/claude.md, "The screen").
const WrapTime = 700 * time.Millisecond

// maxOutput bounds what the person's own command prints, in bytes.
const maxOutput = 64 << 10

// Wrapped runs the person's own status line command with the same input and adds ours to the last line of what it
// prints. If it fails, prints nothing or is not done when ctx is, ours stands alone.
func Wrapped(ctx context.Context, command string, input []byte, env []string, ours string) string {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.Env, cmd.Stdin = env, bytes.NewReader(input)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = WrapTime / 10
	var out bounded
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) { // what it left behind may run on
		return ours
	}
	theirs := strings.TrimRight(string(out), "\n")
	if strings.TrimSpace(theirs) == "" {
		return ours
	}
	return theirs + "\x1b[0m · " + ours
}

// bounded keeps the beginning of what is written.
type bounded []byte

func (b *bounded) Write(p []byte) (int, error) {
	*b = append(*b, p[:min(len(p), maxOutput-len(*b))]...)
	return len(p), nil
}
