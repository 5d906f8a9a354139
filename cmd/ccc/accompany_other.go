//go:build !linux

package main

import "syscall"

// companionAttributes are those of the program that ccc accompanies. There is no death signal here: when ccc is killed,
// the program is left in the background of the terminal, where it can read nothing.
func companionAttributes() *syscall.SysProcAttr { return nil }
