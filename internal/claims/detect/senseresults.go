package detect

import (
	"slices"
	"strings"
)

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
			return result{i, min(i+3, len(r.list)), lintThing | typesThing, true}, true
		}
		if strings.HasSuffix(r.word(i), "empty") && r.endsAt(i+1) {
			return result{i, i + 1, lintThing | typesThing, true}, true
		}
	case (r.word(i) == "check" || r.word(i) == "checks") && r.is(i-1, typesThing):
		return result{i, i + 1, typesThing, false}, r.endsAt(i + 1)
	case r.word(i) == "passed" && r.is(i-1, be) && passedTo.has(r.word(i+1)):
	case r.is(i, passed):
		if r.endsAt(i+1) && !r.is(i-1, determiner) && (r.word(i) != "through" || r.isEnd(i+1) ||
			throughAfter.has(r.word(i+1))) {
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
		if r.endsAt(i+1) && (i == 0 || r.is(i-1, be|light|cut|and|number|checkThings|code|isWell|answers) &&
			!r.is(i-1, determiner) || strings.HasPrefix(r.word(i), "already")) {
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
		var inPart []int
		for i := end - 1; i >= from; i-- {
			if r.isInside(i) && !r.isInside(res.from) {
				continue
			}
			if r.is(i, stops) && !r.is(i, checkThings|answers) || r.is(i, own) && len(inPart) > 0 {
				return list
			}
			if r.isThing(i, res.of) {
				inPart = append(inPart, i)
			}
		}
		if len(inPart) > 0 {
			return append(list, r.subjects(from, inPart)...)
		}
		if !r.isPlain(from, end) || from == 0 || r.word(from-1) == ";" {
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
	if earlierThing.has(r.word(i - 1)) {
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
	if r.is(i+1, functions|looked|symptom) && !r.is(i+1, builds|passed|none|fault|answers) {
		return false // "a test upload"
	}
	return r.is(i, lintThing|actCommands) || r.is(i, typesThing) && !strings.HasPrefix(r.word(i), "type") ||
		strings.HasSuffix(r.word(i), "s") || r.list[i+1].is&^stops != 0
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
		if !slices.ContainsFunc(r.list[last+1:i], func(t wordAt) bool { return t.is&(and|light|determiner) == 0 }) &&
			last+1 < i {
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
	if len(things) == 0 && r.passesFolder(res) {
		add(TestsPassed, r.begin(res.from), res.to, res.negative, nil)
	}
	for _, at := range things {
		for _, k := range kindsOfThings {
			if k.kind == BuildPassed && r.word(at) == "build" && at+1 == res.from && r.has(0, at, testsThing) &&
				!r.has(0, at, passed|endedOK|isWell) {
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

// passesFolder reports whether a result says of a folder that it passes, which is said of its tests.
func (r reading) passesFolder(res result) bool {
	if !r.is(res.from, passed) && r.word(res.from) != "green" || r.word(res.from) == "through" ||
		!r.isEnd(res.to) && !r.is(res.to, light) || r.word(res.to) == "(" {
		return false
	}
	return slices.ContainsFunc(r.list[r.begin(res.from):res.from], func(t wordAt) bool {
		return strings.Contains(t.code, "/") && !strings.HasPrefix(t.code, "/") && t.is&checkThings == 0 &&
			(t.code == "./..." || folderPath.MatchString(t.code) || strings.HasSuffix(t.code, "/"))
	})
}
