package ptyio

import (
	"os"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	putTermios = unix.TIOCSETA
)

// Discard drops what was typed at a terminal and not read yet. On another file it does nothing.
func Discard(f *os.File) {
	const read = 1 // FREAD of sys/fcntl.h
	_ = unix.IoctlSetPointerInt(int(f.Fd()), unix.TIOCFLUSH, read)
}
