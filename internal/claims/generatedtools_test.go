package claims

// A madeTool is a program of which sessions are generated, with what it prints. Where an output counts tests, it is 42.
type madeTool struct {
	kind   Kind
	file   string // a source on which its result depends
	run    string
	part   string   // a run of a part of the project, of one file
	rerun  string   // a run of what failed before
	passes []string // "" if it prints nothing
	fails  []string // with exit code 1
}

const (
	goFile   = "internal/cart/total.go"
	jsFile   = "src/cart/total.ts"
	pyFile   = "app/totals.py"
	rustFile = "src/totals.rs"
	javaFile = "src/main/java/shop/Totals.java"
	rubyFile = "app/models/total.rb"
	phpFile  = "src/Totals.php"
	netFile  = "src/Shop/Totals.cs"
	cFile    = "src/totals.c"
)

const (
	vitestOK = " ✓ src/cart/total.test.ts (18 tests) 31ms\n ✓ src/cart/tax.test.ts (24 tests) 12ms\n\n" +
		" Test Files  2 passed (2)\n      Tests  42 passed (42)\n   Start at  10:12:01\n   Duration  1.21s"
	vitestBad = " ❯ src/cart/total.test.ts (18 tests | 1 failed) 31ms\n   × totals > rounds 4ms\n" +
		"     → expected 3 to be 4\n\n Test Files  1 failed | 1 passed (2)\n" +
		"      Tests  1 failed | 41 passed (42)\n" +
		"   Duration  1.30s"
	jestOK = "PASS src/cart/total.test.ts\nPASS src/cart/tax.test.ts\n\nTest Suites: 2 passed, 2 total\n" +
		"Tests:       42 passed, 42 total\nSnapshots:   0 total\nTime:        2.01 s\nRan all test suites."
	jestBad = "PASS src/cart/tax.test.ts\nFAIL src/cart/total.test.ts\n  ● totals › rounds\n\n" +
		"    expect(received).toBe(4)\n\n" +
		"Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 41 passed, 42 total\nTime:        2.2 s"
	pytestOK = "============================= test session starts ==============================\n" +
		"platform linux -- Python 3.12.3, pytest-8.2.0\ncollected 42 items\n\ntests/test_totals.py ....... [ 40%]\n" +
		"tests/test_tax.py .......... [100%]\n\n============================== 42 passed in " +
		"1.31s =============================="
	pytestBad = "collected 42 items\n\ntests/test_totals.py .F. [ 40%]\n\n" +
		"=================================== FAILURES ====\n" +
		"E       assert 3 == 4\n=========================== short test summary info ============================\n" +
		"FAILED tests/test_totals.py::test_rounds - assert 3 == 4\n" +
		"========================= 1 failed, 41 passed in 1.40s ========================="
	goOut = "ok  \tshop/internal/cart\t0.412s\nok  \tshop/internal/tax\t0.020s\n?   \tshop/cmd/shop\t[no test files]"
	goBad = "--- FAIL: TestTotal (0.00s)\n    total_test.go:12: got 3, want 4\nFAIL\n" +
		"FAIL\tshop/internal/cart\t0.412s\nFAIL"
	mvnOut = "[INFO] Tests run: 42, Failures: 0, Errors: 0, Skipped: 0\n[INFO]\n[INFO] BUILD SUCCESS\n" +
		"[INFO] Total time:  4.2 s"
	mvnBad = "[ERROR] Tests run: 42, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n" +
		"[ERROR] Failed to execute goal surefire:test: There are test failures."
	gradleOut = "> Task :compileJava\n> Task :test\n\nBUILD SUCCESSFUL in 4s\n" +
		"5 actionable tasks: 2 executed, 3 up-to-date"
	gradleBad = "> Task :test FAILED\n\nTotalsTest > rounds() FAILED\n" +
		"    AssertionFailedError at TotalsTest.java:12\n\n" +
		"42 tests completed, 1 failed\n\nFAILURE: Build failed with an exception.\n\nBUILD FAILED in 4s"
	npmBad = "\nnpm error code 1"
)

