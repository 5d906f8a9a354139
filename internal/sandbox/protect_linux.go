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

// This file hides files from the program, and protects files from changes.

// hide mounts an empty file or directory over the path.
func (t *tree) hide(path string) error {
	info, err := os.Lstat(t.inRoot(path))
	switch {
	case err != nil:
		return nil // it does not exist in the cage
	case info.IsDir():
		t.hiddenDirs = append(t.hiddenDirs, path)
		return t.mountTmpfs(path, emptySize)
	}
	return t.mountFromLayer(filepath.Join(t.layer, "empty"), path, true)
}

// exposeReadOnly mounts a file or a directory read-only.
func (t *tree) exposeReadOnly(path string) error {
	if !t.makeTarget(path) {
		return nil
	}
	t.exposedDirs = append(t.exposedDirs, path)
	return t.mountReadOnly(path, t.inRoot(path), unix.AT_RECURSIVE)
}

// pin mounts a directory over itself if it is writable. A mount point and its parent directories cannot be renamed, so
// no program can put another directory in their place.
func (t *tree) pin(path string) error {
	mounted := slices.Concat(t.coveredDirs, t.ownDirs, t.pinned)
	if !t.isWritable(path) || slices.Contains(mounted, path) || !t.makeTarget(path) {
		return nil
	}
	t.pinned = append(t.pinned, path)
	return cloneMount(t.inRoot(path), t.inRoot(path), unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// replaceLink replaces a symbolic link by a mount of its target directory.
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
		return nil // it has been replaced already, or cannot be changed
	}
	if err := errors.Join(os.Remove(target), os.Mkdir(target, 0o755)); err != nil {
		return err
	}
	return cloneMount(t.inRoot(to), target, unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// freeze prevents changes of a path. The path may be a file, a directory or a symbolic link. If it does not exist,
// freeze puts an empty JSON object there for a name that ends in .json, and an empty directory otherwise.
func (t *tree) freeze(path string) error {
	target, source := t.inRoot(path), path
	now, missing := os.Lstat(target)
	before, err := os.Lstat(path)
	switch {
	case missing != nil && !t.isWritable(path):
		return nil // programs cannot make it either
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

// placeholder returns the path in the layer that is mounted for a path that does not exist.
func (t *tree) placeholder(path string) string {
	if filepath.Ext(path) == ".json" {
		return filepath.Join(t.layer, "object")
	}
	return filepath.Join(t.layer, "nothing")
}
