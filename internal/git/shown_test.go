package git

import (
	"os"
	"path/filepath"
	"testing"
)

// TestClaudesQuestions: git answers the questions that claude asks it. It is not run where a setting of the repository
// could make it run a program.
func TestClaudesQuestions(t *testing.T) {
	dir := t.TempDir()
	if got := ClaudesQuestions(t.Context(), dir); got != nil {
		t.Errorf("without a repository: %q", got)
	}
	git(t, dir, "init", "-q", "-b", "main")
	if err := os.WriteFile(filepath.Join(dir, "ü.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ran := filepath.Join(t.TempDir(), "ran")
	git(t, dir, "config", "core.fsmonitor", "touch "+ran)
	got := ClaudesQuestions(t.Context(), dir)
	want := "?? \"\\303\\274.txt\"\n" // as git prints it by default
	if got["status --short"] != want || got["branch --show-current"] != "main\n" || got["log --oneline -n 5"] != "" {
		t.Errorf("answers: %q", got)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("core.fsmonitor ran")
	}
	git(t, dir, "config", "filter.x.clean", "touch "+ran)
	if got := ClaudesQuestions(t.Context(), dir); got != nil {
		t.Errorf("with a filter: %q", got)
	}
}