// madeTests are runners of tests.
var madeTests = []madeTool{
	{TestsPassed, goFile, "go test ./...", "go test ./internal/tax", "go test -run TestTotal ./internal/cart",
		[]string{goOut, "ok  \tshop/internal/cart\t(cached)\nok  \tshop/internal/tax\t(cached)"},
		[]string{goBad, "# shop/internal/cart\ninternal/cart/total.go:9:2: undefined: x\n" +
			"FAIL\tshop/internal/cart [build failed]\nFAIL"}},
	{TestsPassed, goFile, "gotestsum ./...", "gotestsum ./internal/tax", "",
		[]string{"✓  internal/cart (412ms)\n✓  internal/tax (20ms)\n\nDONE 42 tests in 0.801s"},
		[]string{"✖  internal/cart (412ms)\n\n=== Failed\n=== FAIL: internal/cart TestTotal (0.00s)\n" +
			"    total_test.go:12: got 3, want 4\n\nDONE 42 tests, 1 failure in 0.811s"}},
	{TestsPassed, pyFile, "pytest -q", "pytest -q tests/test_tax.py", "pytest --lf",
		[]string{"..........................................                               [100%]\n" +
			"42 passed in 1.31s"},
		[]string{"F.........................................  [100%]\nFAILED tests/test_totals.py::test_rounds - " +
			"assert 3 == 4\n" +
			"1 failed, 41 passed in 1.40s"}},
	{TestsPassed, pyFile, "uv run pytest", "uv run pytest tests/test_tax.py", "uv run pytest --last-failed",
		[]string{pytestOK}, []string{pytestBad}},
	{TestsPassed, pyFile, "python -m pytest tests/ -v", "python -m pytest tests/test_tax.py -v",
		"python -m pytest --lf",
		[]string{pytestOK}, []string{pytestBad, "ERROR tests/test_totals.py - ImportError: cannot import name 'x'\n" +
			"=========================== 1 error in 0.20s ==========================="}},
	{TestsPassed, pyFile, "tox", "", "", []string{"  py311: OK (9.21=setup[2.1]+cmd[7.11] seconds)\n" +
		"  py312: OK (8.1 seconds)\n" +
		"  congratulations :) (17.40 seconds)"}, []string{"py312: FAIL code 1 (8.1 seconds)\n" +
		"  py311: OK (9.21 seconds)\n" +
		"  py312: FAIL code 1 (8.10 seconds)\n  evaluation failed :( (17.4 seconds)"}},
	{TestsPassed, pyFile, "nox -s tests", "", "", []string{"nox > Running session tests\nnox > pytest\n" +
		"42 passed in 1.31s\n" +
		"nox > Session tests was successful."}, []string{"nox > pytest\n1 failed, 41 passed in 1.40s\n" +
		"nox > Command pytest failed with exit code 1\nnox > Session tests failed."}},
	{TestsPassed, pyFile, "python -m unittest discover", "python -m unittest tests.test_tax", "",
		[]string{".........\n----------------------------------------------------------------------\n" +
			"Ran 42 tests in 0.013s\n\nOK"},
		[]string{"..F\n======\nFAIL: test_rounds (tests.test_totals.Totals)\nAssertionError: 3 != 4\n------\n" +
			"Ran 42 tests in 0.013s\n\nFAILED (failures=1)"}},
	{TestsPassed, pyFile, "python manage.py test", "python manage.py test tax", "",
		[]string{"Found 42 test(s).\nSystem check identified no issues (0 silenced).\n.......\n" +
			"Ran 42 tests in 0.9s\n\nOK\n" +
			"Destroying test database for alias 'default'..."},
		[]string{"Found 42 test(s).\n..F\nRan 42 tests in 0.9s\n\nFAILED (failures=1)\n" +
			"Destroying test database for alias 'default'..."}},
	{TestsPassed, jsFile, "npm test", "npm test -- tax", "", []string{"\n> shop@1.2.0 test\n> jest\n\n" + jestOK},
		[]string{"\n> shop@1.2.0 test\n> jest\n\n" + jestBad + npmBad}},
	{TestsPassed, jsFile, "npm run test:unit", "", "", []string{"> shop@1.2.0 test:unit\n> vitest run\n" +
		"\n" + vitestOK},
		[]string{"> shop@1.2.0 test:unit\n> vitest run\n\n" + vitestBad + npmBad}},
	{TestsPassed, jsFile, "pnpm test", "pnpm test tax", "", []string{"> shop@1.2.0 test\n> vitest run\n" +
		"\n" + vitestOK},
		[]string{vitestBad + "\n ELIFECYCLE  Test failed. See above for more details."}},
	{TestsPassed, jsFile, "yarn test", "yarn test src/cart/tax.test.ts", "", []string{"yarn run v1.22.22\n" +
		"$ jest\n" + jestOK +
		"\nDone in 3.10s."}, []string{jestBad + "\nerror Command failed with exit code 1."}},
	{TestsPassed, jsFile, "bun test", "bun test src/cart/tax.test.ts", "", []string{"bun test v1.1.0\n\n" +
		" 42 pass\n 0 fail\n" +
		" 80 expect() calls\nRan 42 tests across 2 files. [120.00ms]"},
		[]string{"(fail) totals > rounds [0.4ms]\n\n 41 pass\n" +
			" 1 fail\nRan 42 tests across 2 files. [120.00ms]"}},
	{TestsPassed, jsFile, "npx vitest run", "npx vitest run src/cart/tax.test.ts", "", []string{vitestOK},
		[]string{vitestBad}},
	{TestsPassed, jsFile, "npx jest", "npx jest src/cart/tax.test.ts", "npx jest --onlyFailures", []string{jestOK},
		[]string{jestBad}},
	{TestsPassed, jsFile, "npx mocha", "npx mocha test/tax.spec.js", "", []string{"  totals\n    ✔ rounds\n\n" +
		"  42 passing (31ms)"},
		[]string{"  totals\n    1) rounds\n\n  41 passing (31ms)\n  1 failing\n\n  1) totals\n     rounds:\n" +
			"     AssertionError: expected 3 to equal 4"}},
	{TestsPassed, jsFile, "npx playwright test", "npx playwright test e2e/tax.spec.ts",
		"npx playwright test --last-failed",
		[]string{"Running 42 tests using 4 workers\n\n  42 passed (18.2s)"},
		[]string{"Running 42 tests using 4 workers\n\n  1) [chromium] › e2e/cart.spec.ts:12:5 › total ───\n\n" +
			"    Error: expect(locator).toHaveText failed\n\n  1 failed\n" +
			"    [chromium] › e2e/cart.spec.ts:12:5 › total ──\n" +
			"  41 passed (19.0s)"}},
	{TestsPassed, jsFile, "npx cypress run", "npx cypress run --spec cypress/e2e/tax.cy.ts", "",
		[]string{"  (Run Finished)\n\n  ✔  cart.cy.ts   00:04  30  30  -  -  -\n" +
			"  ✔  tax.cy.ts  00:02  12  12  -  -  -\n" +
			"  ✔  All specs passed!  00:06  42  42  -  -  -"},
		[]string{"  (Run Finished)\n\n  ✖  cart.cy.ts   00:04  30  29  1  -  -\n" +
			"  ✖  1 of 2 failed (50%)  00:06  42  41  1  -  -"}},
	{TestsPassed, jsFile, "node --test", "node --test test/tax.test.js", "", []string{"▶ totals\n" +
		"  ✔ rounds (0.5ms)\n" +
		"ℹ tests 42\nℹ suites 2\nℹ pass 42\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0", "TAP version 13\n# tests 42\n" +
		"# pass 42\n# fail 0"},
		[]string{"✖ rounds (0.5ms)\nℹ tests 42\nℹ pass 41\nℹ fail 1\n\n✖ failing tests:"}},
	{TestsPassed, jsFile, "deno test -A", "deno test -A src/tax_test.ts", "",
		[]string{"running 42 tests from ./src/cart_test.ts\n" +
			"rounds ... ok (1ms)\n\nok | 42 passed | 0 failed (31ms)"}, []string{"rounds ... FAILED (1ms)\n\n" +
			" FAILURES\n\n" +
			"FAILED | 41 passed | 1 failed (31ms)\n\nerror: Test failed"}},
	{TestsPassed, rustFile, "cargo test", "cargo test tax", "", []string{"   Compiling shop v0.1.0\n" +
		"    Finished `test` profile in 2s\n" +
		"     Running unittests src/lib.rs\n\nrunning 42 tests\ntest totals::rounds ... ok\n\n" +
		"test result: ok. 42 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s"},
		[]string{"running 42 tests\ntest totals::rounds ... FAILED\n\nfailures:\n    totals::rounds\n\n" +
			"test result: FAILED. 41 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n\n" +
			"error: test failed, to rerun pass `--lib`",
			"error[E0308]: mismatched types\n --> src/totals.rs:4:9\n\n" +
				"error: could not compile `shop` (lib test) due to 1 previous error"}},
	{TestsPassed, rustFile, "cargo nextest run", "cargo nextest run tax", "",
		[]string{"    Starting 42 tests across 2 binaries\n" +
			"        PASS [   0.004s] shop totals::rounds\n------------\n     Summary [   0.121s] 42 tests run: 42 " +
			"passed, 0 skipped"},
		[]string{"        FAIL [   0.004s] shop totals::rounds\n------------\n" +
			"     Summary [   0.121s] 42 tests run: 41 passed, 1 failed, 0 skipped\nerror: test run failed"}},
	{TestsPassed, javaFile, "mvn test", "mvn test -Dtest=TaxTest", "", []string{mvnOut}, []string{mvnBad}},
	{TestsPassed, javaFile, "./mvnw -B verify", "./mvnw -B test -Dtest=TaxTest", "", []string{mvnOut},
		[]string{mvnBad}},
	{TestsPassed, javaFile, "./gradlew test", "./gradlew test --tests TaxTest", "", []string{gradleOut},
		[]string{gradleBad}},
	{TestsPassed, javaFile, "sbt test", "", "", []string{"[info] Total number of tests run: 42\n" +
		"[info] Tests: succeeded 42, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.\n" +
		"[success] Total time: 9 s"},
		[]string{"[info] Tests: succeeded 41, failed 1, canceled 0\n[info] *** 1 TEST FAILED ***\n" +
			"[error] Failed tests:\n" +
			"[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful"}},
	{TestsPassed, rubyFile, "bundle exec rspec", "bundle exec rspec spec/tax_spec.rb",
		"bundle exec rspec --only-failures",
		[]string{"..........................................\n\nFinished in 0.9 seconds (files took 1.1 seconds " +
			"to load)\n" +
			"42 examples, 0 failures"}, []string{"..F...\n\nFailures:\n\n  1) Total rounds\n     expected: 4\n" +
			"          got: 3\n\n" +
			"42 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/total_spec.rb:9 # Total rounds"}},
	{TestsPassed, rubyFile, "bin/rails test", "bin/rails test test/models/tax_test.rb", "",
		[]string{"Running 42 tests in parallel\n" +
			"......\n\nFinished in 1.2s\n42 runs, 90 assertions, 0 failures, 0 errors, 0 skips"},
		[]string{"F\n\nFailure:\nTotalTest#test_rounds\n\n42 runs, 90 assertions, 1 failures, 0 errors, 0 skips"}},
	{TestsPassed, rubyFile, "bundle exec rake test", "", "", []string{"42 runs, 90 assertions, 0 failures, " +
		"0 errors, 0 skips"},
		[]string{"42 runs, 90 assertions, 1 failures, 0 errors, 0 skips\nrake aborted!\n" +
			"Command failed with status (1)"}},
	{TestsPassed, phpFile, "vendor/bin/phpunit", "vendor/bin/phpunit tests/TaxTest.php", "",
		[]string{"PHPUnit 11.2.0\n\n" +
			"..........................................   42 / 42 (100%)\n\nTime: 00:00.120, Memory: 12.00 MB\n\n" +
			"OK (42 tests, 90 assertions)"},
		[]string{"PHPUnit 11.2.0\n\n..F\n\nThere was 1 failure:\n\n1) TotalsTest::testRounds\n\nFAILURES!\n" +
			"Tests: 42, Assertions: 90, Failures: 1."}},
	{TestsPassed, phpFile, "vendor/bin/pest", "vendor/bin/pest tests/Unit/TaxTest.php", "",
		[]string{"   PASS  Tests\\Unit\\TotalsTest\n" +
			"  ✓ it rounds\n\n  Tests:    42 passed (90 assertions)\n  Duration: 0.31s"},
		[]string{"   FAIL  Tests\\Unit\\TotalsTest\n  ⨯ it rounds\n\n" +
			"  Tests:    1 failed, 41 passed (90 assertions)\n  Duration: 0.31s"}},
	{TestsPassed, phpFile, "php artisan test", "php artisan test --filter TaxTest", "",
		[]string{"   PASS  Tests\\Feature\\CartTest\n\n" +
			"  Tests:    42 passed (90 assertions)\n  Duration: 1.31s"},
		[]string{"   FAIL  Tests\\Feature\\CartTest\n\n" +
			"  Tests:    1 failed, 41 passed (90 assertions)"}},
	{TestsPassed, netFile, "dotnet test", "dotnet test --filter TaxTests", "",
		[]string{"  Determining projects to restore...\n" +
			"Passed!  - Failed:     0, Passed:    42, Skipped:     0, Total: " +
			"   42, Duration: 120 ms - Shop.Tests.dll (net8.0)"},
		[]string{"  Failed Rounds [12 ms]\n  Assert.Equal() Failure\n" +
			"Failed!  - Failed:     1, Passed:    41, Skipped:     0, Total:    42"}},
	{TestsPassed, cFile, "ctest --test-dir build", "ctest --test-dir build -R tax",
		"ctest --test-dir build --rerun-failed",
		[]string{"100% tests passed, 0 tests failed out of 42\n\nTotal Test time (real) =   1.02 sec"},
		[]string{"98% tests passed, 1 tests failed out of 42\n\nThe following tests FAILED:\n" +
			"\t  3 - totals (Failed)\n" +
			"Errors while running CTest"}},
	{TestsPassed, cFile, "bazel test //...", "bazel test //src:tax_test", "",
		[]string{"//src:tax_test   PASSED in 0.4s\n" +
			"//src:totals_test   PASSED in 0.4s\n\nExecuted 42 out of 42 tests: 42 tests pass."}, []string{"//src:totals_test  FAILED in 0.4s\n\n" +
			"Executed 42 out of 42 tests: 41 tests pass and 1 fails locally."}},
	{TestsPassed, cFile, "make test", "", "", []string{"cc -o t src/totals.c\n./t\n42 tests passed"},
		[]string{"./t\nFAIL: rounds\nmake: *** [Makefile:9: test] Error 1"}},
	{TestsPassed, "lib/totals.ex", "mix test", "mix test test/tax_test.exs", "mix test --failed",
		[]string{"Running ExUnit with seed: 0\n\n" +
			"..........................................\nFinished in 0.2 seconds\n42 tests, 0 failures"},
		[]string{"  1) test rounds (TotalsTest)\n" +
			"     test/totals_test.exs:4\n\nFinished in 0.2 seconds\n42 tests, 1 failure"}},
	{TestsPassed, "Sources/Shop/Totals.swift", "swift test", "swift test --filter TaxTests", "",
		[]string{"Test Suite 'All tests' passed\n" +
			"\t Executed 42 tests, with 0 failures (0 unexpected) in 0.012 (0.014) seconds"},
		[]string{"Test Suite 'All tests' failed\n" +
			"\t Executed 42 tests, with 1 failure (0 unexpected) in 0.012 (0.014) seconds\n" +
			"error: Exited with unexpected signal code 1"}},
	{TestsPassed, "lib/totals.dart", "flutter test", "flutter test test/tax_test.dart", "",
		[]string{"00:03 +42: All tests passed!"},
		[]string{"00:02 +41 -1: totals rounds [E]\n  Expected: <4>\n    Actual: <3>\n\n" +
			"00:03 +41 -1: Some tests failed."}},
	{TestsPassed, "src/shop/totals.clj", "lein test", "", "", []string{"lein test shop.totals-test\n\n" +
		"Ran 42 tests containing 90 assertions.\n" +
		"0 failures, 0 errors."}, []string{"FAIL in (rounds) (totals_test.clj:9)\n\n" +
		"Ran 42 tests containing 90 assertions.\n" +
		"1 failures, 0 errors.\nTests failed."}},
	{TestsPassed, "src/totals.zig", "zig build test", "", "", []string{"",
		"Build Summary: 3/3 steps succeeded; 42/42 tests passed"},
		[]string{"error: 'totals.test.rounds' failed\nBuild Summary: 1/3 steps succeeded; 1 failed; " +
			"41/42 tests passed; 1 failed"}},
	{TestsPassed, "bin/totals.sh", "bats test", "bats test/tax.bats", "", []string{"1..42\nok 1 rounds\n" +
		"ok 2 adds tax",
		"totals.bats\n ✓ rounds\n ✓ adds tax\n\n42 tests, 0 failures"}, []string{"1..42\nnot ok 1 rounds\n" +
		"# (in test file test/totals.bats, line 9)\nok 2 adds tax",
		"totals.bats\n ✗ rounds\n ✓ adds tax\n\n42 tests, 1 failure"}},
	{TestsPassed, goFile, "just test", "", "", []string{"go test ./...\n" + goOut},
		[]string{"go test ./...\n" + goBad +
			"\nerror: Recipe `test` failed on line 4 with exit code 1"}},
	{TestsPassed, goFile, "task test", "", "", []string{"task: [test] go test ./...\n" + goOut},
		[]string{"task: [test] go test ./...\n" +
			goBad + "\ntask: Failed to run task \"test\": exit status 1"}},
	{TestsPassed, jsFile, "npx nx run-many -t test", "npx nx test tax", "",
		[]string{"   ✔  nx run cart:test (3s)\n   ✔  nx run tax:test (2s)\n\n" +
			" NX   Successfully ran target test for 2 projects (5s)"}, []string{"   ✖  nx run cart:test\n\n" +
			" NX   Running target test for 2 projects failed\n\n" +
			"Failed tasks:\n\n- cart:test"}},
	{TestsPassed, jsFile, "pnpm turbo run test", "pnpm turbo run test --filter=tax", "",
		[]string{" Tasks:    4 successful, 4 total\n" +
			"Cached:    2 cached, 4 total\n  Time:    8.1s"}, []string{"cart#test: command (/app/cart) " +
			"pnpm run test exited (1)\n\n Tasks:    3 successful, 4 total\n" +
			" Failed:    cart#test\n\n ERROR  run failed: command  exited (1)"}},
}

