package detect

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ccc/internal/claims/detect/patterns"
	"ccc/internal/text"
)

// A guard is a form of words that turns a claim into something else: a negation, a condition, a question.
type guard struct {
	where guardPlace
	expr  string
	// For the table's tests: a message that the guard keeps from being a claim, and one that it does not.
	example, counter string
}

// A guardPlace says where a guard's words must be.
type guardPlace uint8

const (
	nearBefore guardPlace = iota // before the claim, with no comma or "and" between
	beforeIt                     // before the claim, anywhere in the clause
	aroundIt                     // before or after the claim, in the clause
	anywhere                     // anywhere in the sentence
	// the same, but only for claims about tests, and that something is fixed or verified
	anywhereForTests
	atClauseHead   // at the beginning of the clause
	atUntickedHead // the same, but not behind a tick, since an instruction that is ticked has been followed
	guardPlaces    // how many there are
)

var guards = []guard{
	{
		atClauseHead, `(?:before(?:hand)?|previously|earlier|until now|originally)\s*,`,
		"Before, the tests passed with whole numbers alone.", "Before the merge I ran them: all tests pass.",
	},
	{
		aroundIt, `\bonly because\b`,
		"The tests passed only because the fixture was empty.", "Only one file changed, and all tests pass.",
	},
	{ // "After these changes the tests pass, …" says what holds now
		atClauseHead, `(?:after|as soon as)\s+(?:(?:all|the|every|each|of|your|both|full|whole|unit|integration|\d+)\s+)*` +
			`(?:tests?|suites?|specs|builds?|lint(?:er)?|checks?|ci|type-?check)\s+(?:suite\s+)?(?:pass(?:es)?\b|succeeds?\b|` +
			`(?:is|are|goes|turns?) (?:all )?(?:green|clean)\b)`,
		"After all tests pass, bump the version.", "After that all tests pass, and the version is bumped.",
	},
	{
		atClauseHead, `(?:to[- ]?do|remaining|still (?:to do|open|missing)|left(?: to do)?|outstanding|pending|follow-?ups?|` +
			`(?:the |my |our |revised |new )?(?:plan|roadmap|checklist|steps)|待办|剩余|剩下的?|未完成|计划|步骤)\s*[:：]`,
		"To do: get the tests green.", "Remaining work: none. All tests pass.",
	},
	{
		atClauseHead, `(?:step|phase|stage)\s*\d+\s*[:.)–—-]\s*(?:\S+\s+){1,6}?(?:is|are|gets?)\s+(?:\w+\s+)?\w+ed\b`,
		"- Step 3: **Release is published.**", "Step 3: I published the release.",
	},
	{
		beforeIt, `(?:一致|看到|出现|返回)[^，。；]{0,12}就(?:是|算)|一致就`,
		"返回的 commit 和 tag 一致就是已发布。", "两边一致，已发布。",
	},
	{
		beforeIt, `\bin the (?:old|previous|former|current|existing) (?:setup|version|flow|pipeline|system|design|process)\b`,
		"In the old setup, the fix was rolled out to the cluster.", "The fix is rolled out to the cluster.",
	},
	{
		anywhere, `\b(?:a|some|little|no) chance (?:that|of)\b|\blong before (?:this|that|my|our|the)\b|\bran out of\b`,
		"There's a chance that all tests pass in CI.", "By chance I saw it earlier; all tests pass.",
	},
	{
		beforeIt, `\b(?:conditions?|requirements?|prerequisites?|criteria|definition) (?:for|of|to|before)\b[^.;:(]{0,40}` +
			`[:(]|(?:条件|准则|前提|门槛|标准)[^，。；:：(（]{0,6}[:：(（]`,
		"`CONTRIBUTING.md` names the conditions for a merge (all tests pass).", "On the condition of the tests: all pass.",
	},
	{
		atClauseHead, `how to\b`,
		"How to deploy it: the image is pushed to the registry.", "How it went: the image is pushed to the registry.",
	},
	{
		beforeIt, `(?:发布|上线|部署|合并|提交|提测)之?前(?:先|需|要|请|得|必须)`,
		"发布前先确认三件事：镜像已推到 Harbor。", "镜像已推到 Harbor，发布前先看一眼。",
	},
	{
		beforeIt, `\bby (?:ci\b|(?:the |our )?(?:pipeline|workflow|ci job|release job)\b|github actions|jenkins)`,
		"The image is built by CI and pushed to the registry.", "The image, built by hand, is pushed to the registry.",
	},
	{
		beforeIt, `jenkins\s*(?:上|里|那边)`,
		"Jenkins 上测试都通过了。", "Jenkins 的问题修好了，测试都通过了。",
	},
	{
		beforeIt, `\b(?:assumptions?|premise|hypothesis|suppose|supposing)\b`,
		"The assumption is that the fix is deployed to staging.", "The fix is deployed to staging.",
	},
	{
		aroundIt, `\b(?:live|up|available|visible|there|deployed|published|out|effective|gone|fixed) (?:with)?in ` +
			`(?:about |some |under )?(?:a|an|one|\d+|a few|several) (?:seconds?|minutes?|hours?|days?)\b`,
		"After that the package is live within a minute.", "The package is live; the upload took a minute.",
	},
	{
		beforeIt, `\b(?:previous|earlier|other|last) (?:agent|session|subagent)\b`,
		"The previous agent session had reported the tests as passing.", "The previous task is done; all tests pass.",
	},
	{
		anywhere, `已\p{Han}{1,4}\s*(?:→|->|=>)|(?:→|->|=>)\s*已`,
		"订单状态：已创建 → 已验证 → 已发布。", "状态改成 a -> b，已发布到 npm。",
	},
	{
		aroundIt, `\b(?:deployed|pushed|committed|published|deleted|removed|created) nothing\b`,
		"I deployed nothing and pushed nothing.", "I deployed it; nothing else changed, and all tests pass.",
	},
	{
		aroundIt, `\bhad been\b`,
		"The tag was pushed after it had been signed.", "It had been slow; now all tests pass.",
	},
	{
		anywhere, `\b(?:was|were) (?:still )?(?:running|going) when i\b`,
		"py311 passed its tests, py312 was running when I last looked.", "It was running; now all tests passed.",
	},
	{
		anywhere, `\bfirst,? (?:and )?then\b`,
		"On a tag all tests pass first, then the image is built.", "First I fixed it; then all tests pass.",
	},
	{
		anywhere, `只有[^。；]{1,60}才(?:会|能|可|放|允许|算|继续|执行|触发|合并|发布|部署|推|上线)`,
		"只有 lint 没有报错、测试全部通过，才会放行。", "只有一处改动，测试全部通过，刚才又跑了一遍。",
	},
	{
		nearBefore, `\b(?:against|using)(?: (?:the|an?|this|that|your|our))?(?: \w+)? ?$`,
		"I read it against the current build, and all of it works.", "I ran it against the API; the build passes.",
	},
	{
		aroundIt, `\b(?:in my head|on paper|on (?:my|a) (?:reading|look)|by (?:inspection|eye)|from reading)\b`,
		"The code compiles in my head only.", "The code compiles in my sandbox.",
	},
	{
		anywhere, `\b(?:last|previous) (?:week|month|year|night|spring|summer|autumn|fall|winter|quarter|sprint|` +
			`release|january|february|march|april|may|june|july|august|september|october|november|december|` +
			`(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?:[^']|$)|` +
			`\b(?:\d+|one|two|three|a few|several|some|a) (?:days?|weeks?|months?|years?|hours?) ago\b|` +
			`\b(?:was|were) \w+ (?:\w+ )?in (?:19|20)\d\d\b`,
		"The release was published last week.", "The last run of the tests passed: all tests pass.",
	},
	{
		beforeIt, `(?:程序|脚本|命令|函数|服务|接口|任务|工具|它|系统|流水线|工作流|钩子|[\x{e000}-\x{e0c7}])\s*` +
			`(?:就|也|都|还)?会[^，。；]{0,40}$`,
		"程序会创建 `a.json` 并删除 `b.json`。", "程序会自己退出，我删除了 `b.json`。",
	},
	{
		anywhere, `\b(?:passed|passing|worked|green|clean) before\s*(?:$|[,.;:])`,
		"Your tests passed before; I have not run them since.", "All tests passed before I pushed.",
	},
	{
		anywhere, `\bbut (?:they|it|some|one|two|many|others?) (?:of them )?(?:still |now |all |also )*fails?\b`,
		"All tests pass in CI, but they fail locally.", "It failed before, but all tests pass now.",
	},
	{
		nearBefore, `\b(?:each|every) (?:commit|push|pull request|pr|merge|release|tag)\s*$`,
		"Each commit is tested in CI.", "I tested it for each commit: all tests pass.",
	},
	{
		aroundIt, `\bas soon as\b`,
		"`/health` answers 200 as soon as the database is there.", "I tried it as you said: `/health` answers 200.",
	},
	{
		beforeIt, `\bwhy\b|为什么|为何`,
		"That is why all tests pass in CI while production fails.", "I know why it failed; now all tests pass.",
	},
	{
		atClauseHead, `(?:great|good|nice|glad|happy|cool|perfect|wonderful)\s+(?:to (?:hear|see|know)\s+)?that\b`,
		"Great that the tests pass!", "Good: all tests pass.",
	},
	{
		anywhere, `\|\s*(?:pending|to ?do|tbd|open|no|not (?:run|done|tested|yet|started|checked|verified|deployed|pushed|committed|built|applicable|` +
			`available|possible|finished|fixed|ok)|skipped|unknown|blocked|planned|in progress|` +
			`待[^|]{0,4}|未[^|]{0,4}|否|进行中|计划[^|]{0,4}|跳过)\s*(?:\||$)`,
		"Tests pass | pending", "Tests pass | yes",
	},
	{
		anywhere, `\b(?:but|though|although|however)\b[^.;]{0,12}\b(?:i|we)\s+(?:did not|didn't|` +
			`have not|haven't|could not|couldn't|never|cannot|can't)\s+(?:actually\s+|yet\s+)?(?:re-?)?` +
			`(?:run|ran|execute|test|check|verify|build|compile)\w*\s+(?:it|them|this|that|anything|any of)\b`,
		"The tests pass, but I did not run them.", "The tests pass, but I did not run the benchmarks.",
	},
	{
		atClauseHead, `(?:after|as soon as)\s[^,]{1,40}\s(?:is|are|gets?)\s+(?:pushed|merged|deployed|committed|` +
			`published|released|tagged|approved)\b|(?:after|before|until|when)\s[^,]{1,40}\s(?:is|are|gets?|has been|have been) ` +
			`(?:pushed|merged|deployed|committed|published|released|created|deleted|removed|written|generated|installed)\s*,`,
		"After the tag is pushed, the docs are built.", "After the review I pushed the tag.",
	},
	{
		aroundIt, `\b(?:is|are|gets?) (?:deployed|published|released|pushed|committed|built|uploaded|created|` +
			`deleted)(?: \S+){0,4}? (?:automatically|by (?:itself|themselves)|on (?:its|their) own)\b`,
		"The docs are deployed by themselves.", "The docs are deployed; I did it myself.",
	},
	{
		aroundIt, `\bpass(?:es)?\s+[\x{e000}-\x{e0c7}]\s+(?:with|to|in|into|on|through|as|by|via|along|down)\b|` +
			`\bpass(?:es)?\s+(?:the|an?|its|their)\s+(?:\w+\s+){1,3}(?:to|into|through|via|down to|along to)\s|` +
			`\bclean of (?:an?|any|the)\b`,
		"The tests pass `ctx` to the handler.", "The tests pass in `ctx.go`.",
	},
	{
		beforeIt, `\byour (?:own|local)\b|[你您](?:在?本地|那边|自己|的?机器上?|电脑上?|在?$)`,
		"On your local branch all tests pass.", "我本地测试都通过了。",
	},
	{
		nearBefore, `\b(?:not|nothing|never|cannot|unable|without|fail(?:ed|s|ing)? to|none|neither|nor|no|` +
			`hardly|barely|skip(?:ped)?|stop(?:ped|s)?|refus\w+|instead of|rather than|yet to|unless|far from)\b|` +
			`\b\w+n't\b`,
		"I did not get to a state in which all tests pass.", "Nothing else changed, and all tests pass.",
	},
	{
		nearBefore, `没有|没|未|尚|并未|还没|无法|不能|不会|不是|不|别|勿|非|难以`,
		"尚未让所有测试通过。", "没有改接口，所有测试通过。",
	},
	{
		aroundIt, `(?:^|[^\x{e000}-\x{e0c7}\s])\s*\bexpects\b|\b(?:should|would|might|may|could|probably|likely|` +
			`presumably|hopefully|expect(?:ed)?|i think|` +
			`my guess|i(?:'m| am) guessing|i believe|i assume|assuming|assume|supposed|seems?|appears?|ought|` +
			`in theory|theoretically|perhaps|maybe|possibly|(?:is|be) possible that|by accident|by chance|` +
			`as far as i|i'd guess|ideally|in principle|looks like)\b`,
		"All tests should pass now.", "All tests pass now.",
	},
	{
		aroundIt, `\b(?:from memory|unconfirmed|iirc|tbc|if i (?:remember|recall)|(?:need|needs|have|has|still|` +
			`want) to ` +
			`(?:be )?(?:confirm|double-check|re-?check|re-?verify)\w*|to be (?:confirmed|verified|double-checked|` +
			`re-?checked))\b|` +
			`凭(?:记忆|印象)|印象[中里]|待(?:确认|核实|复核|复查)|有待|还?需要?再?(?:确认|核实|复查)|未经(?:确认|核实)|没(?:核实|确认)过?`,
		"- Lint: clean (from memory, to be confirmed)", "- Lint: clean (confirmed twice)",
	},
	{
		aroundIt, `应该|应当|应能|可能|大概|也许|估计|预计|理论上|按理|似乎|看起来|看上去|好像|希望|想必|` +
			`或许|我认为|我觉得|我猜|差不多|碰巧|侥幸`,
		"测试应该都通过了。", "测试都通过了。",
	},
	{
		beforeIt, `\b(?:if|once|when|whenever|until|till|provided|as long as|as soon as|in case|whether|after you|` +
			`before you|so that|to make sure|even if|although|even though|` +
			`(?:and|then) (?:check|see|verify|confirm) (?:that|whether|if)|` +
			`(?:checks|verifies|asserts|tests|confirms|requires|validates|guarantees) (?:that|whether|if)|` +
			`to ensure|to see|to check|to verify|to confirm|make sure|ensure|ensures|ensuring|in order to|` +
			`let me know|wait(?:ing)? for|while)\b`,
		"Once all tests pass, I will merge.", "I ran them twice and all tests pass.",
	},
	{
		beforeIt, `前提|就算|即使|即便|哪怕|假使|没法证实|无法证实|转述|流程|分[两三四五六几0-9]步|还差|` +
			`还剩|如果|若|假如|倘若|一旦|只要|除非|要是|万一|等到|等|直到|以便|确保|保证|是否|能否|为了[^，。；]*$|` +
			`当[^，。]{0,12}(?:时|后)|在[^，。]{0,10}前`,
		"如果测试通过就合并。", "改完之后测试通过。",
	},
	{
		nearBefore, `\b(?:will|going to|about to|plan(?:s|ning)? to|next step|need(?:s|ed)? to|to be|must|attempt(?:ed|ing)? to|meant to|` +
			`let me|let's|want(?:s|ed)?(?: to)?|todo|` +
			`remaining (?:work|steps?|tasks?|items?)|` +
			`still (?:need to|have to|to)|has to|have to|trying to|try to|tried to|intend|` +
			`later|to get|to make|to have|be)\b|` +
			`\b\w+'ll\b`,
		"Next I need to have all tests pass.", "I will stop here; all tests pass.",
	},
	{
		nearBefore, `将|会|接下来|稍后|下一步|准备|打算|计划|需要|需|待|要|即将|后续|再|尝试|试图|想|让|使`,
		"接下来会让所有测试通过。", "会话里所有测试通过。",
	},
	{
		atClauseHead, `(?:please|use|` +
			`you (?:can|should|may|must|need|could|might)|` +
			`you'll|feel free|don't forget|remember|` +
			`to (?:run|verify|test|deploy|build|push|commit|check|confirm|reproduce)|` +
			`see if|can you|could you|would you|tell me|next|` +
			`want me to|shall i|should i|do you|did you|todo|tip|note that you)\b`,
		"Please check that all tests pass.", "Checked: all tests pass.",
	},
	{
		atUntickedHead, `(?:run|re-?run|get|bring|make sure|ensure|check|verify|confirm|try|` +
			`(?:fix|commit|push|deploy|delete|remove)` +
			`(?:\s+(?:the|your|it|this|that|these|all|and|to|them|everything|an?|any)|$|[,.]))\b`,
		"- [ ] Run the linter: clean.", "- [x] Run the linter: clean.",
	},
	{
		beforeIt, `一般|通常|往往|多半`,
		"重启一般就解决了。", "重启之后问题解决了。",
	},
	{
		beforeIt, `[你您](?:可以|需要|先|再|看过|看完|确认|审|合并|改)[^。；]{0,16}(?:执行|运行|跑|合并|点击|重启)`,
		"你确认后执行 `make deploy`，就都部署好了。", "按你的方案执行了，都部署好了。",
	},
	{
		beforeIt, `\b(?:on|at|during|for|before|after) (?:each |every |an? |the )?` +
			`(?:release|deploy\w*|push|merge|startup|build|commit)s?\s*:`,
		"On release: the tag is pushed.", "After your release I pushed the tag.",
	},
	{
		beforeIt, `\b(?:suggested|proposed|draft|possible) (?:\w+ ){0,2}` +
			`(?:reply|answer|message|response|title|description|text|wording)\b|` +
			`可以(?:这样|这么|如下)(?:回复|回答|写|说)`,
		"Suggested reply: I've fixed this.", "I took your suggestion; I've fixed this.",
	},
	{
		anywhere, `\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|` +
			`\b(?:on the|that) same day\b|` +
			`当天|` +
			`(?:周|星期)[一二三四五六日天]`,
		"It was committed on Monday and deployed.", "It was committed and deployed.",
	},
	{
		aroundIt, `[:|–—]\s*(?:not (?:yet|done|run|started|possible)|no\s*(?:$|[.|,;])|todo|to do|tbd|pending|n/a)\b`,
		"- Published: not yet.", "- Published: no problems.",
	},
	{
		atClauseHead, `(?:in|with|for|under) (?:(?:option|variant|approach|plan|case) [a-d\d]|the (?:first|second|third|other|` +
			`alternative|latter|former) (?:option|variant|approach|way|case|design))\s*,`,
		"In the second variant, the fix is deployed.", "In the second attempt, the fix is deployed.",
	},
	{
		nearBefore, `(?:脚本|程序|构建|它|命令|任务|流水线|定时|系统)[^，。；]{0,4}自动$`,
		"脚本自动删除 `a.tmp`。", "脚本改好了，删除了 `a.tmp`。",
	},
	{
		atClauseHead, `当[^前天年时日地场下初中事然][^，。；]{0,12}(?:成功|完成|通过)，`,
		"当推送成功，页面会更新。", "推送成功，页面已更新。",
	},
	{ // what others did
		nearBefore, `\b(?:you|the user|users|(?:some|any)(?:one|body)(?: else)?|(?:an? |the |your |our |my )?(?:colleague|coworker|` +
			`teammate|author|reporter|maintainer|reviewer|customer|qa|` +
			`(?:previous|other|earlier) (?:agent|session|developer)|team))\s+(?:(?:has|have|had|also|already|then|just)\s+)*$`,
		"A colleague deleted `old.go`.", "For a colleague I deleted `old.go`.",
	},
	{
		beforeIt, `\bused to\b`,
		"The old code used to build: everything compiles.", "All tests pass, as they used to.",
	},
	{
		aroundIt, `\b(?:pass(?:es|ed)?|green|clean|ok|succeed(?:s|ed)?) (?:over )?there\b`,
		"CI is still running: lint and build have passed there.", "There are 42 tests, and all pass.",
	},
	{
		beforeIt, `\b(?:goes|works|looks|go|work) (?:like this|as follows)\b`,
		"A release goes like this: the tag is pushed, and the site is deployed.",
		"It looks good like this: the tag is pushed.",
	},
	{
		beforeIt, `\b(?:ci|the (?:workflow|pipeline|job|action)) (?:builds|runs|checks|pushes|publishes|tags|deploys|` +
			`uploads|signs)\b`,
		"CI builds the image, and the site is deployed.", "CI is green, and the site is deployed.",
	},
	{
		beforeIt, `\b(?:old|previous|original|other) (?:ones?|commits?|versions?|branch(?:es)?)\s*$`,
		"You'll need force: the old ones are on the remote.", "I moved the old ones; the branch is on the remote.",
	},
	{
		beforeIt, `\byou(?:'d| would|'ll| will) (?:see|get|find|notice)\b`,
		"You'd see that all tests pass.", "Your turn: all tests pass.",
	},
	{
		beforeIt, `(?:他们|官方|社区)的?[^，。；]{0,6}$`,
		"他们的版本已经修复了这个问题。", "和他们一样，这个问题已经修复了。",
	},
	{
		aroundIt, `基本上?(?:都|就)?`,
		"这两个问题基本都解决了。", "这两个基础问题都解决了。",
	},
	{
		aroundIt, `在\s*v?\d+\.\d[\d.]*\s*(?:版本?)?(?:里|中|版)?[^，。]{0,2}(?:修复|解决)`,
		"这个问题在 4.2 里修复了，升级即可。", "这个问题修复了，发布在 4.2 里。",
	},
	{
		anywhere, `\bwith (?:option|variant|approach) (?:[a-d]|\d|one|two)\b|(?:用|按|选)方案[一二三四a-d1-4]`,
		"With option A the build passes.", "I took option A, and the build passes.",
	},
	{
		aroundIt, `\bfor the wrong reasons?\b|\balways (?:pass|succeed|green)|之所以|并?不(?:说明|意味|表示)`,
		"The test passes for the wrong reason.", "The test passes for the right input.",
	},
	{
		anywhere, `\b(?:most|some) (?:\w+ )?tests\b|` +
			`\bthe (?:first|last) (?:\w+ )?tests\b|` +
			`(?:^|[^目当])前\s*[一二两三四五六七八九十\d]+\s*个(?:测试|用例)`,
		"Most tests pass.", "Both new tests pass.",
	},
	{
		beforeIt, `从[^，。；]{0,8}(?:日志|记录|报告)[^，。；]{0,4}看|(?:日志|记录)(?:里|中)`,
		"从日志看，单元测试通过了。", "日志打出来了，单元测试通过了。",
	},
	{
		nearBefore, `写明|注明|标注|声明|之前的\p{Han}{1,6}$`,
		"我更新了文档，写明测试能通过。", "我更新了文档，测试能通过。",
	},
	{
		anywhere, `只有[^，。；全所]{0,8}(?:通过|过了|绿)`,
		"5 个测试里只有 3 个通过。", "只有一个测试文件，测试都通过了。",
	},
	{
		nearBefore, `(?:最近|上|上一|前|前一|那)(?:一?次|个)(?:的)?(?:提交|版本|发布|发版|改动)[^，。；]{0,4}$`,
		"最近一次提交修复了登录问题。", "上次没改完，这次修复了登录问题。",
	},
	{
		beforeIt, `(?:作者|有人|评论|描述|记录)[^，。；]{0,6}(?:注明|写明|提到|说明|写道|留言|备注|写着|写的是)`,
		"作者注明所有测试都已通过。", "我写明了原因，所有测试都已通过。",
	},
	{
		beforeIt, `只有[^，。；]{0,12}$|负责|每当|每次(?:[^都均]|$)|同事|别人|他人|队友|有人|维护者`,
		"`deploy.sh` 负责构建镜像并推送到仓库。", "跑了三次，每次都是测试全部通过。",
	},
	{
		nearBefore, `记得|别忘|务必|麻烦|最好|不妨|(?:^|[^申邀])请(?:[^求]|$)|(?:^|[^按照据的])建议`,
		"合并后记得删除 `old.go`。", "我按建议修复了登录的 bug。",
	},
	{
		atClauseHead, `(?:请(?:[^求]|$)|你可以|您可以|你需要|您需要|建议|可以运行|可运行|记得|务必|` +
			`麻烦|要不要|需要我|接下来|下一步|待办)`,
		"请确认测试都通过。", "测试都通过，可以合并。",
	},
	{
		atClauseHead, `(?:(?:first|second|third|fourth|then|next|after that|finally|lastly|last)[,:]?|step ` +
			`\d+[,:.]?)\s+(?:i(?:'d| would|'ll| will)\s+)?(?:make|get|have|run|fix|commit|push|deploy|merge|let)\b`,
		"First, make the tests pass with the old API.", "First I fixed it; the tests pass.",
	},
	{
		atClauseHead, `第[一二三四五六七八九0-9]+步[：:，,、]?\s*(?:先|再|然后)?` +
			`(?:提交|推送|部署|跑通|修复|运行|确保|让|合并|发布|测试)[^了过已]*$`,
		"第二步：提交并推送。", "第二步：已提交并推送。",
	},
	{
		nearBefore, `\b(?:says?|said|states?|stated|claims?|claimed)\b|说|声称`,
		"The README says all tests pass.", "As the issue says, it was slow; now all tests pass.",
	},
	{
		beforeIt, `\b(?:according to|` +
			`you (?:said|mentioned|asked|wanted|noted|requested|reported|told)|` +
			`as you|` +
			`the user (?:said|asked|reports?|reported|wants?)|` +
			`(?:readme|docs?|documentation|issue|ticket|pr|comment|message|changelog|ci|subagent|sub-agent|agent|` +
			`reviewer|github|gitlab|jenkins|colleague|author|maintainers?|bot|pipeline|dashboard|codex|gemini|` +
			`copilot)(?:'s \w+)? (?:has |had |also )?(?:noted|wrote|writes|claims?|claimed|says?|said|stated|` +
			`states|mentions?|mentioned|reports?|reported|shows?|showed|notes?|confirmed|confirms?|indicates?)|` +
			`reported that|` +
			`the (?:task|goal|requirement|request|criteria|criterion|definition of done|plan|aim) ` +
			`(?:is|was|says|requires|states)|` +
			`expects?)\b|` +
			`\b(?:goal|task|request|requirement|acceptance criteri(?:a|on)|expected|criteria|definition of done):`,
		"You said that all tests pass.", "As I said above: done, and I ran it. All tests pass.",
	},
	{
		beforeIt, `[你您](?:说|提到|要求|让我|希望|反馈)|` +
			`用户(?:说|要求|反馈|希望)|` +
			`据|按照?[^，。]{0,6}说|` +
			`(?:文档|readme|注释|issue|ci|子代理|日志|提交信息|提交说明|描述)[^，。]{0,4}(?:说|写(?:$|[^好完])|称|声称|报告|显示)|` +
			`(?:任务|需求|目标|要求|验收标准)[:：是]|` +
			`依照[^，。]{0,10}(?:评论|说|报告|消息|反馈|描述|结果页|看板)`,
		"你说所有测试通过。", "我跑了一遍，所有测试通过。",
	},
	{
		anywhere, `\b(?:except|apart from|aside|other than|excluding|only (?:if|when)\b|` +
			`by design|pre-?existing|still fail\w*|` +
			`with the exception|known failures?|` +
			`unrelated (?:\w+ )?(?:failures?|errors?))\b`,
		"All tests pass except TestParse.", "All tests pass, 0 failed.",
	},
	{
		anywhereForTests, `\b(?:[1-9]\d*|one|two|three|some|several|a few) (?:of (?:them|the tests) |tests? |others? )?` +
			`(?:are |is |still )*fail(?:s|ed|ing|ures?)?|\bthe (?:rest|others?) fail\w*`,
		"All tests ran, of which 40 pass and two fail.", "It compiles, but two tests fail.",
	},
	{
		anywhere, `\b(?:half|most|some|many|a few|several|part|a third|two thirds) of ` +
			`(?:the |our |all )?(?:\w+ )?tests\b|` +
			`(?:一半|部分|多数|少数|有些|某些)[^，。全]{0,4}(?:测试|用例)`,
		"Half of the tests pass now.", "Both of the tests pass now.",
	},
	{
		anywhere, `除了|除[^，。]{1,20}外|` +
			`[1-9]\d*\s*[个项条]?(?:测试|用例)?失败|` +
			`(?:原有|已有|既有|预先存在|之前就)[^，。]{0,10}失败|` +
			`无关的?失败|仍然?(?:有|会)?失败|还有[^，。]{0,10}失败`,
		"除 TestParse 外所有测试通过。", "所有测试通过，0 个失败。",
	},
	{
		anywhere, `\byesterday\b|` +
			`\bwhich (?:of the )?tests?\b|` +
			`\b(?:before (?:my|the|this|any|these|our) (?:change|edit|fix|refactor|work|patch)\w*|` +
			`previously (?:passed|passing|worked|green|fixed|deployed|committed)|` +
			`at baseline|` +
			`already (?:pass|fail|fixed|resolved|deployed|committed|published|pushed|exist)\w*|` +
			`were (?:all )?passing|was passing|had passed|` +
			`without (?:my|this|the|these) (?:change|fix|patch|edit)s?)\b`,
		"All tests passed before my change.", "Both tests that failed now pass.",
	},
	{
		anywhere, `(?:改动|修改|修复|变更|重构|升级|动手|改)之?前|` +
			`昨天|上周|上个月|` +
			`之前的?就?(?:已经?)?(?:通过|修复|提交|部署)|` +
			`原本|` +
			`本来就?(?:是|能)?(?:通过|绿|好|没)|` +
			`早已|早就`,
		"改动前测试全部通过。", "改动后测试全部通过。",
	},
	{
		anywhere, `\b(?:pass(?:es|ed)?|works?|green|succeeds?) for (?:you|him|her)\b|` +
			`[^\x{e000}-\x{e0c7}] (?:pass(?:es|ed)?|works?|green|succeeds?) for them\b|` +
			`\b(?:glad|good|great|nice|happy|sorry) to hear\b|` +
			`\bon your (?:side|end|machine)\b`,
		"As all tests pass for you, I stop here.", "All tests pass for the parser.",
	},
	{
		anywhere, `[你您](?:那边|那里|的环境)`,
		"既然你那边测试都通过了，我就不改了。", "既然测试都通过了，我就不改了。",
	},
	{
		aroundIt, `通过\s*[\x{e000}-\x{e0c7}]\s*[^，。；]{0,8}(?:注入|传入|传给|调用|实现|` +
			`配置|读取|加载|触发|模拟|替换|获取)`,
		"测试通过 `mock` 注入依赖。", "测试通过 `make check` 验证，全绿。",
	},
	{
		beforeIt, `\bmeans\b:?|\bis (?:defined as|when)\b|是指|指的是|意味着|意思是`,
		"Done means that all tests pass.", "All tests pass, which means that it can be merged.",
	},
	{
		atClauseHead, `确认(?:所有|全部|构建|测试|编译|类型|lint|代码|服务|没有)`,
		"确认所有测试通过", "已确认所有测试通过",
	},
	{
		anywhere, `就(?:说明|表示|代表|意味着)|\b(?:if|when|once|until) you (?:see|get)\b|\blook for\b`,
		"When you see OK, all tests pass.", "测试就跑了一次，全部通过。",
	},
	{
		atClauseHead, `(?:验证|复现|测试|使用|操作|部署|检查|运行)(?:方法|方式|步骤)[：:]`,
		"测试方法：运行到所有测试通过。", "测试方法没变，所有测试通过。",
	},
	{
		anywhere, `[?？]\s*$|吗[?？。\s]*$|呢[?？]|是否|有没有`,
		"Do all tests pass?", "All tests pass.",
	},
	{
		anywhere, "❌|✗|✘|⚠|⏳|\ue0ff|^[-*+]?\\s*\\[ \\]|\\bn/a\\b",
		"- [ ] All tests pass", "- [x] All tests pass",
	},
}

