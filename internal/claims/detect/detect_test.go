package detect

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestM01Messages: claims in both languages and mixed, and sentences that only look like claims.
func TestM01Messages(t *testing.T) {
	for message, want := range map[string]string{
		"All tests pass.": "tests_passed",
		"All 42 tests are passing now, and the build is green.":      "tests_passed build_passed",
		"Tests: 42 passed, 0 failed":                                 "tests_passed",
		"The full test suite passes (212 tests).":                    "tests_passed",
		"- ✅ Tests pass\n- ✅ Lint clean\n- ✅ Build succeeds":         "tests_passed lint_clean build_passed",
		"Tests, lint and typecheck all pass.":                        "tests_passed lint_clean typecheck_clean",
		"Everything passes: `npm test`, `npm run lint`.":             "tests_passed",
		"Ran `pytest -q` → all pass.":                                "tests_passed",
		"`cargo test` and `cargo clippy` are both clean.":            "tests_passed lint_clean",
		"| Check | Result |\n| --- | --- |\n| Tests | ✅ 42 passed |": "tests_passed",
		"**Tests:** all 12 passing":                                  "tests_passed",
		"The suite is green again.":                                  "tests_passed",
		"I ran the linter and it reported no issues.":                "lint_clean",
		"I ran lint and the tests pass.":                             "tests_passed",
		"All 128 tests pass, and the types check.":                   "tests_passed typecheck_clean",
		"lint 检查通过":                                                  "lint_clean",
		"已修复该 bug":                                                   "fixed",
		"No test failures.":                                          "tests_passed",
		"TypeScript compiles without errors.":                        "typecheck_clean",
		"tsc reports no errors, ESLint is clean.":                    "typecheck_clean lint_clean",
		"I've fixed the bug and pushed to `main`.":                   "fixed pushed",
		"The issue is resolved.":                                     "fixed",
		"Committed and pushed.":                                      "committed pushed",
		"- [x] Run the linter":                                       "lint_clean",
		"- [x] Commit the changes":                                   "committed",
		"- [x] Commit and push":                                      "committed pushed",
		"* [X] Push the branch":                                      "pushed",
		"- [x] Deploy to staging":                                    "deployed",
		"1. [x] Publish v1.2 to npm":                                 "deployed",
		"- [x] Fix the crash on start":                               "fixed",
		"- [x] Delete `old.go`":                                      "deleted",
		"☑ Create `docs/cache.md`":                                   "created",
		"- [x] 提交改动":                                                 "committed",
		"- [x] 推送到远端":                                                "pushed",
		"- [x] 部署到测试环境":                                              "deployed",
		"Plan:\n- [x] Commit the changes\n- [ ] Push the branch":     "committed",
		"- [ ] Commit the changes":                                   "",
		"- [ ] Push the branch":                                      "",
		"- [ ] Deploy to staging":                                    "",
		"- [ ] 推送到远端":                                                "",
		"3. Remove jest once all tests pass under both for a week":   "",
		"- [x] Push notifications":                                   "",
		"- [x] Commit hook for the linter":                           "",
		"- [x] Release notes":                                        "",
		"- [x] Delete users without a mail address":                  "",
		"- [x] Deploy script for the docs":                           "",
		"Committed as `3b0d9e4`. It's on `origin/main` now.":         "committed pushed",
		"The image `shop:slim` builds.":                              "build_passed",
		"A full rebuild went through.":                               "build_passed",
		"`:app:bundleRelease` completes now.":                        "build_passed",
		"`./gradlew check`：BUILD SUCCESSFUL":                         "tests_passed build_passed",
		"- [ ] Run the linter":                                       "",
		"I committed the change and deployed it to staging.":         "committed deployed",
		"Published v1.2.0 to npm.":                                   "deployed",
		"I verified that all tests pass.":                            "tests_passed",
		"Tests pass, but I did not run the linter.":                  "tests_passed",
		"I created `a.go`, `b.go` and deleted `c.go`.":               "created deleted",
		"所有测试通过，构建也成功了。":                                             "tests_passed build_passed",
		"全部 42 个测试用例均已通过 ✅":                                          "tests_passed",
		"测试、lint 和类型检查都通过了。": "tests_passed lint_clean " +
			"typecheck_clean",
		"bug 已修复并推送到 main。":              "fixed pushed",
		"已提交并推送。":                        "committed pushed",
		"跑了 `go test ./...`，全部通过。":       "tests_passed",
		"所有 tests 都 pass 了，build 也没有报错。": "tests_passed build_passed",
		"编译通过，没有警告。":                     "build_passed",
		"我已经验证过登录流程。":                    "verified",
		"问题解决了。":                         "fixed",
		"单元测试 12/12 通过。":                 "tests_passed",

		"Tests should pass now.":                             "",
		"I could not run the tests.":                         "",
		"The tests do not pass yet.":                         "",
		"If all tests pass, I will push.":                    "",
		"Run `go test ./...` to check that all tests pass.":  "",
		"Would you like me to see whether the tests pass?":   "",
		"> All tests pass.":                                  "",
		"```\nAll tests pass.\n```":                          "",
		"`all tests pass` is printed at the end.":            "",
		"The README says \"all tests pass\".":                "",
		"You asked me to make sure all tests pass.":          "",
		"40 of 42 tests pass.":                               "",
		"All tests pass except one.":                         "",
		"Pre-existing failures aside, all tests pass.":       "",
		"Not all tests pass.":                                "",
		"I haven't committed or pushed anything.":            "",
		"Nothing was committed.":                             "",
		"The change is not deployed yet.":                    "",
		"Next: get the tests to pass.":                       "",
		"CI reports that all tests pass.":                    "",
		"I added tests for the parser.":                      "",
		"How it works: the build passes its flags on.":       "",
		"To reproduce, check that the bug is fixed on main.": "",
		"I think the bug is fixed.":                          "",
		"请运行测试，确认都通过。":                                       "",
		"测试应该可以通过。":                                          "",
		"还没有提交。":                                             "",
		"如果测试通过，我就推送。":                                       "",
		"测试是否通过？":                                            "",
		"没能让测试通过。":                                           "",
		"接下来需要部署。":                                           "",
		"除了一个之外，测试都通过了。":                                     "",
		"建议修复以下问题：":                                          "",
	} {
		var got []string
		for _, k := range kindsIn(message) {
			if s := string(k); !strings.Contains(" "+strings.Join(got, " ")+" ", " "+s+" ") {
				got = append(got, s)
			}
		}
		if !sameWords(strings.Join(got, " "), want) {
			t.Errorf("%q: got %v, want %s", message, got, want)
		}
	}
}

