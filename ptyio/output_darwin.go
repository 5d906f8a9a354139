package ptyio

import "syscall"

// attributes returns the attributes of a child: it leads its own session, with the pty on its stdout as the
// controlling terminal. When ccc is killed, the pty's hang-up ends the child. Without a pty only the end of its stdin
// remains, because macOS has no death signal.
func attributes(pipes bool) *syscall.SysProcAttr {
	if pipes {
		return &syscall.SysProcAttr{Setsid: true}
	}
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
}
