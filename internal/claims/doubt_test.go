package claims

import "testing"

// TestM02Doubt: what a program that is in no table may have shown is not held, and what it surely has not is.
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

		{[]string{"write check.sh #!/bin/sh\necho 12 passed\n", "run ./check.sh", "out 12 passed"}, "tests_passed no_command"},
		{[]string{"write run_tests.py print('12 passed')\n", "run python run_tests.py", "out 12 passed"},
			"tests_passed no_command"},
		{[]string{"write run_tests.py import app\nassert app.f() == 1\n", "run python run_tests.py", "out ok"}, "tests_passed ok"},
		{[]string{"run cat > check.sh <<'EOF'\necho 12 passed\nEOF", "run sh check.sh", "out 12 passed", "run rm check.sh"},
			"tests_passed no_command"},
		{[]string{"write pytest #!/bin/sh\necho 12 passed\n", "run ./pytest", "out 12 passed"}, "tests_passed no_command"},
		{[]string{"run vendor/bin/phpunit", "out OK (3 tests, 3 assertions)"}, "tests_passed ok"},

		{[]string{"edit a.py", "run pytest --deselect tests/a.py::b", "out 11 passed"}, "tests_passed partial"},
		{[]string{"edit a.py", "run tox -e py312,py313", "out congratulations :)"}, "tests_passed ok"},
		{[]string{"edit a.php", "run pest | tail -3; test \"${PIPESTATUS[0]}\" -eq 0", "out 3 passed"}, "tests_passed ok"},
		{[]string{"edit a.php", "run pest | tail -3; test \"${PIPESTATUS[0]}\" -eq 0; echo x", "out 3 passed"},
			"tests_passed masked"},

		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "reword a.go // Old words. -> // Better words."}, "tests_passed ok"},
		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "reword a.go //go:build x -> //go:build y"}, "tests_passed stale"},
		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "reword a.go x := 1 // a -> x := 2 // a"}, "tests_passed stale"},
		{[]string{"run go test ./...", "out ok  \tx\t0.1s", "edit Dockerfile", "edit k8s/app.yaml"}, "tests_passed ok"},
	} {
		if got := verdictsOf(play(t, nil, append(c.script, "say All tests pass.")...)); got != c.want {
			t.Errorf("%q: got %s, want %s", c.script, got, c.want)
		}
	}
}

// TestM02OwnPrograms: a file of the project with a tool's name is what its text says.
func TestM02OwnPrograms(t *testing.T) {
	for text, want := range map[string]string{
		"#!/bin/sh\necho 12 passed\n":               "tests_passed no_command",
		"#!/usr/bin/env python\nprint('12 ok')\n":   "tests_passed no_command",
		"#!/bin/sh\nexec python -m pytest \"$@\"\n": "tests_passed ok",
	} {
		turns := play(t, map[string]string{"pytest": text}, "edit a.py", "run ./pytest", "out 12 passed", "say Tests pass.")
		if got := verdictsOf(turns); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
