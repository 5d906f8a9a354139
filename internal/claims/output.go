package claims

import (
	"regexp"
	"strconv"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// An outputSign has the words by which the output of tests or builds shows that they failed, or that nothing ran.
type outputSign struct {
	family          string // of languages, as in [shell.Tool]
	failed, empty   string // expressions for a failure, and for a run that found nothing to do; "" for none
	passed          string // an expression for something that passed: with it the run is not empty
	example         string // the table's own tests: the output of a run that failed,
	counter         string // and of one that did not
	emptied, filled string // the output of a run that found nothing, and of one that did
}

// outputSigns are matched with each line of an output.
var outputSigns = []outputSign{
	{
		family: "go", failed: `^(?:\s*--- FAIL:|FAIL(?:\s|$)|panic: )`,
		empty:   `\[no test files\]|\[no tests to run\]|no packages to test|matched no packages`,
		passed:  `^ok\s+\S+\s+(?:\(cached\)|[\d.]+s)(?:\s+coverage:.*)?\s*$`,
		example: "--- FAIL: TestX (0.00s)", counter: "ok  \tx/y\t0.1s",
		emptied: "?   \tx/y\t[no test files]", filled: "?   \tx/z\t[no test files]\nok  \tx/y\t0.1s",
	},
	{
		family: "py", failed: `^(?:FAILED|ERROR) \S|` +
			`^=+ .*\b[1-9]\d* (?:failed|errors?)\b.*=+$|` +
			`^\d+ failed\b|` +
			`^FAILED \((?:failures|errors)`,
		empty: `collected 0 items|no tests ran|^Ran 0 tests|NO TESTS RAN|\b[1-9]\d* skipped in|` +
			`collected \d+ items? / \d+ deselected / 0 selected`,
		passed: `\b[1-9]\d* passed`, example: "==== 1 failed, 3 passed in 0.1s ====", counter: "==== 3 passed in " +
			"0.1s ====",
		emptied: "collected 0 items", filled: "collected 3 items\n=== 3 passed in 0.01s ===",
	},
	{
		family: "js", failed: `^\s*Tests?:?\s+.*\b[1-9]\d* failed|^\s*[1-9]\d* failing\b|` +
			`^\s*Test Suites:\s+.*\b[1-9]\d* failed|^# fail [1-9]|^ℹ fail [1-9]|` +
			`^\s*(?:FAIL|✗|✖|×)\s+\S+\.(?:test|spec)\.|` +
			`^not ok \d|^\s*[1-9]\d* fail$|error TS\d+:|^npm ERR!|^npm error`,
		empty: `No tests? (?:files? )?found|` +
			`^\s*0 passing\b|^# tests 0$|^ℹ tests 0$|^1\.\.0|^\s*0 pass$|Tests:\s+0 total|` +
			`Tests:?\s+[1-9]\d* skipped|no test specified`,
		passed:  `^\s*[1-9]\d* passing|\b[1-9]\d* passed|^# pass [1-9]|^ℹ pass [1-9]|^ok \d|^\s*[1-9]\d* pass$`,
		example: "Tests:       1 failed, 4 passed, 5 total", counter: "Tests:       5 passed, 5 total",
		emptied: "No tests found, exiting with code 0", filled: "  3 passing (5ms)",
	},
	{
		family: "rust", failed: `^test result: FAILED|^error(?:\[E\d+\])?: |^test .* \.\.\. FAILED`,
		empty:   `^running 0 tests$|^test result: ok\. 0 passed; 0 failed`,
		passed:  `^test result: ok\. [1-9]\d* passed|[1-9]\d* passed`,
		example: "test result: FAILED. 1 passed; 1 failed;", counter: "test result: ok. 2 passed; 0 failed;",
		emptied: "running 0 tests\ntest result: ok. 0 passed; 0 failed; 0 ignored", filled: "test result: ok. 1 " +
			"passed; 0 failed;",
	},
	{
		family: "java", failed: `BUILD FAIL(?:URE|ED)|` +
			`Tests run:.*(?:Failures|Errors): [1-9]|` +
			`There are test failures|^.* > .* FAILED$`,
		empty: `No tests to run|Tests run: 0,|> Task :\S*test NO-SOURCE`, passed: `Tests run: [1-9]|` +
			`> Task :\S*test$|UP-TO-DATE`,
		example: "[INFO] BUILD FAILURE", counter: "[INFO] BUILD SUCCESS",
		emptied: "[INFO] No tests to run.", filled: "[INFO] Tests run: 3, Failures: 0, Errors: 0",
	},
	{
		family: "ruby", failed: `^\d+ examples?, [1-9]\d* failures?|` +
			`^\d+ (?:runs|tests), .*\b[1-9]\d* (?:failures|errors)`,
		empty:   `^0 examples, 0 failures|^0 runs,|^0 tests,|No examples found`,
		passed:  `^[1-9]\d* (?:examples?|runs|tests),`,
		example: "5 examples, 1 failure", counter: "5 examples, 0 failures",
		emptied: "0 examples, 0 failures", filled: "5 examples, 0 failures",
	},
	{
		family: "php", failed: `^FAILURES!|^ERRORS!|Tests: .*(?:Failures|Errors): [1-9]|^\s*Tests:\s+[1-9]\d* failed`,
		empty: `No tests executed`, passed: `^OK \(`,
		example: "FAILURES!\nTests: 3, Assertions: 3, Failures: 1.", counter: "OK (3 tests, 3 assertions)",
		emptied: "No tests executed!", filled: "OK (1 test, 1 assertion)",
	},
	{
		family: "net", failed: `^\s*Failed!\s|Test Run Failed|error (?:CS|MSB)\d+`,
		empty: `No test is available|No test matches`, passed: `Passed!`,
		example: "Failed!  - Failed:     1, Passed:     2", counter: "Passed!  - Failed:     0, Passed:     3",
		emptied: "No test is available in x.dll", filled: "Passed!  - Failed: 0, Passed: 3",
	},
	{
		family: "c", failed: `[1-9]\d* tests? failed out of|^\*\*\*.*Failed|: (?:fatal )?error: |^\[  FAILED  \]`,
		empty: `No tests were found`, passed: `100% tests passed, 0 tests failed out of [1-9]|^\[  PASSED  \]`,
		example: "50% tests passed, 1 tests failed out of 2", counter: "100% tests passed, 0 tests failed out of 2",
		emptied: "No tests were found!!!", filled: "100% tests passed, 0 tests failed out of 2",
	},
	{
		family: "elixir", failed: `^\d+ tests?, [1-9]\d* failures?`, empty: `There are no tests to run|^0 tests`,
		passed: `^[1-9]\d* tests?, 0 failures`, example: "3 tests, 1 failure", counter: "3 tests, 0 failures",
		emptied: "There are no tests to run", filled: "3 tests, 0 failures",
	},
}

// compiledSign is an outputSign whose patterns have been compiled.
type compiledSign struct{ failed, empty, passed text.LineExpr }

var compiledSigns = text.Lazy[map[string]compiledSign]{Make: func() map[string]compiledSign {
	m := map[string]compiledSign{}
	for _, s := range outputSigns {
		m[s.family] = compiledSign{
			text.CompileLines(s.failed), text.CompileLines(s.empty), text.CompileLines(s.passed),
		}
	}
	return m
}}

// anySign is for tools of no known language, such as a script: only what is plain.
var anySign = text.Lazy[compiledSign]{Make: func() compiledSign {
	return compiledSign{
		text.CompileLines(`^(?:FAIL(?:ED)?\b|--- FAIL|Tests?:?\s+.*\b[1-9]\d* failed)|` +
			`\b[1-9]\d* (?:tests? )?(?:failed|failing)\b`),
		text.CompileLines(`collected 0 items|no tests ran|^Ran 0 tests|\[no test files\]|No tests found|` +
			`^\s*0 passing\b|^running 0 tests$`),
		text.CompileLines(`^ok\b|\b[1-9]\d* pass(?:ed|ing)?\b`),
	}
}}

func signOf(family string) compiledSign {
	if s, ok := compiledSigns.Get()[family]; ok {
		return s
	}
	return anySign.Get()
}

var ansi = text.LazyRegexp{Expr: "\x1b\\[[0-9;?]*[A-Za-z]"}

// cleanOutput drops colours.
func cleanOutput(text string) string {
	if strings.Contains(text, "\x1b[") {
		text = ansi.Get().ReplaceAllString(text, "")
	}
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// commitMade and pushMade are what git itself prints.
var (
	commitMade = text.LazyRegexp{Expr: `(?m)^\[[^\]\n]+ (?:\(root-commit\) )?[0-9a-f]{7,40}\] `}
	pushMade   = text.LazyRegexp{Expr: `(?m)^\s*[*+]?\s*(?:[0-9a-f]{7,40}\.\.\.?[0-9a-f]{7,40}|` +
		`\[new (?:branch|tag)\])\s+\S+ -> |` +
		`Everything up-to-date`}
	pushRefused = text.LazyRegexp{Expr: `(?m)^remote: |\[(?:remote )?rejected\]|failed to push`}
	pushFailed  = text.LazyRegexp{Expr: `(?m)^(?:fatal|error): |\[(?:remote )?rejected\]|` +
		`nothing to commit|no changes added to commit`}
)

// judgeOutput returns how a run ended. exit is the exit status of the whole line.
func (r *run) judgeOutput(output string, exit int) outcome {
	sign := signOf(r.tool.Family)
	testing := r.kinds&shell.Tests != 0
	action := r.kinds & (shell.Commit | shell.Push | shell.Deploy)
	checks := r.kinds&(shell.Tests|shell.Build|shell.Types) != 0
	// What fails then is in a test's own log.
	endedWell := testing && r.trust == shell.Sure && exit == 0 && endsWell(output)
	failed := checks && sign.failed.Match(output) && !endedWell
	switch {
	case exit == 127 || exit == 126 || exit != 0 && r.missing(output):
		return notRun
	case r.trust == shell.Detached:
		return inBackground
	case r.trust == shell.Shadowed:
		return maskedExit
	case r.empty:
		if exit != 0 {
			return exitFailed
		}
		return ranNothing
	case r.trust == shell.Hidden && action&(shell.Commit|shell.Push) != 0:
		return r.actionByOutput(output)
	case r.trust == shell.Hidden && failed:
		return outputFailed
	case r.trust == shell.Hidden:
		return maskedExit
	case exit != 0 && !r.last && !failed && checks && sign.passed.Match(output),
		exit != 0 && !r.last && action != 0 && r.actionByOutput(output) == passed:
		return passed // a later command of the && list failed
	case exit != 0 && !r.last && r.kinds&shell.Commit != 0 && pushRefused.Get().MatchString(output):
		return passed // the push after it failed
	case exit != 0:
		return exitFailed
	case failed:
		return outputFailed
	case testing && sign.empty.Match(output) && !sign.passed.Match(output),
		testing && r.mayNotStart() && printedNothing(output):
		return ranNothing
	case r.silent() && !printedNothing(output):
		return outputFailed
	}
	return passed
}

// printedNothing reports whether an output is empty. Claude Code says so in words.
func printedNothing(output string) bool {
	output = strings.TrimSpace(output)
	return output == "" || strings.HasPrefix(output, "(Bash completed with no output)")
}

// mayNotStart reports whether the command line starts the program only if there is something for it: xargs.
func (r *run) mayNotStart() bool {
	return strings.Contains(r.whole, "xargs") || strings.Contains(r.whole, "--if-present")
}

// actionByOutput returns how a commit or a push ended, by the words that git prints.
func (r *run) actionByOutput(output string) outcome {
	switch {
	case pushFailed.Get().MatchString(output):
		return outputFailed
	case r.kinds&shell.Commit != 0 && commitMade.Get().MatchString(output),
		r.kinds&shell.Push != 0 && pushMade.Get().MatchString(output):
		return passed
	}
	return maskedExit
}

var passCounts = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`(\d+) (?:passed|passing|tests?|examples|pass|skipped|ignored|xfailed|xpassed|` +
		`pending|todo|doctests?|properties)\b|` +
		`(?:Tests run:|Passed:|pass) *(\d+)|` +
		`OK \((\d+) `)
}}

