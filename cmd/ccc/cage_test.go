package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ccc/internal/config"
)

// TestOwnLogin: a reviewer on claude's own login gets the access token that is there when its review begins, and only
// where claude logs in by nothing else.
func TestOwnLogin(t *testing.T) {
	const login = `{"claudeAiOauth": {"accessToken": "sk-ant-oat01-one", "refreshToken": "sk-ant-ort01-two"}}`
	for _, c := range []struct {
		name, login, settings, env string
		want                       []string
	}{
		{"own login", login, `{}`, "", []string{"CLAUDE_CODE_OAUTH_TOKEN=sk-ant-oat01-one"}},
		{"no login", "", `{}`, "", nil},
		{"a key of the console", `{"other": "x"}`, `{}`, "", nil},
		{"a broken file", `{"claudeAiOauth": {"accessToken": "sk`, `{}`, "", nil},
		{"a provider", login, `{"env": {"ANTHROPIC_AUTH_TOKEN": "t"}}`, "", nil},
		{"a helper", login, `{"apiKeyHelper": "pass show key"}`, "", nil},
		{"a key in the environment", login, `{}`, "ANTHROPIC_API_KEY=k", nil},
		{"a cloud", login, `{}`, "CLAUDE_CODE_USE_BEDROCK=1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := directories{claude: t.TempDir()}
			settings := filepath.Join(d.claude, "settings-x.json")
			put := func(path, text string) {
				t.Helper()
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			put(settings, c.settings)
			if c.login != "" {
				put(d.login(), c.login)
			}
			get := readLogins([]string{c.env}, settings).own(d.login())
			if (get == nil) != (c.want == nil) {
				t.Fatalf("it is nil: %v, want %q", get == nil, c.want)
			}
			if get == nil {
				return
			}
			if got := get(); !slices.Equal(got, c.want) {
				t.Errorf("it gives %q, want %q", got, c.want)
			}
			put(d.login(), `{"claudeAiOauth": {"accessToken": "sk-ant-oat01-renewed"}}`)
			if got := get(); !slices.Equal(got, []string{"CLAUDE_CODE_OAUTH_TOKEN=sk-ant-oat01-renewed"}) {
				t.Errorf("after the login was renewed: %q", got)
			}
		})
	}
}

// TestHelperTakenBack: an empty apiKeyHelper in a launch's settings counts before the one in settings.json, so that
// ccc.json, from which that one would read another provider's key, is not shown to the reviewer.
func TestHelperTakenBack(t *testing.T) {
	dir := t.TempDir()
	launch, user := filepath.Join(dir, "launch.json"), filepath.Join(dir, "settings.json")
	for path, text := range map[string]string{
		launch: `{"apiKeyHelper": ""}`, user: `{"apiKeyHelper": "ccc provider key other"}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := config.File{Path: filepath.Join(dir, "ccc.json")}
	if needs := readLogins(nil, launch, user).needs(f, dir); len(needs) != 0 {
		t.Errorf("taken back, and it needs %q", needs)
	}
	if needs := readLogins(nil, user).needs(f, dir); !slices.Equal(needs, []string{f.Path}) {
		t.Errorf("it needs %q", needs)
	}
}
