package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestContent: the files have the content that git would check out, and a forged tree gives access to no file outside.
func TestContent(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	git(t, dir, "config", "filter.x.smudge", "touch "+dir+"/RAN; cat")
	files := map[string]string{
		".gitattributes": "*.crlf text eol=crlf\n*.wide text working-tree-encoding=UTF-16LE\n*.x filter=x\n",
		"-a.crlf":        "1\r\n2\r\n",
		"a.lf":           "1\n2\n",
		"b/a\nb.crlf":    "3\r\n",
		"b/c.wide":       "a\x00\n\x00",
		"d.x":            "filtered\n",
		"run.sh":         "#!/bin/sh\n",
	}
	for name, text := range files {
		save(t, filepath.Join(dir, name), text)
	}
	if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	work, err := Tree(t.Context(), dir, "", marks)
	if err != nil {
		t.Fatal(err)
	}
	tree := work.Tree
	got, left, err := Content(t.Context(), filepath.Join(dir, "b"), tree, 1<<20)
	if err != nil || left != 1 || len(got) != len(files) {
		t.Fatalf("%d files, %d left: %v", len(got), left, err)
	}
	for _, f := range got {
		if string(f.Text) != files[f.Path] || f.Executable != (f.Path == "run.sh") {
			t.Errorf("%q: %q, want %q; executable: %v", f.Path, f.Text, files[f.Path], f.Executable)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "RAN")); err == nil {
		t.Error("a filter has run")
	}
	ask := func(stdin string, args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
		cmd.Stdin = strings.NewReader(stdin)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	blob := ask("theirs", "hash-object", "-w", "--stdin")
	for name, want := range map[string]string{
		ask("040000 tree "+ask("100644 blob "+blob+"\tout\n", "mktree")+"\t..\n", "mktree"):      "invalid path",
		ask("040000 tree "+ask("100644 blob "+blob+"\tconfig\n", "mktree")+"\t.git\n", "mktree"): "invalid path",
		ask("100644 blob "+strings.Repeat("1", len(blob))+"\ta\n", "mktree", "--missing"):        "parts of it are no longer in git",
		strings.Repeat("1", len(blob)): "git does not have",
		tree + "^{tree}":               "is not the id of a git tree",
		"HEAD":                         "is not the id of a git tree",
		"--output=x":                   "is not the id of a git tree",
		"":                             "is not the id of a git tree",
	} {
		if _, _, err := Content(t.Context(), dir, name, 1<<20); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	if _, _, err := Content(t.Context(), dir, tree, 10); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Error(err)
	}
}
