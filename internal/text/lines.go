package text

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// A LineExpr is a regular expression that is searched in the lines of a long text. Most lines are skipped: each match
// contains one of some words, which are taken from the expression itself. If there are no such words, each line is
// searched.
type LineExpr struct{ *LazyRegexp }

// maxClass is how many characters a class may have for each of them to count as a word.
const maxClass = 16

// MaxSearched is how many bytes of a line are searched.
const MaxSearched = 1000

// CompileLines makes a LineExpr of an expression, which must be valid. It is compiled at its first use.
func CompileLines(expr string) LineExpr {
	return LineExpr{&LazyRegexp{Expr: expr}}
}

// LazyLines is CompileLines at the first use.
func LazyLines(expr string) *Lazy[LineExpr] {
	return &Lazy[LineExpr]{Make: func() LineExpr { return CompileLines(expr) }}
}

// Regexp returns the whole expression.
func (e LineExpr) Regexp() *regexp.Regexp { return e.Get() }

// Words returns words of which each match has at least one; nil if there are no such words.
func (e LineExpr) Words() []string { return e.finder().words }

// fewest drops the words that contain another one.
func fewest(words []string) (list []string) {
	for i, word := range words {
		contains := func(other string) bool { return other != word && strings.Contains(word, other) }
		if !slices.ContainsFunc(words, contains) && !slices.Contains(words[:i], word) {
			list = append(list, word)
		}
	}
	return list
}

// Match reports whether a line of the text matches.
func (e LineExpr) Match(lines string) bool {
	f := e.finder()
	if len(f.words) == 0 {
		for line := range strings.Lines(lines) {
			if e.matchLine(line) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(f.alone, func(n int) bool {
		return e.matchLines(lines, func(rest string) int { return strings.Index(rest, f.words[n]) })
	}) || e.matchLines(lines, f.index)
}

// matchLines reports whether a line matches in which index finds something.
func (e LineExpr) matchLines(lines string, index func(string) int) bool {
	for {
		at := index(lines)
		if at < 0 {
			return false
		}
		begin, end := strings.LastIndexByte(lines[:at], '\n')+1, strings.IndexByte(lines[at:], '\n')
		if end < 0 {
			return e.matchLine(lines[begin:])
		}
		if e.matchLine(lines[begin : at+end]) {
			return true
		}
		lines = lines[at+end+1:]
	}
}

func (e LineExpr) matchLine(line string) bool {
	return e.Get().MatchString(Head(strings.TrimRight(line, "\n"), MaxSearched))
}

// requiredWords returns words of which every match of the expression contains at least one; nil if there are no such
// words.
func requiredWords(re *syntax.Regexp) (words []string) {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				if words = append(words, string(c)); len(words) > maxClass {
					return nil
				}
			}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return requiredWords(re.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			more := requiredWords(sub)
			if more == nil {
				return nil
			}
			words = append(words, more...)
		}
	case syntax.OpConcat: // the part whose shortest word is the longest
		for _, sub := range re.Sub {
			if more := requiredWords(sub); more != nil && (words == nil || shortest(more) > shortest(words)) {
				words = more
			}
		}
	}
	return words
}

func shortest(words []string) int {
	n := len(words[0])
	for _, w := range words {
		n = min(n, len(w))
	}
	return n
}
