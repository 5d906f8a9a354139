package claims

// madeOthers are less frequent tools.
var madeOthers = []madeTool{
	{TestsPassed, "lib/Shop/Total.pm", "prove -lr t", "prove -l t/tax.t", "", []string{"t/tax.t .... ok\n" +
		"t/total.t .. ok\nAll tests successful.\nFiles=2, Tests=42,  1 wallclock secs\nResult: PASS"},
		[]string{"t/total.t .. 1/?\n#   Failed test 'rounds'\nt/total.t .. Dubious, test returned 1\n" +
			"Failed 1/2 test programs. 1/42 subtests failed.\nResult: FAIL"}},
	{TestsPassed, phpFile, "composer test", "", "", []string{"> phpunit\nOK (42 tests, 90 assertions)"},
		[]string{"> phpunit\nFAILURES!\nTests: 42, Assertions: 90, Failures: 1.\n" +
			"Script phpunit handling the test event returned with error code 1"}},
	{TestsPassed, goFile, "ginkgo -r", "ginkgo internal/tax", "", []string{"Ran 42 of 42 Specs in 0.020 seconds\n" +
		"SUCCESS! -- 42 Passed | 0 Failed | 0 Pending | 0 Skipped\n\nGinkgo ran 2 suites in 3.1s\nTest Suite Passed"},
		[]string{"[FAIL] Totals [It] rounds\nRan 42 of 42 Specs in 0.020 seconds\n" +
			"FAIL! -- 41 Passed | 1 Failed | 0 Pending | 0 Skipped\n\nTest Suite Failed"}},
	{TestsPassed, jsFile, "npx ava", "npx ava test/tax.js", "", []string{"  ✔ total › rounds\n  ─\n\n" +
		"  42 tests passed"}, []string{"  ✘ [fail]: total › rounds\n  ─\n\n  1 test failed\n"}},
	{TestsPassed, "src/Total.hs", "stack test", "", "", []string{"shop> test (suite: spec)\n\n" +
		"42 examples, 0 failures\n\nshop> Test suite spec passed\nCompleted 2 action(s)."},
		[]string{"shop> 42 examples, 1 failure\n\nshop> Test suite spec failed\nError: [S-7282]\n" +
			"       Stack failed to execute the build plan."}},
	{TestsPassed, "src/Total.hs", "cabal test", "", "", []string{"Running 1 test suites...\n" +
		"Test suite spec: RUNNING...\nTest suite spec: PASS\n1 of 1 test suites (1 of 1 test cases) passed."},
		[]string{"Test suite spec: FAIL\n0 of 1 test suites (0 of 1 test cases) passed.\n" +
			"Error: cabal: Tests failed for test:spec."}},
	{TestsPassed, "lib/total.ml", "dune runtest", "", "", []string{"", "Test Successful in 0.003s. 42 tests run."},
		[]string{"File \"test/total.ml\", line 9\n[FAIL]        rounding          0   rounds.\n" +
			"1 failure! in 0.003s. 42 tests run."}},
	{TestsPassed, "src/Total.sol", "forge test", "forge test --match-contract Tax", "",
		[]string{"Ran 2 test suites in 30ms: 42 tests passed, 0 failed, 0 skipped (42 total tests)"},
		[]string{"[FAIL: 3 != 4] testRounds() (gas: 812)\nRan 2 test suites in 30ms: 41 tests passed, " +
			"1 failed, 0 skipped (42 total tests)"}},
	{TestsPassed, "src/total.gleam", "gleam test", "", "", []string{"   Compiled in 0.30s\n" +
		"    Running shop_test.main\n..........................................\n42 passed, no failures"},
		[]string{".F\n1) total_test.rounds\n\n42 tests, 1 failures"}},
	{TestsPassed, "src/total.cr", "crystal spec", "crystal spec spec/tax_spec.cr", "",
		[]string{"..........................................\n\nFinished in 1.2 milliseconds\n" +
			"42 examples, 0 failures, 0 errors, 0 pending"},
		[]string{"F.\n\n42 examples, 1 failures, 0 errors, 0 pending\n\nFailed examples:\n\n" +
			"crystal spec spec/total_spec.cr:9"}},
	{TestsPassed, "src/total.erl", "rebar3 eunit", "", "", []string{"===> Performing EUnit tests...\n" +
		"Finished in 0.1 seconds\n42 tests, 0 failures"}, []string{"===> Performing EUnit tests...\nFailures:\n\n" +
		"  1) total_test: rounds\n42 tests, 1 failures\n===> Error running tests"}},
	{TestsPassed, "R/total.R", "Rscript -e 'devtools::test()'", "", "", []string{"✔ | F W  S  OK | Context\n" +
		"✔ |         42 | total\n\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 42 ]"},
		[]string{"✖ | 1       41 | total\n\n[ FAIL 1 | WARN 0 | SKIP 0 | PASS 41 ]\nError: Test failures"}},
	{TestsPassed, "src/total.jl", "julia --project -e 'using Pkg; Pkg.test()'", "", "",
		[]string{"Test Summary: | Pass  Total  Time\ntotals        |   42     42  0.3s\n" +
			"     Testing Shop tests passed"},
		[]string{"Test Summary: | Pass  Fail  Total  Time\ntotals        |   41     1     42  0.3s\n" +
			"ERROR: Package Shop errored during testing"}},
	{TestsPassed, "main.tf", "terraform test", "", "", []string{"tests/main.tftest.hcl... pass\n\n" +
		"Success! 42 passed, 0 failed."}, []string{"tests/main.tftest.hcl... fail\n\nFailure! 41 passed, 1 failed."}},
	{TestsPassed, "Sources/Shop/Totals.swift", "xcodebuild test -scheme Shop", "", "",
		[]string{"Test Suite 'All tests' passed\n\t Executed 42 tests, with 0 failures (0 unexpected)\n" +
			"** TEST SUCCEEDED **"},
		[]string{"Test Suite 'All tests' failed\n\t Executed 42 tests, with 1 failure\n** TEST FAILED **"}},
	{TestsPassed, "contracts/Total.sol", "npx hardhat test", "", "", []string{"  Total\n    ✔ rounds\n\n" +
		"  42 passing (1s)"}, []string{"    1) rounds\n\n  41 passing (1s)\n  1 failing"}},
	{TestsPassed, pyFile, "hatch test", "hatch test tests/test_tax.py", "", []string{pytestOK}, []string{pytestBad}},
	{TestsPassed, pyFile, "poetry run behave", "poetry run behave features/tax.feature", "",
		[]string{"2 features passed, 0 failed, 0 skipped\n42 scenarios passed, 0 failed, 0 skipped\nTook 0m0.9s"},
		[]string{"Failing scenarios:\n  features/total.feature:9  rounds\n\n" +
			"1 feature passed, 1 failed, 0 skipped\n41 scenarios passed, 1 failed, 0 skipped"}},
	{TestsPassed, rubyFile, "bundle exec cucumber", "bundle exec cucumber features/tax.feature", "",
		[]string{"42 scenarios (42 passed)\n126 steps (126 passed)\n0m1.2s"}, []string{"Failing Scenarios:\n" +
			"cucumber features/total.feature:9\n\n42 scenarios (1 failed, 41 passed)"}},
	{TestsPassed, cFile, "meson test -C build", "meson test -C build tax", "", []string{"1/2 tax OK 0.01s\n" +
		"2/2 totals OK 0.01s\n\nOk:                 42\nExpected Fail:      0\nFail:               0"},
		[]string{"2/2 totals FAIL 0.01s exit status 1\n\nOk:                 41\nFail:               1"}},

	{BuildPassed, jsFile, "npx tsup", "", "", []string{"ESM dist/index.js 4.10 KB\nESM ⚡️ Build success in 31ms"},
		[]string{"error TS2304: Cannot find name 'x'.\nError: error occurred in dts build"}},
	{BuildPassed, rustFile, "cargo build --release", "", "", []string{"    Finished `release` profile " +
		"[optimized] target(s) in 21.1s"}, []string{"error[E0425]: cannot find value `x` in this scope\n" +
		"error: could not compile `shop` (lib) due to 1 previous error"}},
	{BuildPassed, cFile, "ninja -C build", "", "", []string{"ninja: Entering directory `build'\n" +
		"[3/3] Linking target shop", "ninja: no work to do."}, []string{"FAILED: totals.c.o\n" +
		"src/totals.c:9:2: error: 'x' undeclared\nninja: build stopped: subcommand failed."}},
	{BuildPassed, cFile, "bazel build //...", "", "", []string{"INFO: Found 4 targets...\n" +
		"INFO: Build completed successfully, 9 total actions"}, []string{"ERROR: src/BUILD:4:10: Compiling " +
		"src/totals.c failed: (Exit 1)\nINFO: Elapsed time: 2.1s\nERROR: Build did NOT complete successfully"}},
	{BuildPassed, "src/totals.zig", "zig build", "", "", []string{""}, []string{"src/totals.zig:9:2: error: use " +
		"of undeclared identifier 'x'\nerror: the following build command failed"}},
	{BuildPassed, "lib/totals.ex", "mix compile --warnings-as-errors", "", "",
		[]string{"Compiling 4 files (.ex)\nGenerated shop app"},
		[]string{"== Compilation error in file lib/totals.ex ==\n** (CompileError) lib/totals.ex:9: undefined " +
			"function x/0"}},
	{BuildPassed, "Sources/Shop/Totals.swift", "xcodebuild -scheme Shop build", "", "",
		[]string{"** BUILD SUCCEEDED **"}, []string{"Totals.swift:9:2: error: cannot find 'x' in scope\n" +
			"** BUILD FAILED **"}},
	{BuildPassed, "compose.yaml", "docker compose build", "", "", []string{"#9 exporting to image\n" +
		"#9 naming to docker.io/library/shop-web done\n web  Built"},
		[]string{"failed to solve: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1"}},
	{BuildPassed, "src/total.rs", "wasm-pack build", "", "", []string{"[INFO]: ✨   Done in 9.10s\n" +
		"[INFO]: 📦   Your wasm pkg is ready to publish at /app/pkg."}, []string{"error[E0425]: cannot find value " +
		"`x`\nError: Compiling your crate to WebAssembly failed"}},
	{BuildPassed, "src/Total.hs", "stack build", "", "", []string{"shop> Building library\n" +
		"shop> [1 of 1] Compiling Total\nCompleted 2 action(s)."}, []string{"src/Total.hs:9:2: error: Variable " +
		"not in scope: x\n\nError: [S-7282]"}},
	{BuildPassed, jsFile, "npx turbo build", "", "", []string{" Tasks:    4 successful, 4 total\n  Time:    8.1s"},
		[]string{"cart#build: command (/app/cart) npm run build exited (1)\n Tasks:    3 successful, 4 total\n" +
			" Failed:    cart#build"}},
	{BuildPassed, jsFile, "npx vite build", "", "", []string{"✓ 182 modules transformed.\n✓ built in 2.31s"},
		[]string{"✗ Build failed in 120ms\nerror during build:\n" +
			"Could not resolve \"./x\" from \"src/cart/total.ts\""}},

	{LintClean, jsFile, "npx oxlint", "", "", []string{"Found 0 warnings and 0 errors.\n" +
		"Finished in 9ms on 42 files with 90 rules using 8 threads."}, []string{"  ⚠ eslint(no-unused-vars): 'x' " +
		"is declared but never used\n\nFound 1 warning and 1 error.\nFinished in 9ms on 42 files"}},
	{LintClean, "src/app.css", "npx stylelint 'src/**/*.css'", "", "", []string{""}, []string{"src/app.css\n" +
		" 9:2  ✖  Unexpected unknown property  property-no-unknown\n\n✖ 1 problem (1 error, 0 warnings)"}},
	{LintClean, "k8s/shop.yaml", "yamllint .", "", "", []string{""}, []string{"./k8s/shop.yaml\n" +
		"  9:81      error    line too long (90 > 80 characters)  (line-length)"}},
	{LintClean, "main.tf", "tflint", "", "", []string{""}, []string{"1 issue(s) found:\n\n" +
		"Warning: variable \"x\" is declared but not used (terraform_unused_declarations)"}},
	{LintClean, "main.tf", "terraform fmt -check -recursive", "", "", []string{""}, []string{"main.tf"}},
	{LintClean, "Sources/Shop/Totals.swift", "swiftlint", "", "", []string{"Done linting! Found 0 violations, " +
		"0 serious in 42 files."}, []string{"Totals.swift:9:2: error: Line Length Violation\n" +
		"Done linting! Found 1 violation, 1 serious in 42 files."}},
	{LintClean, javaFile, "./gradlew ktlintCheck", "", "", []string{"BUILD SUCCESSFUL in 2s"},
		[]string{"> Task :ktlintMainSourceSetCheck FAILED\n\nBUILD FAILED in 2s"}},
	{LintClean, javaFile, "mvn checkstyle:check", "", "", []string{"[INFO] You have 0 Checkstyle violations.\n" +
		"[INFO] BUILD SUCCESS"}, []string{"[ERROR] Totals.java:[9,2] (indentation) Indentation\n" +
		"[INFO] BUILD FAILURE"}},
	{LintClean, cFile, "clang-format --dry-run --Werror src/totals.c", "", "", []string{""},
		[]string{"src/totals.c:9:2: error: code should be clang-formatted [-Wclang-format-violations]"}},
	{LintClean, "proto/shop.proto", "buf lint", "", "", []string{""}, []string{"proto/shop.proto:9:2:Field name " +
		"\"X\" should be lower_snake_case"}},
	{LintClean, netFile, "dotnet format --verify-no-changes", "", "", []string{""},
		[]string{"src/Shop/Totals.cs(9,2): error WHITESPACE: Fix whitespace formatting."}},
	{LintClean, rustFile, "cargo fmt --check", "", "", []string{""}, []string{"Diff in /app/src/totals.rs:9:\n" +
		"-x\n+y"}},
	{LintClean, goFile, "staticcheck ./...", "", "", []string{""}, []string{"internal/cart/total.go:9:2: this " +
		"value of x is never used (SA4006)"}},
	{LintClean, pyFile, "black --check .", "", "", []string{"All done! ✨ 🍰 ✨\n42 files would be left unchanged."},
		[]string{"would reformat app/totals.py\n\nOh no! 💥 💔 💥\n1 file would be reformatted, 41 files would " +
			"be left unchanged."}},
	{LintClean, pyFile, "pylint app", "", "", []string{"Your code has been rated at 10.00/10"},
		[]string{"app/totals.py:9:2: E0602: Undefined variable 'x' (undefined-variable)\n\n" +
			"Your code has been rated at 9.21/10"}},
	{LintClean, "lib/totals.ex", "mix credo --strict", "", "", []string{"Analysis took 0.2 seconds\n" +
		"42 mods/funs, found no issues."}, []string{"┃ [W] ↗ There should be no calls to IO.inspect/1.\n\n" +
		"42 mods/funs, found 1 warning."}},
	{LintClean, jsFile, "deno lint", "", "", []string{"Checked 42 files"},
		[]string{"error[no-unused-vars]: `x` is never used\n --> src/total.ts:9:2\n\nFound 1 problem\n" +
			"Checked 42 files"}},
	{LintClean, jsFile, "yarn lint", "", "", []string{"yarn run v1.22.22\n$ eslint .\nDone in 2.10s."},
		[]string{"$ eslint .\n  9:2  error  'x' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n" +
			"error Command failed with exit code 1."}},
	{LintClean, goFile, "make lint", "", "", []string{"golangci-lint run\n0 issues."},
		[]string{"golangci-lint run\ninternal/cart/total.go:9:2: x (ineffassign)\n1 issues:\n" +
			"make: *** [Makefile:4: lint] Error 1"}},

	{TypecheckClean, jsFile, "npx vue-tsc --noEmit", "", "", []string{""},
		[]string{"src/cart/total.ts(9,2): error TS2304: Cannot find name 'x'."}},
	{TypecheckClean, jsFile, "npx svelte-check", "", "", []string{"svelte-check found 0 errors and 0 warnings"},
		[]string{"/app/src/cart/total.ts:9:2\nError: Cannot find name 'x'.\n\n" +
			"svelte-check found 1 error and 0 warnings in 1 file"}},
	{TypecheckClean, jsFile, "deno check src/main.ts", "", "", []string{"Check file:///app/src/main.ts"},
		[]string{"error: TS2304 [ERROR]: Cannot find name 'x'.\n    at file:///app/src/cart/total.ts:9:2"}},
	{TypecheckClean, pyFile, "poetry run mypy app", "", "", []string{"Success: no issues found in 42 source files"},
		[]string{"app/totals.py:9: error: Name \"x\" is not defined  [name-defined]\n" +
			"Found 1 error in 1 file (checked 42 source files)"}},
	{TypecheckClean, pyFile, "uvx ty check", "", "", []string{"All checks passed!"},
		[]string{"error[unresolved-reference]: Name `x` used when not defined\n --> app/totals.py:9:2\n\n" +
			"Found 1 diagnostic"}},
	{TypecheckClean, rubyFile, "bundle exec srb tc", "", "", []string{"No errors! Great job."},
		[]string{"app/models/total.rb:9: Method x does not exist https://srb.help/7003\nErrors: 1"}},
	{TypecheckClean, jsFile, "pnpm -r typecheck", "", "", []string{"cart typecheck$ tsc --noEmit\n" +
		"cart typecheck: Done"}, []string{"cart typecheck: src/cart/total.ts(9,2): " +
		"error TS2304: Cannot find name 'x'.\ncart typecheck: Failed\n ELIFECYCLE  Command failed with exit code " +
		"2."}},

	{Deployed, jsFile, "firebase deploy", "", "", []string{"✔  Deploy complete!\n\n" +
		"Project Console: https://console.firebase.google.com/project/shop"},
		[]string{"Error: HTTP Error: 403, The caller does not have permission"}},
	{Deployed, jsFile, "npx serverless deploy --stage prod", "", "",
		[]string{"✔ Service deployed to stack shop-prod (92s)"}, []string{"✖ Stack shop-prod failed to deploy " +
			"(92s)\nError: UPDATE_FAILED: TotalLambdaFunction"}},
	{Deployed, jsFile, "cdk deploy --all", "", "", []string{" ✅  ShopStack\n\n✨  Deployment time: 61.1s"},
		[]string{" ❌  ShopStack failed: Error: The stack named ShopStack " +
			"failed to deploy: UPDATE_ROLLBACK_COMPLETE"}},
	{Deployed, pyFile, "gcloud run deploy shop --source .", "", "",
		[]string{"Service [shop] revision [shop-00004] has been deployed and is serving 100 percent of traffic."},
		[]string{"ERROR: (gcloud.run.deploy) Revision 'shop-00004' is not ready and cannot serve traffic."}},
	{Deployed, rubyFile, "git push heroku main", "", "", []string{"remote: -----> Launching...\n" +
		"remote:        Released v42\nremote:        https://shop.herokuapp.com/ deployed to Heroku\n" +
		"To https://git.heroku.com/shop.git\n   1a2b3c4..9f2c1ab  main -> main"},
		[]string{"remote:  !     Push rejected, failed to compile Ruby app.\nTo https://git.heroku.com/shop.git\n" +
			" ! [remote rejected] main -> main (pre-receive hook declined)\nerror: failed to push some refs"}},
	{Deployed, rubyFile, "kamal deploy", "", "", []string{"  INFO Deployed shop 9f2c1ab\n" +
		"  Finished all in 61.2 seconds"}, []string{"  ERROR (SSHKit::Command::Failed): " +
		"Exception while executing on host web1: docker exit status: 1"}},
	{Deployed, pyFile, "twine upload dist/*", "", "", []string{"Uploading shop-1.2.0-py3-none-any.whl\n\n" +
		"View at:\nhttps://pypi.org/project/shop/1.2.0/"}, []string{"ERROR    HTTPError: 400 Bad Request " +
		"from https://upload.pypi.org/legacy/\n         File already exists"}},
	{Deployed, pyFile, "uv publish", "", "", []string{"Publishing 2 files https://upload.pypi.org/legacy/\n" +
		"Uploading shop-1.2.0.tar.gz"}, []string{"error: Failed to publish `dist/shop-1.2.0.tar.gz`\n" +
		"  Caused by: 403 Forbidden"}},
	{Deployed, rubyFile, "gem push shop-1.2.0.gem", "", "", []string{"Pushing gem to https://rubygems.org...\n" +
		"Successfully registered gem: shop (1.2.0)"}, []string{"Pushing gem to https://rubygems.org...\n" +
		"Repushing of gem versions is not allowed."}},
	{Deployed, goFile, "goreleaser release --clean", "", "", []string{"  • release succeeded after 1m2s"},
		[]string{"  ⨯ release failed after 2s  error=git is in a dirty state"}},
	{Deployed, "Pulumi.yaml", "pulumi up --yes", "", "", []string{"Resources:\n    ~ 1 updated\n    4 unchanged\n" +
		"\nDuration: 21s"}, []string{"error: update failed\n\nResources:\n    4 unchanged"}},
	{Deployed, "compose.yaml", "docker compose up -d --build", "", "", []string{" ✔ Container shop-web-1  Started"},
		[]string{"Error response from daemon: driver failed programming " +
			"external connectivity: Bind for 0.0.0.0:80 failed: port is already allocated"}},
	{Deployed, "k8s/shop.yaml", "kubectl set image deployment/shop web=shop:1.2", "", "",
		[]string{"deployment.apps/shop image updated"}, []string{"Error from server (NotFound): deployments.apps " +
			"\"shop\" not found"}},
	{Deployed, "k8s/shop.yaml", "argocd app sync shop", "", "", []string{"Operation:          Sync\n" +
		"Phase:              Succeeded\nMessage:            successfully synced"},
		[]string{"Phase:              Failed\nMessage:            one or more objects failed to apply"}},
	{Deployed, jsFile, "sam deploy --no-confirm-changeset", "", "", []string{"Successfully created/updated stack " +
		"- shop in eu-central-1"}, []string{"Error: Failed to create/update " +
		"the stack: shop, Waiter StackUpdateComplete failed"}},
	{Deployed, jsFile, "rsync -az dist/ web1:/srv/shop/", "", "", []string{""},
		[]string{"ssh: connect to host web1 port 22: Connection refused\n" +
			"rsync error: unexplained error (code 255) at io.c(232)"}},
	{Deployed, jsFile, "npx gh-pages -d dist", "", "", []string{"Published"},
		[]string{"remote: Permission to acme/shop.git denied to bot.\n" +
			"fatal: unable to access 'https://github.com/acme/shop.git/': The requested URL returned error: 403"}},
}
