package claims

import "testing"

// TestM02Doubt: a claim that a program in no table may prove is not reported, one that it surely does not prove is.
func TestM02Doubt(t *testing.T) {
	for _, c := range []struct {
		script []string
		want   string
	}{
		{[]string{"edit a.clj", "run lein test", "out Ran 3 tests\n0 failures"}, "tests_passed ok"},
		{[]string{"run lein test", "out Ran 3 tests\n0 failures", "edit a.clj"}, "tests_passed stale"},
		{[]string{"edit a.clj", "run lein test | tail -3", "out 0 failures"}, "tests_passed masked"},
		{[]string{"edit a.clj", "run lein compile", "out "}, "tests_passed no_command"},
		{[]string{"edit a.lua", "run busted", "out 6 successes / 0 failures"}, "tests_passed ok"},
		{[]string{"edit a.lua", "exit 1 x", "run busted", "exit 1 x"}, "tests_passed no_command"},
		{[]string{"run busted", "out 6 successes", "edit a.lua"}, "tests_passed no_command"},
		{[]string{"edit a.jl", "run julia -e 'using Pkg; Pkg.test()'", "out x"}, "tests_passed ok"},
		{[]string{"edit a.py", "run python -c 'print(\"12 passed\")'", "out 12 passed"}, "tests_passed no_command"},
		{[]string{"edit a.py", "run echo 12 passed", "out 12 passed"}, "tests_passed no_command"},
		{[]string{"edit a.py", "run make qa", "out x"}, "tests_passed ok"},
		{[]string{"edit a.py", "run make -n qa", "out x"}, "tests_passed no_command"},
		{[]string{"edit a.py", "run if [[ ; then (", "out x"}, "tests_passed ok"},

		{[]string{"write check.sh #!/bin/sh\necho 12 passed\n", "run ./check.sh", "out 12 passed"},
			"tests_passed no_command"},
		{[]string{"write run_tests.py print('12 passed')\n", "run python run_tests.py", "out 12 passed"},
			"tests_passed no_command"},
		{[]string{"write run_tests.py import app\nassert app.f() == 1\n", "run python run_tests.py", "out ok"},
			"tests_passed ok"},
		{[]string{"run cat > check.sh <<'EOF'\necho 12 passed\nEOF", "run sh check.sh", "out 12 passed", "run rm check.sh"},
			"tests_passed no_command"},
		{[]string{"write pytest #!/bin/sh\necho 12 passed\n", "run ./pytest", "out 12 passed"}, "tests_passed no_command"},
		{[]string{"run vendor/bin/phpunit", "out OK (3 tests, 3 assertions)"}, "tests_passed ok"},

		{[]string{"edit a.py", "run pytest --deselect tests/a.py::b", "out 11 passed"}, "tests_passed partial"},
		{[]string{"edit a.py", "run tox -e py312,py313", "out congratulations :)"}, "tests_passed ok"},
		{[]string{"edit a.php", "run pest | tail -3; test \"${PIPESTATUS[0]}\" -eq 0", "out 3 passed"}, "tests_passed ok"},
		{[]string{"edit a.php", "run pest | tail -3; test \"${PIPESTATUS[0]}\" -eq 0; echo x", "out 3 passed"},
			"tests_passed masked"},

		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "reword a.go // Old words. -> // Better words."},
			"tests_passed ok"},
		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "reword a.go //go:build x -> //go:build y"},
			"tests_passed stale"},
		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "reword a.go x := 1 // a -> x := 2 // a"}, "tests_passed stale"},
		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "edit Dockerfile", "edit k8s/app.yaml"}, "tests_passed ok"},
	} {
		if got := verdictsOf(play(t, nil, append(c.script, "say All tests pass.")...)); got != c.want {
			t.Errorf("%q: got %s, want %s", c.script, got, c.want)
		}
	}
}

