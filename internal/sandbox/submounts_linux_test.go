//go:build amd64 || arm64

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOverlaySubmounts: a mount below a named directory is visible, and a second mount of the home is unreadable. The
// test mounts in its own namespace.
func TestOverlaySubmounts(t *testing.T) {
	const inside = "CCC_CAGE_TEST_MOUNTS"
	if os.Getenv(inside) == "" {
		cmd := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.v")
		cmd.Env = append(os.Environ(), inside+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	h := newHouse(t)
	mounted, parent := filepath.Join(h.home, ".cache", "mounted"), t.TempDir()
	again := filepath.Join(parent, "again")
	must(t, os.Mkdir(mounted, 0o700))
	must(t, os.Mkdir(again, 0o700))
	h.plan.Dirs, h.plan.ReadOnly = append(h.plan.Dirs, filepath.Dir(mounted)), append(h.plan.ReadOnly, parent)
	for _, m := range []struct {
		from, at, kind string
		flags          uintptr
	}{
		{"", "/", "", unix.MS_REC | unix.MS_PRIVATE}, {h.home, again, "", unix.MS_BIND}, {"tmpfs", mounted, "tmpfs", 0},
	} {
		if err := unix.Mount(m.from, m.at, m.kind, m.flags, ""); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { unix.Unmount(m.at, unix.MNT_DETACH) }) // has no effect for "/"
	}
	if err := os.WriteFile(filepath.Join(mounted, "file"), []byte("there\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := listTree(t, h.home)
	said := h.sh(t, `cat "$HOME/.cache/mounted/file"; echo x > "$HOME/.cache/mounted/new"; `+
		`echo x > "$PROJECT/new" && echo written; ls -A "$AGAIN" | wc -l; cat "$AGAIN/.ssh/id_rsa"`, "AGAIN="+again)
	unchanged(t, before, listTree(t, h.home))
	if !strings.HasPrefix(said, "there\nwritten\n0\n") || strings.Contains(said, secret) {
		t.Errorf("%s", said)
	}
}
