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

// The exit status of "pytest | tail -5" is that of tail, so the run proves nothing by its status. But its output says
// "42 passed", and a report at each stop would only annoy. This file decides whether an output shows success.

// mochaSample is a failure line of mocha, which prints failures and passes in separate lines.
const mochaSample = "  1 failing"

// showsSuccess reports whether the output of a command, after the programs through which it was piped, shows that the
// command succeeded.
func (r *Run) showsSuccess(output string) bool {
	if r.Kinds&shell.Deploy != 0 && r.Kinds&shell.Checks == 0 { // a failed deployment says so in words
		return r.Trust == shell.Hidden && !isEmptyOutput(output) && !signs.FailureLines.Get().Match(output) &&
			!signs.FailedDeployments.Get().Match(output) && !signs.HasFailureWords(output)
	}
	if r.Trust != shell.Hidden && r.Trust != shell.Detached || r.onlyLists || r.Kinds&shell.Checks == 0 {
		return false
	}
	output = exitCode.ReplaceAllString(output, "")
	counted := false
	for _, f := range r.Filters {
		switch shell.ProgramName(f[0]) {
		case "head":
			if strings.Count(strings.TrimSpace(output), "\n")+1 >= headLines(f) {
				return false
			}
		case "grep", "egrep", "rg":
			counts, ok := r.grepKeepsFailures(f)
			if counted = counted || counts; !ok {
				return false
			}
		case "sed", "awk", "cut", "wc", "jq": // these may drop the failures
			return false
		}
	}
	if len(r.Filters) == 0 && r.Trust == shell.Hidden &&
		slices.Contains([]string{"grep", "head", "sed", "awk", "cut"}, r.HiddenBy) {
		return false // it may have printed a part of a log
	}
	if r.printsOnlyFaults() && (len(r.Filters) == 0 || r.logShown) && !r.hidesOutput() {
		return !signs.FaultLines.Get().Match(output)
	}
	if counted || r.isOnlyGrepped() && isEmptyOutput(strings.TrimPrefix(output, "\n")) {
		return !counted || strings.TrimSpace(output) == "0"
	}
	if r.isQuietLint(output) {
		return true
	}
	if signs.FailureLines.Get().Match(output) {
		return false
	}
	return signs.SuccessLines.Get().Match(output) || // make itself reports failures at its end
		r.Kinds&shell.Tests == 0 && !r.hidesOutput() && (strings.HasPrefix(r.Command, "make") || saysNothing(output)) ||
		!r.hidesOutput() && !isEmptyOutput(output) && signs.LooksSuccessful(r.Kinds, output)
}

// isQuietLint reports whether a linter in a line of several commands printed no finding. What else the output has may
// come from the other commands.
func (r *Run) isQuietLint(output string) bool {
	return r.Kinds&shell.Lint != 0 && r.Kinds&(shell.Tests|shell.Build) == 0 && len(r.Filters) == 0 &&
		!r.hidesOutput() && strings.Contains(r.FullLine, ";") && !strings.Contains(r.FullLine, "||") &&
		!signs.Findings.Get().Match(output) && !signs.Warnings.Get().Match(output) && !lintTrouble.Get().Match(output)
}

// fixingFlags let a linter or a formatter repair what it prints.
var fixingFlags = text.LazyRegexp{Expr: ` (?:--(?:fix|write|apply|auto-?correct)\S*|-[aAwi])(?: |$)`}

// printedFindings reports whether a linter printed findings that it left, while its exit status is hidden.
func (r *Run) printedFindings(output string) bool {
	return r.Trust == shell.Hidden && r.Kinds&shell.Lint != 0 && r.Kinds&shell.Tests == 0 &&
		!fixingFlags.MatchString(r.Command) && signs.FailureLines.Get().Match(output) &&
		!strings.Contains(output, "(0 errors") // "✖ 3 problems (0 errors, 3 warnings)"
}

// lintTrouble matches what linters print of findings or of a run that broke off.
var lintTrouble = text.LazyLines(`\b[1-9]\d* (?:problem|issue|error|warning|offense|violation|finding)s?\b|` +
	`ELIFECYCLE|^npm (?:ERR|error)|would reformat|Code style issues|^\[(?:warn|error)\]|Oops|^In \S+ line \d|` +
	`: [CWEF]: |not found|^\[ERROR\]|\([A-Z]{1,4}\d{3,5}\)$|^Diff in |^\S+\.(?:tf|tfvars|go|rs|py|dart|exs?)$`)

// isOnlyGrepped reports whether the output went through grep and through nothing else that drops lines of failures.
func (r *Run) isOnlyGrepped() bool {
	greps := false
	for _, f := range r.Filters {
		name := " " + shell.ProgramName(f[0]) + " "
		if !strings.Contains(" grep egrep rg cat tee sort ", name) || slices.Contains(f, "-q") {
			return false
		}
		greps = greps || strings.HasSuffix(f[0], "grep") || f[0] == "rg"
	}
	return greps && (r.logFile == "" || r.logShown)
}

// printsOnlyFaults reports whether the tool is a compiler that prints the place of each fault and otherwise nothing.
func (r *Run) printsOnlyFaults() bool {
	switch r.Tool.Name {
	case "tsc", "vue-tsc", "gcc", "g++", "cc", "clang", "javac":
		return true
	}
	return r.Tool.Name == "go" && (r.Tool.Sub == "vet" || r.Tool.Sub == "build")
}

// lineCounts match what "uniq -c" prints before a line.
var lineCounts = text.LazyRegexp{Expr: `(?m)^ *\d+ `}

// withoutLineCounts drops the numbers that "uniq -c" printed before each line.
func withoutLineCounts(filters [][]string, output string) string {
	if slices.ContainsFunc(filters, func(f []string) bool { return f[0] == "uniq" && slices.Contains(f, "-c") }) {
		return lineCounts.ReplaceAllString(output, "")
	}
	return output
}

// summaryShowsSuccess reports whether the summary of a test run says that all passed, whatever the tests' own logs say.
func summaryShowsSuccess(output string) bool {
	return signs.SuccessLines.Get().Match(output) && !signs.FailureSummaries.Get().Match(output)
}

// writesReport reports whether a linter writes its findings into a file, or nowhere.
func writesReport(command string) bool {
	return strings.Contains(command, " -o ") || strings.Contains(command, "--output") ||
		strings.Contains(command, "--out-file") || strings.Contains(strings.ReplaceAll(command, " ", ""), ">/dev/null")
}

// saysNothing reports whether no line of the output is a finding of a compiler or linter.
func saysNothing(output string) bool {
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if !signs.QuietLines.Get().Match(line) && !signs.SuccessLines.Get().Match(line) {
			return false
		}
	}
	return true
}

// headLines returns how many lines a head command prints.
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

// grepKeepsFailures reports whether a grep lets through the lines in which the run would report a failure, and whether
// it prints their number instead.
func (r *Run) grepKeepsFailures(args []string) (counts, ok bool) {
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
	samples, known := signs.FailedSamples[r.Tool.Family]
	switch {
	case r.Tool.Name == "mocha":
		samples = []string{mochaSample}
	case !known:
		samples = signs.FailedSamples[""]
	}
	if strings.Contains(flags, "v") {
		return false, !strings.Contains(flags, "c") && !slices.ContainsFunc(samples, expr.MatchString)
	}
	return strings.Contains(flags, "c"), slices.ContainsFunc(samples, expr.MatchString)
}
