//go:build amd64 || arm64

package cage

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// The mounts are made below the layer's directory "root": the system's whole tree read-only, and on it, from the top
// down, what replaces a part of it. Then that becomes the root directory, and the old one, where all can be written, is
// let go. All paths are those of the old tree until then, with their symbolic links resolved, because one that is
// resolved below the new root would lead out of it.

// tree is what is being built.
type tree struct {
	layer  string
	root   string // the new root directory
	mounts []mount
	steps  []step
	bare   []string // directories that should be covered by an overlay, and are read-only
	whole  []string // those that are covered
	own    []string // those that are the cage's own
	count  int      // of overlays
	failed error    // why the first directory is not covered
	late   []string // file systems of our own that become read-only at the end
	pinned []string // directories that are mounts so that they cannot be renamed
	links  []string // symbolic links to directories that are to lead there for ever

	shields     int      // overlays without anything to write to
	temporaries []string // directories that others take the place of
}

// step is a mount to make at a path.
type step struct {
	path string
	make func(path string) error
}

// mount is a line of mountinfo.
type mount struct {
	device, root, point string
}

// mount makes the cage's file system, and moves into it. The result is where files can be written there.
func (s spec) mount() (writable []string, err error) {
	if err := call1("make the mounts private", "/", unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")); err != nil {
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
	if err := call1("mount", memory, unix.Mount("tmpfs", memory, "tmpfs", 0, "size=4096")); err != nil {
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
	if err := t.copy("/", t.root, unix.AT_RECURSIVE); err != nil {
		return nil, err
	}
	t.plan(s)
	for _, step := range t.steps {
		if err := step.make(step.path); err != nil {
			return nil, err
		}
	}
	for _, path := range t.links {
		if err := t.replace(path); err != nil {
			return nil, err
		}
	}
	if len(t.whole) == 0 && t.failed != nil {
		return nil, t.failed
	}
	t.hideSockets()
	for _, path := range t.late {
		if err := restrict(path, unix.MOUNT_ATTR_RDONLY, 0); err != nil {
			return nil, err
		}
	}
	report, err := json.Marshal(t.bare)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(s.Layer, reportName), report, 0o600); err != nil {
		return nil, err
	}
	return append(t.whole, t.own...), t.enter()
}

// plan lists what is to be made, from the top down.
func (t *tree) plan(s spec) {
	add := func(path string, make func(string) error) { t.steps = append(t.steps, step{path, make}) }
	replaced := map[string]func(string) error{
		"/tmp": t.temporary("tmp"), "/var/tmp": t.temporary("vartmp"),
		"/run": t.run, "/var/run": t.run, "/dev": t.dev, "/proc": t.proc,
	}
	for path, make := range replaced {
		if real, err := filepath.EvalSymlinks(path); err == nil && (real == path || replaced[real] == nil) {
			add(real, make)
			t.temporaries = append(t.temporaries, real)
		}
	}
	named := func(given []string, make func(string) error) {
		for _, given := range given {
			for _, path := range resolved([]string{given}) {
				add(path, func(path string) error {
					t.link(given)
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
	for _, given := range s.Held {
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
		add(filepath.Join(dir, filepath.Base(given)), t.hold)
	}
	for _, path := range resolved(s.Hidden) {
		add(path, t.hide)
		for _, other := range t.others(path) {
			add(other, t.hide)
		}
	}
	named(s.Fixed, t.fix)
	slices.SortStableFunc(t.steps, func(a, b step) int {
		return cmp.Compare(strings.Count(strings.TrimSuffix(a.path, "/"), "/"), strings.Count(strings.TrimSuffix(b.path, "/"), "/"))
	})
}

// temporary puts a directory of the layer at a path.
func (t *tree) temporary(name string) func(path string) error {
	return func(path string) error {
		t.own = append(t.own, path)
		if err := t.bind(filepath.Join(t.layer, name), path, false); err != nil {
			return err
		}
		// There 2.1.329 has a socket by which another claude gives it messages, and tells its commands the password.
		sockets := filepath.Join(path, "cc-socks")
		if err := os.Mkdir(t.at(sockets), 0o755); err != nil {
			return err
		}
		return t.bind(filepath.Join(t.layer, "nothing"), sockets, true)
	}
}

// at is where a path of the old tree is in the new one.
func (t *tree) at(path string) string { return filepath.Join(t.root, path) }

// place makes sure that there is something at the path to mount on, in a part of the tree that is the cage's own. It
// reports whether there is.
func (t *tree) place(path string) bool {
	target := t.at(path)
	if _, err := os.Lstat(target); err == nil {
		return true
	}
	info, err := os.Stat(path)
	if err != nil || os.MkdirAll(filepath.Dir(target), 0o755) != nil {
		return false
	}
	if info.IsDir() {
		return os.Mkdir(target, 0o755) == nil
	}
	return os.WriteFile(target, nil, 0o444) == nil
}

// link makes the symbolic links on the way to a path where they are missing, in a part of the tree that is the cage's
// own: programs go by the names that they were given.
func (t *tree) link(path string) {
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
		if _, err := os.Lstat(t.at(next)); err != nil && os.MkdirAll(t.at(at), 0o755) == nil {
			_ = os.Symlink(to, t.at(next)) // else the name leads nowhere, and the program says so
		}
		if filepath.IsAbs(to) {
			at = "/"
		}
		left = append(strings.Split(to, "/"), left...)
	}
}

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
		if m.point == path || !within(m.point, path) || t.mountOf(filepath.Dir(m.point)).point != t.mountOf(path).point {
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
	// Paths by descriptor: whatever stands in them is no option then.
	var options []string
	for name, dir := range map[string]string{"lowerdir": path, "upperdir": upper, "workdir": work} {
		fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return &fs.PathError{Op: "open", Path: dir, Err: err}
		}
		defer unix.Close(fd)
		options = append(options, name+"=/proc/self/fd/"+strconv.Itoa(fd))
	}
	// userxattr: a user namespace may not write the attributes of the trusted kind. volatile: nothing of it is to last.
	options = append(options, "userxattr", "volatile")
	err = unix.Mount("overlay", t.at(path), "overlay", unix.MS_NOSUID|unix.MS_NODEV, strings.Join(options, ","))
	return call1("mount an overlay on", path, err)
}

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

// hide puts nothing in the place of a file or a directory.
func (t *tree) hide(path string) error {
	info, err := os.Lstat(t.at(path))
	switch {
	case err != nil:
		return nil // it is not there anyway
	case info.IsDir():
		return t.fresh(path, 64<<10)
	}
	return t.bind(filepath.Join(t.layer, "empty"), path, true)
}

// fix makes a file or a directory readable that could be changed or could not be seen.
func (t *tree) fix(path string) error {
	if !t.place(path) {
		return nil
	}
	return t.copy(path, t.at(path), unix.AT_RECURSIVE)
}

// pin makes a directory a mount of its own, where it is writable: it, and what is on the way to it, cannot be renamed,
// and another be put in its place.
func (t *tree) pin(path string) error {
	if !t.writable(path) || slices.Contains(t.whole, path) || slices.Contains(t.own, path) || !t.place(path) || slices.Contains(t.pinned, path) {
		return nil
	}
	t.pinned = append(t.pinned, path)
	return attach(t.at(path), t.at(path), unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// replace puts a mount of the directory that a symbolic link leads to in the place of the link.
func (t *tree) replace(link string) error {
	to, err := filepath.EvalSymlinks(link)
	if err != nil {
		return err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(link))
	if err != nil {
		return err
	}
	target := t.at(filepath.Join(parent, filepath.Base(link)))
	if info, err := os.Lstat(target); err != nil || info.Mode()&fs.ModeSymlink == 0 || !t.writable(parent) {
		return nil // it has been replaced, or cannot be changed
	}
	if err := errors.Join(os.Remove(target), os.Mkdir(target, 0o755)); err != nil {
		return err
	}
	return attach(t.at(to), target, unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// hold keeps what a name stands for as it is: a file or a directory, what a symbolic link leads to, or nothing at all,
// which is an empty object for a file in JSON and an empty directory for any other.
func (t *tree) hold(path string) error {
	target := t.at(path)
	source := path
	info, err := os.Lstat(target)
	switch {
	case err != nil && !t.writable(path):
		return nil // it cannot be made either
	case err != nil:
		source = t.nothing(path)
	case info.Mode()&fs.ModeSymlink != 0:
		if source, err = filepath.EvalSymlinks(path); err != nil {
			source = t.nothing(path)
		}
		if !t.writable(path) {
			return t.fix(source)
		}
		if err := os.Remove(target); err != nil {
			return err
		}
	default:
		return t.fix(path)
	}
	if info, err = os.Stat(source); err != nil {
		return err
	}
	if info.IsDir() {
		err = os.Mkdir(target, 0o755)
	} else {
		err = os.WriteFile(target, nil, 0o444)
	}
	if err != nil {
		return err
	}
	return t.copy(source, target, unix.AT_RECURSIVE)
}

// nothing is the part of the layer that stands for what is not there.
func (t *tree) nothing(path string) string {
	if filepath.Ext(path) == ".json" {
		return filepath.Join(t.layer, "object")
	}
	return filepath.Join(t.layer, "nothing")
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
	lower, err := unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(lower)
	empty, err := unix.Open(filepath.Join(t.layer, "memory"), unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return &fs.PathError{Op: "open", Path: "memory", Err: err}
	}
	defer unix.Close(empty)
	options := "userxattr,lowerdir=/proc/self/fd/" + strconv.Itoa(lower) + ":/proc/self/fd/" + strconv.Itoa(empty)
	err = unix.Mount("overlay", t.at(path), "overlay", unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, options)
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

// others are the paths at which the same file is to be seen because its file system is mounted elsewhere, too.
func (t *tree) others(path string) (list []string) {
	m := t.mountOf(path)
	file := filepath.Join(m.root, strings.TrimPrefix(path, strings.TrimSuffix(m.point, "/"))) // on its file system
	for _, other := range t.mounts {
		if other.device != m.device || !within(file, other.root) {
			continue
		}
		at := filepath.Join(other.point, strings.TrimPrefix(file, strings.TrimSuffix(other.root, "/")))
		if at != path && t.mountOf(at) == other {
			list = append(list, at)
		}
	}
	return list
}

// mountOf is the mount that a path is on.
func (t *tree) mountOf(path string) (found mount) {
	for _, m := range t.mounts { // the last one at a path is on top
		if within(path, m.point) && len(m.point) >= len(found.point) {
			found = m
		}
	}
	return found
}

// mounts reads mountinfo.
func mounts() (list []mount, err error) {
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 4 {
			list = append(list, mount{device: f[2], root: unescape(f[3]), point: unescape(f[4])})
		}
	}
	return list, nil
}

// unescape reads a name as mountinfo has it: a space, a tab, a newline and a backslash are three octal digits.
func unescape(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' && i+3 < len(name) {
			if n, err := strconv.ParseUint(name[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

// run is the directory of what runs: empty, but for what names are looked up by, and symbolic links, which NixOS has
// there.
func (t *tree) run(path string) error {
	if err := t.fresh(path, 1<<20); err != nil {
		return err
	}
	entries, _ := os.ReadDir(path)
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink != 0 {
			if to, err := os.Readlink(filepath.Join(path, entry.Name())); err == nil {
				_ = os.Symlink(to, filepath.Join(t.at(path), entry.Name()))
			}
		}
	}
	file := "/etc/resolv.conf"
	for range 8 {
		if within(file, path) {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil
			}
			if err := os.MkdirAll(filepath.Dir(t.at(file)), 0o755); err != nil {
				return err
			}
			return os.WriteFile(t.at(file), text, 0o644)
		}
		to, err := os.Readlink(file)
		if err != nil {
			return nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(file), to)
		}
		file = filepath.Clean(to)
	}
	return nil
}

// dev has the devices that programs need, and no others.
func (t *tree) dev(path string) error {
	t.own = append(t.own, path)
	if err := t.fresh(path, 64<<10); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		target := filepath.Join(t.at(path), name)
		if err := os.WriteFile(target, nil, 0o666); err != nil {
			return err
		}
		// Read-only holds for the file and its mode, not for what is written to the device.
		attributes := uint64(unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC)
		if err := attach(filepath.Join(path, name), target, 0, attributes); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2",
		"ptmx": "pts/ptmx",
	} {
		if err := os.Symlink(to, filepath.Join(t.at(path), name)); err != nil {
			return err
		}
	}
	for _, m := range []struct{ name, kind, options string }{
		{"pts", "devpts", "newinstance,ptmxmode=0666,mode=0620"},
		{"shm", "tmpfs", "mode=1777,size=" + strconv.Itoa(512<<20)},
	} {
		target := filepath.Join(t.at(path), m.name)
		if err := os.Mkdir(target, 0o755); err != nil {
			return err
		}
		flags := uintptr(unix.MS_NOSUID | unix.MS_NOEXEC)
		if m.kind == "tmpfs" {
			flags |= unix.MS_NODEV
		}
		if err := call1("mount", "/dev/"+m.name, unix.Mount(m.kind, target, m.kind, flags, m.options)); err != nil {
			return err
		}
	}
	return nil
}

// proc shows the processes of the cage alone. It is read-only, or root could change the system's own settings there. No
// user namespace can be made in the cage: in one, file systems could be mounted that act on the system, as cgroup2.
func (t *tree) proc(path string) error {
	target := t.at(path)
	flags := uintptr(unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC)
	if err := call1("mount", "/proc", unix.Mount("proc", target, "proc", flags, "")); err != nil {
		return err
	}
	err := os.WriteFile(filepath.Join(target, "sys/user/max_user_namespaces"), []byte("0"), 0)
	if err != nil {
		return err
	}
	t.late = append(t.late, target)
	return nil
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

// call1 is the error of a system call on a path, nil if there is none.
func call1(op, path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}
