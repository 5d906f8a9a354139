package detect

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/text"
)

// maxHeading bounds what may be a heading or announce a list, in bytes.
const maxHeading = 1000

// maxSentence bounds what is read of one sentence, in bytes. Longer ones are text without an end.
const maxSentence = 2000

// A sentence is one of the agent's own. A private character replaces each piece of its inline code, see CodeMark.
type sentence struct {
	text  string   // as it was written
	plain string   // with marks instead of code, without emphasis
	code  []string // the code, by mark
	ran   Runs     // what was run; nil if unknown
}

const lineEnd = '\ue0fc'

var (
	fence  = text.LazyRegexp{Expr: "^\\s*(?:[-*+] |\\d+\\. )?\\s*(```+|~~~+)"}
	inline = text.LazyRegexp{Expr: "``[^`]+``|`[^`\n]+`"}
	quotes = text.LazyRegexp{Expr: `"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|«[^»\n]*»`}
	// singleQuotes match quotations of several words in single quotes; an apostrophe does not begin one.
	singleQuotes = text.LazyRegexp{Expr: `(^|[\s(\[])\x27[^\x27\s]+ [^\x27\n]*\x27($|[\s.,;:!?)\]])`}
	// listNumber matches the beginning of an item of a numbered list.
	listNumber = text.LazyRegexp{Expr: `^[\s*_]*\d+[.)]\s+`}
	// planTitle matches a heading over what is still to be done.
	planTitle = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:(?:the |my |proposed |suggested )*(?:plan|` +
		`proposal|next steps?|to[- ]?dos?|` +
		`remaining(?: work| steps)?|` +
		`still (?:to do|open|missing|pending)|pending|left(?: to do)?|not (?:yet )?done(?: yet)?|` +
		`how (?:to|you can) (?:test|verify|try|run|use|reproduce|deploy|check)[\w ]{0,30}|` +
		`(?:testing|verification|usage|deployment) (?:steps|instructions)|` +
		`test plan|instructions|acceptance criteria|definition of done|suggestions|recommend\w+|future work|` +
		`success criteria|` +
		`follow-?ups?|open points?|outstanding|` +
		`what(?:'s| is) (?:left|next))|` +
		`(?:实施|修改|具体)?(?:方案|计划)|` +
		`(?:如何|怎么|怎样)\p{Han}{2,6}|` +
		`(?:验证|测试|使用|复现|部署)(?:方法|方式|步骤)|` +
		`使用说明|注意事项|下一步(?:计划|工作)?|` +
		`后续(?:计划|工作|步骤|建议)?|` +
		`待办(?:事项)?|接下来|剩余(?:工作|事项)?|剩下的?|未完成|还没做|还差)[\s*_]*(?:[:：][\s*_]*)?$`}
	// planIntro matches a sentence with a colon at its end that announces a list of what is still to be done.
	planIntro = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:here(?:'s| is) (?:the|my|an?) (?:\w+ ){0,3}(?:plan|proposal|` +
		`outline|roadmap)\b[^.!?:]{0,40}:|` +
		`[^.!?:]{0,60}\b(?:(?:release|pre-?release|review|deployment|merge|pr)? ?checklist|` +
		`steps (?:to|for)|` +
		`before (?:you|we|the|an?|each|every) [\w ]{1,30}|` +
		`how to \w+|` +
		`how (?:the |this |it |that )?[\w -]{0,40}\bworks?|` +
		`(?:are|is) done (?:on|at|when|during)|` +
		`test(?:ing)? plan|` +
		`[^.!?:]{0,60}\b(?:go(?:es)?|works?|happens?|looks?|is done) ` +
		`(?:like this|as follows|this way|in \w+ steps)|` +
		`(?:are|is) (?:still )?(?:left|missing|open|to do)|` +
		`acceptance criteria|definition of done)(?: [^.!?:]{0,40})?[:：]|` +
		`(?:please|to (?:verify|test|deploy|reproduce|check|try|finish|release))\b[^.!?:]{0,60}:|` +
		`[^。！？：]{0,20}请[^。！？：]{0,20}[：:]|[^。！？：]{0,8}(?:需要|还需|麻烦|得)[你您][^。！？：]{0,12}[：:]|` +
		`(?:验证|复现|使用|操作|部署)(?:方法|方式|如下)[：:]|` +
		`[^。！？：]{0,10}前(?:需要?|要|必须|应该?|得)[^。！？：]{0,8}[：:]|` +
		`[^。！？：]{0,20}(?:步骤|(?:^|[^件更动改])清单|流程|还差[^。：]{0,4}|` +
		`分[^。：]{1,3}步|验收标准)[^。：]{0,6}[：:]|` +
		`[^.!?:]{0,80}\bi(?:'d| would|'ll| will|'m going to| am going to| plan to| propose|` +
		` suggest| intend)\b[^.!?:]{0,60}:|` +
		`[^。！？：，]{0,12}(?:计划|打算|建议|准备|方案|思路|提议)` +
		`[^。！？：完了]{0,8}[：:])[\s*_]*(?:[:：][\s*_]*)?$`}
	// draftIntro announces a text that is not the agent's own report: release notes, the body of a pull request.
	draftIntro = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:[^.!?:：。！？]{0,60}\b(?:draft|release notes?|change-?log|` +
		`(?:pr|pull request|mr|commit) (?:description|body|message|title|text))\b[^.!?:：。！？]{0,40}|` +
		`[^。！？：:]{0,20}(?:更新日志|变更日志|发布说明|草稿|描述|提交信息|文案)` +
		`[^。！？：:]{0,8})[\s*_]*[:：][\s*_]*$`}
	// reusableTextIntro announces a text that the user may use elsewhere.
	reusableTextIntro = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:here(?:'s| is)[^.!?:]{0,40}\b(?:description|` +
		`message|draft|text|version|template|reply|response|wording|e-?mail|comment|title|body|entry|` +
		`notes?)s?\b[^.!?:]{0,20}\b(?:(?:that )?you (?:can|could|may)|to (?:paste|copy|send)|` +
		`for (?:the|your) (?:pr|mr|pull|commit|changelog|release|issue|ticket|slack|team))\b[^.!?:]{0,30}|` +
		`[^。！？：:]{0,10}可以(?:这样|这么|如下)(?:写|描述|回复|说))[\s*_]*[:：][\s*_]*$`}
	// planHeading matches a heading within a plan.
	planHeading = text.LazyRegexp{Expr: `(?i)^[\s#*_]*(?:(?:phase|step|stage|part|milestone|week|day|pr)\s*` +
		`(?:\d+|[a-d]|one|two|three|four)\b|第[一二三四五六\d]+(?:阶段|步|部分|周|天))`}
	// optionHead begins a paragraph about one of several ways that the user may choose.
	optionHead = text.LazyRegexp{Expr: `(?i)^[\s#*_+-]*(?:\d+\.\s*)?[*_]*(?:option|variant|approach|alternative|` +
		`方案|选项|方法)\s*(?:[a-d]|[1-4]|[一二三四]|one|two|three)\b?[\s*_]*[:：.)（(—–-]`}
	// inlinePlan begins a paragraph with a list of what is still to be done.
	inlinePlan = text.LazyRegexp{Expr: `(?i)^[\s#*_+-]*(?:(?:the |my |our )?plan|next steps?|to[- ]?do|remaining|计划|待办|下一步)` +
		`[\s*_]*[:：][\s*_]*(?:1[.)、]|①|first\b|先)`}
	// planDone says that something was done as it was planned.
	planDone     = text.LazyRegexp{Expr: `(?:按照?|根据|依照?|照着?)[^：:]{0,8}(?:计划|方案|建议|思路)|已|完成`}
	htmlComments = text.LazyRegexp{Expr: `(?s)<!--.*?-->`}
	emphasis     = strings.NewReplacer("**", "", "__", "", "~~", "\ue0ff", "’", "'")
	links        = text.LazyRegexp{Expr: `\[([^\]]+)\]\([^)]*\)`}
	// sentenceEnds match the end of a sentence. A dot in a name or a number is none.
	sentenceEnds = text.LazyRegexp{Expr: `\s*\x{e0fc}\s*|[.!?]+["')\]]*(?:\s+|$)|[。！？；]+|\s+\|\s+`}
)

