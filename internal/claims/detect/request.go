package detect

import (
	"strings"

	"ccc/internal/text"
)

// AsksForWork reports whether the user asks for work, or how far it is. If nothing was changed or run, only then is a
// message a report of work, and not an explanation, a plan or a draft. A question asks for words, unless it contains an
// order ("Can you run it?") or asks how far the work is.
func AsksForWork(user string) bool {
	user = strings.TrimSpace(strings.ToLower(user))
	if user == "" || len(user) >= maxRequest {
		return true
	}
	user = workNames.ReplaceAllString(user, "‹text›")
	if workBan.MatchString(user) {
		return stateQuestion.MatchString(user)
	}
	return stateQuestion.MatchString(user) || !wordRequest.MatchString(user) ||
		includedOrder.MatchString(user)
}

// maxRequest bounds a request, in bytes. A longer text contains more than one and counts as work.
const maxRequest = 400

const (
	polite = `(?:[^\pL\pN]|(?:hey|hi|claude|ok|okay|so|now|then|also|and|just|please|pls|next|first|yes|sure|thanks|` +
		`let's|go ahead and|(?:can|could|would|will) you|i(?:'d like| want| need)(?: you)? to|help me|quickly|` +
		`try to)\b)*`
	workVerbs = `(?:run|re-?run|fix|execute|commit|push|deploy|publish|ship|release|delete|remove|implement|apply|` +
		`make|` +
		`add|change|build|test|port|migrate|move|rename|refactor|rewrite|split|merge|rebase|revert|undo|restore|` +
		`update|upgrade|bump|install|set up|configure|enable|disable|start|restart|stop|create|generate|replace|` +
		`convert|switch|clean|optimi[sz]e|improve|verify|check|lint|format|debug|reproduce|retry|redo|finish|resolve|` +
		`solve|repair|patch|tag|squash|roll back|continue)`
	zhPolite = `(?:你|我们?|直接|一下|重新|继续|也|全部|统一|简单|先|再|去|来)*`
	zhVerbs  = `(?:跑|修|执行|运行|提交|推|部署|发布|发版|上线|删|移除|清理|去掉|实现|改|加|新增|增加|添加|创建|新建|补|` +
		`重构|重写|重命名|迁移|移植|升级|更新|替换|换成|拆|合并|回滚|还原|安装|配置|启动|重启|优化|处理|解决|调整|测|` +
		`验证|检查|校验|构建|编译|打包|完成|重试|统计)`
)

var (
	// wordRequest matches a question, or a request for a text, a plan or a look.
	wordRequest = text.LazyRegexp{Expr: `[?？]|^` + polite + `(?:how|why|what|what's|whats|which|when|where|who|` +
		`whose|is|` +
		`are|was|were|does|do (?:we|i|you|they|these|those)|did|has|have|should|would|could|can|any|explain|describe|` +
		`tell|walk|review|summari[sz]e|compare|plan|draft|outline|sketch|analy[sz]e|assess|evaluate|audit|propose|` +
		`suggest|understand|know|learn|hello|hi|i(?:'m| am) (?:curious|wondering)|show (?:me|us)|list (?:the|all|` +
		`me|our)|give (?:me |us )?(?:a|an|` +
		`some|the|your|feedback))\b|` +
		`‹text›|^\S+ or \S+\b|怎么|怎样|为什么|为何|为啥|如何|什么|啥|多少|哪|吗|呢|么$|干嘛|` +
		`是不是|有没有|能不能|会不会|解释|解读|介绍|讲讲|说说|说下|说明一下|分析|总结|概述|评审|审查|看看|看下|` +
		`看一下|review(?:[^a-z]|$)|` +
		`你好|\S\s*还是[^，。]*(?:做|用|选|好|合适)|计划|方案|思路|清单|[周日月]报|checklist|意思|[对好]不[对好]`}
	// includedOrder matches an order in a question or beside it: "Can you run it?", "Why does it fail? Fix it."
	includedOrder = text.LazyRegexp{Expr: `^` + polite + `(?:can|could|would|will) you ` + polite + workVerbs + `\b|` +
		`[.;:!?\n]\s*` + polite + workVerbs + `\b|` +
		`,\s*` + polite + workVerbs + ` (?:it|this|that|them|the)\b|` +
		`^` + polite + workVerbs + `\b[^?]*$|\band (?:then|also|please) |` +
		`(?:^|[，。；！!\n]|请|帮我?|给我|麻烦|并|再|然后|顺便)` + zhPolite + zhVerbs + `(?:[^？?吗呢么什哪怎为如]*$|[^？?吗呢]*[，。])`}
	// workBan says that nothing is to be changed now.
	workBan = text.LazyRegexp{Expr: `\b(?:no|don't (?:write|touch|change|edit)(?: any)?) (?:code|changes|edits|` +
		`anything)\b|` +
		`\bplan only\b|\b(?:only|just) (?:a |the )?plan\b|(?:别|不要|不用)(?:动|改|写|碰)(?:任何)?代码|` +
		`先别(?:动手|动代码|改|写)|先出(?:个)?方案|只(?:要|出)方案`}
	// stateQuestion asks whether the work is done, or how it is: the answer is a claim.
	stateQuestion = text.LazyRegexp{Expr: `\b(?:status|state|results?)\b|` +
		`(?:^|[.,;:!?\n]\s*|\b(?:and|so|but|ok|that|if|whether) )(?:do|does|did|is|are|was|were|has|have)\b[^?]*` +
		`\b(?:pass(?:es|ed|ing)?|green|works?|working|builds?|` +
		`compiles?|clean|deployed|pushed|committed|published|fixed|done|ready|live|ok|finished|complete|run|` +
		`deleted|gone)(?: now| yet| already| again| locally)?\W*$|` +
		`^` + polite + `(?:does|do|is|are|has|have)\b[^?]*\b(?:still|now|yet)\b|\bdid you (?:run|test|check|fix|push|` +
		`deploy|commit|verify)|^(?:and |so )?(?:the )?\w+\?$|` +
		`状态|结果|` +
		`(?:通过|过|好|完成|完|成功|上线|推|提交|修复|发布|部署|推送|绿)(?:了)?(?:吗|没|么)`}
	// workNames are names that contain a verb of work, and texts that are only written.
	workNames = text.LazyRegexp{Expr: `\b(?:commit|pr|pull request|mr|release|deploy(?:ment)?|push|build|test|` +
		`fix)s? (?:messages?|descriptions?|title|body|text|notes?|log|history|process|plan|strategy|workflow)\b|` +
		`\b(?:write|make|give|show|draft|list)(?: me| us)?(?: up)?(?: an?| the| some| all)? (?:[\w-]+ ){0,2}?(?:pr|` +
		`pull request|description|commit message|text|release notes?|changelog|message|reply|e-?mail|checklist|plan|` +
		`list|summary|overview|steps|options|feedback)\b|` +
		`(?:写|列|给|做)[^，。]{0,12}(?:发布说明|更新日志|公告|描述|说明|清单|回复|邮件|提交信息|日志|计划|步骤|方案|周报)`}
)
