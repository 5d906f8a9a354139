package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// tree writes a tree, and fails if that changes the user's index or the output of git status.
func tree(t *testing.T, dir string, left ...string) string {
	t.Helper()
	index := func() string {
		path := strings.TrimSpace(gitSays(t, dir, "rev-parse", "--git-path", "index"))
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		text, _ := os.ReadFile(path)
		return string(text)
	}
	before := index()
	got, err := Tree(t.Context(), dir, "", marks)
	if err != nil {
		t.Fatalf("Tree: %v", err)
	}
	if !reflect.DeepEqual(got.Left, left) {
		t.Errorf("left out are %q, want %q", got.Left, left)
	}
	if index() != before {
		t.Error("the user's index was written")
	}
	return got.Tree
}

func gitSays(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		t.Fatalf("git %q: %v", args, err)
	}
	return string(out)
}

// holds compares the names in a tree with those wanted.
func holds(t *testing.T, dir, tree string, want ...string) {
	t.Helper()
	out := gitSays(t, dir, "ls-tree", "-r", "-z", "--full-tree", "--name-only", tree)
	names := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	if !reflect.DeepEqual(names, want) {
		t.Errorf("the tree holds %q, want %q", names, want)
	}
}

func content(t *testing.T, dir, tree, name, want string) {
	t.Helper()
	if got := gitSays(t, dir, "cat-file", "blob", tree+":"+name); got != want {
		t.Errorf("%s is %q in the tree, want %q", name, got, want)
	}
}

func TestG06Tree(t *testing.T) {
	dir := repository(t, t.TempDir())
	save(t, filepath.Join(dir, "gone.txt"), "1")
	save(t, filepath.Join(dir, "staged.txt"), "1")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "y")
	save(t, filepath.Join(dir, "a.txt"), "edited, not added")
	save(t, filepath.Join(dir, "staged.txt"), "added")
	git(t, dir, "add", "staged.txt")
	save(t, filepath.Join(dir, "staged.txt"), "added, and edited")
	save(t, filepath.Join(dir, "new/中 文\n.txt"), "not tracked")
	save(t, filepath.Join(dir, "x.log"), "ignored")
	if err := os.Remove(filepath.Join(dir, "gone.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{dir, filepath.Join(dir, "new")} { // from wherever in the tree
		got := tree(t, from)
		holds(t, dir, got, ".gitignore", "a.txt", "link", "new/中 文\n.txt", "staged.txt")
		content(t, dir, got, "a.txt", "edited, not added")
		content(t, dir, got, "staged.txt", "added, and edited")
	}
	base := tree(t, dir)
	if out := gitSays(t, dir, "diff", "--name-only", base, "--", "a.txt"); out != "" {
		t.Errorf("git diff of the tree says %q", out)
	}
	save(t, filepath.Join(dir, "a.txt"), "edited again")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "z")
	if out := gitSays(t, dir, "diff", "--name-only", base); out != "a.txt\n" {
		t.Errorf("git diff of the tree says %q", out)
	}
	git(t, dir, "checkout", "-q", "--orphan", "other") // the history is another
	git(t, dir, "commit", "-qm", "root")
	git(t, dir, "branch", "-D", "-q", "master")
	changes, err := Diff(t.Context(), dir, base, tree(t, dir))
	want := []Change{{Status: 'M', Path: "a.txt", Added: 1, Deleted: 1}}
	if err != nil || !reflect.DeepEqual(changes, want) {
		t.Errorf("Diff = %+v, %v", changes, err)
	}
}

