package ptyio

import (
	"os"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TCGETS
	putTermios = unix.TCSETS
)

// Discard drops what was typed at a terminal and not read yet. On another file it does nothing.
func Discard(f *os.File) { _ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) }