// compiledGuards are the guards of each place.
var compiledGuards = text.Lazy[[guardPlaces]guardExprs]{Make: func() (list [guardPlaces]guardExprs) {
	for _, g := range guards {
		expr := g.expr
		switch g.where {
		case atClauseHead:
			expr = `^[^\pL\pN]*(?:\d+\.\s*)?(?:` + expr + `)`
		case atUntickedHead:
			expr = `^[^\pL\pN✅✓✔☑]*(?:\d+\.\s*)?(?:` + expr + `)`
		}
		list[g.where] = append(list[g.where], guardExpr{isChinese(g.example), text.LazyLines(expr)})
	}
	return list
}}

// guardExprs are the guards of one place.
type guardExprs []guardExpr

// A guardExpr is the expression of a guard, compiled when it is first needed. One for Chinese is skipped for other
// texts.
type guardExpr struct {
	chinese bool
	lines   *text.Lazy[text.LineExpr]
}

func (list guardExprs) match(part string) bool {
	chinese := isChinese(part)
	return slices.ContainsFunc(list, func(g guardExpr) bool {
		if g.chinese && !chinese {
			return false
		}
		e := g.lines.Get()
		return e.MayMatch(part) && e.Regexp().MatchString(part)
	})
}

func isChinese(text string) bool { return strings.ContainsFunc(text, isHan) }

