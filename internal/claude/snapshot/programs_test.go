package snapshot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/files"
)

// TestR01Programs: there is no verdict if a claude, git or node was replaced after the session began, or if another one
// precedes it in PATH. If claude has updated itself, the old version is still there.
func TestR01Programs(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, dir string)
		want   string // the claude that is started, or a part of the error
	}{
		"nothing": {func(*testing.T, string) {}, "bin/claude"},
		"claude, in place": {func(t *testing.T, dir string) {
			at := files.Info(t, filepath.Join(dir, "versions/1")).ModTime()
			files.Save(t, filepath.Join(dir, "versions/1"), "#!/usr/bin/env evil\n")
			if err := os.Chtimes(filepath.Join(dir, "versions/1"), at, at); err != nil {
				t.Fatal(err)
			}
		}, "/versions/1)"},
		"an update": {func(t *testing.T, dir string) {
			makeProgram(t, dir, "versions/2", "#!/usr/bin/env node\n")
			if err := os.Remove(filepath.Join(dir, "bin/claude")); err != nil {
				t.Fatal(err)
			}
			files.Symlink(t, "../versions/2", filepath.Join(dir, "bin/claude"))
		}, "versions/1"},
		"git, before it in PATH": {func(t *testing.T,
			dir string) {
			makeProgram(t, dir, "first/git", "evil")
		}, "git is no longer"},
		"node, before it in PATH": {func(t *testing.T,
			dir string) {
			makeProgram(t, dir, "first/node", "evil")
		}, "node is no longer"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			makeProgram(t, dir, "versions/1", "#!/usr/bin/env node\n")
			makeProgram(t, dir, "bin/git", "git")
			makeProgram(t, dir, "bin/node", "node")
			files.Symlink(t, "../versions/1", filepath.Join(dir, "bin/claude"))
			t.Setenv("PATH", filepath.Join(dir, "first")+":"+filepath.Join(dir, "bin"))
			b := new(Snapshot)
			b.KeepPrograms(filepath.Join(dir, "bin/claude"))
			digest, err := b.Save(filepath.Join(dir, "copy"))
			if err != nil {
				t.Fatal(err)
			}
			c.change(t, dir)
			if b, err = Load(filepath.Join(dir, "copy"), digest); err != nil {
				t.Fatal(err)
			}
			path, err := b.Claude("/evil/claude")
			if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && path != filepath.Join(dir, c.want) {
				t.Errorf("%s, %v, want %s", path, err, c.want)
			}
		})
	}
}

// makeProgram makes a program.
func makeProgram(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	files.Directory(t, filepath.Dir(path))
	files.Save(t, path, text)
	if err := os.Chmod(path, 0o700); err != nil {
		t.Fatal(err)
	}
}
