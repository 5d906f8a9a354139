package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// namesAnyRun reports whether the runs looked at everything that the claim names: "the parser tests pass".
func namesAnyRun(s detect.Statement, runs []*run) bool {
	return len(namedRuns(s, runs)) > 0 ||
		slices.ContainsFunc(runs, func(one *run) bool { return hasCountOf(s, one) })
}

var (
	// strictFlags make a check find more.
	strictFlags = text.LazyRegexp{Expr: `(?:^|[\s\x60(（含])(--?race|-[am]san|` +
		`--release|--all-(?:features|targets)|-Werror|--strict)\b`}
	// negations says that something was not done.
	negations = text.LazyRegexp{Expr: `(?i)\b(?:without|not|no|nor|never|instead|next|should|skip\w*)\b|n't\b|[未没不]`}
)

// runsWithFlags returns the runs with the flag that a claim names, if that is one that makes a check find more. What a
// script or a target of the project runs may have it.
func runsWithFlags(s detect.Statement, runs []*run) []*run {
	m := strictFlags.Get().FindStringSubmatch(s.Text)
	if m == nil || negations.Get().MatchString(s.Text) {
		return runs
	}
	return runsWithFlag(m[1], runs)
}

func runsWithFlag(flag string, runs []*run) []*run {
	return slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
		return !one.byTask && len(one.fullLine) < maxCommand && !strings.Contains(one.fullLine, flag)
	})
}

// testNouns say of what tests a claim speaks.
var testNouns = &text.LazyRegexp{Expr: `\b(?:tests?|suites?|specs?|checks?|everything|project|repo\w*)\b|测试|用例|套件|项目|全量`}

// meansOneTestFile reports whether a claim such as "All pass." means the tests of a file of which the message speaks: the only
// ones that ran.
func (r *Reader) meansOneTestFile(s detect.Statement, message string) bool {
	runs := runsAfter(r.runsProving(shell.Tests), place{r.turn.stepsBefore, 0})
	return s.Kind == TestsPassed && !s.Mentions(testNouns) && len(runs) > 0 &&
		!slices.ContainsFunc(runs, func(one *run) bool {
			return !one.runsOnlyTestFiles() || !slices.ContainsFunc(one.scope.Dirs, func(d string) bool {
				return strings.Contains(message, path.Base(d))
			})
		})
}

// hasCountOf reports whether the claim has a number that the run's output has, too: "12 slow tests".
func hasCountOf(s detect.Statement, one *run) bool {
	for _, n := range numbers.Get().FindAllString(s.Clause, 10) {
		if slices.Contains(one.testCounts, n) {
			return true
		}
	}
	return false
}

// namedRuns are the runs whose folder, file or filter the claim names.
func namedRuns(s detect.Statement, runs []*run) (list []*run) {
	squeezed := strings.Map(func(r rune) rune {
		if strings.ContainsRune("_- ", r) {
			return -1
		}
		return r
	}, strings.ToLower(s.Text))
	for _, one := range runs {
		if namesPart(s, one) {
			list = append(list, one)
			continue
		}
		for _, d := range append(slices.Clone(one.scope.Dirs), one.scope.Filter) {
			if name := shell.Stem(strings.TrimSuffix(d, "/")); len(name) > 2 && strings.Contains(squeezed, name) {
				list = append(list, one)
				break
			}
		}
	}
	return list
}

// namesPart reports whether the claim names a part of the project that the run was told to look at. Outside of Rust a
// part may be named without what stands before a slash: "ui" for "@acme/ui".
func namesPart(s detect.Statement, one *run) bool {
	names := one.scope.Parts
	if one.part != "" {
		names = append(slices.Clone(names), one.part) // never of Rust
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return namesWord(s, name) || one.tool.Family != "rust" && namesWord(s, path.Base(name))
	})
}

// namesFolder reports whether the claim has the name of a folder of a file as a word: "the notifier tests".
func namesFolder(s detect.Statement, file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
		return len(dir) > 3 && !slices.Contains(commonFolders, dir) && namesWord(s, dir)
	})
}

// commonFolders have names that may be words of any claim.
var commonFolders = []string{"tests", "test", "unit", "integration", "specs", "spec", "main", "build", "suite", "check",
	"lint", "smoke", "services", "packages", "internal"}

// namesWord reports whether the claim has a name as a word of its own. A name of two letters may be any word: it counts
// only in quotes, or after a word such as "package".
func namesWord(s detect.Statement, name string) bool {
	words := strings.FieldsFunc(strings.ToLower(s.Text), func(r rune) bool {
		return strings.ContainsRune(" ,.;:()，。、", r)
	})
	for i, word := range words {
		bare := strings.Trim(word, "`'*")
		if bare == strings.ToLower(name) && (len(name) > 2 || bare != word ||
			i > 0 && slices.Contains([]string{"of", "in", "crate", "package"}, words[i-1])) {
			return true
		}
	}
	return false
}

var numbers = text.LazyRegexp{Expr: `\d+`}
