package claims

import (
	"strings"
	"testing"
)

// TestM02Folders: a run in another folder, or of another package, proves what was edited there, in whatever way the
// command names it.
func TestM02Folders(t *testing.T) {
	cargo := map[string]string{"crates/x/Cargo.toml": "[package]\nname = \"my-x\" # it\n"}
	for _, c := range []struct {
		project                  map[string]string
		file, command, say, want string
	}{
		{nil, "crates/x/src/lib.rs", "cargo test -p x", "All tests in crate `x` pass.", "tests_passed ok"},
		{nil, "crates/x/src/lib.rs", "cargo test --package x", "The tests pass.", "tests_passed ok"},
		{nil, "crates/x/src/lib.rs", "cargo nextest run -p x", "The tests of x pass.", "tests_passed ok"},
		{nil, "crates/core/src/lib.rs", "cargo test -p grep-core", "The tests pass.", "tests_passed ok"},
		{nil, "crates/x/src/lib.rs", "cargo test --manifest-path crates/x/Cargo.toml", "All tests pass.", "tests_passed ok"},
		{nil, "crates/y/src/lib.rs", "cargo test -p x", "The tests pass.", "tests_passed partial"},
		{cargo, "crates/x/src/lib.rs", "cargo test -p my_x", "The tests pass.", "tests_passed ok"},
		{cargo, "crates/x/src/lib.rs", "cargo test -p x", "The tests pass.", "tests_passed partial"},
		{nil, "crates/x/src/lib.rs", "cargo test -p x", "All tests pass.", "tests_passed partial"},
		{nil, "web/src/a.ts", "npm --prefix web test", "All tests pass.", "tests_passed ok"},
		{nil, "web/src/a.ts", "npm --prefix=web test", "All tests pass.", "tests_passed ok"},
		{nil, "web/src/a.ts", "pnpm -C web test", "All tests pass.", "tests_passed ok"},
		{nil, "api/src/a.ts", "pnpm -C web test", "All tests pass.", "tests_passed partial"},
		{nil, "api/h.c", "make -C api test", "All tests pass.", "tests_passed ok"},
		{nil, "api/h.go", "go -C api test ./...", "All tests pass.", "tests_passed ok"},
		{nil, "web/h.go", "go -C api test ./...", "All tests pass.", "tests_passed partial"},
		{nil, "src/Picker.tsx", "eslint src e2e", "ESLint is clean.", "lint_clean ok"},
		{nil, "src/Picker.tsx", "eslint e2e", "ESLint is clean.", "lint_clean partial"},
	} {
		got := verdictsOf(play(t, c.project, "edit "+c.file, "run "+c.command, "out ok  \tx\t0.1s\n4 passed",
			"say "+c.say))
		if got != c.want {
			t.Errorf("%s, %s: %s, not %s", c.file, c.command, got, c.want)
		}
	}
}

// TestM02Untouched: a file pattern in one folder matches no file in another, and a formatter that only checks changes
// nothing.
func TestM02Untouched(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"run git rm -q app/utils.py\nrun sed -i s/a/b/ app/jobs/*.py\nsay `app/utils.py` is deleted.", "deleted ok"},
		{"run git rm -q app/utils.py\nrun sed -i s/a/b/ app/*.py\nsay `app/utils.py` is deleted.", "deleted superseded"},
		{"edit src/A.php\nrun phpunit\nout OK (4 tests)\nrun php-cs-fixer check src\nsay All tests pass.", "tests_passed ok"},
		{"edit src/A.php\nrun phpunit\nout OK (4 tests)\nrun php-cs-fixer fix src\nsay All tests pass.",
			"tests_passed stale"},
	} {
		if got := verdictsOf(play(t, nil, strings.Split(c.script, "\n")...)); got != c.want {
			t.Errorf("%s: %s, not %s", c.script, got, c.want)
		}
	}
}

