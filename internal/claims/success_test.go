package claims

import "testing"

// TestM02Shown: a run whose exit status a pipe hides proves nothing. Its claim is marked as evident if the output shows
// that the run succeeded.
func TestM02Shown(t *testing.T) {
	const go2 = "ok  \tx/a\t0.1s\nok  \tx/b\t0.1s"
	for _, c := range []struct {
		command, output, say string
		shown                bool
	}{
		{"pytest -q 2>&1 | tail -5", "out ....\n12 passed in 0.3s", "All 12 tests pass.", true},
		{"pytest -q 2>&1 | tail -5", "out ....\n1 failed, 11 passed in 0.3s", "All 12 tests pass.", false},
		{"pytest -q 2>&1 | tail -5", "out ....\n12 passed in 0.3s", "All 42 tests pass.", false},
		{"pytest -q | tail -1; echo '12 passed'", "out 12 passed", "All 12 tests pass.", false},
		{"pytest -q || true", "out 12 passed in 1.0s", "All tests pass.", true},
		{"pytest -q || true", "out ", "All tests pass.", false},
		{"npx jest 2>&1 | tail -8", "out Test Suites: 3 passed, 3 total\nTests:       12 passed, 12 total",
			"All tests pass.", true},
		{"npx mocha | tail -3", "out   12 passing (1s)", "All tests pass.", true},
		{"npx mocha | grep passing", "out   12 passing (1s)", "All tests pass.", false},
		{"go test ./... | tail -20", "out " + go2, "All tests pass.", true},
		{"go test ./... | head -2", "out " + go2, "All tests pass.", false},
		{"go test ./... | head -20", "out " + go2, "All tests pass.", true},
		{"go test ./... | grep ok", "out " + go2, "All tests pass.", false},
		{"go test ./... | grep -E '^(ok|FAIL)'", "out " + go2, "All tests pass.", true},
		{"go test ./... 2>&1 | grep -c FAIL", "exit 1 0", "All tests pass.", true},
		{"go test ./... 2>&1 | grep -c ok", "out 2", "All tests pass.", false},
		{"go test ./... | sed s/FAIL/ok/", "out " + go2, "All tests pass.", false},
		{"go test ./...; git status --short", "out " + go2 + "\n M a.go", "All tests pass.", true},
		{"cargo test 2>&1 | grep 'test result'", "out test result: ok. 3 passed; 0 failed;", "All tests pass.", true},
		{"npx tsc --noEmit | head -20", "out ", "No type errors.", true},
		{"npx tsc --noEmit | head -20", "out src/a.ts(1,1): error TS2322: x", "No type errors.", false},
		{"npx tsc --noEmit | grep 'src/a.ts'", "out ", "No type errors.", true},
		{"go vet ./...; go build ./...; go test ./...", "out " + go2, "go vet is clean.", true},
		{"docker build -t x . 2>&1 | tail -5", "out #9 naming to docker.io/library/x done", "The build succeeds.", true},
	} {
		turns := play(t, nil, "edit a.x", "run "+c.command, c.output, "say "+c.say)
		list := turns[len(turns)-1].Claims
		if len(list) != 1 || list[0].Supported || list[0].Evident != c.shown {
			t.Errorf("%s: %+v, want it shown: %v", c.command, list, c.shown)
		}
	}
}
