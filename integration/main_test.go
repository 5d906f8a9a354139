// Package integration proves from outside that the parts make the whole: scripts run the built binary against a fake
// claude, and against the real one on a scripted Messages API.
package integration

import (
	"os"
	"path/filepath"
	"testing"

	"ccc/integration/binary"
)

// performers are the programs that the test binary is under other names; they do not return.
var performers = map[string]func(){"claude": performClaude}

func TestMain(m *testing.M) {
	if perform := performers[filepath.Base(os.Args[0])]; perform != nil {
		perform() // a test has started us under that name
	}
	code := m.Run()
	binary.Remove()
	os.Exit(code)
}