func TestTreeWithoutGit(t *testing.T) {
	dir := t.TempDir()
	if _, err := Tree(t.Context(), dir, "", marks); !errors.Is(err, ErrNoRepository) {
		t.Errorf("outside: %v", err)
	}
	git(t, dir, "init", "-q", "--bare", "bare.git")
	if _, err := Tree(t.Context(), filepath.Join(dir, "bare.git"), "", marks); !errors.Is(err, ErrNoRepository) {
		t.Errorf("bare: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Tree(ctx, repository(t, t.TempDir()), "", marks); err == nil {
		t.Error("with a context that is done there is a tree")
	}
	t.Setenv("PATH", dir)
	if _, err := Tree(t.Context(), dir, "", marks); !errors.Is(err, ErrNoRepository) {
		t.Errorf("without git: %v", err)
	}
}

// TestTreeStates: a tree can be written in every state of a repository.
func TestTreeStates(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(t *testing.T, dir string)
		want []string
		left []string
	}{
		"no commit yet": {func(t *testing.T, dir string) {
			os.RemoveAll(filepath.Join(dir, ".git"))
			git(t, dir, "init", "-q")
		}, []string{".gitignore", "a.txt"}, nil},
		"added, no commit yet": {func(t *testing.T, dir string) {
			os.RemoveAll(filepath.Join(dir, ".git"))
			git(t, dir, "init", "-q")
			git(t, dir, "add", "a.txt")
		}, []string{".gitignore", "a.txt"}, nil},
		"detached": {func(t *testing.T, dir string) { git(t, dir, "checkout", "-q", "--detach") },
			[]string{".gitignore", "a.txt"}, nil},
		"a merge with conflicts": {func(t *testing.T, dir string) {
			git(t, dir, "checkout", "-qb", "other")
			save(t, filepath.Join(dir, "a.txt"), "theirs")
			git(t, dir, "commit", "-qam", "theirs")
			git(t, dir, "checkout", "-q", "-")
			save(t, filepath.Join(dir, "a.txt"), "ours")
			git(t, dir, "commit", "-qam", "ours")
			exec.Command("git", "-C", dir, "merge", "other").Run()
			if !strings.Contains(gitSays(t, dir, "status", "--porcelain"), "UU a.txt") {
				t.Fatal("there is no conflict")
			}
		}, []string{".gitignore", "a.txt"}, nil},
		"intent to add": {func(t *testing.T, dir string) {
			save(t, filepath.Join(dir, "b.txt"), "b")
			git(t, dir, "add", "-N", "b.txt")
		}, []string{".gitignore", "a.txt", "b.txt"}, nil},
		"the index is locked": {func(t *testing.T, dir string) {
			save(t, filepath.Join(dir, "b.txt"), "b")
			save(t, filepath.Join(dir, ".git", "index.lock"), "half an index")
		}, []string{".gitignore", "a.txt", "b.txt"}, nil},
		"a file in place of a directory, and the other way round": {func(t *testing.T, dir string) {
			save(t, filepath.Join(dir, "d/f"), "1")
			git(t, dir, "add", "-A")
			git(t, dir, "commit", "-qm", "x")
			os.RemoveAll(filepath.Join(dir, "d"))
			save(t, filepath.Join(dir, "d"), "a file")
			os.Remove(filepath.Join(dir, "a.txt"))
			save(t, filepath.Join(dir, "a.txt/f"), "in a directory")
		}, []string{".gitignore", "a.txt/f", "d"}, nil},
		"sparse checkout": {func(t *testing.T, dir string) {
			save(t, filepath.Join(dir, "in/a"), "1")
			save(t, filepath.Join(dir, "out/b"), "1")
			git(t, dir, "add", "-A")
			git(t, dir, "commit", "-qm", "x")
			git(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
			save(t, filepath.Join(dir, "in/c"), "new")
		}, []string{".gitignore", "a.txt", "in/a", "in/c", "out/b"}, nil},
		"split index": {func(t *testing.T, dir string) {
			git(t, dir, "update-index", "--split-index")
			save(t, filepath.Join(dir, "b.txt"), "b")
		}, []string{".gitignore", "a.txt", "b.txt"}, nil},
		"a nested repository": {func(t *testing.T, dir string) { nested(t, dir, "deep/nested") },
			[]string{".gitignore", "a.txt"}, []string{"deep/nested/"}},
		"a submodule with changes": {func(t *testing.T, dir string) {
			submodule(t, dir, "lib")
			git(t, dir, "commit", "-qm", "x")
			save(t, filepath.Join(dir, "lib", "a.txt"), "changed")
		}, []string{".gitignore", ".gitmodules", "a.txt", "lib"}, []string{"lib/"}},
		"another work tree": {func(t *testing.T, dir string) { git(t, dir, "worktree", "add", "-q", "tree") },
			[]string{".gitignore", "a.txt"}, []string{"tree/"}},
		"crlf that git warns of": {func(t *testing.T, dir string) {
			git(t, dir, "config", "core.autocrlf", "input")
			git(t, dir, "config", "core.safecrlf", "true")
			save(t, filepath.Join(dir, "b.txt"), "a\r\nb\n")
		}, []string{".gitignore", "a.txt", "b.txt"}, nil},
		"a hole of 9 MiB": {func(t *testing.T, dir string) {
			for name, size := range map[string]int64{"large": maxUntracked + 1, "fits": maxUntracked} {
				save(t, filepath.Join(dir, name), "")
				if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
					t.Fatal(err)
				}
			}
		}, []string{".gitignore", "a.txt", "fits"}, []string{"large"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := repository(t, t.TempDir())
			c.do(t, dir)
			got := tree(t, dir, c.left...)
			holds(t, dir, got, c.want...)
			if again := tree(t, dir, c.left...); again != got {
				t.Errorf("the same work is %s and %s", got, again)
			}
		})
	}
}

