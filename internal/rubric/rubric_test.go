package rubric

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/internal/review/protocol"
)

func write(t *testing.T, dir, text string) string {
	t.Helper()
	path := filepath.Join(dir, File)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestB12ProjectRubricWins(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	path := write(t, project, "project rules")
	write(t, home, "home rules")
	got, err := Load(project, home)
	if err != nil || got.Path != path || got.Text != "project rules" {
		t.Errorf("Load = %+v, %v, want the project's", got, err)
	}
}

func TestB13HomeRubric(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	path := write(t, home, "home rules")
	got, err := Load(project, home)
	if err != nil || got.Path != path || got.Text != "home rules" {
		t.Errorf("Load = %+v, %v, want the home directory's", got, err)
	}
}

func TestB14NoRubric(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	_, err := Load(project, home)
	var missing *NotFoundError
	if !errors.As(err, &missing) || len(missing.Tried) != 2 {
		t.Fatalf("Load = %v, want a NotFoundError with two paths", err)
	}
	for _, dir := range []string{project, home} {
		if !strings.Contains(err.Error(), filepath.Join(dir, File)) {
			t.Errorf("%q does not name %s", err, dir)
		}
	}
}

func TestLoadUnusableRubric(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	write(t, project, " \n\t\n")
	write(t, home, "home rules")
	if _, err := Load(project, home); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("Load of an empty rubric = %v, want an error, not the next directory's", err)
	}
	write(t, project, "---\nchecks: [make]\n---\n\n")
	if _, err := Load(project, home); err == nil || !strings.Contains(err.Error(), "has front matter only") {
		t.Errorf("Load of a front matter alone = %v", err)
	}
	write(t, project, "rules\x00")
	if _, err := Load(project, home); err == nil || !strings.Contains(err.Error(), "NUL byte") {
		t.Errorf("Load of a rubric with a NUL byte = %v", err)
	}
	if err := os.Remove(filepath.Join(project, File)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(project, File), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(project, home); err == nil {
		t.Error("Load of a directory: no error")
	}
}

// TestCreate: the built-in rubric is written in the user's language, with the markers by which the verdict is read.
func TestCreate(t *testing.T) {
	for language, says := range map[lang.Language]string{
		lang.English: "You review the work of another engineer", lang.Chinese: "你审查另一位工程师",
	} {
		dir := t.TempDir()
		path, err := Create(dir, language)
		if err != nil {
			t.Fatal(err)
		}
		got, err := LoadFrom(dir)
		if err != nil || got.Path != path {
			t.Fatalf("Load after Create = %+v, %v", got, err)
		}
		if got.Text != BuiltIn(language).Text || !strings.Contains(got.Text, says) {
			t.Errorf("what was written is not the built-in rubric that says %q", says)
		}
		for _, marker := range []string{protocol.Marker, protocol.NeedsUser} {
			if strings.Count(got.Text, "\n"+marker+"\n") != 1 || strings.Count(got.Text, marker) != 1 {
				t.Errorf("the rubric that says %q does not show %s once, on a line of its own", says, marker)
			}
		}
		write(t, dir, "my own")
		if _, err := Create(dir, language); !errors.Is(err, fs.ErrExist) {
			t.Errorf("second Create = %v, want fs.ErrExist", err)
		}
		if got, _ := LoadFrom(dir); got.Text != "my own" {
			t.Error("Create changed a rubric that was there")
		}
		if _, err := Create(filepath.Join(dir, "nowhere"), language); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Create in no directory = %v", err)
		}
	}
}

func TestQ11RubricAbove(t *testing.T) {
	outside, home := t.TempDir(), t.TempDir()
	top := filepath.Join(outside, "top")
	sub := filepath.Join(top, "a", "b")
	for _, dir := range []string{sub, filepath.Join(top, "a", ".git")} { // an empty .git is none
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	check := func(work, path, below string) {
		t.Helper()
		r, err := Load(work, home)
		if err != nil || r.Path != path || r.Below != below {
			t.Errorf("Load(%q) = %q, %q, %v, want %q, %q", work, r.Path, r.Below, err, path, below)
		}
	}
	write(t, outside, "rules")
	own := write(t, home, "own rules")
	check(sub, own, "") // there is no repository
	if err := os.Mkdir(filepath.Join(top, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, ".git", "HEAD"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	check(sub, own, "") // it is above the repository
	path := write(t, top, "rules")
	check(top, path, "")
	check(sub, path, "a/b/")
	path = write(t, filepath.Join(top, "a"), "rules")
	check(sub, path, "b/")
	r := Rubric{Below: "b/", Protect: []string{"x/*", "b/y"}}
	if got, want := r.CheckDir(sub), filepath.Join(top, "a"); got != want {
		t.Errorf("CheckDir = %q, want %q", got, want)
	}
	for name, want := range map[string]bool{"y": true, "../x/z": true, "x/z": false, "../../x/z": false, "/y": false} {
		if got := r.Protected().Match(name); got != want {
			t.Errorf("Match(%q) = %v", name, got)
		}
	}
}
