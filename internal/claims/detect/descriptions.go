package detect

import (
	"strings"
	"unicode/utf8"

	"ccc/internal/text"
)

// isDescription reports whether a match says what the program does, and not what the agent has done or seen: "The token
// is verified before the upload", "Tests pass a context now". Grammar tells these apart: an object after a verb that
// has none in a claim, a present passive with words for habit, agent or place, a participle before its noun.
func isDescription(kind Kind, clause string, from, to int) bool {
	after := clause[to:]
	if len(after) > maxAfter {
		_, size := utf8.DecodeLastRuneInString(after[:maxAfter])
		after = after[:maxAfter-size]
	}
	match, chinese := clause[from:to], isChinese(clause)
	if kind != TestsPassed && relativeClause.MatchString(clause[:from]) {
		return true
	}
	m := objectOfPass.FindStringSubmatch(match + after)
	if m != nil && !strings.Contains(passedThings, " "+m[1]+" ") {
		return true
	}
	for _, form := range descriptions {
		if isChinese(form.example) && !chinese {
			continue // a form for Chinese cannot match here
		}
		if form.kinds != "" && !strings.Contains(form.kinds, string(kind)) {
			continue
		}
		if form.anchored {
			at := form.expr.FindStringIndex(match + after)
			if at != nil && at[0] < len(match) && at[1] >= len(match) {
				return true
			}
		} else if form.expr.MatchString(text.Head(clause, maxSentence)) {
			return true
		}
	}
	return isHabit(kind, clause, from, to, after)
}

// relativeClause matches what comes before a claim that only says which thing is meant: "the last tag that was
// deployed".
var relativeClause = text.LazyRegexp{Expr: `[\pL\pN\x{e000}-\x{e0c7})]\s+(?:that|which)\s*$`}

// maxAfter bounds what is looked at after a match, in bytes.
const maxAfter = 160

// objectOfPass matches the noun after "tests pass the …". With a noun of passedThings that is still a claim.
var objectOfPass = text.LazyRegexp{Expr: `\b(?:tests?|specs?|suites?|linter|checker|build)\s+` +
	`(?:now\s+|also\s+|then\s+)*pass(?:es)?\s+(?:the|each|every|over|these|those)\s+(\w+)`}

const passedThings = " time times run runs first same second third whole full entire complete suite test tests " +
	"check checks ci gate specs way moment new existing other remaining last "

