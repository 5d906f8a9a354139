package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/worktree"
)

// draft is one of a case that can be judged.
func draft() Draft {
	return Draft{
		Head: Head{Task: "Add a farewell.", Expect: Feedback, Why: "It says hello no more."},
		Transcript: []byte(`{"type":"user","message":{"role":"user","content":"Add a farewell."},"cwd":"/ccc-case/project",` +
			`"sessionId":"s"}` + "\n" + `{"type":"assistant","message":{"role":"assistant","stop_reason":"end_turn",` +
			`"content":[{"type":"text","text":"Done."}]},"cwd":"/ccc-case/project","sessionId":"s"}` + "\n"),
	}
}

// TestWriteStaysInside: a tree is what somebody else may have made, and nothing is written but in the case.
func TestWriteStaysInside(t *testing.T) {
	file := func(paths ...string) (list []worktree.File) {
		for _, path := range paths {
			list = append(list, worktree.File{Path: path, Text: []byte("theirs")})
		}
		return list
	}
	for _, c := range []struct {
		files []worktree.File
		want  string // in the error; "" for none
	}{
		{file("a.txt", "b/c.txt"), ""},
		{file("../case.yaml"), "escapes"},
		{file("../before/a.txt"), "escapes"},
		{file("../../../out.txt"), "escapes"},
		{file("b/../../../out.txt"), "escapes"},
		{file("../../../../../../../../../../../../tmp/out.txt"), "escapes"},
		{file("/out.txt"), "escapes"},
		{file("a.txt", "a.txt"), "exists"},
		{file("a.txt", "b/c.txt", "b/../a.txt"), "exists"},
		{file(".git/config"), "none may be there"},
		{file("b/.GIT/config"), "none may be there"},
	} {
		top := t.TempDir()
		dir := filepath.Join(top, "in", "cases", "one")
		d := draft()
		d.After = c.files
		err := d.Write(dir)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.files[len(c.files)-1].Path, err, c.want)
		}
		var left []string
		_ = filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				left = append(left, strings.TrimPrefix(path, top))
			}
			return err
		})
		want := "/in/cases/one/after/a.txt /in/cases/one/after/b/c.txt /in/cases/one/case.yaml " +
			"/in/cases/one/transcript.jsonl"
		if c.want != "" {
			want = ""
		}
		if got := strings.Join(left, " "); got != want {
			t.Errorf("%s: there is %s", c.files[len(c.files)-1].Path, got)
		}
	}
}
