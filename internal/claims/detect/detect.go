// Package detect finds the sentences of a message in which the agent claims something of its work: "all 42 tests pass",
// "已推送". A message and what the user said before it come in, statements go out. What was run, and so whether a
// statement is true, this package does not know.
//
// [Statements] cuts a message into sentences, without code and quotations, and each sentence into clauses. A clause is
// a claim if a pattern or a frame matches it, or, in English, if its words are by the lexicon a thing and what came of
// it, in any order; and neither a guard ("should", "if", "还没") nor a description of what a program does.
package detect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A Statement is a claim as it was found in a message.
type Statement struct {
	Kind           Kind
	Text           string   // the whole sentence
	Clause         string   // the clause of the sentence that has the claim, in lower case
	Part           string   // the part of the clause that no other claim has, with its code, in lower case
	Head           string   // the clause up to the comma after the claim, with its code, in lower case
	from, to       int      // where the words of the claim begin and end in the clause
	Universal      bool     // it speaks of everything there is: "all tests"
	Tool           string   // the program that it names; "" for none
	Command        string   // the command that it names; "" for none
	Ran            string   // the name by which it was found alone, see Runs; "" if by its words
	Narrow         bool     // it speaks of only one script, task or test
	negative       bool     // it says that something is gone: "no lint errors"
	Extent         Extent   // of how much it speaks
	MentionedFiles []string // Files that it names
	SaysRun        bool     // it says that something was run, started or opened
	OwnUse         bool     // it speaks of what the agent itself used or looked at
	Ambiguous      bool     // a description or an instruction may have the same form
	independent    bool     // it does not merely repeat a claim about tests or a build in the same sentence
	AdmitsGap      bool     // the message admits that it was not run, or not since the last edit
	TargetFiles    []string // Files that it says were created or deleted
	OfThings       bool     // it says so of things that it only counts or names, which may be no files
	Count          int      // how many; 0 if it does not say
	Names          []string // the inline code that may name them
}

// maxSentences bounds how many sentences of a message are read.
const maxSentences = 500

// maxReport bounds what is read of one message, in bytes. The longest messages of claude are a tenth of it, and longer
// ones would take seconds.
const maxReport = 32 << 10

// Statements finds the claims of a message. user is the user's message before it.
func Statements(message, user string) []Statement { return StatementsOf(message, user, nil) }

// StatementsOf does what Statements does, and also finds claims about what was run, by its name.
func StatementsOf(message, user string, ran Runs) (list []Statement) {
	before, from := "", 0 // the sentence before, in lower case, and the index of its first claim
	head, rows := listHead{}, table{}
	message = message[:cutIndex(message, maxReport)]
	for i, line := range sentences(message) {
		if i >= maxSentences {
			break
		}
		line.ran = ran
		admits := admissionWords.MatchString(strings.ToLower(line.plain))
		for k := from; k < len(list); k++ { // "Fixed. I have not run anything."
			list[k].AdmitsGap = list[k].AdmitsGap || admits
		}
		from = len(list)
		if line.plain = line.plain[:cutIndex(line.plain, maxSentence)]; repeatsUser(line.plain, user) {
			continue
		}
		claimed := line.claims(before)
		if !startsItem(line.plain) {
			head = line.listHeadOf()
		} else if head.kind != "" && len(claimed) == 0 {
			claimed = line.listItemClaim(head)
		}
		list = append(list, claimed...)
		list = append(list, rows.claims(line, claimed)...)
		for k := from; k < len(list); k++ {
			list[k].AdmitsGap = admits || earlierWords.MatchString(list[k].Clause)
		}
		before = strings.ToLower(line.plain)
	}
	return list
}