// descriptions are forms for what a program does. An anchored one must begin in the match, the others may be anywhere
// in the clause.
var descriptions = []struct {
	kinds    string // claims to which the form applies; "" for all
	anchored bool
	expr     *text.LazyRegexp
	// For the table's tests: a message that the form keeps from being a claim, and one that it does not.
	example, counter string
}{
	{
		string(TestsPassed + BuildPassed + LintClean + TypecheckClean), true,
		&text.LazyRegexp{Expr: `\bpass(?:es)?\s+(?:(?:an?|its|their|his|own|nil|null|none|true|false|arguments?|` +
			`flags?|args|options?|parameters?)\b|the\s+\w+\s+(?:on|to|in|into|along|down)\b)`},
		"Every test passes its own logger.", "Every test passes with its own logger.",
	},
	{
		string(TestsPassed), false,
		&text.LazyRegexp{Expr: `\b(?:tests?|specs?)(?:\s+[\x{e000}-\x{e0c7}])?\s+(?:currently\s+|now\s+|also\s+|` +
			`still\s+)?pass(?:es)?\s+[\x{e000}-\x{e0c7}](?:\s*[^\s.,;:!)(\d]|,\s*(?:which|so|and it)\b|$)`},
		"The test `TestX` passes `nil` here.", "The test `TestX` passes with `-race`.",
	},
	{
		string(TestsPassed + BuildPassed + LintClean + TypecheckClean), true,
		&text.LazyRegexp{Expr: `\b(?:go(?:es)?|runs?|went|ran|comes?)\s+through\s+` +
			`(?:[\x{e000}-\x{e0c7}]|an?\b|one\b|our\b|its\b|\w{2,}(?:er|or)s?\b)`},
		"All tests go through `setup()` now.", "All tests went through in 3 s.",
	},
	{
		string(BuildPassed + TypecheckClean), true,
		&text.LazyRegexp{Expr: `\b(?:compiles?|builds?)\s+(?:down\s+)?(?:in)?to\b`},
		"It compiles to a single binary.", "It compiles in a second.",
	},
	{
		string(BuildPassed), true,
		&text.LazyRegexp{Expr: `\b(?:clean|successful) (?:build|compile)\s+(?:\w+s\s|will|can|must|should)`},
		"A clean build takes 3 minutes.", "A clean build on both targets.",
	},
	{
		"", true,
		&text.LazyRegexp{Expr: `\b(?:pass|passes|succeeds?|compiles?|builds?)\s+(?:or\s+fails?\b|only\b|faster\b|` +
			`slower\b|quicker\b|more \w+ly\b|less \w+\b|twice as\b)`},
		"The build succeeds or fails as a whole.", "The build succeeds on both platforms.",
	},
	{
		string(LintClean + TestsPassed + BuildPassed), true,
		&text.LazyRegexp{Expr: `\bclean\s+of\s+(?:duplicat|dead|old|legacy|secret|noise)`},
		"The lint job is clean of duplicates.", "ESLint is clean of warnings.",
	},
	{ // it says when something happens
		"", false,
		&text.LazyRegexp{Expr: `\b(?:after|before)\s+(?:the|each|every|an?)\s+(?:\w+\s+)?(?:tests?|suite|build)\s+` +
			`(?:pass(?:es)?|succeeds?|compiles)\b|` +
			`\b(?:before|until)\s+(?:it|they|that|this|anything|the\s+\w+)(?:'s|'re|\s+is|\s+are|\s+gets?)\s+` +
			`(?:published|deployed|pushed|committed|released|shipped)\b`},
		"It removes the file after the test passes.", "After the change the tests pass.",
	},
	{
		string(Deployed), false,
		&text.LazyRegexp{Expr: `\b(?:locks?|mutex(?:es)?|memory|resources?|connections?|handles?|` +
			`semaphores?|sockets?|buffers?|slots?|leases?|permits?|threads?|workers?|keys?|` +
			`funds)\s+(?:(?:is|are|was|were|has|have|had|been|gets?|got|always|already|never|only)\s+)+released\b`},
		"The lock has been released by then.", "The locking fix has been released.",
	},
	{
		string(Deployed + Pushed + Committed + Verified + Created + Deleted), false,
		&text.LazyRegexp{Expr: `\b(?:after|when|as soon as|once|unless|until)\s+` +
			`(?:the|an?|each|every|its|your|both)\s+(?:[\w-]+\s+){1,2}(?:has|have|is|are|gets?)\s+(?:been\s+)?` +
			`(?:released|deployed|published|pushed|committed|verified|merged|deleted|created)\b`},
		"Docs are built after the tag has been pushed.", "After the fix the tag has been pushed.",
	},
	{ // it passed only in part
		string(Fixed), false,
		&text.LazyRegexp{Expr: `\bfixed (?:one|two|three|four|five|six|seven|eight|nine|ten|\d+|some|most|several|` +
			`a few|half) of (?:the|these|those|them|all)\b|` +
			`(?:修复|修好|解决)了?其中的?\s*[一二两三四五六七八九\d]`},
		"I fixed three of the five failures.", "I fixed all of the five failures.",
	},
	{ // it happened long ago
		"", true,
		&text.LazyRegexp{Expr: `\w+ed\s+(?:in|since)\s+(?:january|february|march|april|june|july|august|september|` +
			`october|november|december)\b`},
		"The old release was published in March.", "The release, planned since March, was published in the morning.",
	},
	{ // it describes a commit
		string(Fixed), false,
		&text.LazyRegexp{Expr: `(?:\bcommit|提交|版本|\bpr|\bmr)\s*#?(?:[\x{e000}-\x{e0c7}]|[0-9a-f]{7,40}\b|` +
			`\d[\d.]*)\s*(?:已经?|就|也)?\s*(?:修复|解决|修正|修掉)`},
		"提交 `8d1e2f0` 修复了词法分析器。", "按提交 `8d1e2f0` 的思路，我修复了词法分析器。",
	},
	{ // it says where something is tested
		string(Verified), false,
		&text.LazyRegexp{Expr: `\b(?:is|are)\s+(?:also\s+|already\s+)?(?:tested|verified|validated)\s+` +
			`(?:in|by)\s+[\x{e000}-\x{e0c7}]`},
		"The function is tested in `test_a.py`.", "The function is tested by hand.",
	},
	{ // a participle before its noun
		"", false,
		&text.LazyRegexp{Expr: `^[^\pL\pN\x{e000}-]*(?:published|deployed|verified|committed|pushed|` +
			`released|confirmed|validated|tested)\s+(?:\w+s|data|code|content|state|memory|work)\s+(?:are|` +
			`is|can|cannot|can't|have|has|must|may|get|gets|will|do|does|don't|never|always|stay|stays|` +
			`remain|remains|show|shows|need|needs)\b`},
		"Published articles are cached.", "Published the articles; they are cached.",
	},
	{ // something moved within the code
		string(Pushed), true,
		&text.LazyRegexp{Expr: `\bpushed\s+(?:\S+\s+){1,5}?(?:down|into|onto|inside|behind|further|out of|back|` +
			`up (?:to|into)|to the (?:end|top|bottom|front|back|caller|edge|right|left))\b`},
		"I pushed the validation into `parse()`.", "I pushed the validation to `main`.",
	},
	{ // a piece of code is the subject, not the agent
		string(Created + Deleted + Committed + Pushed + Deployed + Fixed), false,
		&text.LazyRegexp{Expr: `\b(?:code|function|method|test|script|step|line|lines|hook|job|logic|` +
			`call|command|one|part|handler|task|cron|workflow)s?\s+(?:that|which)\s+(?:once\s+|also\s+)?` +
			`(?:deleted|removed|created|wrote|generated|committed|pushed|deployed|published|dropped)\b`},
		"I moved the code that deleted `cache.json` to `clean.go`.", "I deleted `cache.json`.",
	},
	{ // the place is none to which an agent delivers
		string(Fixed), true,
		&text.LazyRegexp{Expr: `\bfixed\s+(?:to the\b|at \d|in place\b|in (?:[a-z][\w+#-]*\s+)?v?\d+\.\d|` +
			`on\s+[\x{e000}-\x{e0c7}]\s+already)`},
		"The header is fixed to the top of the page.", "The header is fixed.",
	},
	{ // it names a property that stays the same
		string(Fixed), false,
		&text.LazyRegexp{Expr: `\b(?:seed|width|height|size|length|port|rate|price|interval|ratio|dimensions?|` +
			`scale)s?\s+(?:is|are)\s+(?:now\s+)?fixed\b`},
		"The seed is fixed, so the run is deterministic.", "The seed is read now: the flake is fixed.",
	},
	{
		string(Fixed), false,
		&text.LazyRegexp{Expr: `(?:上游|官方)(?:仓库|版本|项目|库|\s*v?\d[\d.]*|在|也|里|中|的|\s|早)*` +
			`\s*[^，。；为时的]{0,12}(?:已经?|已在[^，。；]{0,10})(?:修复|解决|修正)|` +
			`在\s*(?:上游|官方)?[^，。；]{0,12}\d+\.\d+\S*\s*(?:(?:版本?)?(?:中|里|上)?\s*(?:就|已)[^，。；]{0,4}|` +
			`版本?(?:中|里|上)\s*(?:才|被)?)(?:修复|解决|修正)`},
		"该问题在上游 1.4 版本中已修复。", "上游数据为空时崩溃的问题已修复。",
	},
	{
		string(Fixed), false,
		&text.LazyRegexp{Expr: `\b(?:upstream|the (?:library|vendor|maintainers?|framework|author)|maintainers?)\s+` +
			`(?:has\s+|have\s+|had\s+|already\s+|also\s+|since\s+)*(?:fixed|resolved)\b`},
		"Upstream has fixed this.", "I fixed this as upstream does.",
	},
	{
		string(Fixed), false,
		&text.LazyRegexp{Expr: `\bfixed (?:this|it|that|the \w+) in v?\d+\.\d`},
		"We fixed this in 2.0.", "I fixed this in two places.",
	},
	{ // something passes through something
		string(TestsPassed), false,
		&text.LazyRegexp{Expr: `(?:请求|流量|连接|访问|调用|通信|通讯|数据|消息)` +
			`[^，。；测用]{0,6}通过\s*[^，。；了！!\s]`},
		"全部请求都通过 HTTPS。", "流量回放的测试都通过了。",
	},
	{
		string(Pushed), true,
		&text.LazyRegexp{Expr: `(?:推送|推|push)\s*(?:到|至|给)了?\s*(?:kafka|redis|loki|es\b|elastic|` +
			`prometheus|grafana|rabbitmq|mq\b|s3|oss|sentry|客户端|前端|后端|队列|手机|用户|设备|订阅|频道|` +
			`微信|钉钉|飞书|数据库|日志|浏览器|栈)`},
		"日志推送到 Loki 了。", "日志的改动推送到 origin 了。",
	},
	{ // 通过 is "by means of" before what is done, and "through" before a noun
		"", true,
		&text.LazyRegexp{Expr: `通过\s*(?:[\x{e000}-\x{e0c7}]|[a-z0-9_.-]+)?(?:\s|\p{Han}|[a-z0-9_.-]){0,14}?` +
			`(?:完成|运行|执行|进行|触发|启动|切换|隔离|控制|管理|生成|构造|替代|传递|` +
			`来\p{Han})\s*(?:$|[，。；、]|\p{Han})|` +
			`通过(?:该|此|这个|一个|统一)?(?:网关|代理|接口|中间件|队列|通道|参数|变量|环境变量|配置|事件|` +
			`消息|上下文|依赖注入|构造函数|邮件|微信|短信|浏览器|服务|工厂|适配器|单例|缓存|数据库|锁)`},
		"测试通过 `pytest` 运行。", "测试通过，运行正常。",
	},
	{ // a state, and no act
		"", true,
		&text.LazyRegexp{Expr: `(?:已|成功)(?:发布|提交|推送|部署|上线|验证|确认|修复)\s*` +
			`(?:状态|类型)?的?(?:状态的)\s*\p{Han}|` +
			`(?:发布|提交|推送|部署|上线|验证|确认)(?:完成|成功)?[^，。；]{0,10}的(?:情况|前提|条件|场景)下`},
		"已发布状态的文章不能删除。", "已发布最新的版本。",
	},
	{
		"", false,
		&text.LazyRegexp{Expr: `(?:状态|字段|标记|枚举|取值)(?:值|为|是|码)?\s*[\x{e000}-\x{e0c7}\x{e0fe}]\s*` +
			`(?:表示|代表|意味|说明|对应)|` +
			`每次(?:提交|推送|部署|发布|构建|编译|合并|打包)(?:成功|完成|通过)?(?:都|就|后|时)?会`},
		"状态 `已部署` 表示发布完成。", "部署完成，状态正常。",
	},
	{ // a component is the subject
		string(Committed + Pushed + Verified + Deployed), false,
		&text.LazyRegexp{Expr: `(?:接口|后端|服务端?|客户端|函数|方法|脚本|任务|程序|` +
			`系统|组件|中间件|框架|网关|进程|线程|消费者|生产者|监听器|处理器|工作流|钩子|` +
			`(?:^|[，；])\s*[\x{e000}-\x{e0c7}])\s*(?:会|再|也|只|都|先)*\s*(?:(?:把|将|给|对)[^，。；已]{1,8})?` +
			`(?:验证|校验|提交|推送|发布|部署)(?:了|到|完)\S?\s*(?:\p{Han}|\w)`},
		"后端把日志推送到了 ES。", "我把分支推送到了 origin。",
	},
	{ // others did the work
		string(Committed + Pushed + Deployed), false,
		&text.LazyRegexp{Expr: `(?:提交|推送|发布)(?:了|完|到)?\s*(?:该|这些|新的)?` +
			`(?:事务|消息|事件|表单|订单|通知|指标|offset|文章|商品|评论|申请|作业)|` +
			`(?:事务|消息|事件|表单|订单|通知|指标|文章|商品|评论|申请)[^，。；]{0,6}` +
			`(?:已|被|会|再)*(?:提交|推送|发布)|` +
			`(?:验证|测试|检查|点击|调试|演示|触发|修复|优化|实现|调整)(?:了|过|完)?(?:提交|推送|发布|部署|上线)` +
			`(?:流程|逻辑|功能|按钮|脚本|页面|接口|操作|步骤)`},
		"`save()` 提交了事务。", "`save()` 的改动已提交。",
	},
}

