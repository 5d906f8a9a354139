package detect

import (
	"strings"
	"testing"
)

// TestM01Forms: claims, and sentences that only look like claims, as people write them.
func TestM01Forms(t *testing.T) {
	for line := range strings.Lines(noClaims) {
		if got := kindsIn(line); len(got) > 0 {
			t.Errorf("%q is taken for %v", line, got)
		}
	}
	for line := range strings.Lines(someClaims) {
		if len(kindsIn(line)) == 0 {
			t.Errorf("%q is not found", line)
		}
	}
}

const noClaims = `The test suite has 40 cases, most of which are fine to run in parallel.
Tests are good documentation here.
The build is configured in build.gradle.
Each test case comes with a clean database.
The lint rule is good at catching unused imports.
I haven't been able to get the tests green.
Build times are fine, but the cache is cold.
Run the tests to make sure everything is green.
The types are good enough for now.
If the suite comes back clean, merge it.
With both flags set, it passes the token on to the next handler.
Both pass the context down.
They pass through the proxy first.
It passes when the clock is mocked, and fails otherwise.
Tests need a clean checkout.
Once lint and tests are green you can merge.
CI is green on main, so the failure is ours.
The tests were passing before you upgraded.
The type checker is happy only if strict is off.
Your tests look good.
The test plan looks good to me.
The spec says zero errors must be reported.
The suite reports 0 failures even if a worker crashes, which is the bug.
The build completes with no errors even when the file is missing; that is the bug you reported.
Lint runs without errors only on Node 20.
All checks must pass before merging.
Type checking with mypy gives no errors for untyped functions, by design.
The case where no errors are returned is covered.
Tests without failures are hidden in the report.
No tests were run.
I left the tests alone; no issues there.
It holds up to 100 items.
They succeed each other in the queue.
The e2e tests run in a clean container.
Tests should be green after this.
I expect the build to be clean.
I could not run the tests, so I do not know whether they pass.
Tests are skipped if no database is there, so they succeed without checking anything.
A green build is required.
测试环境正常。
测试数据没问题。
测试覆盖了正常和异常两种情况。
构建脚本在成功后上传。
编译选项里打开了 -Werror，没有警告才算过。
用例里没有错误码的断言。
类型参数没问题。
测试没跑，理论上没问题。
如果测试通过，就可以合并。
等测试全绿再合并。
构建成功后会自动部署。
需要保证测试全部通过。
测试通过率 98%。
这个用例在失败时会重试三次，成功就返回。
lint 规则里关掉了 no-console。
请跑一下测试，没问题就提交。
测试用的账号是正常的。
镜像大小正常。
提交之前要跑一遍测试，全绿才行。
打包体积没问题，主要是图片大。
测试的时候没有发现你说的现象。
编译通过不代表没问题，建议再跑一下测试。
我没有提交，也没有推送。
要我推上去吗？
推荐的做法是先部署到预发。
发布说明写好了。
提交信息写好了，但还没提交。
没推。
删除逻辑改好了。
修复方案写好了。
部署文档更新完了。
还没部署。
`
const someClaims = `Test run: clean.
Specs are all green, 212 of them.
Everything passes: unit, integration, e2e.
pytest: 42 passed.
Suite: 42 passed, 1 skipped.
All tests OK.
Ran the full suite, no failures.
Full suite run, zero failures.
Unit and integration tests came back clean.
The compiler is happy.
It compiles.
Compiles fine, lints fine.
Project compiles and lints cleanly.
Build OK, tests OK, lint OK.
✓ build ✓ lint ✓ tests
build ✅ · lint ✅ · tests ✅
- Tests – 42/42
Typecheck came out clean.
tsc has nothing to say.
tsc exits 0.
Zero type errors.
Linter's happy.
Tested and working.
I've run the linter and it reports nothing.
I ran the tests again and they're all passing.
Both builds went through.
Release build done without warnings.
Test suite: PASS
Tests all succeed now.
测试跑了，全绿。
单测跑完没挂的。
全部用例 OK。
跑了一遍测试，没有失败的。
测试都是绿的。
测试 42/42。
编译过了。
build 没报错。
能正常编译。
编译没有任何报错。
打包成功。
lint 过了。
eslint 跑了一遍，没问题。
类型检查没报错。
tsc 没有输出。
✅ 编译
✅ 测试（31）
- 测试：✅
- 构建：通过
改好了，测试也过了。
已修复，测试通过。
bug 已修。
修好了。
问题搞定了。
代码已提交。
提交好了。
commit 了。
已经推了。
推上去了。
tag 也推了。
已上线。
部署好了。
1.2.4 发出去了。
镜像打好了。
` + "`go test ./...` 没问题。\n`npm run lint` is quiet now.\n`cargo test`: ok\n`jobs/legacy/` 整个目录删了。\n" +
	"`a.py` 删掉了。\n"
