package rubric

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/internal/state"
)

// TestUnseen: how the files differ from the copy is a patch with each line. The copy that the user has taken last is
// the one that counts, also before a stop; something inside claude replaces none.
func TestUnseen(t *testing.T) {
	work := t.TempDir()
	c := Copy{State: state.Dir(t.TempDir()), Launch: "l", Dir: work, Notice: func(err error) error { return err }}
	files := func(texts map[string]string) Rubric {
		t.Helper()
		for name, text := range texts {
			if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := LoadFrom(work)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	unseen := func(r Rubric) string {
		t.Helper()
		patch, err := c.Unseen(r)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(patch, work+"/", "")
	}
	keep := func(r Rubric) {
		t.Helper()
		if err := c.KeepNext(r); err != nil {
			t.Fatal(err)
		}
	}
	c.ByUser = true
	first := files(map[string]string{"SUPERVISOR.md": "---\nclaims: hold\n---\nJudge.\n"})
	if got := unseen(first); got != "" {
		t.Errorf("no copy: %q", got)
	}
	keep(first)
	second := files(map[string]string{"SUPERVISOR.md": "---\nclaims: tell\n---\nJudge.\n", "SUPERVISOR.go.md": "Go.\n"})
	want := "--- SUPERVISOR.md\n+++ SUPERVISOR.md\n@@ -1,4 +1,4 @@\n ---\n-claims: hold\n+claims: tell\n ---\n Judge.\n" +
		"--- -\n+++ SUPERVISOR.go.md\n@@ -0,0 +1,1 @@\n+Go.\n"
	if got := unseen(second); got != want {
		t.Errorf("the patch is\n%s\nwant\n%s", got, want)
	}
	c.ByUser = false
	keep(second)
	c.ByUser = true
	if got := unseen(second); got != want {
		t.Errorf("something inside claude has replaced the copy: %q", got)
	}
	keep(second)
	if got := unseen(second); got != "" {
		t.Errorf("the user has taken it: %q", got)
	}
	builtIn := BuiltIn(lang.English)
	written := builtIn // by ccc init
	written.Path = filepath.Join(work, File)
	if patch := difference(builtIn, written); patch != "" || changeOf(builtIn, written, nil) != "" {
		t.Errorf("the same text in a file is a change: %q", patch)
	}
}
