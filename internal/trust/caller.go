package trust

import (
	"os"
	"slices"

	"ccc/internal/process"
	"ccc/internal/state"
	"ccc/ptyio"
)

// IsUser reports whether the user calls, and not an agent. A user has a terminal; an agent's tools have none.
func IsUser(env []string, dir state.Dir) bool { return !IsInside(env, dir) && process.HasTerminal() }

// IsInside reports whether a claude that is reviewed is an ancestor of this process, however the agent has changed
// the environment in between.
func IsInside(env []string, dir state.Dir) bool {
	above := slices.Collect(process.Ancestors(os.Getpid()))
	inLoop := func(one process.Process) bool {
		theirs, err := process.Environ(one.Pid)
		return err == nil && ptyio.IsOurs(theirs)
	}
	isOwner := func(launch state.State) bool { return slices.Contains(above, launch.Owner) }
	return ptyio.IsOurs(env) || slices.ContainsFunc(above, inLoop) || slices.ContainsFunc(dir.Launches(), isOwner)
}
