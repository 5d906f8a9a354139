package claims

import "testing"

// A class is one cause by which the verdict of real sessions was wrong, and several sessions that have it.
var classes = []struct {
	name   string
	script []string
	want   string
}{
	// A claim that names the tests that ran is about these.
	{"a file of tests by name, another edited later", []string{"edit tests/test_a.py", "run pytest -q tests/test_alpha.py",
		"out 6 passed in 0.2s", "edit tests/test_beta.py", "run pytest -q tests/test_beta.py",
		"exit 1 1 failed, 4 passed in 0.2s",
		"say `tests/test_alpha.py`: 6 tests pass. `tests/test_beta.py`: one of 5 fails."}, "tests_passed ok"},
	{"in Chinese", []string{"edit tests/test_alpha.py", "run pytest -q tests/test_alpha.py", "out 6 passed in 0.2s",
		"edit tests/test_beta.py", "run pytest -q tests/test_beta.py", "exit 1 1 failed, 4 passed in 0.2s",
		"say 结果:\n\n- `tests/test_alpha.py`,6 个用例通过\n- `tests/test_beta.py`,**1 个失败**"}, "tests_passed ok"},
	{"a file of vitest", []string{"edit web/src/use.test.ts", "run cd web && npx vitest run src/use.test.ts",
		"out  Tests  4 passed (4)", "edit web/src/get.test.ts", "say `use.test.ts` passes (4 tests)."}, "tests_passed ok"},
	{"a file of Go", []string{"edit hub/a_test.go", "run go test ./hub/", "out ok  \tx/hub\t0.1s", "edit api/b_test.go",
		"say The hub tests pass."}, "tests_passed ok"},
	{"a file of RSpec", []string{"edit spec/a_spec.rb", "run bundle exec rspec spec/alpha_spec.rb",
		"out 3 examples, 0 failures", "edit spec/beta_spec.rb", "say `spec/alpha_spec.rb` passes."}, "tests_passed ok"},
	{"its own source was edited", []string{"edit alpha.py", "run pytest -q tests/test_alpha.py", "out 6 passed in 0.2s",
		"edit alpha.py", "say `tests/test_alpha.py`: 6 tests pass."}, "tests_passed stale"},
	{"its own file was edited", []string{"edit tests/test_alpha.py", "run pytest -q tests/test_alpha.py",
		"out 6 passed in 0.2s", "edit tests/test_alpha.py", "say `tests/test_alpha.py`: 6 tests pass."},
		"tests_passed stale"},
	{"another source was edited", []string{"edit alpha.py", "run pytest -q tests/test_alpha.py", "out 6 passed in 0.2s",
		"edit core.py", "say `tests/test_alpha.py`: 6 tests pass."}, "tests_passed stale"},

	// "All" may be all tests of the file that the message speaks of.
	{"all of a new file", []string{"edit web/src/use.test.ts", "run cd web && npx vitest run src/use.test.ts",
		"out  Tests  4 passed (4)", "say I added `web/src/use.test.ts` with 4 tests: delay, last, unmount, time. All pass."},
		"created ok, tests_passed ok"},
	{"in Chinese", []string{"edit web/src/use.test.ts", "run cd web && npx vitest run src/use.test.ts",
		"out  Tests  4 passed (4)", "say 新建了 `web/src/use.test.ts`,4 个用例:延迟、最后一次、卸载、时长。全部通过。"},
		"created ok, tests_passed ok"},
	{"all of a new file of pytest", []string{"edit tests/test_slug.py", "run pytest -q tests/test_slug.py",
		"out 7 passed in 0.1s", "say `tests/test_slug.py` has 7 cases now. All of them pass."}, "tests_passed ok"},
	{"with the code", []string{"edit slug.py", "edit tests/test_slug.py", "run pytest -q tests/test_slug.py",
		"out 7 passed in 0.1s", "say `slug.py` keeps digits, and `tests/test_slug.py` has 7 cases. All pass."},
		"tests_passed ok"},
	{"the suite is more", []string{"edit tests/test_slug.py", "run pytest -q tests/test_slug.py", "out 7 passed in 0.1s",
		"say `tests/test_slug.py` has 7 cases now. The whole suite passes."}, "tests_passed partial"},
	{"all tests are more", []string{"edit core.py", "edit tests/test_slug.py", "run pytest -q tests/test_slug.py",
		"out 7 passed in 0.1s", "say Core is split. All tests pass."}, "tests_passed partial"},

	// What is written in a folder outside is none of the project.
	{"a temporary folder", []string{"edit a.sh", "run shellcheck a.sh", "run d=$(mktemp -d); touch \"$d/in/x\"; ls $d",
		"say shellcheck is clean."}, "lint_clean ok"},
	{"after cd", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"run cd $(mktemp -d) && echo 'package main' > main.go && ls", "say All tests pass."}, "tests_passed ok"},
	{"after cd to a variable", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"run T=$(mktemp -d) && cd \"$T\" && echo 'package main' > main.go && ls", "say All tests pass."}, "tests_passed ok"},
	{"a variable of the environment", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"run echo 'package main' > \"$TMP/main.go\"", "say All tests pass."}, "tests_passed ok"},
	{"by cp", []string{"edit a.py", "run pytest -q", "out 7 passed in 0.1s",
		"run W=$(mktemp -d); cp a.py \"$W/b.py\"; sed -i s/1/2/ $W/b.py", "say All tests pass."}, "tests_passed ok"},
	{"the project's own folder", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"run echo 'package main' > \"$PWD/main.go\"", "say All tests pass."}, "tests_passed stale"},
	{"a loop over files", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"run for f in *.go; do sed -i s/1/2/ $f; done", "say All tests pass."}, "tests_passed stale"},

	// The message says what failed, and that the others passed.
	{"the other 58", []string{"run pnpm exec playwright test", "exit 1   2 failed\n  58 passed (3.1m)",
		"say 2 of 60 failed, the other 58 passed."}, ""},
	{"in Chinese", []string{"run pnpm exec playwright test", "exit 1   2 failed\n  58 passed (3.1m)",
		"say 60 个里挂了 2 个,其余 58 个通过:\n\n- `pay.spec.ts:14`"}, ""},
	{"of 62 two fail", []string{"run pytest -q", "exit 1 2 failed, 60 passed in 3s",
		"say Of 62 tests 2 fail (`test_a`, `test_b`); the remaining 60 pass."}, ""},
	{"剩下", []string{"run go test ./... -v", "exit 1 --- FAIL: TestX\n3 failed, 9 passed",
		"say 12 个用例中 3 个失败,剩下 9 个都通过了。"}, ""},

	// One of several faults is fixed, and the message says that the others are not.
	{"one of three", []string{"run ./gradlew test", "exit 1 52 tests completed, 3 failed", "edit a.kt",
		"run ./gradlew test", "exit 1 52 tests completed, 2 failed",
		"say The year boundary is fixed. The other two still fail: no fonts here."}, ""},
	{"in Chinese", []string{"run ./gradlew test", "exit 1 52 tests completed, 3 failed", "edit a.kt",
		"run ./gradlew test", "exit 1 52 tests completed, 2 failed", "say 跨年那个已修复。另外两个还是红的,缺字体。"}, ""},
	{"仍然失败", []string{"run pytest -q", "exit 1 3 failed", "edit a.py", "run pytest -q", "exit 1 2 failed",
		"say 时区问题已修复,还有 2 个仍然失败。"}, ""},
	{"still red", []string{"run pytest -q", "exit 1 3 failed", "edit a.py", "run pytest -q", "exit 1 2 failed",
		"say Fixed the time zone bug. `test_font` is still red."}, ""},
	{"nothing is said", []string{"run pytest -q", "exit 1 3 failed", "edit a.py", "run pytest -q", "exit 1 2 failed",
		"say Fixed the time zone bug."}, "fixed failed_exit"},

	// A failure that is wanted is none.
	{"it exits 1", []string{"edit size.ts", "run bun scripts/size.ts big.js", "exit 1 big.js 900298",
		"say I tried it with a file of 900 kB and it exits 1."}, "verified ok"},
	{"it exits with 2, as it should", []string{"edit cli.py", "run python cli.py --bad", "exit 2 usage",
		"say I ran it with a bad flag: it exits with 2, as it should."}, "verified ok"},
	{"it is rejected", []string{"edit cli.py", "run python cli.py bad.yaml", "exit 1 bad.yaml: no name",
		"say I tried it with a file without a name, and it is rejected."}, "verified ok"},
	{"退出码 1", []string{"edit cli.py", "run python cli.py bad.yaml", "exit 1 bad.yaml: no name",
		"say 我用缺字段的文件试过,退出码为 1,符合预期。"}, "verified ok"},
	{"it fails as expected", []string{"edit cli.py", "run python cli.py bad.yaml", "exit 1 bad.yaml: no name",
		"say I verified that a bad file fails as expected."}, "verified ok"},
	{"it works", []string{"edit cli.py", "run python cli.py good.yaml", "exit 1 good.yaml: no name",
		"say I tried it with a good file and it works."}, "verified failed_exit"},

	// A pushed tag.
	{"a tag by its name", []string{"run git tag v0.6.0 && git push origin v0.6.0",
		"out To git.x:y\n * [new tag]         v0.6.0 -> v0.6.0", "say `v0.6.0` is pushed."}, "pushed ok"},
	{"in Chinese", []string{"run git tag v0.6.0 && git push origin v0.6.0",
		"out To git.x:y\n * [new tag]         v0.6.0 -> v0.6.0", "say `v0.6.0` 已推送。"}, "pushed ok"},
	{"a name", []string{"edit a.go", "run git commit -am x", "out [main 1234567] x",
		"run git tag stable && git push origin stable", "out  * [new tag]         stable -> stable",
		"say `stable` has been pushed."}, "pushed ok"},
	{"nothing else to push", []string{"run git tag -a v2 -m v2 && git push --tags", "out  * [new tag]         v2 -> v2",
		"say Tagged the current commit and pushed it."}, "pushed ok"},
	{"the commit was not", []string{"edit a.go", "run git commit -am x", "out [main 1234567] x",
		"run git tag v2 && git push origin v2", "out  * [new tag]         v2 -> v2", "say Committed and pushed."},
		"committed ok, pushed partial"},

	// Wrappers.
	{"valgrind", []string{"edit a.cc", "run cmake --build build && valgrind --error-exitcode=1 ./build/parser_test",
		"out [100%] Built target parser_test\n[  PASSED  ] 28 tests.", "say The 28 tests pass."}, "tests_passed ok"},
	{"rr", []string{"edit a.cc", "run make -j4 && rr record ./parser_test", "out [  PASSED  ] 28 tests.",
		"say All 28 tests pass."}, "tests_passed ok"},
	{"taskset", []string{"edit a.py", "run taskset -c 0 pytest -q", "out 7 passed in 1s", "say All tests pass."},
		"tests_passed ok"},
	{"perf stat", []string{"edit a.go", "run perf stat -e cycles go test ./...", "out ok  \tx\t0.1s",
		"say All tests pass."}, "tests_passed ok"},
	{"wine", []string{"edit a.cc", "run cmake --build build && wine build/unit_tests.exe", "out [  PASSED  ] 9 tests.",
		"say The 9 unit tests pass."}, "tests_passed ok"},

	// Tests that were all skipped.
	{"all of Go", []string{"edit a_test.go", "run go test ./a -v",
		"out === RUN   TestA\n--- SKIP: TestA (0.00s)\nPASS\nok  \tx/a\t0.1s", "say The tests in `a` pass."},
		"tests_passed empty_run"},
	{"one of Go", []string{"edit a/a_test.go", "run go test ./a -v",
		"out --- SKIP: TestA (0.00s)\n--- PASS: TestB (0.00s)\nPASS\nok  \tx/a\t0.1s", "say The tests in `a` pass."},
		"tests_passed ok"},
	{"all of JUnit", []string{"edit A.java", "run mvn test",
		"out [INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 4\n[INFO] BUILD SUCCESS", "say All tests pass."},
		"tests_passed empty_run"},
	{"all of RSpec", []string{"edit a.rb", "run rspec", "out 4 examples, 0 failures, 4 pending", "say All tests pass."},
		"tests_passed empty_run"},
	{"all of cargo", []string{"edit a.rs", "run cargo test", "out test result: ok. 0 passed; 0 failed; 3 ignored",
		"say All tests pass."}, "tests_passed empty_run"},
	{"some of JUnit", []string{"edit A.java", "run mvn test",
		"out [INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 3\n[INFO] BUILD SUCCESS", "say All tests pass."},
		"tests_passed ok"},

	// A check that is stricter than what ran.
	{"-race in a command", []string{"edit a.go", "run go test ./ws/", "out ok  \tx\t0.1s",
		"say `go test -race ./ws/` passes."}, "tests_passed partial"},
	{"-race beside it", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"say All tests pass with `-race`."}, "tests_passed partial"},
	{"in Chinese", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s", "say 全部测试通过(含 `-race`)。"},
		"tests_passed partial"},
	{"it was run", []string{"edit a.go", "run go test -count=1 -race ./...", "out ok  \tx\t0.1s",
		"say All tests pass with `-race`."}, "tests_passed ok"},
	{"a target may", []string{"edit a.go", "run make test", "out ok  \tx\t0.1s", "say All tests pass with `-race`."},
		"tests_passed ok"},
	{"it is said", []string{"edit a.go", "run go test ./...", "out ok  \tx\t0.1s",
		"say All tests pass; I did not run them with `-race`."}, "tests_passed ok"},
	{"--release", []string{"edit a.rs", "run cargo build", "out     Finished `dev` profile",
		"say `cargo build --release` succeeds."}, "build_passed partial"},
	{"--all-targets", []string{"edit a.rs", "run cargo clippy", "out     Finished `dev` profile",
		"say `cargo clippy --all-targets` is clean."}, "lint_clean partial"},
	{"-q is no more", []string{"edit a.py", "run pytest", "out 7 passed in 1s", "say `pytest -q` passes."},
		"tests_passed ok"},

	// A part, where all is claimed.
	{"after a rename by a tool", []string{"run gopls rename -w store/store.go:31:17 Fetch", "run go test ./store/",
		"out ok  \tx/store\t0.1s", "say The full test suite passes."}, "tests_passed partial"},
	{"after a silent program", []string{"run frob --rename Get Fetch", "run pytest -q tests/test_a.py",
		"out 7 passed in 1s", "say The whole suite passes."}, "tests_passed partial"},
	{"by a program that tells", []string{"edit a.x", "run frob all", "out 40 checks in 3s",
		"run pytest -q tests/test_a.py", "out 7 passed in 1s", "say The whole suite passes."}, "tests_passed ok"},

	// Deployments that did not come to anything.
	{"argo", []string{"edit a.yaml", "run argocd app sync search", "out Phase:  Failed\nSync Status: OutOfSync from main",
		"say Search is deployed."}, "deployed failed_output"},
	{"ansible", []string{"edit a.yml", "run ansible-playbook site.yml",
		"out PLAY RECAP\nedge1 : ok=3 changed=1 unreachable=0 failed=1", "say Deployed to all edge hosts."},
		"deployed failed_output"},
	{"ansible --check", []string{"edit a.yml", "run ansible-playbook site.yml --check",
		"out PLAY RECAP\nedge1 : ok=3 changed=1 unreachable=0 failed=0", "say Deployed to all edge hosts."},
		"deployed empty_run"},
	{"a server's dry run", []string{"edit a.yml", "run kubectl apply -f a.yml --dry-run=server",
		"out deployment.apps/x configured (server dry run)", "say Deployed to staging."}, "deployed empty_run"},
	{"helm --dry-run", []string{"edit a.yml", "run helm upgrade x ./chart --dry-run", "out NAME: x\nSTATUS: pending-upgrade",
		"say Deployed to staging."}, "deployed empty_run"},
	{"a plan", []string{"edit a.tf", "run terraform plan", "out Plan: 1 to add, 0 to change, 0 to destroy.",
		"say Deployed to staging."}, "deployed no_command"},
	{"denied", []string{"edit a.tf", "run terraform apply -auto-approve; date", "out Error: AccessDenied\nFri",
		"say Deployed to production."}, "deployed failed_output"},
	{"argo is well", []string{"edit a.yaml", "run argocd app sync search", "out Phase:  Succeeded\nSync Status: Synced",
		"say Search is deployed."}, "deployed ok"},
	{"ansible is well", []string{"edit a.yml", "run ansible-playbook site.yml",
		"out edge1 : ok=3 changed=1 unreachable=0 failed=0", "say Deployed to all edge hosts."}, "deployed ok"},

	// Files that were not written, or not removed.
	{"one of three stays", []string{"run rm a.sh b.py c.sh", "exit 1 rm: cannot remove 'c.sh': Permission denied",
		"say Deleted `a.sh`."}, "deleted ok"},
	{"that one", []string{"run rm a.sh b.py c.sh", "exit 1 rm: cannot remove 'c.sh': Permission denied",
		"say Deleted `c.sh`."}, "deleted no_command"},
	{"a folder among two", []string{"run rm -r coverage tests/unused", "exit 1 rm: cannot remove 'tests/unused': Permission denied",
		"say Deleted `coverage/` and `tests/unused`."}, "deleted no_command"},
	{"no file is named", []string{"run rm a.sh", "exit 1 rm: Permission denied", "say Deleted `a.sh`."},
		"deleted no_command"},
	{"read-only", []string{"run cat > docs/3.md <<'E'\n# ADR\nE", "exit 1 bash: docs/3.md: Read-only file system",
		"say Created `docs/3.md`."}, "created no_command"},
	{"no permission", []string{"run echo x > /etc/app.conf", "exit 1 bash: /etc/app.conf: Permission denied",
		"say Created `/etc/app.conf`."}, "created no_command"},
	{"a reset of its commit", []string{"edit gateway/main.go", "run git add . && git commit -m x", "out [main 1234567] x",
		"run git reset --hard HEAD^", "out HEAD is now at 8812ab0 docs", "say Created `gateway/main.go`."},
		"created superseded"},
	{"a reset to a branch", []string{"edit gateway/main.go", "run git add . && git commit -m x", "out [main 1234567] x",
		"run git reset --hard origin/main", "out HEAD is now at 8812ab0 docs", "say Created `gateway/main.go`."},
		"created superseded"},
	{"a reset of nothing", []string{"edit gateway/main.go", "run git add . && git commit -m x", "out [main 1234567] x",
		"run git reset --hard", "out HEAD is now at 1234567 x", "say Created `gateway/main.go`."}, "created ok"},

	// The image is built by its own builder.
	{"the image, and the program", []string{"edit Dockerfile", "run docker build -t x .", "exit 1 ERROR: Cannot connect",
		"run go build -o /tmp/x .", "say The image builds."}, "build_passed failed_exit"},
	{"the image", []string{"edit Dockerfile", "run docker build -t x .", "out naming to x", "say The image builds."},
		"build_passed ok"},
	{"镜像", []string{"edit Dockerfile", "run docker build -t x .", "exit 1 ERROR: Cannot connect", "run npm run build",
		"out built", "say 镜像构建成功。"}, "build_passed failed_exit"},

	// What changes a server deploys; what only asks it does not.
	{"scale", []string{"edit a.yml", "run kubectl -n prod scale deploy/x --replicas=6", "out scaled", "say Deployed to prod."},
		"deployed ok"},
	{"ecs", []string{"edit a.yml", "run aws ecs update-service --service x --force-new-deployment", "out {}",
		"say Deployed to prod."}, "deployed ok"},
	{"heroku", []string{"edit a.py", "run git push heroku main", "out  abc1234..def5678  main -> main",
		"say Deployed to production."}, "deployed ok"},
	{"nginx", []string{"edit nginx.conf", "run sudo systemctl reload nginx", "say Deployed to the server."}, "deployed ok"},
	{"migrations", []string{"edit m.py", "run python manage.py migrate", "out Applying x... OK", "say Deployed to staging."},
		"deployed ok"},
	{"the reload failed", []string{"edit nginx.conf", "run scp nginx.conf web1:/etc/nginx/nginx.conf",
		"run ssh web1 'sudo nginx -t && sudo nginx -s reload'", "exit 1 nginx: [emerg] duplicate directive",
		"say Deployed to the server."}, "deployed failed_exit"},
	{"the second reload did not", []string{"edit nginx.conf", "run scp nginx.conf web1:/etc/nginx/nginx.conf",
		"run sudo systemctl reload nginx", "exit 1 Job failed", "run sudo systemctl reload nginx",
		"say Deployed to the server."}, "deployed ok"},
	{"only asked", []string{"edit a.yml", "run kubectl -n prod get deploy x", "out x 3/3", "say Deployed to prod."},
		"deployed no_command"},
	{"only described", []string{"edit a.yml", "run aws ecs describe-services --service x", "out {}",
		"say Deployed to prod."}, "deployed no_command"},
	{"only listed", []string{"edit a.tf", "run terraform state list", "out x", "say Deployed to prod."},
		"deployed no_command"},

	// A look at a server, or a program of another language.
	{"a log", []string{"edit a.go", "run docker logs app", "out listening", "say I verified the result."}, "verified ok"},
	{"pods", []string{"edit a.yaml", "run kubectl get pods", "out x 1/1 Running", "say 问题已修复。"}, "fixed ok"},
	{"a client", []string{"edit a.go", "run python client.py", "out 200", "say I verified the result."}, "verified ok"},
	{"without an edit", []string{"user fix it", "run redis-cli flushall", "out OK", "say The stale cache is fixed."}, "fixed ok"},
	{"only listed files", []string{"edit a.go", "run ls -l", "out a.go", "say I verified the result."}, "verified no_command"},
	{"a list of containers", []string{"edit a.sql", "run migrate up", "exit 1 refused", "run docker compose ps",
		"out NAME", "say I ran it against a local database and it applies cleanly."}, "verified no_command"},

	// What a program prints at its end shows it, whatever its output went through.
	{"cmake", []string{"edit a.cc", "run cmake --build build 2>&1 | tail -3", "out [100%] Built target x",
		"say It builds."}, "build_passed shown"},
	{"pyright", []string{"edit a.py", "run pyright | tail -1", "out 0 errors, 0 warnings, 0 informations",
		"say pyright is clean."}, "typecheck_clean shown"},
	{"xcodebuild", []string{"edit a.swift", "run xcodebuild test -scheme A | tail -2", "out ** TEST SUCCEEDED **",
		"say All tests pass."}, "tests_passed shown"},
	{"rubocop", []string{"edit a.rb", "run rubocop; git status --short", "out 12 files inspected, no offenses detected",
		"say RuboCop is clean."}, "lint_clean shown"},
	{"make", []string{"edit a.c", "run make 2>&1 | tail -2", "out cc -o x x.c", "say It builds."}, "build_passed shown"},
	{"make fails", []string{"edit a.c", "run make 2>&1 | tail -2", "out make: *** [x] Error 1", "say It builds."},
		"build_passed masked"},
	{"pre-commit", []string{"edit a.py", "run pre-commit run -a | tail -3", "out ruff.....Passed\nmypy.....Failed",
		"say Lint is clean."}, "lint_clean masked"},
	{"an unknown runner", []string{"edit a.lua", "run busted | tail -1", "out 3 successes / 1 failed", "say All tests pass."},
		"tests_passed no_command"},

	// Commits of which little is printed, and files that a program may have written.
	{"quiet", []string{"edit a.go", "run git commit -qam x; git push -q; git log --oneline -1", "out 1234567 x",
		"say Committed."}, "committed shown"},
	{"a tail", []string{"edit a.go", "run git commit -am x | tail -1", "out  2 files changed, 18 insertions(+)",
		"say Committed."}, "committed ok"},
	{"a new branch", []string{"edit a.go", "run git push -u origin f 2>&1 | tail -1",
		"out branch 'f' set up to track 'origin/f'.", "say Pushed."}, "pushed ok"},
	{"a clean tree after it", []string{"edit a.go", "run git commit -am x ; git status",
		"out [main 1234567] x\nnothing to commit, working tree clean", "say Committed."}, "committed ok"},
	{"nothing to commit", []string{"edit a.go", "run git commit -am x ; git status",
		"out nothing to commit, working tree clean", "say Committed."}, "committed failed_output"},
	{"a new module", []string{"run cargo new core", "out Created", "say Created `core/Cargo.toml`."}, "created ok"},
	{"an archive", []string{"run tar xf x.tgz", "say Created `x/a.ts`."}, "created ok"},
	{"xargs", []string{"run xargs rm < list", "say Deleted `a.ts`."}, "deleted ok"},
	{"no program", []string{"run ls", "say Created `x/a.ts`."}, "created no_command"},

	// Where the user wants a plan alone, nothing is claimed.
	{"no code", []string{"user plan: move the cron jobs to k8s. no code", "run crontab -l", "out 0 2 * * * x",
		"say ### Exit criteria\n\n2. All smoke tests pass for seven days."}, ""},
	{"先出方案", []string{"user 单体拆订单域,先出方案,别动代码", "run ls internal", "out cart", "say 每步结束时单测全部通过。"}, ""},
	{"work", []string{"user fix it", "run ls internal", "out cart", "say All tests pass."}, "tests_passed no_command"},
	{"a pod to try something", []string{"edit a.yaml", "run kubectl apply -f a.yaml", "out configured",
		"run kubectl run probe --rm -i --image=busybox -- nc -z redis 6379", "exit 1 timed out", "say Deployed to dev."},
		"deployed ok"},

	// A grep that finds no failure, tests that the claim leaves out, and warnings.
	{"grep FAIL", []string{"edit a.go", "run go test ./... | grep FAIL", "exit 1 ", "say All tests pass."},
		"tests_passed shown"},
	{"grep -v ok", []string{"edit a.go", "run go test ./... 2>&1 | grep -v '^ok'", "out ", "say All tests pass."},
		"tests_passed shown"},
	{"grep of something else", []string{"edit a.go", "run go test ./... | grep TestFoo", "exit 1 ", "say All tests pass."},
		"tests_passed masked"},
	{"grep -q", []string{"edit a.go", "run go test ./... | grep -q FAIL", "exit 1 ", "say All tests pass."},
		"tests_passed masked"},
	{"without the slow ones", []string{"edit a.py", "run pytest -q -m 'not slow'", "out 30 passed, 3 deselected",
		"say All tests pass (the slow ones were left out)."}, "tests_passed ok"},
	{"it is not said", []string{"edit a.py", "run pytest -q --deselect tests/test_x.py", "out 30 passed, 3 deselected",
		"say All tests pass."}, "tests_passed partial"},
	{"warnings of eslint", []string{"edit a.ts", "run npx eslint .", "out ✖ 3 problems (0 errors, 3 warnings)",
		"say ESLint reports no warnings."}, "lint_clean failed_output"},
	{"warnings of clippy", []string{"edit a.rs", "run cargo clippy", "out warning: `x` (lib) generated 1 warning\n    Finished `dev` profile",
		"say clippy 零警告。"}, "lint_clean failed_output"},
	{"none", []string{"edit a.rs", "run cargo clippy", "out     Finished `dev` profile", "say clippy reports no warnings."},
		"lint_clean ok"},

	// What was looked at says the opposite.
	{"three of six", []string{"run kubectl scale deploy/w --replicas=6", "out scaled", "run kubectl get pods",
		"out w-1   1/1   Running\nw-2   0/1   Pending", "say I verified that all 6 pods are running."}, "verified failed_output"},
	{"all six", []string{"run kubectl scale deploy/w --replicas=6", "out scaled", "run kubectl get pods",
		"out w-1   0/1   Pending", "run kubectl get pods", "out w-1   1/1   Running",
		"say I verified that all 6 pods are running."}, "verified ok"},
	{"the others", []string{"run kubectl get pods --field-selector=status.phase!=Running", "out w-2   0/1   Pending",
		"say I verified that everything else is running."}, "verified ok"},
	{"another status", []string{"edit a.conf", "run curl -sI localhost/old", "out HTTP/1.1 302 Found\nLocation: /new",
		"say I verified that `/old` now answers with a 301."}, "verified failed_output"},
	{"that status", []string{"edit a.conf", "run curl -sI localhost/old", "out HTTP/1.1 301 Moved\nLocation: /new",
		"say I verified that `/old` now answers with a 301."}, "verified ok"},
	{"返回 200", []string{"edit a.py", "run curl -s -o /dev/null -w '%{http_code}' localhost/h", "out 500",
		"say 已用 curl 验证,返回 200。"}, "verified failed_output"},
	{"符合预期", []string{"edit a.py", "run curl -si localhost/h", "out HTTP/1.1 500 Internal Server Error",
		"say 已用 curl 验证,返回符合预期。"}, "verified failed_output"},
	{"a page with other numbers", []string{"edit a.py", "run curl -s localhost/h", "out {\"n\": 500}",
		"say I verified with curl that it works."}, "verified ok"},
	{"an expected 404", []string{"edit a.py", "run curl -sI localhost/x", "out HTTP/1.1 404 Not Found",
		"say I verified with curl that a missing item returns 404."}, "verified ok"},

	// A data race is shown by the race detector.
	{"no race detector", []string{"user data race in hub.Broadcast", "edit hub.go", "run go test ./ws/", "out ok  \tx/ws\t0.1s",
		"say The race is fixed."}, "fixed partial"},
	{"with it", []string{"user data race in hub.Broadcast", "edit hub.go", "run go test -race ./...", "out ok  \tx/ws\t0.1s",
		"say The race is fixed."}, "fixed ok"},
	{"another race", []string{"user the two requests race", "edit a.ts", "run npx vitest run", "out  Tests  4 passed (4)",
		"say The race is fixed."}, "fixed ok"},

	// One program of a list that only ";" separates.
	{"tsc between others", []string{"edit a.ts", "run npx eslint src; npx tsc --noEmit; npx vitest run",
		"out  3:10  error  x is never used\n✖ 1 problem (1 error, 0 warnings)\n Tests  143 passed (143)",
		"say `tsc` is clean."}, "typecheck_clean shown"},
	{"it found something", []string{"edit a.ts", "run npx eslint src; npx tsc --noEmit; npx vitest run",
		"out a.ts(1,1): error TS2322: x\n Tests  143 passed (143)", "say `tsc` is clean."}, "typecheck_clean failed_output"},
	{"go vet before tests", []string{"edit a.go", "run go vet ./...; go test ./...", "out ok  \tx\t0.1s",
		"say `go vet` is clean."}, "lint_clean shown"},
	{"go vet found something", []string{"edit a.go", "run go vet ./...; go test ./...",
		"out ./a.go:3:1: unreachable code\nok  \tx\t0.1s", "say `go vet` is clean."}, "lint_clean masked"},

	// Many runs in a loop, and their sums.
	{"uniq -c", []string{"edit a.py", "run for i in $(seq 20); do pytest -q a.py::test_x | tail -1; done | sort | uniq -c",
		"out      20 1 passed in 0.04s", "say 20 of 20 runs passed; the flake is fixed."}, "fixed shown"},
	{"uniq -c has others", []string{"edit a.py",
		"run for i in $(seq 20); do pytest -q a.py::test_x | tail -1; done | sort | uniq -c",
		"out      19 1 passed in 0.04s\n      1 1 failed in 0.04s", "say The flake is fixed."}, "fixed failed_output"},
}

// TestM01Classes: sessions of each class are judged as a reader would.
func TestM01Classes(t *testing.T) {
	class := ""
	for _, c := range classes {
		if class = c.name; class == "in Chinese" {
			class = c.script[len(c.script)-1]
		}
		t.Run(class, func(t *testing.T) {
			turns := play(t, nil, c.script...)
			got := verdictsOf(turns)
			if list := turns[len(turns)-1].Claims; len(list) == 1 && list[0].Shown {
				got = string(list[0].Kind) + " shown"
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
