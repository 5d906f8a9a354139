package detect

import (
	"strconv"
	"strings"

	"ccc/internal/text"
)

var (
	// testCount matches the number of tests in a claim.
	testCount = text.LazyRegexp{Expr: `\b(?:all )?(\d+) (?:\w+ ){0,2}?(?:tests?|specs?)\b` +
		`(?:\s+(?:now|all|are|still|have|were|also)\b)*[\s:]+(?:pass|green)|` +
		`\ball (\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:\w+ )?(?:tests?|specs?)\b|` +
		`[(（](\d+) (?:tests|specs|cases)[)）]|` +
		`\b(\d+)\s*/\s*\d+\s+(?:tests?\s+|specs?\s+)?(?:now\s+|all\s+|are\s+)*(?:pass|green|通过)|` +
		`(?:^|[:：(（]|\ball|\bnow|\bwith)\s*(\d+) (?:pass(?:ed|ing)?|green)\b|\bpass(?:ed|ing)?: (\d+)\b|` +
		`\b(\d+) (?:tests?|specs?|examples),? (?:and )?(?:all (?:pass|green)|(?:no|0|zero) (?:fail|error))|` +
		`(\d+)\s*[个项条]\s*(?:单元|集成)?(?:测试|用例|单测)?[，,]?\s*(?:都|均|全|已|一[个条项]不[落差少])?(?:部|经|都)?通过|` +
		`(\d+)\s*[个项条]\s*(?:单元|集成)?(?:测试|用例)\s*(?:都|均|全|已|通过)`}
	// skippedCount matches how many of them were skipped: "all 42 tests pass (2 skipped)".
	skippedCount = text.LazyRegexp{Expr: `(?:(\d+)\s+(?:\w+\s+){0,2}?|\b)` +
		`(?:skip(?:s|ped)?|ignored|pending|xfail\w*)\b|` +
		`(?:(\d+)\s*[个项条]?\s*(?:测试|用例)?(?:被|已)?)?跳过`}
	noneSkipped = text.LazyRegexp{Expr: `\b(?:none|nothing|no tests?|not one)(?: (?:was|were|is|are))? skipped\b|` +
		`\b(?:no|zero|0|without) (?:skips|skipped)\b|(?:没有?|无)(?:任何)?(?:用例|测试)?(?:被)?跳过`}
)

// ClaimedTests returns the number of tests in the statement; ok is false if it has none.
func (s Statement) ClaimedTests() (n int, ok bool) {
	m := testCount.FindStringSubmatch(s.Clause)
	if m == nil {
		return 0, false
	}
	number := strings.Join(m[1:], "")
	if n, ok = smallNumbers[number]; !ok {
		n, _ = strconv.Atoi(number)
	}
	return n, true
}

// wholeOf matches how many of how many.
var wholeOf = text.LazyRegexp{Expr: `\b(\d+)\s*(?:/|of|out of)\s*(\d+)\b`}

// AllOf returns the number of tests of which the statement says that all of them passed, as in "88/88", without a word
// about skipped ones; "" for none.
func (s Statement) AllOf() string {
	m := wholeOf.FindStringSubmatch(s.nearest(&wholeOf))
	if n, ok := s.ClaimedTests(); ok && m == nil && s.Universal && !skippedCount.MatchString(s.Clause) {
		return strconv.Itoa(n) // "all 88 tests"
	}
	if s.Kind != TestsPassed || m == nil || m[1] != m[2] || skippedCount.MatchString(s.Clause) {
		return ""
	}
	return m[1]
}

// SaysNoneSkipped reports whether the statement says that no test was skipped.
func (s Statement) SaysNoneSkipped() bool {
	return s.Kind == TestsPassed && noneSkipped.MatchString(s.Clause)
}

// SkippedTests returns how many of those were skipped; known is false if the statement does not say how many.
func (s Statement) SkippedTests() (n int, known bool) {
	m := skippedCount.FindStringSubmatch(s.Clause)
	if m == nil || noneSkipped.MatchString(s.Clause) {
		return 0, true
	}
	n, err := strconv.Atoi(m[1] + m[2])
	return n, err == nil
}

// nearest returns what an expression matches in the clause nearest to the words of the claim; "" for nothing.
func (s Statement) nearest(expr *text.LazyRegexp) (match string) {
	least := len(s.Clause) + 1
	for _, at := range expr.FindAllStringIndex(s.Clause, -1) {
		if far := max(s.from-at[1], at[0]-s.to, 0); far < least {
			least, match = far, s.Clause[at[0]:at[1]]
		}
	}
	return match
}
