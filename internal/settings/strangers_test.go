package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
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
		if got := Strangers(work, known, "/bin/ccc"); len(got) != want {
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
	if got := Strangers(work, known, "/bin/ccc"); got[0].Path != path || got[0].Content != `{"hooks":{"SessionStart":[]}}` {
		t.Errorf("%v", got)
	}
	files.Save(t, known, `{"projects": {"/elsewhere": {"hasTrustDialogAccepted": true}}}`)
	expect("another directory is trusted", 2)
	files.Save(t, known, `{"projects": {"`+filepath.Dir(work)+`": {"hasTrustDialogAccepted": true}}}`)
	expect("the one above is trusted", 0)
}

// TestOwnHookIsNoStranger: where the project's directory is the home, ccc's own hooks stand in its settings. They are
// never asked about; a hook beside them is, and so is one that only looks like ours.
func TestOwnHookIsNoStranger(t *testing.T) {
	work := t.TempDir()
	files.Directory(t, filepath.Join(work, ".claude"))
	own := Hook{Program: "/bin/ccc"}
	other := Hook{Program: "/tmp/evil"}
	settingsOf := func(entries ...map[string]any) string {
		text, err := json.Marshal(map[string]any{
			"hooks": map[string]any{"Stop": []any{map[string]any{"hooks": entries}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, test := range map[string]struct {
		text string
		want int
	}{
		"own":                     {settingsOf(own.stop()), 0},
		"another program's":       {settingsOf(other.stop()), 1},
		"own, and another beside": {settingsOf(own.stop(), map[string]any{"type": "command", "command": "make"}), 1},
	} {
		files.Save(t, filepath.Join(work, ".claude", "settings.json"), test.text)
		got := Strangers(work, filepath.Join(work, ".claude.json"), "/bin/ccc")
		if len(got) != test.want {
			t.Errorf("%s: %v", name, got)
		}
		if len(got) > 0 && strings.Contains(got[0].Content, "/bin/ccc") {
			t.Errorf("%s: the user is asked about ccc's own hook: %s", name, got[0].Content)
		}
	}
}
