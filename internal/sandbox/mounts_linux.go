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

// The mounts are made below the layer's directory "root". It begins as a read-only view of the whole system. Mounts
// that replace a part of it follow, from the top down. Then it becomes the root directory, and the old root, in which
// all can be written, is unmounted. Until then all paths are those of the old root, without symbolic links: a link that
// is resolved below the new root would lead out of it.

// tree is the file system of a cage while it is made.
type tree struct {
	layer        string
	root         string // the new root directory
	mounts       []mount
	steps        []step
	emptied      int      // number of directories of the layer that are mounted by empty
	uncovered    []string // directories that should be covered by an overlay, and are read-only
	coveredDirs  []string // directories that are covered by an overlay
	ownDirs      []string // directories of the layer, mounted in the place of others
	hiddenDirs   []string // directories that hide has emptied
	exposedDirs  []string // directories that are mounted read-only
	overlays     int      // number of overlays that are written to
	coverErr     error    // why the first directory could not be covered
	readOnlyLast []string // tmpfs mounts that become read-only at the end
	pinned       []string // directories that are mounts, so that they cannot be renamed
	links        []string // symbolic links to directories that must not be changed
	shields      int      // number of read-only overlays
	replacedDirs []string // directories of the system that the cage has its own of
	dir          string   // where the program starts
}

// step makes a mount at a path.
type step struct {
	path string
	make func(path string) error
}

// mount makes the cage's file system and moves into it. It returns where files can be written.
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
	return append(t.coveredDirs, t.ownDirs...), t.enter()
}

// fillLayer makes the directories and files of the layer that are mounted over others.
func (t *tree) fillLayer() error {
	for _, name := range []string{"root", "tmp", "vartmp", "nothing", "memory"} {
		if err := os.Mkdir(filepath.Join(t.layer, name), 0o755); err != nil {
			return err
		}
	}
	// The lowest layer of a shield is on a file system of its own: no layer of an overlay may be inside another one.
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

// run takes all steps, then makes read-only what had to be written to meanwhile.
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

// writeReport tells ccc which directories could not be covered.
func (t *tree) writeReport() error {
	report, err := json.Marshal(t.uncovered)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.layer, reportName), report, 0o600)
}

// plan lists the steps, from the top down. Of two steps at the same path the one that is added later counts.
func (t *tree) plan(s spec) {
	t.planSystem()
	t.planNamed(s.Emptied, t.empty)
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

// planNamed adds a step for each path that exists, and keeps the symbolic links that lead there.
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

// planSystem adds the steps for the directories of the system: some are the cage's own, some are read-only, and the
// others are empty.
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
	for _, given := range append(slices.Clip(systemDirs), "/etc/resolv.conf") { // which may be a link to anywhere
		real := file.Real(given)
		above := append(slices.Clip(shown), t.replacedDirs...)
		isBelow := func(dir string) bool { return dir != real && within(real, dir) }
		if depth(real) > 1 && !slices.ContainsFunc(above, isBelow) {
			t.planNamed([]string{given}, t.exposeReadOnly)
		}
	}
}

// emptySize bounds, in bytes, a file system in memory that contains only mount points and links.
const emptySize = 64 << 10

// planFrozen adds the steps that keep a name from being changed.
func (t *tree) planFrozen(given string) {
	dir, err := filepath.EvalSymlinks(filepath.Dir(given))
	if err != nil {
		return // nobody looks for it there
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

// depth counts the directories of a path.
func depth(path string) int { return strings.Count(strings.TrimSuffix(path, "/"), "/") }

// inRoot returns where a path of the old root is in the new one.
func (t *tree) inRoot(path string) string { return filepath.Join(t.root, path) }

// empty mounts an empty directory of the layer, with the owner and the mode of the one at the path. What is named below
// it is mounted in it.
func (t *tree) empty(path string) error {
	if path == "/" || !t.makeTarget(path) {
		return nil // of the root directory nothing is shown that is not named
	}
	t.emptied++
	own := filepath.Join(t.layer, "own-"+strconv.Itoa(t.emptied))
	if err := os.Mkdir(own, 0o700); err != nil {
		return err
	}
	if err := copyOwner(path, own); err != nil {
		return err
	}
	t.ownDirs = append(t.ownDirs, path)
	return t.mountFromLayer(own, path, false)
}

// makeTarget makes sure that there is something to mount on at a path of the new root: in directories that the cage has
// its own of it makes what is missing. It reports whether there is.
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
// names that they were given.
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
			_ = os.Symlink(to, t.inRoot(next)) // if it is missing, the program says that the path is
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
	if err := unix.PivotRoot(".", "."); err != nil { // now the old one is on top of the new one
		return os.NewSyscallError("pivot_root", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return os.NewSyscallError("umount", err)
	}
	return os.Chdir("/")
}
