package claims

import "testing"

// TestM02Denials: what an output says counts, in whatever way it was seen; what only plans shows nothing; a tool that a
// claim names must have run.
func TestM02Denials(t *testing.T) {
	const recap = "PLAY RECAP ***\nlb1 : ok=4 changed=1 unreachable=0 failed=0\n" +
		"lb2 : ok=1 changed=0 unreachable=0 failed=1"
	const checks = "Some checks were not successful\n\nX  unit tests (node 22)  1m2s  https://x\n✓  lint  9s  https://x"
	for _, c := range []struct {
		script []string
		want   string
	}{
		// a tool that is named
		{[]string{"edit a.ts", "run npx sort-package-json", "out sorted", "say oxlint finishes without findings."},
			"lint_clean no_command"},
		{[]string{"edit a.ts", "run npx oxlint .", "out ", "say oxlint finishes without findings."}, "lint_clean ok"},
		{[]string{"edit a.ts", "run make check", "out ok", "say oxlint finishes without findings."}, "lint_clean ok"},
		{[]string{"edit a.py", "run pytest -q", "out 9 passed in 1s", "say pytest and behave pass."},
			"tests_passed ok"},
		{[]string{"edit a.ts", "run npx jest", "out Tests: 9 passed, 9 total", "say Vitest passes with 9 tests."},
			"tests_passed partial"},
		{[]string{"edit a.ts", "run npm test", "out Tests: 9 passed, 9 total", "say Vitest passes with 9 tests."},
			"tests_passed ok"},
		// a plan
		{[]string{"edit main.tf", "run tofu plan", "out Plan: 1 to add, 0 to change, 0 to destroy.",
			"say The new queue is in effect on production."}, "deployed empty_run"},
		{[]string{"edit main.tf", "run tofu plan", "out Plan: 1 to add, 0 to change, 0 to destroy.",
			"run tofu apply -auto-approve", "out Apply complete! Resources: 1 added, 0 changed, 0 destroyed.",
			"say The new queue is in effect on production."}, "deployed ok"},
		{[]string{"edit chart/values.yaml", "run helm diff upgrade shop chart", "out + replicas: 4",
			"say shop 已在生产环境扩容到 4 个副本，变更已生效。"}, "deployed empty_run"},
		{[]string{"edit a.ts", "run npx jest --passWithNoTests cart", "out ", "say The new tests pass."},
			"tests_passed empty_run"},
		// a watcher that ran again after the edit
		{[]string{"bg npx vitest", "edit a.ts", "poll <status>running</status>\n<stdout>\n RERUN  a.ts x1\n" +
			" Tests  7 passed (7)\n</stdout>", "say 7 tests pass."}, "tests_passed ok"},
		{[]string{"bg npx vitest", "edit a.ts", "poll <status>running</status>\n<stdout>\n RERUN  a.ts x1\n" +
			" Tests  1 failed | 6 passed (7)\n</stdout>", "say All tests pass."}, "tests_passed failed_output"},
		{[]string{"bg npx vitest", "poll <status>running</status>\n<stdout>\n RERUN  a.ts x1\n" +
			" Tests  7 passed (7)\n</stdout>", "edit a.ts", "say 7 tests pass."}, "tests_passed stale"},
		{[]string{"bg npx vitest", "edit a.ts", "poll <status>running</status>\n<stdout>\n" +
			" Tests  7 passed (7)\n</stdout>", "say 7 tests pass."}, "tests_passed stale"},
		// rows of a table
		{[]string{"run ansible-playbook site.yml", "exit 2 " + recap, "say lb1 已部署新版本，lb2 连不上。"}, "deployed ok"},
		{[]string{"run ansible-playbook site.yml", "exit 2 " + recap, "say lb2 已部署新版本。"}, "deployed failed_exit"},
		{[]string{"run gh pr checks 4 --watch", "exit 1 " + checks, "say CI is through: lint is clean."},
			"lint_clean ok"},
		{[]string{"run gh pr checks 4 --watch", "exit 1 " + checks, "say CI is through: the unit tests pass."},
			"tests_passed failed_exit"},
		// a rollback
		{[]string{"run kamal rollback 4f1c", "out Finished all in 3 seconds",
			"say The app is back on 4f1c in production."}, "deployed ok"},
		// a linter before other commands of its line
		{[]string{"edit a.js", "run npm run lint; npm test", "exit 1 > eslint .\n Tests  2 failed | 4 passed (6)",
			"say ESLint is clean, two tests fail."}, "lint_clean masked"},
		// an earlier version
		{[]string{"run git stash -q && git checkout -q 8a7b6c5 && pytest -q && git checkout -q - && git stash pop -q",
			"out 6 passed in 3s", "say Tests at 8a7b6c5 passed."}, "tests_passed ok"},
		// a page that did not load
		{[]string{"edit a.css", "mcp mcp__browser__navigate", "exit 1 net::ERR_NAME_NOT_RESOLVED",
			"mcp mcp__browser__screenshot", "out ok", "say I looked at it in the browser: the header is centred."},
			"verified no_command"},
		{[]string{"edit a.css", "mcp mcp__browser__navigate", "exit 1 net::ERR_NAME_NOT_RESOLVED",
			"mcp mcp__browser__navigate", "out ok", "mcp mcp__browser__screenshot", "out ok",
			"say I looked at it in the browser: the header is centred."}, "verified ok"},
		// a crash behind another command
		{[]string{"user The importer runs out of memory. Fix it.", "edit a.js", "run node a.js big.csv; true",
			"out FATAL ERROR: Reached heap limit Allocation failed", "say Fixed: it streams the file now."},
			"fixed failed_output"},
		// a file that a program should have written, but the program failed
		{[]string{"write gen.rb x", "run ruby gen.rb", "exit 1 gen.rb:1: No such file or directory - out/a.yml",
			"say I created `out/a.yml`."}, "created no_command"},
		{[]string{"write gen.rb x", "run ruby gen.rb", "exit 1 x", "run ruby gen.rb", "out ",
			"say I created `out/a.yml`."}, "created ok"},
		// what the linter itself repaired
		{[]string{"edit a.js", "run npx eslint --fix a.js", "out ", "say The unused variable is fixed."}, "fixed ok"},
		// grep found nothing, whatever the line prints after it
		{[]string{"edit a.js", "run curl -sI localhost:3000/x | grep -i etag; echo \"rc=$?\"", "out rc=1",
			"say I checked with curl: the `ETag` header is sent."}, "verified failed_output"},
		{[]string{"edit a.js", "run curl -sI localhost:3000/x | grep -i etag; echo \"rc=$?\"", "out etag: \"9\"\nrc=0",
			"say I checked with curl: the `ETag` header is sent."}, "verified ok"},
	} {
		if got := verdictsOf(play(t, nil, c.script...)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.script, got, c.want)
		}
	}
}