// MayDescribeHabit reports whether the statement says with a passive that something is pushed, deployed or committed,
// and so perhaps how that is usually done, while the user has not asked for it.
func (s Statement) MayDescribeHabit(user string) bool {
	return !s.Universal && (s.Kind == Pushed || s.Kind == Deployed || s.Kind == Committed) &&
		passiveAct.MatchString(s.Clause) && !namesAct.MatchString(
		workNames.ReplaceAllString(strings.ToLower(user), ""))
}

var (
	passiveAct = text.LazyRegexp{Expr: `\b(?:is|are|was|were|gets?)\s+(?:\w+,?\s+){0,6}?` +
		`(?:committed|pushed|deployed|published|` +
		`released|shipped|rolled out)\b`}
	namesAct = text.LazyRegexp{Expr: `commit|push|deploy|releas|publish|ship|merge|squash|roll|\bpr\b|\blive\b|save|` +
		`\bgo to (?:prod|staging)|promot|` +
		`[推存]|上线|发[布版]|部署|提交|合并`}
	presentPassive = text.LazyRegexp{Expr: `\b(?:is|are|gets?)\s+(?:(?:now|all|also|both|then|first|always|` +
		`only)\s+)*(?:verified|confirmed|validated|tested|committed|pushed|deployed|published|released|shipped)$`}
	habitWords = text.LazyRegexp{Expr: `\b(?:each|every|whenever|always|automatically|asynchronously|atomically|` +
		`lazily|periodically|daily|nightly|hourly|twice|` +
		`at the (?:end|start|beginning|top)|` +
		`in (?:19|20)\d\d|` +
		`per (?:request|row|item|user|batch|call|run))\b|` +
		`^\s+(?:only|if|when|once|until|unless|before|after|upon|during|` +
		`at (?:midnight|startup|runtime|night|boot|build)|` +
		`by (?:the|an?|its|[\x{e000}-\x{e0c7}]|github|ci|argo\w*)|` +
		`in (?:batches|the background|\w+ (?:db |database )?transactions?)|` +
		`against (?:the|an?|its)|` +
		`to (?:disk|the (?:database|db|log|wal|store|ledger|stack|queue|client|server-side|history|parent|` +
		`array|list|channel|user|browser)))\b`}
	// workNouns name the agent's own work: with these, "is committed" and the like may be claims.
	workNouns = text.LazyRegexp{Expr: `\b(?:it|this|that|they|these|everything|all|both|which|changes?|` +
		`fix(?:es)?|work|commits?|branch(?:es)?|tags?|patch(?:es)?|release|version|package|image|app|` +
		`application|site|service|docs?|documentation|feature|code|build|update|migrations?|bug|issue|problem|` +
		`behaviou?r|flow|results?|output|page|endpoints?|files?|edits?|refactor\w*|implementation|library|` +
		`function|worker|container|contract|bot|server|plugin|extension|module|crate|gem|chart|dashboard|` +
		`api|frontend|backend|script|config\w*|stack|lambda|website|repo(?:sitory)?|project|tests?|suite|` +
		"v?\\d[\\w.-]*|[0-9a-f]{7,40}|[\ue000-\ue0c7]|\\w+ing)\\s+$"}
	endsWithCode = text.LazyRegexp{Expr: `[\x{e000}-\x{e0c7}\x{e0fe}”]\s+$`}
	// definiteSubject matches a subject with an article or the like, which means one thing: "the new log level".
	definiteSubject = text.LazyRegexp{Expr: `\b(?:the|your|my|our|this|that|tag|revision)\s+(?:[^\s,;:]+\s+){1,5}$`}
	inCode          = text.LazyRegexp{Expr: `^\s+in\s+[\x{e000}-\x{e0c7}]`}
	withWords       = text.LazyRegexp{Expr: `^\s+(?:with|as|for|from|at)\b`}
	adjunct         = text.LazyRegexp{Expr: `^\s+(?:with|in|on|to|over|from|at|as|for|using|via|against|under|through)\b`}
	// deliveryGoal matches the places to which an agent delivers its work: "to `main`", "on npm".
	deliveryGoal = text.LazyRegexp{Expr: `^\s+(?:\w+\s+){0,2}?(?:to|on|in|at|as|under)\s+(?:[\w-]+\s+){0,3}?` +
		`(?:[\x{e000}-\x{e0c7}]|\S+[/.]\S|origin|main\b|master\b|develop\b|dev\b|remote|upstream|git\b|` +
		`github|gitlab|bitbucket|gitea|gitee|fork|branch|repo|pr\b|prod|staging|npm|pypi|crates|maven|` +
		`rubygems|docker|ghcr|ecr\b|gcr\b|registry|vercel|netlify|fly\b|heroku|aws|cloud|kube|k8s|cluster|` +
		`environment|account|region|bucket|namespace|[a-z]+-[a-z]+-\d|server|marketplace|store|testflight|` +
		`pages|cdn|test ?net|main ?net|v?\d|` +
		`(?:one|two|three|\d+|separate|single|small) (?:\w+ )?commits?|` +
		`commits?|device|node|chrome|firefox|browser|linux|macos|windows|local)`}
)

