// Package signs has the lines by which the output of a program shows how it ended: "3 failed", "no tests ran",
// "Traceback". It is data: the text of an output comes in, and what it is a sign of goes out. Which command printed it,
// and what else is known of that command, the caller knows.
package signs

import (
	"slices"
	"strconv"
	"strings"

	"ccc/internal/text"
)

// An outputSign has the expressions by which the output of tests or builds shows that they failed, or that nothing ran.
type outputSign struct {
	family          string // of languages, as in [Tool]
	failed, empty   string // expressions for a failure, and for a run that found nothing to do; "" for none
	passed          string // an expression for something that passed: with it the run is not empty
	example         string // for the table's tests: the output of a run that failed,
	counter         string // and of one that did not
	emptied, filled string // the output of a run that found nothing, and of one that did
}

// outputSigns are the rows of the table. Each expression is matched with each line of an output.
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
			`^not ok \d|^\s*[1-9]\d* fail(?:ed)?$|^FAILED \| |error TS\d+:|^npm ERR!|^npm error`,
		empty: `No tests? (?:files? )?found|` +
			`^\s*0 passing\b|^# tests 0$|^ℹ tests 0$|^1\.\.0|^\s*0 pass$|Tests:\s+0 total|` +
			`Tests:?\s+[1-9]\d* skipped|no test specified|^\s*[Ww]a(?:tch|it)ing for file changes`,
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
		family: "c", failed: `[1-9]\d* tests? failed out of|\*\*\*(?:Failed|Exception|Timeout)|` +
			`: (?:fatal )?error: |^\[  FAILED  \]`,
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

// A Sign has compiled expressions for the lines which show that something failed, that nothing ran, or that something
// passed.
type Sign struct{ Failed, Empty, Passed text.LineExpr }

var byFamily = text.Lazy[map[string]Sign]{Make: func() map[string]Sign {
	m := map[string]Sign{}
	for _, s := range outputSigns {
		m[s.family] = Sign{
			text.CompileLines(s.failed), text.CompileLines(s.empty), text.CompileLines(s.passed),
		}
	}
	return m
}}

var (
	// skippedCounts match the number of tests in a summary, and how many of them were skipped.
	skippedCounts = text.LazyLines(`(?m)(?:Tests run: *|^ *)(\d+)(?: examples?| runs| tests?)?,` +
		`.*?(?:[Ss]kipped: *(\d+)|\b(\d+) (?:pending|skipped|skips)\b)`)
	// passedOfAll matches how many passed and how many were skipped, of runners that do not print their sum.
	passedOfAll = text.LazyLines(`\b(\d+) passed[;,](?: 0 \w+;)? ([1-9]\d*) (?:skipped|ignored)\b`)
	goSkipped   = text.LazyLines(`^\s*--- SKIP: `)
	goPassed    = text.LazyLines(`^\s*--- PASS: `)
)

// skipSums returns the matches of skippedCounts.
func skipSums(output string) [][]string {
	if skipped := skippedCounts.Get(); skipped.MayMatch(output) {
		return skipped.Regexp().FindAllStringSubmatch(output, 20)
	}
	return nil
}

// skippedInTotal matches the total in the summary of vitest and jest, after how many of it were skipped.
var skippedInTotal = text.LazyRegexp{Expr: `(?m)^\s*Tests:?\s.*\b[1-9]\d* (?:skipped|todo)\b.*?(?:\((\d+)\)|` +
	`\b(\d+) total)`}

// TotalOfSkipped returns the number of tests in a summary of vitest or jest, if some of them were skipped.
func TotalOfSkipped(output string) string {
	if m := skippedInTotal.FindStringSubmatch(output); m != nil {
		return m[1] + m[2]
	}
	return ""
}

// TotalsWithSkips returns the numbers of tests in an output that include some which were skipped.
func TotalsWithSkips(output string) (totals []string) {
	for _, m := range skipSums(output) {
		if skipped := m[2] + m[3]; skipped != "" && skipped != "0" {
			totals = append(totals, m[1])
		}
	}
	for line := range strings.Lines(output) {
		if m := passedOfAll.Get().Regexp().FindStringSubmatch(text.Head(line, text.MaxSearched)); m != nil {
			passed, _ := strconv.Atoi(m[1])
			skipped, _ := strconv.Atoi(m[2])
			totals = append(totals, strconv.Itoa(passed+skipped))
		}
	}
	return totals
}

// AllSkipped reports whether an output says that all tests were skipped.
func AllSkipped(output string) bool {
	sums := skipSums(output)
	return goSkipped.Get().Match(output) && !goPassed.Get().Match(output) ||
		len(sums) > 0 && !slices.ContainsFunc(sums, func(m []string) bool { return m[1] != m[2]+m[3] || m[1] == "0" })
}

// Generic is for tools of an unknown language, such as a script. It has only unmistakable lines.
var Generic = text.Lazy[Sign]{Make: func() Sign {
	return Sign{
		text.CompileLines(`^(?:FAIL(?:ED)?\b|--- FAIL|Tests?:?\s+.*\b[1-9]\d* failed|not ok \d+[^#]*$|Result: FAIL)|` +
			`\b[1-9]\d* (?:tests? )?(?:failed|failing)(?:[^=\w]|$)|/ [1-9]\d* (?:failures?|errors?)\b|` +
			`: FAILED$|\.\. *FAILED\b|FAILED at \S+:\d|\b(?:ERROR|FAIL)S?=[1-9]`),
		text.CompileLines(`collected 0 items|^Ran 0 tests|\[no test files\]|^\s*0 passing\b|^running 0 tests$|` +
			`^Result: NOTESTS|^# TOTAL:\s+0$|\bExecuted 0 tests\b|^0 success(?:es)? / 0 fail|^1\.\.0\b|` +
			`\b0 of 0 test suites|\b0 tests run\b|\bRunning 0 tests from 0\b|` +
			`(?i:\bno tests? (?:were |was )?(?:found|ran|run|executed|matched|to run|collected)\b)`),
		text.CompileLines(`^ok\b|\b[1-9]\d* (?:tests? )?pass(?:ed|ing)?\b|\bExecuted [1-9]\d* tests?\b|` +
			`^# PASS:\s+[1-9]|^[1-9]\d* success`),
	}
}}

// Of returns the sign for a family of languages, as in [Tool].
func Of(family string) Sign {
	if s, ok := byFamily.Get()[family]; ok {
		return s
	}
	return Generic.Get()
}
