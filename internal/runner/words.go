package runner

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/runid"
	"ccc/internal/screen"
	"ccc/loop"
)

// NoTasksError says that a file is no plan.
type NoTasksError struct{ path string }

// Message says so in every language.
func (e *NoTasksError) Message() lang.Message { return lang.M("there is no task in %s", e.path) }
func (e *NoTasksError) Error() string         { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *NoTasksError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *NoTasksError) Hint() lang.Message {
	return lang.M("a task is an item with a box: - [ ] fix the parser")
}

// NumberError says that there is no task of that number.
type NumberError struct {
	path        string
	number, all int
}

// Message says so in every language.
func (e *NumberError) Message() lang.Message {
	return lang.M("there is no task %d in %s, which has %d", e.number, e.path, e.all)
}
func (e *NumberError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *NumberError) ExitCode() int { return 2 }

// HeldError says that another ccc runs the plan.
type HeldError struct {
	path string
	by   *runid.HeldError
}

// Message says so in every language.
func (e *HeldError) Message() lang.Message {
	return lang.M("%s is being run by pid %d on %s", e.path, e.by.Pid, e.by.Host)
}
func (e *HeldError) Error() string { return e.Message().String() }

// ExitCode says that it may be tried again.
func (e *HeldError) ExitCode() int { return e.by.ExitCode() }

// DirtyError says that what is not committed would be committed with a task.
type DirtyError struct{ list []string }

// Message says so in every language.
func (e *DirtyError) Message() lang.Message {
	return lang.M("--commit would commit what is there already: %s", few(e.list))
}
func (e *DirtyError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *DirtyError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *DirtyError) Hint() lang.Message {
	return lang.M("commit it yourself first, or git stash --include-untracked")
}

var outcomes = map[loop.Outcome]lang.Message{
	loop.Completed: lang.M("completed"), loop.NotCompleted: lang.M("not completed"),
	loop.NeedsUser: lang.M("needs you"), loop.Interrupted: lang.M("interrupted"), "": lang.M("error"),
}

// Told says what a task came to.
func (c came) Told() lang.Message {
	what := outcomes[c.Outcome]
	if c.Outcome == loop.NeedsUser && c.Retryable {
		what = lang.M("to be tried again later")
	}
	if reason, _, _ := strings.Cut(strings.TrimSpace(c.Reason), "\n"); reason != "" && c.Outcome != loop.Completed {
		return lang.M("%s: %s", what, reason)
	}
	return what
}

// Cells are those of a task in the table of a run, divided by tabs.
func (r Row) Cells(language lang.Language) string {
	came := came{}
	outcome, rounds, cost, took := "-", "-", "-", "-"
	switch {
	case r.came != nil:
		came = *r.came
		outcome, _, _ = strings.Cut(language.Text(outcomes[came.Outcome]), ":")
		rounds, cost = fmt.Sprint(came.Rounds), fmt.Sprintf("$%.2f", came.CostUSD)
		took = screen.Elapsed(time.Duration(came.DurationMS) * time.Millisecond)
	case r.Done:
		outcome = language.Sprintf("done before")
	}
	return strings.Join([]string{
		fmt.Sprint(r.Number), outcome, rounds, cost, took, cmp.Or(r.Branch, "-"), cmp.Or(came.SessionID, "-"), r.Title,
	}, "\t")
}
