package claims

import (
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/scope"
	"ccc/internal/text"
)

// admitsOtherFailure reports whether the failed run under a claim failed for something that the claim is not about, and
// the message says so: "The image is built, but its push was refused".
func (r *judge) admitsOtherFailure(s detect.Statement, v verdict, message string) bool {
	if v.run == nil || v.run.Outcome == ledger.Passed || v.reason != FailedExit && v.reason != FailedOutput {
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
		return slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
			return !w.NoEffect && !w.Reverted && w.Path != "" &&
				(w.Path == name || strings.HasSuffix(w.Path, "/"+name) || strings.HasSuffix(name, "/"+w.Path))
		})
	}
	own := slices.ContainsFunc(v.run.FailedFiles, func(name string) bool { return mentioned(name) || written(name) })
	switch s.Kind {
	case TestsPassed:
		found := numbers.Get().FindAllString(s.Clause, maxCounts)
		n, _ := strconv.Atoi(strings.Join(found[:min(len(found), 1)], ""))
		return v.run.PassedTests > 0 &&
			(n <= v.run.PassedTests || slices.Contains(found, strconv.Itoa(v.run.PassedTests))) &&
			(s.Extent == detect.TheOthers && r.saysWhatFailed(s, v, message) || !own && detect.AdmitsFailure(message))
	case LintClean, TypecheckClean:
		return len(v.run.FailedFiles) > 0 && !own
	}
	return false
}

// saysWhatFailed reports whether a message with a claim about the others says that something failed, or names it.
func (r *judge) saysWhatFailed(s detect.Statement, v verdict, message string) bool {
	return s.Mentions(exceptionWords) || negations.MatchString(s.Text) || detect.AdmitsFailure(message) ||
		slices.Contains(numbers.Get().FindAllString(s.Clause, maxCounts), strconv.Itoa(v.run.PassedTests)) ||
		slices.ContainsFunc(v.run.FailedFiles, func(name string) bool {
			return strings.Contains(message, scope.Stem(name))
		})
}

// exceptionWords leave something out.
var exceptionWords = &text.LazyRegexp{Expr: `\b(?:all but|except|other than|apart from|besides|aside from)\b|除`}

// failedForOthers reports whether tests failed under a claim that names one in inline code, which is no longer among
// those that the output lists as failed, as it was before.
func (r *judge) failedForOthers(s detect.Statement, v verdict) bool {
	if s.Kind != Fixed && s.Kind != TestsPassed || s.Universal || v.reason != FailedExit && v.reason != FailedOutput ||
		v.run.FailedLines == "" {
		return false
	}
	names := codeName.Get().FindAllStringSubmatch(s.Head, maxCounts)
	return len(names) > 0 && !slices.ContainsFunc(names, func(m []string) bool {
		isIn := func(one *ledger.Run) bool { return text.ContainsWords(strings.ToLower(one.FailedLines), m[1]) }
		return isIn(v.run) || !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
			return one.At.Compare(v.run.At) < 0 && isIn(one)
		})
	})
}
