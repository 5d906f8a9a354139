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
	"ccc/internal/text"
	"ccc/ptyio"
)

// defaultCheckTimeout is for a check that has none.
const defaultCheckTimeout = 10 * time.Minute

// CheckState says how a check ended.
type CheckState string

// The states of a check.
const (
	CheckPassed    CheckState = "passed"
	CheckFailed    CheckState = "failed"
	CheckTimedOut  CheckState = "timed out"
	CheckCannotRun CheckState = "cannot run" // the command is missing or not executable: neither passed nor failed
	CheckStopped   CheckState = "stopped"    // by the context: the work may be good or bad
)

// CheckResult is how one check ended.
type CheckResult struct {
	Name     string
	Command  string
	State    CheckState
	Exit     int // 128 + the signal that ended it; -1 if it did not run
	Duration time.Duration
	Output   string // the end of it, at most 8 KiB of whole lines, without control characters
	Tree     string // git tree that it ran on; "" if unknown
	Changed  bool   // the check has changed files
	Reused   bool   // it is a result of [CheckOptions.Last], and was not run again
}

// CheckOptions say how checks run.
type CheckOptions struct {
	Dir      string
	Env      []string // the whole environment, see [CheckEnv]
	FailFast bool     // stop after the first check that fails or takes too long
	// Output gets each line that a check writes, in the goroutine that called RunChecks; nil drops them.
	Output func(check, line string)
	// Tree returns the git tree of the work, "" if unknown; nil if it is never known.
	Tree func(ctx context.Context) string
	// Last are earlier results. A check that passed on the present tree is not run again. One that failed is, because
	// its cause may be outside the tree.
	Last    []CheckResult
	Started func(rubric.Check) // called before a check runs; nil for nobody
	Ended   func(CheckResult)  // called after a check, or if its earlier result holds; nil for nobody
}

// RunChecks runs the checks one after the other. The results are those of the checks that were started. When ctx is
// done, it stops the check that runs and starts no other.
//
// Each check is the leader of a session and of a process group, without a terminal or standard input. Processes that it
// leaves running are ended with it, as far as [ptyio.Command.Sweep] finds them.
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

// reusable returns the earlier result of a check, if it holds for the tree.
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

// script runs $1 without input, and with stderr in stdout.
const script = `exec "$0" -c "$1" </dev/null 2>&1`

// grace is short: a check reads no input, and the user waits.
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
	why := CheckPassed // state by the way it ended; valid when ended is closed
	go func() {
		defer close(ended)
		select {
		case <-child.Exited(): // at once: processes that it left behind may keep the output open
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
	case r.Exit == 126 || r.Exit == 127, // sh's codes for that
		r.Exit == 1 && missingModule(c.Run, r.Output):
		r.State = CheckCannotRun
	case r.Exit != 0:
		r.State = CheckFailed
	}
	return r
}

// noModule is the one line that Python prints for python -m NAME, if it has no module of that name.
var noModule = text.Pattern(`^\S*python[\d.]*: No module named (\S+)$`)

// missingModule reports whether a command did nothing, because Python lacks the program that it names.
func missingModule(command, output string) bool {
	found := noModule().FindStringSubmatch(strings.TrimSpace(output))
	return found != nil && slices.Contains(strings.Fields(command), found[1])
}

// credentials are the variables by which claude logs in to an API.
var credentials = []string{
	"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_FOUNDRY_API_KEY",
	"AWS_BEARER_TOKEN_BEDROCK", "CLAUDE_CODE_OAUTH_TOKEN",
}

// CheckEnv returns the environment for checks: the user's, without credentials and without variables that contain one
// of the secrets. CI=1 and TERM=dumb keep programs from asking questions and from drawing.
func CheckEnv(environ, secrets []string) []string {
	env := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, value, _ := strings.Cut(entry, "=")
		return name == "CI" || name == "TERM" || slices.Contains(credentials, name) ||
			slices.ContainsFunc(secrets, func(one string) bool { return secret.Holds(value, one) })
	})
	return append(env, "CI=1", "TERM=dumb")
}
