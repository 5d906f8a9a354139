package integration

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestRealCutOff: a reviewer whose every answer is cut off after the marker gives no verdict, with the rubric in the
// system prompt and in the message. If the response merely ends too early, 2.1.5 and 2.1.197 report success.
func TestRealCutOff(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		for name, c := range map[string]struct {
			after string
			how   fakeapi.How
			role  string
		}{
			"ended":           {"content_block_stop", fakeapi.Ended, "system"},
			"ended, message":  {"content_block_stop", fakeapi.Ended, "user"},
			"closed":          {"content_block_delta", fakeapi.Closed, "system"},
			"reset, message":  {"content_block_stop", fakeapi.Reset, "user"},
			"failed, message": {"content_block_stop", fakeapi.Failed, "user"},
		} {
			if version == realclaude.Node && c.how != fakeapi.Ended { // which it calls a success
				continue
			}
			t.Run(version+" "+name, func(t *testing.T) {
				t.Parallel()
				srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
					if strings.Contains(string(r.Raw), "RUBRIC") {
						return fakeapi.Text("half of it\n[TASK_COMPLETED]").Cut(c.after, c.how)
					}
					return fakeapi.Text("done: " + r.LastUser)
				})
				cmd := supervised(t, version, srv.URL, project(t), "--supervisor", "--output-format", "json", "--",
					"begin")
				write(t, filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc.json"),
					`{"supervisor": {"prompt_role": "`+c.role+`"}}`)
				cmd.Env = append(cmd.Env, "CLAUDE_CODE_MAX_RETRIES=0")
				var stderr strings.Builder
				cmd.Stderr = &stderr
				out, _ := cmd.Output()
				var got outcome
				if err := json.Unmarshal(out, &got); err != nil {
					t.Fatalf("%v: %s\n%s", err, out, stderr.String())
				}
				// If the version reports it as an error of the API, a new attempt is allowed.
				code := cmd.ProcessState.ExitCode()
				if got.Outcome != "needs_user" || got.Rounds != 0 || code != 4 && code != 75 {
					t.Errorf("%s after %d rounds, exit code %d, want needs_user, 0, 4 or 75\n%s",
						got.Outcome, got.Rounds, code, stderr.String())
				}
			})
		}
	}
}
