//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// Files that are not there for the cage, and those that it cannot change.

// hide puts nothing in the place of a file or a directory.
func (t *tree) hide(path string) error {
	info, err := os.Lstat(t.inRoot(path))
	switch {
	case err != nil:
		return nil // it is not there anyway
	case info.IsDir():
		return t.mountTmpfs(path, 64<<10)
	}
	return t.mountFromLayer(filepath.Join(t.layer, "empty"), path, true)
}

// exposeReadOnly makes a file or a directory readable that could be changed or could not be seen.
func (t *tree) exposeReadOnly(path string) error {
	if !t.makeTarget(path) {
		return nil
	}
	return t.mountReadOnly(path, t.inRoot(path), unix.AT_RECURSIVE)
}

// pin makes a directory a mount of its own, where it is writable: it, and what is on the way to it, cannot be renamed,
// and another be put in its place.
func (t *tree) pin(path string) error {
	mounted := slices.Concat(t.coveredDirs, t.ownDirs, t.pinned)
	if !t.isWritable(path) || slices.Contains(mounted, path) || !t.makeTarget(path) {
		return nil
	}
	t.pinned = append(t.pinned, path)
	return cloneMount(t.inRoot(path), t.inRoot(path), unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// replaceLink puts a mount of the directory that a symbolic link leads to in the place of the link.
func (t *tree) replaceLink(link string) error {
	to, err := filepath.EvalSymlinks(link)
	if err != nil {
		return err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(link))
	if err != nil {
		return err
	}
	target := t.inRoot(filepath.Join(parent, filepath.Base(link)))
	if info, err := os.Lstat(target); err != nil || info.Mode()&fs.ModeSymlink == 0 || !t.isWritable(parent) {
		return nil // it has been replaced, or cannot be changed
	}
	if err := errors.Join(os.Remove(target), os.Mkdir(target, 0o755)); err != nil {
		return err
	}
	return cloneMount(t.inRoot(to), target, unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// freeze keeps what a name stands for as it is: a file or a directory, what a symbolic link leads to, or nothing at all,
// which is an empty object for a file in JSON and an empty directory for any other.
func (t *tree) freeze(path string) error {
	target := t.inRoot(path)
	source := path
	info, err := os.Lstat(target)
	switch {
	case err != nil && !t.isWritable(path):
		return nil // it cannot be made either
	case err != nil:
		source = t.placeholder(path)
	case info.Mode()&fs.ModeSymlink != 0:
		if source, err = filepath.EvalSymlinks(path); err != nil {
			source = t.placeholder(path)
		}
		if !t.isWritable(path) {
			return t.exposeReadOnly(source)
		}
		if err := os.Remove(target); err != nil {
			return err
		}
	default:
		return t.exposeReadOnly(path)
	}
	if err := mountPoint(target, source); err != nil {
		return err
	}
	return t.mountReadOnly(source, target, unix.AT_RECURSIVE)
}

// placeholder is the part of the layer that stands for what is not there.
func (t *tree) placeholder(path string) string {
	if filepath.Ext(path) == ".json" {
		return filepath.Join(t.layer, "object")
	}
	return filepath.Join(t.layer, "nothing")
}
