package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/scope"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// namesAnyRun reports whether the claim names what one of the runs looked at: "the parser tests pass".
func namesAnyRun(s detect.Statement, runs []*ledger.Run) bool {
	return len(namedRuns(s, runs)) > 0 || !(s.Universal && s.Mentions(wholeRepo)) &&
		slices.ContainsFunc(runs, func(one *ledger.Run) bool { return hasCountOf(s, one) })
}

var (
	// strictFlags are flags with which a check finds more.
	strictFlags = text.LazyRegexp{Expr: `(?:^|[\s\x60(（含])(--?race|-[am]san|` +
		`--release|--all-(?:features|targets)|-Werror|--strict)\b`}
	// negations say that something was not done.
	negations = text.LazyRegexp{Expr: `(?i)\b(?:without|not|no|nor|never|instead|next|should|skip\w*)\b|n't\b|[未没不]`}
)

// noFaults matches words that deny faults alone: "no errors", "zero warnings".
var noFaults = text.LazyRegexp{Expr: `(?i)\b(?:no|without(?: any)?|not (?:a single|one)) (?:\w+ )?(?:errors?|` +
	`issues?|problems?|` +
	`findings?|warnings?|failures?|complaints?|offen[sc]es?|violations?)\b|[没无](?:有)?(?:任何)?(?:错误|报错|` +
	`问题|告警|警告|失败)`}

// claimedFlag matches a flag with which a check is said to have run: in a quoted command, or after "with".
var claimedFlag = text.LazyRegexp{Expr: "`([a-z][\\w./-]*) (?:[^`]* )?(--[a-z][\\w-]*)(?:[ =`])|" +
	"\\b(?:with|under|using)(?: and without)? `?(--[a-z][\\w-]*)(?:[ =`,.]|$)"}

// missedFlag returns the flag with which a claim says that a check ran, if no command of that kind has it; "" for none,
// or if a script, a task or an unknown program may have passed it.
func (r *judge) missedFlag(s detect.Statement) string {
	m := claimedFlag.FindStringSubmatch(s.Part)
	k := s.Kind.ProvedBy()
	if m == nil || m[1] != "" && shell.KindsOfProgram(m[1])&k == 0 {
		return ""
	}
	flag := m[2] + m[3]
	if strings.Contains(outcomeFlags, " "+flag+" ") ||
		notRunWords.MatchString(strings.ReplaceAll(noFaults.ReplaceAllString(s.Part, ""), "with and without", "")) ||
		slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
			return strings.Contains(strings.ToLower(one.FullLine), flag) || len(one.FullLine) >= maxCommand ||
				startsOthers(one) && (one.Kinds|one.Likely|one.Possible)&k != 0
		}) {
		return ""
	}
	return flag
}

// outcomeFlags only say how a check prints, or are its own default.
const outcomeFlags = " --quiet --verbose --run --silent --watch --ci --color --no-color --noemit --check " +
	"--no-progress --no-coverage --reporter --nocapture --locked --offline --frozen-lockfile --write --fix "

// runsWithFlags returns the runs with the strict flag that a claim names, or all runs if it names none. A script or a
// target of the project may pass the flag itself.
func runsWithFlags(s detect.Statement, runs []*ledger.Run) []*ledger.Run {
	said := s.Text
	if negations.MatchString(said) {
		said = noFaults.ReplaceAllString(s.Part, "")
	}
	m := strictFlags.FindStringSubmatch(said)
	if m == nil || negations.MatchString(said) {
		return runs
	}
	return runsWithFlag(m[1], runs)
}

func runsWithFlag(flag string, runs []*ledger.Run) []*ledger.Run {
	return slices.DeleteFunc(slices.Clone(runs), func(one *ledger.Run) bool {
		return !one.ByTask && !(flag == "-Werror" && isBuildSystem(one)) &&
			len(one.FullLine) < maxCommand && !strings.Contains(one.FullLine, flag)
	})
}

// repeatWords say that something ran several times.
var repeatWords = &text.LazyRegexp{Expr: `\b(?:\d+|two|three|five|ten|twenty|fifty|hundred) (?:more )?(?:runs|` +
	`repeats|` +
	`repetitions|iterations|rounds|times)\b|\d+\s*(?:次|遍|轮)`}

