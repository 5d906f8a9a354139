package doctor

import (
	"path/filepath"
	"testing"

	"ccc/internal/file"
)

// TestTrialDir: the path of a trial's directory is absolute even if TMPDIR is not, because the programs of a trial have
// another working directory.
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
