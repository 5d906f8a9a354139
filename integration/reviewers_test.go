package integration

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ccc/internal/fakeapi"
	"ccc/internal/task"
)

// TestG07RealReviewers: two reviewers are asked on each version, in the loop and by the hook. The second one uses
// another provider, with only that provider's token and model. It disagrees, the agent continues with its feedback, and
// then both agree.
func TestG07RealReviewers(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		for _, door := range []string{"loop", "hook"} {
			t.Run(version+" "+door, func(t *testing.T) {
				t.Parallel()
				var mu sync.Mutex
				var steps []string // who asked which API, with which token and model
				mended := false
				answer := func(where string, r fakeapi.Request) (reply fakeapi.Reply) {
					mu.Lock()
					defer mu.Unlock()
					note := func(who string) {
						steps = append(steps, fmt.Sprintf("%s at %s: %s %s", who, where, r.Header.Get("Authorization"), r.Model))
					}
					verdict := func(done bool, feedback string) fakeapi.Reply {
						switch {
						case len(r.Results) == 0:
							return fakeapi.Tool("Bash", map[string]string{"command": "cat x.go", "description": "look"})
						case door == "hook" && strings.Contains(r.Results[0].Text, "key"):
							return verdict(done, feedback)
						case done:
							return fakeapi.Text("[TASK_COMPLETED]")
						}
						return fakeapi.Text(feedback)
					}
					switch {
					case strings.Contains(r.System, "SECOND REVIEWER"):
						note("second")
						return verdict(mended, "A key is in the source.")
					case strings.Contains(r.System, "THE RUBRIC"):
						note("first")
						return verdict(true, "")
					case strings.Contains(r.LastUser, "A key is in the source."):
						note("agent, again")
						mended = true
						return fakeapi.Text("removed")
					case len(r.Results) > 0:
						return fakeapi.Text("written")
					case strings.Contains(r.LastUser, "write x.go"):
						note("agent")
						return fakeapi.Tool("Bash", map[string]string{"command": "echo key > x.go", "description": "write"})
					}
					return fakeapi.Text("?")
				}
				serve := func(where string) string {
					return serve(t, func(r fakeapi.Request) fakeapi.Reply { return answer(where, r) }).URL
				}
				dir := project(t)
				if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
					t.Fatalf("git init: %v\n%s", err, out)
				}
				write(t, filepath.Join(dir, "SUPERVISOR.md"), "THE RUBRIC. Judge.\n")
				write(t, filepath.Join(dir, "SUPERVISOR.second.md"),
					"---\nprovider: two\nmodel: model-of-two\npaths: ['**/*.go']\n---\nSECOND REVIEWER. Judge secrets.\n")
				args := []string{"--supervisor", "--trust", "one", "--permission-mode", "bypassPermissions",
					"--output-format", "json", "--", "write x.go"}
				if door == "hook" {
					args = []string{"--trust", "one", "--permission-mode", "bypassPermissions", "-p", "write x.go"}
				}
				cmd := supervised(t, version, "http://127.0.0.1:1", dir, args...)
				home := filepath.Join(envOf(cmd, "HOME"), ".claude")
				write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"providers": {
					"one": {"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "token-of-one",
						"ANTHROPIC_MODEL": "model-of-one"}},
					"two": {"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": "token-of-two"}}}}`,
					serve("one"), serve("two")))
				if door == "hook" {
					cmd.Env = append(cmd.Env, "CCC_SUPERVISOR_ID=on")
					write(t, filepath.Join(home, "ccc", "supervisor-on.json"), `{"session_id": "on", "enabled": true}`)
				}
				var stderr strings.Builder
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("ccc: %v\n%s\n%s", err, out, stderr.String())
				}
				mu.Lock()
				defer mu.Unlock()
				one, two := ": Bearer token-of-one model-of-one", ": Bearer token-of-two model-of-two"
				for _, want := range []string{
					"agent at one" + one, "first at one" + one, "second at two" + two, "agent, again at one" + one,
				} {
					if !slices.Contains(steps, want) {
						t.Errorf("no %q in %q", want, steps)
					}
				}
				for _, step := range steps {
					if !strings.HasSuffix(step, one) && !strings.HasSuffix(step, two) ||
						strings.HasSuffix(step, two) != strings.HasPrefix(step, "second") {
						t.Errorf("%q is where it does not belong", step)
					}
				}
				log, err := os.ReadFile(filepath.Join(home, "ccc", map[string]string{
					"loop": "ccc.log", "hook": "hook-invocation.log",
				}[door]))
				if err != nil || strings.Contains(string(log)+stderr.String()+string(out), "token-of") {
					t.Errorf("the log: %v, or a token stands in it", err)
				}
				states, err := filepath.Glob(filepath.Join(home, "ccc", "supervisor-*-*.json"))
				if err != nil || len(states) == 0 {
					t.Fatalf("no state of the session: %v", err)
				}
				text, err := os.ReadFile(states[len(states)-1])
				var state struct{ Verdict task.Verdict }
				if err == nil {
					err = json.Unmarshal(text, &state)
				}
				all := state.Verdict.Reviewers
				if err != nil || !state.Verdict.Completed || len(all) != 2 || all[1].Name != "second" || !all[1].Completed {
					t.Errorf("%v: %s\n%s\n%s", err, text, stderr.String(), log)
				}
			})
		}
	}
}
