package detect

import (
	"cmp"
	"slices"
	"strings"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/text"
)

// A frame finds a claim by its structure: a noun for what is checked and, after it in the same clause, words that say
// that it went well. Patterns know the usual forms; frames find other ways to say it.
type frame struct {
	kind    Kind // "" if inline code says what was checked
	subject *text.Lazy[text.LineExpr]
	// to which a pronoun must refer: in the clause, for tests also in the sentence before
	noun *text.Lazy[text.LineExpr]
	// For the table's tests: a message with the claim, and one without it.
	example, counter string
}

var frames = []frame{
	{
		kind: TestsPassed, subject: subject(`(?:test|regression) (?:run|pack|set|battery)|`+
			`tests?|suites?|specs?|cases|scenarios|e2e|TESTTOOL`, `测试|用例|单测|断言|回归`),
		example: "The integration suite for the parser came back green.",
		counter: "The tests cover the green path of the parser.",
	},
	{
		kind: BuildPassed, subject: subject(`(?:re)?builds?|compilation|bundling|compiler`, `构建|编译|打包|镜像`),
		example: "Build for both targets: fine.", counter: "The build now caches what is clean.",
	},
	{
		kind: LintClean, subject: subject(`LINT|pint`, `代码检查|静态检查|静态分析|代码风格|`+
			`代码规范|格式检查|规范检查`),
		example: "ESLint on the whole tree: nothing to report.", counter: "ESLint checks that names are clean.",
	},
	{
		kind: TypecheckClean, subject: subject(`type[- ]?check(?:s|ing|er)?|`+
			`types|tsc|mypy|pyright|vue-tsc|svelte-check|typescript|dialyzer`, `类型`),
		example: "mypy and pyright both came back happy.", counter: "The types that pass through stay.",
	},
	{
		subject: text.LazyLines("[\ue000-\ue0c7]"),
		example: "`go vet ./...` on the whole tree stays quiet.",
		counter: "`go vet ./...` looks for what is not clean.",
	},
	{
		kind: TestsPassed, subject: subject(`it|they|both|each|`+
			`(?:all|both) of (?:them|which)|`+
			`runs`, `条|跑下来|跑完|(?:重|复|再)跑|跑了一?[遍下次]|运行|执行`),
		noun: lazyExpanded(`\b(?:tests?|suites?|specs?|cases|TESTTOOL)\b|\b(?:one|a|another|new) (?:\w+ )?case\b|` +
			`测试|用例|单测`),
		example: "I wrote three tests, and they pass.", counter: "I read three files, and they pass.",
	},
	{
		kind: LintClean, subject: subject(`it`, `它`), noun: subject(`LINT`, `代码检查`),
		example: "I re-ran the linter and it's happy.", counter: "I re-ran the script and it's happy.",
	},
}

// subject makes the expression for a subject from English words and Chinese ones. Chinese has no gaps between words.
func subject(english, chinese string) *text.Lazy[text.LineExpr] {
	return lazyExpanded(`(?:^|[^a-z0-9_.-])(?:(?:` + english + `)\b)|` + chinese)
}

// lazyExpanded makes the expression when it is first needed, see [Lines].
func lazyExpanded(expr string) *text.Lazy[text.LineExpr] {
	return &text.Lazy[text.LineExpr]{Make: func() text.LineExpr { return patterns.LineExpr(expr) }}
}

