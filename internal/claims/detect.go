package claims

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A statement is a claim as it was found in a message.
type statement struct {
	kind      Kind
	text      string   // the sentence
	clause    string   // the part of it, in lower case
	universal bool     // it speaks of all tests
	tool      string   // that it names
	command   string   // that it names
	narrow    bool     // it speaks of that command alone
	negative  bool     // it says what is no more
	of        extent   // what it speaks of
	mentioned []string // files that it names
	admitted  bool     // the message says that it was not run, or not since the last edit
	targets   []string
}

// maxSentences bounds what is read of one message.
const maxSentences = 500

// maxReport bounds what is read of one message, in bytes: claude's longest are a tenth of it, and what is longer would
// take seconds.
const maxReport = 32 << 10

// maxHeading bounds what may be a heading or announce a list, in bytes.
const maxHeading = 1000

// maxSentence bounds what is read of one sentence, in bytes: what is longer is no sentence, but text without an end.
const maxSentence = 2000

// findClaims finds the claims of a message. user is what the user said before it.
func findClaims(message, user string) (list []statement) {
	before, from := "", 0 // where the claims of the sentence before begin
	head := listHead{}
	message = message[:cutAt(message, maxReport)]
	for i, line := range sentences(message) {
		if i >= maxSentences {
			break
		}
		admits := admission.Get().MatchString(strings.ToLower(line.plain))
		for k := from; k < len(list); k++ { // "Fixed. I have not run anything."
			list[k].admitted = list[k].admitted || admits
		}
		from = len(list)
		if line.plain = line.plain[:cutAt(line.plain, maxSentence)]; repeats(line.plain, user) {
			continue
		}
		claimed := line.claims(before)
		if !startsItem(line.plain) {
			head = line.asHead()
		} else if head.kind != "" && len(claimed) == 0 {
			claimed = line.listedFile(head)
		}
		list = append(list, claimed...)
		for k := from; k < len(list); k++ {
			list[k].admitted = admits || earlier.Get().MatchString(list[k].clause)
		}
		before = strings.ToLower(line.plain)
	}
	return list
}

var (
	// admission says openly that nothing was run, or not again.
	admission = text.LazyRegexp{Expr: `\buntested(?:$|[^\s\w]|\s+(?:yet|so far)\b)|` +
		`(?:\bnot|n't) (?:yet )?(?:been )?(?:able to )?(?:re-?)?(?:run|ran|tested?|compiled?|verif(?:y|ied)|check(?:ed)?)` +
		`(?: yet| it| this| that| them| anything| any of (?:it|this)| any tests?| the (?:tests?|suite|test suite|fix))*` +
		`(?:\s+(?:since|after|again|here|yet|because|as)\b|\s*$|\s*[.,;:()—–-])|` +
		`\bnothing (?:was|has been|is) (?:\w+ (?:or|and) )?(?:run|compiled|tested|verified)\b|` +
		`\bno tests? (?:were|was|have been|has been) run\b|\bwithout (?:running|testing) (?:it|anything|the tests)\b|` +
		`(?:尚未|还未|未|没有?|没法|无法|不能|没能|还没有?)(?:再|重新|来得及)?(?:运行|跑|做|进行|编译)?(?:和|、|过|任何|浏览器|真机|手动|手工|实机|线上|端到端|回归|集成|人工|完整|充分)*的?` +
		`(?:测试|验证|编译|重跑|运行)(?:过|了)?\s*(?:$|[，。,；;）)！])|还没(?:再)?(?:测|跑|验)`}
	// earlier says of a claim that it was so before a later change.
	earlier = text.LazyRegexp{Expr: `\bbefore (?:i|we) \w+ed\b|\bat that (?:point|time)\b|\bback then\b|` +
		`\bbefore (?:my|the|this|that|these|our)(?: \w+){0,2} (?:change|edit|fix|refactor|tweak|renam|rebas|clean-?up|` +
		`polish|touch)\w*|当时|(?:改|修)[^，。]{0,6}之?前`}
)

