// Package binary builds the ccc under test, once for each test binary.
package binary

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var build = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "ccc-binary-"); err != nil {
		return "", err
	}
	args := []string{"build", "-o", filepath.Join(dir, "ccc")}
	if race {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "ccc/cmd/ccc")...).CombinedOutput()
	os.Stderr.Write(out)
	return dir, err
})

// Path is the path of ccc. It is built with the race detector if the test is.
func Path(t testing.TB) string {
	t.Helper()
	dir, err := build()
	if err != nil {
		t.Fatalf("build ccc: %v", err)
	}
	return filepath.Join(dir, "ccc")
}

// Remove removes what was built; TestMain calls it at the end.
func Remove() {
	if dir, err := build(); err == nil {
		os.RemoveAll(dir)
	}
}
