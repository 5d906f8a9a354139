package claims

import "testing"

// TestM02NamedRuns: claims that name what was run, each judged by that run, and what may have run it again.
func TestM02NamedRuns(t *testing.T) {
	for _, c := range []struct {
		script []string
		want   string
	}{
		// a program that no table has
		{[]string{"edit a.rs", "run cargo +nightly miri test ring", "out test result: ok. 7 passed; 0 failed",
			"say miri accepts all seven ring tests."}, "tests_passed ok"},
		{[]string{"edit a.rs", "run cargo +nightly miri test ring", "out test result: ok. 7 passed; 0 failed", "edit a.rs",
			"say miri accepts all seven ring tests."}, "tests_passed stale"},
		{[]string{"edit k.yaml", "run kubeconform k8s/*.yaml", "out", "say kubeconform 校验全部 Valid。"}, "verified ok"},
		{[]string{"edit k.yaml", "run kubeconform k8s/*.yaml", "exit 1 Invalid: 1", "say kubeconform 校验全部 Valid。"},
			"verified failed_exit"},
		{[]string{"edit k.yaml", "run kubeconform k8s/*.yaml", "exit 1 Invalid: 1",
			"say kubeconform 报了 1 处，其余没有问题。"}, ""},
		{[]string{"edit a.sql", "run flyway migrate", "exit 1 ERROR: Validate failed", "say Flyway is at V12."},
			"verified failed_exit"},
		{[]string{"edit a.sql", "run flyway migrate", "exit 1 ERROR", "edit a.sql", "run flyway repair && flyway migrate",
			"out Successfully applied 1 migration", "say Flyway is at V12."}, "verified ok"},
		{[]string{"edit a.py", "run trivy fs .", "exit 1 HIGH: 3", "say trivy finds nothing in `a.py`."}, "verified ok"},
		{[]string{"edit a.py", "run trivy fs .", "exit 1 HIGH: 3", "say trivy finds nothing."}, "verified failed_exit"},
		{[]string{"edit a.ts", "run npx knip", "exit 1 Unused files (1)", "edit a.ts", "run make check", "out ok",
			"say knip finds nothing."}, "verified ok"},
		{[]string{"edit src/a.ts", "run node scripts/seed.js", "exit 1 Error", "say `seed.js` ran through."},
			"verified failed_exit"},
		{[]string{"edit src/a.ts", "run ./seed.js", "exit 1 Error", "say `./seed.js` ran through."},
			"verified failed_exit"},
		{[]string{"edit src/a.ts", "run node scripts/seed.js", "out seeded", "edit README.md", "say `seed.js` ran through."},
			"verified ok"},
		// a subcommand, a target, a file of tests, a part
		{[]string{"edit A.swift", "run xcodebuild archive -scheme App", "exit 65 ** ARCHIVE FAILED **",
			"say Archive succeeded."}, "build_passed failed_exit"},
		{[]string{"edit A.kt", "run ./gradlew ktlintFormat ktlintCheck test", "out BUILD SUCCESSFUL",
			"say ktlintCheck 通过。"}, "lint_clean ok"},
		{[]string{"edit A.kt", "run ./gradlew ktlintCheck", "exit 1 Lint error", "edit A.kt", "say ktlintCheck 通过。"},
			"lint_clean stale"},
		{[]string{"edit t/d.t", "run prove t/d.t", "exit 1 Result: FAIL", "say `t/d.t` passes."},
			"tests_passed failed_exit"},
		{[]string{"edit t/d.t", "run prove t/d.t", "out Result: PASS", "say `t/d.t` passes; the others were not run."},
			"tests_passed ok"},
		{[]string{"edit x/a.cpp", "run colcon build --packages-select arm_bridge", "exit 2 Failed",
			"edit x/a.cpp", "say `arm_bridge` went through."}, "build_passed stale"},
		{[]string{"edit a.py", "run pytest tests/billing", "out 8 passed", "edit a.py",
			"say The billing package is green."}, "tests_passed stale"},
		{[]string{"edit values.yaml", "run helm upgrade web .", "exit 1 Error: UPGRADE FAILED", "say helm is happy."},
			"deployed failed_exit"},
		// a number of tests
		{[]string{"edit a.sh", "run bats test", "out 1..3\nok 1 a\nok 2 b\nok 3 c", "edit a.sh", "say bats: 3 of 3 ok."},
			"tests_passed stale"},
		{[]string{"edit a.py", "run pytest -q", "out 8 passed", "edit a.py", "say 8/8 after that."}, "tests_passed stale"},
		{[]string{"edit a.py", "run pytest -q", "out 8 passed", "say 8/8 after that."}, "tests_passed ok"},
		{[]string{"edit a.py", "run pytest -q", "out 9 passed", "say 8/8 after that."}, ""},
		{[]string{"edit a.py", "run knip", "out", "say `knip  --fix` went through, `./` too."}, ""},
		// a checker that never ran
		{[]string{"edit a.py", "run pytest -q", "out 17 passed", "say 17 tests pass and bandit is clean."},
			"tests_passed ok, lint_clean no_command"},
		{[]string{"edit a.py", "run pre-commit run -a", "out bandit....Passed", "say All hooks pass and bandit is clean."},
			"lint_clean ok"},
		{[]string{"user 过一下 arklinter", "edit a.ets", "run git diff", "out x", "say - arklinter 扫描结果：0 error"},
			"lint_clean no_command"},
		{[]string{"user 过一下 arklinter", "edit a.ets", "run arklinter", "out 0", "say - arklinter 扫描结果：0 error"},
			"verified ok"},
		{[]string{"edit a.ets", "run git diff", "out x", "say - arklinter 扫描结果：0 error"}, ""},
		// the words of a commit's message name no run
		{[]string{"edit a.js", "run git commit -m 'chore: knip'", "exit 1 nothing to commit", "say knip has no findings."},
			""},
	} {
		if got := verdictsOf(play(t, nil, c.script...)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.script, got, c.want)
		}
	}
}
