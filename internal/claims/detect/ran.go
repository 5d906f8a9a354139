package detect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// No list has all that may be said to be well: "miri accepts all of them", "`t/dates.t` passes", "Archive succeeded".
// But the session's own commands have these names. So a clause that names one of them, and says that it went well, is a
// claim about what ran under that name.

// Runs tells what a claim is about that names something that was run: a program, a subcommand, a target or a file, or,
// for a number, the tests of which so many passed. kind is "" if nothing ran under the name. plain says that the name
// is no ordinary word; without a kind, that it is one only with the word after it ("npm ci").
type Runs func(name string) (kind Kind, plain bool)

// A nameAt is a name in a clause.
type nameAt struct {
	from, to int
	name     string
	kind     Kind
	plain    bool
}

// ranClaims returns the claims of a clause about what was run under a name that it has. list has the claims that were
// found in it otherwise.
func (s sentence) ranClaims(clause string, list []Statement) (more []Statement) {
	if s.ran == nil || !mayHavePredicate(clause) && !ranOutcomes.Get().MayMatch(clause) {
		return nil
	}
	for at := 0; at < len(clause); {
		n := nextName(clause, at)
		if at = max(n.to, at+1); !s.isRun(clause, &n) {
			continue
		}
		at = n.to
		from, to := outcomeOf(clause, n)
		if to == 0 {
			continue
		}
		if (n.kind == BuildPassed || n.kind == Verified) && countsTests.MatchString(clause[from:to]) {
			n.kind = TestsPassed
		}
		unnamed := clause
		if clause[n.from] < utf8.RuneSelf { // a guard reads no name: "check-fold: 31 passed" asks for nothing
			unnamed = clause[:n.from] + strings.Repeat("x", n.to-n.from) + clause[n.to:]
		}
		if isGuarded(unnamed, from, to, false) || isDescription(n.kind, unnamed, from, to) {
			continue
		}
		taken := func(one Statement) bool { return one.Clause == clause && one.from < to && from < one.to }
		if slices.ContainsFunc(list, taken) || slices.ContainsFunc(more, taken) {
			continue
		}
		one := s.statement(n.kind, clause, []int{from, to})
		one.Ran, one.independent = n.name, true
		more = append(more, one)
	}
	return more
}

// nextName returns the next word of a clause that may be a name: ASCII letters, digits and the marks in names of files
// and targets, or inline code, for which name is "".
func nextName(clause string, at int) (n nameAt) {
	for at < len(clause) && !isNameByte(clause[at]) && !isCodeMark(clause[at:]) {
		at++
	}
	if n.from, n.to = at, at; at < len(clause) && clause[at] >= utf8.RuneSelf {
		n.to += utf8.RuneLen(patterns.CodeMark)
		return n
	}
	for n.to < len(clause) && isNameByte(clause[n.to]) {
		n.to++
	}
	n.name = strings.TrimLeft(clause[n.from:n.to], nameMarks)
	n.from = n.to - len(n.name)
	n.name = strings.TrimRight(n.name, nameMarks)
	n.to = n.from + len(n.name)
	return n
}

// nameMarks are in names, and not at their ends.
const nameMarks = "-_./:@+"

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || strings.IndexByte(nameMarks, c) >= 0
}

