package ptyio

import "golang.org/x/sys/unix"

const (
	getTermios = unix.TIOCGETA
	putTermios = unix.TIOCSETA
)