// madeChecks are builds, linters and type checkers.
var madeChecks = []madeTool{
	{BuildPassed, goFile, "go build ./...", "", "", []string{""}, []string{"# shop/internal/cart\n" +
		"internal/cart/total.go:9:2: undefined: x"}},
	{BuildPassed, jsFile, "npm run build", "", "", []string{"> shop@1.2.0 build\n> vite build\n\n" +
		"✓ 182 modules transformed.\n" +
		"dist/index.html  0.46 kB\n✓ built in 2.31s"}, []string{"> shop@1.2.0 build\n> vite build\n\n" +
		"error during build:\n" +
		"[vite]: Rollup failed to resolve import \"x\" from \"src/cart/total.ts\"." + npmBad}},
	{BuildPassed, jsFile, "npx next build", "", "", []string{" ✓ Compiled successfully\n" +
		" ✓ Generating static pages (9/9)\n\nRoute (app)  Size"},
		[]string{"Failed to compile.\n\n./src/cart/total.ts:9:2\nType error: Cannot find name 'x'."}},
	{BuildPassed, jsFile, "npx webpack --mode production", "", "", []string{"asset main.js 120 KiB [emitted]\n" +
		"webpack 5.91.0 compiled successfully in 1204 ms"},
		[]string{"ERROR in ./src/cart/total.ts 9:2\nModule not found: Error: Can't resolve 'x'\n\n" +
			"webpack 5.91.0 compiled with 1 error in 1204 ms"}},
	{BuildPassed, rustFile, "cargo build", "", "", []string{"   Compiling shop v0.1.0\n" +
		"    Finished `dev` profile [unoptimized + debuginfo] target(s) in 2.1s"},
		[]string{"error[E0308]: mismatched types\n --> src/totals.rs:4:9\n" +
			"error: could not compile `shop` (lib) due to 1 previous error"}},
	{BuildPassed, javaFile, "./gradlew assemble", "", "", []string{"BUILD SUCCESSFUL in 4s\n" +
		"3 actionable tasks: 3 executed"},
		[]string{"> Task :compileJava FAILED\nTotals.java:9: error: cannot find symbol\n\nBUILD FAILED in 2s"}},
	{BuildPassed, javaFile, "mvn -q compile", "", "", []string{""}, []string{"[ERROR] COMPILATION ERROR :\n" +
		"[ERROR] Totals.java:[9,2] cannot find symbol\n" +
		"[ERROR] Failed to execute goal compile"}},
	{BuildPassed, netFile, "dotnet build", "", "", []string{"Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n" +
		"\nTime Elapsed 00:00:03.10"},
		[]string{"Totals.cs(9,2): error CS0103: The name 'x' does not exist\n\nBuild FAILED.\n    0 Warning(s)\n" +
			"    1 Error(s)"}},
	{BuildPassed, cFile, "cmake --build build", "", "", []string{"[ 50%] Building C object totals.c.o\n" +
		"[100%] Linking C executable shop\n[100%] Built target shop"},
		[]string{"src/totals.c:9:2: error: 'x' undeclared\ngmake[2]: *** [totals.c.o] Error 1\n" +
			"gmake: *** [Makefile:136: all] Error 2"}},
	{BuildPassed, cFile, "make", "", "", []string{"cc -O2 -c src/totals.c\ncc -o shop totals.o",
		"make: Nothing to be done for 'all'."},
		[]string{"src/totals.c:9:2: error: 'x' undeclared\nmake: *** [Makefile:4: totals.o] Error 1"}},
	{BuildPassed, jsFile, "docker build -t shop .", "", "", []string{"#9 exporting to image\n" +
		"#9 writing image sha256:9f2c done\n#9 naming to docker.io/library/shop done"},
		[]string{"#8 ERROR: process \"/bin/sh -c npm run build\" did not complete successfully: exit code: 1\n" +
			"ERROR: failed to solve: process \"/bin/sh -c npm run build\" " +
			"did not complete successfully: exit code: 1"}},
	{BuildPassed, "Sources/Shop/Totals.swift", "swift build", "", "",
		[]string{"[3/3] Compiling Shop Totals.swift\nBuild complete! (2.10s)"},
		[]string{"Totals.swift:9:2: error: cannot find 'x' in scope\nerror: emit-module command failed with exit " +
			"code 1"}},
	{BuildPassed, "lib/totals.dart", "flutter build web", "", "", []string{"Compiling lib/main.dart for the " +
		"Web...   12.1s\n✓ Built build/web"},
		[]string{"lib/totals.dart:9:2: Error: Undefined name 'x'.\nError: Failed to compile application for the " +
			"Web."}},
	{BuildPassed, pyFile, "python -m build", "", "", []string{"* Building wheel...\n" +
		"Successfully built shop-1.0.tar.gz and shop-1.0-py3-none-any.whl"},
		[]string{"ERROR Backend subprocess exited when trying to invoke build_wheel"}},

	{LintClean, jsFile, "npx eslint .", "npx eslint src/cart/tax.ts", "", []string{""},
		[]string{"/app/src/cart/total.ts\n  9:2  error  'x' is not defined  no-undef\n\n" +
			"✖ 1 problem (1 error, 0 warnings)"}},
	{LintClean, jsFile, "npm run lint", "", "", []string{"> shop@1.2.0 lint\n> eslint ."},
		[]string{"> shop@1.2.0 lint\n> eslint .\n\n/app/src/cart/total.ts\n" +
			"  9:2  error  'x' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)" + npmBad}},
	{LintClean, jsFile, "npx biome check .", "", "", []string{"Checked 42 files in 31ms. No fixes applied."},
		[]string{"src/cart/total.ts:9:2 lint/suspicious/noDoubleEquals\n\n" +
			"Checked 42 files in 31ms. No fixes applied.\nFound 1 error."}},
	{LintClean, jsFile, "npx prettier --check .", "", "", []string{"Checking formatting...\n" +
		"All matched files use Prettier code style!"},
		[]string{"Checking formatting...\n[warn] src/cart/total.ts\n[warn] Code style issues found in the above " +
			"file. Run Prettier with --write to fix."}},
	{LintClean, pyFile, "ruff check .", "ruff check app/tax.py", "", []string{"All checks passed!"},
		[]string{"app/totals.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n" +
			"[*] 1 fixable with the `--fix` option."}},
	{LintClean, pyFile, "uv run flake8", "", "", []string{""}, []string{"./app/totals.py:1:1: F401 'os' " +
		"imported but unused"}},
	{LintClean, goFile, "golangci-lint run", "golangci-lint run ./internal/tax/...", "", []string{"", "0 issues."},
		[]string{"internal/cart/total.go:9:2: ineffectual assignment to x (ineffassign)\n" +
			"1 issues:\n* ineffassign: 1"}},
	{LintClean, goFile, "go vet ./...", "", "", []string{""}, []string{"# shop/internal/cart\n" +
		"internal/cart/total.go:9:2: Printf format %d has arg s of wrong type string"}},
	{LintClean, rustFile, "cargo clippy --all-targets -- -D warnings", "", "",
		[]string{"    Checking shop v0.1.0\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.2s"},
		[]string{"error: this returns unit\n --> src/totals.rs:4:9\nerror: could not compile `shop` (lib) due " +
			"to 1 previous error"}},
	{LintClean, "deploy/run.sh", "shellcheck deploy/run.sh", "", "", []string{""},
		[]string{"In deploy/run.sh line 4:\nrm $x\n   ^-- SC2086 (info): Double quote to prevent globbing"}},
	{LintClean, "Dockerfile", "hadolint Dockerfile", "", "", []string{""},
		[]string{"Dockerfile:3 DL3008 warning: Pin versions in apt get install"}},
	{LintClean, "roles/web/tasks/main.yml", "ansible-lint", "", "", []string{"Passed: 0 failure(s), 0 warning(s) " +
		"on 12 files. Last profile that met the validation criteria was 'production'."},
		[]string{"yaml[truthy]: Truthy value should be one of [false, true]\nroles/web/tasks/main.yml:4\n\n" +
			"Failed: 1 failure(s), 0 warning(s) on 12 files."}},
	{LintClean, rubyFile, "bundle exec rubocop", "", "", []string{"Inspecting 42 files\n" +
		"..........................................\n\n42 files inspected, no offenses detected"},
		[]string{"app/models/total.rb:9:2: C: Style/StringLiterals: Prefer single-quoted strings\n\n" +
			"42 files inspected, 1 offense detected, 1 offense autocorrectable"}},
	{LintClean, "main.tf", "terraform validate", "", "", []string{"Success! The configuration is valid."},
		[]string{"Error: Unsupported argument\n\n  on main.tf line 9, in resource \"x\" \"y\""}},
	{LintClean, "chart/values.yaml", "helm lint chart", "", "", []string{"==> Linting chart\n" +
		"[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed"},
		[]string{"==> Linting chart\n[ERROR] templates/: parse error\n\n" +
			"Error: 1 chart(s) linted, 1 chart(s) failed"}},
	{LintClean, "lib/totals.dart", "flutter analyze", "", "", []string{"Analyzing shop...\n" +
		"No issues found! (ran in 2.1s)"}, []string{"   info • Unused import • lib/totals.dart:1:8 " +
		"• unused_import\n\n1 issue found. (ran in 2.1s)"}},
	{LintClean, phpFile, "vendor/bin/phpcs", "", "", []string{"............ 12 / 12 (100%)\n\n" +
		"Time: 120ms; Memory: 10MB"}, []string{"FILE: src/Totals.php\nFOUND 1 ERROR AFFECTING 1 LINE\n" +
		" 9 | ERROR | Missing doc comment"}},

	{TypecheckClean, jsFile, "npx tsc --noEmit", "", "", []string{""},
		[]string{"src/cart/total.ts(9,2): error TS2304: Cannot find name 'x'.",
			"src/cart/total.ts:9:2 - error TS2304: Cannot find name 'x'.\n\nFound 1 error in src/cart/total.ts:9"}},
	{TypecheckClean, jsFile, "npm run typecheck", "", "", []string{"> shop@1.2.0 typecheck\n> tsc --noEmit"},
		[]string{"> shop@1.2.0 typecheck\n> tsc --noEmit\n\n" +
			"src/cart/total.ts(9,2): error TS2304: Cannot find name 'x'." + npmBad}},
	{TypecheckClean, pyFile, "mypy .", "mypy app/tax.py", "", []string{"Success: no issues found in 42 " +
		"source files"}, []string{"app/totals.py:9: error: Name \"x\" is not defined  [name-defined]\n" +
		"Found 1 error in 1 file (checked 42 source files)"}},
	{TypecheckClean, pyFile, "uv run pyright", "", "", []string{"0 errors, 0 warnings, 0 informations"},
		[]string{"/app/app/totals.py:9:2 - error: \"x\" is not defined (reportUndefinedVariable)\n" +
			"1 error, 0 warnings, 0 informations"}},
	{TypecheckClean, phpFile, "vendor/bin/phpstan analyse", "", "", []string{" 42/42 [▓▓▓▓▓▓▓▓▓▓▓▓] 100%\n\n" +
		" [OK] No errors"}, []string{" ------ ---\n  Line   src/Totals.php\n ------ ---\n" +
		"  9  Undefined variable: $x\n\n" +
		" [ERROR] Found 1 error"}},
}

