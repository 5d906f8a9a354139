package git

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func git(t testing.TB, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v: %s", args, err, out)
	}
}

// save writes a file, and makes its directories.
func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// step is a change of a project.
type step struct {
	name    string
	do      func()
	changes bool
}

// state returns the state of a work tree, or "" if it has none.
func state(ctx context.Context, dir string) string {
	w, _ := Tree(ctx, dir, "", marks)
	return w.State
}

// check takes the steps in order, and compares the state of dir before and after each.
func check(t *testing.T, dir string, steps []step) {
	t.Helper()
	last := state(t.Context(), dir)
	if last == "" {
		t.Fatal("there is no state")
	}
	for _, s := range steps {
		s.do()
		now := state(t.Context(), dir)
		if now == "" || (now != last) != s.changes {
			t.Errorf("%s: %q after %q, want a change: %v", s.name, now, last, s.changes)
		}
		last = now
	}
}

// TestState: each step changes the state or leaves it, as the table says.
func TestState(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	a := filepath.Join(dir, "a.txt")
	large := filepath.Join(dir, "large.bin")
	sub := filepath.Join(dir, "sub\nway")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) func() { return func() { save(t, filepath.Join(dir, name), text) } }
	do := func(args ...string) func() { return func() { git(t, dir, args...) } }
	check(t, sub, []step{ // from wherever in the tree
		{"a new file", write("a.txt", "1"), true},
		{"nothing", func() {}, false},
		{"touched", func() { os.Chtimes(a, time.Now(), time.Now().Add(time.Minute)) }, false},
		{"another file with an odd name", write("sub/中 文\n.txt", "2"), true},
		{"the names of ignored files", write(".gitignore", "*.log\n"), true},
		{"an ignored file", write("x.log", "3"), false},
		{"another file", write("z.txt", "4"), true},
		{"added in part", do("add", "z.txt"), false},
		{"added", do("add", "-A"), false},
		{"committed", do("commit", "-qm", "x"), true},
		{"another mode", func() { os.Chmod(a, 0o700) }, true},
		{"removed", func() { os.Remove(a) }, true},
		{"that is added", do("add", "-A"), false},
		{"git status", do("status"), false},
		{"a large file", func() { save(t, large, strings.Repeat("x", maxUntracked+1)) }, true},
		{"as it was", func() {}, false},
		{"of the same size", func() { save(t, large, strings.Repeat("y", maxUntracked+1)) }, true},
	})
}

// TestStateInner: changes in an inner repository count like those in the outer one, though git lists only its
// name.
func TestStateInner(t *testing.T) {
	for _, c := range []struct {
		name   string
		inner  string // where, below the project
		create func(t *testing.T, dir, inner string)
	}{
		{"submodule", "lib", submodule},
		{"nested repository", "nested", nested},
		{"nested repository in a directory that is not tracked", "a/b/nested", nested},
		{"nested repository that is tracked without its files", "nested", func(t *testing.T, dir, inner string) {
			nested(t, dir, inner)
			git(t, dir, "add", "-A")
			git(t, dir, "commit", "-qm", "embedded")
		}},
		{"nested repository in a submodule", "lib/nested", func(t *testing.T, dir, inner string) {
			submodule(t, dir, "lib")
			nested(t, dir, inner)
		}},
		{"submodule of a submodule", "lib/sub", func(t *testing.T, dir, inner string) {
			submodule(t, dir, "lib")
			submodule(t, filepath.Join(dir, "lib"), "sub")
		}},
		{"another work tree", "tree", func(t *testing.T, dir, inner string) {
			git(t, dir, "worktree", "add", "-q", inner)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := repository(t, t.TempDir())
			c.create(t, dir, c.inner)
			inner := filepath.Join(dir, c.inner)
			write := func(name, text string) func() { return func() { save(t, filepath.Join(inner, name), text) } }
			do := func(args ...string) func() { return func() { git(t, inner, args...) } }
			check(t, dir, []step{
				{"nothing", func() {}, false},
				{"an edit", write("a.txt", "edited"), true},
				{"a new file", write("new/b.txt", "1"), true},
				{"a file removed", func() { os.Remove(filepath.Join(inner, "a.txt")) }, true},
				{"an ignored file", write("x.log", "1"), false},
				{"git status", do("status"), false},
				{"added", do("add", "-A"), false},
				{"committed", do("commit", "-qm", "y"), true},
				{"an empty repository inside", func() { git(t, inner, "init", "-q", "deeper") }, true},
				{"a file in that", write("deeper/c.txt", "1"), true},
				{"removed", func() { os.RemoveAll(inner) }, true},
			})
		})
	}
}

// TestStateSubmoduleNotFetched: a submodule that was not fetched is an empty directory, in which git would answer for
// the outer repository.
func TestStateSubmoduleNotFetched(t *testing.T) {
	dir := repository(t, t.TempDir())
	submodule(t, dir, "lib")
	git(t, dir, "commit", "-qm", "x")
	clone := filepath.Join(t.TempDir(), "clone")
	git(t, dir, "clone", "-q", dir, clone)
	check(t, clone, []step{
		{"nothing", func() {}, false},
		{"an edit beside it", func() { save(t, filepath.Join(clone, "a.txt"), "edited") }, true},
		{"fetched", func() {
			git(t, clone, "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init")
		}, true},
		{"an edit in it", func() { save(t, filepath.Join(clone, "lib", "a.txt"), "edited") }, true},
	})
}

// TestStateDepth: nested repositories are followed to a limited depth.
func TestStateDepth(t *testing.T) {
	dir := repository(t, t.TempDir())
	inner := dir
	for range maxDepth {
		inner = repository(t, filepath.Join(inner, "r"))
	}
	below := repository(t, filepath.Join(inner, "r"))
	check(t, dir, []step{
		{"at the limit", func() { save(t, filepath.Join(inner, "a.txt"), "edited") }, true},
		{"below it", func() { save(t, filepath.Join(below, "a.txt"), "edited") }, false},
	})
}

// repository makes a repository with one commit.
func repository(t *testing.T, dir string) string {
	t.Helper()
	copyRepository(t, filepath.Join(os.Getenv("HOME"), "repository"), dir)
	return dir
}

// copyRepository copies a repository, which is cheaper than making another one. The index has the times of the copies.
func copyRepository(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	git(t, to, "update-index", "--refresh")
}

func nested(t *testing.T, dir, inner string) { repository(t, filepath.Join(dir, inner)) }

func submodule(t *testing.T, dir, inner string) {
	t.Helper()
	origin := repository(t, t.TempDir())
	git(t, dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", origin, inner)
}
