package signs

import (
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// How runners and compilers end their output.
var (
	// SuccessLines match what runners and compilers print at their end, and only if all went well.
	SuccessLines = text.LazyLines(`^=*\s*[1-9][\d,]* passed\b|^ok\s+\S+\s|^OK\b|^\s*Tests:?\s.*\b[1-9]\d* passed|` +
		`^\s*[1-9]\d* passing\b|^(?:#|ℹ) fail 0$|^\s*0 fail$|^test result: ok\. |^\s*Summary .* passed|` +
		`BUILD SUCCESS|^\d+ examples?, 0 failures|` +
		`^\d+ (?:runs|tests), .*\b0 failures, 0 errors|` +
		`^Passed!|Build succeeded|100% tests passed|^\[  PASSED  \]|[1-9]\d* tests?, 0 failures|✓ built in |` +
		`[Cc]ompiled successfully|naming to |writing image |exporting to image|` +
		`Successfully (?:built|tagged)|` +
		`^\s*Finished .*(?:profile|target)|` +
		`All checks passed|[Nn]o issues found|[Ff]ound 0 errors|All tests passed|^Test(?:s|ing)? [Ss]ucceeded|` +
		`(?:Build|Test) Succeeded|Executed [1-9]\d* tests?, with 0 failures|\*\* (?:TEST|BUILD|ANALYZE|` +
		`ARCHIVE) SUCCEEDED|^Build Summary: .*(?:succeeded|passed)|^0 failures, 0 errors|congratulations :\)|` +
		`^\s*\S+: OK \(|All tests successful|[1-9]\d* successes / 0 failures / 0 errors|` +
		`Executed \d+ out of \d+ tests?: \d+ tests? pass|All specs passed|\bfailed=0\b|` +
		`^DONE [1-9]\d* tests(?:, \d+ skipped)? in|Successfully ran target|Tasks: +[1-9]\d* successful|` +
		`\[ FAIL 0 |Testing \S+ tests passed|^\s*[1-9]\d* tests? passed|^0 issues|^0 errors, |Built target |` +
		`no offenses detected|\[OK\] No errors|All matched files use|^Checked \d+ files? in .*\bNo fixes|` +
		`Found 0 violations|would be left unchanged|configuration is valid|found no issues|^\[success\]|` +
		`\b0 chart\(s\) failed|\.{3,}Passed$|^Build complete!|^Build success|^Project build complete|` +
		`Documentation built in|^build succeeded|Compiler run successful|^Output written on|` +
		`archives ready for distribution|^Linking |Test suite \S+ passed|Completed \d+ action|` +
		`^Ran \d+ test suites?: [1-9]\d* tests passed, 0 failed|^Sketch uses \d|^Result: PASS|build succeeded after|` +
		`prerendered as static|^webpack \S+ compiled |^App exported to|Tests run: [1-9]\d*, Failures: 0, Errors: 0|` +
		`^Passed: 0 failure\(s\)|^ok \d+ |^✓ Built |^\.+ +[1-9]\d* / \d+ \(100%\)`)
	// FailureLines match what they print at their end if anything went wrong.
	FailureLines = text.LazyLines(`(?:^|[\s(])[1-9]\d* (?:failed|failing|failures?|errors?|problems?)\b|` +
		`(?:[Ff]ailures|[Ee]rrors|[Ff]ailed): +[1-9]|` +
		`^\s*(?:--- )?FAIL(?:ED|URES!)?\b|` +
		`^ERRORS!|FAILED$|^not ok\b|^(?:#|ℹ) fail [1-9]|^\s*[1-9]\d* fail$|^test result: FAILED|BUILD FAIL|` +
		`^g?make(?:\[\d+\])?: \*\*\*|` +
		`ELIFECYCLE|ERR_PNPM|^npm (?:ERR!|error)|^error Command failed|^panic: |^Traceback|` +
		`: (?:fatal )?error[: ]|error (?:TS|CS|MSB)\d|^error(?:\[E\d+\])?: |^ERROR: |command not found|` +
		`[1-9]\d* tests failed out of|No such file|nothing to commit|\.{3,}Failed$|` +
		`\bwould reformat\b|\*\* (?:TEST|BUILD) FAILED|\b(?:failed|unreachable)=[1-9]|[1-9]\d* offenses? detected|` +
		`Found [1-9]\d* violations|Code style issues|^\[error\]|\[ERROR\]|[1-9]\d* chart\(s\) failed|\[ FAIL [1-9]|` +
		`\bFAILED in \d|\bfails? (?:locally|remotely)|: FAIL code \d|evaluation failed|^\s*Failed: +\S+#|` +
		`^ *ERROR +run failed|^FOUND [1-9]\d* ERROR`)
	// FailureSummaries match those failure lines that a test would not print in its own log.
	FailureSummaries = text.LazyLines(`(?:^|[\s(])[1-9]\d* (?:failed|failing|failures?|errors?)\b|` +
		`(?:[Ff]ailures|[Ee]rrors|[Ff]ailed): +[1-9]|` +
		`^\s*--- FAIL:|^FAIL(?:\s*$|\t)|^FAILED \(|^FAILURES!|^test result: FAILED|BUILD FAIL|\*\*\* |^not ok\b|` +
		`^(?:#|ℹ) fail [1-9]|could not compile|^npm (?:ERR!|error)|ELIFECYCLE|^\[  FAILED|` +
		`\bSome tests failed|target \S+ .*failed$|\bfails? (?:locally|remotely)`)
	// FailedDeployments match what tools print of a failed deployment.
	FailedDeployments = text.LazyLines(`^\s*(?:Phase|Status|State|STATUS|Sync Status|Health(?: Status)?):\s+` +
		`(?i:failed|error|out-?of-?sync|degraded|timed? ?out|unhealthy|pending-\w+)\b|` +
		`^(?:[│╷╵ ]*)?(?:Error|ERROR|error|fatal): |\b(?:failed|unreachable)=[1-9]|UPGRADE FAILED|` +
		`INSTALLATION FAILED|\b(?:Error|ERROR|Failure|Failed) (?:uploading|deploying|publishing|pushing)\b|` +
		`finished with errors|Upload failed|exceeded its progress deadline|timed out waiting|ImagePullBackOff|` +
		`CrashLoopBackOff|\b(?:ROLLBACK|UPDATE|CREATE)_FAILED\b|^denied: |^unauthorized: |Permission denied \(|` +
		`^fatal error: |^HTTP [45]\d\d\b|` +
		`^\W{1,6}Error: |\[ERROR\]|(?i:(?:deploy(?:ment)?|ship|release|publish|upload|rollout) failed)|` +
		`exited with [1-9]|^Error response from daemon|^\s*\S+ Error:? |\bmanifest (?:unknown\b|for \S+ not found)|` +
		`\b(?:RUN|STEP|JOB|TASK|PIPELINE|DEPLOY(?:MENT)?)_FAIL(?:URE|ED)\b`)
	// FaultLines match what compilers print of a fault, or if they could not begin.
	FaultLines = text.LazyLines(`^\S+\.\w+[:(]\d+[:,]\d+|error TS\d|^go: |not found`)
	// CrashLines match what is printed of a program that crashed.
	CrashLines = text.LazyLines(`^Traceback \(most recent call last\)|^panic: |^goroutine \d+ \[running\]|` +
		`Segmentation fault|core dumped|^thread '.*' .*panicked at|^Exception in thread|^Unhandled exception|` +
		`^(?:fatal error|FATAL ERROR): |\bOOMKilled\b|^Killed$|` +
		`^(?:Uncaught |node:internal/)|^[A-Z]\w*(?:Error|Exception): |^[\w.-]+: cannot \w+ `)
	// Warnings match what compilers and linters print of warnings.
	Warnings = text.LazyLines(`\b[1-9]\d* warnings?\b|^warning(?:\[\w+\])?: |: warning[: ]|\b[1-9]\d* Warning\(s\)`)
	// Findings match what linters print of one finding: the place, and a level or a rule.
	Findings = text.LazyLines(`^warning: .* generated [1-9]\d* warnings?\b|` +
		`^\S+\.\w+[:(]\d+(?:[:,]\d+)?\)?:? (?:warning|error|[A-Z]{1,6}\d{2,4})\b|` +
		`^\s+\d+:\d+\s+(?:warning|error|⚠|✖)\s|^\S+:\d+ [A-Z]{2}\d{3,4} |^\S+\.\w+:\d+:\d+: .* \([a-z][a-z-]*\)$`)
	// QuietLines match lines that are no finding of a compiler or linter.
	QuietLines = text.LazyLines(`^\s*$|^> |^\$ |^\?\s+\S+\s+\[no test files\]|^\(Bash completed with no output\)|` +
		`^Check file://`)
)

var (
	noFailures = text.LazyRegexp{Expr: `(?i)\b(?:0|no|zero|without(?: any)?)\s+(?:\w+\s+)?(?:fail\w*|errors?)|` +
		`\b(?:fail\w*|errors?)\s*[:=|]\s*0\b|-D warnings|--[\w-]+`}
	failureWords = text.LazyLines(`(?i)\b(?:fail(?:s|ed|ing|ures?)?|errors?|fatal|exception|panic|abort(?:ed)?|` +
		`denied|refused|` +
		`reject(?:ed|s)?|forbidden|unauthorized|not allowed|unable|cannot|could not|undefined|unresolved|not found|` +
		`no such|stopped|timed out|dubious|exit(?:ed)? (?:with |status |code )*[(:]?[1-9])\b|✗|✖|✘|⨯|❌`)
	testSuccess = text.LazyLines(`(?i)\b(?:pass(?:ed|es)?|success(?:ful)?|succeeded|ok)\b|✓|✔|✅`)
	anySuccess  = text.LazyLines(`(?i)\b(?:pass(?:ed|es)?|success(?:ful(?:ly)?)?|succeeded|ok|done|complete[d!]?|` +
		`(?:no|0) (?:issues|errors|problems|warnings|offenses|violations|diagnostics))\b|✓|✔|✅|\b10\.00/10|` +
		`^Checked \d+ files`)
)

// HasFailureWords reports whether an output has a word of failure. "0 failed" is none.
func HasFailureWords(output string) bool {
	return failureWords.Get().Match(output) && failureWords.Get().Match(noFailures.ReplaceAllString(output, ""))
}

// LooksSuccessful reports whether an output of an unknown form has a word of success, and none of failure. Builds print
// their steps alone if nothing goes wrong.
func LooksSuccessful(k shell.Kinds, output string) bool {
	words := &anySuccess
	switch {
	case k&shell.Tests != 0:
		words = &testSuccess
	case k&shell.Build != 0 && k&shell.Lint == 0:
		return !HasFailureWords(output)
	}
	return (*words).Get().Match(output) && !HasFailureWords(output)
}

var (
	httpCode = text.LazyRegexp{Expr: `(?m)\bHTTP/[\d.]+ (\d{3})\b|^(404) page not found$|` +
		`<(?:title|h1)>(?:Error )?([45]\d\d)\b|"status_?[cC]ode": ?([45]\d\d)\b|"status": ?([45]\d\d)\b`}
	codeAlone    = text.LazyRegexp{Expr: `(?m)^\s*([1-5]\d\d)(?:\s+[\d.]+s?)?\s*$`}
	troubleLines = text.LazyLines(`\b(?:Pending|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|Evicted|` +
		`unhealthy)\b|` +
		`\bHTTP/[\d.]+ 5\d\d|^\s*5\d\d\s*$|timed out|[Cc]onnection refused|Internal Server Error|Bad Gateway|` +
		`^\s*\{?\s*"(?:ok|success)": ?false\b`)
	readyCounts = text.LazyRegexp{Expr: `(?m)^\S+ +(\d+)/(\d+) `}
)

// HTTPCodes returns the HTTP status codes in the output of a command. A number alone may be anything, unless the
// command asks for the status.
func HTTPCodes(command, output string) (list []string) {
	if strings.Contains(command, "_code") {
		for _, m := range codeAlone.Get().FindAllStringSubmatch(output, 100) {
			list = append(list, m[1])
		}
	}
	for _, m := range httpCode.Get().FindAllStringSubmatch(output, 100) {
		list = append(list, strings.Join(m[1:], ""))
	}
	return list
}

// stoppedLines match what the programs that keep services running print of one that does not run.
var stoppedLines = text.LazyLines(`\bRestarting\b|\bExited \([1-9]|\(unhealthy\)|\bDead\b|` +
	`^\s*Active: (?:failed|inactive)|^(?:failed|inactive|activating)$|\berrored\b|\bFATAL\b|\bBACKOFF\b|\bstopped\b`)

// StoppedServices returns the lines of an output of such a program, in lower case, that tell of a service which does
// not run; "" for none.
func StoppedServices(args []string, output string) string {
	if name := shell.ProgramName(args[0]); !strings.Contains(
		" docker podman nerdctl docker-compose systemctl supervisorctl pm2 ",
		" "+name+" ") || !stoppedLines.Get().MayMatch(output) {
		return ""
	}
	var b strings.Builder
	for line := range strings.Lines(text.Head(output, text.MaxSearched)) {
		if stoppedLines.Get().Match(strings.TrimRight(line, "\n")) {
			b.WriteString(strings.ToLower(line))
		}
	}
	return b.String()
}

// ShowsTrouble reports whether an output shows a server that answers with an error, or a cluster that is not ready.
func ShowsTrouble(output string) bool {
	return troubleLines.Get().Match(output) || slices.ContainsFunc(readyCounts.Get().FindAllStringSubmatch(output, 100),
		func(m []string) bool { return m[1] != m[2] })
}

// FailedSamples are failure lines, by family, and "" for any other. If a filter lets them through and prints nothing,
// nothing failed.
var FailedSamples = map[string][]string{
	"": {"FAIL: x", "Tests: 1 failed, 4 passed", "not ok 1 x", "5 tests, 1 failure", "1 failures, 0 errors",
		"1 tests failed"},
	"go": {"FAIL\tx/y\t0.1s", "--- FAIL: TestX (0.00s)"},
	"py": {
		"=== 1 failed, 3 passed in 0.1s ===", "FAILED tests/test_a.py::test_x", "a.py:1: error: x  [misc]",
		"FAILED (failures=1)",
	},
	"js": {
		"Tests:       1 failed, 4 passed, 5 total", " Tests  1 failed | 4 passed (5)", "src/a.ts(1,1): error TS2322: x",
		"# fail 1",
	},
	"rust": {"test result: FAILED. 1 passed; 1 failed; 0 ignored", "error[E0308]: mismatched types"},
	"java": {"Tests run: 3, Failures: 1, Errors: 0", "BUILD FAILURE", "BUILD FAILED in 1s"},
	"ruby": {"5 examples, 1 failure"}, "php": {"Tests: 3, Assertions: 3, Failures: 1."},
	"net": {"Failed!  - Failed:     1, Passed:     2"},
	"c":   {"50% tests passed, 1 tests failed out of 2", "a.c:1:1: error: x"},
}

// SuccessPhrases match lines in which any program may say that what it checked is in order, by what that was.
var SuccessPhrases = []struct {
	Kinds shell.Kinds
	Line  *text.Lazy[text.LineExpr]
}{
	{shell.Tests, text.LazyLines(`(?i)\b[1-9]\d* (?:tests? |specs? |examples? |assertions? )?` +
		`(?:pass(?:ed|ing|es)?|success(?:es)?|ok)\b|` +
		`\ball (?:\w+ )?tests? (?:\w+ )?(?:pass|success)|` +
		`\b0 fail(?:ures?|ed)?\b|PASS[=:] ?[1-9]|^ok\b|^PASS\b`)},
	{shell.Build, text.LazyLines(`(?i)\bbuild (?:success|complete|succeeded)|` +
		`compiled successfully|` +
		`successfully (?:built|compiled)|` +
		`built in `)},
	{shell.Lint | shell.Types, text.LazyLines(`(?i)\bno (?:issues|problems|errors|offenses|warnings)\b|` +
		`\b0 (?:errors|problems|issues|warnings|offenses)\b|` +
		`all checks passed`)},
}

var (
	// CINotPassed matches what gh and glab print of a job that has not succeeded.
	CINotPassed = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
		return text.CompileLines(`^\s*[X✗✘*]\s|` +
			`(?:^|[^0]\s)\b(?:fail(?:ed|ing|ure)?|pending|queued|in_progress|` +
			`running|cancell?ed|waiting|timed_out)\b`)
	}}
	// CIPassed matches what gh and glab print of a job that has succeeded.
	CIPassed = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
		return text.CompileLines(`✓|\bpass(?:ed)?\b|\bsuccess(?:ful)?\b`)
	}}
)
