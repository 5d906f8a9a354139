package claims

import "testing"

// TestM03NothingChanged: a command that changes no file on which a run depends makes no run stale.
func TestM03NothingChanged(t *testing.T) {
	const passed = "out ok  \tx\t0.1s"
	project := map[string]string{"Makefile": "test:\n\tgo test ./...\n"}
	for _, c := range []struct {
		script []string
		want   string
	}{
		{[]string{"edit a.go", "run go test ./...", passed, "run git pull --rebase && git push", "out Already up to date."},
			"ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run git rebase main", "out Current branch x is up to date."},
			"ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run git pull --rebase", "out Updating 1..2\nFast-forward"},
			"stale"},
		{[]string{"edit a.go", "run go test ./...", passed, "run git rebase -i HEAD~2", "out Successfully rebased"}, "ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run git switch main && git merge --ff-only x",
			"out Fast-forward"}, "ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run git commit -am x && git checkout main",
			"out [x 1234567] x"}, "ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run git checkout main", "out "}, "stale"},
		{[]string{"edit a.go", "run git commit -am x", "out [x 1234567] x", "run go test ./...", passed, "edit b.go",
			"run git checkout main", "out "}, "stale"},
		{[]string{"edit a.go", "run go test ./...", passed, "run gofmt -l -w .", "out "}, "ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run gofmt -l -w .", "out a.go"}, "stale"},
		{[]string{"edit a.go", "run go test ./...", passed, "run go fmt ./...", "out "}, "ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run gofmt -w .", "out "}, "stale"},
		{[]string{"edit a.ts", "run npm test", "out Tests: 3 passed, 3 total", "run npx prettier --write src",
			"out src/a.ts 1ms (unchanged)"}, "ok"},
		{[]string{"edit a.ts", "run npm test", "out Tests: 3 passed, 3 total", "run npx prettier --write src",
			"out src/a.ts 1ms (unchanged)\nsrc/b.ts 2ms"}, "stale"},
		{[]string{"edit a.go", "run go build -o myapp . && go test ./...", passed, "run rm myapp", "out "}, "ok"},
		{[]string{"edit a.go", "run go test ./...", passed, "run rm parser", "out "}, "stale"},
		{[]string{"run cat > debug.py <<EOF\nprint(1)\nEOF", "out ", "run pytest", "out 3 passed", "run rm -f debug.py",
			"out "}, "ok"},
		{[]string{"run pytest", "out 3 passed", "run rm test_a.py", "out "}, "stale"},
		{[]string{"edit a.py", "run pytest", "out 3 passed", "run rm -rf test-results junit.xml; git clean -fdX", "out "},
			"ok"},
		{[]string{"edit a.py", "run git commit -am x", "out [x 1234567] x", "run pytest", "out 3 passed",
			"run sed -i s/x/y/ a.py; pytest || true; git checkout -q -- a.py", "out 1 failed, 2 passed"}, "ok"},
		{[]string{"edit a.py", "run pytest", "out 3 passed", "run git checkout -q -- a.py", "out "}, "stale"},
		{[]string{"run go test ./...", passed, "edit package.json", "edit web/package.json"}, "ok"},
		{[]string{"run npm test", "out Tests: 3 passed, 3 total", "edit package.json"}, "stale"},
		{[]string{"run npm test", "out Tests: 3 passed, 3 total", "run npm version patch", "out v1.0.1"}, "ok"},
		{[]string{"run go test ./...", passed, "edit .golangci.yml", "edit scripts/release.sh", "edit Makefile"}, "ok"},
		{[]string{"run make test", passed, "edit Makefile"}, "stale"},
		{[]string{"run go test ./...", passed, "edit compose.yaml", "edit ops/alerts.yml", "edit web/index.html"}, "ok"},
		{[]string{"run go test ./...", passed, "edit store/testdata/a.yml"}, "stale"},
	} {
		got := verdictsOf(play(t, project, append(c.script, "say All tests pass.")...))
		if got != "tests_passed "+c.want {
			t.Errorf("%q: got %s, want %s", c.script, got, c.want)
		}
	}
}
