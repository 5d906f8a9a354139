package detect

import (
	"strings"

	"ccc/internal/text"
)

// AsksForText reports whether the user asks for words alone, and not how far the work is.
func AsksForText(user string) bool {
	if len(user) >= maxAsked {
		return false
	}
	user = workNames.Get().ReplaceAllString(strings.ToLower(user), "text")
	if !asksForWords.Get().MatchString(user) || asksForState.Get().MatchString(user) {
		return false
	}
	return !asksForWork.Get().MatchString(user) &&
		(asksHow.Get().MatchString(user) || !alsoAsksForWork.Get().MatchString(user))
}

// maxAsked bounds a question, in bytes: a longer text has more than one.
const maxAsked = 400

const workVerbs = `(?:run|re-?run|fix|execute|commit|push|deploy|publish|ship|release|delete|remove|implement|` +
	`apply|make|add|change|build it|test it)`

var (
	// asksHow asks how something goes, whatever verbs of work follow.
	asksHow      = text.LazyRegexp{Expr: `^\W*(?:please |ok,? |so,? )*how\b`}
	asksForWords = text.LazyRegexp{Expr: `^\W*(?:(?:can|could|would|will) you |please |ok,? |so,? )*(?:how|` +
		`why|what|what's|which|when|where|who|explain|describe|is|are|was|were|does|did|has|should|` +
		`do (?:we|i|you|they|these|those)|` +
		`i (?:want|need|would like) to (?:understand|know|learn)|` +
		`i'd like to (?:understand|know|learn)|` +
		`i(?:'m| am) (?:curious|wondering)|` +
		`tell me|walk me|plan|propose|suggest|analy[sz]e|assess|evaluate|audit|draft|` +
		`compare|summari[sz]e|outline|review|` +
		`(?:write|give|show|make|list)(?: me| us)?(?: up)?(?: an?| the| some| all)? (?:\w+ ){0,2}?(?:pr|` +
		`pull request|description|commit message|text|release notes?|message|reply|e-?mail|checklist|plan|` +
		`list|summary|overview|steps|options)|` +
		`list|text)\b|` +
		`怎么|怎样|为什么|为何|如何|什么|解释|介绍|说明一下|哪[个种些]|评审|审查|看下|` +
		`看一下|看看|分析|总结|概述|吗|是不是|` +
		`^\s*(?:给个|列个|做个)?(?:计划|方案)|` +
		`(?:写|列|给)[^，。]{0,12}(?:发布说明|更新日志|公告|描述|说明|清单|回复|邮件|提交信息|日志|计划|步骤|方案)`}
	asksForWork = text.LazyRegexp{Expr: `(?:^\W*(?:(?:can|could|would|will) you |please |ok,? |so,? )*|` +
		`[,.;:!?\n]\s*(?:and |then |also |please |just |now )*)` + workVerbs +
		`\b|` +
		`\band (?:then|also|please) |` +
		`(?:^|[，。,;；？?！\s]|请|帮我?|并|再|然后|顺便|给我|把[^，。]{1,10})` +
		`(?:跑|修|执行|运行|提交|推送|部署上|部署一|部署到|发布一|删|实现|改)|` +
		`(?:跑|修|测|部署|改)一下`}
	alsoAsksForWork = text.LazyRegexp{Expr: `\b(?:and|then|to) ` + workVerbs + `\b`}
	// asksForState asks whether the work is done, or how it is: the answer is a claim.
	asksForState = text.LazyRegexp{Expr: `\b(?:status|state|results?)\b|` +
		`\b(?:do|does|did|is|are|was|were|has|have)\b[^?]*\b(?:pass(?:es|ed|ing)?|green|works?|working|builds?|` +
		`compiles?|clean|deployed|pushed|committed|published|fixed|done|ready|live|ok|finished|complete|run|` +
		`deleted|gone)(?: now| yet| already| again| locally)?\W*$|` +
		`状态|结果|` +
		`(?:通过|过|好|完成|完|成功|上线|推|提交|修复|发布|部署|推送)(?:了)?(?:吗|没|么)`}
	// workNames are names that have a verb of work in them.
	workNames = text.LazyRegexp{Expr: `\b(?:commit|pr|pull request|mr|release|deploy(?:ment)?|push|build|test|` +
		`fix)s? (?:messages?|descriptions?|title|body|text|notes?|log|history|process|plan|strategy)\b`}
)
