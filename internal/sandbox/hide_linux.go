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

	"ccc/internal/claude"
	"ccc/internal/file"
)

// Writes in the cage go to overlays whose upper directory is in the layer. Everything else is under read-only overlays.

// cover mounts an overlay over the directory, and over each mount below it if possible. A directory that cannot have an
// overlay is mounted read-only. A file is copied.
func (t *tree) cover(path string) error {
	if dir, _ := t.replacementOf(path); t.isCovered(path) || slices.Contains(t.exposedDirs, dir) {
		return nil
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return t.coverFile(path)
	}
	if path == "/" || !t.makeTarget(path) {
		t.uncovered = append(t.uncovered, path)
		return nil
	}
	if err := t.mountOverlay(path); err != nil {
		t.uncovered = append(t.uncovered, path)
		t.coverErr = cmp.Or(t.coverErr, err)
		return t.exposeReadOnly(path)
	}
	t.coveredDirs = append(t.coveredDirs, path)
	return t.coverMounts(path)
}

// coverMounts covers the mounts below a covered directory.
func (t *tree) coverMounts(path string) error {
	for _, m := range t.mounts {
		if m.point == path || !within(m.point, path) ||
			t.mountOf(filepath.Dir(m.point)).point != t.mountOf(path).point {
			continue // it is not below path, or a mount in between is handled first
		}
		if !t.makeTarget(m.point) {
			continue
		}
		if err := t.mountOverlay(m.point); err == nil {
			t.coveredDirs = append(t.coveredDirs, m.point)
			continue
		}
		if err := t.exposeReadOnly(m.point); err != nil {
			return err
		}
	}
	return nil
}

// maxCopy is the size limit of a file that is copied, in bytes.
const maxCopy = 64 << 20

// coverFile copies the file into the layer if its directory there is the cage's own, so that programs can replace it. A
// large file, or a file in another directory, is mounted read-only. Pipes, sockets and devices are left out.
func (t *tree) coverFile(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if info.Size() > maxCopy || !t.isWritable(path) {
		return t.exposeReadOnly(path)
	}
	text, err := file.Read(path, maxCopy)
	if err != nil {
		return nil // the user cannot read it either, or it was just removed
	}
	if name := filepath.Base(path); name == claude.StateFileName || name == claude.OldStateFile {
		text = withoutOtherProjects(text, t.dir)
	}
	target := t.inRoot(path)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(target, text, 0o600); err != nil {
		return err
	}
	return copyOwner(path, target)
}

// copyOwner gives target the owner and the mode of the file or directory at path.
func copyOwner(path, target string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	_ = os.Chown(target, int(owner.Uid), int(owner.Gid)) // succeeds only for root, and only root needs it
	return os.Chmod(target, info.Mode())
}

// isCovered reports whether the path is on an overlay.
func (t *tree) isCovered(path string) bool {
	dir, covered := t.replacementOf(path)
	return covered && t.mountOf(path).point == t.mountOf(dir).point
}

// isWritable reports whether the program can change the path.
func (t *tree) isWritable(path string) bool {
	dir, _ := t.replacementOf(path)
	return t.isCovered(path) || slices.Contains(t.ownDirs, dir)
}

// replacementOf returns the nearest directory above the path over which something was mounted, and whether that is an
// overlay.
func (t *tree) replacementOf(path string) (dir string, covered bool) {
	for _, list := range [][]string{t.coveredDirs, t.ownDirs, t.hiddenDirs, t.exposedDirs} {
		for _, one := range list {
			if within(path, one) && len(one) >= len(dir) {
				dir = one
			}
		}
	}
	others := slices.Concat(t.ownDirs, t.hiddenDirs, t.exposedDirs)
	return dir, slices.Contains(t.coveredDirs, dir) && !slices.Contains(others, dir)
}

// mountOverlay mounts an overlay over the directory. Its upper directory is in the layer.
func (t *tree) mountOverlay(path string) error {
	t.overlays++
	part := filepath.Join(t.layer, strconv.Itoa(t.overlays))
	upper, work := filepath.Join(part, "upper"), filepath.Join(part, "work")
	for _, dir := range []string{part, upper, work} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	if err := copyOwner(path, upper); err != nil {
		return err
	}
	// userxattr: a user namespace cannot write trusted attributes. volatile: the files need not survive a crash.
	const options = "userxattr,volatile,lowerdir=%s,upperdir=%s,workdir=%s"
	return t.mountLayers(path, unix.MS_NOSUID|unix.MS_NODEV, options, path, upper, work)
}

// shield mounts a read-only overlay over the directory, or over its subdirectories if it contains mounts. A socket, a
// pipe or a lock on an overlay is not connected to the original, even if that is created later.
func (t *tree) shield(path string) error {
	if slices.Contains(t.replacedDirs, path) {
		return nil
	}
	inside := slices.ContainsFunc(t.mounts, func(m mount) bool { return m.point != path && within(m.point, path) })
	if !inside && t.shields < maxShields {
		t.shields++
		if t.shieldDirectory(path) == nil {
			return nil
		}
	}
	if !inside || t.shields >= maxShields {
		return nil // the directory is read-only, and hideSockets covers each of its sockets
	}
	for _, child := range subdirectories(path) {
		if err := t.shield(child); err != nil {
			return err
		}
	}
	return nil
}

// maxShields is the maximum number of read-only overlays in a cage.
const maxShields = 400

// shieldDirectory mounts a read-only overlay of a directory over the directory itself.
func (t *tree) shieldDirectory(path string) error {
	memory := filepath.Join(t.layer, "memory")
	return t.mountLayers(path, unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, "userxattr,lowerdir=%s:%s", path, memory)
}

// mountLayers mounts an overlay. Each %s in the options is replaced by one of dirs, as the path of a descriptor, so
// that special characters in a name cannot change the options.
func (t *tree) mountLayers(path string, flags uintptr, options string, dirs ...string) error {
	var named []any
	for _, dir := range dirs {
		fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return &fs.PathError{Op: "open", Path: dir, Err: err}
		}
		defer unix.Close(fd)
		named = append(named, "/proc/self/fd/"+strconv.Itoa(fd))
	}
	err := unix.Mount("overlay", t.inRoot(path), "overlay", flags, fmt.Sprintf(options, named...))
	return pathError("mount an overlay on", path, err)
}

// subdirectories returns the directories in a directory, without symbolic links.
func subdirectories(path string) (list []string) {
	entries, _ := os.ReadDir(path) // if the directory is unreadable, nothing in it can be reached
	for _, entry := range entries {
		if entry.IsDir() {
			list = append(list, filepath.Join(path, entry.Name()))
		}
	}
	return list
}

// hideSockets mounts an empty file over each named socket that is still reachable. Sockets under an overlay are not.
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
		if info, err := os.Lstat(t.inRoot(path)); err == nil && info.Mode()&fs.ModeSocket != 0 {
			_ = t.mountFromLayer(filepath.Join(t.layer, "empty"), path, true)
		}
	}
}
