package main

import (
	"errors"
	"fmt"
	"os/exec"

	"ccc/internal/lang"
)

// exitStatus is an error that ends the program with this code. No message is printed: the user has read it already.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// exitCode is the exit code of the first error in the chain that has one, else 1. The code of a child process that
// failed is not ours.
func exitCode(err error) int {
	var coded interface {
		error
		ExitCode() int
	}
	var child *exec.ExitError
	if errors.As(err, &coded) && !errors.As(err, &child) {
		return coded.ExitCode()
	}
	return 1
}

// usageError is an error in the command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }
func (e usageError) ExitCode() int { return 2 }

// Hint is for a launch; a command names its own help.
func (e usageError) Hint() lang.Message { return lang.M("see ccc --help") }

// hinted adds a next step to an error.
type hinted struct {
	error
	hint any // a lang.Message, or a text in the user's language
}

func (e hinted) Unwrap() error { return e.error }

func withHint(err error, hint any) error { return hinted{err, hint} }

// hintOf is the hint of the first error in the chain that has one, else nil.
func hintOf(err error) any {
	var own hinted
	var message interface {
		error
		Hint() lang.Message
	}
	var text interface {
		error
		Hint() string
	}
	switch {
	case errors.As(err, &own):
		return own.hint
	case errors.As(err, &message):
		return message.Hint()
	case errors.As(err, &text):
		return text.Hint()
	}
	return nil
}