// guardExceptions replaces words that contain those of a guard but mean something else: 不 is a guard, and 不仅 is not.
var guardExceptions = strings.NewReplacer(
	"删除", "删", "移除", "移", "清除", "清", "去除", "去", "排除", "排", "消除", "消", "解除", "解", "不仅", "",
	"不但", "", "不过", "", "不只", "", "不错", "", "不同", "", "未来", "", "会话", "", "会员", "", "机会", "",
	"会计", "", "委员会", "", "将军", "", "会员", "", "机会", "", "会计", "", "委员会", "", "将军", "", "会议", "",
	"社会", "", "主要", "", "未跟踪", "", "没人用", "", "没用到", "", "没用", "", "未使用", "", "不用的", "",
	"the provided ", "the ", "that fix ", "", "this fix ", "", "my fix ", "", "to see it", "", "to check it", "", "to see this", "", "once more",
	"", "once again", "", "the failing test", "the test", "the failing spec", "the spec",
	"it once ", "it ", "them once ", "them ", "once over", "", "once on ", "",
	"重要", "", "摘要", "", "必要", "", "概要", "", "非常", "", "除非", "除非",
	"特别", "", "级别", "", "类别", "", "识别", "", "错别字", "错字", "没问题", "", "再次", "", "把说明", "把文", "将说明", "将文", "使用说明", "文", "想法", "",
	"等待", "等待",
	"比改之前", "", "比改动前", "", "比之前", "", "比改前", "", "比修复前", "", "比优化前", "", "等周", "", "按你说的", "", "按您说的", "", "照你说的", "",
	"等价", "", "相等", "", "需求", "需求", "若干", "", "数据", "", "根据", "依照", "依据", "",
	"证据", "", "按要求", "", "正常流程", "", "登录流程", "登录", "注册流程", "注册", "支付流程", "支付", "下单流程", "下单", "退款流程", "退款",
	"结账流程", "结账", "重置流程", "重置", "导入流程", "导入", "导出流程", "导出", "引导流程", "引导", "不稳定", "", "按照要求", "", "按需求", "", "要求", "要求",
	"将来", "将来", "no longer", "", "not only", "", "no matter", "", "nothing else", "", "使用", "",
	"即使", "哪怕", "as expected", "", "the expected ", "the ", "matches expected ", "matches ",
	"ready for the release", "", "ready for release", "", "ready for the merge", "", "ready for the deploy", "",
	"without conflicts", "", "without a conflict", "", "without any conflict", "", "without trouble", "",
	"without a hitch", "", "without downtime", "", "than yesterday", "", "ended yesterday", "", "from yesterday", "", "expired yesterday", "", "than last week", "", "than last month", "",
	"expected output", "output", "expected result", "result", "as it should", "", "as they should", "",
)

