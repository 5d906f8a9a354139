package integration

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestWindows: who builds ccc for Windows reads one sentence that says where it runs.
func TestWindows(t *testing.T) {
	cmd := exec.Command("go", "build", "-o", os.DevNull, "ccc/cmd/ccc")
	cmd.Env = append(os.Environ(), "GOOS=windows", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	// The first time go also says which modules for Windows it fetches.
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "go: downloading ") })
	if err == nil || len(lines) != 1 || !strings.Contains(lines[0], "on Windows, run it inside WSL") {
		t.Errorf("go build for Windows: %v\n%s", err, out)
	}
}
