package eval

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/internal/git"
	"ccc/internal/secret"
)

// draft returns a valid draft.
func draft() Draft {
	return Draft{
		Head: Head{Task: "Add a farewell.", Expect: Feedback, Why: "It says hello no more."},
		Transcript: []byte(`{"type":"user","message":{"role":"user","content":"Add a farewell."},"cwd":"/ccc-case/project",` +
			`"sessionId":"s"}` + "\n" + `{"type":"assistant","message":{"role":"assistant","stop_reason":"end_turn",` +
			`"content":[{"type":"text","text":"Done."}]},"cwd":"/ccc-case/project","sessionId":"s"}` + "\n"),
	}
}

// TestWriteStaysInside: paths in a tree may be hostile, but nothing is written outside of the case.
func TestWriteStaysInside(t *testing.T) {
	file := func(paths ...string) (list []git.File) {
		for _, path := range paths {
			list = append(list, git.File{Path: path, Text: []byte("theirs")})
		}
		return list
	}
	for _, c := range []struct {
		files []git.File
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
		{file(".git/config"), "there must be no repository"},
		{file("b/.GIT/config"), "there must be no repository"},
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

// TestClean: secrets are masked and the user's directories are renamed wherever they occur.
func TestClean(t *testing.T) {
	c := cleaner{mask: secret.New("the-token-of-mine")}
	c.addDir("/home/al/one-app", someProject)
	c.addDir("/home/al", someHome)
	c.addDir("/srv", "/ccc-case/srv")
	c.addDir("/", "/everything")
	c.addDir("", "/nothing")
	for text, want := range map[string]string{
		"the-token-of-mine":                                  "[secret]",
		"/home/al/one-app/a /home/al/b /home/al.":            "/ccc-case/project/a /ccc-case/home/b /ccc-case/home.",
		"/home/alice /home/al_2":                             "/home/alice /home/al_2",
		"-I/home/al/x file:///home/al/x":                     "-I/ccc-case/home/x file:///ccc-case/home/x",
		`"\n/home/al\n"`:                                     `"\n/ccc-case/home\n"`,
		"/home/al/.claude/projects/-home-al-one-app/s.jsonl": "/ccc-case/home/.claude/projects/-ccc-case-project/s.jsonl",
		"/tmp/claude-0/-home-al-one-app/x -home-al-other":    "/tmp/claude-0/-ccc-case-project/x -ccc-case-home-other",
		"at-home-al --home-al":                               "at-home-al --home-al",
		"/srv/x \"/srv\" cd /srv;x=/srv file:///srv": "/ccc-case/srv/x \"/ccc-case/srv\" cd /ccc-case/srv;x=/ccc-case/srv " +
			"file:///ccc-case/srv",
		"web/srv/x ./srv $HOME/srv ${x}/srv ~/srv -srv": "web/srv/x ./srv $HOME/srv ${x}/srv ~/srv -srv",
		`"\n/srv"`:                       `"\n/ccc-case/srv"`,
		"projects/-srv/":                 "projects/-ccc-case-srv/",
		"\x00/home/al the-token-of-mine": "\x00/home/al [secret]",
	} {
		if got := c.cleanText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if c.maskedCount != 2 {
		t.Errorf("%d secrets", c.maskedCount)
	}
	c = cleaner{}
	c.addDir(`/home/a"l`, someHome)
	if got := c.cleanText(`{"cwd":"/home/a\"l/x"} /home/a"l`); got != `{"cwd":"/ccc-case/home/x"} /ccc-case/home` {
		t.Error(got)
	}
}

// TestFindRound: a review is found by its number, and by its task's number if several tasks have such a review.
func TestFindRound(t *testing.T) {
	const text = `{"ccc_recording":1,"at":"2026-11-20T12:00:00Z","launch":"x","cwd":"/demo"}
{"t":0,"type":"person","text":"First."}
{"t":0,"type":"stop","session_id":"s1"}
{"t":1,"type":"phase","from":"agent","to":"review"}
{"t":2,"type":"verdict","round":1,"feedback":"No."}
{"t":2,"type":"person","text":"And then?"}
{"t":3,"type":"phase","from":"agent","to":"review"}
{"t":4,"type":"verdict","round":2,"failure":"limit"}
{"t":5,"type":"verdict","round":2,"completed":true,"tree":"t2"}
{"t":6,"type":"person","text":"Second."}
{"t":6,"type":"person","text":"Quickly."}
{"t":7,"type":"phase","from":"agent","to":"review"}
{"t":8,"type":"verdict","round":1,"blocked":true,"tree":"t3"}
`
	for _, c := range []struct {
		task, number int
		want         string
	}{
		{0, 2, "task 1 of s1: First., t2 at 3: completed"},
		{1, 1, "task 1 of s1: First.,  at 1: feedback"},
		{2, 1, "task 2 of s1: Second., t3 at 7: needs_user"},
		{2, 2, "it has no task 2 with a review 2 that gave a verdict"},
		{0, 3, "it has no review 3 that gave a verdict"},
		{0, 1, "it has 2 tasks with a review 1"},
	} {
		r, err := FindRound(strings.NewReader(text), c.task, c.number)
		got := fmt.Sprintf("task %d of %s: %s, %s at %d: %s", r.Task, r.Session, r.Request, r.Tree, r.Stopped.Second(),
			r.Verdict)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("review %d of task %d: %s, want %s", c.number, c.task, got, c.want)
		}
	}
}
