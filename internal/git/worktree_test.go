package git

import (
	"os"
	"path/filepath"
	"testing"
)

// TestS04RemoveHalfMade: a work tree that git was killed in making is removed; one with uncommitted files is not.
func TestS04RemoveHalfMade(t *testing.T) {
	dir := repository(t, t.TempDir())
	w, _, err := OpenWorktree(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	tree := filepath.Join(t.TempDir(), "tree")
	if err := w.AddDetached(tree); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(tree, "a.txt")); err != nil {
		t.Fatal(err)
	}
	if err := w.Remove(tree); err == nil {
		t.Fatal("a changed work tree is removed")
	}
	sh(t, dir, "", "git worktree lock --reason initializing "+tree) // as "git worktree add" does at its beginning
	if err := w.Remove(tree); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(tree); err == nil {
		t.Error("it is still there")
	}
}