// allRepeats say that all of these passed: "200 runs, all green".
var allRepeats = &text.LazyRegexp{Expr: `\b(?:runs|repeats|repetitions|iterations|rounds|` +
	`times)\b[^.;]{0,30}\ball(?: of them)? ` +
	`(?:pass\w*|green|ok|succe\w*|clean)|(?:次|遍|轮)[，,]?\s?(?:全部|都|均)`}

// testNouns name the tests of which a claim speaks.
var testNouns = &text.LazyRegexp{Expr: `\b(?:tests?|suites?|specs?|checks?|everything|project|repo\w*)\b|测试|用例|` +
	`套件|项目|` +
	`全量`}

// meansOneTestFile reports whether a claim such as "All pass." means the tests of the files that the message names: no
// others ran.
func (r *judge) meansOneTestFile(s detect.Statement, message string) bool {
	if s.Kind != TestsPassed || s.Mentions(testNouns) {
		return false
	}
	runs := runsAfter(r.runsProving(shell.Tests), ledger.Place{Step: r.turn.stepsBefore, Index: 0})
	return len(runs) > 0 &&
		!slices.ContainsFunc(runs, func(one *ledger.Run) bool {
			return !runsOnlyTestFiles(one) || !slices.ContainsFunc(one.Scope.Dirs, func(d string) bool {
				return strings.Contains(message, path.Base(d))
			})
		})
}

// hasCountOf reports whether the claim and the run's output have a number in common: "12 slow tests".
func hasCountOf(s detect.Statement, one *ledger.Run) bool {
	for _, n := range numbers.Get().FindAllString(s.Clause, 10) {
		if n != "0" && !strings.Contains(s.Clause, n+"%") && slices.Contains(one.TestCounts, n) {
			return true
		}
	}
	return false
}

// namedRuns returns the runs whose folder, file or filter the claim names.
func namedRuns(s detect.Statement, runs []*ledger.Run) (list []*ledger.Run) {
	own := s.Text
	if s.Universal && s.Head != "" { // what follows may be of something else: "All tests pass, and SlugTest is shorter"
		own = s.Head
	}
	squeezed := squeeze(own)
	named := func(d string) bool {
		for strings.Contains(path.Base(d), "*") && strings.Contains(d, "/") { // "all scripts" for scripts/*.sh
			d = path.Dir(d)
		}
		name := scope.Stem(strings.TrimSuffix(d, "/"))
		return len(name) > 2 && strings.Contains(squeezed, name)
	}
	for _, one := range runs {
		if namesPart(s, one) || slices.ContainsFunc(one.Scope.Dirs, named) || named(one.Scope.Filter) {
			list = append(list, one)
		}
	}
	return list
}

// namesPart reports whether the claim names the part of the project that the run was limited to. Except in Rust, the
// scope before a slash may be left out: "ui" for "@acme/ui".
func namesPart(s detect.Statement, one *ledger.Run) bool {
	names := one.Scope.Parts
	if one.Part != "" {
		names = append(slices.Clone(names), one.Part) // its language is never Rust
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return namesWord(s, name) || one.Tool.Family != "rust" && namesWord(s, path.Base(name))
	})
}

// namesFolder reports whether a folder of the file's path is a word of the claim: "the notifier tests".
func namesFolder(s detect.Statement, file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
		return len(dir) > 3 && !slices.Contains(commonFolders, dir) && namesWord(s, dir)
	})
}

// commonFolders are also ordinary words, so a claim that has one need not mean the folder.
var commonFolders = []string{"tests", "test", "unit", "integration", "specs", "spec", "main", "build", "suite", "check",
	"lint", "smoke", "services", "packages", "internal"}

// namesWord reports whether the claim has a name as a separate word. A name of two letters may be any word: it counts
// only in quotes, or after a word such as "package".
func namesWord(s detect.Statement, name string) bool { return hasWord(strings.ToLower(s.Text), name) }

// hasWord does what [namesWord] does, for a text in lower case.
func hasWord(low, name string) bool {
	words := strings.FieldsFunc(low, func(r rune) bool {
		return strings.ContainsRune(" ,.;:()，。、（）：；", r)
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
