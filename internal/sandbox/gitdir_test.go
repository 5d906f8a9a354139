package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"ccc/integration/files"
)

// TestR10SubmoduleLink: if a link in the directory for submodules leads elsewhere, the reviewer does not see its
// target.
func TestR10SubmoduleLink(t *testing.T) {
	around, secret := t.TempDir(), t.TempDir()
	files.Directory(t, filepath.Join(around, ".git", "modules", "good"))
	files.Save(t, filepath.Join(secret, "HEAD"), "ref: refs/heads/main\n")
	if err := os.Symlink(secret, filepath.Join(around, ".git", "modules", "bad")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"good": filepath.Join(around, ".git", "modules", "good"), "bad": "",
	} {
		sub := filepath.Join(around, name)
		files.Directory(t, sub)
		files.Save(t, filepath.Join(sub, ".git"), "gitdir: ../.git/modules/"+name+"\n")
		if got := commonDir(sub); got != want {
			t.Errorf("the git directory of the submodule %s that is shown is %q, want %q", name, got, want)
		}
	}
}
