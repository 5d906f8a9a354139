package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
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
