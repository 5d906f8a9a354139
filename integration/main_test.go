// Package integration proves from outside that the parts make the whole: scripts run the built binary against a fake
// claude, and against the real one on a scripted Messages API.
package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var buildDir string

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "claude" {
		performClaude() // fake_test.go: a script has started us under that name
	}
	var err error
	if buildDir, err = os.MkdirTemp("", "ccc-integration-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(buildDir)
	os.Exit(code)
}

var build = sync.OnceValues(func() ([]byte, error) {
	args := []string{"build", "-o", filepath.Join(buildDir, "ccc")}
	if raceEnabled {
		args = append(args, "-race")
	}
	return exec.Command("go", append(args, "ccc/cmd/ccc")...).CombinedOutput()
})

// built is the path of the ccc under test, built once.
func built(t testing.TB) string {
	t.Helper()
	if out, err := build(); err != nil {
		t.Fatalf("build ccc: %v\n%s", err, out)
	}
	return filepath.Join(buildDir, "ccc")
}
