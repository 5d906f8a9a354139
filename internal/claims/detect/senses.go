package detect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/shell"
)

// A wordAt is a word of a clause, or a mark between words.
type wordAt struct {
	from, to int
	word     string
	is       sense
	code     string // what the inline code is that it stands for
	inside   bool   // it is in brackets, or is one
}

// tokensOf divides a clause into tokens.
func (s sentence) tokensOf(clause string) (list []wordAt) {
	for at := 0; at < len(clause); {
		r, size := utf8.DecodeRuneInString(clause[at:])
		one := wordAt{from: at, to: at + size}
		switch {
		case r == ' ' || r == '\t':
			at += size
			continue
		case r >= patterns.CodeMark && r < patterns.CodeMark+patterns.MaxCode:
			one.is = code
			if i := int(r - patterns.CodeMark); i < len(s.code) {
				one.code = s.code[i]
				one.is |= s.sensesOfCode(r)
			}
		case isCut(clause[at:], r):
			one.is = cut
		default:
			for one.to < len(clause) {
				next, n := utf8.DecodeRuneInString(clause[one.to:])
				if next == ' ' || next >= patterns.CodeMark && next < patterns.CodeMark+patterns.MaxCode || isCut(clause[one.to:], next) {
					break
				}
				one.to += n
			}
		}
		at = one.to
		one.word = strings.TrimRight(clause[one.from:one.to], ".!?*_")
		if i := strings.LastIndexByte(one.word, '\''); i > 0 && one.is == 0 && sensesOf.Get()[one.word] == 0 &&
			sensesOf.Get()[one.word[i:]]&be != 0 {
			is := one
			is.from, is.word, is.is = one.from+i, one.word[i:], be
			one.to, one.word = is.from, one.word[:i]
			list = append(list, one, is)
			continue
		}
		list = append(list, one)
	}
	return withSenses(clause, list)
}

// markInside marks the tokens in brackets.
func markInside(list []wordAt) {
	open := -1
	for i := range list {
		switch {
		case list[i].word == "(":
			open = i
		case list[i].word == ")" && open >= 0:
			for k := open; k <= i; k++ {
				list[k].inside = true
			}
			open = -1
		}
	}
}

// isCut reports whether a text begins with a mark that separates its parts.
func isCut(rest string, r rune) bool {
	switch r {
	case ',':
		return len(rest) == 1 || rest[1] < '0' || rest[1] > '9'
	case ';', '(', ')', '[', ']', '|', '=', '"', '—', '–', '→', '…', '\ue0fe':
		return true
	case ':', '-':
		return len(rest) == 1 || rest[1] == ' ' || rest[1] == '*'
	}
	return false
}

