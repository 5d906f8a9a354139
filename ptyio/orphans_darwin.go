package ptyio

import (
	"bytes"
	"encoding/binary"
	"os"

	"golang.org/x/sys/unix"
)

// marked lists the processes of this user that have the mark in their environment, as far as the kernel shows it. It
// hides the environment of the system's own programs (System Integrity Protection).
func marked(mark string) []int {
	var pids []int
	for _, p := range processes() {
		if pid := int(p.Proc.P_pid); processHasMark(pid, mark) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func processHasMark(pid int, mark string) bool {
	args, err := unix.SysctlRaw("kern.procargs2", pid)
	return err == nil && hasMark(environ(args), mark)
}

// environ returns the environment in the result of kern.procargs2:
//
//	argc (4 bytes) ┆ path of the program ┆ one or more NUL ┆ argc arguments, each with a NUL ┆ environment
func environ(args []byte) []byte {
	if len(args) < 4 {
		return nil
	}
	argc := int(binary.NativeEndian.Uint32(args))
	_, rest, _ := bytes.Cut(args[4:], []byte{0})
	rest = bytes.TrimLeft(rest, "\x00")
	for ; argc > 0 && len(rest) > 0; argc-- {
		_, rest, _ = bytes.Cut(rest, []byte{0})
	}
	return rest
}

func processes() []unix.KinfoProc {
	all, _ := unix.SysctlKinfoProcSlice("kern.proc.uid", os.Getuid()) // after an error the listed part is used
	return all
}

// relative is a descendant, identified by its number and its start time, which no other process with that number has.
type relative struct {
	pid   int
	begin unix.Timeval
}

func (r relative) alive() bool {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", r.pid)
	return err == nil && p.Proc.P_starttime == r.begin && p.Proc.P_stat != zombie
}

// zombie is SZOMB of sys/proc.h.
const zombie = 5

// descendantsOf lists the descendants of pid. Call it while pid lives: the children of a dead process belong to process
// 1.
func descendantsOf(pid int) []relative {
	children := map[int][]relative{}
	for _, p := range processes() {
		parent := int(p.Eproc.Ppid)
		children[parent] = append(children[parent], relative{int(p.Proc.P_pid), p.Proc.P_starttime})
	}
	var kin []relative
	for next := children[pid]; len(next) > 0; {
		r := next[0]
		next = append(next[1:len(next):len(next)], children[r.pid]...)
		kin = append(kin, r)
	}
	return kin
}
