// Package git asks git. The user's own git, with its settings, hooks and filters, works in a [Worktree]. All other
// questions are about what an agent has done to a repository: they run nothing that its settings name, and believe
// nothing that they hide.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	// askTimeout is how long the git commands of one question may take together.
	askTimeout = 10 * time.Second
	// grace is the time from SIGTERM, on which git removes its locks, to SIGKILL.
	grace = time.Second
	// maxOutput bounds what one git command may print, in bytes: ten times the file list of the largest repositories.
	maxOutput = 512 << 20
	// maxErrors bounds what is kept of git's standard error, in bytes.
	maxErrors = 1 << 20
)

// errOutput is the error for a command that printed more than was asked for.
var errOutput = errors.New("git prints too much")

// command is one run of git.
type command struct {
	args  []string
	dir   string
	env   []string // all of it, but for LC_ALL and GIT_TERMINAL_PROMPT
	stdin []byte
	limit int // of standard output, in bytes; 0 means maxOutput
}

// run runs git in a process group of its own. When ctx is done, the group gets SIGTERM, and SIGKILL after the grace. Of
// output beyond the limit it returns the beginning, and errOutput.
func (c command) run(ctx context.Context) (stdout []byte, stderr string, err error) {
	out, errs := limited{limit: c.limit}, limited{limit: maxErrors, goOn: true}
	if c.limit == 0 {
		out.limit = maxOutput
	}
	cmd := exec.CommandContext(ctx, "git", c.args...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.dir, c.env, bytes.NewReader(c.stdin)
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0")
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with its hooks and filters
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = grace
	err = cmd.Run()
	if ctx.Err() != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // mostly none is left
	}
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case out.full:
		err = errOutput
	case errors.Is(err, exec.ErrWaitDelay): // a hook has left something running that has git's output open
		err = nil
	}
	return out.text.Bytes(), strings.ToValidUTF8(errs.text.String(), "\uFFFD"), err
}

// failure is the error of a question that git did not answer: the command, and the first line of what git said.
func failure(args []string, stderr string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	if line == "" {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	return fmt.Errorf("git %s: %w: %s", args[0], err, line)
}

// environment is the process's, without the variables whose names drop picks out.
func environment(drop func(name string) bool) []string {
	return slices.DeleteFunc(new(exec.Cmd).Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return drop(name)
	})
}

// isGit picks out the variables that speak to git.
func isGit(name string) bool { return strings.HasPrefix(name, "GIT_") }

// limited keeps the beginning of what is written to it. A write beyond the limit fails, unless goOn is set.
type limited struct {
	text  bytes.Buffer
	limit int
	goOn  bool
	full  bool
}

func (l *limited) Write(p []byte) (int, error) {
	if free := l.limit - l.text.Len(); len(p) > free {
		l.text.Write(p[:free])
		if l.full = true; !l.goOn {
			return free, errOutput
		}
		return len(p), nil
	}
	return l.text.Write(p)
}

// Init makes a repository in dir, whose first branch has that name, or git's own name for it if it is "". env comes in
// addition to the environment of ccc, without the GIT_ variables of that.
func Init(ctx context.Context, dir, branch string, env []string) error {
	args := []string{"init", "--quiet"}
	if branch != "" {
		args = append(args, "--initial-branch="+branch)
	}
	return build(ctx, dir, env, args...)
}

// CommitAll commits all files in dir, with the environment of [Init].
func CommitAll(ctx context.Context, dir, message string, env []string) error {
	if err := build(ctx, dir, env, "add", "--all"); err != nil {
		return err
	}
	return build(ctx, dir, env, "commit", "--quiet", "--allow-empty", "--message="+message)
}

func build(ctx context.Context, dir string, env []string, args ...string) error {
	_, stderr, err := command{args: args, dir: dir, env: append(environment(isGit), env...)}.run(ctx)
	return failure(args, stderr, err)
}