var (
	// admissionWords admit that nothing was run, or not since the last change.
	admissionWords = text.LazyRegexp{Expr: `\buntested(?:$|[^\s\w]|\s+(?:yet|so far)\b)|` +
		`(?:\bnot|n't) (?:yet )?(?:been )?(?:able to )?(?:re-?)?(?:run|ran|tested?|compiled?|verif` +
		`(?:y|ied)|check(?:ed)?)(?: yet| it| this| that| them| anything| any of (?:it|this)| any tests?| the ` +
		`(?:tests?|suite|test suite|fix))*(?:\s+(?:since|after|again|here|yet|because|as)\b|\s*$|\s*[.,;:()—–-])|` +
		`\bnothing (?:was|has been|is) (?:\w+ (?:or|and) )?(?:run|compiled|tested|verified)\b|` +
		`\bno tests? (?:were|was|have been|has been) run\b|` +
		`\bnot (?:yet )?(?:looked at|seen|viewed|tried|tested) (?:it )?(?:in|on) (?:(?:an?|any|the|` +
		`my) )?(?:\w+ )?(?:browser|device|` +
		`phone|screen|simulator|emulator)\b|` +
		`\bwithout (?:running|testing) (?:it|anything|the tests)\b|` +
		`(?:尚未|还未|未|没有?|没法|无法|不能|没能|还没有?)(?:再|重新|来得及)?(?:运行|跑|做|进行|编译)?` +
		`(?:和|、|过|任何|浏览器|真机|手动|手工|实机|线上|端到端|回归|集成|人工|完整|充分)*的?` +
		`(?:测试|验证|编译|重跑|运行)(?:过|了)?\s*(?:$|[，。,；;）)！])|` +
		`还没(?:再)?(?:测|跑|验)`}
	// earlierWords place a claim before a later change.
	earlierWords = text.LazyRegexp{Expr: `\bbefore (?:i|we) \w+ed\b|` +
		`\bat that (?:point|time)\b|` +
		`\bbefore the \w+ing\b|` +
		`\bback then\b|` +
		`\bbefore (?:my|the|this|that|these|our)(?: \w+){0,2} (?:change|edit|fix|refactor|tweak|` +
		`renam|rebas|clean-?up|polish|touch)\w*|` +
		`当时|` +
		`(?:改|修)[^，。]{0,6}之?前`}
)