// madeActions bring something elsewhere.
var madeActions = []madeTool{
	{Deployed, jsFile, "npm publish", "", "", []string{"npm notice Publishing to https://registry.npmjs.org/\n" +
		"+ shop@1.2.0"}, []string{"npm error code E403\n" +
		"npm error 403 403 Forbidden - PUT https://registry.npmjs.org/shop"}},
	{Deployed, rustFile, "cargo publish", "", "", []string{"   Uploading shop v0.1.0\n" +
		"    Uploaded shop v0.1.0 to registry `crates-io`\n   Published shop v0.1.0 at registry `crates-io`"},
		[]string{"error: failed to publish to registry at https://crates.io\n\nCaused by:\n" +
			"  the remote server responded with an error: crate version `0.1.0` is already uploaded"}},
	{Deployed, goFile, "gh release create v1.2.0 --generate-notes", "", "",
		[]string{"https://github.com/acme/shop/releases/tag/v1.2.0"},
		[]string{"HTTP 422: Validation Failed (https://api.github.com/repos/acme/shop/releases)"}},
	{Deployed, jsFile, "fly deploy", "", "", []string{"==> Building image\n--> Pushing image done\n" +
		" ✔ Machine 148 is now in a good state\n\nVisit your newly deployed app at https://shop.fly.dev/"},
		[]string{"==> Building image\nError: failed to fetch an image or build from source: error building"}},
	{Deployed, jsFile, "vercel deploy --prod", "", "", []string{"Vercel CLI 34.2.0\n" +
		"Production: https://shop.vercel.app [4s]"}, []string{"Error: Command \"npm run build\" exited with 1"}},
	{Deployed, jsFile, "netlify deploy --prod", "", "", []string{"✔ Deploy is live!\n\n" +
		"Website URL: https://shop.netlify.app"}, []string{"›   Error: Deploy failed"}},
	{Deployed, jsFile, "npx wrangler deploy", "", "", []string{"Total Upload: 12.1 KiB\nUploaded shop (2.1 sec)\n" +
		"Deployed shop triggers\n  https://shop.acme.workers.dev"},
		[]string{"✘ [ERROR] A request to the Cloudflare API failed.\n\n  Authentication error [code: 10000]"}},
	{Deployed, "k8s/shop.yaml", "kubectl apply -f k8s/", "", "", []string{"deployment.apps/shop configured\n" +
		"service/shop unchanged"}, []string{"error: error validating \"k8s/shop.yaml\": " +
		"unknown field \"spec.replica\""}},
	{Deployed, "k8s/shop.yaml", "kubectl rollout status deployment/shop", "", "",
		[]string{"Waiting for deployment \"shop\" rollout to finish: 1 of 3 updated replicas are available...\n" +
			"deployment \"shop\" successfully rolled out"},
		[]string{"error: deployment \"shop\" exceeded its progress deadline"}},
	{Deployed, "chart/values.yaml", "helm upgrade --install shop chart", "", "",
		[]string{"Release \"shop\" has been upgraded. Happy Helming!\nSTATUS: deployed\nREVISION: 4"},
		[]string{"Error: UPGRADE FAILED: timed out waiting for the condition"}},
	{Deployed, "main.tf", "terraform apply -auto-approve", "", "", []string{"Apply complete! Resources: 1 added, " +
		"2 changed, 0 destroyed."}, []string{"Error: creating EC2 Instance: UnauthorizedOperation"}},
	{Deployed, "site.yml", "ansible-playbook -i prod site.yml", "", "", []string{"PLAY RECAP ****\n" +
		"web1 : ok=12 changed=3 unreachable=0 failed=0"}, []string{"PLAY RECAP ****\n" +
		"web1 : ok=4 changed=0 unreachable=0 failed=1"}},
	{Deployed, jsFile, "docker push registry.acme.dev/shop:1.2", "", "",
		[]string{"The push refers to repository [registry.acme.dev/shop]\n1.2: digest: sha256:9f2c size: 1570"},
		[]string{"denied: requested access to the resource is denied"}},
	{Deployed, jsFile, "aws s3 sync dist s3://shop-web --delete", "", "",
		[]string{"upload: dist/index.html to s3://shop-web/index.html"},
		[]string{"fatal error: Unable to locate credentials"}},

	{Committed, goFile, "git add -A && git commit -m 'cart: round totals'", "", "",
		[]string{"[main 9f2c1ab] cart: round totals\n 2 files changed, 14 insertions(+), 3 deletions(-)"},
		[]string{"internal/cart/total.go: needs formatting\nhusky - pre-commit script failed (code 1)"}},
	{Committed, goFile, "git commit -am 'Round totals'", "", "", []string{"[fix/totals 9f2c1ab] Round totals\n" +
		" 1 file changed, 2 insertions(+)"}, []string{"error: gpg failed to sign the data\n" +
		"fatal: failed to write commit object"}},
	{Pushed, goFile, "git commit -qam 'Round totals' && git push", "", "",
		[]string{"To github.com:acme/shop.git\n   1a2b3c4..9f2c1ab  main -> main"},
		[]string{"To github.com:acme/shop.git\n ! [rejected]        main -> main (fetch first)\n" +
			"error: failed to push some refs to 'github.com:acme/shop.git'"}},
	{Pushed, goFile, "git add -A && git commit -qm x && git push -u origin fix/totals", "", "",
		[]string{"To github.com:acme/shop.git\n * [new branch]      fix/totals -> fix/totals\n" +
			"branch 'fix/totals' set up to track 'origin/fix/totals'."},
		[]string{"fatal: could not read Username for 'https://github.com': terminal prompts disabled"}},
}
