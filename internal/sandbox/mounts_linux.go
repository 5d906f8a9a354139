//go:build amd64 || arm64

package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"ccc/internal/file"
)

// The mounts are made below the directory "root" of the layer. It begins as a read-only view of the whole system. Other
// mounts then replace parts of it, from the top down. At the end it becomes the root directory, and the old root, in
// which files are writable, is unmounted. Until then all paths are paths of the old root without symbolic links,
// because a link that is resolved below the new root would lead out of it.

// tree is the file system of a cage while it is being made.
type tree struct {
	layer        string
	root         string // the new root directory
	mounts       []mount
	steps        []step
	emptyMounts  int      // number of directories that mountEmpty has mounted
	uncovered    []string // directories that should have an overlay, but are read-only
	coveredDirs  []string // directories that have an overlay
	ownDirs      []string // directories of the layer that are mounted over others
	hiddenDirs   []string // directories that hide has mounted over
	exposedDirs  []string // directories that are mounted read-only
	overlays     int      // number of writable overlays
	coverErr     error    // why the first directory in uncovered has no overlay
	readOnlyLast []string // tmpfs mounts that become read-only at the end
	pinned       []string // directories that are mount points, so that they cannot be renamed
	links        []string // symbolic links to directories that must not be changed
	shields      int      // number of read-only overlays
	replacedDirs []string // system directories of which the cage has its own version
	dir          string   // the program's working directory
}

// step is a mount at a path.
type step struct {
	path string
	make func(path string) error
}

// mount makes the cage's file system and changes its root to it. It returns the writable paths.
func (s spec) mount() (writable []string, err error) {
	if err := pathError("make the mounts private", "/",
		unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")); err != nil {
		return nil, err
	}
	t := tree{layer: s.Layer, root: filepath.Join(s.Layer, "root"), dir: s.Dir}
	if t.mounts, err = mounts(); err != nil {
		return nil, err
	}
	if err := t.fillLayer(); err != nil {
		return nil, err
	}
	if err := t.mountReadOnly("/", t.root, unix.AT_RECURSIVE); err != nil {
		return nil, err
	}
	t.plan(s)
	if err := t.run(s); err != nil {
		return nil, err
	}
	if err := t.writeReport(); err != nil {
		return nil, err
	}
	return append(t.coveredDirs, t.ownDirs...), t.enterRoot()
}

// fillLayer makes the directories and files in the layer that are mounted over others.
func (t *tree) fillLayer() error {
	for _, name := range []string{"root", "tmp", "vartmp", "nothing", "memory"} {
		if err := os.Mkdir(filepath.Join(t.layer, name), 0o755); err != nil {
			return err
		}
	}
	// The lowest layer of a shield is on a separate file system, because no layer of an overlay may be inside another.
	memory := filepath.Join(t.layer, "memory")
	if err := pathError("mount", memory, unix.Mount("tmpfs", memory, "tmpfs", 0, "size=4096")); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(t.layer, "object"), []byte("{}\n"), 0o444),
		os.WriteFile(filepath.Join(t.layer, "empty"), nil, 0o444),
		os.Chmod(filepath.Join(t.layer, "tmp"), 0o777|os.ModeSticky),
		os.Chmod(filepath.Join(t.layer, "vartmp"), 0o777|os.ModeSticky))
}

// run makes the mounts of all steps, and then makes those read-only that had to be writable meanwhile.
func (t *tree) run(s spec) error {
	for _, step := range t.steps {
		if err := step.make(step.path); err != nil {
			return err
		}
	}
	for _, path := range t.links {
		if err := t.replaceLink(path); err != nil {
			return err
		}
	}
	if len(t.coveredDirs) == 0 && t.coverErr != nil {
		return t.coverErr
	}
	if home := file.Real(s.Home); slices.Contains(t.ownDirs, home) {
		if err := writeGitIdentity(home, t.inRoot(home)); err != nil {
			return err
		}
	}
	t.hideSockets()
	for _, path := range t.readOnlyLast {
		if err := setMountAttributes(path, unix.MOUNT_ATTR_RDONLY, 0); err != nil {
			return err
		}
	}
	return nil
}

// writeReport writes for ccc which directories could not be covered.
func (t *tree) writeReport() error {
	report, err := json.Marshal(t.uncovered)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.layer, reportName), report, 0o600)
}

// plan lists the steps, from the top down. If two steps have the same path, the later one replaces the earlier one.
func (t *tree) plan(s spec) {
	t.planSystem()
	t.planNamed(s.Emptied, t.mountEmpty)
	t.planNamed(s.Dirs, t.cover)
	for _, path := range s.Frozen {
		t.planFrozen(path)
	}
	laid := t.planLaid(s)
	for _, path := range resolveExisting(s.Hidden) {
		t.add(path, t.hide)
		for _, other := range t.otherPaths(path) {
			t.add(other, t.hide)
		}
	}
	for _, path := range resolveExisting(s.Emptied) {
		for _, other := range t.otherPaths(path) {
			t.add(other, t.hide)
		}
	}
	readOnly := slices.DeleteFunc(slices.Clone(s.ReadOnly), func(path string) bool { return laid[path] })
	t.planNamed(readOnly, t.exposeReadOnly)
	slices.SortStableFunc(t.steps, func(a, b step) int { return cmp.Compare(depth(a.path), depth(b.path)) })
}

