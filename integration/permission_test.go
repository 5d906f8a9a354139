package integration

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/api"
	"ccc/integration/realclaude"
)

// TestRealReviewerMayReadAndTest: each version lets the reviewer read, search, run tests and look at git, and nothing that writes, though
// the agent may do everything.
func TestRealReviewerMayReadAndTest(t *testing.T) {
	for _, version := range realclaude.Versions() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n\ngo 1.26\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			bash := func(command string) api.Reply {
				return api.Tool("Bash", map[string]string{"command": command, "description": "try"})
			}
			tries := []struct {
				reply   api.Reply
				allowed bool
			}{
				{bash("git status"), true}, // says that there is no repository, which is an answer
				{bash("go test ./..."), true},
				{api.Tool("Read", map[string]string{"file_path": filepath.Join(dir, "go.mod")}), true},
				{api.Tool("Grep", map[string]string{"pattern": "module", "path": dir}), true},
				{bash("touch " + filepath.Join(dir, "written")), false},
				{bash("go test ./... > " + filepath.Join(dir, "written")), false},
				{bash("git commit --allow-empty -m x"), false},
				{api.Tool("Write", map[string]string{"file_path": filepath.Join(dir, "written"), "content": "x"}), false},
			}
			next := 0
			srv := api.New(t, func(r api.Request) api.Reply {
				if !strings.Contains(r.System, "RUBRIC") {
					return api.Text("done")
				}
				if next > 0 {
					try, text := tries[next-1], ""
					for _, result := range r.Results {
						text += result.Text
					}
					denied := strings.Contains(text, "ermission") || strings.Contains(text, "No such tool") || strings.Contains(text, "denied") || strings.Contains(text, "not enabled")
					if denied == try.allowed {
						t.Errorf("try %d: allowed is to be %v, the reviewer got: %.300s", next, try.allowed, text)
					}
				}
				if next == len(tries) {
					return api.Text("[TASK_COMPLETED]")
				}
				next++
				return tries[next-1].reply
			})
			cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json", "--dangerously-skip-permissions", "--", "do it")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("ccc: %v\n%s", err, out)
			}
			if next != len(tries) {
				t.Errorf("%d of %d tries were made", next, len(tries))
			}
			if _, err := os.Stat(filepath.Join(dir, "written")); err == nil {
				t.Error("the reviewer has written a file")
			}
		})
	}
}