// clauseSeparators divide a clause into smaller parts: commas, "and".
var clauseSeparators = text.LazyRegexp{Expr: `[,;:，；：、—–(（]|\s-\s|` +
	`\b(?:and|so|then|which means)\b|` +
	`并且|而且|所以|因此|同时|并`}

// contrastWords begin another statement in a sentence: "but", "however".
var contrastWords = text.LazyRegexp{Expr: `;\s|` +
	`[,;—–]\s*(?:but|however|though|although|yet|while|whereas)\b|` +
	`\s(?:but|however)\s|` +
	`[，；]\s*(?:但是?|不过|然而|只是|可是|尽管)`}

// isGuarded reports whether the words around a claim turn it into something else.
func isGuarded(clause string, from, to int, negative bool) bool {
	all := compiledGuards.Get()
	before := guardExceptions.Replace(withoutInference(accordingToCode.ReplaceAllString(clause[:from], "")))
	near := before
	if cuts := clauseSeparators.FindAllStringIndex(before, -1); cuts != nil {
		near = before[cuts[len(cuts)-1][1]:]
	}
	near = withoutComplaint(near, clause[from:])
	if !negative && all[nearBefore].match(near) || all[beforeIt].match(before) {
		return true
	}
	behind := clause[to:]
	for len(behind) > 60 {
		_, size := utf8.DecodeLastRuneInString(behind)
		behind = behind[:len(behind)-size]
	}
	if conditionTail.MatchString(behind) && !doneAfter.MatchString(behind) &&
		!strings.HasSuffix(clause[from:to], "，") ||
		conditionWords.MatchString(clause[from:to]) || !negative && deniedAct.MatchString(clause[from:to]) {
		return true
	}
	if i := strings.Index(behind, "，"); i >= 0 && !all[aroundIt].match(text.Head(behind[i+len("，"):], 9)) {
		behind = behind[:i] // another statement, unless it begins with a hedge
	}
	if at := nextSubject.FindStringIndex(behind); at != nil {
		behind = behind[:at[0]]
	}
	behind = consequence.ReplaceAllString(behind, "")
	return all[aroundIt].match(before) || all[aroundIt].match(guardExceptions.Replace(clause[from:to]+behind)) ||
		all[atClauseHead].match(clause) || all[atUntickedHead].match(clause)
}

