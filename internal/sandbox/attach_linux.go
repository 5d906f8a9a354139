//go:build amd64 || arm64

package sandbox

import (
	"io/fs"
	"strconv"

	"golang.org/x/sys/unix"
)

// copy mounts a tree of the system at target, read-only, without set-user-ids and devices.
func (t *tree) copy(path, target string, flags uint) error {
	return attach(path, target, flags, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// attach mounts what is at the path, with those attributes, also at target. flags may be AT_RECURSIVE.
func attach(path, target string, flags uint, attributes uint64) error {
	fd, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|flags)
	if err != nil {
		return &fs.PathError{Op: "open_tree", Path: path, Err: err}
	}
	defer unix.Close(fd)
	attr := unix.MountAttr{Attr_set: attributes}
	if err := unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|flags, &attr); err != nil {
		return &fs.PathError{Op: "mount_setattr", Path: path, Err: err}
	}
	err = unix.MoveMount(fd, "", unix.AT_FDCWD, target, unix.MOVE_MOUNT_F_EMPTY_PATH)
	return call1("move_mount", path, err)
}

// restrict adds attributes to a mount.
func restrict(target string, attributes uint64, flags uint) error {
	err := unix.MountSetattr(unix.AT_FDCWD, target, flags, &unix.MountAttr{Attr_set: attributes})
	return call1("mount_setattr", target, err)
}

// bind mounts what is at source, of the layer, at a path.
func (t *tree) bind(source, path string, fixed bool) error {
	attributes := uint64(unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV)
	if fixed {
		attributes |= unix.MOUNT_ATTR_RDONLY
	}
	return attach(source, t.at(path), 0, attributes)
}

// fresh mounts a file system in memory at a path; size is in bytes. It becomes read-only at the end.
func (t *tree) fresh(path string, size int) error {
	err := unix.Mount("tmpfs", t.at(path), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV,
		"mode=0755,nr_inodes=4096,size="+strconv.Itoa(size))
	t.late = append(t.late, t.at(path))
	return call1("mount a tmpfs on", path, err)
}

// call1 is the error of a system call on a path, nil if there is none.
func call1(op, path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}