const (
	// afterWord matches what may follow "pass" and similar verbs without an object: "pass now", but not "pass a value".
	afterWord = `(?:\s*$|\s*[^\s\w]|` +
		`\s+(?:now|again|too|and|with|on|in|under|for|after|at|as|without|locally|here|across|against|including|both|` +
		`two|three|four|five|six|seven|eight|nine|ten|twice|` +
		`every|each|all|so|since|cleanly|from|once|fine|when|while|\d|of|this|\p{Han}))`
	wentWell = `(?:pass(?:es|ed)?|passing|succeed(?:s|ed)?|check(?:s|ed)? out|` +
		`go(?:es)? through|went through|hold(?:s)? up)`
	isGood = `(?:\b(?:is|are|was) (?:now |all )?through\b|(?:\b(?:is|are|was|were|be|stays?|stayed|remains?|remained|` +
		`comes?|came|goes|went|runs?|ran|turn(?:s|ed)?|back|all|still|now|both|each|finish(?:es|ed)|completed?|` +
		`completes|ends?|ended|exit(?:s|ed)|reports?|says?)|'(?:s|re)|[:：—–=|→>-])\s*(?:(?:all|now|still|also|both|` +
		`again|fully|completely|entirely|nicely|perfectly|just|back|still|with|up|out|build)\s+)*(?:green|` +
		`clean(?:ly)?|ok(?:ay)?|fine|happy|good|well|successful(?:ly)?|pass(?:ing|es|ed)?|100 ?%|error-free|` +
		`warning-free|spotless|quiet|silent|in order|in the green))`
	noFaults = `(?:\b(?:no|zero|0|without(?: any| a single)?)\s+(?:\w+\s+){0,2}?(?:failures?|failed|failing|errors?|` +
		`offen[sc]es?|warnings?|issues?|problems?|violations?|complaints?|findings?|regressions?|diagnostics|` +
		`remarks?|objections?)\b|\bnot (?:a single )?one (?:of (?:them|those) )?(?:fail(?:s|ed)|is red|broke)\b|` +
		`\b(?:output|list|report) (?:is|was|stays|came back|comes back) (?:now )?empty\b|` +
		`\bwith (?:every|all|each)(?: \w+){1,3} (?:green|passing|passed)\b|\bnothing (?:\w+ )?(?:fail(?:s|ed|ing)|` +
		`broken|broke|red|flagged|reported|to (?:report|complain|flag|fix))\b)`
	zhGood = `(?:通过率[^，。；0-9]{0,4}100\s*%|通过|过关(?:了|$|[，。,；;])|一[次把]过|` +
		`(?:没有?|无)(?:任何)?(?:差异|变化|违规|阻塞)|` +
		`(?:^|[^跳说见经越错绕略超度走])过了|` +
		`全过|都过|能过|跑过|跑通|跑绿|全绿|绿了|绿色|绿(?:$|[，。,；;（(])|没挂|没红|没毛病|` +
		`退出码\s*(?:为|是)?\s*[:：]?\s*0(?:$|\D)|` +
		`没有?(?:任何|再|新增的?|新的?|其他)?(?:报)?(?:问题|报错|错误?|告警|警告|失败|异常|输出|` +
		`提示|要改的?|挂|毛病|error|warning)|` +
		`(?:未|没有?)(?:发现|报告?|见)[^，。]{0,6}(?:问题|错误|异常|告警|失败)|` +
		`无(?:任何)?\s*(?:报错|错误|告警|警告|异常|问题|失败|误|输出|error|warning)|` +
		`(?:零|0\s*[个条处项]?)\s*(?:报错|告警|错误|警告|失败|问题|异常|errors?|warnings?|fail)|` +
		`正常(?:了|$|[，。,；;！!])|` +
		`成功(?:了|$|[，。,；;！!（(])|` +
		`搞定|(?:全部?|都|均|已经?)(?:消除|清完|消失|扫清)|干净|清零|归零|不再?报(?:错|警告|告警)|` +
		`一[个条处](?:错误?|报错|失败|告警|警告|问题)?(?:都|也)没有?(?:报|挂)?|` +
		`没一[个条](?:挂|失败|报错)|` +
		`(?:ok|pass(?:ed)?|green|success|clean)(?:了|\s*$|\s*[，。,；;！!（(]))`
)

// ratio matches how many of how many: "reports 19/19", "is at 96 of 96".
var ratio = text.LazyRegexp{Expr: `\b(?:is|are|at|reports?|reported|says?|shows?)` +
	`\s+(\d+)\s*(?:/|of|out of)\s*(\d+)\b|` +
	`^[ :：]*(\d+)\s*(?:/|of|out of)\s*(\d+)(?:\.?\s*$|\s*[^\w\s/.%-])`}

