package detect

import (
	"ccc/internal/claims/detect/patterns"
	"ccc/internal/text"
)

var (
	// inclusion matches, after a claim about a check, that others are a part of it.
	inclusion = text.LazyRegexp{Expr: `^[^\pL\x{e000}-\x{e0c7}]{0,3}(?:(?:and )?(?:which|that|it|this) (?:also )?` +
		`includes?|including|(?:这|其中|也|都)*(?:包括|包含|含))了?[:：]?\s*([^.;:。；：]{1,120})`}
	// parts matches what a check consists of, after a colon: "`npm run check` is green: lint, types and 64 tests".
	parts = text.LazyRegexp{Expr: `^\s*[:：]\s*([^.;:。；：]{1,120})[.。]?\s*$`}
	// listSeparators divide a list of nouns.
	listSeparators = text.LazyRegexp{Expr: `,? and |, |，|、| & |\s?[和与及]\s?`}
	// checkEnds matches what may follow the name of a check in a list.
	checkEnds = text.LazyRegexp{Expr: `^\s*(?:checks?|runs?|suites?|stages?|steps?|检查|阶段)?[\s.)）]*$`}
)

// includedClaims returns the claims about the checks that are said to be a part of one in list: "`gradle build` passes,
// including the unit tests".
func (s sentence) includedClaims(clause string, list []Statement) (more []Statement) {
	for _, whole := range list {
		if whole.Clause != clause || !whole.isCheck() {
			continue
		}
		rest := clause[whole.to:]
		m, all := inclusion.Get().FindStringSubmatchIndex(rest), false
		if m == nil {
			m, all = parts.Get().FindStringSubmatchIndex(rest), true
		}
		if m == nil {
			continue
		}
		found, complete := s.checksIn(rest[m[2]:m[3]])
		if all && !complete {
			continue
		}
		for _, part := range found {
			at := []int{whole.to + m[2] + part.from, whole.to + m[2] + part.to}
			if !hasClaim(part.kind, list, more) && !isGuarded(clause, at[0], at[1], false) {
				more = append(more, s.statement(part.kind, clause, at))
			}
		}
	}
	return more
}

// A checkAt is a check that a list names, and where.
type checkAt struct {
	kind     Kind
	from, to int
}

// checksIn returns the checks that a list names; complete says that it names nothing else.
func (s sentence) checksIn(list string) (found []checkAt, complete bool) {
	complete = true
	add := func(from, to int) {
		noun := " " + list[from:to]
		for _, f := range frames[:4] {
			at := f.subject.Get().Regexp().FindStringIndex(noun)
			if at != nil && checkEnds.MatchString(noun[at[1]:]) {
				found = append(found, checkAt{f.kind, from, to})
				return
			}
		}
		if named := s.commandClaims(list[from:to], Statement{}); len(named) == 1 {
			found = append(found, checkAt{named[0].Kind, from, to})
			return
		}
		complete = false
	}
	from := 0
	for _, at := range listSeparators.Get().FindAllStringIndex(list, patterns.MaxCode) {
		add(from, at[0])
		from = at[1]
	}
	add(from, len(list))
	return found, complete
}
