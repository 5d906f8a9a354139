package integration

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// TestM05RealScreen: in claude's own screen with reviews off, an outdated claim is one line at the stop, and the agent
// may stop.
func TestM05RealScreen(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				raw := string(r.Raw)
				switch {
				case !strings.Contains(r.LastUser, "begin"):
					return fakeapi.Text("I looked at it.")
				case len(r.Results) == 0:
					return fakeapi.Tool("Bash", map[string]string{"command": "python3 -m unittest -q", "description": "tests"})
				case !strings.Contains(raw, "parser.py"):
					return fakeapi.Tool("Write",
						map[string]string{"file_path": filepath.Join(dir, "parser.py"), "content": "x = 1\n"})
				}
				return fakeapi.Text("All tests pass.")
			})
			write(t, filepath.Join(dir, "test_one.py"), "import unittest\n\nclass TestOne(unittest.TestCase):\n"+
				"    def test_one(self):\n        self.assertEqual(1, 1)\n")
			p := startOnTerminal(t, providerCommand(t, version, srv, dir, "here", "--permission-mode", "bypassPermissions"))
			p.waitFor("reviews are off")
			p.typeLine("begin")
			p.waitFor("Stop says: .SUPERVISOR. claimed, but the session does not support it: “All tests pass.” · .python3 -m " +
				"unittest -q. ran before parser.py was changed")
		})
	}
}

// TestM05M09RealScreenOfPart: claude's own screen shows no line when a subagent stops, so the line is shown at the next
// stop.
func TestM05M09RealScreenOfPart(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		if version != realclaude.Newest && *newest == "" {
			continue
		}
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
				raw := string(r.Raw)
				sub := strings.Contains(r.Messages[0].Text(), "PART of it")
				switch {
				case sub && len(r.Results) == 0:
					return fakeapi.Tool("Bash", map[string]string{"command": "python3 -m unittest -h", "description": "tests"})
				case sub && !strings.Contains(raw, "parser.py"):
					return fakeapi.Tool("Write",
						map[string]string{"file_path": filepath.Join(dir, "parser.py"), "content": "x = 1\n"})
				case sub:
					return fakeapi.Text("All tests pass.")
				case strings.HasPrefix(r.LastUser, "begin") && !strings.Contains(raw, "PART of it"):
					name := "Task"
					if slices.Contains(r.Tools, "Agent") {
						name = "Agent"
					}
					return fakeapi.Tool(name, map[string]any{
						"description": "mend it", "prompt": "PART of it", "subagent_type": "general-purpose",
						"run_in_background": false,
					})
				}
				return fakeapi.Text("I looked at it.")
			})
			cmd := providerCommand(t, version, srv, dir, "here", "--permission-mode", "bypassPermissions")
			p := startOnTerminal(t, cmd)
			p.waitFor("reviews are off")
			p.typeLine("begin")
			p.waitFor("I looked at it.* Stop says: .SUPERVISOR. subagent general-purpose: claimed, but the session does not " +
				"support it: “All tests pass.”")
		})
	}
}