// predicates match words that say that something went well. They are separate because regexp is much slower with one
// large expression.
var predicates = text.Lazy[[]text.LineExpr]{Make: func() []text.LineExpr {
	return []text.LineExpr{
		text.CompileLines(`\b` + wentWell + afterWord), text.CompileLines(isGood + afterWord),
		text.CompileLines(noFaults), text.CompileLines(ratio.Expr), text.CompileLines(zhGood),
		patterns.LineExpr("TICK"),
	}
}}

// mayHavePredicate reports whether a text may have a predicate. It is fast, and sometimes wrong.
func mayHavePredicate(part string) bool {
	return slices.ContainsFunc(predicates.Get(), func(p text.LineExpr) bool { return p.MayMatch(part) })
}

// findPredicate returns where the first predicate of a text begins and ends, or nil.
func findPredicate(part string) (first []int) {
	for _, p := range predicates.Get() {
		if !p.MayMatch(part) {
			continue
		}
		if at := p.Regexp().FindStringIndex(part); at != nil && (first == nil || at[0] < first[0]) {
			first = at
		}
	}
	return first
}

// separators between a subject and a predicate show that these do not belong together: a subordinate clause, a
// negation.
var separators = text.LazyRegexp{Expr: `\b(?:that|what|how|which|when|if|once|whether|to|who|where|because|until|unless|` +
	`while|cover\w*|checks|checking|asserts?|uses?|used|using|add(?:s|ed|ing)?|wrote|writes?|need\w*|wants?|` +
	`would|requires?|expects?|not|never|cannot|\w+n't|fail\w*|broken?|red|errors?|nor|neither|skip\w*|without|` +
	`rules?|times?|sizes?|plans?|options?|settings?|said|says|even|reads?|sets?|makes?|takes?|gets?|calls?|` +
	`must|has to|have to|shall|for (?:when|what|how))\b|` +
	`[没未不非别]|失败|如果|要是|等[^待]|才|需|请|以便|用来|用于|里|验证|发现|表明|证明|数据|环境|脚本|体积|` +
	`大小|(?:成功|通过|完成)[时后]|参数|选项|时间|速度|账号|文档|框架|方法|跳过|覆盖|条件|前提|补|加了|新增|` +
	`[、，,](?:[^，,]*)(?:还|但)`}

// placeOfAll matches, between a subject and its predicate, where that is so: "类型检查在 core 和 web 两个包里都通过了".
var placeOfAll = text.LazyRegexp{Expr: `在[^，。；不没未]{1,30}[里中上下](?:都|均|也|全)`}

// verbBeforeObject matches a verb whose object comes next: "I ran lint and the tests pass".
var verbBeforeObject = text.LazyRegexp{Expr: `\b(?:ran|run|running|re-?ran|executed|added|wrote)(?: the| all)? ?$`}

// sameSubject matches a pronoun that takes up the object of the verb: "I ran the specs and they".
var sameSubject = text.LazyRegexp{Expr: `\band (?:it|they|all|everything|both|each)\b`}

// reportVerbs are verbs after which a comma begins another statement.
var reportVerbs = text.LazyRegexp{Expr: `\b(?:is|are|has|have|reports?|reported|shows?|` +
	`showed|finds?|found|i|we|it|you)\b`}

// conditionTail matches what follows a claim and makes it a condition ("pass once …") or a part of a noun ("pass
// rate").
var conditionTail = text.LazyRegexp{Expr: `^\s*(?:了)?(?:就|再|才|后|之后|以后|时|即可?|则|与否|吗|率|为止|为准|` +
	`来|方式|不代表|不等于|是因为|因为|的\s*[\p{Han}\w]|` +
	`的(?:情况|话|时候|前提|用例|测试|版本|代码|条件|标准|构建|状态))|` +
	`^\s+(?:rate|criteria|condition|path|state|` +
	`(?:only )?(?:if|once|unless|until|as long as|provided)\b|` +
	`only (?:when|on)|because\b|even (?:if|when|though)|` +
	`(?:are|is|were|was|gets?|must|should|can)\b)`}

