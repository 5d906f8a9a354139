package link

import (
	"ccc/internal/lang"
	"ccc/internal/supervision/runid"
)

// RubricChangedError says, in the ccc of a task, that the rubric has changed since the run began.
type RubricChangedError struct{ path string }

// Message returns the text of the error, which can be translated.
func (e *RubricChangedError) Message() lang.Message {
	return lang.M("%s, or a file next to it, has changed since the run began", e.path)
}
func (e *RubricChangedError) Error() string { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *RubricChangedError) ExitCode() int { return 2 }

// Hint tells the user what to do next.
func (e *RubricChangedError) Hint() lang.Message {
	return lang.M("look at it, and start the run again")
}

// SettingsChangedError says, in the ccc of a task, that the project's settings have changed since the task began.
type SettingsChangedError struct{}

// Message returns the text of the error, which can be translated.
func (e *SettingsChangedError) Message() lang.Message {
	return lang.M("what claude runs in this directory, or how it is set up here, has changed since the task began")
}
func (e *SettingsChangedError) Error() string { return e.Message().String() }

// HeldError says, in the ccc of a task, that another run is doing the task.
type HeldError struct{ *runid.HeldError }

// Message returns the text of the error, which can be translated.
func (e *HeldError) Message() lang.Message {
	return lang.M("this task is being done by pid %d on %s", e.Pid, e.Host)
}
func (e *HeldError) Error() string { return e.Message().String() }
