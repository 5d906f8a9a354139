package git

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestTreeAgain: the tree is the same with and without the index of the last call, whatever has happened since.
func TestTreeAgain(t *testing.T) {
	dir, out := repository(t, t.TempDir()), t.TempDir()
	last := filepath.Join(dir, ".git", lastIndex)
	for _, step := range []string{
		":",
		"echo 1 >new; mkdir d; echo 2 >d/f; echo 3 >other",
		"echo 22 >d/f; rm other",
		"git add new; rm -r d; echo file >d",
		"rm d; mkdir d; echo 4 >d/g; git add d/g; git commit -qm d",
		"git rm -q --cached d/g",
		"echo d >>.gitignore",
		"rm a.txt; mkdir a.txt; echo 5 >a.txt/f",
		"git add -A; git commit -qm dir",
		"rm -r a.txt; echo back >a.txt",
		"git add -A; git commit -qm file",
		"git update-index --skip-worktree a.txt; rm a.txt",
		"git update-index --no-skip-worktree a.txt",
		"git checkout -q a.txt; git update-index --assume-unchanged a.txt; echo hidden >a.txt",
		"git update-index --no-assume-unchanged a.txt; git rm -q --cached a.txt; git add -N a.txt",
		"git add -A; git commit -qm all; git checkout -qb theirs; echo t >a.txt; git commit -qam t; git checkout -q -; " +
			"echo o >a.txt; git commit -qam o; git merge theirs || :",
		"echo resolved >a.txt",
		"git add a.txt; git commit -qm merged",
		"git -c protocol.file.allow=always submodule -q add ./ sub 2>/dev/null",
		"git commit -qm sub; echo x >sub/a.txt; git -C sub commit -qam x",
		"git rm -q --cached sub; rm -rf sub .gitmodules; mkdir sub; echo 6 >sub/f",
		"rm -r sub; ln -s a.txt sub; chmod +x a.txt",
		"git reset -q --hard; git clean -qfdx; git update-index --split-index; echo 7 >split",
		"mkdir in; echo 8 >in/f; git add -A; git commit -qm in; git sparse-checkout set --cone --sparse-index none",
		"git sparse-checkout disable",
	} {
		sh(t, dir, out, step)
		got, err := Tree(t.Context(), dir, "", marks)
		if err != nil {
			t.Fatalf("%s: %v", step, err)
		}
		kept, err := os.ReadFile(last)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(last)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(last); err != nil {
			t.Fatal(err)
		}
		want, err := Tree(t.Context(), dir, "", marks)
		if err != nil || got.State != want.State || !slices.Equal(got.Left, want.Left) {
			t.Errorf("%s: the tree is %s without %q, want %s without %q, %v:\n%s", step, got.Tree, got.Left,
				want.Tree, want.Left, err, gitSays(t, dir, "diff", "--stat", want.Tree, got.Tree))
		}
		if err := os.WriteFile(last, kept, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(last, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
}
