package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
	"ccc/internal/session"
)

// TestH03RealRecording: the hook records a reviewed session of Claude Code's own screen: the conversation, the agent's
// actions, and both verdicts. The list contains the recording, and a replay has the same outcome.
func TestH03RealRecording(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			reviews := 0
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				switch {
				case !strings.Contains(r.System, "RUBRIC") && len(r.Results) > 0:
					return fakeapi.Text("it says so")
				case !strings.Contains(r.System, "RUBRIC"):
					return fakeapi.Tool("Bash", map[string]any{"command": "echo from-the-tool token-of-here", "description": "x"})
				case len(r.Results) > 0:
					return fakeapi.Text("so it is")
				}
				reviews++
				return verdict(reviews > 1, "say it again")
			})
			cmd := hookCommand(t, version, srv.URL, project(t), "", "好，开始执行")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			dir := filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc", "recordings")
			list, err := session.ListRecordings(dir)
			if err != nil || len(list) != 1 {
				t.Fatalf("recordings %+v, %v", list, err)
			}
			s := list[0]
			if s.Header.Door != session.DoorHook || s.Claude != version || !s.Ended || s.End.Rounds != 2 ||
				s.End.Outcome != "completed" || s.End.SessionID == "" {
				t.Errorf("the list tells of %+v", s)
			}
			raw, err := os.ReadFile(s.Path)
			if err != nil {
				t.Fatal(err)
			}
			text := string(raw)
			at := 0
			for _, want := range []string{
				`"type":"person","text":"好，开始执行"`, `"name":"Bash"`, `from-the-tool [secret]`, `it says so`,
				`"to":"review","round":1`, `"type":"line","phase":"review"`,
				`"type":"verdict","round":1,"feedback":"say it again"`,
				`"to":"agent","round":1`, `"type":"sent","text":"say it again","from":"supervisor"`, `"name":"Bash"`,
				`"to":"review","round":2`, `"type":"verdict","round":2,"completed":true`, `"to":"done"`, `"type":"so_far"`,
			} {
				i := strings.Index(text[at:], want)
				if i < 0 {
					t.Fatalf("no %s behind the one before it, in\n%s", want, text)
				}
				at += i
			}
			if strings.Contains(text, "token-of-here") {
				t.Error("the token is in the recording")
			}
			replay := exec.Command(cmd.Path, "replay", "--output-format", "json", "last")
			replay.Env = cmd.Env
			var stderr strings.Builder
			replay.Stderr = &stderr
			out, err := replay.Output()
			var got session.End
			if bad := json.Unmarshal(out, &got); !reflect.DeepEqual(got, s.End) || err != nil || bad != nil ||
				stderr.Len() > 0 {
				t.Errorf("the replay comes to %+v, %v, %v, not to %+v\n%s", got, err, bad, s.End, stderr.String())
			}
		})
	}
}
