package detect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
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
		case r >= codeMark && r < codeMark+maxCode:
			one.is = code
			if i := int(r - codeMark); i < len(s.code) {
				one.code = s.code[i]
				one.is |= s.sensesOfCode(r)
			}
		case isCut(clause[at:], r):
			one.is = cut
		default:
			for one.to < len(clause) {
				next, n := utf8.DecodeRuneInString(clause[one.to:])
				if next == ' ' || next >= codeMark && next < codeMark+maxCode || isCut(clause[one.to:], next) {
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
	name := s.code[mark-codeMark]
	first, rest, _ := strings.Cut(name, " ")
	if is == 0 {
		is = (sensesOf.Get()[strings.ToLower(name)] | sensesOf.Get()[strings.ToLower(first)]&(lintThing|typesThing)) & checkThings
	}
	if is == 0 && rest != "" {
		if t, ok := shell.ToolOf(strings.Fields(name)); ok {
			is = thingOf(t.Kinds) & actCommands
		}
	}
	if LooksLikeFile(name) || folderPath.MatchString(name) {
		is |= fileThing
	}
	return is
}

// kindsOfThings are the kinds of claims about each thing that is checked.
var kindsOfThings = []struct {
	thing sense
	kind  Kind
}{{testsThing, TestsPassed}, {buildThing, BuildPassed}, {lintThing, LintClean}, {typesThing, TypecheckClean},
	{pushCommand, Pushed}, {deployCommand, Deployed}, {commitCommand, Committed}}

// A result is what came of something.
type result struct {
	from, to int   // its tokens
	of       sense // the things of which it may be said
	negative bool  // it says that something is not there
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
		if !r.is(i, be|light|number|determiner|own|none|and|passed|endedOK|isWell) {
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

// resultAt returns the result of a check that begins at a token.
func (r reading) resultAt(i int) (found result, ok bool) {
	switch {
	case r.is(i, none):
		return r.noneAt(i)
	case r.is(i, fault): // "errors: 0"
		at := i + 1
		if r.is(at, cut|be) {
			at++
		}
		if r.is(at, none) && r.word(at) != "without" && r.endsAt(at+1) {
			return result{i, at + 1, checkThings, true}, true
		}
	case r.is(i, nothing):
		if r.word(i+1) == "to" || r.word(i+1) == "found" || r.is(i-1, be|answers) || strings.HasPrefix(r.word(i-1), "f") {
			if r.word(i+1) == "to" && (r.word(i+2) == "do" || r.word(i+2) == "") {
				return result{}, false
			}
			return result{i, min(i+3, len(r.list)), lintThing | typesThing | code, true}, true
		}
	case (r.word(i) == "check" || r.word(i) == "checks") && r.is(i-1, typesThing):
		return result{i, i + 1, typesThing, false}, r.endsAt(i + 1)
	case r.word(i) == "passed" && r.is(i-1, be) && passedTo.MatchString(r.word(i+1)):
	case r.is(i, passed):
		if r.endsAt(i+1) && !r.is(i-1, determiner) && (r.word(i) != "through" || r.isEnd(i+1) || throughAfter.MatchString(r.word(i+1))) {
			return result{i, i + 1, checkThings | actCommands, false}, true
		}
	case r.is(i, endedOK):
		if r.word(i) == "done" && r.endsAt(i+1) && r.is(i-1, be|cut|checkThings|actCommands|code) {
			return result{i, i + 1, buildThing | actCommands, false}, true
		}
		if r.endsAt(i+1) && !r.is(i-1, determiner) && r.word(i) != "done" {
			return result{i, i + 1, buildThing | testsThing | actCommands, false}, true
		}
	case r.is(i, isWell):
		if r.endsAt(i+1) && (i == 0 || r.is(i-1, be|light|cut|and|number|checkThings|code|isWell|answers) && !r.is(i-1, determiner) || strings.HasPrefix(r.word(i), "already")) {
			return result{i, i + 1, checkThings | actCommands, false}, true
		}
	case r.is(i, number):
		if a, b, both := strings.Cut(r.word(i), "/"); both && a == b && strings.Trim(a, "0123456789") == "" && a != "0" {
			return result{i, i + 1, testsThing, false}, true
		}
	}
	return result{}, false
}

// noneAt returns the result "no errors", "0 failed", "zero" after "down to".
func (r reading) noneAt(i int) (found result, ok bool) {
	for at := i + 1; at <= i+4; at++ {
		switch {
		case r.is(at, fault):
			return result{i, at + 1, checkThings, true}, true
		case at >= len(r.list) || r.is(at, cut|stops|preposition|be|code):
			at = i + 4
		}
	}
	if (r.word(i-1) == "down to" || r.word(i-1) == "to") && r.word(i) != "without" && r.endsAt(i+1) {
		return result{i, i + 1, lintThing | typesThing, true}, true
	}
	return result{}, false
}

// thingsBefore returns the tokens of which a result tells, to its left.
func (r reading) thingsBefore(res result) (list []int) {
	end := res.from
	for {
		from := r.begin(end)
		inPart, free := []int(nil), true
		for i := end - 1; i >= from; i-- {
			if r.isInside(i) && !r.isInside(res.from) {
				continue
			}
			if r.is(i, stops) && !r.is(i, checkThings) || r.is(i, own) && len(inPart) > 0 {
				return list
			}
			if r.isThing(i, res.of) {
				inPart = append(inPart, i)
			}
		}
		if len(inPart) > 0 {
			return append(list, r.subjects(from, inPart)...)
		}
		free = r.isPlain(from, end)
		if !free || from == 0 || r.word(from-1) == ";" {
			return list
		}
		end = from - 1
	}
}

// isThing reports whether the token at i is one of the things, and not only a part of another noun: "test helper".
func (r reading) isThing(i int, of sense) bool {
	if !r.is(i, of) || r.is(i, results&^builds) {
		return false
	}
	if earlierThing.MatchString(r.word(i - 1)) {
		return false
	}
	if r.is(i, code) || i+1 >= len(r.list) {
		return true
	}
	if r.word(i+1) == "'s" && i+2 < len(r.list) && r.list[i+2].is == 0 { // "Pylint's limit"
		return false
	}
	if r.is(i+1, checkThings) && !r.is(i+1, code) {
		return false // "the type tests"
	}
	if r.is(i+1, releaseThing|codeThing) && !r.is(i+1, checkThings|code) && !strings.HasPrefix(r.word(i+1), "check") {
		return false // "the lint rule"
	}
	if r.is(i+1, functions|looked|symptom) && !r.is(i+1, builds|passed|none|fault) {
		return false // "a test upload"
	}
	return r.is(i, lintThing|actCommands) || r.is(i, typesThing) && !strings.HasPrefix(r.word(i), "type") || strings.HasSuffix(r.word(i), "s") || r.list[i+1].is&^stops != 0
}

// subjects returns those things of a part that are its subjects: all of a list, else the first that has no preposition
// before it, else the nearest.
func (r reading) subjects(from int, things []int) (list []int) {
	slices.Sort(things)
	free := slices.IndexFunc(things, func(i int) bool {
		for k := from; k < i; k++ {
			if r.is(k, preposition) {
				return false
			}
		}
		return true
	})
	if free < 0 {
		return things[len(things)-1:]
	}
	list = things[free : free+1]
	for _, i := range things[free+1:] {
		last := list[len(list)-1]
		if !slices.ContainsFunc(r.list[last+1:i], func(t wordAt) bool { return t.is&(and|light|determiner) == 0 }) && last+1 < i {
			list = append(list, i)
		}
	}
	return list
}

// thingAfter returns the token of which a result tells, to its right: "18/18 on `zig build test`".
func (r reading) thingAfter(res result) int {
	if !r.isPlain(r.begin(res.from), res.from) {
		return -1
	}
	unknown := 0
	for i := res.to; i < len(r.list) && i < res.to+7; i++ {
		switch {
		case r.isThing(i, res.of):
			return i
		case r.is(i, stops):
			return -1
		case r.is(i, cut):
			if w := r.word(i); w != ":" && w != "(" && w != "–" && w != "—" {
				return -1
			}
		case !r.is(i, preposition|determiner|light|number|and):
			if unknown++; unknown > 2 {
				return -1
			}
		}
	}
	return -1
}

// meantClaims returns the claims of a clause that are a thing and what came of it, in any wording.
func (s sentence) meantClaims(clause string, list []Statement) (more []Statement) {
	if isChinese(clause) {
		return nil
	}
	r := reading{s, clause, s.tokensOf(clause)}
	add := func(kind Kind, from, to int, negative bool, change func(*Statement)) {
		same := func(one Statement) bool { return one.Kind == kind }
		if slices.ContainsFunc(list, same) || slices.ContainsFunc(more, same) {
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

type addClaim func(kind Kind, from, to int, negative bool, change func(*Statement))

// addChecks adds the claims about checks of which a result tells.
func (r reading) addChecks(res result, add addClaim) {
	if with := res.to; r.word(with) == "with" && r.is(with+1, none) || r.word(with) == "without" {
		for k := with + 1; k < len(r.list) && k < with+5; k++ {
			if r.is(k, fault) {
				res.to = k + 1 // "with no errors"
			}
		}
	}
	things := r.thingsBefore(res)
	if len(things) == 0 {
		if at := r.thingAfter(res); at >= 0 {
			things = []int{at}
		}
	}
	for _, at := range things {
		for _, k := range kindsOfThings {
			if k.kind == BuildPassed && r.word(at) == "build" && at+1 == res.from && r.has(0, at, testsThing) && !r.has(0, at, passed|endedOK|isWell) {
				continue // Gradle says that of tests, too
			}
			if r.list[at].is&k.thing&res.of != 0 {
				add(k.kind, min(at, res.from), max(at+1, res.to), res.negative, func(one *Statement) {
					if name := r.list[at].code; name != "" {
						for _, named := range r.commandClaims(r.clause[r.list[at].from:r.list[at].to], *one) {
							if named.Kind == k.kind {
								*one = named
							}
						}
					}
				})
			}
		}
	}
}

var (
	versionWord  = text.LazyRegexp{Expr: `^v?\d+(?:\.\d+)+[\w.-]*$|^v\d+$|^r\d+$`}
	habitSubject = text.LazyRegexp{Expr: `^(?:ci|jobs?|workflows?|pipelines?|actions?|scripts?|steps?|make|which|that|` +
		`who|what|it|hooks?|docker|cmake|bazel|cargo|npm|gradle)$`}
)

func isHash(name string) bool {
	return len(name) >= 7 && len(name) <= 40 && strings.Trim(name, "0123456789abcdef") == "" &&
		strings.ContainsAny(name, "0123456789")
}

// subjectAt returns where the subject begins of a verb at i: the words before it in its part of the clause, without
// what may stand between. ok is false if it has none, or a verb comes before.
func (r reading) subjectAt(i int, may sense) (from, to int, ok bool) {
	from, to = r.begin(i), i
	for to > from && (r.is(to-1, be|light) && !r.is(to-1, code|results&^(answers|exists|isLive)) || r.list[to-1].inside) {
		to--
	}
	for k := from; k < to; k++ {
		if r.list[k].inside && !r.isInside(i) {
			continue
		}
		if r.is(k, stops|own|nothing) && !(r.word(k) == "that" && r.is(k+1, bugThing)) || r.is(k, none) && r.word(k) != "without" || r.is(k, be) && !r.is(k, determiner) ||
			r.is(k, results) && !r.is(k, may|code|isWell) && !(r.is(k, builds) && r.is(k+1, bugThing)) {
			return 0, 0, false
		}
	}
	return from, to, to > from
}

// addActs adds the claims whose verb is at i, of other kinds than checks.
func (r reading) addActs(i int, add addClaim) {
	if !r.is(i, results) && r.word(i) != "no longer" && r.word(i) != "again" || r.is(i, code) {
		return
	}
	if begin := r.begin(i); r.is(i, committed|pushed) && r.isPlain(begin, i) && !r.has(begin, i, none|own) && aloneAfter.MatchString(r.word(i+1)) {
		switch {
		case r.word(i) == "committed", r.word(i) == "checked in":
			add(Committed, i, i+1, false, nil)
		case r.word(i) == "pushed":
			add(Pushed, i, i+1, false, nil)
		}
	}
	r.addRepair(i, add)
	if i == 0 && r.is(i, builds) && strings.HasSuffix(r.word(i), "s") && r.is(i+1, preposition) && !buildsOn.MatchString(r.word(i+1)) {
		add(BuildPassed, i, i+1, false, nil)
	}
	from, to, ok := r.subjectAt(i, checkThings|fileThing|remoteThing|releaseThing|bugThing|preposition|fault)
	if !ok {
		return
	}
	has := func(what sense) bool {
		return slices.ContainsFunc(r.list[from:to], func(t wordAt) bool { return t.is&what != 0 })
	}
	bare := r.endsAt(i+1) && !r.is(i-1, determiner)
	last := r.word(to - 1)
	if r.is(i, builds) && bare && r.word(i+1) != ":" && !has(typesThing) && !r.hasHabitSubject(from, to) && !buildsOn.MatchString(r.word(i+1)) &&
		(strings.HasSuffix(r.word(i), "s") || strings.HasSuffix(last, "s")) ||
		(r.word(i) == "built" || r.word(i) == "compiled") && bare && has(buildThing|code) ||
		r.is(i, yields) && r.is(i+1, determiner|number|code) && has(code) && has(buildThing) {
		add(BuildPassed, from, i+1, false, nil)
	}
	if strings.HasPrefix(r.word(i), "type") && strings.HasSuffix(r.word(i), "checks") && bare {
		add(TypecheckClean, from, i+1, false, nil)
	}
	if r.is(i, gone) && bare && (r.word(i) != "fixed" || r.isEnd(i+1)) && !has(codeThing) && (has(bugThing) || r.hasErrorName(from, to)) && (to < i || r.is(i-1, bugThing)) {
		add(Fixed, from, i+1, true, notNegative)
	}
	r.addPassive(from, i, bare, add)
	if (r.word(i) == "up" || r.word(i) == "out") && r.is(i-1, be) && !r.has(i, i+4, destThing) && publishedThing.MatchString(last) && (r.isEnd(i+1) || placePreposition.MatchString(r.word(i+1))) {
		add(Deployed, from, i+1, false, nil)
	}
	if r.word(i) == "live" && to < i && !has(checkThings|codeThing|bugThing) && (bare || r.is(i+1, preposition)) && r.is(i-1, be|light) {
		add(Deployed, from, i+1, false, nil)
	}
	if r.is(i, answers) && r.isInstrument(from, to) && !r.has(i, i+6, stops) {
		add(Verified, from, i+1, false, func(one *Statement) { one.OwnUse, one.SaysRun = true, true })
	}
	if r.is(i, answers) && to == i && r.isEndpoint(to-1) && (!strings.HasSuffix(r.word(i), "s") || versionWord.MatchString(r.word(i+1))) {
		add(Verified, from, i+1, false, func(one *Statement) { one.OwnUse, one.Ambiguous = true, true })
	}
}

// addRepair adds the claim that something wrong is over: "no longer crashes", "isn't failing any more", "loads again".
func (r reading) addRepair(i int, add addClaim) {
	begin := r.begin(i)
	if r.word(i) == "again" && r.isEndOfRepair(i+1) && i > begin && !r.has(begin, i, checkThings|own|stops|be|looked&^functions) {
		for k := begin + 1; k < i; k++ {
			if r.is(k, functions) && !r.is(k-1, determiner) {
				add(Fixed, begin, i+1, false, nil)
				return
			}
		}
	}
	over := r.word(i) == "no longer" && i > begin && !r.has(begin, i, checkThings|codeThing|own|stops) && !r.is(begin, code)
	if over && (r.is(i-1, be) && strings.HasSuffix(r.word(i+1), "ing") || r.is(i+1, symptom)) {
		add(Fixed, begin, i+2, true, notNegative)
	}
	if r.is(i, gone) && r.word(i) != "fixed" && r.is(i-1, be) && r.word(i-1) != "be" && r.endsAt(i+1) && !r.hasCode(begin, i) { // "the crash that you saw is gone"
		for k := begin; k < i && !r.is(k, stops|own|answers); k++ {
			if r.is(k, bugThing) && (r.word(k+1) == "that" || r.word(k+1) == "which" || r.is(k+1, preposition)) {
				add(Fixed, begin, i+1, true, notNegative)
			}
		}
	}
}

// notNegative says that a claim does not only repeat that a check found nothing.
func notNegative(one *Statement) { one.negative = false }

func (r reading) isEndOfRepair(i int) bool {
	return r.isEnd(i) || r.is(i, preposition) || r.word(i) == "when"
}

// hasErrorName reports whether a subject has the name of an error, or a quotation.
func (r reading) hasErrorName(from, to int) bool {
	return slices.ContainsFunc(r.list[from:to], func(t wordAt) bool {
		return t.word == "\ue0fe" || strings.HasSuffix(t.word, "error") || strings.HasSuffix(t.word, "exception") ||
			strings.HasSuffix(t.code, "Error") || strings.HasSuffix(t.code, "Exception")
	})
}

func (r reading) hasHabitSubject(from, to int) bool {
	return slices.ContainsFunc(r.list[from:to], func(t wordAt) bool { return habitSubject.MatchString(t.word) })
}

// has reports whether a token between two has one of the senses.
func (r reading) has(from, to int, what sense) bool {
	return slices.ContainsFunc(r.list[from:max(from, min(to, len(r.list)))], func(t wordAt) bool { return t.is&what != 0 })
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

// objectEnd returns where the words end that belong to a verb at i.
func (r reading) objectEnd(i int) int {
	end := i + 1
	if r.word(end) == ":" { // "deleted: the old tag"
		end++
	}
	for end < len(r.list) && end < i+12 && !r.is(end, stops|own|and) && (!r.is(end, cut) || r.list[end].inside) {
		end++
	}
	return end
}

// addPassive adds the claims of a subject and what was done to it: "both tags went up to origin".
func (r reading) addPassive(from, i int, bare bool, add addClaim) {
	if !bare || r.word(i) == "run" && !r.is(i-1, be) || objectPronoun.MatchString(r.word(i+1)) || r.word(i-1) == "be" || strings.Contains(r.codeAt(i-1), " ") {
		return
	}
	for k := i + 1; k < len(r.list) && !r.is(k, cut); k++ {
		if habitAfter.MatchString(r.word(k)) {
			return
		}
	}
	end := r.objectEnd(i)
	if r.is(i, committed) && (r.has(from, i, workThing|fileThing|code|commitThing) || r.has(i, end, commitThing) || r.word(i) == "committed") {
		add(Committed, from, i+1, false, nil)
	}
	if r.is(i, pushed) && (r.has(from, end, destThing) ||
		plainPush.MatchString(r.word(i)) && (r.word(i+1) != "to" || r.has(i+2, end, code)) && r.has(from, i, remoteThing|code|releaseThing|buildThing|workThing)) {
		add(Pushed, from, i+1, false, nil)
	}
	if r.is(i, delivered) && (r.reachesPlace(i, end) ||
		deliveryVerb.MatchString(r.word(i)) && r.has(from, i, releaseThing) && i > from && (r.is(i-1, be|light) || r.word(i) == "deployed") ||
		r.word(i) == "deployed" && r.is(i-1, be) && r.is(i+1, preposition) && !r.hasCode(from, i)) {
		add(Deployed, from, i+1, false, nil)
	}
	unsure := func(one *Statement) { one.Ambiguous = one.Ambiguous || r.is(i, exists) || r.word(i) == "generated" }
	switch {
	case r.is(i, wasMade|exists) && r.word(i) != "dropped" && !r.hasStill(from, i) && r.has(from, i, code) && r.namesFiles(from, i):
		r.addFiles(Created, from, i+1, add, unsure)
	case r.is(i, wasMade|exists) && r.isAtFile(i, i+1) && r.is(i+2, code):
		r.addFiles(Created, i+1, i+3, add, unsure)
	case r.is(i, removed) && r.has(from, i, code) && r.namesFiles(from, i) && r.hasFiles(from, i):
		r.addFiles(Deleted, from, i+1, add, nil)
	case r.is(i, removed) && r.word(i) != "gone" && r.hasNoun(from, i, fileThing|goneThing|remoteThing) && !r.hasCode(from, i):
		add(Deleted, from, end, false, func(one *Statement) { *one = r.things(r.clause[one.from:one.to], *one) })
	}
}

// addActive adds the claims of what the agent says to have done with an object: "threw out the Jenkinsfile".
func (r reading) addActive(i int, add addClaim) {
	if !r.is(i, removed|wasMade|committed|pushed|delivered) || r.is(i, code) {
		return
	}
	from := i
	for from > 0 && r.is(from-1, light|own|be) && !r.is(from-1, determiner) {
		from--
	}
	if from > 0 && !r.is(from-1, cut|and) || from < i && !r.has(from, i, own) {
		return
	}
	end := r.objectEnd(i)
	if r.is(i+1, stops) || end == i+1 || r.has(i+1, end, be) {
		return
	}
	object := i + 1
	switch {
	case r.is(i, removed) && !dropsTo.MatchString(r.word(i+1)) && !r.hasCode(object, end) && r.hasNoun(object, end, fileThing|goneThing|remoteThing):
		add(Deleted, from, end, false, func(one *Statement) { *one = r.things(r.clause[one.from:one.to], *one) })
	case r.word(i) == "created" && !r.has(object, end, codeThing|preposition) && r.has(object, end, fileThing|goneThing) && r.has(object, end, code):
		add(Created, from, end, false, func(one *Statement) {
			*one = r.things(r.clause[one.from:one.to], *one)
			one.Ambiguous = true
		})
	case r.is(i, committed) && r.has(object, end, commitThing|workThing) && r.has(object, end, commitThing|code|workThing):
		add(Committed, from, end, false, nil)
	case r.is(i, pushed) && r.has(object, end, destThing):
		add(Pushed, from, end, false, nil)
	case r.is(i, delivered) && r.word(i) != "run" && r.reachesPlace(i, end):
		add(Deployed, from, end, false, nil)
	}
	if at := r.objectFile(i, end); r.is(i, wasMade) && at >= 0 && (r.word(i) != "dropped" || r.word(at-1) == "into") {
		r.addFiles(Created, at, at+1, add, func(one *Statement) { one.Ambiguous = r.word(i) != "created" && r.word(i) != "wrote" })
	}
}

// isAtFile reports whether the word at k says of a verb at i that a file follows that was made: "written to".
func (r reading) isAtFile(i, k int) bool {
	return r.word(k) == "to" && toFile.MatchString(r.word(i)) || r.word(k) != "to" && atFile.MatchString(r.word(k))
}

// hasStill reports whether the words say that something was there before.
func (r reading) hasStill(from, to int) bool {
	return slices.ContainsFunc(r.list[from:to], func(t wordAt) bool { return t.word == "still" || t.word == "already" })
}

// objectFile returns the token of the file that is the object of a verb at i, or -1: "put a `Dockerfile.arm64` next to it".
func (r reading) objectFile(i, end int) int {
	for k := i + 1; k < end; k++ {
		switch {
		case r.isAtFile(i, k) || placePreposition.MatchString(r.word(k)) && r.word(i+2) == "new" || r.word(k) == "into" && r.word(i) == "dropped":
		case r.is(k, preposition|codeThing):
			return -1
		case r.is(k, code):
			return k
		}
	}
	return -1
}

// reachesPlace reports whether the words of a verb at i say to which place something was brought: a host, or of a verb
// that means nothing else also a database, or inline code.
func (r reading) reachesPlace(i, end int) bool {
	strong := deliveryVerb.MatchString(r.word(i))
	for k := i + 1; k < end; k++ {
		word := r.word(k)
		switch {
		case word == "local" || r.is(k, fileThing|codeThing) && r.is(k, code):
			return false
		case r.is(k, placeThing) && (strong || namedPlace.MatchString(word)), hostName.MatchString(word) && r.is(k-1, preposition),
			strong && hostPreposition.MatchString(word) && r.is(k+1, code) && !r.is(k+1, fileThing) && k+1 < end:
			return true
		}
	}
	return false
}

var (
	throughAfter    = text.LazyRegexp{Expr: `^(?:for|on|in|without|with|again|now|at|after|fine|cleanly|this|including)$`}
	earlierThing    = text.LazyRegexp{Expr: `^(?:last|previous|earlier|next|old)$`}
	passedTo        = text.LazyRegexp{Expr: `^(?:to|in|into|as|by|through|along|down|around)$`}
	aloneAfter      = text.LazyRegexp{Expr: `^(?:|,|and|too|/|as|\(|now|on|to)$`}
	objectPronoun   = text.LazyRegexp{Expr: `^(?:it|them|everything|all|both|back)$`}
	habitAfter      = text.LazyRegexp{Expr: `^(?:by|after|before|during|per|when|if|once|each|every|until|automatically)$`}
	plainPush       = text.LazyRegexp{Expr: `^(?:pushed|force-pushed|overwritten|mirrored)$`}
	dropsTo         = text.LazyRegexp{Expr: `^(?:to|from|into|by|in|on)$`}
	hostPreposition = text.LazyRegexp{Expr: `^(?:to|on|onto|against)$`}
	deliveryVerb    = text.LazyRegexp{Expr: `^(?:(?:re)?deployed|released|published|shipped|promoted|rolled out|installed|applied|` +
		`flashed|rotated|provisioned|upgraded)$`}
	namedPlace = text.LazyRegexp{Expr: `^(?:staging|prod|production|qa|uat|testflight|canary|npm|pypi|crates\.io|launchdarkly|` +
		`netlify|vercel|heroku|fly|rubygems|hex\.pm|nuget|cluster|hosts|servers|nodes|regions)$`}
	hostName = text.LazyRegexp{Expr: `^[a-z]+-?\d{1,3}$`}
)

var (
	publishedThing = text.LazyRegexp{Expr: `^(?:preview|page|release|version|site|website|extension|package|chart|update|hotfix|patch)$`}
	buildsOn       = text.LazyRegexp{Expr: `^(?:on|to|upon|up|into)$`}
	toFile         = text.LazyRegexp{Expr: `^(?:written|wrote|saved)$`}
	atFile         = text.LazyRegexp{Expr: `^(?:as|at|under|to)$`}
)

// namesFiles reports whether the subject between from and to ends with files, and is not something in them.
func (r reading) namesFiles(from, to int) bool {
	for k := from; k < to; k++ {
		if r.is(k, preposition|codeThing|stops|own) && !r.list[k].inside {
			return false
		}
	}
	for to > from && !r.is(to-1, code|fileThing) {
		to-- // "is", "has been"
		if !r.is(to, be|light) && !r.list[to].inside {
			return false
		}
	}
	return true
}

// instruments are programs that measure another one.
const instruments = " k6 wrk ab hey vegeta locust hyperfine lighthouse valgrind perf strace dig nslookup "

// isInstrument reports whether the subject is a program with which something is looked at, and what it was given.
func (r reading) isInstrument(from, to int) bool {
	for from < to && r.is(from, determiner|light|and) {
		from++
	}
	if from >= to {
		return false
	}
	name, _, _ := strings.Cut(r.list[from].code, " ")
	if name == "" && r.list[from].is&^code == 0 {
		name = r.word(from)
	}
	return name != "" && (shell.IsServerClient(name) || strings.Contains(instruments, " "+name+" "))
}

// isEndpoint reports whether the token at i is the address of a service.
func (r reading) isEndpoint(i int) bool {
	name := strings.TrimPrefix(strings.TrimPrefix(r.list[i].code, "GET "), "POST ")
	return strings.HasPrefix(name, "/") && !r.is(i, fileThing) || strings.HasPrefix(name, "http")
}

// addLook adds the claim that the agent looked at something itself, which the verb at i says, and saw something.
func (r reading) addLook(i int, add addClaim) {
	if !r.is(i, looked) || !(r.is(i-1, own) || i == 0 || r.is(i-1, light) && (r.is(i-2, own) || i == 1)) {
		return
	}
	for k := i + 1; k < len(r.list); k++ {
		switch {
		case r.is(k, stops) && r.word(k) != "that":
			return
		case r.is(k, answers|isWell|functions) && !weakAnswer.MatchString(r.word(k)) && k > i+1, r.word(k) == "compared", r.word(k-1) == "with" && r.isInstrument(k, k+1):
			add(Verified, max(0, i-1), k+1, false, func(one *Statement) {
				one.OwnUse, one.SaysRun = true, !strings.HasPrefix(r.word(i), "look") && r.word(i) != "opened"
			})
			return
		}
	}
}

// addStates adds the claims that say with a place where something is, and need no verb.
func (r reading) addStates(i int, add addClaim) {
	first := r.list[i]
	switch {
	case isHash(first.code) && holds.MatchString(r.word(i+1)), r.is(i, commitThing) && commitSits.MatchString(r.word(i+1)),
		i == 0 && r.is(i, commitThing) && (isHash(r.codeAt(i+1)) || isHash(r.word(i+1))) && r.isEnd(i+2),
		r.is(i, number) && r.is(i+1, commitThing) && holds.MatchString(r.word(i+2)),
		r.is(i, commitThing) && r.is(i-1, preposition) && r.is(i-2, be) && isHash(r.word(i+1)+r.codeAt(i+1)),
		r.is(i, number) && r.word(i+1) == "commit" && (r.is(i+2, cut) && r.is(i+3, code) || r.isEnd(i+2)):
		add(Committed, i, i+2, false, nil)
	case r.is(i, destThing) && r.word(i+1) == "has" && hasIt.MatchString(r.word(i+2)) && r.endsAt(i+3):
		add(Pushed, i, i+3, false, nil)
	case stateVerb.MatchString(r.word(i)) && r.word(i+1) == "up" && r.word(i+2) == "on" && r.has(i+3, i+5, destThing) && i > 0:
		add(Pushed, r.begin(i), i+2, false, nil)
	case stateVerb.MatchString(r.word(i)) && r.has(r.begin(i), i, buildThing|remoteThing|releaseThing) && placePreposition.MatchString(r.word(i+1)) &&
		r.has(i+2, i+4, destThing):
		add(Pushed, r.begin(i), min(i+4, len(r.list)), false, nil)
	case (isHash(first.code) || r.is(i, remoteThing)) && r.is(i+1, be) && (r.word(i+2) == "on" || r.word(i+2) == "at") &&
		(r.is(i+3, remoteThing) || remoteName.MatchString(r.codeAt(i+3)) || isHash(r.codeAt(i+3))):
		add(Pushed, i, i+4, false, nil)
	case (r.word(i) == "git" || r.word(i) == "history") && r.word(i-1) == "in" && r.word(i+1) == "as" && (isHash(r.codeAt(i+2)) || isHash(r.word(i+2))):
		add(Committed, i-1, i+3, false, nil)
	case r.begin(i) == i && r.word(i) == "live" && placePreposition.MatchString(r.word(i+1)) && r.is(i+2, placeThing):
		add(Deployed, i, i+3, false, nil)
	case stateVerb.MatchString(r.word(i)) && i > 0 && r.has(r.begin(i), i, releaseThing|light) && placePreposition.MatchString(r.word(i+1)) &&
		namedPlace.MatchString(r.word(i+2)) && r.isEnd(i+3):
		add(Deployed, r.begin(i), i+3, false, nil)
	case r.begin(i) == i && versionWord.MatchString(first.word+first.code) && placePreposition.MatchString(r.word(i+1)) &&
		r.is(i+2, placeThing) && (i+3 >= len(r.list) || r.is(i+3, cut)):
		add(Deployed, i, i+3, false, nil)
	case r.is(i, placeThing|code) && !r.is(i, fileThing) && r.is(i+1, be) && (r.word(i+2) == "on" || r.word(i+2) == "at") &&
		(r.is(i+3, releaseThing|buildThing) && r.is(i+4, number) || versionWord.MatchString(r.word(i+3)+r.codeAt(i+3))):
		add(Deployed, i, i+4, false, nil)
	}
}

func (r reading) codeAt(i int) string {
	if i < 0 || i >= len(r.list) {
		return ""
	}
	return r.list[i].code
}

var (
	commitSits       = text.LazyRegexp{Expr: `^(?:sits?|made|done)$`}
	hasIt            = text.LazyRegexp{Expr: `^(?:it|them|both|everything|all)$`}
	weakAnswer       = text.LazyRegexp{Expr: `^(?:found|finds|got|gets|has|had|makes|gives|gave|had|starts?|holds)$`}
	stateVerb        = text.LazyRegexp{Expr: `^(?:is|are|'s|'re|sits?)$`}
	holds            = text.LazyRegexp{Expr: `^(?:holds?|has|contains|carries|includes)$`}
	remoteName       = text.LazyRegexp{Expr: `^(?:origin/\S+|main|master|develop|origin|upstream/\S+)$`}
	placePreposition = text.LazyRegexp{Expr: `^(?:in|on|at)$`}
)

func (r reading) hasFiles(from, to int) bool {
	return len(r.filesIn(r.clause[r.list[from].from:r.list[to-1].to])) > 0
}

// addFiles adds the claim that the files between two tokens were made or removed, if these name any.
func (r reading) addFiles(kind Kind, from, to int, add addClaim, change func(*Statement)) {
	files := r.filesIn(r.clause[r.list[from].from:r.list[to-1].to])
	if len(files) == 0 {
		return
	}
	add(kind, from, to, false, func(one *Statement) {
		one.TargetFiles = files
		if change != nil {
			change(one)
		}
	})
}
