package cage

import (
	"fmt"
	"io"

	"ccc/internal/lang"
)

// Main is what ccc runs when its first argument is [Word]: args are those behind it. It is the first thing inside a
// cage, and gives the exit code.
func Main(args, env []string, stdout, stderr io.Writer) int {
	switch {
	case len(args) == 1 && args[0] == probe:
		fmt.Fprint(stdout, holds)
		return 0
	case len(args) >= 2:
		if enter := entries[Kind(args[0])]; enter != nil {
			code, err := enter(args[1:], env)
			if err != nil {
				fmt.Fprintln(stderr, err)
			}
			return code
		}
	}
	fmt.Fprintln(stderr, lang.M("%s is for ccc itself", Word))
	return 2
}

// failedToEnter is the exit code of a cage that could not be made.
const failedToEnter = 125