// TestTreeSubmodule: the tree has the commit of a submodule.
func TestTreeSubmodule(t *testing.T) {
	dir := repository(t, t.TempDir())
	submodule(t, dir, "lib")
	git(t, dir, "commit", "-qm", "x")
	before := tree(t, dir)
	save(t, filepath.Join(dir, "lib", "a.txt"), "changed")
	git(t, filepath.Join(dir, "lib"), "commit", "-qam", "y")
	changes, err := Diff(t.Context(), dir, before, tree(t, dir))
	if err != nil || len(changes) != 1 || changes[0].Path != "lib" {
		t.Errorf("Diff = %+v, %v", changes, err)
	}
}

// TestTreeLooksEverywhere: no flag in the index hides a change.
func TestTreeLooksEverywhere(t *testing.T) {
	dir := repository(t, t.TempDir())
	for _, name := range []string{"b.txt", "c.txt", "sparse.txt"} {
		save(t, filepath.Join(dir, name), "1")
	}
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "x")
	git(t, dir, "update-index", "--assume-unchanged", "a.txt", "c.txt")
	git(t, dir, "update-index", "--skip-worktree", "b.txt", "c.txt", "sparse.txt")
	os.Remove(filepath.Join(dir, "sparse.txt")) // as a sparse checkout has it
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		save(t, filepath.Join(dir, name), "hidden")
	}
	got := tree(t, dir)
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		content(t, dir, got, name, "hidden")
	}
	content(t, dir, got, "sparse.txt", "1")
}

