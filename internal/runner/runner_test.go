package runner

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/secret"
	"ccc/internal/state"
)

// TestAdded: a plan to which its tasks add others comes to an end where nothing else bounds the run.
func TestAdded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "PLAN.md")
	if err := os.WriteFile(path, []byte("- [ ] first\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := Open(Config{
		Path: path, Key: "key", Dir: dir, State: state.Dir(filepath.Join(dir, "state")), Mask: secret.New(),
		Command: func(string, []string, string, string) *exec.Cmd {
			return exec.Command("sh", "-c", `echo "- [ ] a$$" >>"$0"; echo "- [ ] b$$" >>"$0"; echo '{"outcome":"completed"}'`, path)
		},
		Now: func() string { return "" },
		Say: func(m lang.Message) { t.Log(m) }, Line: func(int, string) {}, Changed: func() {},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	result, err := run.Do()
	if err != nil || result.ExitCode != output.ExitNotCompleted || len(result.Tasks) != 1+2*(1+leastAdded) {
		t.Errorf("result = %+v, %v", result, err)
	}
	for i, row := range result.Tasks {
		if done := i <= leastAdded; row.Done != done || row.Outcome != map[bool]string{true: "completed", false: notBegun}[done] {
			t.Errorf("task %d: %+v", i+1, row)
		}
	}
}
