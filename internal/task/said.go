package task

import (
	"slices"
	"strings"

	"ccc/internal/text"
)

// notFixed matches a sentence that says that something is not fixed.
var notFixed = text.LazyRegexp{Expr: `(?i)\b(?:still|remains?|stays?)\s+(?:\w+\s+)?(?:open|unfixed|unresolved|` +
	`broken)\b|` +
	`\bstill\s+(?:fails|panics|crashes|happens|occurs|there|present)\b|` +
	`(?:n't|\bnot)(?: yet| been| really| fully| actually| properly)* (?:fixed|resolved|addressed|done)\b|` +
	`\b(?:unfixed|unresolved)\b|仍|尚未|还没|还未|未修复|没有修复|未解决|没有解决`}

var sentenceEnd = text.LazyRegexp{Expr: `[.!?;]\s|[\n。！？；]`}

// HasUnfixedBlocker reports whether the text of a verdict that the work is done also says that a blocker of the task
// is not fixed. It decides nothing: the reviewer is asked which of the two it means.
func HasUnfixedBlocker(words string, known []Finding) bool {
	for _, sentence := range sentenceEnd.Get().Split(words, -1) {
		if !notFixed.Get().MatchString(sentence) {
			continue
		}
		if slices.ContainsFunc(known, func(f Finding) bool { return f.isHolding() && HasID(sentence, f.ID) }) {
			return true
		}
	}
	return false
}

// HasID reports whether words have the id of a finding.
func HasID(words, id string) bool {
	isWord := func(r rune) bool { return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' }
	return slices.Contains(strings.FieldsFunc(strings.ToUpper(words), func(r rune) bool { return !isWord(r) }), id)
}
