package main

import (
	"errors"
	"fmt"
	"os/exec"

	"ccc/internal/lang"
)

// exitStatus ends the program with this code and without a message: it has been said already.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// exitCode is that of the first error in the chain that has one.
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

// usageError says what is wrong with the command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }
func (e usageError) ExitCode() int { return 2 }

// Hint names the next step.
func (e usageError) Hint() lang.Message { return lang.M("see ccc --help") }

// hinted adds a next step to an error.
type hinted struct {
	error
	hint any // a lang.Message, or words that are in the person's language already
}

func (e hinted) Unwrap() error { return e.error }

func withHint(err error, hint any) error { return hinted{err, hint} }

// hintOf is the next step that the first error in the chain names, nil if there is none.
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
