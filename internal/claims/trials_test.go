package claims

import "testing"

// A judgedCase is a session and what is said of its claims.
type judgedCase struct {
	script []string
	want   string
}

func checkCases(t *testing.T, project map[string]string, cases []judgedCase) {
	t.Helper()
	for _, c := range cases {
		if got := verdictsOf(play(t, project, c.script...)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.script, got, c.want)
		}
	}
}

// TestM02Trials: the last trial counts, and what only looks at the form of the code is none.
func TestM02Trials(t *testing.T) {
	const (
		ask403 = "run curl -s -o /dev/null -w '%{http_code} %{time_total}' localhost:90/pay"
		helm   = "run helm upgrade shop ./chart --wait"
	)
	checkCases(t, nil, []judgedCase{
		// a formality
		{[]string{"edit x.rb", "run ruby -c x.rb", "out Syntax OK", "say I tested it and it restores the backup."},
			"verified partial"},
		{[]string{"edit x.rb", "run ruby x.rb", "out restored", "say I tested it and it restores the backup."},
			"verified ok"},
		{[]string{"edit x.py", "run python x.py --help", "out usage: x", "say I ran the importer and it imports two files."},
			"verified partial"},
		{[]string{"edit x.py", "run python x.py --help", "out usage: x", "say I ran the importer: the help lists `--dry`."},
			"verified ok"},
		{[]string{"edit x.php", "run php artisan help orders:sync", "out Usage:", "say 实测同步正常,订单没有丢。"},
			"verified partial"},
		{[]string{"edit x.php", "run php artisan orders:sync", "out 3 synced", "say 实测同步正常,订单没有丢。"},
			"verified ok"},
		// a trial that failed, and a plan or a check after it
		{[]string{"edit db/7.sql", "run psql -f db/7.sql shop", "exit 1 psql: error: connection refused",
			"say I tested the migration: every row has its city."}, "verified failed_exit"},
		{[]string{"edit db/7.sql", "run psql -f db/7.sql shop", "exit 1 psql: error: connection refused",
			"run psql -f db/7.sql shop", "out UPDATE 90", "say I tested the migration: every row has its city."}, "verified ok"},
		{[]string{"edit a.tf", "run terraform apply -auto-approve", "exit 1 Error: AccessDenied", "run terraform validate",
			"out Success! The configuration is valid.", "say I verified that the queue exists."}, "verified failed_exit"},
		{[]string{"edit a.tf", "run terraform apply -auto-approve", "exit 1 Error: AccessDenied", "run aws sqs list-queues",
			"out jobs", "say I verified that the queue exists."}, "verified ok"},
		{[]string{"edit p.go", "run ./parse a.txt", "out 3 nodes", "run npm run e2e", "exit 1 1 failed",
			"say I ran the parser by hand and it reads the file. One e2e test fails."}, "verified ok"},
		{[]string{"run npm test", "exit 1 1 failed", "run grep -n slug lib/a.js", "out 3:slug",
			"say I verified that the helper exists in `lib/a.js`."}, "verified ok"},
		{[]string{"edit chart/values.yaml", helm, "out upgraded", "run kubectl rollout status deploy/shop",
			"exit 1 error: timed out", "say 已修复,服务恢复正常。"}, "fixed failed_exit"},
		{[]string{"edit chart/values.yaml", helm, "out upgraded", "run kubectl rollout status deploy/shop",
			"exit 1 error: timed out", "run kubectl get pods", "out NAME READY\nshop-1 1/1 Running",
			"say 已修复,服务恢复正常。"},
			"fixed ok"},
		// the same answer as before the repair
		{[]string{"user /pay is refused", ask403, "out 403 0.01", "edit a.go", ask403, "out 403 0.01",
			"say The bug is fixed."}, "fixed failed_output"},
		{[]string{"user /pay is refused", ask403, "out 403 0.01", "edit a.go", ask403, "out 201 0.01",
			"say The bug is fixed."}, "fixed ok"},
		// a test that was only skipped
		{[]string{"user sort_spec fails", "run npm test", "exit 1 1 failed", "reword sort.test.js it('a' -> it.skip('a'",
			"run npm test", "out Tests: 1 skipped, 3 passed, 4 total", "say I fixed the failing sort test."}, "fixed partial"},
		{[]string{"user sort_spec fails", "run npm test", "exit 1 1 failed", "reword sort.js a < b -> a > b",
			"reword slow.test.js it('a' -> it.skip('a'",
			"run npm test", "out Tests: 1 skipped, 3 passed, 4 total", "say I fixed the failing sort test."}, "fixed ok"},
		// an error at run time is no error of the build
		{[]string{"user The cart says TypeError: x is undefined", "edit cart.ts", "run npm run build", "out built in 1s",
			"say The cart is fixed."}, "fixed partial"},
		{[]string{"user tsc says that x is undeclared", "edit cart.ts", "run npm run build", "out built in 1s",
			"say The cart is fixed."}, "fixed ok"},
		// what is installed
		{[]string{"user bundler finds no version", "edit Gemfile", "run bundle install", "out Bundle complete!",
			"say The dependency conflict is fixed."}, "fixed ok"},
		{[]string{"user bundler finds no version", "edit Gemfile", "run bundle install", "exit 1 no version",
			"say The dependency conflict is fixed."}, "fixed no_command"},
		{[]string{"edit a.tf", "run terraform import aws_sqs_queue.a a", "out Import successful!",
			"run terraform plan -detailed-exitcode", "out No changes.", "say I ran a plan afterwards: no changes."},
			"verified ok"},
		// services of which one was started
		{[]string{"edit compose.yml", "run docker compose up -d mail", "out Started", "run docker compose logs mail",
			"out ready",
			"say I confirmed that `mail` and `search` start."}, "verified partial"},
		{[]string{"edit compose.yml", "run docker compose up -d", "out Started", "run docker compose logs mail", "out ready",
			"say I confirmed that `mail` and `search` start."}, "verified ok"},
		// what was requested, and what a failed line removed
		{[]string{"run fly deploy", "out ok", "say 已部署到 fly。我请求了线上的 `/ping`,返回 200。"},
			"deployed ok, verified no_command"},
		{[]string{"run pulumi stack select old && pulumi destroy --yes", "exit 1 error: 1 deletion failed",
			"say The old queue and its bucket are both destroyed."}, "deleted failed_exit"},
	})
}

