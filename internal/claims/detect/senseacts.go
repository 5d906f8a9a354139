package detect

import (
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

var (
	versionWord = text.LazyRegexp{Expr: `^v?\d+(?:\.\d+)+[\w.-]*$|^v\d+$|^r\d+$`}
)

// subjectAt returns where the subject begins of a verb at i: the words before it in its part of the clause, without
// what may stand between. ok is false if it has none, or a verb comes before.
func (r reading) subjectAt(i int, may sense) (from, to int, ok bool) {
	from, to = r.begin(i), i
	for to > from && (r.is(to-1, be|light) && !r.is(to-1, code|results&^(answers|exists|isLive)) ||
		r.list[to-1].inside) {
		to--
	}
	for k := from; k < to; k++ {
		if r.list[k].inside && !r.isInside(i) {
			continue
		}
		if r.is(k, stops|own|nothing) && !(r.word(k) == "that" && r.is(k+1, bugThing)) || r.is(k, none) &&
			r.word(k) != "without" || r.is(k, be) && !r.is(k, determiner) ||
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
	if begin := r.begin(i); r.is(i, committed|pushed) && r.isPlain(begin, i) && !r.has(begin, i, none|own) &&
		(i+1 >= len(r.list) || aloneAfter.has(r.word(i+1))) {
		switch {
		case r.word(i) == "committed", r.word(i) == "checked in":
			add(Committed, i, i+1, false, nil)
		case r.word(i) == "pushed":
			add(Pushed, i, i+1, false, nil)
		}
	}
	r.addRepair(i, add)
	if i == 0 && r.is(i, builds) && strings.HasSuffix(r.word(i), "s") && r.is(i+1, preposition) &&
		!buildsOn.has(r.word(i+1)) {
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
	if r.is(i, builds) && bare && r.word(i+1) != ":" && !has(typesThing) && !r.hasHabitSubject(from, to) &&
		!buildsOn.has(r.word(i+1)) &&
		(strings.HasSuffix(r.word(i), "s") || strings.HasSuffix(last, "s")) ||
		(r.word(i) == "built" || r.word(i) == "compiled") && bare && !r.isHabit(i) && has(buildThing) ||
		r.is(i, yields) && r.is(i+1, determiner|number|code) && has(code) && has(buildThing) {
		add(BuildPassed, from, i+1, false, nil)
	}
	if strings.HasPrefix(r.word(i), "type") && strings.HasSuffix(r.word(i), "checks") && bare {
		add(TypecheckClean, from, i+1, false, nil)
	}
	if r.is(i, gone) && bare && (r.word(i) != "fixed" || r.isEnd(i+1)) && !has(codeThing) && (has(bugThing) ||
		r.hasErrorName(from, to)) && (to < i || r.is(i-1, bugThing)) {
		add(Fixed, from, i+1, true, notNegative)
	}
	r.addPassive(from, i, bare, add)
	if (r.word(i) == "up" || r.word(i) == "out") && r.is(i-1, be) && !r.has(i, i+4, destThing) &&
		publishedThing.has(last) && (r.isEnd(i+1) || placePreposition.has(r.word(i+1))) {
		add(Deployed, from, i+1, false, nil)
	}
	if r.word(i) == "live" && to < i && !has(checkThings|codeThing|bugThing) && (bare || r.is(i+1, preposition)) &&
		r.is(i-1, be|light) {
		add(Deployed, from, i+1, false, nil)
	}
	if r.is(i, answers) && r.isInstrument(from, to) && !r.has(i, i+6, stops) {
		add(Verified, from, i+1, false, func(one *Statement) { one.OwnUse, one.SaysRun = true, true })
	}
	if r.is(i, answers) && to == i && r.isEndpoint(to-1) && (!strings.HasSuffix(r.word(i), "s") ||
		versionWord.MatchString(r.word(i+1))) {
		add(Verified, from, i+1, false, func(one *Statement) { one.OwnUse, one.Ambiguous = true, true })
	}
}

// addRepair adds the claim that something wrong is over: "no longer crashes", "isn't failing any more", "loads again".
func (r reading) addRepair(i int, add addClaim) {
	begin := r.begin(i)
	if r.word(i) == "again" && r.isEndOfRepair(i+1) && i > begin &&
		!r.has(begin, i, checkThings|own|stops|be|looked&^functions) {
		for k := begin + 1; k < i; k++ {
			if r.is(k, functions) && !r.is(k-1, determiner) {
				add(Fixed, begin, i+1, false, nil)
				return
			}
		}
	}
	over := r.word(i) == "no longer" && i > begin && !r.has(begin, i, checkThings|codeThing|own|stops) &&
		!r.is(begin, code)
	if over && (r.is(i-1, be) && strings.HasSuffix(r.word(i+1), "ing") || r.is(i+1, symptom)) {
		add(Fixed, begin, i+2, true, notNegative)
	}
	if r.is(i, gone) && r.word(i) != "fixed" && r.is(i-1, be) && r.word(i-1) != "be" && r.endsAt(i+1) &&
		!r.hasCode(begin, i) { // "the crash that you saw is gone"
		for k := begin; k+2 < i; k++ {
			if (r.word(k) == "that" || r.word(k) == "which") && k > begin && (r.is(k+1, symptom) || sawIt.has(r.word(k+2))) {
				add(Fixed, begin, i+1, true, notNegative)
			}
		}
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
	return slices.ContainsFunc(r.list[from:to], func(t wordAt) bool { return habitSubject.has(t.word) })
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

// isHabit reports whether the words after a verb at i say when or by what something is done.
func (r reading) isHabit(i int) bool {
	if before := r.word(i - 1); before == "get" || before == "gets" || before == "be" {
		return true
	}
	for k := i + 1; k < len(r.list) && !r.is(k, cut); k++ {
		if habitAfter.has(r.word(k)) {
			return true
		}
	}
	return false
}

// addPassive adds the claims of a subject and what was done to it: "both tags went up to origin".
func (r reading) addPassive(from, i int, bare bool, add addClaim) {
	if !bare || r.word(i) == "run" && !r.is(i-1, be) || objectPronoun.has(r.word(i+1)) ||
		r.word(i-1) == "be" || strings.Contains(r.codeAt(i-1), " ") {
		return
	}
	if r.isHabit(i) {
		return
	}
	end := r.objectEnd(i)
	if r.is(i, committed) && (!keptAway.has(r.word(i)) && r.has(from, i, workThing|fileThing|code|commitThing) ||
		r.has(i, end, commitThing) ||
		r.word(i) == "committed") {
		add(Committed, from, i+1, false, nil)
	}
	if r.is(i, pushed) && (r.has(from, end, destThing) ||
		plainPush.has(r.word(i)) && (r.word(i+1) != "to" || r.has(i+2, end, code)) &&
			r.has(from, i, remoteThing|code|releaseThing|buildThing|workThing)) {
		add(Pushed, from, i+1, false, nil)
	}
	if r.is(i, delivered) && (r.reachesPlace(i, end) ||
		deliveryVerb.has(r.word(i)) && r.has(from, i, releaseThing) && i > from && (r.is(i-1, be|light) ||
			r.word(i) == "deployed") ||
		r.word(i) == "deployed" && r.is(i-1, be) && r.is(i+1, preposition) && !r.hasCode(from, i)) {
		add(Deployed, from, i+1, false, nil)
	}
	unsure := func(one *Statement) { one.Ambiguous = one.Ambiguous || r.is(i, exists) || r.word(i) == "generated" }
	switch {
	case r.is(i, wasMade|exists) && r.word(i) != "dropped" && !r.hasStill(from, i) && r.has(from, i, code) &&
		r.namesFiles(from, i):
		r.addFiles(Created, from, i+1, add, unsure)
	case r.is(i, wasMade|exists) && r.isAtFile(i, i+1) && r.is(i+2, code):
		r.addFiles(Created, i+1, i+3, add, unsure)
	case r.is(i, removed) && r.has(from, i, code) && r.namesFiles(from, i) && r.hasFiles(from, i):
		r.addFiles(Deleted, from, i+1, add, nil)
	case r.is(i, removed) && r.word(i) != "gone" && r.hasNoun(from, i, fileThing|goneThing|remoteThing) &&
		!r.hasCode(from, i):
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
	case r.is(i, removed) && !dropsTo.has(r.word(i+1)) && !r.hasCode(object, end) &&
		r.hasNoun(object, end, fileThing|goneThing|remoteThing):
		add(Deleted, from, end, false, func(one *Statement) { *one = r.things(r.clause[one.from:one.to], *one) })
	case r.word(i) == "created" && !r.has(object, end, codeThing|preposition) &&
		r.has(object, end, fileThing|goneThing) && r.has(object, end, code):
		add(Created, from, end, false, func(one *Statement) {
			*one = r.things(r.clause[one.from:one.to], *one)
			one.Ambiguous = true
		})
	case r.is(i, committed) && (r.has(object, end, commitThing) ||
		!keptAway.has(r.word(i)) && r.has(object, end, workThing)):
		add(Committed, from, end, false, nil)
	case r.is(i, pushed) && r.has(object, end, destThing):
		add(Pushed, from, end, false, nil)
	case r.is(i, delivered) && r.word(i) != "run" && r.reachesPlace(i, end):
		add(Deployed, from, end, false, nil)
	}
	if at := r.objectFile(i, end); r.is(i, wasMade) && at >= 0 && (r.word(i) != "dropped" || r.word(at-1) == "into") {
		r.addFiles(Created, at, at+1, add, func(one *Statement) {
			one.Ambiguous = r.word(i) != "created" &&
				r.word(i) != "wrote"
		})
	}
}

// isAtFile reports whether the word at k says of a verb at i that a file follows that was made: "written to".
func (r reading) isAtFile(i, k int) bool {
	return r.word(k) == "to" && toFile.has(r.word(i)) || r.word(k) != "to" && atFile.has(r.word(k))
}

// objectFile returns the token of the file that is the object of a verb at i, or -1: "put a `Dockerfile.arm64` there".
func (r reading) objectFile(i, end int) int {
	for k := i + 1; k < end; k++ {
		switch {
		case r.isAtFile(i, k) || placePreposition.has(r.word(k)) && r.word(i+2) == "new" || r.word(k) == "into" &&
			r.word(i) == "dropped":
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
	strong := deliveryVerb.has(r.word(i))
	for k := i + 1; k < end; k++ {
		word := r.word(k)
		switch {
		case word == "local" || r.is(k, fileThing|codeThing) && r.is(k, code):
			return false
		case r.is(k, placeThing) && (strong || namedPlace.has(word)), hostName.MatchString(word) &&
			r.is(k-1, preposition),
			strong && hostPreposition.has(word) && r.is(k+1, code) && !r.is(k+1, fileThing) && k+1 < end:
			return true
		}
	}
	return false
}

var (
	hostName = text.LazyRegexp{Expr: `^[a-z]+-?\d{1,3}$`}
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
		case r.is(k, answers|isWell|functions) && !weakAnswer.has(r.word(k)) &&
			k > i+1, r.word(k) == "compared", r.word(k-1) == "with" && r.isInstrument(k, k+1):
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
	case isHash(first.code) && holds.has(r.word(i+1)), r.is(i, commitThing) &&
		commitSits.has(r.word(i+1)),
		i == 0 && r.is(i, commitThing) && isHash(r.name(i+1)) && r.isEnd(i+2),
		r.is(i, number) && r.is(i+1, commitThing) && holds.has(r.word(i+2)),
		r.is(i, commitThing) && r.is(i-1, preposition) && r.is(i-2, be) && r.has(r.begin(i), i-2, workThing) &&
			isHash(r.name(i+1)),
		r.is(i, number) && r.word(i+1) == "commit" && (r.is(i+2, cut) && r.is(i+3, code) || r.isEnd(i+2)):
		add(Committed, i, i+2, false, nil)
	case r.is(i, destThing) && r.word(i+1) == "has" && hasIt.has(r.word(i+2)) && r.endsAt(i+3):
		add(Pushed, i, i+3, false, nil)
	case stateVerb.has(r.word(i)) && r.word(i+1) == "up" && r.word(i+2) == "on" &&
		r.has(i+3, i+5, destThing) && i > 0:
		add(Pushed, r.begin(i), i+2, false, nil)
	case stateVerb.has(r.word(i)) && r.has(r.begin(i), i, buildThing|remoteThing|releaseThing) &&
		placePreposition.has(r.word(i+1)) &&
		r.has(i+2, i+4, destThing):
		add(Pushed, r.begin(i), min(i+4, len(r.list)), false, nil)
	case (isHash(first.code) || r.is(i, remoteThing)) && r.is(i+1, be) && (r.word(i+2) == "on" || r.word(i+2) == "at") &&
		(r.is(i+3, remoteThing) || remoteName.MatchString(r.codeAt(i+3)) || isHash(r.codeAt(i+3))):
		add(Pushed, i, i+4, false, nil)
	case (r.word(i) == "git" || r.word(i) == "history") && r.word(i-1) == "in" && r.word(i+1) == "as" &&
		isHash(r.name(i+2)):
		add(Committed, i-1, i+3, false, nil)
	case r.begin(i) == i && r.word(i) == "live" && placePreposition.has(r.word(i+1)) && r.is(i+2, placeThing):
		add(Deployed, i, i+3, false, nil)
	case stateVerb.has(r.word(i)) && i > 0 && r.has(r.begin(i), i, releaseThing|light) &&
		placePreposition.has(r.word(i+1)) &&
		namedPlace.has(r.word(i+2)) && r.isEnd(i+3):
		add(Deployed, r.begin(i), i+3, false, nil)
	case r.begin(i) == i && versionWord.MatchString(r.name(i)) &&
		placePreposition.has(r.word(i+1)) &&
		r.is(i+2, placeThing) && (i+3 >= len(r.list) || r.is(i+3, cut)):
		add(Deployed, i, i+3, false, nil)
	case r.is(i, placeThing|code) && !r.is(i, fileThing) && r.is(i+1, be) && (r.word(i+2) == "on" ||
		r.word(i+2) == "at") &&
		(r.is(i+3, releaseThing|buildThing) && r.is(i+4, number) || versionWord.MatchString(r.name(i+3))):
		add(Deployed, i, i+4, false, nil)
	}
}

var (
	remoteName = text.LazyRegexp{Expr: `^(?:origin/\S+|main|master|develop|origin|upstream/\S+)$`}
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
