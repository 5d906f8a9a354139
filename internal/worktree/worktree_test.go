package worktree

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

func git2(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v: %s", args, err, out)
	}
}

// TestFingerprint: each of these is a change, and nothing else is.
func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	if got := Fingerprint(t.Context(), dir); got != "" {
		t.Errorf("without git: %q", got)
	}
	if got := Fingerprint(t.Context(), filepath.Join(dir, "nowhere")); got != "" {
		t.Errorf("in no directory: %q", got)
	}
	git2(t, dir, "init", "-q")
	write := func(name, text string) func() {
		return func() {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	last := Fingerprint(t.Context(), dir)
	if last == "" {
		t.Fatal("an empty repository has none")
	}
	for _, c := range []struct {
		name    string
		do      func()
		changes bool
	}{
		{"a new file", write("a.txt", "1"), true},
		{"nothing", func() {}, false},
		{"the same text written again", func() { os.Chtimes(filepath.Join(dir, "a.txt"), time.Now(), time.Now().Add(time.Minute)) }, true},
		{"another file with an odd name", write("sub/中 文\n.txt", "2"), true},
		{"a file ignored", func() { write(".gitignore", "*.log\n")(); last = Fingerprint(t.Context(), dir); write("x.log", "3")() }, false},
		{"added", func() { git2(t, dir, "add", "-A") }, false},
		{"committed", func() { git2(t, dir, "commit", "-qm", "x") }, true},
		{"another mode", func() { os.Chmod(filepath.Join(dir, "a.txt"), 0o700) }, true},
		{"removed", func() { os.Remove(filepath.Join(dir, "a.txt")) }, true},
		{"git status", func() { git2(t, dir, "status") }, false},
	} {
		c.do()
		now := Fingerprint(t.Context(), filepath.Join(dir, "sub", "..")) // from wherever in the tree
		if now == "" || (now != last) != c.changes {
			t.Errorf("%s: %q after %q, want a change: %v", c.name, now, last, c.changes)
		}
		last = now
	}
}
