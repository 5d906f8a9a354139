package ledger

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/claims/signs"
	"ccc/internal/text"
)

var ansi = text.LazyRegexp{Expr: "\x1b\\[[0-9;?]*[A-Za-z]"}

// cleanOutput drops colours and makes line ends "
// ".
func cleanOutput(text string) string {
	if strings.Contains(text, "\x1b[") {
		text = ansi.ReplaceAllString(text, "")
	}
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// commitLines and pushMade are what git itself prints.
var (
	// commitLines and pushLines match what git prints after a commit and after a push.
	commitLines = text.LazyRegexp{Expr: `(?m)^\[[^\]\n]+ (?:\(root-commit\) )?[0-9a-f]{7,40}\] |` +
		`^ \d+ files? changed, \d+ `}
	pushLines = text.LazyRegexp{Expr: `(?m)^\s*[*+]?\s*(?:[0-9a-f]{7,40}\.\.\.?[0-9a-f]{7,40}|` +
		`\[new (?:branch|tag)\])\s+\S+ -> |` +
		`Everything up-to-date|set up to track`}
	refusedPushLines = text.LazyRegexp{Expr: `(?m)^remote: |\[(?:remote )?rejected\]|failed to push`}
	// unreachedRemote matches what git prints if it could not reach a remote, and fromRemote commands that read one.
	unreachedRemote = text.LazyRegexp{Expr: `(?m)^fatal: (?:unable to access|[Cc]ould not read from remote|` +
		`.*does not appear to be a git repository|The current branch .* has no upstream|Authentication failed|` +
		`repository .* not found|No configured push destination)|^ssh: `}
	fromRemote = text.LazyRegexp{Expr: `\bgit (?:-\S+ (?:\S+ )?)*(?:pull|fetch|clone|submodule|ls-remote)\b`}
	// refusedByHook matches what husky and pre-commit print of a hook that has stopped a commit.
	refusedByHook   = text.LazyRegexp{Expr: `(?m)hook exited with code [1-9]|^pre-commit hook failed|hook declined`}
	failedPushLines = text.LazyRegexp{Expr: `(?m)^(?:fatal|error): |\[(?:remote )?rejected\]|` +
		`nothing to commit|no changes added to commit`}
)

// judgeOutput returns how a run ended. exit is the exit status of the whole line.
func (r *Run) judgeOutput(output string, exit int) Outcome {
	sign := signs.Of(r.Tool.Family)
	testing := r.Kinds&shell.Tests != 0
	action := r.Kinds & (shell.Commit | shell.Push | shell.Deploy)
	checks := r.Kinds&(shell.Tests|shell.Build|shell.Types) != 0
	if r.Kinds&shell.Execute != 0 && r.Trust == shell.Sure && exit == 0 { // "cargo run" prints the program's own output
		checks = testing
	}
	failed := checks && sign.Failed.Match(output) || testing && endsInIgnoredError(output)
	if failed && testing && r.Trust == shell.Sure && exit == 0 && summaryShowsSuccess(output) {
		failed = false // the words of failure come from a test's log
	}
	failed = failed || r.Kinds&shell.Commit != 0 && refusedByHook.MatchString(output) &&
		!commitLines.MatchString(output)
	failed = failed || action&shell.Deploy != 0 && signs.FailedDeployments.Get().Match(output)
	switch {
	case exit == 127 || exit == 126 || exit != 0 && r.isNotFound(output):
		return NotRun
	case r.Trust == shell.Detached:
		return InBackground
	case r.Trust == shell.Shadowed:
		return MaskedExit
	case r.onlyLists:
		if exit != 0 {
			return ExitFailed
		}
		return RanNothing
	case r.Trust == shell.Hidden && action&(shell.Commit|shell.Push) != 0:
		return r.judgeAction(output)
	case r.Trust == shell.Hidden && (failed || testing && signs.FailureSummaries.Get().Match(output) &&
		!signs.SuccessLines.Get().Match(output)):
		return OutputFailed
	case r.Trust == shell.Hidden:
		return MaskedExit
	case exit != 0 && !r.IsLast && !failed && checks && sign.Passed.Match(output),
		exit != 0 && !r.IsLast && action != 0 && r.judgeAction(output) == Passed:
		return Passed // a later command of the && list failed
	case exit != 0 && !r.IsLast && r.Kinds&shell.Commit != 0 && (refusedPushLines.MatchString(output) ||
		unreachedRemote.MatchString(output) && !fromRemote.MatchString(r.FullLine)):
		return Passed // the push after it failed
	case exit != 0:
		return ExitFailed
	case failed:
		return OutputFailed
	case testing && ranNoTests(sign, output), r.Kinds&shell.Lint != 0 && r.lintedNothing(output),
		testing && r.mayRunNothing() && isEmptyOutput(output):
		return RanNothing
	case r.alwaysExitsZero() && !isEmptyOutput(output):
		return OutputFailed
	}
	return Passed
}

// endsInIgnoredError reports whether make went over a failure in its last step. An earlier one may only have removed
// what was not there.
func endsInIgnoredError(output string) bool {
	output = strings.TrimSpace(output)
	last := output[strings.LastIndexByte(output, '\n')+1:]
	return strings.HasSuffix(last, " (ignored)") && strings.Contains(last, "] Error ")
}

// ranNoTests reports whether an output says that there were no tests, in the words of the language's runners or in
// general ones.
func ranNoTests(sign signs.Sign, output string) bool {
	all := signs.Generic.Get()
	return signs.AllSkipped(output) || !sign.Passed.Match(output) && (sign.Empty.Match(output) ||
		all.Empty.Match(output) && !all.Passed.Match(output))
}

// noFilesLine matches what linters print that had no file to look at, ignoredLine what ESLint prints of a file that it
// leaves out, and problemCount its number of problems.
var (
	noFilesLine = text.LazyLines(`No (?:Python|lintable|source|matching) files? (?:were |are )?(?:found|present)|` +
		`no (?:go )?files to (?:analy[zs]e|lint)|matched no packages|\b(?:[Cc]hecked|on|Found) 0 (?:of 0 )?files?\b|` +
		`^(?:0|[Nn]o) files (?:inspected|were processed)|Linting: 0 file|[Aa]ll (?:\w+ )?files (?:are|were) ignored`)
	ignoredLine  = text.LazyRegexp{Expr: `File ignored (?:because|by default)`}
	problemCount = text.LazyRegexp{Expr: `✖ (\d+) problems?`}
)

// lintedNothing reports whether a linter looked at none of the files that it was given.
func (r *Run) lintedNothing(output string) bool {
	if noFilesLine.Get().Match(output) {
		return true
	}
	ignored := len(ignoredLine.Get().FindAllString(output, maxCounts))
	m := problemCount.FindStringSubmatch(output)
	return ignored > 0 && m != nil && m[1] == strconv.Itoa(ignored) &&
		len(shell.Operands(strings.Fields(r.Command))) <= ignored
}

// isEmptyOutput reports whether a program printed nothing. Claude Code puts a sentence there instead.
func isEmptyOutput(output string) bool {
	output = strings.TrimSpace(output)
	return output == "" || strings.HasPrefix(output, "(Bash completed with no output)")
}

// mayRunNothing reports whether the shell line may succeed without any work for the program: xargs starts it only if
// there is some, and --passWithNoTests lets it find no tests.
func (r *Run) mayRunNothing() bool {
	return strings.Contains(r.FullLine, "xargs") || strings.Contains(r.FullLine, "--if-present") ||
		strings.Contains(strings.ToLower(strings.ReplaceAll(r.FullLine, "-", "")), "passwithnotests")
}

// judgeAction returns how a commit or a push ended, by what git printed.
func (r *Run) judgeAction(output string) Outcome {
	switch {
	case r.Kinds&shell.Commit != 0 && commitLines.MatchString(output):
		return Passed
	case failedPushLines.MatchString(output):
		return OutputFailed
	case r.Kinds&shell.Push != 0 && pushLines.MatchString(output):
		return Passed
	}
	return MaskedExit
}

// isQuietAction reports whether the run is a commit or a push that prints nothing but failures.
func (r *Run) isQuietAction() bool {
	return r.Tool.Name == "git" && r.Kinds&(shell.Commit|shell.Push) != 0 && r.Trust == shell.Hidden &&
		quietFlag.MatchString(r.Command)
}

var quietFlag = text.LazyRegexp{Expr: ` -\w*q\w*\b| --quiet\b`}

var passCounts = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`(\d+) (?:passed|passing|tests?|examples?|pass|skipped|ignored|xfailed|xpassed|` +
		`pending|todo|doctests?|properties)\b|` +
		`(?:Tests run:|Passed:|pass) *(\d+)|` +
		`OK \((\d+) |` +
		`failed out of (\d+)|(\d+) runs, \d+ assertions`)
}}