// sentences splits a message into the agent's own sentences, without code blocks and quotations.
func sentences(message string) (list []sentence) {
	open, paragraph, before := "", "", ""
	var a aside
	end := func() {
		if paragraph != "" && a.addParagraph(paragraph) {
			list = append(list, splitSentences(paragraph)...)
		}
		paragraph = ""
	}
	for line := range strings.Lines(htmlComments.ReplaceAllString(message, "")) {
		line = strings.TrimRight(line, "\r\n")
		if m := fence.FindStringSubmatch(line); m != nil {
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
		// indented code is dropped
		case paragraph == "" && (strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ")):
		default: // a sentence may continue in the next line
			paragraph = strings.TrimSpace(paragraph + lineGap(paragraph, before) + trimmed)
		}
		before = trimmed
	}
	end()
	return list
}

// An aside is a part of a message that does not report the agent's work: a plan, or a text for the user to send.
type aside struct {
	isPlan      bool // the list that follows is a plan or a draft
	isDraft     bool // the text that follows is for somebody to use
	hasHeadings bool // that text has headings, so that other paragraphs do not end it
}

// addParagraph updates the aside with the next paragraph, which may begin or end it, and reports whether the paragraph
// is part of the report.
func (a *aside) addParagraph(paragraph string) bool {
	short := len(paragraph) <= maxHeading
	announces := short && endsWithColon(strings.TrimRight(paragraph, " \t*_"))
	switch {
	case (short && isPlanTitle(paragraph) || announces && planIntro.MatchString(paragraph)) &&
		!planDone.MatchString(paragraph):
		a.isPlan = true
		return false
	case announces && (draftIntro.MatchString(paragraph) || reusableTextIntro.MatchString(paragraph)):
		a.isPlan, a.isDraft, a.hasHeadings = true, true, false
		return false
	case a.isPlan && planHeading.MatchString(paragraph):
		return false
	}
	item := startsItem(paragraph) || strings.HasPrefix(paragraph, "|")
	a.hasHeadings = a.isDraft && (a.hasHeadings || strings.HasPrefix(paragraph, "#"))
	a.isDraft = a.isDraft && (a.hasHeadings && paragraph != "---" || item || strings.HasPrefix(paragraph, "**"))
	a.isPlan = a.isPlan && item || a.isDraft
	if optionHead.MatchString(paragraph) || inlinePlan.MatchString(paragraph) {
		return false // it says what would happen if the user chose it
	}
	return !a.isPlan || !a.isDraft && isTicked(paragraph)
}

// isPlanTitle reports whether a paragraph is a heading over what is still to be done. Such a heading has no punctuation
// but a colon; other paragraphs need no search, which is slow.
func isPlanTitle(paragraph string) bool {
	return !strings.ContainsAny(paragraph, ".,;!?()/`") && planTitle.MatchString(paragraph)
}

func endsWithColon(line string) bool {
	return strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：")
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

// startsItem reports whether a line begins an item of a list, or is a row of a table.
func startsItem(line string) bool {
	numbered := line != "" && line[0] >= '0' && line[0] <= '9' && listNumber.MatchString(line)
	return numbered || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") ||
		strings.HasPrefix(line, "+ ") || strings.HasPrefix(line, "✅") || strings.Contains(line, " | ") || // a row of a table
		strings.HasPrefix(line, "---|")
}

// splitSentences splits a line into sentences.
func splitSentences(line string) (list []sentence) {
	var s sentence
	line = inline.Get().ReplaceAllStringFunc(line, func(code string) string {
		if len(s.code) == patterns.MaxCode {
			return ""
		}
		s.code = append(s.code, strings.TrimSpace(strings.Trim(code, "`")))
		return string(rune(patterns.CodeMark + len(s.code) - 1))
	})
	line = emphasis.Replace(links.ReplaceAllString(line, "$1"))
	line = quotes.ReplaceAllString(line, "\ue0fe")
	line = singleQuotes.ReplaceAllString(line, "${1}\ue0fe${2}")
	add := func(part string) {
		if part = strings.Trim(part, " \ue0fc"); part != "" {
			list = append(list, sentence{text: withoutBullet(s.restoreCode(part)), plain: part, code: s.code})
		}
	}
	if strings.HasPrefix(line, "|") {
		add(strings.Trim(line, "| "))
		return list
	}
	from := 0
	for _, at := range sentenceEnds.FindAllStringIndex(line, -1) {
		if strings.TrimSpace(line[at[0]:at[1]]) == "|" || endsAbbreviated(line[:at[0]]) || isFolder(line, at) {
			continue
		}
		add(line[from:at[1]])
		from = at[1]
	}
	add(line[from:])
	return list
}

// withoutBullet drops the mark that begins a list item or a heading.
func withoutBullet(text string) string {
	begin, rest, ok := strings.Cut(text, " ")
	if ok && (strings.Trim(begin, "-*+#") == "" || listNumber.MatchString(text)) {
		return strings.TrimSpace(rest)
	}
	return text
}

// endsAbbreviated reports whether a text ends in an abbreviation or in the number of a list item, so that its dot ends
// no sentence.
func endsAbbreviated(text string) bool {
	for _, a := range []string{"e.g", "i.e", "etc", "vs", "approx", "cf", "incl", "excl", "resp"} {
		if strings.HasSuffix(text, a) {
			return true
		}
	}
	return strings.Trim(text, "0123456789 ") == "" || strings.HasSuffix(text, "/") // a path such as ./...
}

// isFolder reports whether the dot that is found at a place is a word by itself, the folder of a command, so that it ends
// no sentence: "eslint . is clean".
func isFolder(line string, at []int) bool {
	if strings.TrimSpace(line[at[0]:at[1]]) != "." || !strings.HasSuffix(line[:at[0]], " ") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line[:at[0]], " "))
	next, _ := utf8.DecodeRuneInString(line[at[1]:])
	return unicode.IsLetter(before) && (unicode.IsLower(next) || isHan(next) || unicode.IsDigit(next))
}

// restoreCode puts the code back in place of its marks.
func (s sentence) restoreCode(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch i := int(r - patterns.CodeMark); {
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
