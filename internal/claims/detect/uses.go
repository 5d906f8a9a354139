package detect

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// checkWords in the object of a verb of use mean that another kind of claim covers it: "I ran the tests twice".
var checkWords = text.LazyRegexp{Expr: `\b(?:tests?|specs?|suites?|builds?|compil\w+|lint\w*|LINT|TESTTOOL|` +
	`type[- ]?check\w*|` +
	`tsc|mypy|pyright|ci|checks)\b`, Expand: patterns.Expand}

// pageTools have the word for tests in their names, but may also be used to look at a page.
var pageTools = text.LazyRegexp{Expr: `playwright|cypress|` +
	`\b(?:manual|visual|smoke|spot|sanity|quick|browser|exploratory|live|load|stress) (?:tests?|checks?)|` +
	`\btest (?:\w+ )?(?:accounts?|users?|invitations?|invites?|e-?mails?|requests?|payloads?|events?|` +
	`webhooks?|notifications?|tenants?|customers?|orders?|profiles?|messages?|mails?|payments?|projects?|` +
	`boards?|` +
	`cards?|uploads?|channels?|servers?|environments?|runs?|data\w*|files?|images?|devices?|phones?)\b`}

// IsOwnAct reports whether the statement speaks of the agent's own act: "I ran", "I've fixed", "我跑了".
func (s Statement) IsOwnAct() bool {
	return s.SaysRun && !s.Ambiguous || ownActWords.MatchString(s.Clause)
}

var ownActWords = text.LazyRegexp{Expr: `\bi(?:'ve| have)? (?:(?:just|also|then|now|already|successfully|` +
	`manually) )*(?:re-?)?` +
	`(?:ran|run|tested|verified|executed|tried|started|fixed|deployed|pushed|committed|published|released|built|` +
	`compiled|created|deleted|removed|added|confirmed|checked)\b|` +
	`我[^，。；]{0,12}(?:跑|执行|运行|测试?|验证|修复|修好|部署|推送|提交|发布|构建|编译|创建|删除)(?:了|过|好|完)`}

// isUseOfCheck reports whether what the agent says it tried is a check, by the words from the verb on.
func (s sentence) isUseOfCheck(object string) bool {
	if end := strings.IndexAny(object, ",:;，：；"); end >= 0 {
		object = object[:end]
	}
	object, _, _ = strings.Cut(object, " against ")
	object = stubOf.ReplaceAllString(object, "")
	if checkWords.MatchString(pageTools.ReplaceAllString(object, "")) ||
		len(s.commandClaims(object, Statement{})) > 0 {
		return true
	}
	return slices.ContainsFunc([]rune(object), func(r rune) bool {
		i := int(r - patterns.CodeMark)
		return i >= 0 && i < len(s.code) && strings.Contains(s.code[i], " ") && shell.IsReadOnly(s.code[i])
	})
}

// stubOf matches the name of something that the agent made up for a trial: "with a `build` that fails".
var stubOf = text.LazyRegexp{Expr: ` an? (?:[\w-]+ )?[\x{e000}-\x{e0c7}] that\b`}

// isIndependent reports whether a claim of use says more than one about tests or a build in the same sentence: "I ran
// it, all tests pass" does, "I ran it over all files: ESLint finds nothing" does not.
func isIndependent(p *patterns.Pattern, clause, match string) bool {
	if otherMeansWords.MatchString(match) {
		return true
	}
	if m := seenThat.FindStringSubmatch(clause); m != nil && !checkNouns.MatchString(m[1]+m[2]) {
		return true
	}
	_, after, _ := strings.Cut(clause, match)
	if part, _, _ := strings.Cut(text.Head(after, maxAfter), ","); p.OwnUse && strings.Contains(part, ":") {
		return false
	}
	return otherMeansWords.MatchString(clause) ||
		p.OwnUse && !p.Chinese && (!pronounObject.MatchString(match) || useDetail.MatchString(match))
}

var (
	// otherMeansWords name a check other than tests, a build or a linter.
	otherMeansWords = text.LazyRegexp{Expr: `\b(?:browser|safari|chrome|firefox|simulator|emulator|curl|postman|by hand|` +
		`manually|race detector|under load|load tests?)\b|浏览器|手动|手工|人工|启动后|实际|双击|点开|真机`}
	// seenThat matches what was verified, in a sentence with another statement: "I verified in the shell that the index
	// is there, and all tests pass".
	seenThat = text.LazyRegexp{Expr: `\b(?:verified|confirmed|checked)(?: [^,;]{1,40}?)? that ([^,;]{3,100})` +
		`|(?:^|[，；])([^，。；]{2,16})经过?(?:实际)?(?:验证|测试)(?:后|，)?[^，。；]{2,}`}
	checkNouns = text.LazyRegexp{Expr: `\b(?:tests?|suites?|specs?|builds?|compil\w+|lint\w*|types?|pass\w*|green|` +
		`everything|all)\b|测试|用例|构建|编译|类型|检查|全部`}
	pronounObject = text.LazyRegexp{Expr: `^\W*(?:[\w-]+\s+){1,3}?(?:it|this|that|them|everything|the whole thing)\b`}
	useDetail     = text.LazyRegexp{Expr: `\b(?:with|on|against|out|over|to (?:see|verify|check|confirm|be|` +
		`make))\b[^,;:.]*$`}
)
