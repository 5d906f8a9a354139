package plan

import (
	"ccc/internal/lang"
	"ccc/internal/supervision/runid"
)

// NoTasksError says that a file contains no task.
type NoTasksError struct{ path string }

// Message returns the text of the error, which can be translated.
func (e *NoTasksError) Message() lang.Message { return lang.M("there is no task in %s", e.path) }
func (e *NoTasksError) Error() string         { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *NoTasksError) ExitCode() int { return 2 }

// Hint tells the user what to do next.
func (e *NoTasksError) Hint() lang.Message {
	return lang.M("a task is an item with a box: - [ ] fix the parser")
}

// NoPlanError says why a file cannot be a plan.
type NoPlanError struct {
	path string
	why  error
}

// Message returns the text of the error, which can be translated.
func (e *NoPlanError) Message() lang.Message { return lang.M("%s is not a plan: %v", e.path, e.why) }
func (e *NoPlanError) Error() string         { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *NoPlanError) ExitCode() int { return 2 }

// NumberError says that the plan has no task with that number.
type NumberError struct {
	path          string
	number, count int
}

// Message returns the text of the error, which can be translated.
func (e *NumberError) Message() lang.Message {
	return lang.M("there is no task %d in %s, which has %d", e.number, e.path, e.count)
}
func (e *NumberError) Error() string { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *NumberError) ExitCode() int { return 2 }

// HeldError says that another ccc is running the plan.
type HeldError struct {
	path   string
	holder *runid.HeldError
}

// Message returns the text of the error, which can be translated.
func (e *HeldError) Message() lang.Message {
	return lang.M("%s is being run by pid %d on %s", e.path, e.holder.Pid, e.holder.Host)
}
func (e *HeldError) Error() string { return e.Message().String() }

// ExitCode is the exit code that tells the caller to try again later.
func (e *HeldError) ExitCode() int { return e.holder.ExitCode() }

// TreeHeldError says that another run commits in this work tree.
type TreeHeldError struct{ HeldError }

// Message returns the text of the error, which can be translated.
func (e *TreeHeldError) Message() lang.Message {
	return lang.M("another ccc run --commit works in %s: pid %d on %s", e.path, e.holder.Pid, e.holder.Host)
}
func (e *TreeHeldError) Error() string { return e.Message().String() }
