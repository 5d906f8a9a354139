package file

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange swaps two files.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// hold takes a read lease on f: a program that opens the file for writing waits until f is closed, which must be soon.
// It is refused while a program has the file open for writing.
func hold(f *os.File) writers {
	switch _, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK); err {
	case nil:
		return none
	case unix.EAGAIN:
		return some
	}
	return unknown // another user's file, or a file system without leases
}
