package ptyio

import (
	"bytes"
	"encoding/binary"
	"os"

	"golang.org/x/sys/unix"
)

// marked lists the processes of this user with the mark in their environment, as far as the kernel shows it: not for
// the system's own programs, which System Integrity Protection guards.
func marked(mark string) []int {
	var pids []int
	for _, p := range processes() {
		if pid := int(p.Proc.P_pid); carries(pid, mark) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func carries(pid int, mark string) bool {
	args, err := unix.SysctlRaw("kern.procargs2", pid)
	return err == nil && hasMark(environ(args), mark)
}

// environ cuts the environment out of what kern.procargs2 gives:
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
	all, _ := unix.SysctlKinfoProcSlice("kern.proc.uid", os.Getuid()) // what can be listed is swept
	return all
}

// relative is a descendant known by its number and by when it began, which no other process with that number shares.
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

// kinOf lists the descendants of pid. It has to be asked while they still hang together: the children of a dead process
// belong to process 1.
func kinOf(pid int) []relative {
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
