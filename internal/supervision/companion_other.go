//go:build !linux

package supervision

import "syscall"

// companionAttributes are those of the program that a [Companion] runs. There is no death signal here: when ccc is
// killed, the program is left in the background of the terminal, where it can read nothing.
func companionAttributes() *syscall.SysProcAttr { return nil }
