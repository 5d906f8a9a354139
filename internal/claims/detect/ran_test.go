package detect

import (
	"fmt"
	"strings"
	"testing"
)

// TestM01Ran: claims about what was run, by its name, and clauses with such a name that claim nothing.
func TestM01Ran(t *testing.T) {
	ran := func(name string) (Kind, bool) {
		switch name {
		case "npm", "go":
			return "", true // only with the word after it
		case "npm ci":
			return BuildPassed, true
		case "busted", "spec/cart_spec.lua", "cart_spec.lua":
			return TestsPassed, true
		case "cart", "31":
			return TestsPassed, false
		case "gitleaks", "gitleaks detect", "flyway", "seed.js":
			return Verified, true
		case "tflint":
			return LintClean, true
		case "nav_bridge":
			return BuildPassed, true
		case "export":
			return BuildPassed, false
		}
		return "", false
	}
	for message, want := range map[string]string{
		// a program, a file, a target
		"busted agrees.":                         "tests_passed",
		"busted: 9 of 9 ok":                      "tests_passed",
		"`spec/cart_spec.lua` gets through.":     "tests_passed",
		"`cart_spec.lua` 12 条都过。":                "tests_passed",
		"The types check; busted is green.":      "typecheck_clean tests_passed",
		"tflint turned up nothing.":              "lint_clean",
		"Nothing from tflint.":                   "lint_clean",
		"A clean run of tflint on both modules.": "lint_clean",
		"tflint 一声不吭。":                           "lint_clean",
		"`gitleaks detect` came up empty.":       "verified",
		"gitleaks 扫了一遍，没有泄漏。":                    "verified",
		"gitleaks: 4 passed":                     "tests_passed", // told of tests
		"Flyway is at V7.":                       "verified",
		"seed.js ran through.":                   "verified",
		"`nav_bridge` went through.":             "build_passed",
		"npm ci went through.":                   "build_passed",
		// an ordinary word, where it is all that is said to have gone well
		"Export finished.":                   "build_passed",
		"The cart package is green.":         "tests_passed",
		"cart 31/31":                         "tests_passed",
		"cart 没红。":                           "tests_passed",
		"We moved the export, which is done": "",
		"Your cart is empty.":                "",
		"The cart is fine now.":              "",
		// numbers of tests
		"31/31 after that.":           "tests_passed",
		"31 of 31.":                   "tests_passed",
		"30 of 31.":                   "",
		"30/31.":                      "",
		"Green across all 31.":        "tests_passed",
		"The importer takes 31 files": "",
		// a checker that should have run, and a file of tests
		"The branch is rebased, and bandit is clean.": "lint_clean",
		"`test_cart.py` came back green.":             "tests_passed",
		"The draft is rebased, and behave is clean.":  "",
		// what takes it back
		"gitleaks found nothing to scan.":                     "",
		"gitleaks should come up empty.":                      "",
		"If gitleaks comes up empty, merge it.":               "",
		"Does gitleaks come up empty?":                        "",
		"gitleaks has not finished.":                          "",
		"Until gitleaks comes up empty, nothing is merged.":   "",
		"Not deployed: gitleaks came up empty-handed before":  "",
		"The config for tflint accepts globs.":                "",
		"tflint and the docs were left; the rest is green":    "",
		"gitleaks 没跑，其他都好。":                                   "",
		"请再跑 gitleaks，没有泄漏再合并。":                               "",
		"gitleaks 报了一处，其余没有问题。":                               "",
		"flyway 升级完成。":                                        "",
		"npm has no complaints.":                              "",
		"\"gitleaks came up empty\" is what it prints.":       "",
		"```\ngitleaks: no leaks found\n```":                  "",
		"Run `gitleaks detect`; no leaks means that it's ok.": "",
	} {
		var kinds []string
		for _, s := range StatementsOf(message, "", ran) {
			kinds = append(kinds, string(s.Kind))
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%q: got %q, want %q", message, got, want)
		}
	}
	for _, message := range []string{"busted agrees.", "31/31 after that.", "Flyway is at V7.", "Export finished."} {
		if got := Statements(message, ""); len(got) > 0 {
			t.Errorf("%q is a claim without a run: %v", message, fmt.Sprint(got))
		}
	}
}
