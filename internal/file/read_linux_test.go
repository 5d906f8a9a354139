package file

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestR08KernelFiles: a file that the kernel generates, which may have no end, is refused under any name. An empty file
// on a disk is not.
func TestR08KernelFiles(t *testing.T) {
	dir := t.TempDir()
	for _, target := range []string{"/proc/self/mountinfo", "/proc/self/mounts", "/proc/kmsg"} {
		path := filepath.Join(dir, filepath.Base(target))
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err == nil {
			f.Close()
		}
		if !errors.Is(err, errIrregular) && !errors.Is(err, os.ErrPermission) {
			t.Errorf("%s: %v, want %v", target, err, errIrregular)
		}
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(empty, 1); err != nil || text == nil {
		t.Errorf("an empty file: %q, %v", text, err)
	}
}
