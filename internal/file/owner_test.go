package file

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestOwner: a file in another user's home still belongs to that user after root has rewritten it, and so does a new
// one.
func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		return // nobody else can make another user's file
	}
	const nobody = 65534
	dir := t.TempDir()
	old, made := filepath.Join(dir, "old.json"), filepath.Join(dir, "new.json")
	if err := os.WriteFile(old, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, old} {
		if err := os.Chown(path, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{old, made} {
		if err := Update(path, Private, func([]byte) ([]byte, error) { return []byte(`{"a": 1}`), nil }); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if at := info.Sys().(*syscall.Stat_t); at.Uid != nobody || at.Gid != nobody {
			t.Errorf("%s belongs to %d:%d, want %d", path, at.Uid, at.Gid, nobody)
		}
	}
}
