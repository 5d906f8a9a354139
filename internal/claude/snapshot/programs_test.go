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
		}, "/versions/1 has changed"},
		"a hard link to claude": {func(t *testing.T, dir string) {
			if err := os.Link(filepath.Join(dir, "versions/1"), filepath.Join(dir, "backup")); err != nil {
				t.Fatal(err)
			}
		}, "bin/claude"},
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
		}, "git is now"},
		"node, before it in PATH": {func(t *testing.T,
			dir string) {
			makeProgram(t, dir, "first/node", "evil")
		}, "node is now"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			makeProgram(t, dir, "versions/1", "#!/usr/bin/env node\n")
			makeProgram(t, dir, "bin/git", "git")
			makeProgram(t, dir, "bin/node", "node")
			files.Symlink(t, "../versions/1", filepath.Join(dir, "bin/claude"))
			t.Setenv("PATH", filepath.Join(dir, "first")+":"+filepath.Join(dir, "bin"))
			b := &Snapshot{Programs: FindPrograms(filepath.Join(dir, "bin/claude"), filepath.Join(dir, "kept"))}
			digest, err := b.Save(filepath.Join(dir, "copy"))
			if err != nil {
				t.Fatal(err)
			}
			c.change(t, dir)
			if b, err = Load(filepath.Join(dir, "copy"), digest); err != nil {
				t.Fatal(err)
			}
			path, err := b.Claude("/evil/claude")
			if err != nil && !strings.Contains(err.Error(), c.want) ||
				err == nil && path != filepath.Join(dir, c.want) {
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

// TestProgramDigests: what an earlier launch read of a program counts as long as the program has the same state. A
// program that could not be read is refused when its change time differs.
func TestProgramDigests(t *testing.T) {
	dir := t.TempDir()
	makeProgram(t, dir, "claude", "one")
	path, kept := filepath.Join(dir, "claude"), filepath.Join(dir, "kept")
	t.Setenv("PATH", dir)
	first := FindPrograms(path, kept)[0]
	text, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	files.Save(t, kept, strings.ReplaceAll(string(text), first.Digest, "known"))
	if p := FindPrograms(path, kept)[0]; p.Digest != "known" {
		t.Errorf("a known program was read again: %s", p.Digest)
	}
	if err := os.Chmod(path, 0o700); err != nil { // changes the change time
		t.Fatal(err)
	}
	if p := FindPrograms(path, kept)[0]; p.Digest != first.Digest {
		t.Errorf("the digest is %q, want %q", p.Digest, first.Digest)
	}
	if !first.unchanged() {
		t.Error("a program with the same content counts as changed")
	}
	first.Digest = ""
	if first.unchanged() {
		t.Error("a program without a digest counts as unchanged")
	}
}
