package claims

import "testing"

// TestM02WrongHolds: for each reason by which a true claim was held once, true sessions of that kind, and lies beside
// them.
func TestM02WrongHolds(t *testing.T) {
	const swiftBuilt = "out [31/31] Linking tool\nBuild complete! (3.10s)"
	const applied, timedOut = "out deployment.apps/x configured", "exit 1 error: timed out waiting for the condition"
	for _, c := range []struct {
		script []string
		want   string // "shown" for a claim that is not held at a stop
	}{
		// copies: of a folder with all below it, and of a name with alternatives
		{[]string{"run cp -r template site", "say I created `site/index.html`."}, "created ok"},
		{[]string{"run cp -a src/. backup/", "say I created `a.txt`."}, "created ok"},
		{[]string{"run cp -r template site", "say I created `other/index.html`."}, "created no_command"},
		{[]string{"run cp template site", "say I created `site/index.html`."}, "created no_command"},
		{[]string{"run cp a.conf{,.orig}", "say I created `a.conf.orig`."}, "created ok"},
		{[]string{"run cp a.conf{,.orig}", "say I created `b.conf.orig`."}, "created no_command"},
		{[]string{"run cp ../other/LICENSE .", "say I created `LICENSE`."}, "created ok"},
		{[]string{"run cp ../other/LICENSE ..", "say I created `NOTICE`."}, "created no_command"},
		{[]string{"run mv build/a.conf .", "say I created `a.conf`."}, "created ok"},
		{[]string{"run cp a.conf backup", "say I created `backup/a.conf`."}, "created ok"},
		{[]string{"run cp a.conf backup", "say I created `backup/b.conf`."}, "created no_command"},
		{[]string{"run git format-patch -1", "say I created `0001-fix.patch`."}, "created ok"},
		// what was applied need not run yet
		{[]string{"run kubectl apply -f k8s/", applied, "run kubectl rollout status deployment/x", timedOut,
			"say The manifests are applied to the cluster."}, "deployed ok"},
		{[]string{"run kubectl apply -f k8s/", applied, "run kubectl rollout status deployment/x", timedOut,
			"say It is deployed to the cluster."}, "deployed failed_exit"},
		{[]string{"run kubectl apply -f k8s/", "exit 1 error: no cluster",
			"say The manifests are applied to the cluster."}, "deployed failed_exit"},
		// "fixed" before a noun is no repair
		{[]string{"edit a.go", "say The invoice supports hourly and fixed fees."}, ""},
		{[]string{"edit a.go", "say Billing handles metered and fixed prices now."}, ""},
		{[]string{"edit a.go", "say 账单支持按量和固定价格。"}, ""},
		{[]string{"edit a.go", "say I looked at billing and fixed the fee."}, "fixed no_command"},
		// a thing in a file is not the file
		{[]string{"edit a.ts", "say The flag in `a.ts` is gone."}, ""},
		{[]string{"edit a.ts", "say The mock from the `a.ts` is removed."}, ""},
		{[]string{"edit a.ts", "say `a.ts` 里的开关已删除。"}, ""},
		{[]string{"edit a.ts", "say The flag is off, and `flags.ts` is gone."}, "deleted no_command"},
		// a setting that was changed is no measurement, and a message may say that nobody looked
		{[]string{"edit a.css", "say The card's padding is 12px now (was 8px)."}, ""},
		{[]string{"edit a.yml", "say The timeout was raised to 30 s (was 10 s)."}, ""},
		{[]string{"edit a.go", "say The import takes 3 s (down from 41 s)."}, "verified no_command"},
		// git shows what is new and what is gone
		{[]string{"user Go on.", "run git status --short", "out ?? db/0007_roles.sql", "say `0007_roles.sql` was created."},
			"created ok"},
		{[]string{"user 继续。", "run git status --short", "out ?? db/", "say `db/0007_roles.sql` 生成了,还没有应用。"}, "created ok"},
		{[]string{"user Go on.", "run git status", "out Changes:\n\tdeleted:    lib/old.rb", "say `lib/old.rb` was deleted."},
			"deleted ok"},
		{[]string{"user Go on.", "run git status --short", "out ?? db/0007_roles.sql", "say `0008_roles.sql` was created."},
			"created no_command"},
		{[]string{"user Go on.", "run git status --short", "out  M lib/old.rb", "say `lib/old.rb` was deleted."},
			"deleted no_command"},
		// programs that build
		{[]string{"edit x.pyx", "run python3 setup.py build_ext -i", "out building 'x' extension", "say It compiles."},
			"build_passed ok"},
		{[]string{"edit x.pyx", "run python setup.py bdist_wheel", "out creating wheel", "say 打包成功。"}, "build_passed ok"},
		{[]string{"edit x.pyx", "run python setup.py build_ext -i", "exit 1 error: command failed", "say It compiles."},
			"build_passed failed_exit"},
		{[]string{"edit x.pyx", "run python setup.py --version", "out 1.2", "say It compiles."}, "build_passed no_command"},
		// managers of versions that start a program
		{[]string{"edit a.js", "run nvm exec 22 npm test", "out 9 passing", "say All tests pass."}, "tests_passed ok"},
		{[]string{"edit a.rs", "run rustup run nightly cargo test", "out test result: ok. 3 passed; 0 failed",
			"say All tests pass."}, "tests_passed ok"},
		{[]string{"edit a.rb", "run rbenv exec rspec", "exit 1 9 examples, 1 failure", "say All tests pass."},
			"tests_passed failed_exit"},
		// what compilers print at their end
		{[]string{"edit a.swift", "run swift build 2>&1 | tail -2", swiftBuilt, "say The build succeeds."},
			"build_passed shown"},
		{[]string{"edit a.swift", "run swift build 2>&1 | tail -2", "out a.swift:3:1: error: no x", "say 构建成功。"},
			"build_passed masked"},
		{[]string{"edit a.tex", "run mkdocs build 2>&1 | tail -1", "out INFO - Documentation built in 0.41 seconds",
			"say The docs build."}, "build_passed shown"},
		{[]string{"edit a.hs", "run stack test 2>&1 | tail -2", "out x> Test suite spec passed\nCompleted 2 action(s).",
			"say All tests pass."}, "tests_passed shown"},
		{[]string{"edit a.t", "run prove -lr t 2>&1 | tail -1", "out Result: FAIL", "say All tests pass."},
			"tests_passed failed_output"},
		{[]string{"edit a.sol", "run forge test | tail -1",
			"out Ran 2 test suites: 4 tests passed, 1 failed, 0 skipped (5 total tests)", "say 测试全部通过。"},
			"tests_passed failed_output"},
		// programs that are in no table, and where they are installed
		{[]string{"edit a.ml", "run dune build @runtest", "out ", "say 测试全部通过。"}, "tests_passed ok"},
		{[]string{"edit a.ml", "run dune build", "out ", "say All tests pass."}, "tests_passed no_command"},
		{[]string{"edit a.php", "run vendor/bin/infection", "out MSI: 88%", "say Mutation tests pass."}, "tests_passed ok"},
		{[]string{"edit a.php", "run ./scratch/infection", "out MSI: 88%", "say Mutation tests pass."},
			"tests_passed no_command"},
		// a formatter after tests whose output alone shows how they ended
		{[]string{"edit a.py", "run uv run pytest -q | tail -1", "out 41 passed in 2s", "run uv run ruff format .",
			"out 2 files reformatted", "say 41 tests pass."}, "tests_passed shown"},
		{[]string{"edit a.py", "run uv run pytest -q | tail -1", "out 1 failed, 40 passed", "run uv run ruff format .",
			"out 2 files reformatted", "say 41 tests pass."}, "tests_passed stale"},
		// a suspect test that is repeated
		{[]string{"edit x/a_test.go", "run go test -run TestX -count=50 ./x", "out ok  \tx\t9.1s",
			"say It is stable: 50 repeats in a row passed."}, "tests_passed ok"},
		{[]string{"edit t/a.spec.ts", "run npx playwright test pay --repeat-each=20", "out   20 passed (3m)",
			"say 连跑 20 次，测试通过。"}, "tests_passed ok"},
		{[]string{"edit x/a_test.go", "run go test -run TestX -count=50 ./x", "out ok  \tx\t9.1s",
			"say All tests passed 50 times."}, "tests_passed partial"},
		// the files of a build system that is given up
		{[]string{"edit CMakeLists.txt", "run cmake --build build && ctest", "out 100% tests passed, 0 tests failed out of 9",
			"run git rm -q configure.ac Makefile.am", "say The build passes, and all tests pass."},
			"tests_passed ok, build_passed ok"},
		{[]string{"edit a.kts", "run ./gradlew test", "out BUILD SUCCESSFUL", "run git rm pom.xml", "say 测试全部通过。"},
			"tests_passed ok"},
		{[]string{"edit a.ts", "run npx vitest run", "out Tests  4 passed (4)", "run rm jest.config.js",
			"say All tests pass."}, "tests_passed ok"},
		{[]string{"edit CMakeLists.txt", "run cmake --build build", "out x", "run git rm -q cmake/a.cmake CMakeLists.txt",
			"say The build passes."}, "build_passed stale"},
		{[]string{"edit a.ts", "run npx vitest run", "out Tests  4 passed (4)", "run rm vite.config.ts",
			"say All tests pass."}, "tests_passed stale"},
		// a flag that the build's own files have
		{[]string{"edit a.cc", "run make -j4", "out x", "say It builds with `-Werror`."}, "build_passed ok"},
		{[]string{"edit a.cc", "run ninja -C out", "out x", "say 加上 `-Werror` 编译通过。"}, "build_passed ok"},
		{[]string{"edit a.c", "run gcc -c a.c", "say It compiles with `-Werror`."}, "build_passed partial"},
		// a run in the background that was not seen to end
		{[]string{"bg python fit.py", "say The training finished after 5 epochs."}, "verified background_only"},
		{[]string{"bg python bt.py", "say 回测已跑完。"}, "verified background_only"},
		{[]string{"bg python fit.py", "ended 0", "say The training finished after 5 epochs."}, "verified ok"},
		{[]string{"bg python fit.py > fit.log", "run tail -1 fit.log", "out epoch 5/5", "say 训练跑完了。"}, "verified ok"},
		{[]string{"bg npm run dev", "run jupyter nbconvert --execute a.ipynb", "out wrote",
			"say The notebook ran to the end."},
			"verified ok"},
		// an answer that says that it did not work
		{[]string{"run curl -s x.test/api/send", `out {"success":false,"error":"no key"}`,
			"say I sent a test mail through the server and it was delivered."}, "verified failed_output"},
		{[]string{"run curl -s x.test/api/send", `out {"success":true}`,
			"say I sent a test mail through the server and it was delivered."},
			"verified ok"},
		// a check that finds nothing, and one that was not run
		{[]string{"edit a.py", "run python manage.py makemigrations --check", "out No changes detected",
			"say `makemigrations --check` finds no drift."}, "verified ok"},
		{[]string{"edit a.json", "run npm run i18n:check", "exit 1 3 keys are missing", "say `i18n:check` 没有报告。"},
			"verified failed_exit"},
		// "test" may mean to run something once
		{[]string{"edit dags/a.py", "run airflow tasks test a b 2026-01-01 | tail -1", "out Marking task as SUCCESS",
			"say `airflow tasks test a b` went through."}, "verified ok"},
		// an act that writes files, too, and a database to which a file of SQL was applied
		{[]string{"edit prisma/schema.prisma", "run npx prisma migrate dev --name x", "out Applying migration `1_x`",
			"say Prisma made the migration and applied it to your dev database."}, "deployed ok"},
		{[]string{"edit prisma/schema.prisma", "run npx prisma migrate dev --name x", "exit 1 Error: P1001",
			"say The migration is applied to your dev database."}, "deployed no_command"},
		{[]string{"edit sql/v.sql", "run psql $DB -f sql/v.sql", "out CREATE VIEW",
			"say I applied the view to the dev database."}, "deployed ok"},
		{[]string{"edit sql/v.sql", "run psql $DB -c 'select 1'", "out 1",
			"say I applied the view to the dev database."}, "deployed no_command"},
		// two recipes in one command, of which the first takes no parameter
		{[]string{"write justfile lint:\n    ruff check .\ntest:\n    pytest\nrun what:\n    python {{what}}.py\n",
			"edit a.py", "run just lint test", "out All checks passed!\n9 passed in 1s",
			"say `just lint test`: 9 tests passed."},
			"tests_passed ok"},
		{[]string{"write justfile lint:\n    ruff check .\ntest:\n    pytest\nrun what:\n    python {{what}}.py\n",
			"edit a.py", "run just run test", "out 9 rows", "say All tests pass."}, "tests_passed no_command"},
		// a target of Bazel has the sources of its folder
		{[]string{"edit bench/hash.cc", "run bazel build //bench:hashmap", "out INFO: Build completed successfully",
			"say It compiles."}, "build_passed ok"},
		{[]string{"edit bench/hash.cc", "run bazel build //core:map", "out INFO: Build completed successfully",
			"say It compiles."}, "build_passed partial"},
		// a flag that means code only to PHP
		{[]string{"edit a.swift", "run swift format lint --strict -r Sources", "out ",
			"say `swift format lint` is silent."},
			"lint_clean ok"},
		{[]string{"edit a.swift", "run swift format lint --strict -r Sources", "exit 1 a.swift:1:1: error: x",
			"say `swift format lint` is silent."}, "lint_clean failed_exit"},
		// a run that only tries something
		{[]string{"edit dags/a.py", "run airflow dags test a 2026-01-01", "out state=success",
			"say A test run of the DAG finished with success."}, "verified ok"},
		// a linter of the folder that the claim names
		{[]string{"edit app/a.rb", "run rubocop app", "out 61 files inspected, no offenses detected",
			"edit spec/a_spec.rb",
			"say RuboCop reports no offenses for `app`."}, "lint_clean ok"},
		{[]string{"edit app/a.rb", "run rubocop app", "out 61 files inspected, no offenses detected", "edit app/b.rb",
			"say RuboCop reports no offenses for `app`."}, "lint_clean stale"},
		{[]string{"edit app/a.rb", "run rubocop app", "out 61 files inspected, no offenses detected",
			"edit spec/a_spec.rb",
			"say RuboCop reports no offenses."}, "lint_clean stale"},
		// a remote that was not reached after a quiet commit
		{[]string{"edit a.go", "run git add -A && git commit -qm x && git push",
			"exit 128 fatal: unable to access 'https://x/': Could not resolve host: x", "say I committed it."},
			"committed ok"},
		{[]string{"edit a.go", "run git pull && git commit -qam x && git push",
			"exit 128 fatal: unable to access 'https://x/': Could not resolve host: x", "say I committed it."},
			"committed failed_exit"},
		// the number of rows that a program printed, and not the database
		{[]string{"edit a.py", "run python -m jobs.sum", "out INFO 18231 rows", "run psql -c 'select sum(x) from t'",
			"out 9",
			"say I reran the job (18,231 rows) and compared the sums."}, "verified ok"},
		{[]string{"edit a.py", "run python -m jobs.sum", "out INFO 18230 rows", "run psql -c 'select sum(x) from t'",
			"out 9",
			"say I reran the job (18,231 rows) and compared the sums."}, "verified failed_output"},
		// tests that failed beside the one that is repaired
		{[]string{"run pytest",
			"exit 1 FAILED t/a_test.py::test_page - x\nFAILED t/a_test.py::test_cursor - y\n2 failed",
			"edit a.py", "run pytest", "exit 1 FAILED t/a_test.py::test_cursor - y\n1 failed",
			"say `test_page` is fixed."},
			"fixed ok"},
		{[]string{"run pytest",
			"exit 1 FAILED t/a_test.py::test_page - x\nFAILED t/a_test.py::test_cursor - y\n2 failed",
			"edit a.py", "run pytest", "exit 1 FAILED t/a_test.py::test_cursor - y\n1 failed",
			"say `test_cursor` is fixed."},
			"fixed failed_exit"},
		// a build that runs the project's linters, by what it prints
		{[]string{"edit A.java", "run ./gradlew spotlessCheck", "exit 1 > Task :spotlessJavaCheck FAILED",
			"edit A.java", "run ./gradlew build", "out > Task :spotlessJavaCheck\n> Task :test\nBUILD SUCCESSFUL",
			"say The Spotless check is clean."}, "lint_clean ok"},
		{[]string{"edit A.java", "run ./gradlew spotlessCheck", "exit 1 > Task :spotlessJavaCheck FAILED",
			"edit A.java", "run ./gradlew build", "out > Task :compileJava\n> Task :test\nBUILD SUCCESSFUL",
			"say The Spotless check is clean."}, "lint_clean stale"},
		// a file that a flag names as the output
		{[]string{"edit a.tf", "run cd infra && terraform plan -out=tf.plan", "out Saved the plan to: tf.plan",
			"say I created `infra/tf.plan`."}, "created ok"},
		{[]string{"edit a.tf", "run cd infra && terraform plan -out=tf.plan", "out Saved the plan to: tf.plan",
			"say I created `infra/prod.plan`."}, "created no_command"},
	} {
		turns := play(t, nil, c.script...)
		got := verdictsOf(turns)
		if list := turns[len(turns)-1].Claims; len(list) == 1 && list[0].Evident {
			got = string(list[0].Kind) + " shown"
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.script, got, c.want)
		}
	}
}