// doneAfter matches what was done after what a claim tells: "测试通过后已推送".
var doneAfter = text.LazyRegexp{Expr: `^\s*(?:之|以)?后[，,]?\s*(?:我|也|都)?已`}

// maxBefore bounds where the noun of a pronoun is searched, in bytes.
const maxBefore = 500

// maxGap bounds the bytes between a subject and its predicate.
const maxGap = 70

// Find returns where the subjects begin and their predicates end in the clause: of inline code all, of others the
// first.
func (f frame) find(clause string) (found [][]int) {
	if f.kind == TestsPassed {
		clause = testPlaces.Get().Replace(clause)
	}
	if !f.subject.Get().MayMatch(clause) {
		return nil
	}
	for _, at := range f.subject.Get().Regexp().FindAllStringIndex(clause, 10) {
		if manualWords.MatchString(clause[:at[0]]) {
			continue
		}
		rest := text.Head(clause[at[1]:], maxGap+40)
		if f.kind == TypecheckClean && languageNouns.MatchString(rest) {
			continue
		}
		if end := strings.IndexAny(rest, ";!?"); end >= 0 {
			rest = rest[:end]
		}
		good := findPredicate(rest)
		if good == nil || good[0] > maxGap {
			continue
		}
		if m := ratio.FindStringSubmatch(rest[good[0]:good[1]]); m != nil && m[1]+m[3] != m[2]+m[4] { // "at 40 of 42"
			continue
		}
		between := placeOfAll.ReplaceAllString(rest[:good[0]], "")
		if strings.Contains(between, " and ") && !sameSubject.MatchString(between) &&
			verbBeforeObject.MatchString(clause[:at[0]+1]) ||
			separators.MatchString(between) || strings.ContainsAny(between, ",") &&
			reportVerbs.MatchString(between) ||
			strings.Contains(between, "，") && anySubject.MatchString(between) ||
			conditionTail.MatchString(rest[good[1]:]) && !doneAfter.MatchString(rest[good[1]:]) {
			continue
		}
		if found = append(found, []int{at[0], at[1] + good[1]}); f.kind != "" {
			break
		}
	}
	return found
}

// languageNouns match what follows the name of a language that is no type checker: "the TypeScript build succeeded" is
// no claim about types.
var languageNouns = text.LazyRegexp{Expr: `^\s+(?:build|project|code|app|bundle|tests?|sdk|client|sources?)\b`}

// manualWords before "test" say that it was done by hand, so no program ran.
var manualWords = text.LazyRegexp{Expr: `(?:手动|手工|人工|实际|亲自|真机|实机|自己)(?:又|也|都|再)?$`}

// anySubject matches words that another statement may be about.
var anySubject = text.LazyRegexp{Expr: `测试|用例|构建|编译|类型|lint|部署|提交`}

// frameClaims returns the claims of a clause that no pattern has found. before is the sentence before it, which may
// have the noun of a pronoun.
func (s sentence) frameClaims(clause, before string, list []Statement) (more []Statement) {
	if !mayHavePredicate(clause) {
		return nil
	}
	otherBefore := func(at int) bool { // a pronoun may refer to another check that was told of before it
		return slices.ContainsFunc(slices.Concat(list, more), func(one Statement) bool {
			return (one.Kind == BuildPassed || one.Kind == LintClean || one.Kind == TypecheckClean) && one.from <= at
		})
	}
	for _, f := range frames {
		if f.kind != "" && hasClaim(f.kind, list, more) {
			continue
		}
		for _, at := range f.find(clause) {
			if isGuarded(clause, at[0], at[1], false) ||
				isDescription(cmp.Or(f.kind, TestsPassed), clause, at[0], at[1]) ||
				f.noun != nil && !f.noun.Get().Match(clause[:at[0]]) &&
					(f.kind != TestsPassed || otherBefore(at[0]) ||
						!f.noun.Get().Match(text.Head(before, maxBefore))) {
				continue
			}
			one := s.statement(f.kind, clause, at)
			if f.kind != "" {
				more = append(more, one)
				continue
			}
			for _, named := range s.commandClaims(clause[at[0]:at[1]], one) {
				if !hasClaim(named.Kind, list, more) {
					more = append(more, named)
				}
			}
		}
	}
	for _, kind := range checksRunIn(clause, before) {
		if !hasClaim(kind, list, more) {
			more = append(more, s.statement(kind, clause, bareResult.FindStringIndex(clause)))
		}
	}
	return more
}

