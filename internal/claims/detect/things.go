package detect

import (
	"strconv"
	"strings"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/text"
)

// thingCount matches the number of things in a match.
var thingCount = text.LazyRegexp{Expr: `\b(?:both|two|three|four|five|six|seven|eight|nine|ten|\d+)\b|` +
	`([两三四五六七八九十]|\d+)\s*[个张份条]`}

// countThings returns how many things a match speaks of; 0 if it does not say.
func countThings(match string) int {
	m := thingCount.FindStringSubmatch(match)
	if m == nil {
		return 0
	}
	for word, n := range smallNumbers {
		if word == m[0] || word == m[1] {
			return n
		}
	}
	n, _ := strconv.Atoi(strings.Trim(m[0], " 个张份条"))
	return n
}

// smallNumbers are words for numbers of things.
var smallNumbers = map[string]int{"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}

// FromCode matches where something was removed from, or what it was on.
var fromCode = text.LazyRegexp{Expr: `(?:\b(?:from|on|in) |[从在]\s*)[\x{e000}-\x{e0c7}]`}

// Things makes the statement about the things of a match: their number, and their names in inline code.
func (s sentence) things(match string, one Statement) Statement {
	one.OfThings, one.Count = true, countThings(match)
	for _, r := range match {
		if i := int(r - patterns.CodeMark); i >= 0 && i < len(s.code) {
			one.Names = append(one.Names, s.code[i])
		}
	}
	files := s.filesIn(fromCode.ReplaceAllString(match, ""))
	if len(files) > 0 && len(files) == len(one.Names) { // it names them after all
		one.OfThings, one.TargetFiles = false, files
	}
	return one
}
