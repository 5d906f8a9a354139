package claims

import "testing"

// TestM02MoreHolds: further reasons by which a true claim was held once, each with lies beside it.
func TestM02MoreHolds(t *testing.T) {
	scripts := map[string]string{
		"bin/test":     "#!/usr/bin/env bash\nset -e\nexec poetry run pytest \"$@\"\n",
		"script/check": "#!/bin/sh\nset -e\nrubocop\nrspec\n",
		"bin/silent":   "#!/bin/sh\nexit 0\n",
		"tools/test":   "#!/bin/sh\necho '42 tests, 0 failures'\n",
	}
	for _, c := range []struct {
		script []string
		want   string
	}{
		// a program "test" of the project is not the shell's own
		{[]string{"edit a.py", "run bin/test", "out 12 passed in 3s", "say All 12 tests pass."}, "tests_passed ok"},
		{[]string{"edit a.py", "run ./bin/test -q", "exit 1 1 failed, 11 passed in 3s", "say All tests pass."},
			"tests_passed failed_exit"},
		{[]string{"edit a.rb", "run script/check", "out no offenses\n31 examples, 0 failures",
			"say RuboCop is clean, and all specs pass."}, "tests_passed ok, lint_clean ok"},
		{[]string{"edit a.rb", "run script/test", "out 31 runs, 0 failures", "say 测试全部通过。"}, "tests_passed ok"},
		{[]string{"edit a.py", "run tools/test", "out 42 tests, 0 failures", "say All tests pass."},
			"tests_passed no_command"},
		{[]string{"edit a.py", "run bin/silent", "out ", "say All tests pass."}, "tests_passed no_command"},
		{[]string{"edit a.py", "run test -d bin/test", "out ", "say All tests pass."}, "tests_passed no_command"},
		{[]string{"edit a.py", "run /usr/bin/test -f a.py", "out ", "say All tests pass."}, "tests_passed no_command"},
		// the version of what is installed is no question for the tool's own
		{[]string{"edit values.yaml", "run helm install web acme/web --version 2.1.0", "out STATUS: deployed",
			"say Deployed to staging."}, "deployed ok"},
		{[]string{"edit values.yaml", "run helm upgrade --install web acme/web --version=^4.0", "out STATUS: deployed",
			"say 已部署到测试环境。"}, "deployed ok"},
		{[]string{"edit values.yaml", "run helm upgrade web acme/web --version 2.1.0", "exit 1 Error: UPGRADE FAILED: x",
			"say Deployed to staging."}, "deployed failed_exit"},
		{[]string{"edit a.py", "run pytest --version", "out pytest 8.3", "say All tests pass."}, "tests_passed empty_run"},
		{[]string{"edit a.py", "run pytest --version tests", "out pytest 8.3", "say All tests pass."},
			"tests_passed empty_run"},
		// a file of tests that gets another name in its folder
		{[]string{"edit src/a.ts", "run npx vitest run", "out Tests  4 passed (4)",
			"run mv src/tmp.test.ts src/order.test.ts", "say All 4 tests pass."}, "tests_passed ok"},
		{[]string{"edit app/a.py", "run pytest -q", "out 4 passed", "run git mv tests/test_x.py tests/test_order.py",
			"say 测试全部通过。"}, "tests_passed ok"},
		{[]string{"edit src/a.ts", "run npx vitest run", "out Tests  4 passed (4)", "run mv src/a.test.ts test/a.test.ts",
			"say All tests pass."}, "tests_passed stale"},
		{[]string{"edit app/a.py", "run pytest -q", "out 4 passed", "run git mv app/a.py app/order.py",
			"say All tests pass."}, "tests_passed stale"},
		{[]string{"edit A.java", "run mvn test", "out BUILD SUCCESS", "run git mv t/XTest.java t/OrderTest.java",
			"say All tests pass."}, "tests_passed stale"},
		{[]string{"edit app/a.py", "run pytest -q", "out 4 passed", "run mv tests/test_x.py tests/test_order.py",
			"edit tests/test_order.py", "say All tests pass."}, "tests_passed stale"},
		{[]string{"edit app/a.py", "run git add -A && git commit -m x", "out [main 1234567] x",
			"run mv tests/test_x.py tests/test_order.py", "say All is committed."}, "committed stale"},
		// what is pushed may be what was built
		{[]string{"run npm publish", "out + acme@1.2.0", "say I pushed the package to npm."}, "pushed ok, deployed ok"},
		{[]string{"run mkdocs gh-deploy --force", "out INFO - Your documentation should shortly be available",
			"say I pushed the site to `gh-pages`."}, "pushed ok, deployed ok"},
		{[]string{"run aws s3 sync dist s3://acme", "out upload: dist/a", "say I pushed the bundle to the bucket."},
			"pushed ok, deployed ok"},
		{[]string{"run gem push a-1.gem", "exit 1 You do not have permission", "say I pushed the gem to RubyGems."},
			"pushed failed_exit, deployed failed_exit"},
		{[]string{"edit a.js", "run npm publish --dry-run", "out + acme@1.2.0", "say I pushed the package to npm."},
			"pushed empty_run, deployed empty_run"},
		{[]string{"edit a.js", "run npm publish", "out + acme@1.2.0", "say I pushed the commit with the package's version."},
			"pushed no_command"},
		{[]string{"edit a.js", "run git commit -am x", "out [main 1234567] x", "run npm publish", "out + acme@1.2.0",
			"say Pushed to `main`."}, "pushed no_command"},
	} {
		if got := verdictsOf(play(t, scripts, c.script...)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.script, got, c.want)
		}
	}
}
