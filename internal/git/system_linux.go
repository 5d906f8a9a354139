package git

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes are those of a git process: it leads a group, and is killed when ccc is.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limitMemory bounds what a process, and what it starts from now on, may allocate. It does nothing for 0 bytes.
func limitMemory(pid, bytes int) {
	if bytes > 0 {
		limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
		_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &limit, nil) // fails for a process that has ended
	}
}

// datesWrites reports whether the file system of a directory gives a file new times at the first write into each page
// that it has written to the disk. Those do that are named; one in memory (tmpfs) does not.
func datesWrites(dir string) bool {
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

// syncFiles writes what the file system of a directory has in memory to the disk.
func syncFiles(dir string) error {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Syncfs(fd)
}
