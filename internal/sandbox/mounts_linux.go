//go:build amd64 || arm64

package sandbox

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// The mounts are made below the layer's directory "root": the system's whole tree read-only, and on it, from the top
// down, what replaces a part of it. Then that becomes the root directory, and the old one, where all can be written, is
// let go. All paths are those of the old tree until then, with their symbolic links resolved, because one that is
// resolved below the new root would lead out of it.

// tree is what is being built.
type tree struct {
	layer        string
	root         string // the new root directory
	mounts       []mount
	steps        []step
	uncovered    []string // directories that should be covered by an overlay, and are read-only
	coveredDirs  []string // those that are covered
	ownDirs      []string // those that are the cage's own
	overlays     int      // of overlays
	coverErr     error    // why the first directory is not covered
	readOnlyLast []string // file systems of our own that become read-only at the end
	pinned       []string // directories that are mounts so that they cannot be renamed
	links        []string // symbolic links to directories that are to lead there for ever

	shields      int      // overlays without anything to write to
	replacedDirs []string // directories that others take the place of
}

// step is a mount to make at a path.
type step struct {
	path string
	make func(path string) error
}

// mount makes the cage's file system, and moves into it. The result is where files can be written there.
func (s spec) mount() (writable []string, err error) {
	if err := pathError("make the mounts private", "/",
		unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")); err != nil {
		return nil, err
	}
	t := tree{layer: s.Layer, root: filepath.Join(s.Layer, "root")}
	if t.mounts, err = mounts(); err != nil {
		return nil, err
	}
	for _, name := range []string{"root", "tmp", "vartmp", "nothing", "memory"} {
		if err := os.Mkdir(filepath.Join(s.Layer, name), 0o755); err != nil {
			return nil, err
		}
	}
	// Of another file system than what is shielded, for no layer of an overlay may be inside another one.
	memory := filepath.Join(s.Layer, "memory")
	if err := pathError("mount", memory, unix.Mount("tmpfs", memory, "tmpfs", 0, "size=4096")); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(s.Layer, "object"), []byte("{}\n"), 0o444); err != nil {
		return nil, err
	}
	for _, name := range []string{"tmp", "vartmp"} {
		if err := os.Chmod(filepath.Join(s.Layer, name), 0o777|os.ModeSticky); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(s.Layer, "empty"), nil, 0o444); err != nil {
		return nil, err
	}
	if err := t.mountReadOnly("/", t.root, unix.AT_RECURSIVE); err != nil {
		return nil, err
	}
	t.plan(s)
	for _, step := range t.steps {
		if err := step.make(step.path); err != nil {
			return nil, err
		}
	}
	for _, path := range t.links {
		if err := t.replaceLink(path); err != nil {
			return nil, err
		}
	}
	if len(t.coveredDirs) == 0 && t.coverErr != nil {
		return nil, t.coverErr
	}
	t.hideSockets()
	for _, path := range t.readOnlyLast {
		if err := setMountAttributes(path, unix.MOUNT_ATTR_RDONLY, 0); err != nil {
			return nil, err
		}
	}
	report, err := json.Marshal(t.uncovered)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(s.Layer, reportName), report, 0o600); err != nil {
		return nil, err
	}
	return append(t.coveredDirs, t.ownDirs...), t.enter()
}

// plan lists what is to be made, from the top down.
func (t *tree) plan(s spec) {
	add := func(path string, make func(string) error) { t.steps = append(t.steps, step{path, make}) }
	replaced := map[string]func(string) error{
		"/tmp": t.mountTemporary("tmp"), "/var/tmp": t.mountTemporary("vartmp"),
		"/run": t.mountRun, "/var/run": t.mountRun, "/dev": t.mountDev, "/proc": t.mountProc,
	}
	for path, make := range replaced {
		if real, err := filepath.EvalSymlinks(path); err == nil && (real == path || replaced[real] == nil) {
			add(real, make)
			t.replacedDirs = append(t.replacedDirs, real)
		}
	}
	named := func(given []string, make func(string) error) {
		for _, given := range given {
			for _, path := range resolveExisting([]string{given}) {
				add(path, func(path string) error {
					t.makeLinks(given)
					return make(path)
				})
			}
		}
	}
	for _, path := range subdirectories("/") {
		if replaced[path] == nil && path != "/sys" {
			add(path, t.shield)
		}
	}
	named(s.Dirs, t.cover)
	for _, given := range s.Frozen {
		dir, err := filepath.EvalSymlinks(filepath.Dir(given))
		if err != nil {
			continue // nobody looks for it there
		}
		if info, err := os.Lstat(filepath.Dir(given)); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			t.links = append(t.links, filepath.Dir(given))
		}
		for parent := dir; parent != "/"; parent = filepath.Dir(parent) {
			add(parent, t.pin)
		}
		add(filepath.Join(dir, filepath.Base(given)), t.freeze)
	}
	for _, path := range resolveExisting(s.Hidden) {
		add(path, t.hide)
		for _, other := range t.otherPaths(path) {
			add(other, t.hide)
		}
	}
	named(s.ReadOnly, t.exposeReadOnly)
	slices.SortStableFunc(t.steps, func(a, b step) int {
		return cmp.Compare(depth(a.path), depth(b.path))
	})
}

// depth is how many directories a path is below the root.
func depth(path string) int { return strings.Count(strings.TrimSuffix(path, "/"), "/") }

// inRoot is where a path of the old tree is in the new one.
func (t *tree) inRoot(path string) string { return filepath.Join(t.root, path) }

// makeTarget makes sure that there is something at the path to mount on, in a part of the tree that is the cage's own. It
// reports whether there is.
func (t *tree) makeTarget(path string) bool {
	target := t.inRoot(path)
	if _, err := os.Lstat(target); err == nil {
		return true
	}
	if _, err := os.Stat(path); err != nil {
		return false
	}
	return os.MkdirAll(filepath.Dir(target), 0o755) == nil && mountPoint(target, path) == nil
}

// mountPoint makes a file or a directory on which source can be mounted.
func mountPoint(target, source string) error {
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.Mkdir(target, 0o755)
	}
	return os.WriteFile(target, nil, 0o444)
}

// makeLinks makes the symbolic links on the way to a path where they are missing, in a part of the tree that is the cage's
// own: programs go by the names that they were given.
func (t *tree) makeLinks(path string) {
	left := strings.Split(path, "/")
	at := "/"
	for links := 0; len(left) > 0 && links < 40; {
		next := filepath.Join(at, left[0])
		left = left[1:]
		to, err := os.Readlink(next)
		if err != nil {
			at = next
			continue
		}
		links++
		if _, err := os.Lstat(t.inRoot(next)); err != nil && os.MkdirAll(t.inRoot(at), 0o755) == nil {
			_ = os.Symlink(to, t.inRoot(next)) // else the name leads nowhere, and the program says so
		}
		if filepath.IsAbs(to) {
			at = "/"
		}
		left = append(strings.Split(to, "/"), left...)
	}
}

// enter makes the new root directory the only one.
func (t *tree) enter() error {
	if err := unix.Chdir(t.root); err != nil {
		return &fs.PathError{Op: "chdir", Path: t.root, Err: err}
	}
	if err := unix.PivotRoot(".", "."); err != nil { // the old one is on top of the new one then
		return os.NewSyscallError("pivot_root", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return os.NewSyscallError("umount", err)
	}
	return os.Chdir("/")
}
