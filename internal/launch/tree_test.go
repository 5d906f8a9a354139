package launch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/lang"
)

func TestChangedFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if got := changed(dir, lookAt(dir), lang.English); got != nil {
		t.Errorf("outside of a repository: %q", got)
	}
	git("init", "-q")
	write("a.go", "package a\n")
	git("add", ".")
	git("commit", "-qm", "one")
	write("there before", "x")
	before := lookAt(dir)
	write("a.go", "package a\n\nvar A int\n")
	git("commit", "-qam", "two")
	write("好.go", "package a\n")
	got := strings.Join(changed(dir, before, lang.English), "\n")
	for _, want := range []string{" a.go | 2 ++", "1 file changed, 2 insertions(+)", " new: 好.go"} {
		if !strings.Contains(got, want) {
			t.Errorf("the summary is\n%s\nwant %q in it", got, want)
		}
	}
	if strings.Contains(got, "there before") {
		t.Errorf("the summary names what was there before:\n%s", got)
	}
}
