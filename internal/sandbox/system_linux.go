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

// This file makes the directories of the system that programs need to run. The cage has its own versions of them.

// mountTemporary returns a step that mounts the layer's directory of that name.
func (t *tree) mountTemporary(name string) func(path string) error {
	return func(path string) error {
		t.ownDirs = append(t.ownDirs, path)
		if err := t.mountFromLayer(filepath.Join(t.layer, name), path, false); err != nil {
			return err
		}
		// 2.1.329 makes a socket in this directory, receives messages through it, and gives the password for it to the
		// commands that it runs. If it cannot make the first directory it uses the second name. It also works without a
		// socket.
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

// mountRun mounts /run. It is empty except for the file for name resolution, and for symbolic links that NixOS needs.
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

// mountDev mounts /dev with only the devices that programs need.
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
		// Read-only applies to the device file and its mode, and not to data that is written to the device.
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

// mountProc mounts /proc with the processes of the cage. It is read-only, because root could change settings of the
// system there. It also forbids user namespaces in the cage, because a program could mount file systems in one that
// affect the system, such as cgroup2.
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

// limitsProcesses reports whether pid_max limits the processes of one PID namespace, even for root. It does since Linux
// 6.14. Before, it limits the whole system.
func limitsProcesses() bool {
	var name unix.Utsname
	var major, minor int
	if unix.Uname(&name) != nil {
		return false
	}
	n, _ := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return n == 2 && (major > 6 || major == 6 && minor >= 14)
}
