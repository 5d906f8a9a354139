package file

import (
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// exchange swaps two files.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// leaseFile takes a read lease on f: a program that opens the file for writing waits until f is closed, which must be
// soon. It is refused while a program has the file open for writing.
func leaseFile(f *os.File) writers {
	switch _, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK); err {
	case nil:
		return none
	case unix.EAGAIN:
		return some
	}
	return unknown // another user's file, or a file system without leases
}

// isMadeByKernel reports whether the kernel makes up the content of a regular file when it is read, such as
// /proc/kmsg, which has no end. Such files have no size, and a read may wait, unlike on a disk. A read of a FUSE file
// may wait, too.
func isMadeByKernel(f *os.File, info fs.FileInfo) bool {
	if info.Size() != 0 || f.SetReadDeadline(time.Time{}) != nil {
		return false
	}
	var stat unix.Statfs_t
	conn, err := f.SyscallConn()
	if err == nil {
		_ = conn.Control(func(fd uintptr) { err = unix.Fstatfs(int(fd), &stat) })
	}
	return err != nil || stat.Type != unix.FUSE_SUPER_MAGIC
}
