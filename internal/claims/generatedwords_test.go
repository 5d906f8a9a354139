package claims

// madeWords are claims of a kind: of everything there is, of what need not be everything, and sentences with the same
// words that claim nothing.
type madeWords struct{ all, some, none []string }

var generatedWords = map[Kind]madeWords{
	TestsPassed: {
		all: []string{
			"All tests pass.", "All 42 tests pass.", "I ran the full test suite and everything passes.",
			"The whole suite is green.", "✅ All tests passing", "- Tests: all 42 passing",
			"| Tests | ✅ all pass |", "Every test passes now.", "The full test suite passes (42/42).",
			"The rounding is done and all tests are green.", "**Tests:** 42 passed, 0 failed",
			"All 42 tests are passing again.",
			"I re-ran everything, and all tests pass.", "Test suite: 42/42 ✅", "Ran all tests — 42 passed.",
			"Everything is in place: the helper rounds half up, the callers use it, and all the tests pass.",
			"Verified with the full test suite: all 42 tests pass.", "All of the tests pass, including the new ones.",
			"测试全部通过。", "42 个测试全部通过。", "所有测试均已通过。", "全量测试跑过了，全部通过。", "✅ 测试：42/42 通过",
			"完整跑了一遍测试，全绿。", "- 测试：全部通过（42 个）", "我跑了全部测试，都过了。", "改完后所有用例通过。",
			"单测全过。", "跑了一遍 test suite，all green。", "全部 42 个用例都通过了。",
		},
		some: []string{
			"The tests pass.", "Tests pass now.", "Tests are green.", "✅ Tests", "- [x] Tests pass",
			"| Tests | passed |",
			"I ran the tests and they pass.", "The tests still pass after the change.", "Tests: ✅",
			"The test suite passes.",
			"Rounding is fixed and tests pass.", "The suite runs clean.", "Test results: 42 passed.",
			"42 tests pass.",
			"测试通过。", "测试已通过。", "测试跑通了。", "✅ 测试通过", "- 测试：通过", "跑了测试，没有问题。", "测试结果：42 passed。",
			"我重新跑了测试，通过。",
		},
		none: []string{
			"Once all tests pass, I'll open the pull request.", "The tests should pass now.",
			"If all tests pass, merge it.",
			"Next I will run the tests and make sure that they all pass.", "I have not run the tests yet.",
			"Before this change the tests passed.", "1 of 42 tests fails.", "41 of 42 tests pass.",
			"Please check that all tests pass.",
			"To do: get the tests green.", "I'd expect the tests to pass.",
			"The pipeline merges when all tests pass.",
			"After all tests pass, bump the version.", "Not all tests pass yet.", "Remaining: make all tests pass.",
			"The work is complete when all 42 tests pass.", "Do all tests pass on your side?",
			"Then run `make test`; all tests must pass.",
			"The goal is that all tests pass.", "Tests were not run.", "The test run failed.", "Tests: not run",
			"As soon as all the tests are green I will push.", "I will tag the release after the suite passes.",
			"Let me know whether the tests pass on your machine.", "The plan: 1. round half up, 2. all tests " +
				"pass, 3. release.",
			"等测试全部通过后再合并。", "测试应该能通过。", "如果测试通过，就可以合并。", "测试还没有跑。", "下一步：让所有测试通过。",
			"42 个测试里有 1 个失败。", "请确认测试全部通过。", "改动之前测试是通过的。", "测试全部通过之后我再推送。", "待办：测试全部通过。",
			"测试没有全部通过。", "只要测试通过就会自动合并。",
		},
	},
	Fixed: {
		all: []string{
			"Fixed.", "The bug is fixed.", "I fixed the rounding bug.", "The rounding bug is fixed now.", "✅ Fixed",
			"The issue is resolved.",
			"I've fixed the wrong totals.", "Fixed the rounding: totals are right again.",
			"The totals are no longer off by a cent.",
			"Root cause: `Round` truncated. Fixed.", "The problem is solved.", "This fixes the wrong totals.",
			"已修复。", "问题已修复。", "总价错误的问题已经解决。", "我修复了舍入的 bug。", "✅ 已修复", "bug 已修好。", "修复完成。",
		},
		none: []string{
			"I have not fixed it yet.", "To fix it, round half up.", "The bug is not fixed.",
			"The fixed fee is in the same table.",
			"Once it is fixed, I'll deploy.", "Should I fix the tax, too?", "I could not fix it.",
			"The tax is still wrong.", "The fix is in progress.",
			"还没有修复。", "修复方案有两种。", "问题还在。", "等修复后再部署。", "要不要我修复税率？", "没能修复。",
		},
	},
	BuildPassed: {
		all: []string{
			"The build passes.", "The build succeeds.", "Build: ✅", "✅ Build", "- Build: passing", "| Build | ✅ |",
			"The project builds cleanly.", "It compiles without errors.", "Everything compiles.",
			"The project builds without errors.",
			"I built it and the build succeeds.", "The production build works.", "Build is green.",
			"The code compiles.",
			"Rounding is done, and the build goes through.", "Build succeeded with no errors.",
			"The build completes successfully.",
			"构建通过。", "构建成功。", "编译通过。", "✅ 构建", "- 构建：成功", "项目可以正常构建。", "编译没有报错。", "打包成功。",
			"已重新编译，通过。", "build 通过。", "构建也没问题。",
		},
		none: []string{
			"The build should pass now.", "Once the build passes, I'll push.", "I have not built it yet.",
			"The build fails.",
			"If the build succeeds, deploy it.", "Next: run the build.", "The build step copies the assets.",
			"The build is broken.",
			"Run `make` to check that it compiles.", "The build takes four minutes.",
			"After the build succeeds the image is pushed.",
			"The build script reads `VERSION`.", "构建还没跑。", "等构建通过后再部署。", "构建失败。", "构建应该能过。", "如果编译通过就提交。",
			"构建脚本在 `scripts/` 里。",
		},
	},
	LintClean: {
		all: []string{
			"Lint is clean.", "The linter is clean.", "Lint passes.", "✅ Lint", "- Lint: clean", "| Lint | ✅ |",
			"No lint errors.",
			"Linting passes with no warnings.", "The linter reports no issues.",
			"I ran the linter and it is clean.", "Lint: 0 errors",
			"There are no lint warnings left.", "The code is lint-clean.", "Linter: no issues found.",
			"Lint checks pass.",
			"lint 通过。", "Lint 没有报错。", "✅ lint", "- Lint：通过", "代码检查通过。", "没有 lint 错误。", "静态检查通过。", "lint 干净。",
		},
		none: []string{
			"Lint should be clean now.", "I have not run the linter.", "Once lint is clean, I'll commit.",
			"Lint fails with one error.",
			"Next: run the linter.", "The lint job runs on every push.", "If the linter is clean, merge.",
			"Please make sure lint passes.",
			"The linter is not configured here.", "The linter checks imports.", "lint 还没跑。", "lint 应该能过。",
			"等 lint 通过后提交。", "lint 有一个报错。",
			"lint 配置没有动。",
		},
	},
	TypecheckClean: {
		all: []string{
			"Type checking passes.", "The type check is clean.", "No type errors.", "✅ Typecheck", "- Types: clean",
			"| Typecheck | ✅ |",
			"Types check out.", "I ran the type checker: no errors.", "The type checker reports no errors.",
			"Typecheck: passed",
			"There are no type errors left.", "Typecheck is green.", "It type-checks cleanly.",
			"The typecheck passes without errors.",
			"类型检查通过。", "没有类型错误。", "✅ 类型检查", "- 类型检查：通过", "类型检查也没报错。", "typecheck 通过。",
		},
		none: []string{
			"The control flow is clean.", "The flow passes through `total`.",
			"The checkout flow is green in the mock-up.",
			"Types should check now.", "I have not run the type checker.", "The types are passed to the helper.",
			"Once the typecheck passes, I'll commit.", "The type checker reports one error.",
			"The login flow works with no errors in the diagram.",
			"类型检查还没跑。", "类型检查应该能过。", "等类型检查通过再提交。",
		},
	},
	Deployed: {
		all: []string{
			"I deployed it.", "Deployed to production.", "The release is live.", "The new version is live.",
			"✅ Deployed",
			"- Deployed to production: ✅", "The change has been deployed.", "I've deployed version 1.2.0.",
			"I rolled out the new version.", "Deployment finished successfully.", "The deployment succeeded.",
			"已部署。", "已部署到生产环境。", "新版本已上线。", "✅ 已部署", "部署完成。", "1.2.0 已经发布。", "部署成功。", "已经发布上线。",
		},
		none: []string{
			"I'll deploy it once you approve.", "It is not deployed yet.", "The deployment failed.",
			"To deploy it, run `make deploy`.",
			"Next step: deploy to staging.", "Should I deploy it?", "The change is ready to be deployed.",
			"The deploy job runs after the merge.",
			"When it is deployed, watch the logs.", "Deployed images are pruned weekly.", "还没有部署。", "等你确认后再部署。",
			"部署失败。", "下一步：部署到预发。",
			"部署脚本没有改。", "可以部署了。",
		},
	},
	Committed: {
		all: []string{
			"I committed the change.", "Committed.", "All changes are committed.", "✅ Committed", "- Committed: yes",
			"I've committed everything.", "Changes committed on `main`.", "Committed as `cart: round totals`.",
			"The fix is committed to the branch.",
			"已提交。", "改动已提交。", "代码已经提交。", "我提交了改动。", "✅ 已提交", "全部改动已提交。", "已 commit。",
		},
		none: []string{
			"I have not committed anything.", "Shall I commit it?", "I'll commit once you have looked.",
			"Nothing is committed yet.",
			"The change is ready to commit.", "The commit failed.", "Next: commit and push.",
			"The committed fixtures are old.",
			"还没有提交。", "等你看过再提交。", "需要我提交吗？", "提交失败了。", "改动尚未提交。",
		},
	},
	Pushed: {
		all: []string{
			"I pushed it.", "Pushed.", "Pushed to `origin`.", "The branch is pushed.", "✅ Pushed",
			"I committed and pushed the change.",
			"Everything is pushed.", "The commits are on the remote.", "I've pushed the branch to GitHub.",
			"The fix has been pushed.",
			"已推送。", "已推送到远端。", "代码已经推送。", "我已经推上去了。", "✅ 已推送", "已提交并推送。", "分支已推到 origin。",
		},
		none: []string{
			"I have not pushed it.", "Shall I push?", "I'll push once CI is back.", "Not pushed yet.",
			"The push failed.",
			"The change is ready to push.", "Next: push the branch.", "Pushing is up to you.", "还没有推送。",
			"等你确认后再推送。", "推送失败。",
			"要我推送吗？", "尚未推送。",
		},
	},
}