// maxCounts bounds how many numbers are read. An output that has more is no summary.
const maxCounts = 20

var (
	// summaryLine matches the line in which vitest and jest count all tests, skipped ones included, and the one in
	// which surefire counts those of a module.
	summaryLine = text.LazyRegexp{Expr: `(?m)^\s*Tests:?\s+\d+ |^\[\w+\]\s+Tests run: \d+[^T\n]*$`}
	// fileLine matches a line about one file, or about the number of files.
	fileLine  = text.LazyRegexp{Expr: `\(\d+ tests?\b|^\s*Test (?:Files|Suites)\b|, Time elapsed: `}
	thousands = text.LazyRegexp{Expr: `\b(\d{1,3}),(\d{3})\b`}
	// totalNumbers match the numbers in a summary that may count all tests: 36 in "36 passed (98 assertions)".
	totalNumbers = text.LazyRegexp{Expr: `\d+ (?:passed|total)\b|\(\d+\)|^\[\w+\]\s+Tests run: \d+`}
	// passedNumbers match the number of passed tests in a summary.
	passedNumbers = text.LazyRegexp{Expr: `\d+ passed\b`}
)

// passedCounts returns the numbers of passed tests in an output. If there is a summary, sum matches its number and
// those of single files are dropped.
func passedCounts(output string, sum *regexp.Regexp) (list []string) {
	if !passCounts.Get().MayMatch(output) {
		return nil
	}
	var files, planned []string
	summed := false
	for line := range strings.Lines(output) {
		if !strings.ContainsAny(line, "0123456789") || !passCounts.Get().MayMatch(line) {
			continue
		}
		line = text.Head(line, text.MaxSearched)
		if summaryLine.MatchString(line) {
			found := sum.FindAllString(line, maxCounts)
			if len(found) > 0 {
				list = append(list, largest(found))
			}
			if len(found) > 0 || line[0] != '[' {
				summed = true
				continue
			}
		}
		of := &list
		switch {
		case fileLine.MatchString(line):
			of = &files
		case plannedLine.MatchString(line):
			of = &planned
		}
		for _, m := range passCounts.Get().Regexp().FindAllStringSubmatch(line, maxCounts) {
			*of = append(*of, strings.Join(m[1:], ""))
		}
	}
	if summed {
		return list
	}
	if list = append(files, list...); len(list) == 0 {
		return planned
	}
	return list
}

