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
	} {
		if got := kindsIn(line); len(got) > 0 {
			t.Errorf("%q is taken for %v", line, got)
		}
	}
	for line, want := range map[string][]Kind{
		"search 4.1.0 is up and running in `uat`.":                                      {Deployed},
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
