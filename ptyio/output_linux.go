package ptyio

import "syscall"

// attributes returns the attributes of a child: it leads its own session, with the pty on its stdout as the
// controlling terminal. When ccc is killed, the pty's hang-up ends the child; without a pty SIGTERM does.
func attributes(pipes bool) *syscall.SysProcAttr {
	if pipes {
		return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGTERM}
	}
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
}
