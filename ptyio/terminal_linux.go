package ptyio

import "golang.org/x/sys/unix"

const (
	getTermios = unix.TCGETS
	putTermios = unix.TCSETS
)
