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

// TestOverlaySubmounts: what is mounted below the home is there, whether that can be covered or not, and a secret is
// not to be had by another mount of its file system. The test mounts in a namespace of its own.
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
	mounted, again := filepath.Join(h.home, "mounted"), t.TempDir()
	if err := os.Mkdir(mounted, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, m := range []struct {
		from, at, kind string
		flags          uintptr
	}{
		{"", "/", "", unix.MS_REC | unix.MS_PRIVATE}, {h.home, again, "", unix.MS_BIND}, {"tmpfs", mounted, "tmpfs", 0},
	} {
		if err := unix.Mount(m.from, m.at, m.kind, m.flags, ""); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { unix.Unmount(m.at, unix.MNT_DETACH) }) // of "/" it does nothing
	}
	if err := os.WriteFile(filepath.Join(mounted, "file"), []byte("there\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.plan.ReadOnly = append(h.plan.ReadOnly, again) // else it would not be there at all, below /tmp
	before := snapshot(t, h.home, again)
	said := h.sh(t, `cat "$HOME/mounted/file"; echo x > "$HOME/mounted/new"; `+
		`echo x > "$HOME/project/new" && echo written; `+
		`cat "$HOME/.ssh/id_rsa"; cat "$AGAIN/.ssh/id_rsa"; cat "$AGAIN/project/main.go"`, "AGAIN="+again)
	unchanged(t, before, snapshot(t, h.home, again))
	if !strings.HasPrefix(said, "there\nwritten\npackage main\n") || strings.Contains(said, secret) {
		t.Errorf("%s", said)
	}
}
