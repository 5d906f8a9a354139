package integration

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ccc/internal/fakeapi"
	"ccc/internal/task"
)

// worth runs a task with a real claude, in the loop or by the hook, and returns the final state of the session.
type worth struct {
	t             *testing.T
	version, door string
	rubric        string
	config        string                              // the "supervisor" section of ccc.json
	answer        func(fakeapi.Request) fakeapi.Reply // of the agent's provider
	others        map[string]func(fakeapi.Request) fakeapi.Reply
	exit          int
	said          string // stdout and stderr
}

func (w *worth) run() task.State {
	t := w.t
	t.Helper()
	dir := project(t)
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	write(t, filepath.Join(dir, "SUPERVISOR.md"), w.rubric)
	args := []string{"--supervisor", "--trust", "one", "--permission-mode", "bypassPermissions", "--output-format", "json",
		"--", "do it"}
	if w.door == "hook" {
		args = []string{"--trust", "one", "--permission-mode", "bypassPermissions", "-p", "do it"}
	}
	cmd := supervised(t, w.version, "http://127.0.0.1:1", dir, args...)
	home := filepath.Join(envOf(cmd, "HOME"), ".claude")
	providers := []string{}
	add := func(name string, answer func(fakeapi.Request) fakeapi.Reply) {
		providers = append(providers, fmt.Sprintf(`%q: {"env": {"ANTHROPIC_BASE_URL": %q, "ANTHROPIC_AUTH_TOKEN": %q,
			"ANTHROPIC_MODEL": %q, "CLAUDE_CODE_MAX_RETRIES": "1"}}`, name, serve(t, answer).URL, "token-of-"+name,
			"model-of-"+name))
	}
	add("one", w.answer)
	for name, answer := range w.others {
		add(name, answer)
	}
	write(t, filepath.Join(home, "ccc.json"),
		fmt.Sprintf(`{"supervisor": {%s}, "providers": {%s}}`, w.config, strings.Join(providers, ", ")))
	if w.door == "hook" {
		cmd.Env = append(cmd.Env, "CCC_SUPERVISOR_ID=on")
		write(t, filepath.Join(home, "ccc", "supervisor-on.json"), `{"session_id": "on", "enabled": true}`)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	w.exit, w.said = cmd.ProcessState.ExitCode(), string(out)+stderr.String()
	states, _ := filepath.Glob(filepath.Join(home, "ccc", "supervisor-*-*.json"))
	if len(states) == 0 && w.door == "loop" { // no review was made
		return task.State{}
	}
	if len(states) == 0 {
		t.Fatalf("no state of the session\n%s", w.said)
	}
	text, err := os.ReadFile(states[len(states)-1])
	var state task.State
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return state
}

// worthOn runs a test in the loop and by the hook.
func worthOn(t *testing.T, test func(*testing.T, string, string)) {
	t.Parallel()
	for _, version := range inFull() {
		for _, door := range []string{"loop", "hook"} {
			t.Run(version+" "+door, func(t *testing.T) {
				t.Parallel()
				test(t, version, door)
			})
		}
	}
}

// TestP02RealTriage: the small model looks first in each round. Its findings go to the agent. If it finds the work
// done, the reviewer itself decides.
func TestP02RealTriage(t *testing.T) {
	worthOn(t, func(t *testing.T, version, door string) {
		var mu sync.Mutex
		var steps []string // without what is asked back
		again := false
		step := func(what string) {
			if len(steps) == 0 || steps[len(steps)-1] != what {
				steps = append(steps, what)
			}
		}
		w := worth{t: t, version: version, door: door, rubric: "---\ntriage: small-model\n---\nTHE RUBRIC. Judge.\n"}
		w.answer = func(r fakeapi.Request) fakeapi.Reply {
			mu.Lock()
			defer mu.Unlock()
			judges := strings.Contains(r.System, "THE RUBRIC") || strings.Contains(r.LastUser, "THE RUBRIC")
			switch {
			case judges && r.Model == "small-model" && !again:
				step("small finds")
				return fakeapi.Text("The tests are red.")
			case judges && r.Model == "small-model":
				step("small is done")
				return fakeapi.Text("[TASK_COMPLETED]")
			case judges:
				step("itself")
				return fakeapi.Text("[TASK_COMPLETED]")
			case strings.Contains(r.LastUser, "The tests are red."):
				step("agent")
				again = true
			}
			return fakeapi.Text("ok")
		}
		state := w.run()
		mu.Lock()
		defer mu.Unlock()
		if got := strings.Join(steps, ", "); got != "small finds, agent, small is done, itself" {
			t.Errorf("%s\n%s", got, w.said)
		}
		if v := state.Verdict; v == nil || !v.Completed || len(v.Reviewers) != 1 || v.Reviewers[0].Triage == nil ||
			v.Reviewers[0].Triage.CostUSD <= 0 || v.Reviewers[0].Triage.Tokens <= 0 {
			t.Errorf("%+v\n%s", v, w.said)
		}
	})
}

// TestP05RealTokens: an endless turn of the agent, or an endless review by the hook, ends at max_tokens.
func TestP05RealTokens(t *testing.T) {
	worthOn(t, func(t *testing.T, version, door string) {
		w := worth{t: t, version: version, door: door, rubric: "THE RUBRIC. Judge.\n", config: `"max_tokens": 100`}
		w.answer = func(r fakeapi.Request) fakeapi.Reply { // 15 tokens each
			if door == "hook" && !strings.Contains(r.System, "THE RUBRIC") && !strings.Contains(r.LastUser, "THE RUBRIC") &&
				!strings.Contains(fmt.Sprint(r.Messages), "THE RUBRIC") {
				return fakeapi.Text("done")
			}
			return fakeapi.Tool("Bash", map[string]string{"command": "true", "description": "again"})
		}
		state := w.run()
		if door == "loop" && w.exit != 3 || !strings.Contains(w.said, "tokens read and written on this task, of at most 100") &&
			door == "loop" {
			t.Errorf("exit %d\n%s", w.exit, w.said)
		}
		if door == "hook" && (state.Ended != task.EndedTokens || state.Tokens < 100 || state.Tokens > 400) {
			t.Errorf("%+v\n%s", state, w.said)
		}
	})
}

// TestRealFallback: the provider of the reviewer is overloaded, and so is the next one. The third one judges, with its
// own token and model, and the verdict says so.
func TestRealFallback(t *testing.T) {
	worthOn(t, func(t *testing.T, version, door string) {
		down := func(fakeapi.Request) fakeapi.Reply {
			return fakeapi.Error(529, "overloaded_error", "Overloaded", nil)
		}
		var mu sync.Mutex
		var tokens []string
		w := worth{t: t, version: version, door: door, rubric: "---\nprovider: two\n---\nTHE RUBRIC. Judge.\n",
			config: `"reviewers_fallback": ["three", "four"]`}
		w.answer = func(r fakeapi.Request) fakeapi.Reply { return fakeapi.Text("done") }
		w.others = map[string]func(fakeapi.Request) fakeapi.Reply{
			"two": down,
			"three": func(fakeapi.Request) fakeapi.Reply {
				return fakeapi.Error(429, "rate_limit_error", "You've hit your limit", http.Header{"X-Should-Retry": {"false"}})
			},
			"four": func(r fakeapi.Request) fakeapi.Reply {
				mu.Lock()
				defer mu.Unlock()
				tokens = append(tokens, r.Header.Get("Authorization")+" "+r.Model)
				return fakeapi.Text("[TASK_COMPLETED]")
			},
		}
		state := w.run()
		mu.Lock()
		defer mu.Unlock()
		if len(tokens) == 0 {
			t.Fatalf("nobody asked the third\n%s", w.said)
		}
		for _, token := range tokens {
			if token != "Bearer token-of-four model-of-four" {
				t.Error(token)
			}
		}
		if v := state.Verdict; v == nil || !v.Completed || len(v.Reviewers) != 1 || v.Reviewers[0].Instead != "four" ||
			v.Reviewers[0].Why == "" {
			t.Errorf("%+v\n%s", v, w.said)
		}
	})
}
