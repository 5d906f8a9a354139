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

// markName is the variable that every child gets and passes on to all processes that it starts, with a unique value.
const markName = "CCC_CHILD"

// family is the beginning of the marks of all our children.
var family = sync.OnceValue(rand.Text)

// withMark returns env with the mark. In the child of another ccc, that ccc's mark stays in front, so that each sweep
// finds its own.
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

// Family is in the marks of all children of this process, for [HasMark].
func Family() string { return family() }

// HasMark reports whether env belongs to a child of the process with that family, or to a process that such a child
// has started.
func HasMark(env []string, family string) bool {
	return slices.ContainsFunc(env, func(entry string) bool {
		value, ok := strings.CutPrefix(entry, markName+"=")
		return ok && strings.Contains(value, family)
	})
}

// IsOurs reports whether env belongs to a child of ours, or to a process that such a child has started.
func IsOurs(env []string) bool {
	return slices.ContainsFunc(env, func(entry string) bool { return strings.HasPrefix(entry, markName+"=") })
}

// hasMark looks for the mark in an environment in the kernel's form: entries that end with a NUL.
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
	kin   []relative      // descendants whose mark may not be readable
	grace time.Duration   // from SIGTERM to SIGKILL
	hurry <-chan struct{} // SIGKILL at once
}

const (
	// sweepPause is the time between two looks at the processes. They are not our children, so they cannot be waited
	// for.
	sweepPause = 10 * time.Millisecond
	// sweepLooks is how many looks in a row must find nothing. A process shows no environment while it executes
	// another program, and a look may miss a process that is started meanwhile.
	sweepLooks = 2
)

// run ends the processes, and returns when none is left or the time is over. It looks again and again, because the
// processes that it ends may start others.
func (s sweep) run() {
	asked := map[int]bool{}
	begin := time.Now()
	var killed time.Time // when SIGKILL was sent first: even on a slow machine it gets time to take effect
	for empty := 0; ; time.Sleep(sweepPause) {
		left := s.survivors()
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

func (s sweep) survivors() []int {
	left := marked(s.mark)
	for _, r := range s.kin {
		if r.alive() && !slices.Contains(left, r.pid) {
			left = append(left, r.pid)
		}
	}
	self := os.Getpid()
	return slices.DeleteFunc(left, func(pid int) bool { return pid <= 1 || pid == self })
}

// signal takes a handle of the process before it checks the mark for the last time. So, where the system has such
// handles (Linux), it does no harm if another process gets the number meanwhile.
func (s sweep) signal(pid int, sig syscall.Signal) {
	p, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	defer p.Release()
	isKin := slices.ContainsFunc(s.kin, func(r relative) bool { return r.pid == pid && r.alive() })
	if isKin || processHasMark(pid, s.mark) {
		_ = p.Signal(sig)
	}
}
