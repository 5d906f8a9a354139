package provider

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKindsOfValues: a value of the wrong kind is named with its key and place, in words and not in terms of Go.
func TestKindsOfValues(t *testing.T) {
	const quoted, time = "without the quotes", `seconds or a text such as "90m" or "8h"`
	for text, want := range map[string]string{
		"{\n \"supervisor\": {\"max_iterations\": \"ten\"}}": "line 2, column 35: " +
			"supervisor.max_iterations: expected a whole number, found text",
		`{"supervisor": {"max_iterations": 1.5}}`: "supervisor.max_iterations: expected a whole number, found 1.5",
		`{"supervisor": {"max_wait": "soon"}}`:    "supervisor.max_wait: expected " + time + `, found "soon"`,
		`{"supervisor": {"max_cost_usd": "3"}}`: "supervisor.max_cost_usd: expected a number, found text: write 3, " +
			quoted,
		`{"supervisor": {"max_iterations": "3"}}`: "supervisor.max_iterations: expected a whole number, " +
			"found text: write 3, " + quoted,
		`{"supervisor": {"max_wait": "600"}}`: "supervisor.max_wait: expected " + time + `, found text: write 600, ` +
			quoted,
		`{"supervisor": {"max_wait": 1e300}}`:     "supervisor.max_wait: expected " + time + `, found 1e300`,
		`{"supervisor": {"max_duration": 1e-10}}`: "supervisor.max_duration: expected " + time + `, found 1e-10`,
		`{"supervisor": {"max_wait": [1]}}`:       "supervisor.max_wait: expected " + time + `, found [1]`,
		`{"share_settings": "true"}`: "share_settings: expected true or false, found text: write true, " +
			quoted,
		`{"claude_args": [true]}`:      "claude_args: expected text, found a boolean",
		`{"claude_args": {}}`:          "claude_args: expected a list, found keys with values",
		`{"share_settings": 1}`:        "share_settings: expected true or false, found a number",
		`{"recordings": {"keep": []}}`: "recordings.keep: expected a whole number, found a list",
		`{"recordings": 3}`:            "recordings: expected keys with values, found a number",
		`[]`:                           "line 1, column 1: expected keys with values, found a list",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "ccc.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(dir); err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "Go ") {
			t.Errorf("Load of %s = %v, want %s", text, err, want)
		}
	}
}

// TestExposed: whether other users can read or write ccc.json, if that matters.
func TestExposed(t *testing.T) {
	const keys = `{"providers": {"a": {"env": {"ANTHROPIC_AUTH_TOKEN": "a-token-of-mine"}}}}`
	for _, c := range []struct {
		text string
		mode os.FileMode
		want string
	}{
		{keys, 0o600, ""},
		{keys, 0o644, "other users can read the keys in ccc.json: chmod 600 "},
		{keys, 0o640, "other users can read the keys in ccc.json: chmod 600 "},
		{keys, 0o666, "other users can read the keys in ccc.json, and change it: chmod 600 "},
		{`{}`, 0o664, ""},
		{`{}`, 0o666, "other users can change ccc.json, and so run commands as you: chmod 600 "},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "ccc.json")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		f, err := Load(dir)
		if c.want != "" {
			c.want += path
		}
		if got := f.PermissionWarning(); err != nil || got.String() != c.want {
			t.Errorf("%s of mode %o: %q, %v, want %q", c.text, c.mode, got, err, c.want)
		}
	}
}
