package realclaude_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// result is the last line of a -p run.
type result struct {
	Type, Subtype, Result string
	IsError               bool   `json:"is_error"`
	SessionID             string `json:"session_id"`
}

// place is a home with a project in it.
type place struct {
	version, home, cwd string
	env                []string
}

func newPlace(t *testing.T, version string, srv *fakeapi.Server) place {
	cwd := t.TempDir()
	home := realclaude.Home(t, cwd)
	return place{version, home, cwd, realclaude.Env(home, srv.URL)}
}

// run runs claude to its end with stdin and returns its result line.
func (p place) run(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, realclaude.Path(t, p.version), args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.cwd, p.env, strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("claude %q: %v\n%s%s", args, err, out, &stderr)
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	var r result
	if err := json.Unmarshal(lines[len(lines)-1], &r); err != nil || r.Type != "result" {
		t.Fatalf("claude %q: last line = %s, want a result", args, lines[len(lines)-1])
	}
	return r
}

// sessions maps the files under the projects directory to their content.
func (p place) sessions(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := filepath.Join(p.home, ".claude", "projects")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		files[path] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func line(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw) + "\n"
}

type object = map[string]any

func serve(t *testing.T, handle fakeapi.Handler) *fakeapi.Server {
	t.Helper()
	srv, err := fakeapi.Start(handle)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv
}

// A reviewer forked from a session sees all of it with its own system prompt, and does not change it.
func TestReviewerFork(t *testing.T) {
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		switch {
		case strings.Contains(r.System, "YOU ARE THE REVIEWER"):
			return fakeapi.Text("[TASK_COMPLETED]")
		case len(r.Results) == 0:
			return fakeapi.Text("I begin.").And(fakeapi.Tool("Bash", object{"command": "echo built", "description": "Build"}))
		}
		return fakeapi.Text("finished the parser")
	})
	p := newPlace(t, realclaude.Newest, srv)
	agent := p.run(t, "", "-p", "--output-format", "json", "--allowedTools=Bash", "build a parser")
	before := p.sessions(t)

	review := p.run(t,
		line(t, object{"type": "control_request", "request_id": "i1", "request": object{
			"subtype": "initialize", "systemPrompt": "YOU ARE THE REVIEWER", "systemPromptSnapshot": false}})+
			line(t, object{"type": "user", "message": object{"role": "user", "content": "review it"}}),
		"-p", "--resume", agent.SessionID, "--fork-session", "--no-session-persistence", "--verbose",
		"--output-format", "stream-json", "--input-format", "stream-json",
		"--settings", `{"disableAllHooks":true}`, "--permission-mode", "dontAsk", "--tools=Read,Grep,Glob,Bash")
	if review.Result != "[TASK_COMPLETED]" || review.IsError || review.SessionID == agent.SessionID {
		t.Errorf("review = %+v of session %s, want [TASK_COMPLETED] in another session", review, agent.SessionID)
	}

	asked := srv.Requests()
	last := asked[len(asked)-1]
	if last.LastUser != "review it" || strings.Count(last.System, "YOU ARE THE REVIEWER") != 1 {
		t.Errorf("reviewer's request: the person said %q, system %.300q", last.LastUser, last.System)
	}
	var seen []string
	for _, m := range last.Messages {
		seen = append(seen, m.Text())
	}
	for _, want := range []string{"build a parser", "I begin.", "finished the parser"} {
		if !strings.Contains(strings.Join(seen, "\n"), want) {
			t.Errorf("the reviewer does not see %q in %q", want, seen)
		}
	}
	after := p.sessions(t)
	if len(after) != len(before) {
		t.Errorf("session files = %d after the review, want %d", len(after), len(before))
	}
	for path, content := range before {
		if after[path] != content {
			t.Errorf("%s was changed by the review", path)
		}
	}
}
