package integration

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestWindows: building ccc for Windows prints one sentence that says where it runs.
func TestWindows(t *testing.T) {
	cmd := exec.Command("go", "build", "-o", os.DevNull, "ccc/cmd/ccc")
	cmd.Env = append(os.Environ(), "GOOS=windows", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	// The first time, go also prints which modules for Windows it downloads.
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "go: downloading ") })
	if err == nil || len(lines) != 1 || !strings.Contains(lines[0], "on Windows, run it inside WSL") {
		t.Errorf("go build for Windows: %v\n%s", err, out)
	}
}