// maxCounts is how many numbers are read. An output that has more is no summary.
const maxCounts = 20

var (
	// summaryLine is the line in which vitest and jest have all their tests, those that were skipped included.
	summaryLine = text.LazyRegexp{Expr: `(?m)^\s*Tests:?\s+\d+ `}
	// fileLine is a line of vitest or jest about one file, or about how many files there were.
	fileLine  = text.LazyRegexp{Expr: `\(\d+ tests?\b|^\s*Test (?:Files|Suites)\b`}
	thousands = text.LazyRegexp{Expr: `\b(\d{1,3}),(\d{3})\b`}
	// sums finds the numbers in a summary that may be those of all tests: "36 passed (98 assertions)" has one.
	sums = text.LazyRegexp{Expr: `\d+ (?:passed|total)\b|\(\d+\)`}
	// passes finds the number of tests in a summary that passed.
	passes = text.LazyRegexp{Expr: `\d+ passed\b`}
)

// countsOf are the numbers of tests that passed, as an output has them. Those of files count where there is no summary,
// in which sum finds the number.
func countsOf(output string, sum *regexp.Regexp) (list []string) {
	if !passCounts.Get().MayMatch(output) {
		return nil
	}
	var files []string
	summed := false
	for line := range strings.Lines(output) {
		if !strings.ContainsAny(line, "0123456789") || !passCounts.Get().MayMatch(line) {
			continue
		}
		line = text.Head(line, text.MaxSearched)
		if summaryLine.Get().MatchString(line) {
			summed = true
			if found := sum.FindAllString(line, maxCounts); len(found) > 0 {
				list = append(list, largest(found))
			}
			continue
		}
		of := &list
		if fileLine.Get().MatchString(line) {
			of = &files
		}
		for _, m := range passCounts.Get().Regexp().FindAllStringSubmatch(line, maxCounts) {
			*of = append(*of, strings.Join(m[1:], ""))
		}
	}
	if summed {
		return list
	}
	return append(files, list...)
}

