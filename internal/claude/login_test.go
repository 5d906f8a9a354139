package claude

import (
	"testing"

	"ccc/internal/lang"
)

// TestLogin: variables that claude prefers to its login are named, without their values.
func TestLogin(t *testing.T) {
	for want, env := range map[string]map[string]string{
		"claude's own login": {"ANTHROPIC_MODEL": "opus"},
		"ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN of the environment": {
			"ANTHROPIC_AUTH_TOKEN": "key-1", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"},
	} {
		if got := lang.English.Text(Login(func(name string) string { return env[name] })); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
