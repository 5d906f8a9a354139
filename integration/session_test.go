package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestA02RealProviderAndSessions: agent and reviewer use the API of the named provider, with its model and token,
// though the environment names another one. --resume and --continue supervise the existing session, and its earlier
// cost is not counted.
func TestA02RealProviderAndSessions(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var models, tokens []string
			answer := func(r fakeapi.Request) fakeapi.Reply {
				models, tokens = append(models, r.Model), append(tokens, r.Header.Get("Authorization"))
				if strings.Contains(r.System, "RUBRIC") {
					return fakeapi.Text("[TASK_COMPLETED]")
				}
				said := 0
				for _, m := range r.Messages {
					if m.Role == "assistant" {
						said++
					}
				}
				return fakeapi.Text(strings.Repeat("*", said+1)) // how long the conversation is
			}
			srv := serve(t, answer)
			dir := project(t)
			first := supervised(t, version, "http://127.0.0.1:1", dir, "--supervisor", "two", "--output-format", "json",
				"begin")
			config := map[string]any{"current_provider": "one", "providers": map[string]any{
				"one": map[string]any{"env": map[string]string{"ANTHROPIC_BASE_URL": "http://127.0.0.1:1"}},
				"two": map[string]any{"env": map[string]string{
					"ANTHROPIC_BASE_URL": srv.URL, "ANTHROPIC_AUTH_TOKEN": "${KEY_OF_TWO}",
					"ANTHROPIC_MODEL": "claude-haiku-4-5",
				}},
			}}
			text, err := json.Marshal(config)
			if err != nil {
				t.Fatal(err)
			}
			home := filepath.Join(envOf(first, "HOME"), ".claude")
			if err := os.MkdirAll(home, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(home, "ccc.json"), text, 0o600); err != nil {
				t.Fatal(err)
			}
			run := func(cmd *exec.Cmd) outcome {
				t.Helper()
				cmd.Env = append(cmd.Env, "KEY_OF_TWO=secret-of-two")
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%q: %v\n%s", cmd.Args, err, out)
				}
				var got outcome
				if err := json.Unmarshal(out, &got); err != nil || got.Outcome != "completed" {
					t.Fatalf("%q: %+v, %v", cmd.Args, got, err)
				}
				return got
			}
			again := func(args ...string) *exec.Cmd {
				cmd := exec.Command(first.Path, append([]string{"--supervisor", "two", "--output-format", "json"},
					args...)...)
				cmd.Dir, cmd.Env = first.Dir, first.Env
				return cmd
			}
			began := run(first)
			resumed := run(again("--resume", began.SessionID, "go on"))
			continued := run(again("--continue", "and on"))
			if resumed.SessionID != began.SessionID || continued.SessionID != began.SessionID {
				t.Errorf("sessions %s, resumed %s, continued %s", began.SessionID, resumed.SessionID,
					continued.SessionID)
			}
			if began.Result != "*" || resumed.Result != "**" || continued.Result != "***" {
				t.Errorf("results %q, %q, %q: the conversation did not go on", began.Result, resumed.Result,
					continued.Result)
			}
			// There may be one more request that is not for the dialogue. With the earlier cost of the session, the
			// total would be twice as much.
			if most := 1.5 * began.CostUSD; most == 0 || resumed.CostUSD > most || continued.CostUSD > most {
				t.Errorf("the same work has cost $%v, resumed $%v, continued $%v", began.CostUSD, resumed.CostUSD,
					continued.CostUSD)
			}
			for i := range models {
				if !strings.HasPrefix(models[i], "claude-haiku-4-5") || tokens[i] != "Bearer secret-of-two" {
					t.Errorf("request %d asked for %q with %q", i, models[i], tokens[i])
				}
			}
			if len(models) < 6 {
				t.Errorf("%d requests, want one of the agent and one of the reviewer for each run", len(models))
			}
		})
	}
}