// largest returns the largest number that the words have in them.
func largest(words []string) (number string) {
	for _, word := range words {
		n := strings.Trim(word, "() abcdefghijklmnopqrstuvwxyz")
		if len(n) > len(number) || len(n) == len(number) && n > number {
			number = n
		}
	}
	return number
}

// countPassed returns how many tests passed at most, as an output has it; 0 if it does not say.
func (r *run) countPassed(output string) (sum int) {
	if r.kinds&shell.Tests == 0 {
		return 0
	}
	if hasThousands(output) {
		output = thousands.Get().ReplaceAllString(output, "$1$2")
	}
	list := countsOf(output, sums.Get())
	if len(list) >= maxCounts {
		return 0
	}
	for _, count := range list {
		n, _ := strconv.Atoi(count)
		sum += n
	}
	return sum
}

// hasThousands reports whether a comma is between two digits, as in "1,204": the expression is slow in long outputs.
func hasThousands(output string) bool {
	isDigit := func(at int) bool { return at >= 0 && at < len(output) && output[at] >= '0' && output[at] <= '9' }
	for at := range len(output) {
		if output[at] == ',' && isDigit(at-1) && isDigit(at+1) {
			return true
		}
	}
	return false
}

// silent reports whether the tool always exits with 0 and prints what it has found, as gofmt -l does.
func (r *run) silent() bool {
	return r.tool.Name == "gofmt" || r.tool.Name == "gofumpt" || r.tool.Name == "goimports"
}

var missingProgram = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`command not found|No module named (\S+)$|` +
		`not recognized as an internal|[Mm]issing script:`)
}}

// missing reports whether the shell did not find the program.
func (r *run) missing(output string) bool {
	return missingProgram.Get().Match(output) && (strings.Contains(output, r.tool.Name) ||
		strings.Contains(output, "issing script"))
}
