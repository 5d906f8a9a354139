package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ccc/internal/config"
)

// TestLogin: of the secrets those stay that claude logs in by.
func TestLogin(t *testing.T) {
	dir := t.TempDir()
	settings := filepath.Join(dir, "settings.json")
	const helper = `{"apiKeyHelper": "/usr/bin/ccc provider key glm", "env": {"CLAUDE_CODE_USE_VERTEX": "1"}}`
	if err := os.WriteFile(settings, []byte(helper), 0o600); err != nil {
		t.Fatal(err)
	}
	f := config.File{Path: "/c/ccc.json"}
	for _, c := range []struct {
		env      []string
		settings string
		want     []string
	}{
		{nil, `{"disableAllHooks":true}`, nil},
		{[]string{"CLAUDE_CODE_USE_BEDROCK=1"}, "", []string{"/h/.aws"}},
		{nil, settings, []string{"/c/ccc.json", "/h/.config/gcloud"}},
	} {
		p := program{env: c.env}
		got := p.login(f, "/h", c.settings)
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("login by %q and %q = %q, want %q", c.env, c.settings, got, c.want)
		}
	}
}
