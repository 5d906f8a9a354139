package settings

import (
	"os"
	"path/filepath"
	"testing"

	"ccc/integration/files"
)

// TestStrangers: settings of a project that run something are named until claude has been told to trust the directory.
func TestStrangers(t *testing.T) {
	work := filepath.Join(t.TempDir(), "clone", "part")
	if err := os.MkdirAll(filepath.Join(work, ".claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	known := filepath.Join(t.TempDir(), ".claude.json")
	path := filepath.Join(work, ".claude", "settings.json")
	expect := func(what string, want int) {
		t.Helper()
		if got := Strangers(work, known); len(got) != want {
			t.Errorf("%s: %v", what, got)
		}
	}
	expect("no file", 0)
	files.Save(t, path, `{"permissions": {"allow": ["Bash(ls)"]}}`)
	expect("permissions alone", 0)
	files.Save(t, path, `{"permissions": {}, "hooks": {"SessionStart": []}}`)
	expect("hooks", 1)
	files.Save(t, filepath.Join(work, ".claude", "settings.local.json"), `{"env": {"PATH": "."}}`)
	expect("two files", 2)
	if got := Strangers(work, known); got[0].Path != path || got[0].Content != `{"hooks":{"SessionStart":[]}}` {
		t.Errorf("%v", got)
	}
	files.Save(t, known, `{"projects": {"/elsewhere": {"hasTrustDialogAccepted": true}}}`)
	expect("another directory is trusted", 2)
	files.Save(t, known, `{"projects": {"`+filepath.Dir(work)+`": {"hasTrustDialogAccepted": true}}}`)
	expect("the one above is trusted", 0)
}