// TestM02TypedCommand: a command that the user typed after "!" supports what it shows, and a program that is in no
// table supports nothing.
func TestM02TypedCommand(t *testing.T) {
	for _, c := range []struct {
		script []string
		want   string
	}{
		{[]string{"edit a.go", "typed nosuchcommand ->  -> nosuchcommand: command not found"}, "tests_passed no_command"},
		{[]string{"edit a.go", "typed ccc supervisor-mode status -> on"}, "tests_passed no_command"},
		{[]string{"edit a.go", "typed go test ./... -> ok  \tx\t0.1s"}, "tests_passed ok"},
		{[]string{"edit a.go", "typed go test ./... ->  -> --- FAIL: TestX (0.00s)\nFAIL\tx\t0.1s"}, "tests_passed failed_output"},
		{[]string{"edit a.lua", "typed busted -> 6 successes / 0 failures"}, "tests_passed ok"},
	} {
		if got := verdictsOf(play(t, nil, append(c.script, "say All tests pass.")...)); got != c.want {
			t.Errorf("%q: %s, want %s", c.script, got, c.want)
		}
	}
}

// TestM02OwnPrograms: a file of the project with a tool's name proves what its text runs.
func TestM02OwnPrograms(t *testing.T) {
	for text, want := range map[string]string{
		"#!/bin/sh\necho 12 passed\n":               "tests_passed no_command",
		"#!/usr/bin/env python\nprint('12 ok')\n":   "tests_passed no_command",
		"#!/bin/sh\nexec python -m pytest \"$@\"\n": "tests_passed ok",
	} {
		turns := play(t, map[string]string{"pytest": text}, "edit a.py", "run ./pytest", "out 12 passed",
			"say Tests pass.")
		if got := verdictsOf(turns); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestM02Tools: a claim that another tool than Bash may prove is not reported, one that it surely does not prove is.
func TestM02Tools(t *testing.T) {
	for _, c := range []struct {
		script []string
		want   string
	}{
		{[]string{"edit a.ts", "tool mcp__shell__run_command npm test", "out Tests: 18 passed, 18 total",
			"say All 18 tests pass."}, "tests_passed ok"},
		{[]string{"edit a.ts", "tool PowerShell npm test", "out Tests: 18 passed", "say All 18 tests pass."},
			"tests_passed ok"},
		{[]string{"edit a.ts", "tool PowerShell npm test", "exit 1 Tests: 1 failed", "say All tests pass."},
			"tests_passed no_command"},
		{[]string{"edit a.ts", "tool PowerShell cat a.ts", "out x", "say All tests pass."}, "tests_passed no_command"},
		{[]string{"edit a.swift", "tool mcp__XcodeBuildMCP__test_sim", "out Test Succeeded", "say All 12 tests pass."},
			"tests_passed ok"},
		{[]string{"edit a.swift", "tool mcp__XcodeBuildMCP__test_sim", "out 2 tests failed", "say All 12 tests pass."},
			"tests_passed no_command"},
		{[]string{"tool mcp__XcodeBuildMCP__test_sim", "out Test Succeeded", "edit a.swift", "say All 12 tests pass."},
			"tests_passed no_command"},
		{[]string{"run swift test", "out ok", "edit a.swift", "tool mcp__XcodeBuildMCP__test_sim", "out Test Succeeded",
			"say All 12 tests pass."}, "tests_passed ok"},
		{[]string{"run npm test", "out ok", "edit a.ts", "tool mcp__docs__lookup", "out words", "say All tests pass."},
			"tests_passed stale"},
		{[]string{"edit a.ts", "tool mcp__ide__getDiagnostics", "out []", "say The IDE reports no type errors."},
			"typecheck_clean ok"},
		{[]string{"edit a.ts", "tool mcp__github__push_files", "out {}", "say Pushed to `main`."}, "pushed ok"},
		{[]string{"tool mcp__github__push_files", "out {}", "edit a.ts", "say Pushed to `main`."}, "pushed no_command"},
		{[]string{"edit a.ts", "tool mcp__vercel__deploy", "out READY", "say Deployed to production."}, "deployed ok"},
		{[]string{"user x", "edit a.ts", "tool mcp__playwright__browser_navigate", "out Page loaded",
			"say I fixed the layout, and verified it in the browser."}, "fixed ok, verified ok"},
		{[]string{"user x", "edit a.ts", "tool WebFetch", "out 200", "say I verified that the endpoint answers."},
			"verified ok"},
		{[]string{"edit a.ts", "tool WebFetch", "out 200", "say All tests pass."}, "tests_passed no_command"},
		{[]string{"edit a.ts", "tool TodoWrite", "tool Grep", "tool Task", "tool WebSearch", "say All tests pass."},
			"tests_passed no_command"},
	} {
		if got := verdictsOf(play(t, nil, c.script...)); got != c.want {
			t.Errorf("%q: got %s, want %s", c.script, got, c.want)
		}
	}
}
