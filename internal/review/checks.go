package review

import (
	"bufio"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/ptyio"
)

// defaultCheckTimeout holds for a check that names none.
const defaultCheckTimeout = 10 * time.Minute

// CheckState is what came of a check.
type CheckState string

// The states.
const (
	CheckPassed    CheckState = "passed"
	CheckFailed    CheckState = "failed"
	CheckTimedOut  CheckState = "timed out"
	CheckCannotRun CheckState = "cannot run" // there is no such command, or it cannot be executed: neither passed nor failed
	CheckStopped   CheckState = "stopped"    // by the context; it says nothing of the work
)

// CheckResult is what came of one check.
type CheckResult struct {
	Name     string
	Command  string
	State    CheckState
	Exit     int // 128 + the signal that ended it; -1 where it did not run
	Duration time.Duration
	Output   string // the end of it, at most 8 KiB of whole lines, without control characters
	Tree     string // that it ran on; "" if unknown
	Changed  bool   // the work tree is not what it was before
	Reused   bool   // of [Options.Last]: it was not run again
}

// CheckOptions say how checks are run.
type CheckOptions struct {
	Dir      string
	Env      []string // all of it, see [CheckEnv]
	FailFast bool     // the first that fails or takes too long is the last
	// Line is told each line of the output as it comes, by the goroutine that called Run; nil for nobody.
	Output func(check, line string)
	// Tree says what the work tree is, "" where that is not known; nil for never.
	Tree func(ctx context.Context) string
	// Last is what came of them before: a command that passed on the tree that there is now is not run again. Another
	// one is, since what mends it may lie outside of the tree.
	Last    []CheckResult
	Started func(rubric.Check) // told of each that is run, by the goroutine that called Run; nil for nobody
	Ended   func(CheckResult)  // told of each when it has ended, or is kept; nil for nobody
}

// RunChecks runs the checks one after the other, and gives what came of each that was begun. When ctx is done, the one that
// runs is stopped and no other is begun.
//
// Each is a process group and a session of its own without a terminal, with nothing to read. When it ends, in whichever
// way, what it started and left running is ended, too, as far as [ptyio.Command.Sweep] finds it.
func RunChecks(ctx context.Context, checks []rubric.Check, o CheckOptions) []CheckResult {
	tree := func() string {
		if o.Tree == nil {
			return ""
		}
		return o.Tree(ctx)
	}
	var results []CheckResult
	before := ""
	if len(checks) > 0 {
		before = tree()
	}
	for _, c := range checks {
		if ctx.Err() != nil {
			break
		}
		r, kept := o.reusable(c, before)
		if !kept {
			if o.Started != nil {
				o.Started(c)
			}
			r = runCheck(ctx, c, o)
			after := tree()
			r.Tree, r.Changed = before, before != "" && after != "" && before != after
			before = after
		}
		if o.Ended != nil {
			o.Ended(r)
		}
		results = append(results, r)
		if o.FailFast && (r.State == CheckFailed || r.State == CheckTimedOut) {
			break
		}
	}
	return results
}

// reusable gives what came of a check before, if it holds for the tree.
func (o CheckOptions) reusable(c rubric.Check, tree string) (CheckResult, bool) {
	i := slices.IndexFunc(o.Last, func(r CheckResult) bool { return r.Name == c.Name && r.Command == c.Run })
	if tree == "" || i < 0 || o.Last[i].State != CheckPassed || o.Last[i].Tree != tree {
		return CheckResult{}, false
	}
	r := o.Last[i]
	r.Reused = true
	return r, true
}

const shellPath = "/bin/sh"

// script runs its first argument with nothing to read, and with both outputs in one.
const script = `exec "$0" -c "$1" </dev/null 2>&1`

// grace is short: nothing is read from stdin whose end could be waited for, and a person waits.
var grace = ptyio.Grace{Input: time.Millisecond, Term: time.Second}

func runCheck(ctx context.Context, c rubric.Check, o CheckOptions) CheckResult {
	r := CheckResult{Name: c.Name, Command: c.Run, State: CheckCannotRun, Exit: -1}
	if c.Timeout == 0 {
		c.Timeout = defaultCheckTimeout
	}
	began := time.Now()
	child, err := ptyio.Start(ptyio.Command{
		Path: shellPath, Args: []string{"-c", script, shellPath, c.Run}, Dir: o.Dir, Env: o.Env, Pipes: true, Sweep: true,
		Grace: grace,
	})
	if err != nil {
		if _, missing := os.Stat(o.Dir); o.Dir != "" && missing != nil {
			err = missing // else the system's error blames the shell
		}
		r.Output = err.Error()
		return r
	}
	limit, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	ended := make(chan struct{})
	why := CheckPassed // of its end; read when ended is closed
	go func() {
		defer close(ended)
		select {
		case <-child.Exited(): // at once: what it left running may hold its output open
		case <-limit.Done():
			if why = CheckTimedOut; ctx.Err() != nil {
				why = CheckStopped
			}
		}
		child.End()
	}()
	lines := lineFolder{line: func(line string) {
		if o.Output != nil {
			o.Output(c.Name, line)
		}
	}}
	for in := bufio.NewReader(child); ; {
		b, err := in.ReadByte()
		if err != nil {
			break
		}
		lines.add(b)
	}
	lines.end()
	<-ended
	r.Duration, r.Output, r.Exit = time.Since(began), lines.tail(), child.Status().Code
	switch r.State = why; {
	case why != CheckPassed:
	case r.Exit == 126 || r.Exit == 127: // as sh says it
		r.State = CheckCannotRun
	case r.Exit != 0:
		r.State = CheckFailed
	}
	return r
}

// credentials are the variables by which claude is let in to an API.
var credentials = []string{
	"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_FOUNDRY_API_KEY",
	"AWS_BEARER_TOKEN_BEDROCK", "CLAUDE_CODE_OAUTH_TOKEN",
}

// CheckEnv gives the environment for checks: that of the person, without what lets claude in to an API and without each
// variable in whose value one of the secrets stands, and with what keeps programs from asking and from drawing.
func CheckEnv(environ, secrets []string) []string {
	env := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, value, _ := strings.Cut(entry, "=")
		return name == "CI" || name == "TERM" || slices.Contains(credentials, name) ||
			slices.ContainsFunc(secrets, func(one string) bool { return secret.Holds(value, one) })
	})
	return append(env, "CI=1", "TERM=dumb")
}