// largest returns the largest number in the words.
func largest(words []string) (number string) {
	for _, word := range words {
		n := word[strings.LastIndexByte(word, ':')+1:]
		n = strings.Trim(n, "() abcdefghijklmnopqrstuvwxyz")
		if len(n) > len(number) || len(n) == len(number) && n > number {
			number = n
		}
	}
	return number
}

// countPassed returns an upper bound of how many tests passed, by the output; 0 if it does not say.
func (r *Run) countPassed(output string) (sum int) {
	if r.Kinds&shell.Tests == 0 || strings.Contains(output, " test suites (") { // cabal counts programs
		return 0
	}
	if n := r.countedLines(output); n > 0 {
		return n
	}
	if n := r.printedPasses(output); n > 0 {
		return n
	}
	if hasThousands(output) {
		output = thousands.ReplaceAllString(output, "$1$2")
	}
	list := passedCounts(output, totalNumbers.Get())
	if len(list) >= maxCounts {
		return 0
	}
	for _, count := range list {
		n, _ := strconv.Atoi(count)
		sum += n
	}
	return sum
}

// tapPlan matches the line in which TAP says how many tests there are, if it is the first and only one.
var tapPlan = text.LazyRegexp{Expr: `^(?:TAP version \d+\s+)?1\.\.([1-9]\d*)\s*\n`}

