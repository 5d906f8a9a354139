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

// dir is where this process builds; another test binary may build at the same time.
var dir = filepath.Join(os.TempDir(), fmt.Sprintf("ccc-binary-%d", os.Getpid()))

var build = sync.OnceValue(func() error {
	args := []string{"build", "-trimpath", "-o", filepath.Join(dir, "ccc")}
	cgo := "CGO_ENABLED=0"
	if Race {
		args, cgo = append(args, "-race"), "CGO_ENABLED=1"
	}
	if os.Getenv("GOCOVERDIR") != "" { // make cover: where the counters go; testscript hands it on
		args = append(args, "-cover", "-covermode=atomic", "-coverpkg=ccc/...", "-tags=cover")
	}
	cmd := exec.Command("go", append(args, "ccc/cmd/ccc")...)
	cmd.Env = append(os.Environ(), cgo)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("build ccc: %w\n%s", err, out)
	}
	return nil
})

// Path is the path of ccc, built as the Makefile does; with the race detector if the test is, and with coverage for
// "make cover".
func Path(t testing.TB) string {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "ccc")
}

// Remove removes the built ccc. TestMain calls it after the tests.
func Remove() { os.RemoveAll(dir) }
