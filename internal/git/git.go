// Package git runs git. The user's own git, with its settings, hooks and filters, works in a [Worktree]. The other
// functions look at a repository that an agent may have prepared: they run no program that its settings name, and no
// flag or setting hides a change from them.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"ccc/internal/lang"
)

const (
	// askTimeout is the time limit for all git commands of one question. A launch that waits for one can be ended in 10 s.
	askTimeout = 8 * time.Second
	// grace is the time from SIGTERM, on which git removes its locks, to SIGKILL.
	grace = time.Second
	// maxOutput bounds the output of a git command, in bytes. A list of 100,000 files has about 10 MB.
	maxOutput = 48 << 20
	// maxErrors bounds the part of standard error that is kept, in bytes.
	maxErrors = 1 << 20
	// maxMemory bounds what git may allocate in a repository that an agent may have prepared, in bytes. Packs are not
	// counted: git only maps them.
	maxMemory = 1 << 30
)

// errSlow is the error for a question that takes longer than askTimeout.
var errSlow = lang.Errorf("it has not answered within %s", askTimeout)

// errOutput is the error for a command that printed more than its limit.
var errOutput = lang.Errorf("git prints more than %d MiB", maxOutput>>20)

// command is one run of git.
type command struct {
	args   []string
	dir    string
	env    []string // the whole environment; LC_ALL and GIT_TERMINAL_PROMPT are added
	stdin  []byte
	limit  int // bound on standard output, in bytes; 0 means maxOutput
	memory int // bound on what git may allocate, in bytes, where the system has such a bound; 0 for none
}

// run runs git in a process group of its own. When ctx is done, the group gets SIGTERM, and SIGKILL after the grace. If
// there is more output than the limit, run returns the beginning and errOutput. It returns soon after ctx is done, even
// if the system cannot end git, which may be waiting for a disk or a network.
func (c command) run(ctx context.Context) (stdout []byte, stderr string, err error) {
	type end struct {
		stdout []byte
		stderr string
		err    error
	}
	ended := make(chan end, 1)
	go func() {
		runtime.LockOSThread() // git gets its death signal when the thread ends that started it
		defer runtime.UnlockOSThread()
		var e end
		e.stdout, e.stderr, e.err = c.wait(ctx)
		ended <- e
	}()
	select {
	case e := <-ended:
		return e.stdout, e.stderr, e.err
	case <-ctx.Done():
	}
	select {
	case e := <-ended:
		return e.stdout, e.stderr, e.err
	case <-time.After(2 * grace):
		return nil, "", ctx.Err()
	}
}

// wait is run until git has ended.
func (c command) wait(ctx context.Context) (stdout []byte, stderr string, err error) {
	out, errs := limited{limit: c.limit}, limited{limit: maxErrors, goOn: true}
	if c.limit == 0 {
		out.limit = maxOutput
	}
	cmd := exec.CommandContext(ctx, "git", c.args...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.dir, c.env, bytes.NewReader(c.stdin)
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0")
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.SysProcAttr = attributes() // a group of its own, with its hooks and filters
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = grace
	if err = cmd.Start(); err == nil {
		limitMemory(cmd.Process.Pid, c.memory)
		err = cmd.Wait()
	}
	if ctx.Err() != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // mostly none is left
	}
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case out.full:
		err = errOutput
	case errors.Is(err, exec.ErrWaitDelay): // a process that a hook started still holds the output
		err = nil
	}
	return out.text.Bytes(), strings.ToValidUTF8(errs.text.String(), "\uFFFD"), err
}

// failure adds the name of the git command and its first line on standard error to an error.
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

// environment is the environment of this process, without the variables that drop selects.
func environment(drop func(name string) bool) []string {
	return slices.DeleteFunc(new(exec.Cmd).Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return drop(name)
	})
}

// isGit selects the variables that git reads.
func isGit(name string) bool { return strings.HasPrefix(name, "GIT_") }

// limited is a writer that keeps the beginning of its text. A write beyond the limit fails, unless goOn is set.
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

// Init makes a repository in dir. The name of the first branch may be "", for the default of git. env is added to the
// environment of ccc, from which the GIT_ variables are removed.
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

// build runs a git command that makes or fills a repository.
func build(ctx context.Context, dir string, env []string, args ...string) error {
	_, stderr, err := command{args: args, dir: dir, env: append(environment(isGit), env...)}.run(ctx)
	return failure(args, stderr, err)
}