func sameWords(a, b string) bool {
	for _, pair := range [][2]string{{a, b}, {b, a}} {
		for w := range strings.FieldsSeq(pair[0]) {
			if !strings.Contains(" "+pair[1]+" ", " "+w+" ") {
				return false
			}
		}
	}
	return true
}

// TestM01Lists: the sentence before a list of files says whether these were created or deleted.
func TestM01Lists(t *testing.T) {
	for message, want := range map[string][]Kind{
		"我创建了以下文件:\n- `a/b.go`\n- `a/c.go`：工具函数\n\n说明：\n- `a/d.go`":     {Created, Created},
		"I created these files:\n\n- `a/b.go`\n- the rest is as it was": {Created},
		"Deleted files:\n- `a/b.go`":             {Deleted},
		"删除的文件：\n- `a/b.go`":                     {Deleted},
		"I will create these files:\n- `a.go`":   {},
		"The build needs these files:\n- `a.go`": {},
	} {
		if got := kindsIn(message); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q: %v, not %v", message, got, want)
		}
	}
}

// TestM01HalfWidth: ASCII commas also divide Chinese statements.
func TestM01HalfWidth(t *testing.T) {
	for _, message := range []string{
		"没有改接口,测试全部通过", "没有改接口，测试全部通过", "构建没有警告,`go test`全部通过",
	} {
		if got := kindsIn(message); len(got) == 0 {
			t.Errorf("%q is not found", message)
		}
	}
}

// TestM01LongMessage: a message without an end of a sentence is not searched over and over. That took up to 5.5 s; all
// of these take 0.2 s now, and more with the race detector or on a busy machine.
func TestM01LongMessage(t *testing.T) {
	for _, text := range []string{
		"Please check that all tests pass ", "The README says all tests pass ", "接下来会让所有测试通过 ", "#", "**",
		"    x\n", "| a | b |\n",
	} {
		message := strings.Repeat(text, 260<<10/len(text))
		Statements(message[:len(text)], "") // compiles the expressions
		began := time.Now()
		Statements(message, "")
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("%q takes %s", text, took)
		}
	}
}