// cutIndex returns where to cut a text so that at most n bytes remain, between two characters.
func cutIndex(text string, n int) int {
	if len(text) <= n {
		return len(text)
	}
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// repeatsUser reports whether a sentence only repeats the user's words. Shorter ones may do so by chance and do not
// count.
func repeatsUser(plain, user string) bool {
	plain = strings.ToLower(strings.Trim(plain, " .。*-#"))
	if utf8.RuneCountInString(plain) < 30 {
		return false
	}
	return strings.Contains(strings.ToLower(user), plain)
}

// claims finds the claims of a sentence, one of each kind for each file. before is the sentence before it, in lower
// case.
func (s sentence) claims(before string) (list []Statement) {
	low := sameForms.Replace(toFullWidth(listNumber.ReplaceAllString(strings.ToLower(s.plain), "")))
	if strings.Contains(low, "fail") || strings.Contains(low, "失败") {
		low = earlierFailure.ReplaceAllString(low, "")
	}
	if strings.Contains(low, "while ") {
		low = meanwhile.ReplaceAllString(low, "")
	}
	if strings.Contains(low, "once ") {
		low = doneOnce.ReplaceAllString(low, "now that$1")
	}
	hinted, ok := candidates(low)
	if !ok || s.hasNoClaim(low) {
		return nil
	}
	failing := compiledGuards.Get()[anywhereForTests].match(guardExceptions.Replace(low))
	parts := clauses(low)
	for i, clause := range parts {
		tests := testPlaces.Get().Replace(clause)
		for _, p := range hinted {
			if slices.ContainsFunc(list,
				func(one Statement) bool {
					return one.Kind == p.Kind && (p.Things || p.Kind != Created && p.Kind != Deleted)
				}) {
				continue
			}
			where := clause
			switch {
			case p.Kind == TestsPassed:
				where = tests
			case p.OwnUse && i+1 < len(parts) && strings.HasPrefix(parts[i+1], "; ") &&
				!strings.HasPrefix(parts[i+1], "; you"): // the result follows in the next clause
				where = clause + "," + parts[i+1][1:]
			}
			for _, one := range s.match(p, where) {
				if !p.Files || !slices.ContainsFunc(list, func(two Statement) bool {
					return two.Kind == one.Kind && slices.Equal(two.TargetFiles, one.TargetFiles)
				}) {
					list = append(list, one)
				}
			}
		}
		list = append(list, s.frameClaims(clause, before, list)...)
		list = append(list, s.meantClaims(clause, list)...)
		list = append(list, s.ranClaims(clause, list)...)
		list = append(list, s.includedClaims(clause, list)...)
		before = clause
	}
	if failing {
		list = slices.DeleteFunc(list,
			func(one Statement) bool { return one.Kind == TestsPassed || one.Kind == Fixed || one.Kind == Verified })
	}
	s.divide(list)
	return dropEchoes(list)
}

// divide gives each claim of a clause its part of it: up to where the words between it and the next claim are
// separated.
func (s sentence) divide(list []Statement) {
	for i := range list {
		one := &list[i]
		from, to := 0, len(one.Clause)
		for _, other := range list {
			if other.Clause != one.Clause || other.Kind == one.Kind && other.Kind != Pushed {
				continue
			}
			if other.to <= one.from {
				from = max(from, other.to+separatorIn(one.Clause[other.to:one.from]))
			} else if one.to <= other.from {
				to = min(to, one.to+separatorIn(one.Clause[one.to:other.from]))
			}
		}
		one.Part = strings.ToLower(s.restoreCode(one.Clause[min(from, to):to]))
		if to < len(one.Clause) { // "ESLint is clean and all tests pass"
			one.Universal = one.Universal && universalWords.MatchString(one.Clause[:to])
		}
		end := one.to
		if cut := strings.IndexAny(one.Clause[end:], ",;，；"); cut >= 0 {
			end += cut
			open, closed := strings.LastIndexAny(one.Clause[:end], "(（"), strings.LastIndexAny(one.Clause[:end], ")）")
			if open > closed {
				end += max(0, strings.IndexAny(one.Clause[end:], ")）")) // "to all three hosts (lb1, lb2, lb3)"
			}
		} else {
			end = len(one.Clause)
		}
		one.Head = strings.ToLower(s.restoreCode(one.Clause[:end]))
	}
}

// separatorIn returns where the last separator in a text begins; if it has none, its end.
func separatorIn(gap string) int {
	if cuts := clauseSeparators.FindAllStringIndex(gap, -1); cuts != nil {
		return cuts[len(cuts)-1][0]
	}
	return len(gap)
}

// sameForms replaces forms that mean the same as another: a box that is ticked, words before what was done, and a run
// that only tries something ("a test run of the job").
var sameForms = strings.NewReplacer(
	"gitlab 镜像", "gitlab 副本", "github 镜像", "github 副本", "gitee 镜像", "gitee 副本",
	"[x]", "✅", "✔️", "✅", "✔", "✅", "✓", "✅", "☑️", "✅", "☑", "✅", "next, i ",
	"then i ", "next i ", "then i ", " went ahead and ", " ",
	"a test run of the ", "a trial run of the ", "a test run of a ", "a trial run of a ",
	"a test run of \ue000", "a trial run of \ue000")

// match returns what a pattern claims in a clause: nothing, one statement, or one for each command in inline code.
func (s sentence) match(p *patterns.Pattern, clause string) []Statement {
	at := p.Find(clause)
	if at == nil {
		return nil
	}
	match := clause[at[0]:at[1]]
	if p.CodeForm != nil && !s.hasCodeOf(match, p.CodeForm) || isGuarded(clause, at[2], at[1], p.Negative) ||
		isDescription(p.Kind, clause, at[0], at[1]) || p.OwnUse && s.isUseOfCheck(clause[at[0]:]) ||
		p.Kind == Verified && s.tellsOfCode(match) {
		return nil
	}
	one := s.statement(p.Kind, clause, at)
	one.negative, one.SaysRun, one.OwnUse, one.Ambiguous = p.Negative, p.NeedsRun, p.OwnUse, p.Ambiguous
	one.independent = p.Kind == Verified && isIndependent(p, clause, match)
	if p.Kind == Deleted && placeBefore.MatchString(clause[:at[0]]) {
		return nil // "the flag in `a.go` is gone"
	}
	if p.FromCode {
		return s.commandClaims(match, one)
	}
	if p.Things {
		return []Statement{s.things(match, one)}
	}
	if p.Files {
		if one.TargetFiles = s.filesIn(match); len(one.TargetFiles) == 0 && p.Kind == Deleted {
			one.TargetFiles = s.foldersIn(match)
		}
		if len(one.TargetFiles) == 0 {
			return nil
		}
		rest := clause[:at[0]] + strings.Repeat(" ", len(match)) + clause[at[1]:]
		return append([]Statement{one}, s.match(p, rest)...) // "created `a.md`, created `b.md`"
	}
	if p.Kind == Pushed { // "I pushed `main`, and the tag is pushed, too"
		list := append([]Statement{one}, s.match(p, strings.Repeat(" ", at[1])+clause[at[1]:])...)
		for i := range list {
			list[i].Clause = clause
		}
		return list
	}
	return []Statement{one}
}

// placeBefore matches a preposition at the end of what is before a file: what follows is said of something in it.
var placeBefore = text.LazyRegexp{Expr: `\b(?:in|from|of|inside|within|at|to|for|under) ` +
	`(?:(?:the|my|our|your) )?(?:(?:file|script|module) )?$|(?:^|[^\p{Han}]|[我也并已就])[从在]\s*$`}

// codeInUse matches inline code in or with which something was done, where the words may tell of an edit as well as of
// a trial: "I started the loop in `a.go`", "用 `zod` 校验入参", "调用了 `close()`".
var codeInUse = text.LazyRegexp{Expr: ` (?:in|with|using|via|from|for) [\x{e000}-\x{e0c7}]|` +
	`用\s?[\x{e000}-\x{e0c7}][^，。；]{0,8}?` +
	`(?:读取|连接|查找|查询|调用|调度|调整|跟踪|扫描|打印|打开|渲染|统计|监听|发送?请求|并发|异步|逐[行个条]|批量|` +
	`缓存|封装|替[代换]|校验)|` +
	`(?:调用|打开|访问)了?\s?[\x{e000}-\x{e0c7}]`}

// tellsOfCode reports whether a match tells what code does, by the code in it: a source file or a name in it, and no
// program.
func (s sentence) tellsOfCode(match string) bool {
	return slices.ContainsFunc(codeInUse.Get().FindAllString(match, patterns.MaxCode), func(use string) bool {
		return slices.ContainsFunc([]rune(use), func(r rune) bool {
			i := int(r - patterns.CodeMark)
			return i >= 0 && i < len(s.code) && (nameInCode.MatchString(s.code[i]) && !testName.MatchString(s.code[i]) ||
				strings.HasPrefix(use, " in ") && shell.FamilyOfFile(s.code[i]) != "" ||
				use[0] != ' ' && (filekinds.LooksLikeFile(s.code[i]) ||
					identifier.MatchString(s.code[i]) && !isProgram(s.code[i])))
		})
	})
}

func isProgram(name string) bool {
	return shell.IsTool(name) || shell.IsServerClient(name) ||
		shell.QueriesService(shell.Command{Args: []string{name}})
}

var (
	identifier = text.LazyRegexp{Expr: `^[\w.]+$`}
	testName   = text.LazyRegexp{Expr: `^(?:Fuzz|Test|Bench)|(?:Test|Spec|Bench)$`}
	// nameInCode matches a call, and a name of several words that are not separated.
	nameInCode = text.LazyRegexp{Expr: `^[\w.]+\(.*\)$|^[a-z]+[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*$|^[A-Z]+\.[a-z]\w*$`}
)

// hasCodeOf reports whether a match contains inline code that matches form.
func (s sentence) hasCodeOf(match string, form *text.LazyRegexp) bool {
	return slices.ContainsFunc([]rune(match), func(r rune) bool {
		i := int(r - patterns.CodeMark)
		return i >= 0 && i < len(s.code) && form.MatchString(s.code[i])
	})
}

// statement makes a statement of a match in a clause.
func (s sentence) statement(kind Kind, clause string, at []int) Statement {
	part := patterns.PartAround(clause, at[0], at[1])
	if kind == LintClean || kind == TypecheckClean { // "Ruff: all checks passed" is what it prints of what it was given
		part = allChecks.ReplaceAllString(part, "checks passed")
	}
	one := Statement{Kind: kind, Text: s.text, Clause: clause, Universal: universalWords.MatchString(part),
		Extent: s.extentOf(part), from: at[0], to: at[1]}
	if one.Extent == APart {
		one.Universal = false
		one.MentionedFiles = s.filesIn(clause)
	}
	return one
}

// testPlaces replaces words that contain the word for tests but mean no run of them: a place, such as the test database,
// or a trial by hand.
var testPlaces = text.Lazy[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("测试库", "试验库", "测试环境", "试验环境", "测试服", "试验服", "测试机", "试验机",
		"测试账号", "试验账号", "都测试过", "都试验过", "也测试过", "也试验过", "已测试过", "已试验过",
		"均测试过", "均试验过",
		"测试数据", "试验数据", "测试集群", "试验集群",
		"curl 测试", "curl 试验", "postman 测试", "postman 试验", "浏览器测试", "浏览器试验", "浏览器 测试", "浏览器试验",
		"真机测试", "真机试验", "手动测试", "手动试验", "手工测试", "手工试验", "人工测试", "人工试验",
		"manual test", "manual trial", "test upload", "trial upload", "test mail", "trial mail",
		"test order", "trial order", "test payment", "trial payment", "test request", "trial request",
		"test message", "trial message", "test import", "trial import",
		"quick test", "quick trial", "sanity test", "sanity trial",
		"visual test", "visual trial", "smoke test ", "smoke trial ",
		"load test ", "load trial ", "stress test ", "stress trial ", "soak test ", "soak trial ", "performance test ",
		"performance trial ")
}}

