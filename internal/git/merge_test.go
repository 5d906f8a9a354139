package git

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestS03Conflict: the files of a conflict are reported, by a merge and by a trial merge, and nothing changes.
func TestS03Conflict(t *testing.T) {
	dir := t.TempDir()
	w := Worktree{Dir: dir}
	run := func(args ...string) {
		t.Helper()
		if _, err := w.git(args...); err != nil {
			t.Fatal(err)
		}
	}
	write := func(branch, name, text string) {
		t.Helper()
		if branch != "main" {
			run("switch", "--quiet", branch)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		run("add", "--all")
		run("-c", "user.name=me", "-c", "user.email=me", "commit", "--quiet", "--message", "m")
	}
	run("init", "--quiet", "--initial-branch", "main")
	write("main", "file", "")
	for _, name := range []string{"one", "two", "other"} {
		run("branch", name)
	}
	write("one", "file", "one")
	write("two", "file", "two")
	write("other", "new file", "")
	run("switch", "--quiet", "one")
	before, err := w.Position()
	if err != nil {
		t.Fatal(err)
	}
	merged, err := w.TryMerge("HEAD", "other")
	if err != nil || !w.IsAncestor("other", merged) || !w.IsAncestor("one", merged) {
		t.Errorf("TryMerge = %s, %v", merged, err)
	}
	_, tried := w.TryMerge(merged, "two")
	for what, err := range map[string]error{"tried": tried, "made": w.Merge("two")} {
		conflict := new(ConflictError)
		if !errors.As(err, &conflict) || !slices.Equal(conflict.Files, []string{"file"}) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if now, err := w.Position(); now != before || err != nil {
		t.Errorf("%v, %v", now, err)
	}
	if list, err := w.Dirty(""); len(list) > 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := w.TryMerge("HEAD", "nobranch"); err == nil || errors.As(err, new(*ConflictError)) {
		t.Errorf("no branch: %v", err)
	}
}
