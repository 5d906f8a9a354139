package detect

import (
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// usePatterns match what the agent says it tried: itself as the subject, a verb of use, and how, how often or with what
// result: "I ran it twice", "I hit `/health`, and it answered". The verb alone is not enough: "I opened an issue". With
// needsRun a command or a browser tool must have run: reading a file is not enough.
var usePatterns = []*pattern{
	{
		kind: Verified, ownUse: true, hint: "confirm verify sure check",
		expr: `I DID\w+ed (?:[^.;:,]{1,50} )?to (?:confirm|verify|be sure|make sure|double-check)\b|` +
			`I DIDlooked (?:it|them|the \w+) up [^.;:,]{0,30}\bto (?:confirm|verify|check)\b|` +
			`I DIDlooked (?:it|them|the \w+) up afterwards\b`,
		unless: `\b(?:added|changed|renamed|moved|asked|used|extended|updated|created|needed|wanted|tried|attempted|failed|` +
			`skipped|` +
			`forced|replaced|wrapped|guarded|inserted|introduced|kept|reordered) `,
		example: "I entered the shell once to verify the Go version.",
		counter: "I added a check to make sure that it is set.",
	},
	{
		kind: Verified, ownUse: true, needsRun: true, hint: "tried",
		expr: `I DIDtried (?:(?:it|this|that|them|both) )?(?:out\b|with\b|on\b|against\b|myself\b)|` +
			`I DIDtried (?:the|your|both) (?:[\w-]+ ){1,3}?(?:with|on|in|against|by|using) [^;:,]{2,30}[:,] ` +
			`(?:and )?(?:it|they|all|each|the)\b`,
		unless:  useUnless,
		example: "I tried it out on the sample data.", counter: "I tried to fix it with a lock.",
	},
	{
		chinese: true, kind: Verified, ownUse: true, needsRun: true,
		hint: "执行 启动 运行 跑 访问 请求 调用 打开 登录 重放 回放 压测 走 点 试 操作 看过 调过 实际",
		expr: `(?:浏览器|真机|模拟器|手机|postman|curl|chrome|safari|firefox)[^，。；]{0,16}\s*(?:看|调|点|走|打开|请求|访问)过|` +
			`把[^，。；]{1,16}(?:跑|启动)起来[，,][^。；]{0,20}(?:正常|没有?问题|返回|成功)|` +
			`实际(?:地)?(?:执行|启动|运行|跑|试|操作|调用|访问|走|恢复|安装|升级|导入|导出|迁移|部署|发送?)(?:到)?(?:了|过)|` +
			`(?:^|我|又|还|并|也|，|：)(?:[^，。；]{0,12})(?:执行|启动|运行|跑|走|点|试|操作|打开|访问|请求)(?:了|过)` +
			`[^，。；]{0,16}?(?:各一|[一两二三四五六七八九十几\d]+)\s*(?:遍|次|轮|圈)|` +
			`(?:^|我[^，。；]{0,10}|又|还|并|也|，|：)(?:执行|启动|运行|访问|请求|调用|打开|登录|重放|回放|压测)了[^。；]{1,30}[，,]` +
			`[^。；]{0,30}(?:正常|没有?(?:再)?(?:问题|异常|报错|差异|出现|超时|错误)|正确|一致|符合|成功|可用|能用|` +
			`返回的?是?\s*(?:\d|CODE|ok|正常|正确|预期))`,
		unless: `事务|测试(?:$|[^库环数服机账邮消订页号图])|用例|单测|断言|构建|编译|lint|检查|它|脚本会|每[次当]|用户|他|她|你|您|` +
			`(?:待|需要?|未|没有?|无法|不能|如何|可以|请|建议|尚|应|` +
			`会|将|如果|若)[^\s，,]{0,6}(?:执行|启动|运行|跑|走|点|试|操作|打开|访问|请求|调用|登录)`,
		example: "我在本地库上实际执行了 up 和 down 各一遍。", counter: "它执行了一次迁移。",
	},
}

// checkWords in the object of a verb of use mean that another kind of claim covers it: "I ran the tests twice".
var checkWords = text.LazyRegexp{Expr: `\b(?:tests?|specs?|suites?|builds?|compil\w+|lint\w*|LINT|TESTTOOL|` +
	`type[- ]?check\w*|` +
	`tsc|mypy|pyright|ci|checks)\b`, Expand: expand}

// pageTools have the word for tests in their names, but may also be used to look at a page.
var pageTools = text.LazyRegexp{Expr: `playwright|cypress|` +
	`\b(?:manual|visual|smoke|spot|sanity|quick|browser|exploratory|live|load|stress) (?:tests?|checks?)|` +
	`\btest (?:\w+ )?(?:accounts?|users?|invitations?|invites?|e-?mails?|requests?|payloads?|events?|` +
	`webhooks?|notifications?|tenants?|customers?|orders?|profiles?|messages?|mails?|payments?|projects?|` +
	`boards?|` +
	`cards?|uploads?|channels?|servers?|environments?|runs?|data\w*|files?|images?|devices?|phones?)\b`}

const useUnless = `\b(?:ran|executed) (?:(?:a|an|the) )?(?:search|grep|git|gh|diff|find)\b|` +
	`\b(?:ran|run) (?:into|out|over)\b|\bstarted (?:with|from|by|out|on|off|to)\b|` +
	`\bhit (?:(?:a|an|the|my|our) )?(?:\w+ ){0,2}(?:limits?|walls?|snags?|problems?|issues?|bugs?|errors?|cases?)\b|` +
	`\b(?:you|users?|that|which|who|it|they|he|she|nobody|somebody) (?:then |also |just )?` +
	`(?:ran|started|executed|launched|tried|hit|requested|called|opened|loaded|checked|compared)\b|` +
	`\b(?:called|opened|sent) (?:a|an|the) (?:pr|pull request|issue|ticket|message|reply|mail)\b`

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
		i := int(r - codeMark)
		return i >= 0 && i < len(s.code) && strings.Contains(s.code[i], " ") && shell.IsReadOnly(s.code[i])
	})
}

// stubOf matches the name of something that the agent made up for a trial: "with a `build` that fails".
var stubOf = text.LazyRegexp{Expr: ` an? (?:[\w-]+ )?[\x{e000}-\x{e0c7}] that\b`}

// isIndependent reports whether a claim of use says more than one about tests or a build in the same sentence: "I ran
// it, all tests pass" does, "I ran it over all files: ESLint finds nothing" does not.
func isIndependent(p *pattern, clause, match string) bool {
	if otherMeansWords.MatchString(match) {
		return true
	}
	if m := seenThat.FindStringSubmatch(clause); m != nil && !checkNouns.MatchString(m[1]+m[2]) {
		return true
	}
	_, after, _ := strings.Cut(clause, match)
	if part, _, _ := strings.Cut(text.Head(after, maxAfter), ","); p.ownUse && strings.Contains(part, ":") {
		return false
	}
	return otherMeansWords.MatchString(clause) ||
		p.ownUse && !p.chinese && (!pronounObject.MatchString(match) || useDetail.MatchString(match))
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
