package detect

import (
	"slices"
	"testing"
)

// TestM01MoreForms: further forms of claims, and sentences that look like them.
func TestM01MoreForms(t *testing.T) {
	for _, line := range []string{
		"Everything under `cmd/` passes the context along.", "Once everything in `tests/` passes, tag it.",
		"The migrations: 3 succeeded, 0 failed.", "Only files that pass the linter are merged.",
		"The hook waits until all files pass linting.", "Downloads: builds for every platform.",
		"The nightly job builds for Windows, macOS and Linux.",
		"The workflow is new; it builds for `linux/arm64` if the tag says so.",
		"It should compile without changes.",
		"Lines are sorted, so that the diff stays small.", "Names are sorted, and duplicates are dropped.",
		"I tried the parser on the branch `peg`; you are on a clean `main` again.",
		"Events are published on Kafka.", "Every job is deployed in prod through Argo.", "fmt: applied",
		"They use fifty rounds, no fewer.", "`feat/x` exists if the flag is set.", "- 模拟器：没开", "真机效果：没看",
		"The hook type-checks each file.", "Rounds: 4 of 9.",
		"Dialyzer needs a PLT first.", "The steep path of the menu is fine.",
		"Once I have your answer, all tests pass or I revert.", "Once we merge it, the build passes again.",
		"Run the linter; still clean means no new findings.", "You ran the linter yesterday. No warnings.",
		"I ran the linter, which failed; nothing to report.", "I opened the linter's config; no errors.",
		"I ran the linter. No errors of the server are swallowed now.", "Please re-run the suite. All green?",
		"你跑了 lint。没有告警。", "跑了 eslint，失败了。没有输出。",
		"The fix was deployed to staging last week.", "The report from yesterday says that all tests pass.",
		"上周测试全部通过。",
		"Done means the build passes again.", "A green tick means that the build passes.",
		"- Build: green (from memory, still to be confirmed)", "- 测试：全部通过（凭记忆，待核实）",
		"Use eslint . to lint the sources. Clean output is a must.",
	} {
		if got := kindsIn(line); len(got) > 0 {
			t.Errorf("%q is taken for %v", line, got)
		}
	}
	for line, want := range map[string][]Kind{
		"search 4.1.0 is up and running in `uat`.":                                      {Deployed},
		"stylelint . reports no problems.":                                              {LintClean},
		"I ran ruff check . and it is clean.":                                           {LintClean},
		"`pnpm i`, then eslint . 没有报错。":                                                 {LintClean},
		"It builds without warnings once I pinned the linker.":                          {BuildPassed},
		"Once we had removed the old fixture, all tests passed.":                        {TestsPassed},
		"I re-ran the linter after that; still clean.":                                  {LintClean},
		"I ran tsc over everything. Zero errors.":                                       {TypecheckClean},
		"Ran clippy and the tests on both branches; nothing to report.":                 {LintClean, TestsPassed},
		"又跑了一遍 lint。没有告警。":                                                              {LintClean},
		"All tests pass, also the case that QA reported yesterday.":                     {TestsPassed},
		"The build is green, unlike yesterday's.":                                       {BuildPassed},
		"上周客户报的白屏问题已经修复。":                                                               {Fixed},
		"I renamed the job's cache, which in turn means that the build passes again.":   {BuildPassed},
		"缓存键改好了，这意味着构建恢复正常，构建通过。":                                                       {BuildPassed},
		"Ready for the release: all tests pass.":                                        {TestsPassed},
		"The parser suite went from 3 failures to none.":                                {TestsPassed},
		"eslint 告警从 12 个降到了 0。":                                                         {LintClean},
		"The release job finished without incident: build green.":                       {BuildPassed},
		"javac reports no warnings.":                                                    {BuildPassed},
		"The wheel is published on PyPI since noon.":                                    {Deployed},
		"The new firmware is deployed to node7.":                                        {Deployed},
		"Pages are on the edge cache of the CDN.":                                       {Deployed},
		"The chart was upgraded to 1.9 in the `pay` namespace.":                         {Deployed},
		"The certificates 已续期。":                                                         {},
		"9f3c2d1 is pushed to origin/develop.":                                          {Pushed},
		"`tools/old-cli` was removed.":                                                  {Deleted},
		"已删除 `cmd/legacy`。":                                                             {Deleted},
		"I ran Jest over all of it and it came back green.":                             {TestsPassed},
		"2000 iterations, none failed.":                                                 {TestsPassed},
		"Test run: 88 out of 88.":                                                       {TestsPassed},
		"The regression pack is through.":                                               {TestsPassed},
		"The final state passes `cargo test`.":                                          {TestsPassed},
		"用例改好了，重跑都通过了。":                                                                 {TestsPassed},
		"The module type-checks now.":                                                   {TypecheckClean},
		"类型错误全部消除。":                                                                     {TypecheckClean},
		"Pylint has no remarks left.":                                                   {LintClean},
		"That takes care of the memory leak.":                                           {Fixed},
		"The crash doesn't happen any longer.":                                          {Fixed},
		"`docs/ops.md` now exists.":                                                     {Created},
		"The guide is written: `docs/ops.md`.":                                          {Created},
		"Everything below `crates/net/` passes.":                                        {TestsPassed},
		"Steep passes with no errors.":                                                  {TypecheckClean},
		"dialyzer: clean":                                                               {TypecheckClean},
		"`golangci-lint` reports that all packages pass linting.":                       {LintClean},
		"The whole codebase passes eslint now.":                                         {LintClean},
		"- Release AAB: builds":                                                         {BuildPassed},
		"Firmware image: compiles.":                                                     {BuildPassed},
		"The SDK builds for `aarch64-linux-android`.":                                   {BuildPassed},
		"The whole program compiles for macOS and Linux.":                               {BuildPassed},
		"It compiles for both architectures.":                                           {BuildPassed},
		"Guava 33.2.1 compiles without code changes.":                                   {BuildPassed},
		"`serde` builds without any further changes.":                                   {BuildPassed},
		"munit: 18 succeeded, 0 failed":                                                 {TestsPassed},
		"Rebased on `develop` without any conflicts and pushed the branch.":             {Pushed},
		"Merged `main` without trouble and force-pushed it.":                            {Pushed},
		"I've checked it with `make up`: the queue starts first, then the worker.":      {Verified},
		"I confirmed that the dump is in the bucket; it is larger than yesterday's.":    {Verified},
		"I verified with `show index` that the key is unique, and all 12 tests pass.":   {TestsPassed, Verified},
		"I verified with `show index` that all 12 tests pass, and the build is green.":  {TestsPassed, BuildPassed},
		"I verified with `make check` that the tests pass, and everything is in order.": {TestsPassed},
	} {
		got := kindsIn(line)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q is taken for %v, not %v", line, got, want)
		}
	}
}
