package integration

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestRealVerdicts: the result of a review on each version when the reviewer accepts the work, is blocked, repeats
// itself, cannot answer, or is refused by the API. An error is never a verdict and never becomes feedback.
func TestRealVerdicts(t *testing.T) {
	t.Parallel()
	text := func(s string) func(int, fakeapi.Request) fakeapi.Reply {
		return func(int, fakeapi.Request) fakeapi.Reply { return fakeapi.Text(s) }
	}
	fails := func(status int, kind, message string) func(int, fakeapi.Request) fakeapi.Reply {
		return func(int, fakeapi.Request) fakeapi.Reply { return fakeapi.Error(status, kind, message, nil) }
	}
	// Without -full only the last one is run. ccc alone decides the first six of the others, so the newest version
	// proves them; errors of the API differ between versions.
	const everywhere, always = 6, 8
	cases := []struct {
		name   string
		review func(n int, r fakeapi.Request) fakeapi.Reply
		code   int
		want   string // outcome
		rounds int
		says   string
	}{
		{"circles", text("Add a test for empty input."), 3, "not_completed", 3,
			"stopped: 2 rounds without progress: the same feedback again"},
		{
			"login", fails(401, "authentication_error", "invalid x-api-key"),
			4, "needs_user", 0, "this stop was not reviewed: ",
		},
		{
			"credit",
			fails(400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
			4, "needs_user", 0, "this stop was not reviewed: ",
		},
		{
			"timeout", func(int, fakeapi.Request) fakeapi.Reply { return fakeapi.Hang() },
			4, "needs_user", 0, "the reviewer took longer than 3s",
		},
		{"blocked", text("Which port?\n\n[NEEDS_USER]"), 4, "needs_user", 1, "review 1 of 10: a question for you"},
		{"empty", text(""), 4, "needs_user", 0, "no verdict"},
		{
			"overload", fails(529, "overloaded_error", "Overloaded"),
			75, "needs_user", 0, "this stop was not reviewed: API Error: ",
		},
		{"foreign thinking", func(_ int, r fakeapi.Request) fakeapi.Reply {
			if len(r.Messages) > 0 && !strings.Contains(string(r.Raw), "transcript>") {
				return fakeapi.Error(400, "invalid_request_error",
					"messages.1.content.0: Invalid `signature` in `thinking` block", nil)
			}
			return fakeapi.Text("Seen.\n[TASK_COMPLETED]")
		}, 0, "completed", 1, "reviewing from the transcript"},
		{"unchecked", func(n int, r fakeapi.Request) fakeapi.Reply {
			switch {
			case len(r.Results) > 0:
				return fakeapi.Text("Now I have seen it.\n\n[TASK_COMPLETED]")
			case strings.Contains(r.LastUser, "You call it done"):
				return fakeapi.Tool("Read", map[string]string{"file_path": projectOf(r) + "/made.txt"})
			}
			return fakeapi.Text("Fine.\n\n[TASK_COMPLETED]")
		}, 0, "completed", 1, "checked: Read made.txt"},
	}
	for _, version := range versions(realclaude.Node) {
		for i, c := range cases {
			if i < always && !*full || i < everywhere && version != realclaude.Newest {
				continue
			}
			t.Run(version+" "+c.name, func(t *testing.T) {
				t.Parallel()
				dir := project(t)
				var reviews atomic.Int32
				srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
					switch {
					case isReview(r) && strings.Contains(r.System, "RUBRIC"):
						return c.review(int(reviews.Add(1)), r)
					case len(r.Results) > 0, r.LastUser != "begin":
						return fakeapi.Text("done, I say")
					}
					return fakeapi.Tool("Write",
						map[string]string{"file_path": filepath.Join(dir, "made.txt"), "content": "x\n"})
				})
				cmd := supervised(t, version, srv.URL, dir,
					"--supervisor", "--output-format", "json", "--dangerously-skip-permissions", "--", "begin")
				seconds := map[bool]string{true: "3", false: "60"}[c.name == "timeout"]
				write(t, filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc.json"),
					`{"supervisor": {"timeout_seconds": `+seconds+`}}`)
				cmd.Env = append(cmd.Env, "CLAUDE_CODE_MAX_RETRIES=0", "PROJECT="+dir)
				var stderr strings.Builder
				cmd.Stderr = &stderr
				out, _ := cmd.Output()
				var got outcome
				if err := json.Unmarshal(out, &got); err != nil {
					t.Fatalf("%v: %s\n%s", err, out, stderr.String())
				}
				if got.Outcome != c.want || got.Rounds != c.rounds || cmd.ProcessState.ExitCode() != c.code {
					t.Errorf("%s after %d rounds, exit code %d, want %s, %d, %d\n%s", got.Outcome, got.Rounds,
						cmd.ProcessState.ExitCode(), c.want, c.rounds, c.code, stderr.String())
				}
				if !strings.Contains(stderr.String(), c.says) {
					t.Errorf("it does not say %q:\n%s", c.says, stderr.String())
				}
			})
		}
	}
}

// projectOf returns the directory in which claude says that it works.
func projectOf(r fakeapi.Request) string {
	for _, m := range r.Messages {
		for _, b := range m.Content {
			var input struct {
				Path string `json:"file_path"`
			}
			if b.Type == "tool_use" && json.Unmarshal(b.Input, &input) == nil && input.Path != "" {
				return filepath.Dir(input.Path)
			}
		}
	}
	return ""
}
