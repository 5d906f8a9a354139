// Package process tells processes apart: which claude runs a hook, and whether it is still there. The process tree
// around Claude Code is described in docs/claude.md, "Processes".
package process

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Process is known by its number and by its start, which no later process with that number has.
type Process struct {
	Pid   int    `json:"pid"`
	Start string `json:"start"` // to be compared only
}

// info is what the system tells of a process.
type info struct {
	name   string // of the program's file, cut to 15 bytes
	parent int
	start  string
	zombie bool
}

// shells run the commands of hooks and of tools; they stand between claude and ccc.
var shells = []string{"sh", "bash", "dash", "zsh", "ksh", "ksh93", "mksh", "fish", "ash", "busybox"}

// Of gives a process that runs.
func Of(pid int) (Process, bool) {
	i, ok := look(pid)
	return Process{pid, i.start}, ok && !i.zombie
}

// Claude gives the process for which pid runs as a hook or as a tool's command: its nearest ancestor that is not a
// shell. That is a claude if pid was called by one; else it may be any program.
func Claude(pid int) (Process, bool) {
	for i, ok := look(pid); ok && i.parent > 1; {
		pid = i.parent
		if i, ok = look(pid); ok && !slices.Contains(shells, i.name) {
			return Process{pid, i.start}, true
		}
	}
	return Process{}, false
}

// Alive reports whether the process runs.
func (p Process) Alive() bool {
	now, ok := Of(p.Pid)
	return ok && now == p
}

// Began is when a process was started that runs, by the clock as it goes now; zero if that is not known.
func (p Process) Began() time.Time { return began(p.Start) }

// With gives the processes that were started with that entry in their environment, as far as the system tells of them.
func With(entry string) (list []Process) {
	for _, pid := range all() {
		if p, ok := Of(pid); ok {
			if env, err := Environ(pid); err == nil && slices.Contains(env, entry) {
				list = append(list, p)
			}
		}
	}
	return list
}

// Name is that of the program's file, cut to 15 bytes; "" where the process has ended.
func (p Process) Name() string {
	i, _ := look(p.Pid)
	return i.name
}

// Environ gives the environment with which a process of the same user was started, which nothing that it has read since
// has changed. It is an error where the system does not tell.
func Environ(pid int) ([]string, error) {
	text, err := environ(pid)
	if err != nil {
		return nil, fmt.Errorf("read the environment of process %d: %w", pid, err)
	}
	return strings.FieldsFunc(text, func(r rune) bool { return r == 0 }), nil
}