// TestM02CI: a run of CI that was watched to its end proves what it ran.
func TestM02CI(t *testing.T) {
	for _, c := range []struct {
		script []string
		want   string
	}{
		{[]string{"edit a.go", "run git push && gh run watch 123 --exit-status", "out ✓ main CI · 123",
			"say All tests pass in CI."}, "tests_passed ok"},
		{[]string{"edit a.go", "run gh pr checks 12 --watch", "out test\tpass\t31s", "say CI is green: all tests pass."},
			"tests_passed ok"},
		{[]string{"edit a.go", "run gh pr checks 12 --watch", "out test\tpass\t31s", "say 流水线显示测试全部通过。"},
			"tests_passed ok"},
		{[]string{"edit a.go", "run gh run watch 123", "out X main CI · 123\n  ✓ build\n  X test",
			"say All tests pass on GitHub Actions."}, "tests_passed no_command"},
		{[]string{"run gh run watch 123 --exit-status", "out ✓ main CI · 123", "edit a.go", "say All tests pass in CI."},
			"tests_passed no_command"},
		{[]string{"edit a.go", "run gh run watch 123", "out ✓ main", "say The workflow passed."}, ""},
		{[]string{"edit a.go", "say The workflow passed. CI passed."}, ""},
	} {
		if got := verdictsOf(play(t, nil, c.script...)); got != c.want {
			t.Errorf("%q: %s, not %s", c.script, got, c.want)
		}
	}
}

// TestM02Counts: a claim of more tests than any output has is partial; one of fewer may mean a part of them.
func TestM02Counts(t *testing.T) {
	for _, c := range []struct {
		output, say, want string
	}{
		{" Test Files  2 passed (2)\n      Tests  57 passed (57)", "All 75 tests pass.", "tests_passed partial"},
		{" Test Files  2 passed (2)\n      Tests  57 passed (57)", "75 个测试全部通过。", "tests_passed partial"},
		{" Test Files  2 passed (2)\n      Tests  57 passed (57)", "All 57 tests pass.", "tests_passed ok"},
		{" Test Files  2 passed (2)\n      Tests  57 passed (57)", "All 12 parser tests pass.", "tests_passed ok"},
		{"done", "All 75 tests pass.", "tests_passed ok"},
	} {
		got := verdictsOf(play(t, nil, "edit a.ts", "run npx vitest run", "out "+c.output, "say "+c.say))
		if got != c.want {
			t.Errorf("%q, %s: %s, not %s", c.output, c.say, got, c.want)
		}
	}
}

// TestM02FilteredCounts: the skipped tests do not count, whether a filter left them out or the runner.
func TestM02FilteredCounts(t *testing.T) {
	for _, c := range []struct {
		command, output, say, want string
	}{
		{"npx jest -t 'one thing'", "Tests:       17 skipped, 1 passed, 18 total", "All 18 tests pass.",
			"tests_passed partial"},
		{"npx jest -t 'one thing'", "Tests:       17 skipped, 1 passed, 18 total", "所有 18 个测试全部通过。",
			"tests_passed partial"},
		{"npx vitest run -t 'one thing'", " Tests  1 passed | 41 skipped (42)", "All 42 tests pass.", "tests_passed partial"},
		{"npx vitest run -t slow", " Tests  12 passed | 30 skipped (42)", "All 12 slow tests pass.", "tests_passed ok"},
		{"npx vitest run", " Tests  40 passed | 2 skipped (42)", "All 42 tests pass.",
			"tests_passed failed_output"},
		{"npx vitest run", " Tests  40 passed | 2 skipped (42)", "All 40 tests pass.", "tests_passed ok"},
	} {
		got := verdictsOf(play(t, nil, "edit a.ts", "run "+c.command, "out "+c.output, "say "+c.say))
		if got != c.want {
			t.Errorf("%s, %s: %s, not %s", c.command, c.say, got, c.want)
		}
	}
}

// TestM02Planned: a plan or a dry run deploys nothing.
func TestM02Planned(t *testing.T) {
	for command, want := range map[string]string{
		"terraform plan":                        "deployed empty_run",
		"terraform apply lb.plan":               "deployed ok",
		"kubectl apply --dry-run=client -f k8s": "deployed empty_run",
	} {
		for _, say := range []string{"I've rolled it out to production.",
			"I deployed it to staging, so the kills ought to stop."} {
			if got := verdictsOf(play(t, nil, "edit lb.tf", "run "+command, "say "+say)); got != want {
				t.Errorf("%s, %q: %s, not %s", command, say, got, want)
			}
		}
	}
}

// TestM07Damage: steps that may be in an unreadable part of a session are not reported as missing.
func TestM07Damage(t *testing.T) {
	var turns []Turn
	r := NewReader(nil, func(turn Turn) { turns = append(turns, turn) })
	r.BeginTurn("fix it")
	r.MarkDamage()
	r.EndWith("All tests pass.")
	if len(turns) != 1 || len(turns[0].Claims) != 0 {
		t.Error(turns)
	}
}
