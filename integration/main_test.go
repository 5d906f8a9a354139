// Package integration proves from outside that the parts make the whole: scripts run the built binary against a fake
// claude, and against the real one on a scripted Messages API.
package integration

import (
	"os"
	"path/filepath"
	"testing"

	"ccc/integration/binary"
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "claude" {
		performClaude() // fake_test.go: a script has started us under that name
	}
	code := m.Run()
	binary.Remove()
	os.Exit(code)
}
