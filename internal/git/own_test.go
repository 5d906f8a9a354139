package git

import (
	"path/filepath"
	"testing"
)

// TestTreeOwn: files that ccc itself writes are not changes: its state directory, even if it is committed, and its
// temporary files. This also holds in a repository in the home directory.
func TestTreeOwn(t *testing.T) {
	home := repository(t, t.TempDir())
	state, temporary := filepath.Join(home, ".claude", "ccc"), filepath.Join(home, "tmp")
	t.Setenv("TMPDIR", temporary)
	save(t, filepath.Join(state, "ccc.log"), "1")
	save(t, filepath.Join(temporary, "user's"), "1")
	save(t, filepath.Join(home, ".claude", "ccc.json"), "{}")
	git(t, home, "add", "-A")
	git(t, home, "commit", "-qm", "y")
	work := func(dir, base string) StoredTree {
		t.Helper()
		w, err := Tree(t.Context(), dir, base, filepath.Join(state, "indexes"))
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	before := work(home, "")
	holds(t, home, before.Tree, ".claude/ccc.json", ".gitignore", "a.txt", "tmp/user's")
	save(t, filepath.Join(state, "ccc.log"), "2")
	save(t, filepath.Join(state, "recordings", "r.jsonl"), "2")
	save(t, filepath.Join(temporary, "ccc-tmp-git-1", "index"), "2")
	git(t, home, "add", "-A")
	if again := work(home, before.Tree); again.State != before.State {
		t.Errorf("the tree has other files: %s", gitSays(t, home, "diff", "--stat", before.Tree, again.Tree))
	}
	save(t, filepath.Join(home, ".claude", "ccc.json"), "{ }")
	if again := work(filepath.Join(home, ".claude"), before.Tree); again.State == before.State {
		t.Error("the user's settings do not count")
	}
	inside := work(state, "") // the project is the state directory itself
	save(t, filepath.Join(state, "ccc.log"), "3")
	if again := work(state, inside.Tree); again.State == inside.State {
		t.Error("a project in the state directory does not count")
	}
}
