package integration

import (
	"encoding/json"
	"strings"
	"testing"

	"ccc/internal/fakeapi"
)

// TestRealScheduled: prompts that the agent has scheduled are not asked in the reviewer's session, which is a fork of
// the agent's. 2.1.197 used to ask them there before the question.
func TestRealScheduled(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() { // it takes longer than a minute, the shortest time that claude schedules by
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			const feedback, due = "Not finished: add a test.", "Say that all of it is done."
			reviews, scheduled := 0, 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case strings.Contains(r.LastUser, due):
					return fakeapi.Text("All of it is done.\n\n[TASK_COMPLETED]")
				case isReview(r):
					if reviews++; reviews == 1 {
						return fakeapi.Text(feedback)
					}
					return fakeapi.Text("I ran the tests.\n\n[TASK_COMPLETED]")
				case len(r.Results) > 0 && scheduled == 1:
					scheduled++
					return bash("sleep 75")
				case len(r.Results) == 0 && strings.Contains(r.LastUser, "build it"):
					scheduled = 1
					return fakeapi.Tool("CronCreate", map[string]any{"cron": "* * * * *", "prompt": due, "recurring": true})
				}
				return fakeapi.Text("done, I say")
			})
			dir := project(t)
			cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json",
				"--permission-mode", "bypassPermissions")
			cmd.Env = append(cmd.Env, "BASH_DEFAULT_TIMEOUT_MS=120000", "IS_SANDBOX=1")
			cmd.Stdin = strings.NewReader("build it")
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			var got outcome
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v: %s\n%s", err, out, stderr.String())
			}
			if err != nil || got.Outcome != "completed" || len(got.Verdicts) != 2 || got.Verdicts[0].Feedback != feedback {
				t.Errorf("%v: outcome = %+v, %d reviews, %d scheduled\n%s", err, got, reviews, scheduled, stderr.String())
			}
		})
	}
}
