package claims

import (
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/scope"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// admitsOtherFailure reports whether the failed run under a claim failed for something that the claim is not about, and
// the message says so: "The image is built, but its push was refused".
func (r *Reader) admitsOtherFailure(s detect.Statement, v verdict, message string) bool {
	if v.run == nil || v.run.outcome == passed || v.reason != FailedExit && v.reason != FailedOutput {
		return false
	}
	if s.Extent == detect.Everything {
		return detect.ReportsFailure(message)
	}
	mentioned := func(name string) bool {
		return slices.ContainsFunc(s.MentionedFiles, func(m string) bool {
			return strings.HasSuffix(m, name) || strings.HasSuffix(name, m)
		})
	}
	written := func(name string) bool {
		return slices.ContainsFunc(r.writes, func(w *write) bool {
			return !w.noEffect && !w.reverted && w.Path != "" &&
				(w.Path == name || strings.HasSuffix(w.Path, "/"+name) || strings.HasSuffix(name, "/"+w.Path))
		})
	}
	own := slices.ContainsFunc(v.run.failedFiles, func(name string) bool { return mentioned(name) || written(name) })
	switch s.Kind {
	case TestsPassed:
		found := numbers.Get().FindAllString(s.Clause, maxCounts)
		n, _ := strconv.Atoi(strings.Join(found[:min(len(found), 1)], ""))
		return v.run.passedTests > 0 &&
			(n <= v.run.passedTests || slices.Contains(found, strconv.Itoa(v.run.passedTests))) &&
			(s.Extent == detect.TheOthers && r.saysWhatFailed(s, v, message) || !own && detect.AdmitsFailure(message))
	case LintClean, TypecheckClean:
		return len(v.run.failedFiles) > 0 && !own
	}
	return false
}

// saysWhatFailed reports whether a message with a claim about the others says that something failed, or names it.
func (r *Reader) saysWhatFailed(s detect.Statement, v verdict, message string) bool {
	return s.Mentions(exceptionWords) || negations.MatchString(s.Text) || detect.AdmitsFailure(message) ||
		slices.Contains(numbers.Get().FindAllString(s.Clause, maxCounts), strconv.Itoa(v.run.passedTests)) ||
		slices.ContainsFunc(v.run.failedFiles, func(name string) bool {
			return strings.Contains(message, scope.Stem(name))
		})
}

// exceptionWords leave something out.
var exceptionWords = &text.LazyRegexp{Expr: `\b(?:all but|except|other than|apart from|besides|aside from)\b|除`}

// maxFailedFiles bounds how many files are kept for one run.
const maxFailedFiles = 100

var (
	fileName = text.LazyRegexp{Expr: `[\w@./-]*\w\.[a-zA-Z]\w{0,5}\b`}
	// failedLine matches what a test runner prints about one failure, with the file.
	failedLine = text.LazyRegexp{Expr: `^\s*(?:FAILED|FAIL|ERROR|not ok|✗|✖|×|❯|●)\s|^\s+[\w.]+_test\.go:\d+|FAILED$`}
)

// failedForOthers reports whether tests failed under a claim that names one in inline code, which is no longer among
// those that the output lists as failed, as it was before.
func (r *Reader) failedForOthers(s detect.Statement, v verdict) bool {
	if s.Kind != Fixed && s.Kind != TestsPassed || s.Universal || v.reason != FailedExit && v.reason != FailedOutput ||
		v.run.failedLines == "" {
		return false
	}
	names := codeName.Get().FindAllStringSubmatch(s.Head, maxCounts)
	return len(names) > 0 && !slices.ContainsFunc(names, func(m []string) bool {
		isIn := func(one *run) bool { return containsWords(strings.ToLower(one.failedLines), m[1]) }
		return isIn(v.run) || !slices.ContainsFunc(r.runs, func(one *run) bool {
			return one.at.compare(v.run.at) < 0 && isIn(one)
		})
	})
}

// readFailedFiles collects the files that the output of a failed run names, and its lines about failed tests.
func (r *run) readFailedFiles(output string) {
	if r.kinds&(shell.Tests|shell.Types|shell.Lint) == 0 || r.outcome != exitFailed && r.outcome != outputFailed {
		return
	}
	for line := range strings.Lines(output) {
		line = text.Head(line, text.MaxSearched)
		if r.kinds&shell.Tests != 0 {
			if !failedLine.MatchString(line) {
				continue
			}
			if len(r.failedLines) < text.MaxSearched {
				r.failedLines += line
			}
		}
		for _, name := range fileName.Get().FindAllString(line, maxCounts) {
			name = strings.TrimPrefix(name, "./")
			if detect.LooksLikeFile(name) && !slices.Contains(r.failedFiles, name) {
				r.failedFiles = append(r.failedFiles, name)
			}
		}
		if len(r.failedFiles) > maxFailedFiles {
			return
		}
	}
}