// printedPasses returns how many tests TAP or "go test -v" printed, subtests included; 0 if the output may leave some
// out.
func (r *Run) printedPasses(output string) int {
	if plan := tapPlan.FindStringSubmatch(output); plan != nil && len(r.Filters) == 0 {
		n, _ := strconv.Atoi(plan[1])
		return n
	}
	if r.Tool.Name != "go" || len(r.Filters) > 0 || len(output) >= maxOutput || !strings.Contains(r.Command, " -v") {
		return 0
	}
	return strings.Count("\n"+output, "\n--- PASS: ") + strings.Count(output, " --- PASS: ")
}

// plannedLine matches a line in which a runner says how many tests it is about to run.
var plannedLine = text.LazyRegexp{Expr: `^\s*(?i:running|found|starting|executing|discovered|collected|selected) \d`}

// passLine matches a pattern of grep that matches a line for each test that passed, and no other.
var passLine = text.LazyRegexp{Expr: `(?i)^["']?[\^\s\-.*\\]*(?:pass(?:ed)?|ok)\b[^|]*$`}

// CountsTests reports whether the output is the number of tests that passed: go test -v | grep -c '^--- PASS'.
func (r *Run) CountsTests() bool {
	if r.Kinds&shell.Tests == 0 || len(r.Filters) == 0 {
		return false
	}
	last, by := r.Filters[len(r.Filters)-1], r.Filters[0]
	counts := len(r.Filters) == 1 && slices.ContainsFunc(by[1:], func(a string) bool {
		return a == "--count" || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "c")
	}) || len(r.Filters) == 2 && shell.ProgramName(last[0]) == "wc" && slices.Contains(last, "-l")
	return counts && strings.HasSuffix(shell.ProgramName(by[0]), "grep") &&
		slices.ContainsFunc(by[1:], passLine.MatchString)
}

// countedLines returns the number of tests that an output has if it is nothing but that; otherwise 0.
func (r *Run) countedLines(output string) int {
	n, err := strconv.Atoi(strings.TrimSpace(output))
	if err != nil || !r.CountsTests() {
		return 0
	}
	return n
}

// hasThousands reports whether a comma is between two digits, as in "1,204". It spares long outputs a slow expression.
func hasThousands(output string) bool {
	isDigit := func(at int) bool { return at >= 0 && at < len(output) && output[at] >= '0' && output[at] <= '9' }
	for at := 0; ; at++ {
		comma := strings.IndexByte(output[at:], ',')
		if comma < 0 {
			return false
		}
		if at += comma; isDigit(at-1) && isDigit(at+1) {
			return true
		}
	}
}

// alwaysExitsZero reports whether the tool exits with 0 even if it finds something, and prints it: gofmt -l.
func (r *Run) alwaysExitsZero() bool {
	return r.Tool.Name == "gofmt" || r.Tool.Name == "gofumpt" || r.Tool.Name == "goimports"
}

var missingProgram = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`command not found|No module named \S+$|` +
		`not recognized as an internal|[Mm]issing script:|\] Error 127$`)
}}

// isNotFound reports whether the shell did not find the program.
func (r *Run) isNotFound(output string) bool {
	missing := missingProgram.Get()
	if !missing.Match(output) {
		return false
	}
	for line := range strings.Lines(output) {
		if missing.Match(line) && (r.Tool.Name == "" || text.ContainsWords(line, r.Tool.Name) ||
			strings.Contains(line, "issing script") ||
			strings.Contains(line, "Error 127") && strings.Contains(output, r.Tool.Name)) {
			return true
		}
	}
	return false
}