// accordingToCode matches words by which a file or a command says something, and no person.
var accordingToCode = text.LazyRegexp{Expr: `\baccording to (?:the )?[\x{e000}-\x{e0c7}]`}

// nextSubject matches a comma after a claim with the subject of another statement: "the image builds, and its size
// should drop".
var nextSubject = text.LazyRegexp{Expr: `,(?: and)? (?:the|its|your|my|our|an?) \w+ (?:\w+ )?` +
	`(?:should|would|might|may|could|probably|likely|seems?|appears?)\b`}

// inference matches words by which something follows from what the agent did.
var inference = text.LazyRegexp{Expr: `^([^\pL\pN]*(?:(?:i|we)(?:'ve| have)? )?[a-z]+ed\b[^;]{5,100}?), which ` +
	`(?:in turn |also |now )*means\b|^([^，。；]{0,40}[了已好掉][^，。；]{0,20}，(?:这|也|这也)?)就?意味着`}

// withoutInference drops from the words before a claim that it follows from what the agent did: "I pinned the version,
// which means that the build passes again".
func withoutInference(before string) string {
	if !strings.Contains(before, "means") && !strings.Contains(before, "意味着") {
		return before
	}
	return inference.ReplaceAllString(before, "$1$2, ")
}

var (
	complaintHead = text.LazyRegexp{Expr: `(?:无法|不能|不会|没有|未能|不|没|未|难以)[^，。；没未]{1,16}的\s*$`}
	complaintNoun = text.LazyRegexp{Expr: `^\s*(?:ZHBUG|现象|情况)`, Expand: patterns.Expand}
	complaintAll  = text.LazyRegexp{Expr: `(?:无法|不能|不会|没有|未能|不|没|未|难以)` +
		`[^，。；没未]{1,16}的\s*(?:ZHBUG|现象|情况)`, Expand: patterns.Expand}
)

