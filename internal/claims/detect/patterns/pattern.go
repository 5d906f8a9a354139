// Package patterns is the table of the forms in which claims are made: "pushed to origin", "测试全部通过". Each row has an
// expression, an example and a counter-example. It is data: a clause comes in, and where a pattern matches goes out.
// Whether that is a claim, or only a plan or a denial, package detect decides by the rest of the sentence.
//
// A clause is in lower case, and each piece of its inline code is one private character, from [CodeMark] on. In an
// expression NAMES in capital letters stand for pieces that many expressions share, see [Expand].
package patterns

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"ccc/internal/text"
)

// A Pattern finds one form of a claim in a clause, which is in lower case.
type Pattern struct {
	Kind      Kind
	hint      string // words of which each matching clause has at least one; others are not searched
	expr      string
	unless    string           // an expression by which the clause is no claim after all; "" for none
	Negative  bool             // its own "no" is no denial: "no lint errors"
	Files     bool             // it claims that the files in the match were created or deleted
	Chinese   bool             // it is tried only on clauses with Chinese in them
	FromCode  bool             // the kind is that of the command in the match, which is inline code
	OwnUse    bool             // the agent speaks of what it used or looked at itself
	NeedsRun  bool             // something must have run: looking at a file is not enough
	Ambiguous bool             // a description or an instruction may have this form, too
	Things    bool             // it claims an act on things that it counts or names, without their files
	CodeForm  *text.LazyRegexp // what inline code in the match must look like; nil for anything
	// For the table's tests: a message with the claim, and one without it.
	example, counter string

	splitHints sync.Once
	hints      []string // the words of hint
	once       sync.Once
	match      text.LineExpr
	unlessAny  []*text.LazyRegexp // the alternatives of unless
}

// All returns all patterns, in the order in which they are tried.
func All() []*Pattern { return all.Get() }

var all = text.Lazy[[]*Pattern]{Make: func() []*Pattern {
	for _, p := range slices.Concat(lookPatterns, deliveryPatterns, outcomePatterns, actPatterns, zhActPatterns) {
		if p.Kind == Verified || p.Kind == Deployed {
			p.Ambiguous = true
		}
	}
	return slices.Concat(resultPatterns, usePatterns, lookPatterns, deliveryPatterns, outcomePatterns, actPatterns,
		zhActPatterns, tickPatterns, thingPatterns, alsoPatterns, reportPatterns, sayingPatterns, zhSayingPatterns)
}}

// compile compiles the expressions when they are first used. The hook is a new process at each stop, and most messages
// need few of them.
func (p *Pattern) compile() {
	p.once.Do(func() {
		p.match = LineExpr(p.expr)
		for _, expr := range alternatives(p.unless) {
			p.unlessAny = append(p.unlessAny, &text.LazyRegexp{Expr: expr, Expand: Expand})
		}
	})
}

// maxWhole bounds an expression that is not divided, in bytes. regexp searches larger ones much more slowly, and all of
// one must be compiled even if a text has the words of only one alternative.
const maxWhole = 250

// alternatives divides a long expression into its alternatives; "" has none.
func alternatives(expr string) (list []string) {
	if expr == "" {
		return nil
	}
	if len(expr) <= maxWhole {
		return []string{expr}
	}
	depth, from, class := 0, 0, false
	for i := 0; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			list, from = append(list, expr[from:i]), i+1
		}
	}
	return append(list, expr[from:])
}

// Hints returns the words of which each clause with the claim has at least one, with one mark for any code, see
// WithOneMark.
func (p *Pattern) Hints() []string {
	p.splitHints.Do(func() { p.hints = HintWords(p.hint) })
	return p.hints
}

// Examples returns a message with the claim, and a similar one without it.
func (p *Pattern) Examples() (example, counter string) { return p.example, p.counter }

// Exprs returns the expressions of the pattern, whose words a table has, see [text.KnownWords].
func (p *Pattern) Exprs() []*text.LazyRegexp {
	p.compile()
	return append([]*text.LazyRegexp{p.match.LazyRegexp}, p.unlessAny...)
}

// HintWords splits a hint into its words. "_" joins two words into one.
func HintWords(hint string) []string {
	words := strings.Fields(hint)
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "_", " ")
	}
	return words
}

// Find returns where the claim begins and ends in the clause, and third where its verb begins, or nil. An expression
// marks its verb by a group: the words before that may be guards although they are in the match.
func (p *Pattern) Find(clause string) []int {
	if p.Chinese && !strings.ContainsFunc(clause, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return nil
	}
	marked := WithOneMark(clause)
	if !slices.ContainsFunc(p.Hints(), func(word string) bool { return strings.Contains(marked, word) }) {
		return nil
	}
	p.compile()
	if !p.match.MayMatch(clause) {
		return nil
	}
	at := p.match.Regexp().FindStringSubmatchIndex(clause)
	if at == nil {
		return nil
	}
	part := ownPart(PartAround(clause, at[0], at[1]), clause[at[0]:at[1]])
	if slices.ContainsFunc(p.unlessAny, func(e *text.LazyRegexp) bool { return e.MatchString(part) }) {
		return nil
	}
	verb := at[0]
	for i := 2; i < len(at); i += 2 {
		verb = max(verb, at[i])
	}
	return []int{at[0], at[1], verb}
}

// ownPart returns what is left of a part of a clause without a statement before the match that ends in ", and they …".
func ownPart(part, match string) string {
	at := strings.LastIndex(part, match)
	if at < 0 {
		return part
	}
	if cuts := nextStatement.FindAllStringIndex(part[:at], -1); cuts != nil {
		return part[cuts[len(cuts)-1][0]:]
	}
	return part
}

// nextStatement matches the beginning of a statement with a subject of its own.
var nextStatement = text.LazyRegexp{Expr: `[,;] and (?:it|they|both) (?:is|are|was|were|has|have|now)?`}

// PartAround returns the part of a clause around a match. In Chinese a comma ends the part.
func PartAround(clause string, from, to int) string {
	const comma = "，"
	if i := strings.LastIndex(clause[:from], comma); i >= 0 {
		from = i + len(comma)
	} else {
		from = 0
	}
	if i := strings.Index(clause[to:], comma); i >= 0 {
		return clause[from : to+i]
	}
	return clause[from:]
}

// The private characters that stand for inline code in a clause: CodeMark for the first piece, the next character for
// the second one, and so on. No clause has more than MaxCode pieces.
const (
	CodeMark = '\ue000'
	MaxCode  = 200
)

// WithOneMark replaces the marks of all inline code by the first one: the words of a hint mean any code.
func WithOneMark(low string) string {
	if strings.IndexByte(low, "\ue000"[0]) < 0 {
		return low
	}
	return strings.Map(func(r rune) rune {
		if r > CodeMark && r < CodeMark+MaxCode {
			return CodeMark
		}
		return r
	}, low)
}