var (
	// bareResult matches a clause that tells how a check went without naming it: "; all quiet", "No findings."
	bareResult = text.LazyRegexp{Expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:(?:and|so|now|still|all|everything|` +
		`everything is|` +
		`both|result|output|again|came back|it's|they're)[:,]? )*(?:green|clean|quiet|silent|spotless|` +
		`(?:(?:no|zero|0|not a single) (?:\w+ ){0,2}?(?:failures?|failing tests?|errors?|offen[sc]es?|warnings?|` +
		`issues?|` +
		`problems?|violations?|complaints?|findings?|diagnostics)(?:,? (?:and |or )?)?)+|` +
		`nothing (?:left |new |more )?(?:to (?:flag|report|fix)|flagged|reported|fail(?:ed|ing)|broke|broken|red))` +
		`(?:\s*$|\s*[.,;!)(—–]|\s+(?:left|remain\w*|now|again|at all|in \d|across|anywhere|this time|either|reported|` +
		`found|detected|on (?:either|both|all|any))\b)|` +
		`^[^\pL\pN\x{e000}-\x{e0c7}]*(?:结果|这次|现在|仍然?|依然|依旧|全部?|都|也|均)*(?:没有?(?:任何)?(?:报错|告警|警告|问题|失败|` +
		`错误|输出)|(?:零|0\s*[个条]?)(?:告警|报错|失败|错误)|全绿|都?绿了|干净|无(?:告警|报错|错误|失败))了?\s*(?:$|[，。！、（(])`}
	// ranCheck matches that the agent ran something.
	ranCheck = text.LazyRegexp{Expr: `\b(?:re-?)?ran\b|(?:^[^\pL\pN]*|\b(?:i|we|and|then) )(?:(?:also|then) )*` +
		`(?:re-?)?(?:executed|invoked|checked|linted)\b|(?:重新|又|再|都|也)?(?:跑|运行|执行|检查)(?:了|过|完)`}
	// ownResult matches, in a clause that says that a check ran, how that went, or that another ran it. The next clause
	// is no result of that check then.
	ownResult = text.LazyRegexp{Expr: `\b(?:fail\w*|errors?|crash\w*|you|ci|they|will|would|should|if|not|found|` +
		`finds?)\b|` +
		`n't\b|失败|报错|没|未|[你您]|如果|应该`}
)

// checksRunIn returns what kinds of checks ran in a clause, if the next clause tells only how they went.
func checksRunIn(clause, before string) (kinds []Kind) {
	if before == "" || !bareResult.MatchString(clause) {
		return nil
	}
	at := ranCheck.FindStringIndex(before)
	if at == nil {
		return nil
	}
	what := text.Head(before[at[1]:], maxBefore)
	if ownResult.MatchString(what) || mayHavePredicate(what) && findPredicate(what) != nil ||
		compiledGuards.Get()[anywhere].match(before) || isGuarded(before, at[0], at[1], false) ||
		isGuarded(clause, 0, len(clause), true) {
		return nil
	}
	for _, f := range frames {
		if f.kind != "" && f.noun == nil && f.subject.Get().Match(what) {
			kinds = append(kinds, f.kind)
		}
	}
	return kinds
}