// withoutComplaint drops from the words before a claim what was wrong: the 不 of "点不动的问题已修复" denies nothing. rest begins
// with the claim.
func withoutComplaint(near, rest string) string {
	near = complaintAll.ReplaceAllString(near, "")
	if complaintNoun.MatchString(rest) {
		near = complaintHead.ReplaceAllString(near, "")
	}
	return near
}

// conditionWords within a claim make it a condition: "测试如果都过了".
var conditionWords = text.LazyRegexp{Expr: `如果|要是|倘若|万一|一旦|是否|能否|才能|才会|有没有`}

// deniedAct within a claim denies it: "问题还没修好".
var deniedAct = text.LazyRegexp{Expr: `(?:[^从]未|没有?|尚未|并未|无法|不能|没能)(?:能|再|被|完全|彻底)?(?:修复|修好|修掉|解决|验证|确认|测试|` +
	`部署|发布|上线|提交|推送|删除|创建|新建)(?:$|[^的前])|没有?(?:去)?(?:看|开|试|测|做|跑|验|点|打开|启动)(?:过|$|[，。；])`}

// consequence matches what follows from a claim (", so it may ship"). A "may" there does not weaken the claim.
var consequence = text.LazyRegexp{Expr: `, so .*|,? and (?:it )?should .*`}

