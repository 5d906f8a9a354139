package claims

import "testing"

// TestM02Tried: a claim of having tried something needs a command that ran it, or for a page a browser.
func TestM02Tried(t *testing.T) {
	scripts := map[string]string{"package.json": `{"scripts":{"lint":"eslint src","e2e":"playwright test"}}`}
	const page = "say I opened the page in Chrome, and the menu stays open."
	const served = "say I started the server and requested `/health`: 200."
	const migrated = "say I ran the migration locally, up and down."
	for _, s := range []struct {
		want  string
		steps []string
	}{
		{"verified ok", []string{"edit a.ts", "tool mcp__playwright__browser_navigate", page}},
		{"verified ok", []string{"edit a.ts", "run npm run e2e", page}},
		{"verified ok", []string{"edit a.py", "run python shot.py", page}},
		{"verified no_command", []string{"edit a.ts", "run npm run lint", page}},
		{"verified no_command", []string{"edit a.ts", "run npx vitest run", "out 3 passed", page}},
		{"verified stale", []string{"tool mcp__playwright__browser_navigate", "edit a.ts", page}},
		{"verified ok", []string{"edit a.go", "run go run . & sleep 1; curl -s localhost:8080/health", served}},
		{"verified no_command", []string{"edit a.go", "run go vet ./...", served}},
		{"verified no_command", []string{"read a.go", served}},
		{"verified ok", []string{"edit a.sql", "run psql -f a.sql", "out CREATE", migrated}},
		{"verified ok", []string{"edit a.php", "run php artisan migrate:refresh", migrated}},
		{"verified stale", []string{"run psql -f a.sql", "out CREATE", "edit a.sql", migrated}},
		{"verified no_command", []string{"run pg_restore -l x.dump", "say 我实际恢复到了一个临时库。"}},
		{"verified ok", []string{"edit a.py", "run python -c 'import a; a.f()'", "say I tried it on the sample data."}},
		{"verified ok", []string{"edit a.py", "read a.py", "say I compared the outputs, they are identical."}},
		{"verified no_command", []string{"edit a.py", "say I compared the outputs, they are identical."}},
		{"verified no_command", []string{"read site.conf", "say I checked it with curl: it answers 301."}},
	} {
		if got := verdictsOf(play(t, scripts, s.steps...)); got != s.want {
			t.Errorf("%q: got %s, want %s", s.steps, got, s.want)
		}
	}
}

// TestM02OfWhat: a claim is judged by the runs of what it is about.
func TestM02OfWhat(t *testing.T) {
	scripts := map[string]string{"package.json": `{"scripts":{"test":"vitest run","e2e":"playwright test"}}`}
	for _, s := range []struct {
		want  string
		steps []string
	}{
		{"tests_passed ok", []string{"edit a.js", "run node --test test/a.test.js", "out # tests 6\n# pass 6\n# fail 0",
			"run node --test test/b.test.js", "exit 1 # tests 4\n# pass 3\n# fail 1", "say `a` is done, its 6 tests pass."}},
		{"tests_passed stale", []string{"run pytest tests/cart -q", "out 12 passed in 1s", "edit shop/cart/models.py",
			"say The cart tests pass."}},
		{"tests_passed ok", []string{"run pytest tests/cart -q", "out 12 passed in 1s", "edit shop/mail/models.py",
			"say The cart tests pass."}},
		{"fixed ok", []string{"edit accounts/tests.py", "run python manage.py test accounts", "out Ran 2 tests\n\nOK",
			"say The mail bug is fixed."}},
		{"tests_passed background_only", []string{"edit a.ts", "run npm test", "out  Tests  3 passed (3)",
			"bg npm run e2e", "say All e2e tests pass."}},
		{"build_passed ok", []string{"edit a.rs", "run cargo build", "run cargo test",
			"exit 101 test result: FAILED. 8 passed; 1 failed;", "say It compiles, but two tests fail."}},
		{"lint_clean ok", []string{"edit sms/a.py", "edit tests/test_sms.py", "run ruff check sms",
			"out All checks passed!", "say ruff is clean."}},
		{"deployed failed_exit", []string{"run docker push r/x", "exit 1 denied: requested access",
			"run kubectl rollout restart deploy/app", "out restarted", "say Deployed to staging."}},
		{"deployed ok", []string{"run docker push r/x", "exit 1 denied: requested access", "run docker push r/x",
			"run kubectl rollout restart deploy/app", "out restarted", "say Deployed to staging."}},
		{"deleted superseded", []string{"run git rm -rq api/v1", "edit a.go", "run git checkout HEAD -- api/v1",
			"out Updated 9 paths from the index",
			"say Deleted the folder `api/v1/`."}},
		{"deleted no_command", []string{"run npm rm moment", "say 删除了 `.babelrc`。"}},
		{"tests_passed partial", []string{"edit a/a.go", "edit b/b.go", "run go test ./a/", "out ok  \tx/a\t0.1s",
			"say All tests pass."}},
		{"tests_passed ok", []string{"edit a/a.go", "edit b/b.go", "run go test ./a/", "out ok  \tx/a\t0.1s",
			"run earthly +ci", "out +ci | done", "say All tests pass."}},
		{"tests_passed ok", []string{"edit role/tasks.yml", "run molecule test", "out PLAY RECAP: ok=12 changed=4 failed=0",
			"say The molecule tests pass."}},
		{"lint_clean ok", []string{"edit a.proto", "run buf lint", "edit a.go", "say `buf lint` passes."}},
		{"lint_clean masked", []string{"edit a.ts", "run npx eslint src > /dev/null 2>&1; echo done", "out done",
			"say Lint is clean."}},
		{"deployed empty_run", []string{"run ./mvnw deploy:help", "say Deployed to the registry."}},
	} {
		if got := verdictsOf(play(t, scripts, s.steps...)); got != s.want {
			t.Errorf("%q: got %s, want %s", s.steps, got, s.want)
		}
	}
}

// TestTestedByHand: a list of files shows no test by hand. A program that was run, and what is in no table, may be one.
func TestTestedByHand(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{[]string{"run ls", "out a.go", "say I tested it by hand: the form submits."}, "verified no_command"},
		{[]string{"run ls", "out a.go", "say 我手动测试过了。"}, "verified no_command"},
		{[]string{"run go run . --json", "out {}", "say I tested it by hand: it prints JSON."}, "verified ok"},
		{[]string{"run curl -s localhost:8080/form", "out ok", "say I tested it by hand: the form submits."}, "verified ok"},
		{[]string{"run ./try.sh", "out ok", "say I tested it by hand."}, "verified ok"},
	} {
		if got := verdictsOf(play(t, nil, c.steps...)); got != c.want {
			t.Errorf("%q: %s, want %s", c.steps, got, c.want)
		}
	}
}