// isHabit reports whether a passive of the present says what happens regularly: "The offset is committed after each
// batch". About the agent's own work it says what is true now: "The fix is pushed to `main`".
func isHabit(kind Kind, clause string, from, to int, after string) bool {
	if kind != Verified && kind != Committed && kind != Pushed && kind != Deployed {
		return false
	}
	at := presentPassive.FindStringIndex(clause[:to])
	if at == nil || at[0] < from-1 && from > 0 {
		return false
	}
	if strings.Contains(clause[at[0]:to], " then ") {
		return true
	}
	if end := strings.IndexAny(after, ",.;:—–"); end >= 0 {
		after = after[:end]
	}
	switch {
	case habitWords.MatchString(after):
		return true
	case !adjunct.MatchString(after), kind != Verified && kind != Committed && withWords.MatchString(after):
		return false
	case kind == Verified && !workNouns.MatchString(clause[:at[0]]):
		return true
	case workNouns.MatchString(clause[:at[0]]), kind != Verified && endsWithCode.MatchString(clause[:at[0]]):
		return (kind == Pushed || kind == Deployed) && !deliveryGoal.MatchString(after)
	}
	return !definiteSubject.MatchString(clause[:at[0]]) || inCode.MatchString(after) ||
		!deliveryGoal.MatchString(after)
}
