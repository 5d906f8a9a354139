package console

import (
	"errors"
	"fmt"
	"os/exec"

	"ccc/internal/lang"
)

// Exit is an error that ends the program with this code. No message is printed: the user has read it already.
type Exit int

func (s Exit) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// ExitCode returns the exit code of the first error in the chain that has one, otherwise 1. The code of a child
// process that failed does not count.
func ExitCode(err error) int {
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

// UsageError is an error in the command line.
type UsageError struct{ err error }

// Usage marks err as an error in the command line: the exit code is 2, and the hint names the help.
func Usage(err error) error { return UsageError{err} }

func (e UsageError) Error() string { return e.err.Error() }
func (e UsageError) Unwrap() error { return e.err }
func (e UsageError) ExitCode() int { return 2 }

// Hint returns the hint of the error inside, otherwise SeeHelp.
func (e UsageError) Hint() lang.Message {
	if hint := lang.HintOf(e.err); !hint.Empty() {
		return hint
	}
	return SeeHelp
}

// SeeHelp is the hint for a launch. A command names its own help.
var SeeHelp = lang.M("see ccc --help")