// withSenses sets the senses of tokens, and joins those that make one word of the lexicon.
func withSenses(clause string, list []wordAt) []wordAt {
	senses, n := sensesOf.Get(), 0
	for i := 0; i < len(list); {
		one := list[i]
		last := i
		if one.is&(code|cut) == 0 {
			one.is |= senses[one.word]
			for k := min(i+2, len(list)-1); k > i; k-- {
				if is := senses[strings.TrimRight(clause[one.from:list[k].to], ".!?")]; is != 0 {
					one.is, one.to, one.word, last = is, list[k].to, strings.TrimRight(clause[one.from:list[k].to], ".!?"), k
					break
				}
			}
			switch {
			case one.word != "" && one.word[0] >= '0' && one.word[0] <= '9':
				one.is |= number
			case strings.HasSuffix(one.word, "n't"):
				one.is |= stops
			case strings.HasPrefix(one.word, "prod-") || strings.HasPrefix(one.word, "staging-"):
				one.is |= placeThing
			case one.is == 0 || one.is == builds:
				next := ""
				if i+1 < len(list) {
					next = list[i+1].word
				}
				one.is |= thingsOfTool(one.word, next)
			}
		}
		if one.is == 0 && !strings.ContainsFunc(one.word, isLetterOrDigit) {
			one.is = cut
		}
		list[n] = one
		n, i = n+1, last+1
	}
	markInside(list[:n])
	return list[:n]
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// sensesOfCode returns for what inline code stands.
func (s sentence) sensesOfCode(mark rune) (is sense) {
	for _, one := range s.commandClaims(string(mark), Statement{}) {
		switch one.Kind {
		case TestsPassed:
			is |= testsThing
		case BuildPassed:
			is |= buildThing
		case LintClean:
			is |= lintThing
		case TypecheckClean:
			is |= typesThing
		}
	}
	name := s.code[mark-patterns.CodeMark]
	first, rest, _ := strings.Cut(name, " ")
	if is == 0 {
		senses := sensesOf.Get()
		is = senses[strings.ToLower(name)]&checkThings | senses[strings.ToLower(first)]&(lintThing|typesThing)
	}
	if is == 0 && rest != "" {
		if t, ok := shell.ToolOf(strings.Fields(name)); ok {
			is = thingOf(t.Kinds) & actCommands
		}
	}
	if filekinds.LooksLikeFile(name) || folderPath.MatchString(name) {
		is |= fileThing
	}
	return is
}

// A reading is a clause in tokens.
type reading struct {
	sentence
	clause string
	list   []wordAt
}

// is reports whether there is a token at i with one of the senses; there is none before the first or after the last.
func (r reading) is(i int, what sense) bool {
	return i >= 0 && i < len(r.list) && r.list[i].is&what != 0
}

func (r reading) word(i int) string {
	if i < 0 || i >= len(r.list) {
		return ""
	}
	return r.list[i].word
}

// isEnd reports whether a part of the clause ends before the token at i.
func (r reading) isEnd(i int) bool { return i >= len(r.list) || r.is(i, cut|and) }

// endsAt reports whether a statement may end before the token at i: no object follows.
func (r reading) endsAt(i int) bool {
	return i >= len(r.list) || r.is(i, cut|and|preposition|light|be) || r.is(i, number) && r.word(i) != "0" ||
		strings.HasSuffix(r.word(i), "ly") || r.word(i) == "again" || r.word(i) == "so"
}

// isPlain reports whether the tokens between from and to have no noun of their own.
func (r reading) isPlain(from, to int) bool {
	for i := from; i < to; i++ {
		if !r.is(i, be|light|number|determiner|own|none|and|passed|endedOK|isWell) && r.word(i) != "executed" {
			return false
		}
	}
	return true
}

// begin returns where the part of the clause begins that has the token at i. What is in brackets divides no part.
func (r reading) begin(i int) int {
	inside := r.isInside(i)
	for i > 0 && (!r.is(i-1, cut) || !inside && r.list[i-1].inside) {
		i--
	}
	return i
}

func (r reading) isInside(i int) bool { return i < len(r.list) && r.list[i].inside && r.word(i) != "(" }

// meantClaims returns the claims of a clause that are a thing and what came of it, in any wording.
func (s sentence) meantClaims(clause string, list []Statement) (more []Statement) {
	if isChinese(clause) {
		return nil
	}
	r := reading{s, clause, s.tokensOf(clause)}
	add := func(kind Kind, from, to int, negative bool, change func(*Statement)) {
		if hasClaim(kind, list, more) {
			return
		}
		for from < to-1 && r.is(from, light|and|stops) && !r.is(from, checkThings|code) {
			from++ // so that a guard sees it
		}
		at := []int{r.list[from].from, r.list[to-1].to}
		if isGuarded(clause, at[0], at[1], negative) || isDescription(kind, clause, at[0], at[1]) {
			return
		}
		one := s.statement(kind, clause, at)
		one.negative = negative
		if change != nil {
			change(&one)
		}
		more = append(more, one)
	}
	for i := range r.list {
		if res, ok := r.resultAt(i); ok {
			r.addChecks(res, add)
		}
		r.addActs(i, add)
		r.addActive(i, add)
		r.addLook(i, add)
		r.addStates(i, add)
	}
	return more
}

// An addClaim adds a claim about the tokens between two, unless something takes it back. change may set more of it.
type addClaim func(kind Kind, from, to int, negative bool, change func(*Statement))

func isHash(name string) bool {
	return len(name) >= 7 && len(name) <= 40 && strings.Trim(name, "0123456789abcdef") == "" &&
		strings.ContainsAny(name, "0123456789")
}

// has reports whether a token between two has one of the senses.
func (r reading) has(from, to int, what sense) bool {
	return slices.ContainsFunc(r.list[from:max(from, min(to, len(r.list)))],
		func(t wordAt) bool { return t.is&what != 0 })
}

// hasCode reports whether a part of the sources is named between two tokens. A Lambda function is none.
func (r reading) hasCode(from, to int) bool {
	for k := from; k < min(to, len(r.list)); k++ {
		if r.is(k, codeThing) && !r.is(k-1, goneThing) {
			return true
		}
	}
	return false
}

// hasNoun is has for words that are no inline code.
func (r reading) hasNoun(from, to int, what sense) bool {
	return slices.ContainsFunc(r.list[from:max(from, min(to, len(r.list)))], func(t wordAt) bool {
		return t.is&what != 0 && t.is&code == 0
	})
}

// hasStill reports whether the words say that something was there before.
func (r reading) hasStill(from, to int) bool {
	return slices.ContainsFunc(r.list[from:to], func(t wordAt) bool { return t.word == "still" || t.word == "already" })
}

// name returns the inline code at i, or else the word.
func (r reading) name(i int) string {
	if code := r.codeAt(i); code != "" {
		return code
	}
	return r.word(i)
}

func (r reading) codeAt(i int) string {
	if i < 0 || i >= len(r.list) {
		return ""
	}
	return r.list[i].code
}