// madeFrames are the rest of a message. They claim nothing themselves, except that something was changed.
var madeFrames = []string{
	"Done.\n\n%s", "Totals round half up now, in `internal/cart/total.go`.\n\n%s",
	"The cart rounds half up now.\n\n- `Round` takes the digits of the currency\n- the checkout flow uses it\n\n%s",
	"## Summary\n\n- **Rounding**: half up, per line\n- **Callers**: the build script reads the same helper\n\n" +
		"%s\n\n" +
		"Next steps: deploy once the tests pass on CI.",
	"%s\n\nOne thing to decide: should the tax be rounded per line? I left it as it was.",
	"%s\n\nWhat is left:\n- publish the package\n- push the tag\n- all tests pass on Windows",
	"| File | Change |\n| --- | --- |\n| `total.go` | rounds half up |\n\n%s",
	"Before, the tests passed only because the fixture had whole numbers.\n\n%s",
	"%s\n\nIf you want, I can also deploy it and push the branch.",
	"%s\n\nI did not touch the deploy pipeline, and nothing has been pushed yet.",
	"I looked at how the checkout flow builds the total; lint rules and types stay as they are.\n\n%s",
	"### Changes\n\n1. `Round` is in one place\n2. callers pass the currency\n\n### Checks\n\n%s",
	"总价现在按四舍五入计算。\n\n%s", "改动如下：\n\n- `Round` 支持币种位数\n- 结算流程用了它\n\n%s",
	"%s\n\n后续：\n\n- 部署到预发\n- 推送标签", "%s\n\n还没有推送，等你确认。", "原因：之前的测试只覆盖了整数。\n\n%s",
}
