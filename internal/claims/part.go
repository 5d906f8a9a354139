package claims

import (
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A claim about a part is true where something else fails, if the message says so: "My new tests pass; `test_net` fails
// as before", "No new type errors".
var (
	partWords = text.LazyRegexp{Expr: `\b(?:no|zero|without(?: any)?|nothing) (?:\w+ )?new\b|\bnew (?:\w+ ){0,2}(?:tests?|specs?)\b|` +
		`\b(?:i|we)(?:'ve| have)? (?:just )?(?:added|wrote|touched|changed|edited|modified|created)\b|\bmy (?:\w+ )?(?:tests?|specs?|` +
		`files?|changes?|code)\b|\b(?:relevant|related|affected|targeted|touched|changed|edited|modified) (?:tests?|specs?|files?)\b|` +
		`(?:没有?|无|零)(?:引入|产生)?(?:任何)?新|新增的?|新写|新加|新的?(?:测试|用例)|我(?:本次|这次)?(?:改|写|加|新增|修改|改动)[^，。]{0,3}的|相关的?(?:测试|用例|文件)`}
	remainder = text.LazyRegexp{Expr: `\b(?:others?|remaining|rest|else|all but)\b|其余|其他|其它|剩下|剩余`}
	// failureWords admit a failure.
	failureWords = text.LazyRegexp{Expr: `\bfail(?:s|ed|ing|ures?)?\b|\bbroken\b|\berrors?\b|\bred\b|失败|[不没未]通过|报错|错误|挂`}
)

// An extent is what a claim speaks of.
type extent uint8

const (
	everything extent = iota
	aPart             // what is new, or files that it names
	theOthers         // what did not fail
)

// extentOf returns what a part of a clause speaks of.
func (s sentence) extentOf(part string) extent {
	switch {
	case remainder.Get().MatchString(part):
		return theOthers
	case partWords.Get().MatchString(part), len(s.files(part)) > 0:
		return aPart
	}
	return everything
}

// failsElsewhere reports whether a claim about a part is held only because something else failed.
func (r *Reader) failsElsewhere(s statement, v verdict, message string) bool {
	if s.of == everything || v.run == nil || v.reason != FailedExit && v.reason != FailedOutput {
		return false
	}
	own := slices.ContainsFunc(v.run.faults, func(name string) bool {
		return slices.ContainsFunc(s.mentioned, func(m string) bool { return strings.HasSuffix(m, name) || strings.HasSuffix(name, m) }) ||
			slices.ContainsFunc(r.writes, func(w *write) bool {
				return !w.void && !w.undone && w.Path != "" && (w.Path == name || strings.HasSuffix(w.Path, "/"+name) ||
					strings.HasSuffix(name, "/"+w.Path))
			})
	})
	switch s.kind {
	case TestsPassed:
		n, _ := strconv.Atoi(numbers.Get().FindString(s.clause))
		return v.run.total > 0 && n <= v.run.total && (s.of == theOthers || !own && admitsFailure(message))
	case LintClean, TypecheckClean:
		return len(v.run.faults) > 0 && !own
	}
	return false
}

// admitsFailure reports whether a message says that something fails.
func admitsFailure(message string) bool {
	return slices.ContainsFunc(sentences(text.Head(message, maxMessage)), func(s sentence) bool {
		low := strings.ToLower(s.plain)
		return failureWords.Get().MatchString(noFailure.Get().ReplaceAllString(low, ""))
	})
}

// noFailure denies a failure.
var noFailure = text.LazyRegexp{Expr: `\b(?:no|zero|0|without(?: any)?|nothing|never)\s+(?:\w+\s+){0,2}?(?:fail\w*|errors?)|(?:没有?|无|零|0\s*个?)[^，。]{0,4}(?:失败|报错|错误)`}

// maxMessage bounds what is read of a message for what it admits, in bytes, and maxFaults how many files are noted.
const (
	maxMessage = 20 << 10
	maxFaults  = 100
)

var (
	fileName = text.LazyRegexp{Expr: `[\w@./-]*\w\.[a-zA-Z]\w{0,5}\b`}
	// failedLine is a line of a test runner's about something that failed, with its file.
	failedLine = text.LazyRegexp{Expr: `^\s*(?:FAILED|FAIL|ERROR|not ok|✗|✖|×|❯|●)\s|^\s+[\w.]+_test\.go:\d+|FAILED$`}
)

// readFaults notes the files that the output of a failed run names.
func (r *run) readFaults(output string) {
	if r.kinds&(shell.Tests|shell.Types|shell.Lint) == 0 || r.outcome != exitFailed && r.outcome != outputFailed {
		return
	}
	for line := range strings.Lines(output) {
		line = text.Head(line, maxSignLine)
		if r.kinds&shell.Tests != 0 && !failedLine.Get().MatchString(line) {
			continue
		}
		for _, name := range fileName.Get().FindAllString(line, maxCounts) {
			if name = strings.TrimPrefix(name, "./"); looksLikeFile(name) && !slices.Contains(r.faults, name) {
				r.faults = append(r.faults, name)
			}
		}
		if len(r.faults) > maxFaults {
			return
		}
	}
}
