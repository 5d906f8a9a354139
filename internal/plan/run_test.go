package plan

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

// TestAdded: a plan to which its tasks add others comes to an end, even without a bound on cost and time.
func TestAdded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "PLAN.md")
	if err := os.WriteFile(path, []byte("- [ ] first\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := Open(Config{
		Path: path, Dir: dir, State: state.Dir(filepath.Join(dir, "state")), Mask: secret.New(),
		Command: func(string, []string, string, string) *exec.Cmd {
			adds := `printf -- '- [ ] %s\n' a$$ b$$ >>"$0"; echo '{"outcome":"completed"}'`
			return exec.Command("sh", "-c", adds, path)
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
		want := "completed"
		if i > leastAdded {
			want = notBegun
		}
		if row.Outcome != want || row.Done != (want == "completed") {
			t.Errorf("task %d: %+v", i+1, row)
		}
	}
}