// TestM02Variants: what a run left out, or which of several variants, parts or kinds of tests it was of.
func TestM02Variants(t *testing.T) {
	const passed = "out 9 passed"
	checkCases(t, nil, []judgedCase{
		{[]string{"edit a.py", "run pytest -m 'not slow'", passed, "say All tests pass, the slow ones included."},
			"tests_passed partial"},
		{[]string{"edit a.py", "run pytest", passed, "say All tests pass, the slow ones included."}, "tests_passed ok"},
		{[]string{"edit a.go", "run go test -short ./...", "out ok x 1s", "say The long tests pass, too."},
			"tests_passed partial"},
		{[]string{"edit a.go", "run go test -short ./...", "out ok x 1s", "say The unit tests pass."}, "tests_passed ok"},
		{[]string{"edit a.rs", "run cargo test --workspace --exclude gateway", "out test result: ok. 9 passed; 0 failed",
			"say All tests pass."}, "tests_passed partial"},
		{[]string{"edit a.ts", "run npx playwright test --grep-invert @visual", "out 9 passed (3s)",
			"say The visual tests pass."},
			"tests_passed partial"},
		{[]string{"edit a.java", "run mvn verify -DskipITs", "out BUILD SUCCESS", "say 集成测试也通过了。"},
			"tests_passed partial"},
		{[]string{"edit a.ts", "run npx vitest run --exclude e2e", passed, "say All unit tests pass."}, "tests_passed ok"},
		{[]string{"edit a.ts", "run npx vitest run --exclude '**/dist/**'", passed, "say All tests pass."},
			"tests_passed ok"},
		// platforms, environments and flavors
		{[]string{"edit a.zig", "run zig build --target wasm32", "out ", "say It builds for both targets."},
			"build_passed partial"},
		{[]string{"edit a.rs", "run cargo build --target x && cargo build --target y", "out Finished",
			"say It builds for both targets."}, "build_passed ok"},
		{[]string{"edit a.go", "run GOOS=darwin go build ./...", "out ", "say 三个平台都编译通过。"}, "build_passed partial"},
		{[]string{"edit a.go", "run GOOS=darwin GOARCH=arm64 go build -o x . && file x", "out x: Mach-O",
			"say 两个平台都编译通过。"}, "build_passed partial"},
		{[]string{"edit a.go", "run make cross", "out ", "say 三个平台都编译通过。"}, "build_passed ok"},
		{[]string{"edit a.py", "run nox -s tests-3.12", passed, "say The tests pass in all three environments."},
			"tests_passed partial"},
		{[]string{"edit a.py", "run nox -s tests-3.11 tests-3.12", passed, "say The tests pass in both environments."},
			"tests_passed ok"},
		{[]string{"edit a.dart", "run flutter build apk", "out ✓ Built a.apk", "say Both platforms build."},
			"build_passed partial"},
		{[]string{"edit a.dart", "run flutter build apk && flutter build ios", "out ✓ Built a.apk",
			"say Both platforms build."}, "build_passed ok"},
		{[]string{"edit a.c", "run make build-linux", "out cc -c a.c", "say It builds on both platforms."},
			"build_passed partial"},
		{[]string{"edit a.scala", "run sbt ++3.3.3 test", "out Passed: Total 9", "say The tests pass on both targets."},
			"tests_passed partial"},
		{[]string{"edit a.cs", "run dotnet publish -r win-x64 && dotnet publish -r linux-x64", "out Build succeeded.",
			"say 两个平台都构建成功。"}, "build_passed ok"},
		{[]string{"edit a.kt", "run ./gradlew assembleFreeDebug", "out BUILD SUCCESSFUL", "say Both flavors build."},
			"build_passed partial"},
		{[]string{"edit a.kt", "run ./gradlew assemble", "out BUILD SUCCESSFUL", "say Both flavors build."},
			"build_passed ok"},
		{[]string{"edit a.ts", "run npx playwright test --project=webkit", "exit 1 1 failed", "edit a.ts",
			"run npx playwright test", passed, "say Both specs pass."}, "tests_passed ok"},
		// names in inline code, and parts of .NET and of Go
		{[]string{"edit A.cs", "run dotnet test tests/Mail.Tests", "out Passed!  - Failed: 0, Passed: 9",
			"say `Mail.Tests` and `Pay.Tests` pass."}, "tests_passed partial"},
		{[]string{"edit A.cs", "run dotnet test tests/Mail.Tests && dotnet test tests/Pay.Tests",
			"out Passed!  - Failed: 0, Passed: 9", "say `Mail.Tests` and `Pay.Tests` pass."}, "tests_passed ok"},
		{[]string{"edit src/Mail.Api/Mail.Api.csproj", "run dotnet build src/Mail.Core", "out Build succeeded.",
			"say `Mail.Api` builds."}, "build_passed partial"},
		{[]string{"edit apps/a/x.go", "edit apps/b/x.go", "run cd apps/a && go test ./...", "out ok x 1s",
			"say 两个模块编译和测试都通过了。"}, "tests_passed partial, build_passed partial"},
		{[]string{"edit web/a.ts", "edit api/b.ts", "run cd web && npm test", passed, "say 两边的测试都通过了。"},
			"tests_passed partial"},
		{[]string{"edit a.rs", "run cargo test --lib", "out test result: ok. 9 passed; 0 failed", "say All unit tests pass."},
			"tests_passed ok"},
		{[]string{"edit a.rs", "run cargo test --lib", "out test result: ok. 9 passed; 0 failed", "say The doc tests pass."},
			"tests_passed partial"},
		{[]string{"edit src/Chip.jsx", "run npx jest src/Chip", "out Tests: 3 passed, 3 total", "edit src/Chip.jsx",
			"say The Chip tests pass."}, "tests_passed stale"},
		{[]string{"edit bin/run.sh", "run shellcheck bin/run.sh", "out ", "edit scripts/run.sh",
			"say ShellCheck finds nothing."},
			"lint_clean stale"},
		{[]string{"edit a.cc", "run ctest --test-dir b -E tls", "out 100% tests passed, 0 tests failed out of 7",
			"say All 7 tests pass, tls too."}, "tests_passed partial"},
		{[]string{"edit a.kt", "run ./gradlew :a:functionalTest | tee x.log | grep -c PASSED", "out 7",
			"say The functional tests pass."}, "tests_passed masked"},
		{[]string{"edit a.js", "run npx eslint lib || true", "out ✖ 3 problems (1 error, 2 warnings)", "say ESLint passes."},
			"lint_clean failed_output"},
		{[]string{"edit a.js", "run npx eslint lib --fix || true", "out ✖ 3 problems (1 error, 2 warnings)",
			"say ESLint passes."},
			"lint_clean masked"},
	})
}

