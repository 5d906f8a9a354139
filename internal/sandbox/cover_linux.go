//go:build amd64 || arm64

package sandbox

import (
	"bufio"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// What is written in the cage goes to overlays with a part of the layer; all else is below overlays without anything to
// write to.

// cover puts an overlay over the directory. What is mounted below it is there again, covered itself if that is
// possible. A directory that cannot be covered can be read.
func (t *tree) cover(path string) error {
	if t.covered(path) {
		return nil
	}
	if path == "/" || !t.place(path) {
		t.bare = append(t.bare, path)
		return nil
	}
	if err := t.overlay(path); err != nil {
		t.bare = append(t.bare, path)
		t.failed = cmp.Or(t.failed, err)
		return t.copy(path, t.at(path), unix.AT_RECURSIVE)
	}
	t.whole = append(t.whole, path)
	for _, m := range t.mounts {
		if m.point == path || !within(m.point, path) ||
			t.mountOf(filepath.Dir(m.point)).point != t.mountOf(path).point {
			continue // not below it, or below another one that is
		}
		if !t.place(m.point) {
			continue
		}
		if err := t.overlay(m.point); err == nil {
			t.whole = append(t.whole, m.point)
			continue
		}
		if err := t.copy(m.point, t.at(m.point), unix.AT_RECURSIVE); err != nil {
			return err
		}
	}
	return nil
}

// covered reports whether the path is on an overlay already.
func (t *tree) covered(path string) bool {
	return slices.ContainsFunc(t.whole, func(dir string) bool {
		return within(path, dir) && t.mountOf(path).point == t.mountOf(dir).point
	})
}

// writable reports whether the path can be changed inside.
func (t *tree) writable(path string) bool {
	return t.covered(path) || slices.ContainsFunc(t.own, func(dir string) bool { return within(path, dir) })
}

// overlay mounts one over the directory, with a part of the layer for what is written.
func (t *tree) overlay(path string) error {
	t.count++
	part := filepath.Join(t.layer, strconv.Itoa(t.count))
	upper, work := filepath.Join(part, "upper"), filepath.Join(part, "work")
	for _, dir := range []string{part, upper, work} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	_ = os.Chown(upper, int(owner.Uid), int(owner.Gid)) // a user who is not root can do without
	if err := os.Chmod(upper, info.Mode()); err != nil {
		return err
	}
	// userxattr: a user namespace may not write the attributes of the trusted kind. volatile: nothing of it is to last.
	const options = "userxattr,volatile,lowerdir=%s,upperdir=%s,workdir=%s"
	return t.stack(path, unix.MS_NOSUID|unix.MS_NODEV, options, path, upper, work)
}

// shield puts a read-only overlay over the directory, if need be over its parts: a socket, a pipe or a lock on it is
// another than the one outside, whoever made that, and when. What is a mount of its own below it is shielded, too.
func (t *tree) shield(path string) error {
	if slices.Contains(t.temporaries, path) {
		return nil
	}
	inside := slices.ContainsFunc(t.mounts, func(m mount) bool { return m.point != path && within(m.point, path) })
	if !inside && t.shields < maxShields {
		t.shields++
		if t.shut(path) == nil {
			return nil
		}
	}
	if !inside || t.shields >= maxShields {
		return nil // it is read-only, and its sockets are covered one by one
	}
	for _, child := range subdirectories(path) {
		if err := t.shield(child); err != nil {
			return err
		}
	}
	return nil
}

// maxShields bounds the mounts that one cage makes.
const maxShields = 400

// shut mounts the directory over itself, by an overlay without anything to write to.
func (t *tree) shut(path string) error {
	memory := filepath.Join(t.layer, "memory")
	return t.stack(path, unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, "userxattr,lowerdir=%s:%s", path, memory)
}

// stack mounts an overlay of the directories, for which there is a %s each in the options. They stand there by
// descriptor: whatever their names hold is no option then.
func (t *tree) stack(path string, flags uintptr, options string, dirs ...string) error {
	var named []any
	for _, dir := range dirs {
		fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return &fs.PathError{Op: "open", Path: dir, Err: err}
		}
		defer unix.Close(fd)
		named = append(named, "/proc/self/fd/"+strconv.Itoa(fd))
	}
	err := unix.Mount("overlay", t.at(path), "overlay", flags, fmt.Sprintf(options, named...))
	return call1("mount an overlay on", path, err)
}

// subdirectories are the directories in a directory, those that are symbolic links left out.
func subdirectories(path string) (list []string) {
	entries, _ := os.ReadDir(path) // what cannot be listed has none that could be reached
	for _, entry := range entries {
		if entry.IsDir() {
			list = append(list, filepath.Join(path, entry.Name()))
		}
	}
	return list
}

// hideSockets puts an empty file in the place of each socket with a name that can still be reached. Those on an overlay
// cannot be connected anyway.
func (t *tree) hideSockets() {
	f, err := os.Open("/proc/net/unix")
	if err != nil {
		return
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		_, name, found := strings.Cut(lines.Text(), " /")
		if !found {
			continue
		}
		path, err := filepath.EvalSymlinks("/" + name)
		if err != nil {
			continue
		}
		if info, err := os.Lstat(t.at(path)); err == nil && info.Mode()&fs.ModeSocket != 0 {
			_ = t.bind(filepath.Join(t.layer, "empty"), path, true)
		}
	}
}
