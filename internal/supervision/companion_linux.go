package supervision

import "syscall"

// companionAttributes are those of the program that a [Companion] runs. When ccc is killed, the program is asked to
// end: the shell reads the terminal then.
func companionAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}
