package file

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
)

// TestHold: ccc does not wait for a lock for ever, and its error names the lock.
func TestHold(t *testing.T) {
	dir := t.TempDir()
	other, err := os.Create(filepath.Join(dir, Lock))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(other.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "state.json")
	write := func() error {
		return Update(path, Own, func([]byte) ([]byte, error) { return []byte("{}"), nil })
	}
	synctest.Test(t, func(t *testing.T) {
		if err := write(); err == nil || !strings.Contains(err.Error(), "another program has held the lock") {
			t.Errorf("with the lock held elsewhere: %v", err)
		}
	})
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if err := write(); err != nil {
		t.Errorf("when it is free: %v", err)
	}
}