func isCodeMark(rest string) bool {
	if rest[0] != "\ue000"[0] {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return r >= patterns.CodeMark && r < patterns.CodeMark+patterns.MaxCode
}

// isRun reports whether something ran under a name, or the name is that of a checker, which should have run, and sets
// what a claim of it is about.
func (s sentence) isRun(clause string, n *nameAt) bool {
	switch {
	case n.from == n.to:
		return false
	case n.name == "":
		r, _ := utf8.DecodeRuneInString(clause[n.from:])
		if i := int(r - patterns.CodeMark); i >= 0 && i < len(s.code) {
			n.name, n.plain = strings.TrimPrefix(strings.ToLower(s.code[i]), "./"), true
		}
		if n.name != "" && n.name[0] > '9' {
			n.kind, _ = s.ran(n.name)
		}
		return n.kind != ""
	case n.name[0] <= '9': // how many tests passed
		if one, all, both := strings.Cut(n.name, "/"); both && one == all {
			n.name, n.to = one, n.from+len(one)
		}
		n.kind, _ = s.ran(n.name)
		return n.kind != ""
	case len(n.name) < 3:
		return false
	}
	is := sensesOf.Get()[n.name]
	if is&^(lintThing|typesThing|testsThing|placeThing) == 0 {
		if n.kind, n.plain = s.ran(n.name); n.kind != "" && is&placeThing != 0 { // "npm" may mean its registry
			return false
		}
	}
	if n.kind == "" && !n.plain {
		n.kind, n.plain = kindOfChecker(n.name, is), true
		return n.kind != ""
	}
	n.plain = n.plain || isChinese(clause) // where a word in ASCII is a name
	s.lengthen(clause, n)
	return n.kind != ""
}

// lengthen adds to a name the words after it that belong to it: "terraform validate".
func (s sentence) lengthen(clause string, n *nameAt) {
	for next := nextName(clause, n.to); next.from == n.to+1 && next.name != ""; next = nextName(clause, n.to) {
		longer := clause[n.from:next.to]
		kind, _ := s.ran(longer)
		if kind == "" {
			break
		}
		n.to, n.name, n.kind, n.plain = next.to, longer, kind, true
	}
}

// kindOfChecker returns what a claim of a program, or of a file of tests, is about if it is known to check something,
// and its name is no ordinary word; otherwise "".
func kindOfChecker(name string, is sense) Kind {
	if is == 0 && (strings.Contains(name, "test") || strings.Contains(name, "spec")) && testFile.MatchString(name) {
		return TestsPassed
	}
	if is&(lintThing|typesThing) == 0 && (is != 0 || !shell.IsTool(name)) || ordinaryTools.has(name) ||
		strings.Contains(proseTools, " "+name+" ") {
		return ""
	}
	if k := shell.KindsOfProgram(name); is == 0 && k&(shell.Execute|shell.Deploy) == 0 {
		is = thingOf(k)
	}
	for _, k := range kindsOfThings[:4] {
		if is&k.thing != 0 {
			return k.kind
		}
	}
	return ""
}

// ordinaryTools are words for a check that name no program, and programs whose names are ordinary words.
const ordinaryTools oneOf = " lint linter linters linting formatter formatting style_check style_checks analyzer " +
	"code_style static_analysis types type-check type_check type-checking typecheck type_checks typechecker " +
	"type_checker typescript ec black tap ava mocha jasmine karma playwright cypress unittest doctest docker vite "

// outcomeOf returns where in a clause the words are by which something of that name went well, with the name; to is 0
// if there are none.
func outcomeOf(clause string, n nameAt) (from, to int) {
	if to = outcomeAfter(clause, n); to > 0 {
		return n.from, to
	}
	before := clause[:n.from]
	if !n.plain && n.name[0] > '9' || !outcomeBefore.Get().MayMatch(before) || !nameEnds.MatchString(clause[n.to:]) {
		return 0, 0
	}
	if at := outcomeBefore.Get().Regexp().FindStringIndex(before); at != nil && isWhole(before[at[0]:]) {
		return at[0], n.to
	}
	return 0, 0
}

// isWhole reports whether a text has no ratio such as 40 of 42.
func isWhole(outcome string) bool {
	m := ratios.FindStringSubmatch(outcome)
	return m == nil || m[1] == m[2]
}

// outcomeAfter returns where the words end by which something went well that was named before; 0 if there are none. A
// name that may be an ordinary word must be all that is said to have gone well.
func outcomeAfter(clause string, n nameAt) int {
	rest := text.Head(clause[n.to:], maxGap+40)
	if end := strings.IndexAny(rest, ";!?"); end >= 0 {
		rest = rest[:end]
	}
	good := goodIn(rest, n)
	before := clause[:n.from]
	if good == nil || good[0] > maxGap || conditionTail.MatchString(rest[good[1]:]) ||
		!isWhole(rest[good[0]:good[1]]) || denial.MatchString(before[strings.LastIndexAny(before, ",;，；。")+1:]) {
		return 0
	}
	between := rest[:good[0]]
	if !n.plain && (len(strings.Fields(between)) > 2 || !startsPart.MatchString(before) ||
		ofAnyThing.MatchString(rest[good[0]:good[1]])) ||
		separators.MatchString(between) || otherSubject.MatchString(between) ||
		strings.Contains(between, "，") && anySubject.MatchString(between) {
		return 0
	}
	return n.to + good[1]
}

// goodIn returns where the first words of a text begin and end by which what was named before it went well, or nil.
func goodIn(rest string, n nameAt) []int {
	if n.name[0] <= '9' { // "31 of 31"
		if m := ofSame.Get().FindStringSubmatchIndex(rest); m != nil && rest[m[2]:m[3]] == n.name {
			return m[:2]
		}
	}
	good := findPredicate(rest)
	if o := ranOutcomes.Get(); o.MayMatch(rest) {
		if at := o.Regexp().FindStringIndex(rest); at != nil && (good == nil || at[0] < good[0]) {
			good = at
		}
	}
	return good
}

var (
	// ranOutcomes match words by which a program went well, beside those of the predicates of any check.
	ranOutcomes = text.LazyLines(`\bexit(?:s|ed)?(?: (?:with|code|status|cleanly))* 0\b|` +
		`\bpass(?:ed)?\s*[=:]\s*\d+|\b\d+\s*(?:/|of|out of)\s*\d+(?: (?:ok|pass\w*|green|succeeded|done))?\b|` +
		`(?:failures?|failed|errors?|warnings?|失败|错误|告警|警告)\s*[:：=]\s*0\b|` +
		`\b(?:accept(?:s|ed)|approve[sd]|content|satisfied|agrees|gets? through|got through|likes? (?:it|them|all)|` +
		`all (?:is )?well|(?:is |now )*at v?\d[\w.]*\s*$)|` +
		`\b(?:finds?|found|reports?|reported|shows?|raise[sd]?|flags?|flagged|sees?|saw|gives?|gave|returns?|` +
		`returned|has|prints?|printed|(?:comes?|came|turn(?:s|ed)?) (?:up|back)(?: with)?) ` +
		`(?:no [a-z]+|empty|(?:nothing|zero|0|none)(?:\s*$|\s*[^\s\w]|` +
		`\s(?:new|left|more|else|wrong|now|again|in|on|for|to (?:say|report|complain|flag|fix|change|reformat)|` +
		`[a-z]+(?:s|ed))\b))|` +
		`\b(?:at|down to|to) (?:zero|0)(?:\s*$|\s*[^\s\w.])|(?:^\s*[:：—–=>→-]+\s*|\bwith )(?:no|zero|0) [a-z]+|` +
		`\bwithout (?:an?|any|one)(?: single)? (?:word|hitch|complaint|problem|issue|finding|error|warning|peep)|` +
		`\b(?:no longer|stopped|doesn't|does not) (?:complain|report|flag|object)\w*|` +
		`\b(?:completed?|completes|finish(?:es|ed)|(?:ran|runs|went|goes) (?:through|clean\w*|green))` + afterWord + `|` +
		`(?:退出码|返回码?)\s*[:：]?\s*0(?:\D|$)|(?:执行|运行|跑|扫描|检查|构建|编译)(?:完毕|完了|完成|成功)|` +
		`(?:未|没有?|不再)(?:再|有)?(?:发现|检出|扫出|报出?|抱怨|吭声|见|命中|输出|泄[漏露])|` +
		`(?:没有?|无|零|0\s*[个条处项]?)(?:任何|新的?|其他|已知|高危|不)*\s*(?:漏洞|高危|东西|动静|命中|改动|差异|` +
		`输出|红|违规|冲突|泄[漏露]|变化|残留|遗漏|兼容)|数(?:为|是)?\s*[:：]?\s*0(?:\D|$)|` +
		`(?:转|变)绿|顺利|清爽|无误|挂零|不再?(?:红|挂)|没(?:红|坏|挂)|没有?(?:剩余|新增)|绿灯|绿的|静默|安静|沉默|` +
		`一声不吭|达标|一致|完成\s*(?:$|[，。,])|\b(?:valid|ok)\s*[。.]?\s*$`)
	ratios = text.LazyRegexp{Expr: `(\d+)\s*(?:/|of|out of)\s*(\d+)`}
	// ofAnyThing matches what may be said of anything, and not only of what ran.
	ofAnyThing = text.LazyRegexp{Expr: `\b(?:fine|good|well|happy|quiet|silent|in order|empty|content)\b`}
	// countsTests matches an outcome that is told of tests.
	countsTests = text.LazyRegexp{Expr: `\d+ (?:succeeded|passed|passing)\b|\bpass\s*[=:]\s*\d|` +
		`\d+\s*(?:/|of|out of)\s*\d|用例`}
	// outcomeBefore matches, before the name of a program, that it found nothing wrong: "0 findings from".
	outcomeBefore = text.LazyLines(`(?:\b(?:pass(?:es|ed)?|clear(?:s|ed)?|satisf(?:y|ies|ied))\s+|` +
		`\b(?:green|clean|quiet|silent|happy|ok|fine|nothing|(?:no|zero|0)(?: \w+){1,2}|\d+(?:/| of )\d+|` +
		`(?:clean|green) (?:run|pass|bill|result)) ` +
		`(?:from|by|in|of|on|under|with|for|through|across|over|according to)\s+|(?:通过|过)了?\s*)(?:the |all )*$`)
	// ofSame matches how many there were, after how many passed.
	ofSame = text.LazyRegexp{Expr: `^\s*(?:/|of|out of)\s*(\d+)\b`}
	// nameEnds matches what may follow a name that is no part of another noun.
	nameEnds = text.LazyRegexp{Expr: `^(?:\s*$|\s*[^\w\s]|\s+(?:now|too|again|and|either|here|on|for|in|about|at|as)\b)`}
	// startsPart matches what is before the first word of a part of a clause.
	startsPart = text.LazyRegexp{Expr: `(?:^|[,;:(.*•✅-]|\band)\s*(?:(?:the|our|my|new|whole|full|all|second|last|` +
		`final|next|fresh|another|both|these|those|test|a) )*$`}
	// denial matches words before a name by which nothing went well, or the name is no subject: "the rule for tflint".
	denial = text.LazyRegexp{Expr: `\b(?:not|never|no|without|skipped|before|until)\b|n't\b|没|未|不|别|无法|` +
		`\b(?:for|to|into|like|than|as) (?:the )?$`}
	// testFile matches the name of a file of tests.
	testFile = text.LazyRegexp{Expr: `^(?:[\w.-]+/)*(?:test_\w+|[\w-]+[._-](?:test|spec))(?:\.\w+)?$`}
	// otherSubject matches words between a name and an outcome by which that is told of something else.
	otherSubject = text.LazyRegexp{Expr: `[,，]\s*(?:and|so|all|everything|tests?|they|it|i|we)\b|` +
		`\band (?:the |all |my )?\w+|\b(?:tests?|suites?|specs?|builds?|lint\w*|types|commit\w*|deploy\w*|before|` +
		`after|stops?|instead|has no)\b|报了|发现了|提交|部署|推送|升级|接入|配置|安装|新增|修改|替换|引入|` +
		`测试[^，。]{0,3}$|构建|编译`}
)
