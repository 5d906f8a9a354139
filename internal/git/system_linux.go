package git

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes are those of a git process: it leads a group, and is killed when ccc is.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limitMemory bounds what a process, and what it starts from now on, may allocate. It does nothing for 0 bytes.
func limitMemory(pid, bytes int) {
	if bytes > 0 {
		limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
		_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &limit, nil) // fails for a process that has ended
	}
}
