// Package process identifies processes: which claude runs a hook, and whether it still runs. docs/design/claude.md,
// "Processes", describes the process tree around Claude Code.
package process

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Process identifies a process by its number and its start. No later process with that number has the same start.
type Process struct {
	Pid   int    `json:"pid"`
	Start string `json:"start"` // can only be compared for equality
}

// info is what the system knows about a process.
type info struct {
	name   string // of the program, cut to 15 bytes
	parent int
	start  string
	zombie bool
}

// shells run the commands of hooks and tools. They are between claude and ccc in the process tree.
var shells = []string{"sh", "bash", "dash", "zsh", "ksh", "ksh93", "mksh", "fish", "ash", "busybox"}

// Of returns a running process.
func Of(pid int) (Process, bool) {
	i, ok := readInfo(pid)
	return Process{pid, i.start}, ok && !i.zombie
}

// Claude returns the claude for which pid runs, as a hook or as a command of a tool: the nearest ancestor that is not a
// shell. If no claude started pid, it may be any program.
func Claude(pid int) (Process, bool) {
	for i, ok := readInfo(pid); ok && i.parent > 1; {
		pid = i.parent
		if i, ok = readInfo(pid); ok && !slices.Contains(shells, i.name) {
			return Process{pid, i.start}, true
		}
	}
	return Process{}, false
}

// Programs lists the files of the programs that run as pid. If that is a shell, which runs a wrapper, its children are
// included. It is empty if the process has ended.
func Programs(pid int) (paths []string) {
	path, err := program(pid)
	if err != nil {
		return nil
	}
	paths = []string{path}
	if !slices.Contains(shells, filepath.Base(path)) {
		return paths
	}
	for _, child := range Children(pid) {
		paths = append(paths, Programs(child)...)
	}
	return paths
}

// Children lists the processes that have pid as their parent, those that have ended and are not waited for included.
func Children(pid int) []int {
	return slices.DeleteFunc(allPIDs(), func(child int) bool {
		i, ok := readInfo(child)
		return !ok || i.parent != pid
	})
}

// Ancestors yields the processes above pid, the nearest first. Each is looked up when it is yielded.
func Ancestors(pid int) iter.Seq[Process] {
	return func(yield func(Process) bool) {
		for i, ok := readInfo(pid); ok && i.parent > 1; {
			pid = i.parent
			if i, ok = readInfo(pid); ok && !yield(Process{pid, i.start}) {
				return
			}
		}
	}
}

// IsAbove reports whether p is an ancestor of pid.
func (p Process) IsAbove(pid int) bool {
	for one := range Ancestors(pid) {
		if one == p {
			return true
		}
	}
	return false
}

// Peer returns the process that made the socket f, if f is one end of a connected pair of unix sockets. Claude gives
// such a pair to each hook (2.1.5 to 2.1.330). The answer comes from the kernel, and claude's tools cannot open a
// socket of claude's, so nothing that they start can pass for a hook.
func Peer(f *os.File) (Process, bool) {
	pid, err := peerPID(int(f.Fd()))
	if err != nil || pid <= 0 {
		return Process{}, false
	}
	return Of(pid)
}

// Alive reports whether the process runs.
func (p Process) Alive() bool {
	now, ok := Of(p.Pid)
	return ok && now == p
}

// StartTime returns when a running process was started, by the present clock; zero if unknown.
func (p Process) StartTime() time.Time { return startTime(p.Start) }

// with lists the other processes that were started with an environment that is ours, if the system shows it.
func with(ours func(env []string) bool) (list []Process) {
	for _, pid := range allPIDs() {
		if p, ok := Of(pid); ok && pid != os.Getpid() {
			if env, err := Environ(pid); err == nil && ours(env) {
				list = append(list, p)
			}
		}
	}
	return list
}

// dying is how long processes may take to end after the one that has started them.
const dying = 200 * time.Millisecond

// Left names the processes that were started with an environment that is ours, and that a program has left running at
// its end: "node (1234)". Calls of this program, such as its hooks, are left out: they end by themselves.
func Left(ours func(env []string) bool) (names []string) {
	if len(with(ours)) == 0 {
		return nil
	}
	time.Sleep(dying)
	self := Process{Pid: os.Getpid()}.Name()
	for _, p := range with(ours) {
		if name := p.Name(); name != "" && name != self {
			names = append(names, fmt.Sprintf("%s (%d)", name, p.Pid))
		}
	}
	return names
}

// Name returns the file name of the program, cut to 15 bytes, or "" if the process has ended.
func (p Process) Name() string {
	i, _ := readInfo(p.Pid)
	return i.name
}

// Environ returns the environment with which a process of the same user was started, without later changes. It is an
// error if the system does not show it.
func Environ(pid int) ([]string, error) {
	text, err := environ(pid)
	if err != nil {
		return nil, fmt.Errorf("read the environment of process %d: %w", pid, err)
	}
	return strings.FieldsFunc(text, func(r rune) bool { return r == 0 }), nil
}
