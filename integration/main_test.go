// Package integration proves from outside that the parts make the whole: scripts run the built binary against a fake
// claude, and against the real one on a scripted Messages API.
package integration

import (
	"os"
	"path/filepath"
	"testing"

	"ccc/integration/binary"
)

// programs are what the test binary is under another name, in scripts. They do not return.
var programs = map[string]func(){"claude": performClaude}

func TestMain(m *testing.M) {
	if perform, ok := programs[filepath.Base(os.Args[0])]; ok {
		perform()
	}
	code := m.Run()
	binary.Remove()
	os.Exit(code)
}
