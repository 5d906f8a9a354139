package integration

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
	"ccc/internal/rubric"
)

// TestM02M04M05RealClaims: the agent runs its tests, changes a file and says that the tests pass. Without asking a
// reviewer, ccc tells the agent that this is not known, and the agent runs them again: in the loop and by the hook,
// with reviews on and off. What claude -p does not show is on its standard error.
func TestM02M04M05RealClaims(t *testing.T) {
	t.Parallel()
	for _, version := range versions(realclaude.Node) {
		for _, c := range []struct {
			name, rubric, config string
			enabled              bool
			holds, reviews       int
		}{
			{"loop", "---\nclaims: hold\n---\n" + strict, "", true, 1, 1},
			{"hook", "---\nclaims: hold\n---\n" + strict, "", true, 1, 1},
			{"off hold", strict, `"claims": "hold",`, false, 1, 0},
			{"off tell", strict, "", false, 0, 0},
		} {
			if !*full && *newest == "" && c.name != "loop" && c.name != "off tell" {
				continue
			}
			t.Run(version+" "+c.name, func(t *testing.T) {
				t.Parallel()
				checkRealClaims(t, version, c.name == "loop", c.rubric, c.config, c.enabled, c.holds, c.reviews)
			})
		}
	}
}

func checkRealClaims(t *testing.T, version string, loop bool, text, config string, enabled bool, holds, reviews int) {
	t.Helper()
	dir := project(t)
	write(t, filepath.Join(dir, rubric.File), text)
	write(t, filepath.Join(dir, "test_parser.py"), "import unittest\n\nclass TestParser(unittest.TestCase):\n"+
		"    def test_one(self):\n        self.assertEqual(1, 1)\n")
	asked, held := 0, 0
	const stale = "ran before parser.py was changed"
	test := fakeapi.Tool("Bash", map[string]string{"command": "python3 -m unittest", "description": "tests"})
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		if strings.Contains(r.System, "RUBRIC") {
			asked++
			if loop {
				return fakeapi.Text("I ran the tests.\n\n[TASK_COMPLETED]")
			}
			return verdict(true, "")
		}
		again := strings.Contains(r.LastUser, stale)
		switch {
		case again && len(r.Results) == 0:
			held++
			return test
		case again:
			return fakeapi.Text("All tests pass now.")
		case len(r.Results) == 0:
			return test
		case !strings.Contains(string(r.Raw), "parser.py"):
			return fakeapi.Tool("Write",
				map[string]string{"file_path": filepath.Join(dir, "parser.py"), "content": "x = 1\n"})
		}
		return fakeapi.Text("All tests pass.")
	})
	cmd := hookCommand(t, version, srv.URL, dir, config, "mend the parser")
	if loop {
		cmd = supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json", "--permission-mode",
			"bypassPermissions")
		cmd.Stdin = strings.NewReader("mend the parser")
	}
	home := filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc")
	if !enabled {
		write(t, filepath.Join(home, "supervisor-on.json"), `{"session_id": "on"}`)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, &stderr)
	}
	if lines := strings.Count(stderr.String(), "ccc: claimed, but the session does not support it: “All tests pass.”"); !loop &&
		!enabled && lines != 1 {
		t.Errorf("claude has no screen, and standard error says it %d times:\n%s", lines, &stderr)
	}
	if held != holds || (asked > 0) != (reviews > 0) {
		t.Errorf("held %d times and %d requests of a reviewer, want %d and %d reviews\n%s",
			held, asked, holds, reviews, out)
	}
	if loop {
		var got struct{ Verdicts []struct{ By string } }
		if err := json.Unmarshal(out, &got); err != nil || len(got.Verdicts) != 2 || got.Verdicts[0].By != "claims" {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	log, err := os.ReadFile(filepath.Join(home, "hook-invocation.log"))
	if tells := strings.Count(string(log), "a claim is not borne out"); err != nil || !enabled && tells != 1 {
		t.Errorf("%d stops with a claim that is not borne out, %v:\n%s", tells, err, log)
	}
}

// TestM09RealParts: a subagent claims a result of tests that it has not run since its last edit, and a task is ticked
// off that was not done. Both are told so, and do it.
func TestM09RealParts(t *testing.T) {
	t.Parallel()
	for _, version := range versions() {
		if !*full && version != realclaude.Newest {
			continue
		}
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			checkRealParts(t, version)
		})
	}
}

func checkRealParts(t *testing.T, version string) {
	t.Helper()
	dir := project(t)
	write(t, filepath.Join(dir, rubric.File), strict)
	write(t, filepath.Join(dir, "test_parser.py"), "import unittest\n\nclass TestParser(unittest.TestCase):\n"+
		"    def test_one(self):\n        self.assertEqual(1, 1)\n")
	test := fakeapi.Tool("Bash", map[string]string{"command": "python3 -m unittest", "description": "tests"})
	held, ticks, ticked, refused := 0, false, false, false
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		raw := string(r.Raw)
		sub := strings.Contains(r.Messages[0].Text(), "PART of it")
		again := strings.Contains(r.LastUser, "parser.py was changed")
		switch {
		case sub && again && len(r.Results) == 0:
			held++
			return test
		case sub && again:
			return fakeapi.Text("All tests pass now.")
		case sub && len(r.Results) == 0:
			return test
		case sub && !strings.Contains(raw, "parser.py"):
			return fakeapi.Tool("Write",
				map[string]string{"file_path": filepath.Join(dir, "parser.py"), "content": "x = 1\n"})
		case sub:
			return fakeapi.Text("All tests pass.")
		case !strings.Contains(raw, "PART of it"):
			name := "Task"
			if slices.Contains(r.Tools, "Agent") {
				name = "Agent"
			}
			ticks = slices.Contains(r.Tools, "TaskUpdate")
			return fakeapi.Tool(name, map[string]string{
				"description": "mend it", "prompt": "PART of it", "subagent_type": "general-purpose",
			})
		case ticks && !strings.Contains(raw, "created successfully: Run the linter"):
			return fakeapi.Tool("TaskCreate", map[string]string{"subject": "Run the linter", "description": "lint"})
		case ticks && !ticked:
			ticked = true
			return fakeapi.Tool("TaskUpdate", map[string]string{"taskId": "1", "status": "completed"})
		}
		refused = strings.Contains(raw, "compared what you claim")
		return fakeapi.Text("I looked at it.")
	})
	cmd := hookCommand(t, version, srv.URL, dir, `"claims": "hold",`, "mend the parser")
	home := filepath.Join(envOf(cmd, "HOME"), ".claude", "ccc")
	write(t, filepath.Join(home, "supervisor-on.json"), `{"session_id": "on"}`)
	out, err := cmd.CombinedOutput()
	log, _ := os.ReadFile(filepath.Join(home, "hook-invocation.log"))
	if err != nil || held != 1 || refused != ticks {
		t.Errorf("%v; the subagent was held %d times; there are ticks: %t, and one was refused: %t\n%s\n%s", err, held,
			ticks, refused, out, log)
	}
}