// TestTreeRunsNothing: no hook, filter or monitor of the repository's settings is run.
func TestTreeRunsNothing(t *testing.T) {
	dir := repository(t, t.TempDir())
	submodule(t, dir, "lib")
	git(t, dir, "commit", "-qm", "x")
	ran := filepath.Join(t.TempDir(), "ran")
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$0 $@\" >>"+ran+"\ncat\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	save(t, filepath.Join(dir, ".gitattributes"), "* filter=evil\nb.* filter=e=v\nc.* filter=long\n* diff=evil\n")
	for _, where := range []string{dir, filepath.Join(dir, "lib")} {
		for _, set := range [][2]string{
			{"core.fsmonitor", program}, {"diff.evil.command", program}, {"diff.evil.textconv", program},
			{"diff.external", program}, {"filter.evil.clean", program}, {"filter.evil.required", "true"},
			{"filter.e=v.clean", program}, {"filter.long.process", program}, {"filter.long.required", "true"},
		} {
			git(t, where, "config", set[0], set[1])
		}
	}
	git(t, filepath.Join(dir, "lib"), "config", "filter.of-lib.clean", program)
	save(t, filepath.Join(dir, "lib", ".gitattributes"), "* filter=of-lib\n")
	hook := filepath.Join(dir, ".git", "hooks", "post-index-change")
	if err := os.MkdirAll(filepath.Dir(hook), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hook, []byte("#!/bin/sh\necho hook >>"+ran+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		save(t, filepath.Join(dir, name), "edited")
	}
	save(t, filepath.Join(dir, "lib", "a.txt"), "2") // of the same size, so that git has to look into it
	before := tree(t, dir, "lib/")
	save(t, filepath.Join(dir, "a.txt"), "edited again")
	after := tree(t, dir, "lib/")
	if _, err := Diff(t.Context(), dir, before, after); err != nil {
		t.Error(err)
	}
	text, _, err := patchBetween(t, dir, before, after, 3, 1<<20, []string{"a.txt"})
	if !strings.Contains(text, "+edited again") {
		t.Errorf("Patch = %q, %v", text, err)
	}
	if text, err := os.ReadFile(ran); err == nil {
		t.Errorf("these ran:\n%s", text)
	}
	content(t, dir, after, "a.txt", "edited again")
}

// TestTreeWhileTheAgentWorks: git commands that run at the same time do not fail, and neither does writing the tree.
func TestTreeWhileTheAgentWorks(t *testing.T) {
	dir := repository(t, t.TempDir())
	done := make(chan error, 1)
	stop := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			name := fmt.Sprintf("f%d.txt", n%7)
			if err := os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, "%d", n), 0o600); err != nil {
				done <- err
				return
			}
			for _, args := range [][]string{{"add", "-A"}, {"-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "x"}} {
				if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
					done <- fmt.Errorf("git %q: %w: %s", args, err, out)
					return
				}
			}
		}
	}()
	for range 20 {
		if _, err := Tree(t.Context(), dir, "", marks); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestDiff(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	long := strings.Repeat("a line of text\n", 20)
	for name, text := range map[string]string{
		"stays": "1", "edited": "1\n2\n3\n", "gone": "what goes\nis not\nwhat comes\n", "old name": long,
		"mode": "x", "type": "x", "binary": "\x00\x01",
	} {
		save(t, filepath.Join(dir, name), text)
	}
	from := tree(t, dir)
	save(t, filepath.Join(dir, "edited"), "1\n3\n4\n5\n")
	save(t, filepath.Join(dir, "binary"), "\x00\x02")
	save(t, filepath.Join(dir, "z\t\"new\"\n:1 M"), "1\n2\n")
	for _, do := range []func() error{
		func() error { return os.Remove(filepath.Join(dir, "gone")) },
		func() error { return os.Rename(filepath.Join(dir, "old name"), filepath.Join(dir, "new\nname")) },
		func() error { return os.Chmod(filepath.Join(dir, "mode"), 0o700) },
		func() error { return os.Remove(filepath.Join(dir, "type")) },
		func() error { return os.Symlink("x", filepath.Join(dir, "type")) },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	to := tree(t, dir)
	got, err := Diff(t.Context(), dir, from, to)
	want := []Change{
		{Status: 'M', Path: "binary", Binary: true},
		{Status: 'M', Path: "edited", Added: 2, Deleted: 1},
		{Status: 'D', Path: "gone", Deleted: 3},
		{Status: 'M', Path: "mode"},
		{Status: 'R', Path: "new\nname", From: "old name"},
		{Status: 'T', Path: "type"},
		{Status: 'A', Path: "z\t\"new\"\n:1 M", Added: 2},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Diff = %+v, %v\nwant %+v", got, err, want)
	}
	if got, err := Diff(t.Context(), dir, to, to); len(got) != 0 || err != nil {
		t.Errorf("Diff of the same = %+v, %v", got, err)
	}
	gone := strings.Repeat("1", 40)
	if _, err := Diff(t.Context(), dir, gone, to); err == nil || !strings.Contains(err.Error(), gone) {
		t.Errorf("Diff of a tree that is gone = %v", err)
	}

	text, whole, err := patchBetween(t, dir, from, to, 0, 1<<20, []string{"edited", "gone"})
	if err != nil || !whole || !strings.Contains(text, "\n-2\n") || !strings.Contains(text, "deleted file") ||
		strings.Contains(text, "new\nname") || strings.Contains(text, "\n 1\n") {
		t.Errorf("Patch = %q, %v, %v", text, whole, err)
	}
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	text, _, err = patchBetween(t, sub, from, to, 0, 1<<20, []string{"edited", "e*"})
	if !strings.Contains(text, "\n-2\n") {
		t.Errorf("Patch from below the top = %q, %v", text, err)
	}
	if text, _, err := patchBetween(t, dir, from, to, 0, 1<<20, []string{"*"}); text != "" || err != nil {
		t.Errorf("Patch of a name that looks like a pattern = %q, %v", text, err)
	}
	text, whole, err = patchBetween(t, dir, from, to, 0, 50, []string{"edited"})
	if len(text) != 50 || whole || err != nil {
		t.Errorf("Patch, cut = %q, %v, %v", text, whole, err)
	}
	if text, whole, err = patchBetween(t, dir, from, to, 0, 50, nil); text != "" || !whole || err != nil {
		t.Errorf("Patch of nothing = %q, %v, %v", text, whole, err)
	}
	if _, whole, _ = patchBetween(t, dir, from, to, 0, 50, make([]string, maxPaths+1)); whole {
		t.Error("Patch of too many paths is whole")
	}
	if _, _, err = patchBetween(t, dir, strings.Repeat("1", 40), to, 0, 50, []string{"edited"}); err == nil {
		t.Error("Patch of a tree that is gone: no error")
	}
}

// TestTreeRacyGit: an edit of the same size, in the same second as git add, is noticed.
func TestTreeRacyGit(t *testing.T) {
	dir := repository(t, t.TempDir())
	path := filepath.Join(dir, "a.txt")
	moment := time.Now().Add(-time.Hour).Truncate(time.Second)
	save(t, path, "1111")
	if err := os.Chtimes(path, moment, moment); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "-c", "core.trustctime=false", "add", "-A")
	git(t, dir, "config", "core.trustctime", "false")
	if err := os.Chtimes(filepath.Join(dir, ".git", "index"), moment, moment); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("2222"), 0o600); err != nil { // in place: the same inode
		t.Fatal(err)
	}
	if err := os.Chtimes(path, moment, moment); err != nil {
		t.Fatal(err)
	}
	content(t, dir, tree(t, dir), "a.txt", "2222")
}

// patchBetween is [Comparison.Patch] of two trees.
func patchBetween(
	t *testing.T, dir, from, to string, lines, size int, paths []string,
) (text string, whole bool, err error) {
	c, err := Compare(t.Context(), dir, from, to)
	if err != nil {
		return "", false, err
	}
	defer c.Close()
	return c.Patch(t.Context(), lines, size, paths)
}