func (t *tree) add(path string, make func(string) error) { t.steps = append(t.steps, step{path, make}) }

// planNamed adds a step for each path that exists, and keeps the symbolic links that lead to it.
func (t *tree) planNamed(paths []string, make func(string) error) {
	for _, given := range paths {
		for _, path := range resolveExisting([]string{given}) {
			t.add(path, func(path string) error {
				t.makeLinks(given)
				return make(path)
			})
		}
	}
}

// planSystem adds the steps for system directories. Some are the cage's own, some are read-only, and the others are
// empty.
func (t *tree) planSystem() {
	own := map[string]func(string) error{
		"/tmp": t.mountTemporary("tmp"), "/var/tmp": t.mountTemporary("vartmp"),
		"/run": t.mountRun, "/var/run": t.mountRun, "/dev": t.mountDev, "/proc": t.mountProc,
	}
	shown := resolveExisting(systemDirs)
	for _, path := range subdirectories("/") {
		switch {
		case own[path] != nil || path == "/sys":
		case slices.Contains(shown, path):
			t.add(path, t.shield)
		default:
			t.add(path, func(path string) error { return t.mountTmpfs(path, emptySize) })
		}
	}
	for given, make := range own {
		if real, err := filepath.EvalSymlinks(given); err == nil && (real == given || own[real] == nil) {
			t.add(real, func(path string) error {
				if !t.makeTarget(path) {
					return nil
				}
				return make(path)
			})
			t.replacedDirs = append(t.replacedDirs, real)
		} else if err == nil {
			t.add(real, func(string) error { t.makeLinks(given); return nil })
		}
	}
	// Resolv.conf may be a link to any place.
	for _, given := range append(slices.Clip(systemDirs), "/etc/resolv.conf") {
		real := file.Real(given)
		above := append(slices.Clip(shown), t.replacedDirs...)
		isBelow := func(dir string) bool { return dir != real && within(real, dir) }
		if depth(real) > 1 && !slices.ContainsFunc(above, isBelow) {
			t.planNamed([]string{given}, t.exposeReadOnly)
		}
	}
}

// emptySize is the size limit of a file system in memory that contains only mount points and links, in bytes.
const emptySize = 64 << 10

// planFrozen adds the steps that prevent changes of a path.
func (t *tree) planFrozen(given string) {
	dir, err := filepath.EvalSymlinks(filepath.Dir(given))
	if err != nil {
		return // no program looks for it there
	}
	if info, err := os.Lstat(filepath.Dir(given)); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		t.links = append(t.links, filepath.Dir(given))
	}
	for parent := dir; parent != "/"; parent = filepath.Dir(parent) {
		t.add(parent, t.pin)
	}
	t.add(filepath.Join(dir, filepath.Base(given)), func(path string) error {
		t.makeLinks(filepath.Dir(given))
		return t.freeze(path)
	})
}

// depth returns the number of directories in a path.
func depth(path string) int { return strings.Count(strings.TrimSuffix(path, "/"), "/") }

// inRoot returns the path in the new root for a path in the old root.
func (t *tree) inRoot(path string) string { return filepath.Join(t.root, path) }

// mountEmpty mounts an empty directory of the layer at the path, with the owner and mode of the original. Paths below
// it that the plan names are mounted in it.
func (t *tree) mountEmpty(path string) error {
	if path == "/" || !t.makeTarget(path) {
		return nil // the root directory shows only what the plan names
	}
	t.emptyMounts++
	own := filepath.Join(t.layer, "own-"+strconv.Itoa(t.emptyMounts))
	if err := os.Mkdir(own, 0o700); err != nil {
		return err
	}
	if err := copyOwner(path, own); err != nil {
		return err
	}
	t.ownDirs = append(t.ownDirs, path)
	return t.mountFromLayer(own, path, false)
}

// makeTarget makes sure that a mount point exists at a path of the new root. It creates missing ones only in
// directories that are the cage's own. It reports whether one exists.
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

// makeLinks makes the symbolic links on the way to a path that are missing in the new root, because programs use the
// paths that contain them.
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
			_ = os.Symlink(to, t.inRoot(next)) // if this fails, the program reports that the path is missing
		}
		if filepath.IsAbs(to) {
			at = "/"
		}
		left = append(strings.Split(to, "/"), left...)
	}
}

// enterRoot changes the root directory to the new one, and unmounts the old one.
func (t *tree) enterRoot() error {
	if err := unix.Chdir(t.root); err != nil {
		return &fs.PathError{Op: "chdir", Path: t.root, Err: err}
	}
	if err := unix.PivotRoot(".", "."); err != nil { // the old root is now mounted on top of the new one
		return os.NewSyscallError("pivot_root", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return os.NewSyscallError("umount", err)
	}
	return os.Chdir("/")
}
