package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/provider"
)

// TestReviewerOfPlainClaude: the reviewer of an agent that was started without ccc uses the same login as that agent:
// the one in the project's settings, otherwise in settings.json. This also holds if ccc has written a provider there,
// or if the user has changed that. Key and address stay together, and only the user can read the file.
func TestReviewerOfPlainClaude(t *testing.T) {
	for _, c := range []struct {
		name, settings, project string
		use                     bool
		change                  [2]string // of settings.json, after the use
		want                    map[string]string
	}{
		{
			name:     "env",
			settings: `{"env": {"ANTHROPIC_BASE_URL": "http://hers", "ANTHROPIC_AUTH_TOKEN": "t", "ANTHROPIC_MODEL": "m"}}`,
			want: map[string]string{
				"ANTHROPIC_BASE_URL": "http://hers", "ANTHROPIC_AUTH_TOKEN": "t", "ANTHROPIC_MODEL": "m",
				"ANTHROPIC_API_KEY": "", "apiKeyHelper": "",
			},
		},
		{
			name: "helper", settings: `{"apiKeyHelper": "echo k"}`,
			want: map[string]string{"apiKeyHelper": "echo k", "ANTHROPIC_BASE_URL": "http://of-the-shell"},
		},
		{
			name:     "project",
			settings: `{"env": {"ANTHROPIC_BASE_URL": "http://hers", "ANTHROPIC_AUTH_TOKEN": "t"}}`,
			project:  `{"env": {"ANTHROPIC_BASE_URL": "http://team", "ANTHROPIC_AUTH_TOKEN": "p"}}`,
			want:     map[string]string{"ANTHROPIC_BASE_URL": "http://team", "ANTHROPIC_AUTH_TOKEN": "p"},
		},
		{
			name: "in use", settings: `{"theme": "dark"}`, use: true,
			want: map[string]string{"ANTHROPIC_BASE_URL": "http://glm", "apiKeyHelper": "/bin/ccc provider key glm"},
		},
		{
			name: "in use, the helper hers", settings: `{"theme": "dark"}`, use: true,
			change: [2]string{"/bin/ccc provider key glm", "echo token-own"},
			want:   map[string]string{"ANTHROPIC_BASE_URL": "http://glm", "apiKeyHelper": "echo token-own"},
		},
		{name: "own login", settings: `{"theme": "dark"}`, want: map[string]string{"theme": "dark"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, work := t.TempDir(), t.TempDir()
			settings := filepath.Join(dir, "settings.json")
			write(t, settings, c.settings)
			if c.project != "" {
				write(t, filepath.Join(work, ".claude", "settings.json"), c.project)
			}
			lookup := func(name string) (string, bool) {
				value, ok := map[string]string{baseURL: "http://of-the-shell"}[name]
				return value, ok
			}
			p := Plan{Dir: dir, Work: work, Lookup: lookup, Asked: []string{"Bash"}, Hook: Hook{Program: "/bin/ccc"}}
			if c.use {
				f := provider.File{
					Path: filepath.Join(dir, "ccc.json"),
					Providers: []provider.Provider{{Name: "glm", Settings: map[string]any{"env": map[string]any{
						"ANTHROPIC_BASE_URL": "http://glm", "ANTHROPIC_AUTH_TOKEN": "key-of-glm",
					}}}},
				}
				on := p
				on.Provider = &f.Providers[0]
				if _, _, err := Use(f, on); err != nil {
					t.Fatal(err)
				}
				text, err := os.ReadFile(settings)
				if err != nil {
					t.Fatal(err)
				}
				write(t, settings, strings.Replace(string(text), c.change[0], c.change[1], 1))
			}
			none := provider.File{Path: filepath.Join(t.TempDir(), "ccc.json")}
			path, err := Reviewer(none, p, "", "")
			if err != nil {
				t.Fatal(err)
			}
			l, err := Prepare(none, p)
			if err != nil {
				t.Fatal(err)
			}
			for door, path := range map[string]string{"the plugin": path, "ccc": l.Reviewer} {
				got := flat(t, path)
				for name, value := range c.want {
					if v, ok := got[name]; !ok || v != value {
						t.Errorf("%s: %s is %q, %v, want %q", door, name, v, ok, value)
					}
				}
				if _, keyed := got["ANTHROPIC_AUTH_TOKEN"]; c.name == "own login" && keyed {
					t.Errorf("%s: an own login is unset: %v", door, got)
				}
				if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
					t.Errorf("%s: the settings have mode %v, %v", door, info.Mode(), err)
				}
			}
			if _, err := Uninstall(dir, func() {}); err != nil {
				t.Fatal(err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "settings.ccc*")); len(left) > 0 {
				t.Errorf("uninstall leaves %q", left)
			}
		})
	}
}

// write makes a file and its directory.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// flat parses the texts of settings, and puts the variables of env at the top level.
func flat(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var settings map[string]any
	if err := json.Unmarshal(text, &settings); err != nil || settings["disableAllHooks"] != true {
		t.Fatalf("%s: %v, %s", path, err, text)
	}
	texts := make(map[string]string)
	env, _ := settings["env"].(map[string]any)
	for _, from := range []map[string]any{settings, env} {
		for name, value := range from {
			if text, ok := value.(string); ok {
				texts[name] = text
			}
		}
	}
	return texts
}
