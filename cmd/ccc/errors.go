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

// Hint is the hint of the error in it, else seeHelp.
func (e usageError) Hint() lang.Message {
	if hint := lang.HintOf(e.err); !hint.Empty() {
		return hint
	}
	return seeHelp
}

// seeHelp is the hint for a launch. A command names its own help.
var seeHelp = lang.M("see ccc --help")
