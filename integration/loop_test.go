package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/binary"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
	"ccc/internal/rubric"
	"ccc/internal/session/transcript"
)

// project is a directory with a rubric by which the scripted API recognizes the reviewer.
const strict = "RUBRIC: You are the supervisor. 严格审查。"

// project makes a directory with a rubric by which the scripted API recognizes the reviewer.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, rubric.File), []byte(strict), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// supervised returns a command of the built ccc that uses a real claude.
func supervised(t *testing.T, version, url, dir string, args ...string) *exec.Cmd {
	t.Helper()
	home := realclaude.Home(t, dir)
	cmd := exec.Command(binary.Path(t), args...)
	cmd.Dir = dir
	cmd.Env = append(realclaude.Env(home, url), "CCC_CLAUDE="+realclaude.Path(t, version))
	return cmd
}

type outcome struct {
	Outcome   string
	Rounds    int
	SessionID string `json:"session_id"`
	Result    string
	CostUSD   float64 `json:"cost_usd"`
	Verdicts  []struct {
		Completed bool
		Feedback  string
	}
}

// TestB03B04RealDialogue: not finished, feedback, finished, with each version of the real claude.
func TestB03B04RealDialogue(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			const feedback = "Not finished: no test covers empty input. 空输入没有测试 🙁"
			reviews := 0
			var asked []string
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				if strings.Contains(r.System, "RUBRIC") {
					reviews++
					asked = append(asked, r.LastUser)
					if reviews == 1 {
						return fakeapi.Text(feedback)
					}
					return fakeapi.Text("I ran the tests.\n\n[TASK_COMPLETED]")
				}
				switch {
				case len(r.Results) > 0:
					return fakeapi.Text("parser written 完成")
				case r.LastUser == feedback:
					return fakeapi.Text("test added")
				case strings.Contains(r.LastUser, "build me a parser"):
					return fakeapi.Text("I write it").And(fakeapi.Tool("Bash",
						map[string]string{"command": "echo hi", "description": "try"}))
				}
				return fakeapi.Error(400, "invalid_request_error", "unexpected: "+r.LastUser, nil)
			})
			dir := project(t)
			cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json")
			cmd.Stdin = strings.NewReader("build me a parser, with tests 🙏")
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("ccc: %v\n%s\n%s", err, out, stderr.String())
			}
			var got outcome
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got.Outcome != "completed" || got.Rounds != 2 || got.Result != "test added" ||
				len(got.Verdicts) != 2 || got.Verdicts[0].Feedback != feedback || !got.Verdicts[1].Completed {
				t.Errorf("outcome = %+v", got)
			}
			if len(asked) < 2 || !strings.Contains(asked[0], "build me a parser, with tests 🙏") ||
				strings.Contains(asked[1], feedback) {
				t.Errorf("the reviewer was asked %q", asked)
			}
			for _, want := range []string{
				"Supervisor mode enabled", "log files", "parser written 完成", "● Bash echo hi", "│ " + feedback,
			} {
				if !strings.Contains(stderr.String(), want) {
					t.Errorf("%q is not on stderr:\n%s", want, stderr.String())
				}
			}
			home := filepath.Join(envOf(cmd, "HOME"), ".claude")
			sessions, err := filepath.Glob(filepath.Join(home, "projects", "*", "*.jsonl"))
			if err != nil || len(sessions) != 1 || !strings.Contains(sessions[0], got.SessionID) {
				t.Fatalf("sessions = %q, %v, want the agent's alone", sessions, err)
			}
			if told, err := transcript.Read(sessions[0]); err != nil || len(told.Messages) != 1 ||
				told.Messages[0].Text != "build me a parser, with tests 🙏" {
				t.Errorf("the person has said %+v, %v in that session, want her task alone", told.Messages, err)
			}
			raw, err := os.ReadFile(filepath.Join(home, "ccc", "supervisor-"+got.SessionID+"-output.jsonl"))
			if err != nil ||
				strings.Count(string(raw), `"type":"result"`)+strings.Count(string(raw), `"subtype":"success"`) < 2 {
				t.Errorf("the reviewer's output: %v, %d bytes", err, len(raw))
			}
		})
	}
}

func envOf(cmd *exec.Cmd, name string) (value string) {
	for _, kv := range cmd.Env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}
