package doctor

import (
	"path/filepath"
	"testing"

	"ccc/internal/file"
)

// TestTrialDir: what runs in a trial has another working directory, so its path is absolute also where TMPDIR is not.
func TestTrialDir(t *testing.T) {
	t.Chdir(t.TempDir())
	path, remove, err := trialDir(".")
	if err != nil || !filepath.IsAbs(path) {
		t.Fatalf("trialDir = %q, %v", path, err)
	}
	if left := trials(file.Listing{}, "."); len(left) > 0 {
		t.Errorf("%q is taken for one that was left", left)
	}
	remove()
	if file.Exists(path) {
		t.Errorf("%s is still there", path)
	}
}
