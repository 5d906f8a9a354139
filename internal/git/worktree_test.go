package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
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

// addIn names the directory in which a process of this test runs git add.
const addIn = "CCC_TEST_ADD_IN"

// TestS04KilledInAdd: if ccc is killed while its git writes the index, the next git can write it.
func TestS04KilledInAdd(t *testing.T) {
	if dir := os.Getenv(addIn); dir != "" {
		w, _, err := OpenWorktree(dir, nil)
		if err == nil {
			_, err = w.git("add", "-A")
		}
		t.Fatalf("it has ended: %v", err)
	}
	dir, pipe := repository(t, t.TempDir()), filepath.Join(t.TempDir(), "pipe")
	sh(t, dir, "", "mkfifo "+pipe+"; git config filter.slow.clean 'cat "+pipe+"'\n"+
		"echo 'a.slow filter=slow' > .gitattributes; echo x > a.slow")
	cmd := exec.Command(os.Args[0], "-test.run=^TestS04KilledInAdd$")
	cmd.Env = append(os.Environ(), addIn+"="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // returns when git has called the filter
	if err != nil {
		t.Fatal(err)
	}
	lock := filepath.Join(dir, ".git", "index.lock")
	if _, err := os.Stat(lock); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	w.Close()      // where nothing ends git, it goes on
	for end := time.Now().Add(20 * time.Second); ; {
		if _, err := os.Stat(lock); err != nil {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the lock is still there")
		}
		<-time.After(time.Millisecond)
	}
}
