//go:build amd64 || arm64

package sandbox

import (
	"io/fs"
	"strconv"

	"golang.org/x/sys/unix"
)

// mountReadOnly mounts the existing path at target, read-only, and without devices and set-user-id programs.
func (t *tree) mountReadOnly(path, target string, flags uint) error {
	return cloneMount(path, target, flags, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// cloneMount mounts the existing path a second time at target, with additional attributes. flags may be AT_RECURSIVE.
func cloneMount(path, target string, flags uint, attributes uint64) error {
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
	return pathError("move_mount", path, err)
}

// setMountAttributes adds attributes to a mount.
func setMountAttributes(target string, attributes uint64, flags uint) error {
	err := unix.MountSetattr(unix.AT_FDCWD, target, flags, &unix.MountAttr{Attr_set: attributes})
	return pathError("mount_setattr", target, err)
}

// mountFromLayer mounts source, which is in the layer, at a path. fixed makes the mount read-only.
func (t *tree) mountFromLayer(source, path string, fixed bool) error {
	attributes := uint64(unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV)
	if fixed {
		attributes |= unix.MOUNT_ATTR_RDONLY
	}
	return cloneMount(source, t.inRoot(path), 0, attributes)
}

// mountTmpfs mounts a file system in memory at a path. size is in bytes. It becomes read-only after all other mounts
// are made.
func (t *tree) mountTmpfs(path string, size int) error {
	err := unix.Mount("tmpfs", t.inRoot(path), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV,
		"mode=0755,nr_inodes=4096,size="+strconv.Itoa(size))
	t.readOnlyLast = append(t.readOnlyLast, t.inRoot(path))
	return pathError("mount a tmpfs on", path, err)
}

// pathError adds the operation and the path to an error; nil stays nil.
func pathError(op, path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}