// Words that announce a list of files that were made or removed.
var (
	createdHead = text.LazyRegexp{Expr: `(?i)^[^\pL]*(?:(?:(?:i|i\x27ve|i have) )?(?:created|added)\b[^:.!?]{0,30}\bfiles?|(?:new|created|added) files)\s*:$|` +
		`^[^\pL]*(?:本次|这次|我|已|一共|共|总共)*(?:新建|新增|创建|生成)了?(?:\p{Han}|\s|\d){0,8}文件\s*[:：]$|^[^\pL]*新文件\s*[:：]$`}
	deletedHead = text.LazyRegexp{Expr: `(?i)^[^\pL]*(?:(?:(?:i|i\x27ve|i have) )?(?:deleted|removed)\b[^:.!?]{0,30}\bfiles?|(?:deleted|removed) files)\s*:$|` +
		`^[^\pL]*(?:本次|这次|我|已|一共|共|总共)*(?:删除|移除|清理|删掉)了?(?:\p{Han}|\s|\d){0,8}文件\s*[:：]$`}
)

// A listHead is a sentence that announces a list of files, and what it says of them; the kind is "" for others.
type listHead struct {
	kind Kind
	text string
}

func (s sentence) asHead() listHead {
	switch {
	case createdHead.Get().MatchString(s.plain):
		return listHead{Created, s.text}
	case deletedHead.Get().MatchString(s.plain):
		return listHead{Deleted, s.text}
	}
	return listHead{}
}

// listedFile is the claim of an item of a list that begins with a file.
func (s sentence) listedFile(head listHead) []statement {
	item := withoutBullet(s.plain)
	r, size := utf8.DecodeRuneInString(item)
	if r < mark || int(r-mark) >= len(s.code) {
		return nil
	}
	files := s.files(item[:size])
	if len(files) == 0 {
		return nil
	}
	return []statement{{kind: head.kind, text: head.text + " " + s.restore(item[:size]),
		clause: strings.ToLower(item), targets: files}}
}

