package claims

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// The exit status of "pytest | tail -5" is tail's, and still a reader of its output sees "42 passed". Such a run proves
// nothing by its status, and nobody needs to be told so at each stop. This file finds whether an output shows that what
// printed it succeeded.

var (
	// successLines are what runners and compilers print at their end, and only if all went well.
	successLines = text.LazyLines(`^=*\s*[1-9][\d,]* passed\b|^ok\s+\S+\s|^OK\b|^\s*Tests:?\s.*\b[1-9]\d* passed|` +
		`^\s*[1-9]\d* passing\b|^(?:#|ℹ) fail 0$|^\s*0 fail$|^test result: ok\. |^\s*Summary .* passed|` +
		`BUILD SUCCESS|^\d+ examples?, 0 failures|` +
		`^\d+ (?:runs|tests), .*\b0 failures, 0 errors|` +
		`^Passed!|Build succeeded|100% tests passed|^\[  PASSED  \]|[1-9]\d* tests?, 0 failures|✓ built in |` +
		`[Cc]ompiled successfully|naming to |writing image |exporting to image|` +
		`Successfully (?:built|tagged)|` +
		`^\s*Finished .*(?:profile|target)|` +
		`All checks passed|[Nn]o issues found|[Ff]ound 0 errors|All tests passed`)
	// failureLines are what they print at their end if anything went wrong.
	failureLines = text.LazyLines(`(?:^|[\s(])[1-9]\d* (?:failed|failing|failures?|errors?|problems?)\b|` +
		`(?:[Ff]ailures|[Ee]rrors|[Ff]ailed): +[1-9]|` +
		`^\s*(?:--- )?FAIL(?:ED|URES!)?\b|` +
		`^ERRORS!|FAILED$|^not ok\b|^(?:#|ℹ) fail [1-9]|^\s*[1-9]\d* fail$|^test result: FAILED|BUILD FAIL|` +
		`^g?make(?:\[\d+\])?: \*\*\*|` +
		`ELIFECYCLE|ERR_PNPM|^npm (?:ERR!|error)|^error Command failed|^panic: |^Traceback|` +
		`: (?:fatal )?error[: ]|error (?:TS|CS|MSB)\d|^error(?:\[E\d+\])?: |^ERROR: |command not found|` +
		`[1-9]\d* tests failed out of|No such file|nothing to commit`)
	// failedSums are those of them that no test prints in its own log.
	failedSums = text.LazyLines(`(?:^|[\s(])[1-9]\d* (?:failed|failing|failures?|errors?)\b|` +
		`(?:[Ff]ailures|[Ee]rrors|[Ff]ailed): +[1-9]|` +
		`^\s*--- FAIL:|^FAIL(?:\s*$|\t)|^FAILED \(|^FAILURES!|^test result: FAILED|BUILD FAIL|\*\*\* |^not ok\b|` +
		`^(?:#|ℹ) fail [1-9]|could not compile|^npm (?:ERR!|error)|ELIFECYCLE|^\[  FAILED`)
	// quietLines are those in the output of a compiler or linter that say nothing of it.
	quietLines = text.LazyLines(`^\s*$|^\?\s+\S+\s+\[no test files\]|^\(Bash completed with no output\)`)
)

// failedSamples are lines by which tools tell of a failure. Only if a filter lets these through does it mean something
// that it printed none.
var failedSamples = map[string][]string{
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

// mochaSample is mocha's, which has its failures in another line than what passed.
const mochaSample = "  1 failing"

// showsSuccess reports whether the output of a command, after the programs that it was piped through, shows that the
// command succeeded.
func (r *run) showsSuccess(output string) bool {
	if r.trust != shell.Hidden && r.trust != shell.Detached || r.empty || r.kinds&checks == 0 {
		return false
	}
	output = exitCode.Get().ReplaceAllString(output, "")
	counted := false
	for _, f := range r.filters {
		switch shell.ProgramName(f[0]) {
		case "cat", "tee", "tail", "sort", "uniq":
		case "head":
			if strings.Count(strings.TrimSpace(output), "\n")+1 >= headLines(f) {
				return false
			}
		case "grep", "egrep", "rg":
			counts, ok := r.keepsFailures(f)
			if counted = counted || counts; !ok {
				return false
			}
		default:
			return false
		}
	}
	if len(r.filters) == 0 && r.trust == shell.Hidden &&
		slices.Contains([]string{"grep", "head", "sed", "awk", "cut"}, r.by) {
		return false // it may have shown a part of a log
	}
	if counted {
		return strings.TrimSpace(output) == "0"
	}
	if failureLines.Get().Match(output) {
		return false
	}
	return successLines.Get().Match(output) ||
		r.kinds&shell.Tests == 0 && r.log == "" && !writesReport(r.command) && onlyQuiet(output)
}

// endsWell reports whether the summary in an output of tests says that all passed, whatever the tests' own logs say.
func endsWell(output string) bool {
	return successLines.Get().Match(output) && !failedSums.Get().Match(output)
}

// writesReport reports whether a flag has a linter write what it finds into a file.
func writesReport(command string) bool {
	return strings.Contains(command, " -o ") || strings.Contains(command, "--output") ||
		strings.Contains(command, "--out-file")
}

// onlyQuiet reports whether no line of an output says anything of a compiler or linter.
func onlyQuiet(output string) bool {
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if !quietLines.Get().Match(line) && !successLines.Get().Match(line) {
			return false
		}
	}
	return true
}

// headLines is how many lines head shows.
func headLines(args []string) int {
	for i, a := range args[1:] {
		if a == "-n" && i+2 < len(args) {
			a = args[i+2]
		}
		if n, err := strconv.Atoi(strings.TrimLeft(a, "-n")); err == nil && n > 0 {
			return n
		}
	}
	return 10
}

// keepsFailures reports whether a grep lets the lines through by which the run would tell of a failure, and whether it
// counts them.
func (r *run) keepsFailures(args []string) (counts, ok bool) {
	pattern, flags, named := "", "", false
	for i := 1; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-e" || a == "--regexp":
			if i++; i < len(args) {
				pattern, named = args[i], true
			}
		case strings.HasPrefix(a, "--"):
			return false, false
		case strings.HasPrefix(a, "-") && strings.Trim(a[1:], "0123456789") == "", a == "-A", a == "-B", a == "-C":
			if len(a) == 2 && strings.ContainsAny(a, "ABC") {
				i++
			}
		case strings.HasPrefix(a, "-"):
			flags += a[1:]
		case !named:
			pattern, named = a, true
		}
	}
	if strings.ContainsAny(flags, "oqlLfx") || pattern == "" {
		return false, false
	}
	if !strings.ContainsAny(flags, "EP") && args[0] == "grep" {
		pattern = strings.NewReplacer(`\|`, "|", `\(`, "(", `\)`, ")", "(", `\(`, ")", `\)`, "|", `\|`).Replace(pattern)
	}
	if strings.Contains(flags, "i") {
		pattern = "(?i)" + pattern
	}
	expr, err := regexp.Compile(pattern)
	if err != nil {
		return false, false
	}
	samples := failedSamples[r.tool.Family]
	if r.tool.Name == "mocha" {
		samples = []string{mochaSample}
	}
	if strings.Contains(flags, "v") {
		return false, !strings.Contains(flags, "c") && !slices.ContainsFunc(samples, expr.MatchString)
	}
	return strings.Contains(flags, "c"), slices.ContainsFunc(samples, expr.MatchString)
}