// toFullWidth replaces ASCII commas and semicolons in a Chinese sentence, which many people type, by the Chinese ones:
// the patterns know only these.
func toFullWidth(low string) string {
	if !strings.ContainsAny(low, ",;") || !strings.ContainsFunc(low, isHan) {
		return low
	}
	runes := []rune(low)
	for i, r := range runes {
		if (r == ',' || r == ';') && (i > 0 && (isHan(runes[i-1]) || runes[i-1] >= patterns.CodeMark) ||
			i+1 < len(runes) && isHan(runes[i+1]) ||
			i+2 < len(runes) && runes[i+1] == ' ' && isHan(runes[i+2])) {
			runes[i] = r - ',' + '，'
		}
	}
	return string(runes)
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// earlierFailure matches what failed before the change, in a sentence that goes on to say that it passes now. It is cut
// out so that it is not taken for the result.
var earlierFailure = text.LazyRegexp{Expr: `\b(?:had|(?:there )?(?:was|were)) (?:\d+|one|two|three|some|a few) ` +
	`(?:\w+ )?(?:failures?|failing tests?)\b|` +
	`\bfrom (?:\d+|one|two|three|four|five|six|some|several|a few) (?:\w+ )?(?:failures?|fail(?:ing|` +
	`ed)(?: tests?)?) |` +
	`\bfail(?:s|ed)? (?:without|before|on|with|against) (?:it|old \w+|(?:the|my|this|that|these|our) ` +
	`(?:\w+ )?\w+)(?:,? and|,? but|,)\s+|` +
	`(?:在?(?:没有?)?(?:改动|修改|修复|变更|补丁)(?:之前|前|时)?会?(?:都|全部)?失败|(?:改|修)之?前会?失败)` +
	`[，、,；]?\s*(?:在?(?:改动|修改|修复|变更)(?:之后|后)|有了(?:改动|补丁)(?:之?后)?|(?:改|修)完?之?后)`}

// doneOnce matches a "once" that is no condition: what follows was done.
var doneOnce = text.LazyRegexp{Expr: `\bonce((?: and for all)? (?:i|we)(?:'d| had)? (?:\w+ly )?(?:\w*[a-df-z]ed|ran|` +
	`re-?ran|wrote|made|did|took|got|gave|went|found|built|rebuilt|saw|brought|told|taught|threw)\b)`}

// meanwhile matches when something was done, in words that are no condition: "While I was there, I fixed …"
var meanwhile = text.LazyRegexp{Expr: `\bwhile (?:(?:i|we) (?:was|were) )?(?:there|here|(?:at|in|on) (?:it|there)|` +
	`doing (?:that|so|this|it))\b|\bwhile (?:i|we) (?:was|were) \w+ing\b[^,;:.()]{0,50}`}

// isCheck reports whether a statement is about tests, a build, a linter or types.
func (s Statement) isCheck() bool {
	return s.Kind == TestsPassed || s.Kind == BuildPassed || s.Kind == LintClean || s.Kind == TypecheckClean
}

// hasClaim reports whether one of the lists has a claim of the kind.
func hasClaim(kind Kind, lists ...[]Statement) bool {
	return slices.ContainsFunc(lists, func(list []Statement) bool {
		return slices.ContainsFunc(list, func(one Statement) bool { return one.Kind == kind })
	})
}

// dropEchoes drops a second claim about the same thing: "I verified that all tests pass" is only about tests, and
// "ESLint does not complain any more" only about ESLint.
func dropEchoes(list []Statement) []Statement {
	checks := slices.ContainsFunc(list, Statement.isCheck)
	isOfCheck := func(clause string) bool {
		return slices.ContainsFunc(list, func(s Statement) bool { return s.isCheck() && s.Clause == clause })
	}
	looked := slices.IndexFunc(list, func(s Statement) bool { return s.Kind == Verified && s.OwnUse })
	clause := ""
	if looked >= 0 {
		clause = list[looked].Clause
	}
	delivered := slices.ContainsFunc(list, func(s Statement) bool { return s.Kind == Deployed || s.Kind == Pushed })
	made := slices.ContainsFunc(list, func(s Statement) bool { return s.Kind == Created || s.Kind == Deleted })
	return slices.DeleteFunc(list, func(s Statement) bool {
		return s.Kind == TestsPassed && s.negative && delivered && // "deployed to both, no failures"
			!testNouns.MatchString(s.Clause) ||
			s.Ambiguous && s.Kind == Verified && made && !s.Mentions(&otherMeansWords) &&
				!s.IsOwnAct() && !(s.SaysRun && completedWords.MatchString(s.Clause)) || // it describes the new file
			checks && s.Kind == Verified && !s.independent || s.Kind == Fixed && s.negative && isOfCheck(s.Clause) ||
			looked >= 0 && s.Kind == Fixed && s.negative && s.Clause == clause // the same thing said twice
	})
}

// allChecks matches what linters print of a part of the files, too.
var allChecks = text.LazyRegexp{Expr: `\ball checks pass(?:ed|es)?\b`}

// testNouns name tests.
var testNouns = text.LazyRegexp{Expr: `\b(?:tests?|suites?|specs?|cases?|checks?|TESTTOOL)\b|` +
	`[\x{e000}-\x{e0c7}][^,;]{0,20}\bfail|测试|用例|单测`,
	Expand: patterns.Expand}

// completedWords say that something was run to its end.
var completedWords = text.LazyRegexp{Expr: `跑完|执行完|重新执行|运行完|\b(?:re-?ran|re-?executed)\b`}

// clauses splits a sentence before each "but", "however" and the like, which begin another statement.
func clauses(low string) []string {
	var list []string
	from := 0
	for _, at := range contrastWords.FindAllStringIndex(low, -1) {
		if allBut.MatchString(low[from:at[0]]) {
			continue
		}
		list = append(list, low[from:at[0]])
		from = at[0]
	}
	return append(list, low[from:])
}

// allBut matches what comes before a "but" that means "except".
var allBut = text.LazyRegexp{Expr: `\b(?:all|everything|everyone|none|nothing|any|anything|all (?:the |of the )?\w+)$`}

// Mentions reports whether the claim has one of the words.
func (s Statement) Mentions(words *text.LazyRegexp) bool { return words.MatchString(s.Clause) }

// TellsOfEarlier reports whether the statement speaks of the time before a later change: "before the chunking".
func (s Statement) TellsOfEarlier() bool { return earlierWords.MatchString(s.Clause) }

// universalWords are words such as "all", by which a claim speaks of everything.
var universalWords = text.LazyRegexp{Expr: `\b(?:all|every|everything|full|entire|whole|complete)\b|` +
	`\b(?:across|throughout|over) the (?:repo\w*|codebase|project|monorepo|tree|workspace|board)\b|` +
	`\b(?:repo|project|tree|workspace|code ?base)-?wide\b|` +
	`\bthe (?:codebase|code base|repo(?:sitory)?|monorepo|project|source tree) (?:is|has|contains|shows?|passes)\b|` +
	`所有|全部|全量|整个|全都|全绿|完整|全仓|整仓|全项目`}