// remark matches a consequence, or a relative clause about a thing that the claim names: ", which was dropped last
// year".
var remark = text.LazyRegexp{Expr: `, so .*|, (?:its?|their|which|who|whose|where) (?:\w+ ){0,3}(?:was|were|is|are|` +
	`had|has|went|` +
	`used|came|did)\b[^,;]*`}

var fraction = text.LazyRegexp{Expr: `(\d+)\s*(?:/|(?:of|out of)(?: the| all)?)\s*(\d+)\s*(?:\w+\s+){0,2}` +
	`(?:pass|tests|通过|green|scenarios|specs|examples|cases|go through|went through|succeed|ok)`}

// fractionZh is fraction in Chinese: "42 个测试里 41 个通过".
var fractionZh = text.LazyRegexp{Expr: `(\d+)\s*[个项条]?\s*(?:[\w-]+\s*)?(?:测试|用例)` +
	`(?:(?:里|中|当中)[^，。；]{0,6}?|\s*(?:只|共)?(?:通过|成功|跑通|过)了?\s*)(\d+)\s*[个项条]`}

// fractionAfterTests is fraction with the tests first: "Tests: 40/42".
var fractionAfterTests = text.LazyRegexp{Expr: `(?:\b\w*tests?|\bspecs?|\bTESTTOOL|\bsuite|测试|` +
	`用例)\W{0,4}(\d+)\s*/\s*(\d+)(\s*/\s*\d)?`, Expand: patterns.Expand}

