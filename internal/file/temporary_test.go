package file

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestSweepTemporary: only what is old and has our prefix is removed.
func TestSweepTemporary(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	old := time.Now().Add(-25 * time.Hour)
	for _, name := range []string{"ccc-tmp-old/refs", "ccc-tmp-new/refs", "other-old/refs"} {
		if err := os.MkdirAll(filepath.Join(temp, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(temp, "ccc-tmp-old.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ccc-tmp-old", "ccc-tmp-old.md", "other-old"} {
		if err := os.Chtimes(filepath.Join(temp, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	SweepTemporary(Listing{})
	left, _ := filepath.Glob(filepath.Join(temp, "*"))
	if want := []string{filepath.Join(temp, "ccc-tmp-new"), filepath.Join(temp, "other-old")}; !slices.Equal(left, want) {
		t.Errorf("left: %v", left)
	}
}
