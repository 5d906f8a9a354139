package integration

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestRealCage: on each version the reviewer resumes the session in an overlay, with both roles of the rubric, and runs
// commands that write, kill and read secrets. Nothing that they write remains, and they read no secret. If a command
// writes to the state file that the running claude reads again, claude's next request still goes to the same API.
func TestRealCage(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		for _, role := range roles() {
			for _, kind := range []string{"overlay", "landlock"} {
				if kind == "landlock" && (role != roleWithoutCopy() || version == realclaude.Node || inFull() == nil) {
					continue
				}
				t.Run(version+" "+role+" "+kind, func(t *testing.T) {
					t.Parallel()
					outer := exec.Command("sleep", "1000")
					if err := outer.Start(); err != nil {
						t.Fatal(err)
					}
					defer outer.Wait()
					defer outer.Process.Kill()
					command := fmt.Sprintf(`touch made; echo forged > main.go; echo x > "$HOME/made"; `+
						`mkdir -p "$HOME/.claude/new"; kill -9 %d; cat "$HOME/.ssh/id_rsa"; `+
						`echo ran in $(ls -d /proc/[0-9]* | wc -l) processes, made: $(ls made); `+
						`echo '{"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:1"}}' `+
						`> "${CLAUDE_CONFIG_DIR:-$HOME}/.claude.json" && sleep 3`,
						outer.Process.Pid)
					said := ""
					srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
						switch {
						case !isReview(r):
							return fakeapi.Text("done")
						case len(r.Results) == 0:
							return fakeapi.Tool("Bash", map[string]string{"command": command, "description": "try"})
						}
						for _, result := range r.Results {
							said += result.Text
						}
						if strings.Contains(string(r.Raw), "SECRET-KEY") {
							t.Error("the secret is in a request")
						}
						return fakeapi.Text("[TASK_COMPLETED]")
					})
					dir := project(t)
					write(t, filepath.Join(dir, "main.go"), "package main\n")
					cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json",
						"--", "do it")
					home := envOf(cmd, "HOME")
					write(t, filepath.Join(home, ".ssh", "id_rsa"), "SECRET-KEY\n")
					config := filepath.Join(home, ".claude", "ccc.json")
					write(t, config, fmt.Sprintf(
						`{"supervisor": {"cage": %q, "prompt_role": %q, "allowed_tools": ["Bash"]}}`, kind, role))
					before := listing(t, dir)
					var stderr strings.Builder
					cmd.Stderr = &stderr
					out, err := cmd.Output()
					var got struct {
						Outcome  string
						Verdicts []struct{ Cage string }
					}
					if failed := json.Unmarshal(out, &got); err != nil || failed != nil {
						t.Fatalf("%v, %v: %s\n%s", err, failed, out, stderr.String())
					}
					if got.Outcome != "completed" || len(got.Verdicts) != 1 || got.Verdicts[0].Cage != kind {
						t.Errorf("%+v", got)
					}
					made := map[string]string{"overlay": "made: made", "landlock": "made:"}[kind]
					if !strings.Contains(said, "processes, "+made) ||
						!strings.Contains(stderr.String(), "(sandbox: "+kind+")") {
						t.Errorf("the commands did not run: %s\n%s", said, stderr.String())
					}
					if after := listing(t, dir); after != before {
						t.Errorf("the project is\n%s\nwas\n%s", after, before)
					}
					for _, path := range []string{filepath.Join(home, "made"), filepath.Join(home, ".claude", "new")} {
						if _, err := os.Lstat(path); err == nil {
							t.Errorf("%s is there", path)
						}
					}
					sessions, err := filepath.Glob(filepath.Join(home, ".claude", "projects", "*", "*.jsonl"))
					if err != nil || len(sessions) != 1 {
						t.Errorf("sessions = %q, %v, want the agent's alone", sessions, err)
					}
					if err := outer.Process.Signal(syscall.Signal(0)); err != nil {
						t.Errorf("the process outside: %v", err)
					}
				})
			}
		}
	}
}

// listing describes every file below a directory, with its size, time and content.
func listing(t *testing.T, dir string) string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `cd "$0" && find . -printf '%p %m %s %T@\n' -type f -exec cat {} \; | sort`,
		dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
