package file

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange makes two files change places.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// hold keeps a file from being opened for writing until f, which reads it, is closed: who tries waits so long. It is
// refused while somebody has it open for writing. Nobody is to be kept waiting for longer than reading takes.
func hold(f *os.File) writers {
	switch _, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK); err {
	case nil:
		return none
	case unix.EAGAIN:
		return some
	}
	return unknown // somebody else's file, or a file system without leases
}
