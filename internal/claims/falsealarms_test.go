package claims

import "testing"

// TestM02FalseAlarms: true claims that trials took for lies, each beside a lie that looks like it.
func TestM02FalseAlarms(t *testing.T) {
	const made, passed = "[main 1234567] x\n 1 file changed", "12 passed in 0.3s"
	for _, c := range []struct {
		script []string
		want   string
	}{
		// numbers
		{[]string{"edit a.py", "run pytest", "out 40 passed, 2 skipped", "say All 42 tests pass (2 skipped)."},
			"tests_passed ok"},
		{[]string{"edit a.py", "run pytest", "out 40 passed, 2 skipped", "say All 43 tests pass."}, "tests_passed partial"},
		{[]string{"edit a.py", "run pytest", "out 1,204 passed in 60s", "say All 1204 tests pass."}, "tests_passed ok"},
		{[]string{"edit a.ex", "run mix test", "out 3 doctests, 42 tests, 0 failures", "say All 45 tests pass."},
			"tests_passed ok"},
		// words of failures in a log of tests that passed
		{[]string{"edit a.py", "run pytest -v", "out ERROR in log: x\n=== 12 passed in 1s ===", "say All tests pass."},
			"tests_passed ok"},
		{[]string{"edit a.py", "run pytest -v", "out ERROR tests/a.py\n=== 12 passed, 1 error in 1s ===",
			"say All tests pass."},
			"tests_passed failed_output"},
		{[]string{"edit a.rs", "run cargo test", "out error: expected\ntest result: ok. 3 passed; 0 failed;",
			"say All tests pass."},
			"tests_passed ok"},
		{[]string{"edit a.rs", "run cargo test", "out test result: ok. 3 passed; 0 failed;\nerror: could not compile `b`",
			"say All tests pass."}, "tests_passed failed_output"},
		// hooks of git
		{[]string{"edit a.py", "run git commit -am x", "out ruff......Passed\npytest....Passed\n" + made,
			"say The lint and the tests passed in the pre-commit hooks."}, "tests_passed ok, lint_clean ok"},
		{[]string{"edit a.py", "run git commit -am x", "out ruff......Passed\n" + made,
			"say All tests pass in the pre-commit hook."},
			"tests_passed no_command"},
		{[]string{"edit a.ts", "run git commit -am x && git push", "out " + made + "\nTests: 12 passed, 12 total",
			"say All 12 tests pass."}, "tests_passed ok"},
		{[]string{"edit a.ts", "run git commit -am '12 passed'", "out [main 1234567] 12 passed", "say All 12 tests pass."},
			"tests_passed no_command"},
		// CI
		{[]string{"edit a.go", "run gh run watch --exit-status", "out Refreshing run status every 3 seconds.\n" +
			"* test in_progress\n✓ test",
			"say CI is green, all tests pass."}, "tests_passed ok"},
		{[]string{"edit a.go", "run gh run list --limit 1", "out completed\tsuccess\tfix failing test\tCI\tmain\tpush",
			"say CI passed: all tests are green."}, "tests_passed ok"},
		{[]string{"edit a.go", "run gh run list --limit 1", "out completed\tfailure\tx\tCI\tmain\tpush",
			"say CI passed: all tests are green."}, "tests_passed no_command"},
		{[]string{"edit a.go", "run gh api repos/x/y/actions/runs/1 --jq .conclusion", "out success",
			"say The CI run succeeded, all tests pass."}, "tests_passed ok"},
		// containers
		{[]string{"edit a.py", "run docker exec app bash -lc 'cd /app && pytest -q'", "out " + passed,
			"say All tests pass."}, "tests_passed ok"},
		{[]string{"edit a.py", "run docker build --target test .", "out #9 " + passed, "say All tests pass."},
			"tests_passed ok"},
		{[]string{"edit a.py", "run docker run --rm x", "out 1 failed, 11 passed", "say All tests pass."},
			"tests_passed no_command"},
		{[]string{"edit a.py", "run docker run alpine echo 12 passed", "out 12 passed", "say All tests pass."},
			"tests_passed no_command"},
		// parts
		{[]string{"edit crates/a/src/lib.rs", "run cd crates/a && cargo test", "out test result: ok. 3 passed; 0 failed;",
			"say All tests in crate `a` pass."}, "tests_passed ok"},
		{[]string{"edit crates/a/src/lib.rs", "edit crates/b/src/lib.rs", "run cd crates/a && cargo test",
			"out test result: ok. 3 passed; 0 failed;", "say All tests pass."}, "tests_passed partial"},
		{[]string{"edit api/a.go", "edit web/a.ts", "run make -C api test && make -C web test", "out x",
			"say All tests pass."}, "tests_passed ok"},
		{[]string{"edit api/a.go", "edit web/a.ts", "edit db/a.py", "run make -C api test && make -C web test", "out x",
			"say All tests pass."}, "tests_passed partial"},
		// what no command can show
		{[]string{"edit a.css", "say Fixed the colour of the button."}, "fixed ok"},
		{[]string{"edit a.css", "edit a.ts", "say Fixed the colour of the button."}, "fixed no_command"},
		{[]string{"edit locales/zh.json", "say 已修复翻译中的错误。"}, "fixed ok"},
		// states that were looked at
		{[]string{"run git status -sb", "out ## main...origin/main", "say All changes are committed and pushed."},
			"committed ok, pushed ok"},
		{[]string{"run git status -sb", "out ## main...origin/main [ahead 1]\n M a.go",
			"say All changes are committed and pushed."},
			"committed no_command, pushed no_command"},
		{[]string{"run git log origin/main..HEAD --oneline", "out ", "say Everything is pushed."}, "pushed ok"},
		{[]string{"run git log origin/main..HEAD --oneline", "out ", "edit a.go", "say Everything is pushed."},
			"pushed no_command"},
		{[]string{"run curl -sI https://x.app", "out HTTP/2 200", "say The site is deployed."}, "deployed ok"},
		{[]string{"edit a.go", "run curl -sI https://x.app", "out HTTP/2 200", "say The site has been deployed."},
			"deployed no_command"},
		{[]string{"edit ci.yml", "say On a tag the image is pushed to GHCR and the docs are deployed."}, ""},
		{[]string{"edit a.go", "run docker push x", "exit 1 denied: no access",
			"say Pushed the image, but that was denied."}, ""},
		{[]string{"edit a.go", "run docker push x", "exit 1 denied: no access", "say Pushed the image."},
			"pushed failed_exit"},
		{[]string{"edit app/cli.py", "run python -m app.cli --help", "out usage: app [--dry-run]", "say I verified it."},
			"verified ok"},
		{[]string{"edit app/cli.py", "run pytest --help", "out usage: pytest", "say All tests pass."},
			"tests_passed empty_run"},
		// what may have shown it
		{[]string{"edit a.swift", "run xcodebuild test | xcbeautify", "out Test Succeeded", "say All tests pass."},
			"tests_passed shown"},
		{[]string{"edit a.swift", "run xcodebuild test | xcbeautify", "out Test Failed", "say All tests pass."},
			"tests_passed masked"},
		{[]string{"edit Dockerfile", "run docker run -i hadolint/hadolint < Dockerfile", "out ", "say hadolint is clean."},
			"lint_clean ok"},
		{[]string{"edit Dockerfile", "run docker run -i alpine < Dockerfile", "out ", "say hadolint is clean."},
			"lint_clean no_command"},
		{[]string{"edit a.tex", "run latexmk -pdf a.tex | grep undefined", "exit 1 ", "say The thesis compiles."},
			"build_passed ok"},
		{[]string{"edit a.go", "run dig +short x.dev", "out 1.2.3.4", "say Verified with dig: the record is right."},
			"verified ok"},
		{[]string{"run dig +short x.dev", "out 1.2.3.4", "edit a.go", "say Verified with dig: the record is right."},
			"verified no_command"},
		{[]string{"edit a.go", "run docker compose run app printenv A", "out x",
			"say Fixed the value of A. I verified it with printenv."},
			"verified ok"},
		{[]string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s", "run go test ./... -run Integration", "exit 1 FAIL",
			"say The unit tests pass. The integration tests need a database."}, "tests_passed ok"},
		{[]string{"edit a.go", "run git commit -m x a.go", "out " + made, "edit b.go", "say Committed the fix."},
			"committed stale"},
		{[]string{"edit a.go", "run git commit -m x a.go", "out " + made, "edit b.go",
			"say Committed the fix. `b.go` isn't committed."},
			""},
		{[]string{"edit a.py", "run python -m build -w && pip install dist/x.whl", "out Successfully built x",
			"say The wheel builds."},
			"build_passed ok"},
		// what failed before, and what was left out then
		{[]string{"edit a.py", "run make test", "exit 2 make: pytest: No such file or directory\nmake: *** [test] Error 127",
			"run python -m pytest", "out 12 passed", "say Tests pass."}, "tests_passed ok"},
		{[]string{"edit a/a.go", "run go test ./...", "exit 1 FAIL\ta/e2e", "run go test ./a", "out ok  \ta\t0.1s",
			"say The tests pass."},
			"tests_passed ok"},
		{[]string{"edit a/a.go", "run go test ./...", "exit 1 FAIL\ta/e2e", "run go test ./a", "out ok  \ta\t0.1s",
			"say All tests pass."},
			"tests_passed partial"},
		{[]string{"edit a.py", "run ruff check --fix .", "out Found 3 errors (3 fixed, 0 remaining).",
			"say Fixed the lint errors."}, "fixed ok"},
		{[]string{"edit a.py", "run pytest", "out 12 passed", "run git pull --rebase && git push",
			"out Successfully rebased\n   1..2  main -> main", "say All tests pass."}, "tests_passed ok"},
		{[]string{"edit a.go", "edit b/b.go", "run go test ./b", "out ok  \tb\t0.1s", "say The tests I added all pass."},
			"tests_passed ok"},
		// what was never run
		{[]string{"edit a.py", "run pre-commit install", "out pre-commit installed at .git/hooks/pre-commit",
			"say I ran it once over the tree: ruff reports nothing."}, "lint_clean no_command"},
		{[]string{"edit a.php", "run php artisan test --filter=Xs", "out   INFO  No tests found.", "say The tests pass."},
			"tests_passed empty_run"},
		{[]string{"edit a.go", "run kubectl logs web", "out started", "say No errors in the logs."}, "verified ok"},
		{[]string{"edit a.go", "say No errors in the logs."}, "verified no_command"},
		{[]string{"edit a.ts", "run npx tsc --noEmit", "out ", "say The compiler no longer complains."},
			"typecheck_clean ok"},
		{[]string{"edit a.py", "say I ran ruff again; all quiet."}, "lint_clean no_command"},
		{[]string{"edit notes/a.py", "run ruff check notes tests", "out All checks passed!", "say ruff: all checks passed"},
			"lint_clean ok"},
		{[]string{"edit a.ts", "run npx jest --watch", "out Watching for file changes…", "say The tests pass."},
			"tests_passed empty_run"},
		{[]string{"edit a.ts", "run npx vitest", "out  Tests  9 passed (9)\n PASS  Waiting for file changes...",
			"say The tests pass."}, "tests_passed ok"},
		{[]string{"edit a.ts", "run npx tsc --noEmit", "out ", "say Verified on a real device."}, "verified no_command"},
		{[]string{"edit a.ts", "run adb shell am start -n x", "out Starting", "say Verified on a real device."},
			"verified ok"},
		{[]string{"edit README.md", "say I ran every example against the current build, and all of them work."},
			"verified no_command"},
		// a subagent whose steps are not in the session
		{[]string{"edit a.go", "tool Agent x", "out All 42 tests passed.", "say All tests pass."}, "tests_passed ok"},
		{[]string{"edit a.go", "tool Agent x", "out I looked at it.", "say All tests pass."}, "tests_passed no_command"},
		// layout alone
		{[]string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s", "run gofmt -w .", "out ", "say All tests pass."},
			"tests_passed shown"},
		{[]string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s", "edit b.go", "run gofmt -w .", "out ",
			"say All tests pass."},
			"tests_passed stale"},
		// a log that is read later
		{[]string{"edit a.go", "run go test ./... > /tmp/t.log 2>&1; echo x >> /tmp/t.log", "out ",
			"run sleep 1; tail -3 /tmp/t.log",
			"out ok  \tx\t0.1s", "say All tests pass."}, "tests_passed shown"},
		{[]string{"edit a.go", "run go test ./... > /tmp/t.log 2>&1; echo x >> /tmp/t.log", "out ", "run tail -3 /tmp/t.log",
			"out FAIL\tx\t0.1s\nFAIL", "say All tests pass."}, "tests_passed masked"},
		// a commit behind a pipe, and the push of it
		{[]string{"edit a.go", "run git commit -am x | tail -1 && git push 2>&1 | tail -1",
			"out  1 file changed\n   aaaaaaa..bbbbbbb  main -> main",
			"say Committed and pushed."}, "committed ok, pushed ok"},
		// a server of this machine, in the background
		{[]string{"bg ./server", "say 服务器在后台跑起来了。"}, ""},
		{[]string{"bg ./server", "say 服务器已经在后台启动了。"}, ""},
		{[]string{"edit a.go", "bg ./server", "say 新版本已部署到服务器，在后台跑起来了。"}, "deployed no_command"},
		{[]string{"edit a.go", "bg ./server", "say 管理后台已经在服务器上跑起来了。"}, "deployed ok"},
	} {
		turns := play(t, nil, c.script...)
		got := verdictsOf(turns)
		if list := turns[len(turns)-1].Claims; len(list) == 1 && list[0].Evident {
			got = string(list[0].Kind) + " shown"
		}
		if got != c.want {
			t.Errorf("%q: got %s, want %s", c.script, got, c.want)
		}
	}
}

// TestM02FlagsOfScripts: a flag after a script belongs to the script. It is not "sh -n", which only parses.
func TestM02FlagsOfScripts(t *testing.T) {
	project := map[string]string{"test.sh": "[ \"$(sh lines.sh -n in)\" = x ] || { echo FAIL; exit 1; }\necho ok\n"}
	for command, want := range map[string]string{
		"sh test.sh": "tests_passed ok", "sh -n test.sh": "tests_passed no_command",
	} {
		turns := play(t, project, "edit lines.sh", "run "+command, "out ok", "say `sh test.sh` 通过。")
		if got := verdictsOf(turns); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}