// cutAt is where a text is cut that is longer than n bytes: at the begin of a character.
func cutAt(text string, n int) int {
	if len(text) <= n {
		return len(text)
	}
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// MayClaim reports whether a message claims something. Where it repeats the user's words it does not after all.
func MayClaim(message string) bool { return len(findClaims(message, "")) > 0 }

// A sentence is one of the agent's own. In it a mark replaces each piece of inline code.
type sentence struct {
	text  string   // as it was written
	plain string   // with marks, without emphasis
	code  []string // what the marks stand for
}

// mark is what stands for inline code: private characters, one for each piece.
const (
	mark    = '\ue000'
	lineEnd = '\ue0fc'
	maxCode = 200
)

var (
	fence  = text.LazyRegexp{Expr: "^\\s*(?:[-*+] |\\d+\\. )?\\s*(```+|~~~+)"}
	inline = text.LazyRegexp{Expr: "``[^`]+``|`[^`\n]+`"}
	quotes = text.LazyRegexp{Expr: `"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|«[^»\n]*»`}
	// singleQuotes are around several words, and no apostrophes.
	singleQuotes = text.LazyRegexp{Expr: `(^|[\s(\[])\x27[^\x27\s]+ [^\x27\n]*\x27($|[\s.,;:!?)\]])`}
	// listNumber begins an item of a numbered list.
	listNumber = text.LazyRegexp{Expr: `^[\s*_]*\d+[.)]\s+`}
	// planHead is a heading, or what announces a list, of what is still to be done.
	planHead = text.LazyRegexp{Expr: `(?i)` +
		`^[\s#*_]*(?:(?:the |my |proposed |suggested )*(?:plan|proposal|next steps?|to-?dos?|` +
		`remaining(?: work| steps)?|still to do|how (?:to|you can) (?:test|verify|try|run|use|reproduce|deploy|check)[\w ]{0,30}|` +
		`(?:testing|verification|usage|deployment) (?:steps|instructions)|test plan|instructions|suggestions|recommend\w+|future work|success criteria|follow-?ups?|open points?|outstanding|what(?:'s| is) (?:left|` +
		`next))|` +
		`here(?:'s| is) (?:the|my|an?) (?:\w+ ){0,3}(?:plan|proposal|outline|roadmap)\b[^.!?:]{0,40}:|` +
		`[^.!?:]{0,60}\b(?:(?:release|pre-?release|review|deployment|merge|pr)? ?checklist|steps (?:to|for)|` +
		`before (?:you|we|the|an?|each|every) [\w ]{1,30}|how to \w+|how (?:the |this |it |that )?[\w -]{0,40}\bworks?|(?:are|is) done (?:on|at|when|during)|test(?:ing)? plan|[^.!?:]{0,60}\b(?:go(?:es)?|works?|happens?|looks?|is done) (?:like this|as follows|this way|in \w+ steps)|` +
		`(?:are|is) (?:still )?(?:left|missing|open|to do)|acceptance criteria|` +
		`definition of done)(?: [^.!?:]{0,40})?[:：]|` +
		`(?:please|to (?:verify|test|deploy|reproduce|check|try|finish|release))\b[^.!?:]{0,60}:|` +
		`[^。！？：]{0,20}请[^。！？：]{0,20}[：:]|(?:验证|复现|使用|操作|部署)(?:方法|方式|如下)[：:]|` +
		`[^。！？：]{0,10}前(?:需要?|要|必须|应该?|得)[^。！？：]{0,8}[：:]|` +
		`[^。！？：]{0,20}(?:步骤|(?:^|[^件更动改])清单|流程|还差[^。：]{0,4}|分[^。：]{1,3}步|验收标准)[^。：]{0,6}[：:]|` +
		`(?:实施|修改|具体)?(?:方案|计划)|(?:如何|怎么|怎样)\p{Han}{2,6}|(?:验证|测试|使用|复现|部署)(?:方法|方式|步骤)|使用说明|注意事项|` +
		`下一步(?:计划|工作)?|后续(?:计划|工作|步骤|建议)?|待办(?:事项)?|接下来|` +
		`剩余工作|` +
		`[^.!?:]{0,80}\bi(?:'d| would|'ll| will|'m going to| am going to| plan to| propose| suggest| intend)\b[^.!?:]{0,60}:|` +
		`[^。！？：，]{0,12}(?:计划|打算|建议|准备|方案|思路|提议)[^。！？：完了]{0,8}[：:])` +
		`[\s*_]*(?:[:：][\s*_]*)?$`}
	// draftHead announces a text of which the agent is not the speaker.
	draftHead = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:[^.!?:：。！？]{0,60}\b(?:draft|release notes?|change-?log|(?:pr|pull request|mr|commit) ` +
		`(?:description|body|message|title|text))\b[^.!?:：。！？]{0,40}|[^。！？：:]{0,20}(?:更新日志|变更日志|发布说明|草稿|描述|提交信息|文案)[^。！？：:]{0,8})` +
		`[\s*_]*[:：][\s*_]*$`}
	// usedText announces a text that the user may use elsewhere.
	usedText = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:here(?:'s| is)[^.!?:]{0,40}\b(?:description|message|draft|text|version|template|reply|response|wording|` +
		`e-?mail|comment|title|body|entry|notes?)s?\b[^.!?:]{0,20}\b(?:(?:that )?you (?:can|could|may)|to (?:paste|copy|send)|for (?:the|your) (?:pr|mr|pull|` +
		`commit|changelog|release|issue|ticket|slack|team))\b[^.!?:]{0,30}|[^。！？：:]{0,10}可以(?:这样|这么|如下)(?:写|描述|回复|说))[\s*_]*[:：][\s*_]*$`}
	// planPart is a heading within a plan.
	planPart = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:(?:phase|step|stage|part|milestone|week|day|pr)\s*(?:\d+|[a-d]|one|two|three|four)\b|第[一二三四五六\d]+(?:阶段|步|部分|周|天))`}
	// optionHead begins what would be so if the user chose one of several ways.
	optionHead = text.LazyRegexp{Expr: `(?i)^[\s#*_+-]*(?:\d+\.\s*)?[*_]*(?:option|variant|approach|alternative|方案|选项|方法)\s*(?:[a-d]|[1-4]|[一二三四]|one|two|three)\b?[\s*_]*[:：.)（(—–-]`}
	// planKept announces what was done as it was planned.
	planKept = text.LazyRegexp{Expr: `(?:按照?|根据|依照?|照着?)[^：:]{0,8}(?:计划|方案|建议|思路)|已|完成`}
	comments = text.LazyRegexp{Expr: `(?s)<!--.*?-->`}
	emphasis = strings.NewReplacer("**", "", "__", "", "~~", "\ue0ff", "’", "'")
	links    = text.LazyRegexp{Expr: `\[([^\]]+)\]\([^)]*\)`}
	// ends is where a sentence ends. A dot in a name or a number is none.
	ends = text.LazyRegexp{Expr: `\s*\x{e0fc}\s*|[.!?]+["')\]]*(?:\s+|$)|[。！？；]+|\s+\|\s+`}
)

