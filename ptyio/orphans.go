package ptyio

import (
	"bytes"
	"crypto/rand"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// markName is the variable that every child gets and hands down to all it starts, with a value that nobody else has.
const markName = "CCC_CHILD"

// family begins the marks of all our children.
var family = sync.OnceValue(rand.Text)

// withMark is env with the mark. Inside another ccc's child the outer mark stays in front: each sweep finds its own.
func withMark(env []string, mark string) []string {
	marked := make([]string, 0, len(env)+1)
	for _, entry := range env {
		if outer, ok := strings.CutPrefix(entry, markName+"="); ok {
			mark = outer + "," + mark
			continue
		}
		marked = append(marked, entry)
	}
	return append(marked, markName+"="+mark)
}

// Marked reports whether env is that of a child of ours, or of what such a child has started.
func Marked(env []string) bool {
	return slices.ContainsFunc(env, func(entry string) bool { return strings.HasPrefix(entry, markName+"=") })
}

// hasMark looks for the mark in an environment as the kernel keeps it: entries that end with a NUL.
func hasMark(env []byte, mark string) bool {
	for entry := range bytes.SplitSeq(env, []byte{0}) {
		if value, ok := bytes.CutPrefix(entry, []byte(markName+"=")); ok && bytes.Contains(value, []byte(mark)) {
			return true
		}
	}
	return false
}

// sweep ends what a killed child left behind.
type sweep struct {
	mark  string
	kin   []relative      // descendants that may not show the mark
	grace time.Duration   // from SIGTERM to SIGKILL
	hurry <-chan struct{} // SIGKILL at once
}

const (
	// sweepPause lies between two looks at the processes: they are not our children, so there is nothing to wait on.
	sweepPause = 10 * time.Millisecond
	// sweepLooks is how many looks in a row have to find nothing: a process shows no environment while it executes
	// another program, and one that is started during a look may be missed by it.
	sweepLooks = 2
)

// run returns when no such process is left, or the time is over. It looks again each time, because those it ends may
// start others.
func (s sweep) run() {
	asked := map[int]bool{}
	begin := time.Now()
	var killed time.Time // since when SIGKILL is sent: however slow the machine, it gets the time to take effect
	for empty := 0; ; time.Sleep(sweepPause) {
		left := s.left()
		if empty++; len(left) > 0 {
			empty = 0
		}
		if empty == sweepLooks {
			return
		}
		if !killed.IsZero() && time.Since(killed) >= killWait {
			return
		}
		kill := time.Since(begin) >= s.grace || isClosed(s.hurry)
		if kill && killed.IsZero() {
			killed = time.Now()
		}
		for _, pid := range left {
			if kill {
				s.signal(pid, syscall.SIGKILL)
			} else if !asked[pid] {
				s.signal(pid, syscall.SIGTERM)
				asked[pid] = true
			}
		}
	}
}

func (s sweep) left() []int {
	left := marked(s.mark)
	for _, r := range s.kin {
		if r.alive() && !slices.Contains(left, r.pid) {
			left = append(left, r.pid)
		}
	}
	self := os.Getpid()
	return slices.DeleteFunc(left, func(pid int) bool { return pid <= 1 || pid == self })
}

// signal takes hold of the process before it looks at it for the last time, so that where the system has handles for
// processes (Linux) a number that was given to another in the meantime does no harm.
func (s sweep) signal(pid int, sig syscall.Signal) {
	p, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	defer p.Release()
	if slices.ContainsFunc(s.kin, func(r relative) bool { return r.pid == pid && r.alive() }) || carries(pid, s.mark) {
		_ = p.Signal(sig)
	}
}
