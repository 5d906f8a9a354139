package git

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFits: an unreadable file is left out of the tree and is no error. Root can read everything, so a thread of the
// user nobody is asked.
func TestFits(t *testing.T) {
	dir := t.TempDir()
	for path := dir; path != os.TempDir(); path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{"open": 0o644, "closed": 0} {
		save(t, filepath.Join(dir, name), "x")
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread ends with its user
		if os.Geteuid() == 0 {
			if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, 65534, 65534, 65534); errno != 0 {
				t.Error(errno)
				return
			}
		}
		for name, want := range map[string][2]bool{"open": {true, true}, "closed": {false, true}, "nowhere": {false, false}} {
			if fit, there := checkUntracked(filepath.Join(dir, name)); fit != want[0] || there != want[1] {
				t.Errorf("%s: fits = %v, %v, want %v", name, fit, there, want)
			}
		}
	}()
	<-done
}

// asNobody calls do on a thread of the user nobody, if wanted and if the test runs as root. Processes that do starts
// belong to nobody, too.
func asNobody(t *testing.T, wanted bool, do func()) {
	t.Helper()
	if !wanted || os.Geteuid() != 0 {
		do()
		return
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread ends with its user
		if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, 65534, 65534, 65534); errno != 0 {
			t.Error(errno)
			return
		}
		do()
	}()
	<-done
}