// sentences cuts a message into the agent's own sentences: no code, no quotations of others.
func sentences(message string) (list []sentence) {
	open, paragraph, before := "", "", ""
	planned := false // what comes is a list of things to do
	drafted := false // what comes is a text that somebody may use
	headed := false  // it has headings: paragraphs do not end it
	end := func() {
		switch {
		case paragraph == "":
			return
		case len(paragraph) <= maxHeading && planHead.Get().MatchString(paragraph) && !planKept.Get().MatchString(paragraph):
			planned = true
		case len(paragraph) <= maxHeading && (draftHead.Get().MatchString(paragraph) || usedText.Get().MatchString(paragraph)):
			planned, drafted, headed = true, true, false
		case planned && planPart.Get().MatchString(paragraph):
		default:
			headed = drafted && (headed || strings.HasPrefix(paragraph, "#"))
			planned = planned && startsItem(paragraph) || drafted && (headed && paragraph != "---" || startsItem(paragraph) || strings.HasPrefix(paragraph, "**"))
			drafted = drafted && planned
			if optionHead.Get().MatchString(paragraph) {
				break // what would be so, if the user chose it
			}
			if !planned || !drafted && isTicked(paragraph) {
				list = append(list, split(paragraph)...)
			}
		}
		paragraph = ""
	}
	for line := range strings.Lines(comments.Get().ReplaceAllString(message, "")) {
		line = strings.TrimRight(line, "\r\n")
		if m := fence.Get().FindStringSubmatch(line); m != nil {
			end()
			switch {
			case open == "":
				open = m[1]
			case strings.HasPrefix(m[1], open):
				open = ""
			}
			continue
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case open != "" || trimmed == "" || strings.HasPrefix(trimmed, ">"):
			end()
		case startsItem(trimmed) || strings.ContainsAny(trimmed[:1], "#|"):
			end()
			paragraph = trimmed
			if strings.ContainsAny(trimmed[:1], "#|") {
				end()
			}
		case paragraph == "" && (strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ")): // code
		default: // a sentence may go on in the next line
			paragraph = strings.TrimSpace(paragraph + lineGap(paragraph, before) + trimmed)
		}
		before = trimmed
	}
	end()
	return list
}

// lineGap returns the text that joins a paragraph with its next line: nothing in Chinese, and the end of a sentence
// after a short line, which was not broken to fit a width.
func lineGap(paragraph, before string) string {
	last, _ := utf8.DecodeLastRuneInString(paragraph)
	width := 0
	for _, r := range before {
		if width++; r >= 0x2e80 {
			width++
		}
	}
	switch {
	case paragraph == "":
		return ""
	case width < 60 || strings.ContainsRune(".!?:…✅✓", last):
		return string(lineEnd)
	case last >= 0x2e80:
		return ""
	}
	return " "
}

// isTicked reports whether an item is marked as done.
func isTicked(line string) bool {
	return strings.Contains(line, "[x]") || strings.ContainsAny(line, "✅✓✔☑")
}

func startsItem(line string) bool {
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "+ ") ||
		line != "" && line[0] >= '0' && line[0] <= '9' && listNumber.Get().MatchString(line) || strings.HasPrefix(line, "✅")
}

// split cuts a line into sentences.
func split(line string) (list []sentence) {
	var s sentence
	line = inline.Get().ReplaceAllStringFunc(line, func(code string) string {
		if len(s.code) == maxCode {
			return ""
		}
		s.code = append(s.code, strings.TrimSpace(strings.Trim(code, "`")))
		return string(rune(mark + len(s.code) - 1))
	})
	line = emphasis.Replace(links.Get().ReplaceAllString(line, "$1"))
	line = quotes.Get().ReplaceAllString(line, "\ue0fe")
	line = singleQuotes.Get().ReplaceAllString(line, "${1}\ue0fe${2}")
	add := func(part string) {
		if part = strings.Trim(part, " \ue0fc"); part != "" {
			list = append(list, sentence{withoutBullet(s.restore(part)), part, s.code})
		}
	}
	if strings.HasPrefix(line, "|") {
		add(strings.Trim(line, "| "))
		return list
	}
	from := 0
	for _, at := range ends.Get().FindAllStringIndex(line, -1) {
		if strings.TrimSpace(line[at[0]:at[1]]) == "|" || endsAbbreviated(line[:at[0]]) {
			continue
		}
		add(line[from:at[1]])
		from = at[1]
	}
	add(line[from:])
	return list
}

