package sandbox

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

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
		shed()
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

// shed closes what ccc was given by whoever started it, a directory perhaps, from which all could be reached. What the
// program does not get and this process needs stays open.
func shed() {
	entries, _ := os.ReadDir("/dev/fd") // without it there is no cage either: it has /proc
	for _, entry := range entries {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil || fd <= 2 {
			continue
		}
		syscall.CloseOnExec(fd)
		to, err := os.Readlink("/proc/self/fd/" + entry.Name())
		if err == nil && fd != lifeline && !strings.HasPrefix(to, "anon_inode:") { // those are the Go runtime's
			_ = syscall.Close(fd)
		}
	}
}

// lifeline is the descriptor of the pipe from ccc.
const lifeline = 3

// failedToEnter is the exit code of a cage that could not be made.
const failedToEnter = 125
