package integration

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
	"ccc/internal/rubric"
)

// TestB09RealReviewer: on each version a rubric that is too long for an argument takes effect, once and in place of the
// agent's system prompt. The user's Stop hook runs at the agent's stops and at none of the reviewer's. The reviewer's
// fork leaves no file.
func TestB09RealReviewer(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			big := strings.Repeat("Check everything twice. ", 13000) + "RUBRIC-END"
			var systems []string
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				if strings.Contains(r.System, "RUBRIC-END") {
					systems = append(systems, r.System)
					if len(systems) == 1 {
						return fakeapi.Text("/compact is not what was asked for: add the test") // a slash first: no command
					}
					return fakeapi.Text("[TASK_COMPLETED]")
				}
				return fakeapi.Text("done: " + r.LastUser)
			})
			dir := project(t)
			if err := os.WriteFile(filepath.Join(dir, rubric.File), []byte(big), 0o600); err != nil {
				t.Fatal(err)
			}
			stops := filepath.Join(t.TempDir(), "stops")
			cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json", "--", "write a test")
			settings := map[string]any{"hooks": map[string]any{"Stop": []any{map[string]any{"hooks": []any{
				map[string]any{"type": "command", "command": "echo stop >> '" + stops + "'"},
			}}}}}
			text, err := json.Marshal(settings)
			if err != nil {
				t.Fatal(err)
			}
			home := filepath.Join(envOf(cmd, "HOME"), ".claude")
			if err := os.MkdirAll(home, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(home, "settings.json"), text, 0o600); err != nil {
				t.Fatal(err)
			}
			var stderr strings.Builder
			cmd.Stderr = &stderr
			if out, err := cmd.Output(); err != nil {
				t.Fatalf("ccc: %v\n%s\n%s", err, out, stderr.String())
			}
			if len(systems) != 2 || strings.Count(systems[0], "RUBRIC-END") != 1 {
				t.Errorf("%d reviews, the rubric stands %d times in the first",
					len(systems), strings.Count(systems[0], "RUBRIC-END"))
			}
			if text, err := os.ReadFile(stops); err != nil || strings.Count(string(text), "stop") != 2 {
				t.Errorf("the Stop hook ran %q, %v, want two times: once for each stop of the agent", text, err)
			}
			sessions, err := filepath.Glob(filepath.Join(home, "projects", "*", "*.jsonl"))
			if err != nil || len(sessions) != 1 {
				t.Errorf("sessions = %q, %v, want the agent's alone", sessions, err)
			}
			if !strings.Contains(stderr.String(), "done: ") || strings.Contains(stderr.String(), "Compacted") {
				t.Errorf("the feedback did not arrive as text:\n%s", stderr.String())
			}
		})
	}
}

// TestRealAgentKilled: claude is killed by SIGKILL in the middle of a turn, resumed in the same session, and continues.
func TestRealAgentKilled(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			killed := false
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case strings.Contains(r.System, "RUBRIC"):
					return fakeapi.Text("[TASK_COMPLETED]")
				case strings.Contains(r.LastUser, "Continue from where you left off"):
					return fakeapi.Text("went on")
				case !killed:
					killed = true
					// The kill waits until the turn is stored, because 2.1.197 loses a session that it has not written
					// yet.
					die := `until grep -q "I begin" "$HOME"/.claude/projects/*/*.jsonl; do :; done; kill -9 $PPID`
					return fakeapi.Text("I begin").And(fakeapi.Tool("Bash",
						map[string]string{"command": die, "description": "die"}))
				}
				return fakeapi.Error(403, "permission_error", "unexpected: "+r.LastUser, nil)
			})
			cmd := supervised(t, version, srv.URL, project(t),
				"--supervisor", "--output-format", "json", "--dangerously-skip-permissions", "--", "die once")
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("ccc: %v\n%s\n%s", err, out, stderr.String())
			}
			var got outcome
			if err := json.Unmarshal(out, &got); err != nil || got.Outcome != "completed" || got.Result != "went on" {
				t.Errorf("outcome = %+v, %v", got, err)
			}
			if !strings.Contains(stderr.String(), "signal: killed): resuming it") {
				t.Errorf("stderr = %s", stderr.String())
			}
		})
	}
}
