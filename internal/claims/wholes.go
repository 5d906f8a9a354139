package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// wholeNouns name all that there is without a word such as "all".
var wholeNouns = &text.LazyRegexp{Expr: `\bthe (?:(?:test|spec) )?suite (?:is|was|are|pass\w*|stays?|still|now|runs?|fails?|` +
	`has|went|succe\w+|finish\w*)\b|\bin the (?:(?:test|spec) )?suite\b|\bthe (?:workspace|solution|monorepo) ` +
	`(?:is|builds?|compiles?|passes|checks?|has|still|now)\b`}

// claimsWhole reports whether a claim speaks of all that there is although it has no word such as "all": it says "the
// workspace", or quotes a command for everything that did not run.
func claimsWhole(s detect.Statement, runs []*run) bool {
	return s.Mentions(wholeNouns) ||
		strings.Contains(s.Command, "...") && len(runsOfCommand(s.Command, runs)) == 0
}

// isLimited reports whether a claim is about everything, and flags limited each run to one target, group or shard that
// the claim does not name.
func isLimited(s detect.Statement, passes []*run) bool {
	limit := passes[0].scope.Limit
	if name := passes[0].tool.Name; name == "tox" || name == "nox" { // what they run is all tests, with one version
		return false
	}
	quoted := s.Command != "" && strings.HasPrefix(passes[0].command, "make ") // "`make check` passes"
	return (s.Universal || quoted) && limit != "" && !slices.ContainsFunc(passes, func(one *run) bool {
		return one.scope.Limit != limit
	}) && !namesLimit(s, limit)
}

// namesLimit reports whether a claim names one of the targets to which a run was limited.
func namesLimit(s detect.Statement, limit string) bool {
	return slices.ContainsFunc(strings.Split(limit, ","), func(name string) bool {
		return namesWord(s, path.Base(name)) || len(shell.Stem(name)) > 2 && strings.Contains(squeeze(s.Text), shell.Stem(name))
	})
}

// squeeze drops the case and the separators of a text.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_- ", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// ranTests matches how many tests ran, in the words of some runners, or how many they were: "all three pass".
var ranTests = text.LazyRegexp{Expr: `\b(\d+) (?:tests?|specs|examples|cases)\b[^.;]{0,12}\b(?:0|no|zero) (?:fail|error)|` +
	`\ball (\d+|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:of them )?(?:now )?(?:pass|are green)`}

// numberWords are the numbers from one, in words.
var numberWords = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// claimedTests returns the number of tests in a claim; ok is false if it has none.
func claimedTests(s detect.Statement) (n int, ok bool) {
	if n, ok = s.ClaimedTests(); ok {
		return n, true
	}
	if m := ranTests.FindStringSubmatch(s.Clause); m != nil && s.Kind == TestsPassed {
		if n, _ = strconv.Atoi(m[1] + m[2]); n == 0 {
			n = slices.Index(numberWords, m[2]) + 1
		}
		return n, true
	}
	return 0, false
}

var (
	allOfThem = text.LazyRegexp{Expr: `\ball (?:of )?(?:the |its )?(\d+) `}
	skipWords = &text.LazyRegexp{Expr: `skip|ignored|pending|todo|跳过`}
)

// allTests returns the number of tests of which a claim says that all of them passed; "" for none.
func allTests(s detect.Statement) string {
	if n := s.AllOf(); n != "" {
		return n
	}
	n, ok := s.ClaimedTests()
	if m := allOfThem.FindStringSubmatch(s.Clause); ok && m != nil && m[1] == strconv.Itoa(n) && !s.Mentions(skipWords) {
		return m[1]
	}
	return ""
}
