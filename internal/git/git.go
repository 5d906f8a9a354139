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
	// askTimeout is the time limit for all git commands of one question. It lets a launch that waits for git end
	// within 10 s.
	askTimeout = 8 * time.Second
	// grace is the time between SIGTERM, on which git removes its locks, and SIGKILL.
	grace = time.Second
	// maxOutput is how many bytes of a git command's output are kept; maxEntries is the same for output that is read
	// entry by entry. A list of 100,000 files has about 10 MB.
	maxOutput  = 32 << 20
	maxEntries = 128 << 20
	// maxErrors is how many bytes of standard error are kept.
	maxErrors = 1 << 20
	// maxMemory is how many bytes git may allocate in a repository that an agent may have prepared. Packs do not
	// count, because git only maps them.
	maxMemory = 1 << 30
)

// errSlow is the error for a question that takes longer than askTimeout.
var errSlow = lang.Errorf("it has not answered within %s", askTimeout)

// errOutput is the error for a command that printed more than its limit.
var errOutput = lang.Errorf("git prints too much")

// command is one run of git.
type command struct {
	args       []string
	dir        string
	env        []string // the whole environment; LC_ALL and GIT_TERMINAL_PROMPT are added
	stdin      []byte
	limit      int          // largest standard output in bytes; 0 means maxOutput
	each       func(string) // called for each entry that ends with a zero byte; then run returns no output
	memory     int          // how many bytes git may allocate, where the system can limit that; 0 for no limit
	noTerminal bool         // run in a session of its own, without a terminal to ask on
}

// run runs git in its own process group. When ctx is done, the group gets SIGTERM, and after the grace SIGKILL. If
// there is more output than the limit, run returns its beginning and errOutput. It returns soon after ctx is done,
// even if the system cannot end git, which may be waiting for a disk or a network.
func (c command) run(ctx context.Context) (stdout, stderr string, err error) {
	var out, errs string
	var ended error
	chunks, giveUp := make(chan []byte, 4), make(chan struct{})
	defer context.AfterFunc(ctx, func() {
		time.Sleep(2 * grace)
		close(giveUp)
	})()
	go func() {
		runtime.LockOSThread() // git gets its death signal when the thread that started it ends
		defer runtime.UnlockOSThread()
		out, errs, ended = c.wait(ctx, func(chunk []byte) {
			select {
			case chunks <- bytes.Clone(chunk):
			case <-giveUp:
			}
		})
		close(chunks)
	}()
	e := entries{each: c.each}
	for {
		select {
		case chunk, more := <-chunks:
			if !more {
				return out, errs, ended
			}
			e.add(chunk)
		case <-giveUp:
			return "", "", ctx.Err()
		}
	}
}

// wait runs git until it has ended. If each is set, the output goes to pass.
func (c command) wait(ctx context.Context, pass func([]byte)) (stdout, stderr string, err error) {
	out, errs := limited{limit: c.limit}, limited{limit: maxErrors, discardRest: true}
	if c.each != nil {
		out.limit, out.pass = maxEntries, pass
	} else if c.limit == 0 {
		out.limit = maxOutput
	}
	cmd := exec.CommandContext(ctx, "git", c.args...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.dir, c.env, bytes.NewReader(c.stdin)
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0")
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.SysProcAttr = attributes() // a group of its own, with its hooks and filters
	if c.noTerminal {
		cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Setsid = false, true // the session is a group, too
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = grace
	if err = cmd.Start(); err == nil {
		limitMemory(cmd.Process.Pid, c.memory)
		err = cmd.Wait()
	}
	if ctx.Err() != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // usually no process is left
	}
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case out.isFull:
		err = errOutput
	case errors.Is(err, exec.ErrWaitDelay): // a process that a hook started still holds the output
		err = nil
	}
	return out.text.String(), strings.ToValidUTF8(errs.text.String(), "\uFFFD"), err
}

// commandError adds the name of the git command and its first line on standard error to an error.
func commandError(args []string, stderr string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	if line == "" {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	return fmt.Errorf("git %s: %w: %s", args[0], err, line)
}

// environment returns the environment of this process without the variables that drop selects.
func environment(drop func(name string) bool) []string {
	return slices.DeleteFunc(new(exec.Cmd).Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return drop(name)
	})
}

// isGit selects the variables that git reads.
func isGit(name string) bool { return strings.HasPrefix(name, "GIT_") }

// limited is a writer that keeps the beginning of its text, or passes the text on. A write beyond the limit fails,
// unless discardRest is set.
type limited struct {
	text        strings.Builder
	pass        func([]byte) // nil: the text is kept
	limit       int
	discardRest bool
	isFull      bool
	size        int // of what was kept or passed on
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.limit-l.size)
	l.size += n
	if l.pass != nil {
		l.pass(p[:n])
	} else {
		l.text.Write(p[:n])
	}
	if n < len(p) {
		if l.isFull = true; !l.discardRest {
			return n, errOutput
		}
	}
	return len(p), nil
}

// entries calls a function for each text that a zero byte ends.
type entries struct {
	each       func(string)
	unfinished []byte // an entry whose end was not written yet
}

func (e *entries) add(p []byte) {
	for {
		entry, rest, ok := bytes.Cut(p, []byte{0})
		if !ok {
			e.unfinished = append(e.unfinished, p...)
			return
		}
		e.each(string(append(e.unfinished, entry...)))
		e.unfinished, p = e.unfinished[:0], rest
	}
}

// Init makes a repository in dir. branch is the name of the first branch; "" for git's default. env is added to the
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
	return commandError(args, stderr, err)
}
