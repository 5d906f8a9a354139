package integration

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestRealStall: an API stops in the middle of an answer, once to the agent and once to the reviewer. The agent's turn
// is interrupted and continued in the same process, and the review is repeated. The idle timeout is far above the time
// that claude needs to start on a machine with six of them on two cores, which would be one interruption more.
func TestRealStall(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			stalled := func() fakeapi.Reply {
				chunks := make(chan string, 1)
				chunks <- "half of it, and then"
				return fakeapi.Slow(chunks)
			}
			var said []string
			worked, reviewed := 0, 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case isReview(r):
					if reviewed++; reviewed == 1 {
						return stalled()
					}
					return fakeapi.Text("[TASK_COMPLETED]")
				case !r.Stream: // 2.1.5 asks again so for what it takes for broken
					t.Error("the agent was not interrupted in time")
				}
				said = append(said, r.LastUser)
				if worked++; worked == 1 {
					return stalled()
				}
				return fakeapi.Text("all of it")
			})
			cmd := supervised(t, version, srv.URL, project(t), "--supervisor", "--output-format", "json", "--", "go")
			write(t, filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc.json"),
				`{"supervisor": {"idle_timeout": "40s"}}`)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			var got outcome
			if err != nil || json.Unmarshal(out, &got) != nil || got.Outcome != "completed" ||
				got.Result != "all of it" {
				t.Fatalf("%v: %s\n%s", err, out, stderr.String())
			}
			for _, want := range []string{
				"nothing came from claude for 40s: its turn is interrupted and continued",
				"no verdict (nothing came from the reviewer for 40s): trying the review again",
			} {
				if strings.Count(stderr.String(), want) != 1 {
					t.Errorf("%q is not once on stderr:\n%s", want, stderr.String())
				}
			}
			if strings.Contains(stderr.String(), "its process is ended") || len(said) != 2 {
				t.Errorf("the agent was told %q\n%s", said, stderr.String())
			}
		})
	}
}
