package worktree

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// DirtyError says that the user's uncommitted changes would be committed together with a task.
type DirtyError struct {
	list   []string
	except []string // git patterns for all files but the plan
	By     string   // the title of a task whose ccc was killed, and which may have made the changes
}

// Message returns the text of the error, which can be translated.
func (e *DirtyError) Message() lang.Message {
	return lang.M("--commit would commit what is there already: %s", text.FirstFew(e.list))
}
func (e *DirtyError) Error() string { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *DirtyError) ExitCode() int { return 2 }

// Hint tells the user what to do next.
func (e *DirtyError) Hint() lang.Message {
	stash := "git stash push --include-untracked -- " + strings.Join(e.except, " ")
	switch {
	case e.By != "":
		return lang.M("this may be the work of %q, whose ccc was killed: git commit it, and the task goes on with it. "+
			"What is not of the task: %s", e.By, stash)
	case slices.ContainsFunc(e.list, func(name string) bool { return path.Base(name) == "SUPERVISOR.md" }):
		return lang.M("git commit it yourself first: git stash would take SUPERVISOR.md away, by which the " +
			"tasks are judged")
	}
	return lang.M("git commit it yourself first, or: %s", stash)
}

// TakenError says that a branch has the name ccc, so that git can make no branch ccc/NAME.
type TakenError struct{}

// Message returns the text of the error, which can be translated.
func (e *TakenError) Message() lang.Message {
	return lang.M("there is a branch named ccc: git makes no branch ccc/NAME beside it")
}
func (e *TakenError) Error() string { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *TakenError) ExitCode() int { return 2 }

// Hint tells the user what to do next.
func (e *TakenError) Hint() lang.Message { return lang.M("rename it: git branch -m ccc OTHER-NAME") }

// ConflictError says that two branches that a task builds on cannot be merged.
type ConflictError struct {
	Branch string
	Err    error
}

func (e *ConflictError) Error() string { return e.Message().String() }
func (e *ConflictError) Unwrap() error { return e.Err }

// Message returns the text of the error, which can be translated.
func (e *ConflictError) Message() lang.Message {
	return lang.M("%s cannot be merged with what the next tasks build on: %v", e.Branch, e.Err)
}

// SettingsError says that the branches that a task builds on change the settings.
type SettingsError struct{ Files string }

// Message returns the text of the error, which can be translated.
func (e *SettingsError) Message() lang.Message {
	return lang.M("the branches that it builds on change what claude runs, or how it is set up: %s. Look at them, and "+
		"merge them yourself", e.Files)
}
func (e *SettingsError) Error() string { return e.Message().String() }
