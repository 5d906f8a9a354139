package detect

import (
	"os"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

// TestM01Descriptions: each form for what a program does keeps its example from being a claim, but not its
// counter-example.
func TestM01Descriptions(t *testing.T) {
	for _, d := range descriptions {
		if got := kindsIn(d.example); len(got) > 0 {
			t.Errorf("%q is taken for %v", d.example, got)
		}
		if got := kindsIn(d.counter); len(got) == 0 {
			t.Errorf("%q is not found", d.counter)
		}
	}
}

// TestM01ChineseForms: a form with a Chinese example matches only Chinese, and is not tried on other texts.
func TestM01ChineseForms(t *testing.T) {
	exprs := map[string]string{}
	for _, g := range guards {
		exprs[g.example] = g.expr
	}
	for _, d := range descriptions {
		exprs[d.example] = d.expr.Expr
	}
	for example, expr := range exprs {
		parsed, err := syntax.Parse(expr, syntax.Perl)
		if err != nil || isChinese(example) && !needsHan(parsed) {
			t.Errorf("%s: %s, %v", example, expr, err)
		}
	}
}

// needsHan reports whether every match of an expression has a Chinese character.
func needsHan(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return slices.ContainsFunc(re.Rune, isHan)
	case syntax.OpCharClass:
		return len(re.Rune) > 0 && !slices.ContainsFunc(re.Rune, func(r rune) bool { return !isHan(r) })
	case syntax.OpConcat:
		return slices.ContainsFunc(re.Sub, needsHan)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !needsHan(sub) })
	case syntax.OpCapture, syntax.OpPlus:
		return needsHan(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && needsHan(re.Sub[0])
	}
	return false
}

// TestM01NoClaims: sentences that trials wrongly took for claims.
func TestM01NoClaims(t *testing.T) {
	text, err := os.ReadFile("testdata/descriptions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "#") {
			continue
		}
		if got := kindsIn(line); len(got) > 0 {
			t.Errorf("%q is taken for %v", line, got)
		}
	}
}

// TestM01WhatIsSo: the same words about the agent's own work are claims.
func TestM01WhatIsSo(t *testing.T) {
	for message, want := range map[string]Kind{
		"The tests pass in `ctx.go`.":                            TestsPassed,
		"All tests pass both locally and in CI.":                 TestsPassed,
		"All tests pass this time.":                              TestsPassed,
		"Tests pass each time.":                                  TestsPassed,
		"It passes all the tests.":                               TestsPassed,
		"Everything passes: 42/42 tests.":                        TestsPassed,
		"The crash is now fixed.":                                Fixed,
		"The issue is fixed on this branch.":                     Fixed,
		"Fixed in `a1b2c3d`.":                                    Fixed,
		"The race is fixed by taking the lock first.":            Fixed,
		"The fix is verified in the browser.":                    Verified,
		"It is verified with curl.":                              Verified,
		"I verified the signature check with an expired token.":  Verified,
		"The new flow is verified end-to-end.":                   Verified,
		"Everything is committed.":                               Committed,
		"The changes are committed on `main`.":                   Committed,
		"The fix is committed as `a1b2c3d`.":                     Committed,
		"The changes are committed and pushed.":                  Committed,
		"The branch is pushed to origin.":                        Pushed,
		"The commits are pushed to `feature/x`.":                 Pushed,
		"I pushed the fix to `main`.":                            Pushed,
		"I pushed the branch.":                                   Pushed,
		"The new version is deployed to production.":             Deployed,
		"It is deployed on staging.":                             Deployed,
		"The package is published to npm.":                       Deployed,
		"Published v1.2.0.":                                      Deployed,
		"Published to PyPI.":                                     Deployed,
		"A clean build went through.":                            BuildPassed,
		"The code compiles.":                                     BuildPassed,
		"The project compiles without warnings.":                 BuildPassed,
		"ESLint is clean.":                                       LintClean,
		"I deleted `cache.json`.":                                Deleted,
		"I moved the code to `clean.go` and created `out.json`.": Created,
		"测试全部通过。":                                                TestsPassed,
		"测试已全部通过验证。":                                             TestsPassed,
		"5 个用例全部通过测试。":                                           TestsPassed,
		"测试通过 42 个，失败 0 个。":                                      TestsPassed,
		"测试全部通过且无警告。":                                            TestsPassed,
		"已修复登录失败的问题。":                                            Fixed,
		"在上游数据为空时崩溃的问题已修复。":                                      Fixed,
		"已发布新版本。":                                                Deployed,
		"已部署到生产环境的集群。":                                           Deployed,
		"已推送最新的提交。":                                              Pushed,
		"已提交全部的改动。":                                              Committed,
		"类型检查通过。":                                                TypecheckClean,
		"构建通过，产物在 dist 里。":                                       BuildPassed,
		"我验证了签名校验。":                                              Verified,
		"已在浏览器里验证提交流程。":                                          Verified,
	} {
		if got := kindsIn(message); !slices.Contains(got, want) {
			t.Errorf("%q: %v, not %s", message, got, want)
		}
	}
}