// withoutBullet drops what begins an item of a list, or a heading.
func withoutBullet(text string) string {
	begin, rest, ok := strings.Cut(text, " ")
	if ok && (strings.Trim(begin, "-*+#") == "" || listNumber.Get().MatchString(text)) {
		return strings.TrimSpace(rest)
	}
	return text
}

// endsAbbreviated reports whether a text ends in an abbreviation, or in the number of a list's item.
func endsAbbreviated(text string) bool {
	for _, a := range []string{"e.g", "i.e", "etc", "vs", "approx", "cf"} {
		if strings.HasSuffix(text, a) {
			return true
		}
	}
	return strings.Trim(text, "0123456789 ") == "" || strings.HasSuffix(text, "/") // ./...
}

// restore puts the code back in the place of its marks.
func (s sentence) restore(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch i := int(r - mark); {
		case r == '\ue0fe':
			b.WriteString("“…”")
		case r == '\ue0ff':
			b.WriteString("~~")
		case i >= 0 && i < len(s.code):
			b.WriteString("`" + s.code[i] + "`")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// repeats reports whether a sentence only repeats what the user said: a whole line of it, too long to be chance.
func repeats(plain, user string) bool {
	plain = strings.ToLower(strings.Trim(plain, " .。*-#"))
	if utf8.RuneCountInString(plain) < 30 {
		return false
	}
	return strings.Contains(strings.ToLower(user), plain)
}

// claims finds the claims of a sentence: one of each kind for each file.
func (s sentence) claims(before string) (list []statement) {
	low := fullWidth(listNumber.Get().ReplaceAllString(strings.ToLower(s.plain), ""))
	if strings.Contains(low, "fail") || strings.Contains(low, "失败") {
		low = contrast.Get().ReplaceAllString(low, "")
	}
	if !mayClaim(low) || s.claimsNothing(low) {
		return nil
	}
	for _, clause := range clauses(low) {
		for _, p := range patterns {
			if slices.ContainsFunc(list,
				func(one statement) bool { return one.kind == p.kind && p.kind != Created && p.kind != Deleted }) {
				continue
			}
			at := p.find(clause)
			if at == nil || isGuarded(clause, at[0], at[1], p.negative) || isDescription(p.kind, clause, at[0], at[1]) {
				continue
			}
			one := statement{kind: p.kind, text: s.text, clause: clause, negative: p.negative,
				universal: universal.Get().MatchString(clause), of: s.extentOf(partAround(clause, at[0], at[1]))}
			if one.of == aPart {
				one.mentioned = s.files(clause)
			}
			if p.files {
				one.targets = s.files(clause[at[0]:at[1]])
				if len(one.targets) == 0 {
					continue
				}
			}
			if p.code {
				list = append(list, s.namedTools(clause[at[0]:at[1]], one)...)
				continue
			}
			if p.files && slices.ContainsFunc(list, func(two statement) bool {
				return two.kind == one.kind && slices.Equal(two.targets, one.targets)
			}) {
				continue
			}
			list = append(list, one)
		}
		list = append(list, s.framed(clause, before, list)...)
		before = clause
	}
	return withoutEchoes(list)
}

// fullWidth writes the commas and semicolons of a Chinese sentence as the patterns know them: many type those of English.
func fullWidth(low string) string {
	if !strings.ContainsAny(low, ",;") || !strings.ContainsFunc(low, isHan) {
		return low
	}
	runes := []rune(low)
	for i, r := range runes {
		if (r == ',' || r == ';') && (i > 0 && (isHan(runes[i-1]) || runes[i-1] >= mark) ||
			i+1 < len(runes) && isHan(runes[i+1])) {
			runes[i] = r - ',' + '，'
		}
	}
	return string(runes)
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// contrast is what failed before the change, in a sentence that goes on to say that it passes now. It would be taken for
// the result.
var contrast = text.LazyRegexp{Expr: `\bfail(?:s|ed)? (?:without|before) (?:it|(?:the|my|this|that|these|our) ` +
	`(?:\w+ )?\w+)(?:,? and|,? but|,)\s+|(?:在?(?:没有?)?(?:改动|修改|修复|变更|补丁)(?:之前|前|时)?会?(?:都|全部)?失败|` +
	`(?:改|修)之?前会?失败)[，、,；]?\s*(?:在?(?:改动|修改|修复|变更)(?:之后|后)|有了(?:改动|补丁)(?:之?后)?|(?:改|修)完?之?后)`}

// withoutEchoes drops a second claim about the same thing: "I verified that all tests pass" is a claim about tests
// only, and "ESLint does not complain any more" one about ESLint.
func withoutEchoes(list []statement) []statement {
	checks := slices.ContainsFunc(list, func(s statement) bool {
		return s.kind == TestsPassed || s.kind == BuildPassed || s.kind == LintClean || s.kind == TypecheckClean
	})
	return slices.DeleteFunc(list, func(s statement) bool {
		return checks && (s.kind == Verified || s.kind == Fixed && s.negative)
	})
}

// clauses cuts a sentence where "but" or its like begins another statement.
func clauses(low string) []string {
	var list []string
	from := 0
	for _, at := range turnsAround.Get().FindAllStringIndex(low, -1) {
		if allBut.Get().MatchString(low[from:at[0]]) {
			continue
		}
		list = append(list, low[from:at[0]])
		from = at[0]
	}
	return append(list, low[from:])
}

// allBut comes before a "but" that means "except".
var allBut = text.LazyRegexp{Expr: `\b(?:all|everything|everyone|none|nothing|any|anything|all (?:the |of the )?\w+)$`}

// files are the pieces of code, and the words, of a match that look like paths.
func (s sentence) files(match string) (list []string) {
	for word := range strings.FieldsFuncSeq(match, func(r rune) bool {
		return strings.ContainsRune(" "+
			",、，和(（）):：", r)
	}) {
		word = strings.TrimRight(word, ".;")
		name := word
		if r, size := utf8.DecodeRuneInString(word); r >= mark && int(r-mark) < len(s.code) {
			if size != len(word) && !strings.HasPrefix(word[size:], "文件") {
				continue // "`x`'s import"
			}
			name = s.code[r-mark]
		}
		inWords := name == word && strings.ContainsFunc(word, func(r rune) bool { return r >= 0x2e80 }) // no name, but prose
		if looksLikeFile(name) || !inWords && folderWords.Get().MatchString(match) && looksLikeFile(name+"/") {
			list = append(list, strings.TrimSuffix(name, "/"))
		}
	}
	return list
}

// dotFile is the name of a file of settings.
var dotFile = text.LazyRegexp{Expr: `^\.(?:env|git|eslint|prettier|babel|npm|nvm|docker|editorconfig|stylelint|` +
	`flake8|pylint|` +
	`coverage|pre-commit|golangci|clang|rubocop|tool-versions|python-version|node-version|ruby-version)[\w.-]*$`}

func looksLikeFile(name string) bool {
	if name == "" || strings.ContainsAny(name, " (){}<>=;\"'$*@,") || strings.HasPrefix(name, "-") ||
		strings.Contains(name, "://") {
		return false
	}
	ext := path.Ext(name)
	base := path.Base(name)
	if dotFile.Get().MatchString(base) {
		return true
	}
	return len(ext) > 1 && len(ext) <= 8 && strings.Trim(ext[1:], "0123456789") != "" && knownExtension(ext) ||
		base == "Makefile" || base == "Dockerfile" || base == "LICENSE" || strings.HasSuffix(name, "/") && len(name) > 2
}

// namedTools returns the claims of a match whose inline code is commands that prove something, as in "`go test ./...`
// passes".
func (s sentence) namedTools(match string, one statement) (list []statement) {
	for _, r := range match {
		i := int(r - mark)
		if i < 0 || i >= len(s.code) {
			continue
		}
		if kind := namedScript(s.code[i]); kind != "" {
			one.kind, one.command, one.narrow = kind, s.code[i], true
			list = append(list, one)
			continue
		}
		for _, c := range shell.ReadLine(s.code[i], "", nil).Commands {
			k := shell.Proves(c)
			kinds := []Kind{TestsPassed, LintClean, TypecheckClean, BuildPassed}
			if !strings.Contains(s.code[i], "tsc") && (!strings.Contains(s.code[i], "check") ||
				strings.Contains(s.code[i], "cargo")) {
				kinds[2], kinds[3] = kinds[3], kinds[2] // a compiler's types are part of its build
			}
			for _, kind := range kinds {
				if k&proof.Get()[kind] != 0 {
					t, _ := shell.ToolOf(c.Args)
					one.kind, one.tool, one.command = kind, t.Name, s.code[i]
					list = append(list, one)
					break
				}
			}
		}
	}
	return list
}

// scripts are names of scripts, tasks, tests and files of tests, by what they are about.
var scripts = []struct {
	kind Kind
	name *text.LazyRegexp
}{
	{TestsPassed, &text.LazyRegexp{Expr: `^tests?(?:[:_-]\w[\w:-]*)?$|^Test[A-Z]\w*$|^test_\w+$|^[\w-]+[:_-]tests?$|` +
		`^(?:[\w.-]+/)*(?:test_[\w.-]+|[\w-]+[._-](?:test|spec)\.\w+)(?:::\w+)*$|^\w+(?:Tests?|Spec)(?:\.\w+)?$`}},
	{LintClean, &text.LazyRegexp{Expr: `^lint(?:[:_-]?\w+)?$|^[\w-]+[:_-]lint$|^(?:fmt|format)[:_-]?check$`}},
	{TypecheckClean, &text.LazyRegexp{Expr: `^(?:type-?check|check-?types|types?)(?:[:_-]\w+)?$`}},
	{BuildPassed, &text.LazyRegexp{Expr: `^(?:build|compile|assemble(?:[A-Z]\w*)?|bundle(?:Debug|Release)\w*|` +
		`compile[A-Z]\w*)$|^(?:build|compile)[:_-]\w+$|^[\w-]+[:_-](?:build|compile)$`}},
}

// namedScript returns what the script, the task or the test of a name is about; "" for none.
func namedScript(name string) Kind {
	for _, s := range scripts {
		if s.name.Get().MatchString(name) {
			return s.kind
		}
	}
	return ""
}

// names reports whether the runs looked at everything that the claim names: "the parser tests pass".
func (s statement) names(runs []*run) bool {
	return s.narrow || partly.Get().MatchString(s.clause) || len(s.namedRuns(runs)) > 0 ||
		slices.ContainsFunc(runs, s.hasCount)
}

// hasCount reports whether the claim has a number that the run's output has, too: "12 slow tests".
func (s statement) hasCount(one *run) bool {
	for _, n := range numbers.Get().FindAllString(s.clause, 10) {
		if slices.Contains(one.counts, n) {
			return true
		}
	}
	return false
}

// namedRuns are the runs whose folder, file or filter the claim names.
func (s statement) namedRuns(runs []*run) (list []*run) {
	squeezed := strings.Map(func(r rune) rune {
		if strings.ContainsRune("_- ", r) {
			return -1
		}
		return r
	}, strings.ToLower(s.text))
	for _, one := range runs {
		if slices.ContainsFunc(one.scope.crates, s.namesCrate) || one.tool.Family != "rust" && slices.ContainsFunc(append(slices.Clone(one.scope.crates), one.part),
			func(c string) bool { return c != "" && (s.namesCrate(c) || s.namesCrate(path.Base(c))) }) {
			list = append(list, one)
			continue
		}
		for _, d := range append(slices.Clone(one.scope.dirs), one.scope.filter) {
			if name := stem(strings.TrimSuffix(d, "/")); len(name) > 2 && strings.Contains(squeezed, name) {
				list = append(list, one)
				break
			}
		}
	}
	return list
}

// about reports whether the claim has one of the words.
func (s statement) about(words *text.LazyRegexp) bool { return words.Get().MatchString(s.clause) }

// namesCrate reports whether the claim names a package of Rust, as a word: a short name is in many words.
func (s statement) namesCrate(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(s.text), func(r rune) bool { return strings.ContainsRune(" ,.;:()，。、", r) })
	for i, word := range words {
		bare := strings.Trim(word, "`'*")
		if bare == strings.ToLower(name) && (len(name) > 2 || bare != word || i > 0 && slices.Contains([]string{"of", "in",
			"crate", "package"}, words[i-1])) {
			return true
		}
	}
	return false
}
