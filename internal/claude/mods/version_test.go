package mods

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/claude"
)

// asksEnv names a file to which this program adds a line when it is started as claude; versionEnv has the version that
// it prints.
const asksEnv, versionEnv = "MODS_TEST_ASKS", "MODS_TEST_VERSION"

func TestMain(m *testing.M) {
	if asks := os.Getenv(asksEnv); asks != "" {
		f, err := os.OpenFile(asks, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
		if err == nil {
			_, err = f.WriteString("asked\n")
		}
		if err != nil {
			panic(err)
		}
		_, _ = os.Stdout.WriteString(os.Getenv(versionEnv) + " (Claude Code)\n")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestN01VersionOf: a claude with mods is asked for its version once, and again when its file has changed. A path that
// may be another claude at the next start is asked each time. So is a claude without mods, whatever the file of
// versions says.
func TestN01VersionOf(t *testing.T) {
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, version string
		asks          int // at the first start, the second one, and one after the file was changed
	}{
		{"claude", "2.1.330", 2}, {"2.1.330", "2.1.330", 2}, {"claude", "2.1.5", 3}, {"version-manager", "2.1.330", 3},
	} {
		dir := t.TempDir()
		path, kept, asks := filepath.Join(dir, tt.name), filepath.Join(dir, "kept.json"), filepath.Join(dir, "asks")
		ask := func() {
			env := append(os.Environ(), asksEnv+"="+asks, versionEnv+"="+tt.version)
			got, err := VersionOf(t.Context(), claude.Binary{Path: path}, env, kept)
			if err != nil || got != tt.version {
				t.Errorf("%s %s: the version is %q", tt.name, tt.version, got)
			}
		}
		write(t, dir, tt.name, string(self))
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
		ask()
		if text, err := os.ReadFile(kept); err == nil && tt.version == "2.1.5" {
			t.Errorf("kept: %s", text)
		}
		ask()
		if err := os.WriteFile(path, append(self, 0), 0o700); err != nil {
			t.Fatal(err)
		}
		ask()
		if text, _ := os.ReadFile(asks); strings.Count(string(text), "asked") != tt.asks {
			t.Errorf("%s %s was asked %d times, want %d", tt.name, tt.version, strings.Count(string(text), "asked"), tt.asks)
		}
	}
}