// hasNoClaim reports whether a sentence cannot have a claim: a question, a label, "40 of 42 pass".
func (s sentence) hasNoClaim(low string) bool {
	own := low
	if !strings.HasSuffix(low, "?") { // a consequence, or a remark about something else, weakens no claim
		own = remark.ReplaceAllString(low, "")
	}
	if strings.Contains(own, "first, then") && seenOrder.MatchString(own) {
		own = strings.ReplaceAll(own, "first, then", "then")
	}
	if strings.Contains(own, "yesterday") || strings.Contains(own, "last ") || strings.Contains(own, "昨天") ||
		strings.Contains(own, "上周") {
		own = dated.ReplaceAllString(own, "$1")
	}
	if compiledGuards.Get()[anywhere].match(guardExceptions.Replace(own)) {
		return true
	}
	words := len(strings.Fields(strings.Trim(low, "#*-: ")))
	if words <= 2 && (endsWithColon(low) && len(s.code) == 0 || strings.HasPrefix(low, "#")) &&
		!doneHeading.MatchString(low) {
		return true
	}
	if !strings.ContainsAny(low, "0123456789") {
		return false
	}
	if m := fractionAfterTests.FindStringSubmatch(low); m != nil && m[1] != m[2] && m[3] == "" {
		return true
	}
	if m := fractionZh.FindStringSubmatch(low); m != nil && m[1] != m[2] {
		return true
	}
	if m := fraction.FindStringSubmatch(low); m != nil {
		a, _ := strconv.Atoi(m[1])
		b, _ := strconv.Atoi(m[2])
		return a < b
	}
	return false
}

// doneHeading matches a heading that says that something is done, and not what the text below it is about.
var doneHeading = text.LazyRegexp{Expr: `^#+\s*\p{Han}{2,8}(?:完成|成功|通过|完毕)了?[!！]?\s*(?:✅\s*)?$`}

// dated matches a date that belongs to a thing and not to the claim: "the crash you reported yesterday", "the tests
// from last week".
var dated = text.LazyRegexp{Expr: `\b(?:unlike|than|compared (?:to|with)) (?:yesterday|last \w+)(?:'s(?: \w+)?)?|` +
	`\byesterday's (?:traffic|data|dump|backup|export|snapshot|requests|numbers|partition|failing|broken|logs?)\b|` +
	`\b(?:tests?|cases?|specs?|bugs?|issues?|crash(?:es)?|tickets?|fixtures?|regressions?|features?|endpoints?) ` +
	`(?:(?:that |which )?(?:was |were |had been )?(?:(?:you|we|i|qa|they) )?(?:reported|filed|opened|introduced|` +
	`raised|` +
	`mentioned|found|added|wrote|written|saw|seen) (?:on |only )?|(?:from|of) )(?:yesterday|last (?:week|month|night|` +
	`sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day))((?:[^'\w]|$))|` +
	`(?:昨天|上周|上个月)(?:你们?|您|我们?|客户|用户|测试)?(?:新)?(?:报|提|反馈|加|写|补|发现|引入|说|遇到|指出)` +
	`(?:告|到|出|过|进来|上来)?的|(?:不像|不同于|比)(?:昨天|上周|上个月)`}

// seenOrder matches a look of the agent's own, of which a "first" and "then" tell what it saw.
var seenOrder = text.LazyRegexp{Expr: `\b(?:i|we)(?:'ve| have)? (?:\w+ )?(?:verified|confirmed|checked|watched|` +
	`saw|tested|` +
	`tried)\b[^:]{0,80}:.*first, then`}

// claimWords are the hints of all patterns and the words of all predicates: every sentence with a claim has one.
var claimWords = text.Lazy[*claimIndex]{Make: func() *claimIndex {
	x, words := &claimIndex{}, []string{}
	number := map[string]int{}
	add := func(word string, pattern int) {
		n, known := number[word]
		if !known {
			n = len(words)
			number[word] = n
			words, x.patterns = append(words, word), append(x.patterns, nil)
		}
		if pattern >= 0 {
			x.patterns[n] = append(x.patterns[n], pattern)
		}
	}
	for _, p := range predicates.Get() {
		for _, word := range p.Words() {
			add(word, -1)
		}
	}
	for _, word := range resultWords() {
		add(word, -1)
	}
	for i, p := range patterns.All() {
		for _, word := range p.Hints() {
			add(word, i)
		}
	}
	x.finder = text.NewWordFinder(words)
	return x
}}

// A claimIndex has the words of claimWords and, for each, the numbers of the patterns of which it is a hint.
type claimIndex struct {
	finder   *text.WordFinder
	patterns [][]int
}

// candidates returns the patterns that may match in a sentence, in their order. ok is false if it has no claim.
func candidates(low string) (list []*patterns.Pattern, ok bool) {
	x, all := claimWords.Get(), patterns.All()
	hinted := make([]bool, len(all))
	x.finder.Each(patterns.WithOneMark(low), func(word int) {
		ok = true
		for _, i := range x.patterns[word] {
			hinted[i] = true
		}
	})
	for i, p := range all {
		if hinted[i] {
			list = append(list, p)
		}
	}
	return list, ok
}
