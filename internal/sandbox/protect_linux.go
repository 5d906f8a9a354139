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

// Files that the cage does not show, and files that it cannot change.

// hide mounts an empty file or directory over the one at the path.
func (t *tree) hide(path string) error {
	info, err := os.Lstat(t.inRoot(path))
	switch {
	case err != nil:
		return nil // it is not there anyway
	case info.IsDir():
		t.hiddenDirs = append(t.hiddenDirs, path)
		return t.mountTmpfs(path, emptySize)
	}
	return t.mountFromLayer(filepath.Join(t.layer, "empty"), path, true)
}

// exposeReadOnly shows a file or a directory, which cannot be changed.
func (t *tree) exposeReadOnly(path string) error {
	if !t.makeTarget(path) {
		return nil
	}
	t.exposedDirs = append(t.exposedDirs, path)
	return t.mountReadOnly(path, t.inRoot(path), unix.AT_RECURSIVE)
}

// pin mounts a directory over itself if it is writable. Then neither it nor a directory above it can be renamed, and
// replaced by another one.
func (t *tree) pin(path string) error {
	mounted := slices.Concat(t.coveredDirs, t.ownDirs, t.pinned)
	if !t.isWritable(path) || slices.Contains(mounted, path) || !t.makeTarget(path) {
		return nil
	}
	t.pinned = append(t.pinned, path)
	return cloneMount(t.inRoot(path), t.inRoot(path), unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// replaceLink replaces a symbolic link by a mount of the directory that it leads to.
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

// freeze keeps a name from being changed. It is a file, a directory, a symbolic link, or it does not exist: then there
// is an empty JSON object, or an empty directory if the name does not end in .json.
func (t *tree) freeze(path string) error {
	target, source := t.inRoot(path), path
	now, missing := os.Lstat(target)
	before, err := os.Lstat(path)
	switch {
	case missing != nil && !t.isWritable(path):
		return nil // it cannot be made either
	case err != nil:
		source = t.placeholder(path)
	case before.Mode()&fs.ModeSymlink != 0:
		if source, err = filepath.EvalSymlinks(path); err != nil {
			source = t.placeholder(path)
		}
		if !t.isWritable(path) {
			return t.exposeReadOnly(source)
		}
	}
	if missing == nil && now.Mode()&fs.ModeSymlink != 0 {
		if err := os.Remove(target); err != nil {
			return err
		}
		missing = fs.ErrNotExist
	}
	if missing != nil {
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := mountPoint(target, source); err != nil {
			return err
		}
	}
	return t.mountReadOnly(source, target, unix.AT_RECURSIVE)
}

// placeholder returns the part of the layer that is shown for a name that does not exist.
func (t *tree) placeholder(path string) string {
	if filepath.Ext(path) == ".json" {
		return filepath.Join(t.layer, "object")
	}
	return filepath.Join(t.layer, "nothing")
}
