package settings

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestTakeOutStatus: ccc's own status line is removed, one that it wraps is restored, and any other one stays.
func TestTakeOutStatus(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"a": 1, "statusLine": {"type": "command", "command": "ccc statusline"}}`, `{"a": 1}`},
		{`{"statusLine": {"command": "/o/ccc statusline --wrap 'my \"x\" '\\''y'\\'''"}}`,
			`{"statusLine": {"command": "my \"x\" 'y'"}}`},
		{`{"statusLine": {"command": "ccc statusline --wrap my.sh"}}`, `{"statusLine": {"command": "my.sh"}}`},
		{`{"statusLine": {"command": "hers statusline"}}`, ""},
		{`{"statusLine": {"command": "ccc statusline; other"}}`, ""},
		{`{}`, ""},
		{"", ""},
	} {
		got, found, err := takeOutStatus([]byte(c.text))
		want := c.want
		if want == "" {
			want = c.text
		}
		if string(got) != want || found != (c.want != "") || err != nil {
			t.Errorf("of %s: %s, %v, %v, want %s", c.text, got, found, err, want)
		}
	}
}

// TestRemoveStatus: what was removed is told as it is.
func TestRemoveStatus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	for command, want := range map[string]string{
		"ccc statusline":              "the status line in " + path,
		"ccc statusline --wrap my.sh": "ccc's part of the status line in " + path + "; your own command is there again",
	} {
		write(t, path, `{"statusLine": {"type": "command", "command": "`+command+`"}}`)
		removed, err := removeStatus(path)
		if err != nil || len(removed) != 1 || removed[0].String() != want {
			t.Errorf("of %s: %v, %v, want %s", command, removed, err, want)
		}
	}
}

// TestRemovePlugin: what is to be typed is what is there.
func TestRemovePlugin(t *testing.T) {
	dir := t.TempDir()
	if lines := RemovePlugin(dir); lines != nil {
		t.Errorf("of nothing: %q", lines)
	}
	plugins := filepath.Join(dir, "plugins")
	write(t, filepath.Join(plugins, "installed_plugins.json"),
		`{"version": 2, "plugins": {"ccc@ccc-local": [{"scope": "user"}]}}`)
	write(t, filepath.Join(plugins, "known_marketplaces.json"), `{"ccc-local": {"source": {}}}`)
	want := []string{"claude plugin uninstall ccc@ccc-local", "claude plugin marketplace remove ccc-local"}
	if lines := RemovePlugin(dir); !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
}
