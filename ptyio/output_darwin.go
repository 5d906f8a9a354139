package ptyio

import "syscall"

// attributes are those of a child: a session of its own, led by it, with the pty on its stdout as the controlling
// terminal. When ccc is killed, the pty's hang-up ends the child; without a pty it is left with the end of its stdin,
// as there is no death signal here.
func attributes(pipes bool) *syscall.SysProcAttr {
	if pipes {
		return &syscall.SysProcAttr{Setsid: true}
	}
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
}
