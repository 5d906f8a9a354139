package provider

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ccc/integration/files"
)

// TestEnv: numbers are written as claude would write them.
func TestEnv(t *testing.T) {
	f := loaded(t, `{"settings": {"env": {"A": 3000000, "B": 0.5, "C": true, "D": "${X}"}},
		"providers": {"glm": {"env": {"E": 12345678901234567890}}}}`)
	want := map[string]string{"A": "3000000", "B": "0.5", "C": "true", "D": "x", "E": "12345678901234567000"}
	if got, err := f.Env(&f.Providers[0], files.Env("X", "x")); err != nil || !maps.Equal(got, want) {
		t.Errorf("Env = %v, %v, want %v", got, err, want)
	}
	if _, err := f.Env(nil, files.NoEnv); err == nil || !strings.Contains(err.Error(), "${X}") {
		t.Errorf("Env without X = %v", err)
	}
}

func TestTemplates(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range Templates {
		if u, err := url.Parse(c.URL); err != nil || c.URL != "" && (u.Scheme != "https" || u.Host == "") ||
			(c.URL == "") != (c.Name == "anthropic" || c.Own) {
			t.Errorf("%s: the URL is %q", c.Name, c.URL)
		}
		if err := CheckName(c.Name); err != nil || seen[c.Name] || c.Label.Empty() {
			t.Errorf("%s: %v, twice: %t, label %q", c.Name, err, seen[c.Name], c.Label)
		}
		if seen[c.Name] = true; !slices.Contains([]string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"}, c.Key) {
			t.Errorf("%s: the key goes to %q", c.Name, c.Key)
		}
		for _, m := range []Models{
			{}, {Main: "m"}, {Main: "m", Haiku: "h"}, {Opus: "o"}, {Main: "m", Opus: "o", Sonnet: "s", Haiku: "h"},
		} {
			p := c.Provider("mine", "t0p", m)
			env := p.Settings["env"].(map[string]any)
			for name := range env {
				if !IsAPIVariable(name) {
					t.Errorf("%s: %s is not taken back in a launch of another provider", c.Name, name)
				}
			}
			want := Models{m.Main, cmp.Or(m.Opus, m.Main), cmp.Or(m.Sonnet, m.Main), cmp.Or(m.Haiku, m.Main)}
			if p.Name != "mine" || env[c.Key] != "t0p" || !strings.HasPrefix(c.URL, strings.TrimSuffix(p.URL(), "/…")) ||
				p.Models() != want {
				t.Errorf("%s: Provider = %v, shown as %q, %q", c.Name, p, p.URL(), p.Models())
			}
			if small, has := env["ANTHROPIC_SMALL_FAST_MODEL"]; has != (want.Haiku != "") || has && small != want.Haiku {
				t.Errorf("%s: the small model is %v, want %q", c.Name, small, want.Haiku)
			}
		}
	}
}

func TestDetails(t *testing.T) {
	for text, want := range map[string]string{
		`null`: "", `{}`: "", `{"model": "m"}`: "model: m",
		`{"env": {"ANTHROPIC_BASE_URL": "u", "ANTHROPIC_MODEL": "e", "ANTHROPIC_AUTH_TOKEN": "t0p", "N": 3, "GONE": ""},
			"model": "m", "permissions": {"t0p": 1}}`: "address: ? | model: e | ANTHROPIC_AUTH_TOKEN: set | " +
			"GONE: taken away | N: 3 | permissions: set",
		`{"env": {"ANTHROPIC_BASE_URL": "https://t0p:t0p@host/a?key=t0p", "ANTHROPIC_DEFAULT_HAIKU_MODEL": "h",
			"ANTHROPIC_SMALL_FAST_MODEL": "s", "ANTHROPIC_DEFAULT_OPUS_MODEL": "o", "K_TOKEN": "${SET}",
			"ANTHROPIC_API_KEY": "${NOT}", "ANTHROPIC_CUSTOM_HEADERS": "x: ${SET}t0p"}}`: "address: https://host/… | " +
			"opus: o | haiku: h | ANTHROPIC_API_KEY: ${NOT}, which is not set | ANTHROPIC_CUSTOM_HEADERS: set | " +
			"K_TOKEN: ${SET}, which is set",
		`{"env": 5, "model": 7}`: "", `{"env": {"ANTHROPIC_BASE_URL": 5}}`: "",
	} {
		p := Provider{Settings: object(t, text)}
		var list []string
		for _, d := range p.Details(files.Env("SET", "t0p")) {
			list = append(list, d.Name.String()+": "+d.Value.String())
		}
		if got := strings.Join(list, " | "); got != want || strings.Contains(got, "t0p") {
			t.Errorf("Details of %s: %s, want %s", text, got, want)
		}
	}
}

func object(t *testing.T, text string) (m map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}
