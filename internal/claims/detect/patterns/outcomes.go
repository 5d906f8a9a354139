package patterns

import "ccc/internal/text"

// outcomePatterns match what a program did in the end, told with the program as the subject: "The notebook ran from top
// to bottom", "`twine check` is happy", "`/healthz` answers 200".
var outcomePatterns = []*Pattern{
	{ // how many there were, and that none of them failed
		Kind: TestsPassed,
		hint: "tests checks specs cases rounds repetitions iterations assertions examples scenarios runs vectors",
		expr: `\b(?:NUM|\d[\d,]*) (?:[\w-]+ ){0,2}?(?:tests|checks|specs|cases|rounds|repetitions|iterations|` +
			`assertions|examples|scenarios|runs|vectors)\b[^;]{0,24}?(?:\b(?:none|not (?:a single )?one|no|zero|` +
			`0)(?: \w+)?(?: of (?:them|these))? (?:has |have )?(?:fail(?:ed|s|ures?|ing)?|red|broken|errors?)\b|` +
			`without (?:an? |any )?(?:single )?(?:failures?|errors?)\b|[,:] (?:and )?(?:all )?(?:ok|passed|` +
			`green)(?:\s*$|\s*[^\s\w]))`,
		Negative: true,
		unless:   `\b(?:should|must|will|would|if|until|expect\w*|needs?|before|lint|style)\b`,
		example:  "41 scenarios, none of them failed.", counter: "41 scenarios, none of them written.",
	},
	{
		Kind: TypecheckClean, hint: "type-checks typechecks compiler_reports compiler_has compiler_finds compiler_is",
		expr: `(?:CODE|\w) (?:now |still |also |all )?type-?checks(?: (?:now|again|cleanly|fine|too|ok|` +
			`without errors?))?(?:\s*$|\s*[.,;)]| under | with | in )`,
		unless:  `\b(?:which|that|ci|it also|then) type-?checks`,
		example: "The store type-checks again.", counter: "The hook type-checks each file.",
	},
	{
		Kind: TestsPassed, FromCode: true, hint: "passes_\ue000 passed_\ue000 pass_\ue000",
		expr: `\b(?:code|versions?|branch|changes?|patch|state|project|modules?|package|tree|work|result|fix|it|` +
			`this)\s+(?:now |still |also |all )*pass(?:es|ed)? CODE`,
		unless:  `\b(?:to|if|when|must|should|would) `,
		example: "The final state passes `cargo test`.", counter: "The wrapper passes `--verbose` on.",
	},
	{
		Kind: Created, Files: true, hint: "exists exist",
		expr:    `FILES (?:now exists?|exists? now)(?:\s*$|\s*[,;.(–—:]|\s+(?:and|with|for|as)\b)`,
		unless:  `\b(?:if|when|once|whether|unless|until)\b`,
		example: "`docs/setup.md` exists now.", counter: "It asks whether `docs/setup.md` exists now.",
	},
	{ // a long run came to its end
		Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "notebook training fine-tuning evaluation benchmark sweep simulation fuzz cross-validation crawl",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:the |an? |our |this )?(?:[\w.-]+ ){0,4}?(?:notebooks?|training|fine-tuning|` +
			`evaluation|benchmarks?|sweep|simulations?|fuzzing|fuzz run|cross-validation|crawl)\b[^;:,]{0,40}? ` +
			`(?:(?:executes?|executed|runs?|ran|finish(?:es|ed)|completed?|completes|is (?:done|finished|complete|through)|` +
			`has (?:finished|completed|run)|ended|went through|goes through)\b[^;:,]{0,30}?(?:\b(?:from )?top to bottom|` +
			`\bend to end|\bto the end|\bwithout (?:an? |any )?(?:errors?|problems?|exceptions?|crash(?:es)?)|\bsuccessfully|` +
			`\bcleanly|\bafter \d+ (?:epochs?|steps|iterations|rounds)|\bwith (?:no|0) (?:errors?|exceptions?))|` +
			`(?:found|finds|turned up|produced|hit) (?:no|nothing|zero)\b)`,
		unless: `\b(?:if|when|once|should|would|could|can|must|will|fail\w*|each|every|until|whether|unless|tests?|not|` +
			`needs?)\b|n't\b`,
		example: "The evaluation finished without errors.", counter: "The notebook runs slowly.",
	},
	{ // the same of a command
		Kind: Verified, OwnUse: true, NeedsRun: true, CodeForm: &text.LazyRegexp{Expr: `^[\w./-]+ \S`},
		hint: "\ue000",
		expr: `CODE (?:now )?(?:ended|ran|finished|completed|exited|went through|came through)(?: \w+)? ` +
			`(?:successfully|cleanly|fine|without (?:an? |any )?(?:errors?|problems?|complaints?)|to the end|with 0)\b`,
		unless:  `\b(?:if|when|once|should|would|until|whether|unless|tests?)\b`,
		example: "`airflow dags test daily 2026-01-01` ended successfully here.",
		counter: "Once `./load.sh all` finished successfully, look at the table.",
	},
	{ // a check of the project's own has nothing to say
		Kind: Verified, OwnUse: true, NeedsRun: true,
		CodeForm: &text.LazyRegexp{Expr: `(?i)(?:^|[\s:_-])(?:check|lint|valid\w*|audit|scan|diff|doctor|verify|` +
			`analy[sz]e)(?:$|[\s:_-])`},
		hint: "\ue000",
		expr: `CODE(?: now| also)? (?:reports?|reported|finds?|found|lists?|listed|shows?|prints?|sees|has|says) ` +
			`(?:no|nothing|zero)\b|CODE(?: is|'s)(?: now| also)? (?:happy|satisfied|content|quiet|silent)\b|` +
			`CODE\s*(?:也|都)?(?:没有?|无|未)(?:任何)?(?:报告|报错|发现问题|差异|告警)`,
		unless:  `\b(?:if|when|once|should|would|until|whether|unless|because|but it)\b|如果|若|时|应该`,
		example: "`twine check` is happy with both.", counter: "If `i18n:check` reports no keys, the file is missing.",
	},
	{ // a server answers
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "answer respond",
		expr: `(?:CODE|\b(?:url|endpoint|home ?page|page|site|server|service|api|container|` +
			`health ?check))\b?(?: [\w-]+){0,4}? ` +
			`(?:now )?(?:answers?|answered|responds?|responded)\b[^;:,]{0,30}?(?:\b(?:20[0-4]|ok|pong|healthy|sensibly|` +
			`correctly|as expected|again)\b)`,
		unless: `\b(?:if|when|once|should|would|until|whether|unless|instead|which|that|so|must|will|can|could|new|for|` +
			`each|every|always|added?|adds)\b`,
		example: "`/ready` answers with a 200.", counter: "I added `/ready`, which answers 200 once the database is up.",
	},
	{
		Kind: Verified, OwnUse: true, hint: "confirmed verified checked tested validated",
		expr: `(?:[,:(–—]|\s-)\s*(?:also |both |all )?(?:confirmed|verified|checked|tested|validated) (?:(?:it|this|` +
			`that) )?` +
			`(?:(?:with|via|using|in|on|by) (?:curl|wget|psql|hand|a browser|the browser|(?:chrome|firefox|safari)|postman|` +
			`playwright|dig|nslookup|openssl|jq|redis-cli|a (?:manual|real|local|test|dry) \w+)\b|` +
			`against (?:the|a|an|my|our) (?:local|running|staging|real|live|dev|development|test) \w+)`,
		unless:  `\b(?:should|must|when|if|each|every|to be|needs?)\b|n't\b`,
		example: "The header is set – confirmed with curl against the local server.",
		counter: "The token must be signed, verified with a real key.",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "跑完 执行完 跑通 运行完 已重新 没有报错 无报错",
		expr: `(?:训练|微调|交叉验证|评估|回测|仿真|压测|基准测试?|notebook|爬虫|批处理|全流程|推理|采样|消融|实验)` +
			`[^，。；没未不]{0,10}?(?:已经?|都|也|全部?)*(?:重新)?(?:跑完|执行完|跑通|运行完)(?:了|成|毕|一遍)*ZHEND|` +
			`(?:notebook|单元格|脚本|全流程)[^，。；没未不]{0,8}(?:已|都|重新)+(?:执行|运行|跑)(?:完|过|了)*[，,]\s*[^，。；]{0,8}?` +
			`(?:没有?|无|零)(?:任何)?(?:报错|错误|异常)`,
		unless:  `如果|若|等|再|才|后会|应该|需要?|请|待|[你您]|测试用例|单测`,
		example: "notebook 已重新执行，所有单元格没有报错。", counter: "等训练跑完，再看结果。",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "正常返回 正常响应 正常访问 正常应答 运行正常 状态正常 healthy 健康",
		expr: `(?:接口|服务|地址|CODE|站点|页面|网关|端点)[^，。；没未不]{0,8}?(?:能|可以|可)?正常(?:返回|响应|访问|应答)了?ZHEND|` +
			`(?:容器|pod|实例|副本)s?[^，。；没未不]{0,8}?(?:(?:起来|启动)了?[，,]\s*)?(?:运行|状态)?(?:都|均|已|全部|为|是)*\s*` +
			`(?:运行正常|状态正常|healthy|健康)ZHEND`,
		unless:  `如果|若|等|才|应该|需要?|请|待|[你您]|确保|检查(?:接口|脚本|逻辑)|用于|探针|时`,
		example: "容器起来了，状态 healthy。", counter: "等容器 healthy 之后再启动应用。",
	},
	{
		Chinese: true, Kind: Deployed, hint: "完成",
		expr: `(?:在|于)\s*[^，。；没未不]{0,6}?(?:线上|生产|预发|测试环境|灰度|正式|staging|prod\w*|集群)[^，。；没未不]{0,6}?` +
			`完成了?\s*(?:滚动|灰度|全量|蓝绿|金丝雀)?(?:更新|发布|部署|升级|上线|切换|迁移|回滚|扩容|割接)(?:了|ZHEND)`,
		unless:  `(?:待|需要?|未|没|无法|才|再|如果|若|等|计划|准备|将|会)[^，。；]{0,8}完成`,
		example: "网关 3.1 已在生产环境完成灰度发布。", counter: "等在生产环境完成升级，再删旧表。",
	},
	{
		Kind: Fixed, Negative: true, hint: "any_more anymore any_longer no_longer",
		expr: `\b(?:is|are)(?: not|n't) (?:being )?(?:clipped|cut(?: off)?|truncated|overlapped|hidden|covered|lost|` +
			`duplicated|dropped|` +
			`skipped|swallowed|blocked|garbled|mangled|squashed|stretched|shifted|misaligned|corrupted|doubled|stuck|blurred|` +
			`blurry|blank|swapped|logged out|counted twice) any (?:more|longer)\b|\b(?:logs?|output|console|report) (?:has|` +
			`have|shows?) ` +
			`no [^;:,]{2,30} any (?:more|longer)\b|\bno longer (?:gets?|returns?|shows?|gives?|causes?|produces?|throws?|` +
			`logs?|prints?|sees?) ` +
			`(?:an? |the )?(?:[45]\d\ds?|errors?|exceptions?|nans?|nulls?|blank|empty|wrong|stale|duplicates?|garbled|broken|` +
			`negative|double|doubled)\b`,
		unless: `\b(?:needed|used|supported|required|called|imported|exported|referenced|read|exposed|shipped|published|` +
			`maintained|allowed|verified|confirmed|checked|if|so that|because|since|should|would|could)\b`,
		example: "The menu isn't clipped any more.", counter: "The helper isn't used any more.",
	},
	{
		Kind: Fixed, hint: "fixed sorted solved mended",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[\w/-]+ ){0,4}?BUGs?(?: (?:in|on|of|at) [^;:,(]{1,30})? (?:fixed|mended|` +
			`solved)` +
			`(?:\s*$|\s*[(,.:;–—]|\s-\s)|^[^\pL\pN\x{e000}-\x{e0c7}]*(?:all |both |now )?(?:sorted|solved|mended)[.!]?\s*$`,
		unless:  fixedUnless + `|\b(?:was|were|not|to be|if|when|until)\b`,
		example: "Crash fixed (an empty list).", counter: "Error fixed upstream.",
	},
	{
		Chinese: true, Kind: Fixed, Negative: true, hint: "已消失 已消除 已经消失 已经消除 现在对了 现在正确 现在正常 现在好了",
		expr: `[^，。；：:没未不]{1,14}(?:现)?已经?(?:消失|消除)了?ZHEND|` +
			`[^，。；：:没未不]{2,14}现在(?:都)?(?:对|正确|正常|好)了?ZHEND`,
		unless:  `如果|若|等|才|应该|需要?|请|待|后会|测试|用例|构建|编译`,
		example: "重复已消除：新的键是唯一的。", counter: "测试现在正常。",
	},
	{
		Kind: Created, Files: true, hint: "new_",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*new FILES(?:\s*$|\s*[:,(–—]|\s-\s|\s+(?:with|for|that|which|holds?|has|covers?|` +
			`sums?|does|` +
			`checks?|defines?)\b)`,
		example: "- new `lib/worker.ex` – one job per user", counter: "- New `Worker` type in the queue",
	},
	{
		Kind: TestsPassed, hint: "repeats repetitions iterations rounds as_do as_did",
		expr: `\b(?:\d+|NUM) (?:repeats?|repetitions|iterations|rounds)\b(?: in a row)?(?: of [^;:,]{1,30})? ` +
			`(?:all )?(?:passed|pass|were green|came out green|succeeded)\b|` +
			`\bas (?:do|did) (?:all )?(?:the |my |its )?(?:\d+ )?(?:[\w-]+ ){0,2}(?:tests|specs)\b`,
		unless:  `\b(?:build|lint|if|should|would|until)\b`,
		example: "It waits for the alert itself; 30 repeats in a row passed.", counter: "It repeats 30 rounds of the test.",
	},
	{
		Kind: TestsPassed, hint: "tests test specs",
		expr:    `(?:^|[;,]\s*|\s)\p{L}\w*(?:tests|test|specs?)` + "`?" + `:?\s+(\d+)\s*/\s*\d+(?:\s*$|\s*[^\s\w/.%-])`,
		unless:  `\b(?:skip|fail)\w*`,
		example: "FeedTests 9/9, with the empty feed.", counter: "FeedTests 7/9",
	},
	{
		Kind: Created, Files: true, hint: "now_exist is_the_new is_new are_new is_in_place",
		expr: `FILES\s+(?:(?:file|script|template|module)\s+)?(?:now exists?\b|(?:is|are) (?:now )?in place\b|(?:is|` +
			`are) new(?:\s*$|` +
			`\s*[:,;.(–—])|is the new (?:test|file|script|module|template|spec|migration|page|component|job|workflow)\b)`,
		unless:  `\b(?:if|when|once|should|would|until|whether|not|what|which)\b|n't\b`,
		example: "`api/quota.yaml` now exists with both limits.", counter: "If `api/quota.yaml` now exists, remove it.",
	},
	{
		Kind: Committed, hint: "cherry-picked in_commit committed_on committed_to",
		expr: `\bcherry-picked (?:it |them )?as (?:CODE|[0-9a-f]{7,40}\b)|, in commit (?:CODE|[0-9a-f]{7,40}\b)|` +
			`^[^\pL]*(?:wip|work) committed (?:on|to) \S`,
		unless:  `\b(?:was (?:introduced|broken|added|removed|changed)|originally|if|once|when|since|regress\w*|bug|broke)\b`,
		example: "The fix is on the release branch: cherry-picked as `e1f2a3b`.",
		counter: "The bug was introduced in March, in commit `e1f2a3b`.",
	},
	{
		Kind: BuildPassed, hint: "compiles_just compiles_as builds_just builds_as compiled_it compiled_without built,",
		expr: `\b(?:compiles?|builds?) (?:just |exactly )?as (?:before|it did)\b|` +
			`\b(?:next|vite|webpack|gradle|maven|cargo|xcode|cmake|ninja|rollup|esbuild|docker) (?:compiled|built) ` +
			`(?:it|everything|the \w+) (?:cleanly|without (?:any )?(?:errors?|warnings?))|` +
			`\b(?:built|compiled), (\d+) of \d+ (?:steps|targets|files)\b`,
		unless:  `\b(?:if|when|once|should|would|until|whether|not|fail\w*)\b|n't\b`,
		example: "With the new engine the extension compiles just as before.", counter: "If it compiles as before, tell me.",
	},
	{
		Kind: TestsPassed, hint: "passes_its pass_their tests_are_succ specs_are_succ",
		expr: `\bpass(?:es)? (?:its|their)(?: own)?(?: \d+)?(?: [\w-]+)? ?(?:tests|specs|suite)\b|` +
			`\ball (?:\d+ )?(?:[\w-]+ )?(?:tests|specs) are successful\b`,
		unless:  `\b(?:if|when|once|should|would|until|whether|not)\b|n't\b`,
		example: "The worker passes its tests.", counter: "If the worker passes its tests, it is merged.",
	},
}
