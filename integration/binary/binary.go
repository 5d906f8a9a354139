// Package binary builds the ccc under test, once for each test binary.
package binary

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// dir is this process's own.
var dir = filepath.Join(os.TempDir(), fmt.Sprintf("ccc-binary-%d", os.Getpid()))

var build = sync.OnceValue(func() error {
	args := []string{"build", "-o", filepath.Join(dir, "ccc")}
	if race {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "ccc/cmd/ccc")...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("build ccc: %w\n%s", err, out)
	}
	return nil
})

// Path is the path of ccc. It is built with the race detector if the test is.
func Path(t testing.TB) string {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "ccc")
}

// Remove removes what was built; TestMain calls it at the end.
func Remove() { os.RemoveAll(dir) }
