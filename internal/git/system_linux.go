package git

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes returns the attributes of a git process: it leads a process group, and ends when ccc is killed. At SIGTERM
// git removes its lock files.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

// limitMemory limits what a process, and processes that it starts from now on, may allocate. For 0 bytes it does
// nothing.
func limitMemory(pid, bytes int) {
	if bytes > 0 {
		limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
		_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &limit, nil) // fails for a process that has ended
	}
}

// hasWriteTimes reports whether the file system of a directory is known to give a file new times when a page that was
// written to the disk is changed again. A file system in memory (tmpfs) does not.
func hasWriteTimes(dir string) bool {
	var stat unix.Statfs_t
	if unix.Statfs(dir, &stat) != nil {
		return false
	}
	switch stat.Type {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC: // ext2 and ext3 have the number of ext4
		return true
	}
	return false
}

// syncFiles writes the memory of a directory's file system to the disk.
func syncFiles(dir string) error {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Syncfs(fd)
}
