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

// Main is the first code that runs inside a cage. ccc calls it with the arguments after [InitArg], if that is its first
// argument. It returns the exit code.
func Main(args, env []string, stdout, stderr io.Writer) int {
	switch {
	case len(args) == 1 && args[0] == trialArg:
		fmt.Fprint(stdout, trialOutput)
		return 0
	case len(args) >= 2:
		closeInherited()
		enter := entryPoints[Kind(args[0])]
		if Kind(args[0]) == Tools {
			enter = enterTools
		}
		if enter != nil {
			code, err := enter(args[1:], env)
			if err != nil {
				fmt.Fprintln(stderr, err)
			}
			return code
		}
	}
	fmt.Fprintln(stderr, lang.M("%s is for ccc itself", InitArg))
	return 2
}

// closeInherited closes descriptors that ccc inherited, such as an open directory through which every file could be
// reached. It keeps the lifeline and the descriptors of the Go runtime. The program gets neither.
func closeInherited() {
	entries, _ := os.ReadDir("/dev/fd") // if this fails, /proc is missing and no cage can be made
	for _, entry := range entries {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil || fd <= 2 {
			continue
		}
		syscall.CloseOnExec(fd)
		to, err := os.Readlink("/proc/self/fd/" + entry.Name())
		if err == nil && fd != lifeline && !strings.HasPrefix(to, "anon_inode:") { // except those of the Go runtime
			_ = syscall.Close(fd)
		}
	}
}

// lifeline is the descriptor of the pipe from ccc. Reading it ends when ccc ends.
const lifeline = 3

// failedToEnter is the exit code of a cage that could not be made.
const failedToEnter = 125
