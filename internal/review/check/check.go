// Package check runs a project's own commands before a review, and describes their results for the agent, the reviewers
// and the user.
package check

import (
	"bufio"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/ptyio"
)

// defaultTimeout is the time limit of a check that sets none.
const defaultTimeout = 10 * time.Minute

// State says how a check ended.
type State string

// The states of a check.
const (
	Passed    State = "passed"
	Failed    State = "failed"
	TimedOut  State = "timed out"
	CannotRun State = "cannot run" // the command is missing or not executable: the check neither passed nor failed
	Stopped   State = "stopped"    // the context ended it: the work may be good or bad
)

// Result is the result of one check.
type Result struct {
	Name     string
	Command  string
	State    State
	Exit     int // 128 + the signal that ended it; -1 if it did not run
	Duration time.Duration
	Output   string   // the end of the output, at most 8 KiB of whole lines, without control characters
	Tree     string   // the git tree on which it ran; "" if unknown
	Changed  bool     // the check changed files
	Touched  []string // those files, as far as they are known
	Reused   bool     // the result comes from [Options.Last]; the check was not run again
}

// ResultOf returns the result that a verdict or a state has of a check. An older one has no state, and only the exit
// code says how the check ended.
func ResultOf(c task.Check) Result {
	r := Result{
		Name: c.Name, Command: c.Command, State: State(c.State), Exit: c.Exit,
		Duration: time.Duration(c.DurationMS) * time.Millisecond, Output: c.Output, Tree: c.Tree,
	}
	switch {
	case r.State != "":
	case r.Exit == 0:
		r.State = Passed
	default:
		r.State = Failed
	}
	return r
}

// Options configure how checks run.
type Options struct {
	Dir      string
	Env      []string // the whole environment, see [Env]
	FailFast bool     // stop after the first check that fails or takes too long
	// Output gets each line that a check writes, in the goroutine that called Run; nil drops them.
	Output func(check, line string)
	// Tree returns the git tree of the present files; "" if unknown. It is nil if the tree is never known.
	Tree func(ctx context.Context) string
	// Last are earlier results. A check that passed on the present tree is not run again. A check that failed runs
	// again, because the cause may be outside the tree.
	Last []Result
	// Differences returns the files that differ between two such trees; nil if they are never known.
	Differences func(ctx context.Context, before, after string) []string
	Started     func(rubric.Check) // called before a check runs; may be nil
	Ended       func(Result)       // called after a check, also if its earlier result is reused; may be nil
}

// Run runs the checks one after the other. The results are those of the checks that were started. When ctx is done, it
// stops the check that runs and starts no other.
//
// Each check is the leader of a session and of a process group, without a terminal or standard input. Processes that it
// leaves running are ended with it, as far as [ptyio.Command.Sweep] finds them.
func Run(ctx context.Context, checks []rubric.Check, o Options) []Result {
	tree := func() string {
		if o.Tree == nil {
			return ""
		}
		return o.Tree(ctx)
	}
	var results []Result
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
			r = runOne(ctx, c, o)
			after := tree()
			r.Tree, r.Changed = before, before != "" && after != "" && before != after
			if r.Changed && o.Differences != nil {
				r.Touched = o.Differences(ctx, before, after)
			}
			before = after
		}
		if o.Ended != nil {
			o.Ended(r)
		}
		results = append(results, r)
		if o.FailFast && (r.State == Failed || r.State == TimedOut) {
			break
		}
	}
	return results
}

// reusable returns the earlier result of a check, if that applies to the tree.
func (o Options) reusable(c rubric.Check, tree string) (Result, bool) {
	i := slices.IndexFunc(o.Last, func(r Result) bool { return r.Name == c.Name && r.Command == c.Run })
	if tree == "" || i < 0 || o.Last[i].State != Passed || o.Last[i].Tree != tree {
		return Result{}, false
	}
	r := o.Last[i]
	r.Reused = true
	return r, true
}

const shellPath = "/bin/sh"

// script runs $1 without input, and with stderr in stdout.
const script = `exec "$0" -c "$1" </dev/null 2>&1`

// grace is short, because a check reads no input and the user is waiting.
var grace = ptyio.Grace{Input: time.Millisecond, Term: time.Second}

func runOne(ctx context.Context, c rubric.Check, o Options) Result {
	r := Result{Name: c.Name, Command: c.Run, State: CannotRun, Exit: -1}
	if c.Timeout == 0 {
		c.Timeout = defaultTimeout
	}
	began := time.Now()
	child, err := ptyio.Start(ptyio.Command{
		Path: shellPath, Args: []string{"-c", script, shellPath, c.Run}, Dir: o.Dir, Env: o.Env, Pipes: true,
		Sweep: true,
		Grace: grace,
	})
	if err != nil {
		if _, missing := os.Stat(o.Dir); o.Dir != "" && missing != nil {
			err = missing // otherwise the system's error names the shell
		}
		r.Output = err.Error()
		return r
	}
	limit, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	ended := make(chan struct{})
	why := Passed // how it ended; valid after ended is closed
	go func() {
		defer close(ended)
		select {
		case <-child.Exited(): // at once: processes that the check left may keep its output open
		case <-limit.Done():
			if why = TimedOut; ctx.Err() != nil {
				why = Stopped
			}
		}
		child.End()
	}()
	lines := lineFolder{onLine: func(line string) {
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
	case why != Passed:
	case r.Exit == 126 || r.Exit == 127, // exit codes of sh
		r.Exit == 1 && missingModule(c.Run, r.Output):
		r.State = CannotRun
	case r.Exit != 0:
		r.State = Failed
	}
	return r
}

// noModule matches the only line that Python prints for python -m NAME if it has no such module.
var noModule = text.LazyRegexp{Expr: `^\S*python[\d.]*: No module named (\S+)$`}

// missingModule reports whether a command did nothing because Python lacks the program that the command names.
func missingModule(command, output string) bool {
	found := noModule.Get().FindStringSubmatch(strings.TrimSpace(output))
	return found != nil && slices.Contains(strings.Fields(command), found[1])
}

// credentials are the variables with which claude logs in to an API.
var credentials = []string{
	"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_FOUNDRY_API_KEY",
	"AWS_BEARER_TOKEN_BEDROCK", "CLAUDE_CODE_OAUTH_TOKEN",
}

// Env returns the environment for checks: the user's, without credentials and without variables that contain one
// of the secrets. CI=1 and TERM=dumb keep programs from asking questions and from drawing.
func Env(environ, secrets []string) []string {
	env := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, value, _ := strings.Cut(entry, "=")
		return name == "CI" || name == "TERM" || slices.Contains(credentials, name) ||
			slices.ContainsFunc(secrets, func(one string) bool { return secret.IsIn(value, one) })
	})
	return append(env, "CI=1", "TERM=dumb")
}
