package detect

import (
	"slices"
	"strings"

	"ccc/internal/text"
)

var (
	// partWords limit a claim to a part. Such a claim may be true although something else fails, if the message says so:
	// "My new tests pass; `test_net` fails as before", "No new type errors".
	partWords = text.LazyRegexp{Expr: `\b(?:no|zero|without(?: any)?|nothing) (?:\w+ )?new\b|` +
		`\bnew (?:\w+ ){0,2}(?:tests?|specs?)\b|` +
		`\b(?:i|we)(?:'ve| have)? (?:just )?(?:added|wrote|touched|changed|edited|modified|created)\b|` +
		`\bmy (?:\w+ )?(?:tests?|specs?|files?|changes?|code)\b|` +
		`\b(?:relevant|related|affected|targeted|touched|changed|edited|modified) (?:tests?|specs?|files?)\b|` +
		`(?:没有?|无|零)(?:引入|产生)?(?:任何)?新|` +
		`新增的?|新写|新加|新的?(?:测试|用例)|` +
		`我(?:本次|这次)?(?:改|写|加|新增|修改|改动)[^，。]{0,3}的|` +
		`相关的?(?:测试|用例|文件)`}
	othersWords  = text.LazyRegexp{Expr: `\b(?:others?|remaining|rest|else|all but)\b|其余|其他|其它|剩下|剩余`}
	wholeProject = text.LazyRegexp{Expr: `\b(?:full|whole|entire) (?:repo\w*|codebase|code base|project|monorepo)\b|` +
		`整个(?:仓库|项目|代码库)`}
	// failureWords admit a failure.
	failureWords = text.LazyRegexp{Expr: `\bfail(?:s|ed|ing|ures?)?\b|` +
		`\bbroken\b|\berrors?\b|\bred\b|失败|[不没未]通过|报错|错误|挂|[是还仍]红`}
)

// An Extent says of how much a claim speaks.
type Extent uint8

// The extents.
const (
	Everything Extent = iota
	APart             // what is new, or the files that it names
	TheOthers         // everything but some failures: "the other tests"
)

// extentOf returns of how much a piece of a clause speaks.
func (s sentence) extentOf(part string) Extent {
	switch {
	case othersWords.MatchString(part):
		return TheOthers
	case wholeProject.MatchString(part): // "the entire repository, `a/` and `b/` alike"
	case partWords.MatchString(part), len(s.filesIn(part)) > 0:
		return APart
	}
	return Everything
}

// AdmitsFailure reports whether a message says somewhere that something fails.
func AdmitsFailure(message string) bool {
	return slices.ContainsFunc(sentences(text.Head(message, maxMessage)), func(s sentence) bool {
		low := strings.ToLower(s.plain)
		return failureWords.MatchString(deniedFailure.ReplaceAllString(low, ""))
	})
}

// ReportsFailure reports whether a text says that something has failed now: "its push was refused". What happens if it
// fails, or what failed before, does not count.
func ReportsFailure(message string) bool {
	return slices.ContainsFunc(sentences(text.Head(message, maxMessage)), func(s sentence) bool {
		low := failureCondition.ReplaceAllString(strings.ToLower(s.plain), "")
		low = earlierFailure.ReplaceAllString(low, "")
		return currentFailure.MatchString(deniedFailure.ReplaceAllString(low, ""))
	})
}

// currentFailure matches words for something that has failed. "If it fails" and "the test that failed" do not match.
var currentFailure = text.LazyRegexp{Expr: `(?:^|[^\s\w]\s*|\b(?:\d+|one|two|three|four|five|six|some|tests?|` +
	`builds?|cases|` +
	`suites?|still|and|but|it|they|others?|rest|run|runs|step|job|check|checks|pipeline|deploy\w*|` +
	`push|rollout|command|now|also|which|has|have|[\x{e000}-\x{e0c7}])\s+)fail(?:s|ed)?\b|` +
	`\b(?:is|are|still|stays?|remains?) (?:\w+ )?(?:failing|red|broken)\b|\berror(?:s|ed)? out\b|` +
	`\b(?:was|were|been|got) (?:refused|denied|rejected|declined|unreachable)\b|` +
	`(?:^|[^果旦时若要])失败(?:了|$|[，。：:；（(]|在)|(?:还|仍然?|依[然旧])是?(?:红|挂|失败)|[未没]通过|[没不]过(?:$|[，。；])|被拒|` +
	`(?:^|[^易会时])报错(?:了|$|[，。：:；])`}

// failureCondition matches what may happen, or may not: "if it fails".
var failureCondition = text.LazyRegexp{Expr: `\b(?:if|in case)\b[^,.;:，。；：]*|(?:如果|要是|万一|一旦|假如|若)[^,.;:，。；：]*`}

// deniedFailure matches words that deny a failure.
var deniedFailure = text.LazyRegexp{Expr: `\b(?:no|zero|0|without(?: any)?|nothing|never)\s+` +
	`(?:\w+\s+){0,2}?(?:fail\w*|errors?)|` +
	`(?:没有?|无|零|0\s*个?)[^，。]{0,4}(?:失败|报错|错误)`}

// maxMessage bounds what AdmitsFailure and ReportsFailure read, in bytes.
const maxMessage = 20 << 10