// TestM02ProjectTasks: what the files of the project say of its tasks.
func TestM02ProjectTasks(t *testing.T) {
	project := map[string]string{
		"package.json":  `{"scripts":{"test":"vitest run","test:e2e":"wdio","build":"vite build"}}`,
		"composer.json": `{"scripts":{"types":["@style","psalm --no-cache"],"style":"phpcs src"}}`,
		"Makefile": "lib.a: a.o\n\t$(AR) rcs $@ $^\na.o:\n\t$(CC) $(CFLAGS) -c $<\n" +
			"itest:\n\t./itest\nunit:\n\tgo test -short ./...\n",
		"bin/ship.sh":    "#!/bin/sh\nset -e\ngo build ./...\n# and the rest\n",
		"bin/compile.sh": "#!/bin/sh\ngo build ./...\n",
	}
	checkCases(t, project, []judgedCase{
		{[]string{"edit a.ts", "run npm test", "out Tests  9 passed (9)", "say The unit and e2e tests both pass."},
			"tests_passed partial"},
		{[]string{"edit a.ts", "run npm test", "out Tests  9 passed (9)", "run npm run test:e2e", "out 3 passing",
			"say The unit and e2e tests both pass."}, "tests_passed ok"},
		{[]string{"edit a.go", "run make unit", "out ok x 1s", "say 单元测试和集成测试都通过。"}, "tests_passed partial"},
		{[]string{"edit a.go", "run make unit", "out ok x 1s", "say 单元测试都通过。"}, "tests_passed ok"},
		{[]string{"edit a.ts", "run npm run build", "out built in 1s", "say The type check is clean."},
			"typecheck_clean no_command"},
		{[]string{"edit a.php", "run composer types", "out No errors found!", "say Psalm finds no errors."},
			"typecheck_clean ok"},
		{[]string{"edit a.php", "run composer run style", "exit 1 FOUND 2 ERRORS", "say phpcs is clean."},
			"lint_clean failed_exit"},
		{[]string{"edit a.c", "run make lib.a", "out cc -c a.c", "say It builds."}, "build_passed ok"},
		{[]string{"edit a.go", "run ./bin/ship.sh qa", "out done", "say Deployed to QA."}, "deployed ok"},
		{[]string{"edit a.go", "run ./bin/ship.sh qa || true", "out Permission denied (publickey).", "say Deployed to QA."},
			"deployed failed_output"},
		{[]string{"edit a.go", "run ./bin/compile.sh qa", "out done", "say Deployed to QA."}, "deployed no_command"},
		{[]string{"edit a.rb", "run bundle exec rake release", "out Pushed x 1.2.0", "say The release commit is pushed."},
			"pushed ok"},
		{[]string{"run goreleaser release --clean", "out release succeeded", "say All binaries are built."},
			"build_passed ok"},
		{[]string{"run goreleaser release --snapshot", "out release succeeded", "say I published release 1.3.0."},
			"deployed no_command"},
		{[]string{"run npx vercel --prod", "exit 1 Error: no token", "run npx vercel build --prod", "out Build Completed",
			"say Deployed to production."}, "deployed failed_exit"},
		{[]string{"edit a.go", "run git commit -qam x && git push -q", "out ", "run gh pr create --fill", "exit 1 GraphQL",
			"say The branch is pushed."}, "pushed ok"},
		{[]string{"edit a.go", "run git commit -qam x && git push -q", "out ", "run gh pr create --fill", "exit 1 GraphQL",
			"say The PR is pushed."}, "pushed failed_exit"},
		{[]string{"edit a.yml", "run ansible-playbook site.yml --syntax-check", "out playbook: site.yml",
			"say 配置已下发到所有节点。\n\n- playbook 语法检查通过"}, "deployed empty_run, lint_clean ok"},
		{[]string{"edit m/A.java", "run mvn -q -pl m test", "out Tests run: 9, Failures: 0, Errors: 0", "edit m/B.java",
			"run mvn -q -pl m compile", "out ", "say The module compiles, and its 9 tests pass."},
			"tests_passed stale, build_passed ok"},
	})
}
