//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// The system's directories for running programs. The cage has its own ones.

// mountTemporary returns a step that mounts a directory of the layer.
func (t *tree) mountTemporary(name string) func(path string) error {
	return func(path string) error {
		t.ownDirs = append(t.ownDirs, path)
		if err := t.mountFromLayer(filepath.Join(t.layer, name), path, false); err != nil {
			return err
		}
		// 2.1.329 makes a socket there, takes messages from it, and gives the password to the commands that it runs. If
		// it cannot, it tries the second name. Without a socket it works as well.
		for _, name := range []string{"cc-socks", "cc-socks-" + strconv.Itoa(os.Getuid())} {
			sockets := filepath.Join(path, name)
			if err := os.Mkdir(t.inRoot(sockets), 0o755); err != nil {
				return err
			}
			if err := t.mountFromLayer(filepath.Join(t.layer, "nothing"), sockets, true); err != nil {
				return err
			}
		}
		return nil
	}
}

// mountRun mounts /run: empty except for the file by which names are looked up, and for symbolic links, which NixOS
// needs.
func (t *tree) mountRun(path string) error {
	if err := t.mountTmpfs(path, 1<<20); err != nil {
		return err
	}
	entries, _ := os.ReadDir(path)
	for _, entry := range entries {
		if entry.Type()&fs.ModeSymlink != 0 {
			if to, err := os.Readlink(filepath.Join(path, entry.Name())); err == nil {
				_ = os.Symlink(to, filepath.Join(t.inRoot(path), entry.Name()))
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
			if err := os.MkdirAll(filepath.Dir(t.inRoot(file)), 0o755); err != nil {
				return err
			}
			return os.WriteFile(t.inRoot(file), text, 0o644)
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

// mountDev mounts /dev with the devices that programs need, and no others.
func (t *tree) mountDev(path string) error {
	t.ownDirs = append(t.ownDirs, path)
	if err := t.mountTmpfs(path, 64<<10); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		target := filepath.Join(t.inRoot(path), name)
		if err := os.WriteFile(target, nil, 0o666); err != nil {
			return err
		}
		// Read-only holds for the file and its mode, not for what is written to the device.
		attributes := uint64(unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC)
		if err := cloneMount(filepath.Join(path, name), target, 0, attributes); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2",
		"ptmx": "pts/ptmx",
	} {
		if err := os.Symlink(to, filepath.Join(t.inRoot(path), name)); err != nil {
			return err
		}
	}
	for _, m := range []struct{ name, kind, options string }{
		{"pts", "devpts", "newinstance,ptmxmode=0666,mode=0620"},
		{"shm", "tmpfs", "mode=1777,size=" + strconv.Itoa(512<<20)},
	} {
		target := filepath.Join(t.inRoot(path), m.name)
		if err := os.Mkdir(target, 0o755); err != nil {
			return err
		}
		flags := uintptr(unix.MS_NOSUID | unix.MS_NOEXEC)
		if m.kind == "tmpfs" {
			flags |= unix.MS_NODEV
		}
		if err := pathError("mount", "/dev/"+m.name, unix.Mount(m.kind, target, m.kind, flags, m.options)); err != nil {
			return err
		}
	}
	return nil
}

// mountProc mounts /proc with the processes of the cage. It is read-only, because root could change the settings of the
// system there. No user namespace can be made in the cage: file systems that act on the system, such as cgroup2, could
// be mounted in one.
func (t *tree) mountProc(path string) error {
	target := t.inRoot(path)
	flags := uintptr(unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC)
	if err := pathError("mount", "/proc", unix.Mount("proc", target, "proc", flags, "")); err != nil {
		return err
	}
	err := os.WriteFile(filepath.Join(target, "sys/user/max_user_namespaces"), []byte("0"), 0)
	if err != nil {
		return err
	}
	if limitsProcesses() {
		err := os.WriteFile(filepath.Join(target, "sys/kernel/pid_max"), []byte(strconv.Itoa(maxProcesses)), 0)
		if err != nil {
			return err
		}
	}
	t.readOnlyLast = append(t.readOnlyLast, target)
	return nil
}

// limitsProcesses reports whether pid_max limits the processes of a namespace, root's too, as it does since Linux 6.14.
// Before, it is the limit of the whole system.
func limitsProcesses() bool {
	var name unix.Utsname
	var major, minor int
	if unix.Uname(&name) != nil {
		return false
	}
	n, _ := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return n == 2 && (major > 6 || major == 6 && minor >= 14)
}
