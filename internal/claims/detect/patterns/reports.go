package patterns

// reportPatterns match short forms of reports: a label and what came of it, one of several results in a list, what a
// tool prints at its end, and how a check went from bad to good.
var reportPatterns = []*Pattern{
	{ // from bad to good
		Kind: TestsPassed, hint: "to_green to_all to_pass to_zero to_0 to_none to_no",
		expr: `\b(?:TESTTOOL|(?:\w+ )?TESTS)[^;:]{0,40}?\b(?:went|goes|gone|came|moved|flipped|turned|switched|` +
			`dropped|is|` +
			`are|down|now)\b[^;:]{0,8}?(?: from [^;:,]{1,30}?)? to (?:all |fully )?(?:green|passing|zero|0|none|` +
			`no failures)(?:\s*$|\s*[^\s\w]|\s+(?:now|again|with|after|since|and|on|in|failures?)\b)`,
		unless: `\b(?:should|would|want|need\w*|goal|until|if|when|closer|next|plan|time\w*|coverage|duration|` +
			`runtime)\b`,
		example: "The parser suite went from red to green.", counter: "The suite's timeout went from 30 to 0.",
	},
	{
		Kind: BuildPassed, hint: "from_fail from_broken from_red from_not",
		expr: `\b(?:went|goes|gone|moved|flipped|turned|switched|is|are|now)\b[^;:]{0,8}? from (?:fail\w*|broken|red|` +
			`not (?:build|compil)ing)[^;:,]{0,24}? to (?:a clean build|(?:cleanly |successfully )?(?:building|` +
			`compiling))\b`,
		unless:  `\b(?:should|would|want|need\w*|goal|until|if|when|plan)\b`,
		example: "The Windows target went from broken to compiling again.",
		counter: "It moved from broken links to a list.",
	},
	{
		Kind: LintClean, hint: lintHint,
		expr: `\bLINT[^;:]{0,40}?\bfrom (?:\d+|NUM)(?: \w+)? (?:down )?to (?:zero|0|none|no \w+|clean)(?:\s*$|` +
			`\s*[^\s\w]|` +
			`\s+(?:now|again|with|after|across|and|in|FAULTS)\b)|` +
			`\bLINT[^，。；]{0,16}?从\s*\d+\s*[个条处项]?\s*(?:降|减|清|归)(?:到|至|为|成)?了?\s*(?:0|零)`,
		unless:  `\b(?:should|would|want|need\w*|goal|until|if|when|plan|max\w*|limit)\b`,
		example: "Pylint went from 31 messages to zero.", counter: "Pylint's limit went from 31 lines to zero.",
	},
	{
		Kind: TypecheckClean, hint: typesHint,
		expr: `\bTYPES[^;:]{0,40}?\bfrom (?:\d+|NUM)(?: \w+)? (?:down )?to (?:zero|0|none|no \w+|clean)(?:\s*$|` +
			`\s*[^\s\w]|` +
			`\s+(?:now|again|with|after|across|and|in|FAULTS)\b)|` +
			`\bTYPES[^，。；]{0,16}?从\s*\d+\s*[个条处项]?\s*(?:降|减|清|归)(?:到|至|为|成)?了?\s*(?:0|零)`,
		unless:  `\b(?:should|would|want|need\w*|goal|until|if|when|plan|max\w*|limit)\b`,
		example: "Mypy is down from 31 errors to none.", counter: "Mypy's limit went from 31 lines to zero.",
	},
	{
		Chinese: true, Kind: TestsPassed, hint: "通过 绿 全过",
		expr: `(?:测试|用例|单测)[^，。；没未不]{0,10}?(?:从|由)\s?(?:失败|红色?|报错|挂掉?|全挂)\s?(?:变|转|恢复)(?:成|为|到)?了?\s?` +
			`(?:全部|都)?(?:通过|绿色?|全绿|全过)`,
		unless:  `如果|若|等|才|应该|需要?|请|待|希望|目标`,
		example: "登录模块的用例从失败变成通过了。", counter: "等用例由红转绿再合并。",
	},
	{ // it was run again and again
		Kind: TestsPassed, hint: "stable steady solid flake flaky",
		expr: `\b(?:TESTTOOL|TESTS)(?: [^;:,]{1,24}?)? (?:(?:has|have) (?:been|stayed|remained)|is|are|stays?|` +
			`stayed|ran|` +
			`remained) (?:now |all )?(?:rock[- ])?(?:stable|steady|solid|green) (?:across|over|for|through|` +
			`throughout|in) ` +
			`(?:all )?(?:the (?:last |past |next )?)?(?:\d+|NUM|several|many|dozens of|a dozen|repeated) (?:\w+ )?` +
			`(?:runs?|iterations|rounds|repeats|repetitions|executions|times|attempts|reruns)\b|` +
			`\b(?:no|zero|0|not a single|without (?:a|any)(?: single)?) flak(?:es?|y \w+)\b[^;:]{0,16}?\b(?:in|` +
			`over|across) ` +
			`(?:\d+|NUM|several|many) (?:\w+ )?(?:runs?|iterations|rounds|repeats|reruns)\b`,
		Negative: true,
		unless:   `\b(?:should|would|must|until|if|when|before|expect\w*)\b`,
		example:  "The socket tests have been stable over 40 runs.",
		counter:  "The API has been stable over 40 releases.",
	},
	{
		Chinese: true, Kind: TestsPassed, hint: "稳定 没再 没有再 没出现",
		expr: `(?:测试|用例|单测|TESTTOOL)[^，。；没未不]{0,10}?(?:连续?(?:跑|运行|执行)?了?|重复(?:跑|运行)?了?|跑了)\s?` +
			`[一两二三四五六七八九十百几\d]+\s*(?:次|遍|轮)[^。；没未不]{0,4}?(?:都|均|全|很|一直)*(?:稳定(?:通过)?|没(?:有)?再(?:挂|失败|抖|红)|` +
			`没出现(?:失败|偶发))`,
		unless:  `如果|若|等|才|应该|需要?|请|待`,
		example: "重连的用例连跑 30 遍都稳定。", counter: "用例要连跑 30 遍都稳定才算过。",
	},
	{
		Kind: TestsPassed, hint: "green_on green_in green_for green_across green_under pass_on passes_on passed_on",
		expr: `\b(?:matrix|tox|nox|versions?|platforms?|environments?|browsers?|` +
			`interpreters?)\b[^;]{0,70}?\s?[:,—–]\s*` +
			`(?:all )?(?:green|pass(?:es|ed)?) (?:on|in|for|across|under) (?:every|all|both|each|the whole)\b`,
		unless:  `\b(?:build\w*|compil\w*|lint\w*|type\w*|should|if|when|must|until|only)\b`,
		example: "Ran the whole matrix (Node 18, 20, 22): green on all three.",
		counter: "The matrix builds each platform: green on all.",
	},
	{
		Kind: BuildPassed, hint: "target(s)",
		expr:    `\bfinished (?:CODE )?[^;:]{0,40}?\btarget\(s\)`,
		example: "`cargo build`: Finished `dev` profile target(s) in 4.1s",
		counter: "It lists the target(s) of the crate.",
	},
	{
		Kind: LintClean, hint: "all_checks all_matched rated score",
		expr: `\bLINT[^;]{0,30}?(?:\ball checks passed\b|\ball matched files use\b|\b(?:rated(?: at)?|` +
			`scores?(?: of| is| at)?:?) 10(?:\.0+)?\s*/\s*10\b)`,
		unless:  `\b(?:if|when|until|once|should)\b`,
		example: "ruff: All checks passed!", counter: "If ruff says all checks passed, merge it.",
	},
	{
		Kind: TypecheckClean, hint: "flow",
		expr:    `^[^\pL]*flow(?: check)?\s*[:—–]\s*(?:found )?(?:no|0|zero) errors\b`,
		example: "flow check: 0 errors", counter: "flow chart: no errors in it",
	},
	{
		Kind: BuildPassed, hint: "compiler borrow_checker clang gcc rustc javac kotlinc swiftc ghc",
		expr: `(?:^|[\s,;(])(?:clang|gcc|rustc|javac|kotlinc|swiftc|ghc)(?: -\S+){0,3}(?: (?:over|on|` +
			`for) [^;:,]{2,30})?` +
			`(?:\s*[:–—]\s*|\s)(?:now |also )*(?:CEASED|NONE|(?:no|zero|0) (?:\w+ )?(?:FAULTS|diagnostics))|` +
			`\bcompiler (?:now |also )*CEASED|\bcompiler (?:now |also )*(?:has|had|finds|found) (?:NOTHING|` +
			`no (?:more )?FAULTS)|` +
			`\bcompiler (?:now )?accepts (?:it|this|that|both|everything)(?:\s*$|\s*[.,;!]|\s+(?:now|again|too|` +
			`without)\b)|` +
			`\bborrow checker (?:is|was) (?:now |also )*(?:happy|satisfied|quiet)\b`,
		unless:  `\b(?:if|when|until|should|would|so that|type\w*|typescript|tsc)\b`,
		example: "The compiler no longer complains about the lifetime.",
		counter: "The compiler complains no longer than a second.",
	},
	{
		Kind: Deployed, hint: "deployed shipped rolled released published promoted pushed",
		expr: `(?:^|[:,;]\s*)[^,:;]{1,32}?\b(?:green|passed|passing|built|clean|ok|done|fixed|merged|tagged|` +
			`bumped|pushed|` +
			`signed|packaged|updated|resolved|✅)(?: \([^)]{1,20}\))?,\s*(?:and )?(?:then |also |now )*` +
			`((?:re)?deployed|shipped|rolled(?: it)? out|released|published|promoted|pushed) (?:it |them )?` +
			`(?:to|on|in) [^,:;]{0,40}?(?:VENUE|MANY)`,
		unless:  deliveryUnless + `|\b(?:is|are|gets?|be|when|each|every|after|must|should|to be|by)\b`,
		example: "Changelog written, image built, rolled out to staging.",
		counter: "The image is built, pushed to the registry by CI.",
	},
	{ // a label, and what was done
		Kind: Fixed, hint: "fixed resolved corrected repaired solved patched",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:(?:the )?(?:fix|bug ?fix|bug|issue|ticket|problem|resolution|` +
			`outcome|result|` +
			`root cause))(?: ?#?\d+)?\s*[:–—-]+\s*(?:i )?(?:fixed|resolved|corrected|repaired|solved|patched)\s+` +
			`(?:the|an?|it|this|that|both|all|two|three)\b`,
		unless:  fixedUnless,
		example: "**Fix:** corrected the rounding of half cents.", counter: "Fix: fixed-size header, see below.",
	},
	{
		Kind: Verified, hint: "verified tested confirmed validated",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:status|state|result|outcome|verification|testing|qa|` +
			`validation)\s*[:–—-]+\s*` +
			`(?:(?:manually|locally|fully|also|hand-?|now|successfully) ?)*(?:verified|tested|confirmed|validated)` +
			`(?: (?:manually|locally|by hand|end[- ]to[- ]end|in (?:the|a) \w+))*(?:\s*$|\s*[,;.(✅–—])`,
		unless:  verifiedUnless + `|, (?:or|and|\w+ or) \w+\s*$|\bone of\b`,
		example: "Status: tested by hand, the dialog closes.", counter: "Status: verified, rejected or open",
	},
	{ // what was wrong, and that it is mended
		Kind: Fixed, hint: "fixed resolved solved corrected",
		expr: `\b(?:was|were|wasn't|weren't|didn't|wouldn't|couldn't|had|got|kept|went|lost|broke|froze|hung|died|` +
			`threw|fell|blew|spun|sent|wrote|ate|came|ran|BUGs?|[a-z]{2,}[^e\W]ed)\b` +
			`[^;]{0,120}?(?:\s[–—]|\s-{1,2}|[,:]|\s\()\s?(?:(?:it's |that's |this is )?(?:now |all |` +
			`both ))*(fixed|resolved|solved|corrected)` +
			`(?:\s*$|\s*[.,;()]|\s+(?:by \w+ing|with (?:an?|the)\b|via|now|in the|through))`,
		unless: fixedUnless + `|\b(?:if|until|which|options?|either|states?|status)\b|[,:] (?:now )?(?:fixed|` +
			`resolved|solved|corrected)(?:\s*$|[.,;(])`,
		example: "The cursor was drawn twice after a resize – fixed by clearing the layer.",
		counter: "Prices are of two kinds – fixed by contract, or free.",
	},
	{ // how it was looked at
		Kind: Verified, OwnUse: true, hint: "checked sure",
		expr: `I DID(?:(?:double-)?checked|made sure)\b[^;:]{4,90}? by (?:\w+ly )?(?:watching|running|calling|` +
			`hitting|` +
			`sending|opening|querying|comparing|reloading|restarting|killing|forcing|triggering|logging (?:in|` +
			`out)|curling|` +
			`tailing|replaying|clicking|loading|printing|stepping|reproducing|following|spot-checking|sampling|` +
			`requesting|` +
			`measuring|dumping|installing|importing|submitting|uploading|downloading|posting|unplugging|throttling|` +
			`simulating|attaching|starting|stopping|resizing|typing)\b`,
		unless: verifiedUnless + `|\bin (?:the|an?|each|every) (?:\w+ )?(?:handler|hook|constructor|middleware|` +
			`callback|loop)\b`,
		example: "Checked that the queue drains by watching its length.",
		counter: "I made sure that it drains by adding a second worker.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "repro steps_from steps_in steps_of scenario recipe",
		expr: `(?:I DID|[–—:,]\s*|\s-\s)(?:re-?ran|repeated|replayed|followed|redid|retried|went through|` +
			`walked through|` +
			`(?:re-?)?tried) (?:the|your|all|all of the) ` +
			`(?:(?:[\w-]+ ){0,2}repro\w*(?: steps?| case| script)?|(?:steps|scenario|recipe) (?:from|in|` +
			`of) (?:the|your) (?:issue|ticket|` +
			`report|bug(?: report)?))\b[^;]{0,60}?` +
			`(?:SEP|[,–—])[^;]{0,50}?SEEN`,
		unless:  lookUnless + `|\b(?:please|should|would)\b`,
		example: "Works now: repeated your repro steps, and the list stays sorted.",
		counter: "I followed the repro steps in the code, and it crashes.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "used_the used_a used_my used_your",
		expr: "I DIDused (?:the|an?|my|your) [^;:\ue000-\ue0c7]{0,40}?to " +
			"(?:hit|call|query|open|send|post|request|exercise|" +
			`drive|click|walk|replay|poke|probe|try|inspect|dump|watch|reproduce|throttle|simulate)\b[^;]{0,80}?` +
			`(?:MANNER|SEP[^;]{0,60}?SEEN)`,
		unless: lookUnless + `|\b(?:component|hook|function|class|helper|library|instead of|so that|endpoint now|` +
			`handler|` +
			`middleware|api to (?:send|call|request|query|open|post))\b`,
		example: "I used a throttled profile to open each page, and all of them load.",
		counter: "I used the batch helper to send the mails, and it is shorter.",
	},
	{ // a thing that a build leaves, and the participle
		Kind: BuildPassed, hint: "built",
		expr: `(?:^[^\pL\pN\x{e000}-\x{e0c7}]*|[,;:–—]\s*|\band )(?:the |both |all )?(?:[\w-]+ ){0,2}(?:image|` +
			`bundle|binary|binaries|artefact|` +
			`artifact|installer|package|wheel|apk|ipa|dmg|jar|archive|container|` +
			`firmware)s?(?: CODE)? built(?:\s*$|\s*[,;.!(✅]|\s+(?:and|in \d|at|` +
			`as|for|cleanly|fine)\b)`,
		unless: `\b(?:is|are|was|were|gets?|be|if|when|each|every|after|must|should|by|until|once|last|` +
			`previously) (?:\w+ ){0,2}?built\b|` +
			`\bbuilt for (?:speed|the|an?)\b`,
		example: "Installer built, 41 MB.", counter: "The package built for the last release is older.",
	},
	{ // nothing but the thing and the verb
		Kind: BuildPassed, hint: "compiles builds build compile",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:(?:(?:the|my|our|your) )?(?:CODE|[\w.+-]+)(?: [\w.+-]+)? ` +
			`(?:now |still |also |again )*(?:compiles|builds)|(?:both|all(?: the)?|all my|` +
			`NUM)(?: [\w.+-]+){0,2} (?:now |still |also |all |both |again )*` +
			`(?:compile|build))(?: (?:again|now|too|fine|cleanly))?[\s.!✅]*$`,
		unless: `\b(?:jobs?|workflows?|pipelines?|ci|steps?|scripts?|hooks?|actions?|which|that|what|how|who|it|` +
			`to|can|will|must|does|do|` +
			`should|would|not|cannot|never|please|next|then|last|first|clean|full|new|release|debug|local|nightly|` +
			`docker|failed|old|` +
			`npm|pnpm|yarn|bun|go|cargo|run) (?:\w+ )?(?:compiles?|builds?)\b|n't\b|\b(?:if|when|until|once|while|` +
			`run|try|start|see|fix)\b`,
		example: "LaTeX compiles.", counter: "The nightly job builds.",
	},
	{
		Kind: LintClean, hint: lintHint,
		expr: `\bLINT\s*(?:[:—–-]+|gives?|gave|has|had|produces?|prints?|printed|with|shows?|showed)\s*(?:no|` +
			`zero|empty) output\b`,
		unless:  `\b(?:if|when|until|once|should|would|must|because|option|flag)\b`,
		example: "stylelint: no output", counter: "If stylelint has no output, it read no file.",
	},
	{
		Kind: TypecheckClean, hint: typesHint,
		expr: `\bTYPES\s*(?:[:—–-]+|gives?|gave|has|had|produces?|prints?|printed|with|shows?|showed)\s*(?:no|` +
			`zero|empty) output\b`,
		unless:  `\b(?:if|when|until|once|should|would|must|because|option|flag)\b`,
		example: "tsc -b printed no output.", counter: "If tsc has no output, it read no file.",
	},
	{ // a clean run
		Kind: TestsPassed, hint: "clean_ green_ run_was run_is run_came",
		expr: `\b(?:got|had|have|saw|gave|made|is|was|with) (?:me |us )?an? (?:fully |all |completely )?(?:clean|` +
			`green) ` +
			`(?:(?:\w+ )?(?:test|suite|spec|e2e) (?:run|pass)\b|(?:(?:\w+ )?(?:run|pass) of (?:the |` +
			`all )?(?:\w+ )?TESTS))|` +
			`\b(?:run of (?:the |all )?(?:\w+ )?TESTS|(?:test|suite|spec|e2e) run) (?:is|was|came (?:back|` +
			`out)) (?:all |now )?` +
			`(?:green|clean)\b`,
		unless:  `\b(?:if|when|until|once|should|would|need\w*|want\w*|before|not|never|yet)\b|n't\b`,
		example: "After that I got a clean run of the e2e suite.",
		counter: "I need a green run of the suite before that.",
	},
	{
		Kind: LintClean, hint: lintHint,
		expr: `\bLINT FAULTS(?: left)?\s*[:=|–—]\s*(?:0|none|zero)(?:\.?\s*$|\s*[,;)|✅]|\.\s|\s+\()|` +
			`\bLINT[^;:,]{0,20}? (?:leaves?|left) (?:everything|all files|every file|the (?:code|tree)|\d+ files) ` +
			`(?:unchanged|alone|untouched|as (?:it is|they are))\b|` +
			`(?:\b(?:everything|every file|all (?:\w+ )?files|the whole (?:tree|repo|codebase))|` +
			`^[^\pL\pN]*(?:the )?code) ` +
			`(?:is|are) (?:now |already |still )?(?:correctly |properly |fully |cleanly )*formatted\b|` +
			`所有文件(?:都|均)?(?:已|已经)?(?:格式化|符合格式)|\bLINT\s*(?:也|都|跑完)*(?:没有?|无)(?:任何)?(?:改动|变化|差异|话说)`,
		unless:  `\b(?:if|when|until|once|should|would|must|so that|makes?|ensures?|keeps?)\b|如果|应该|需要|确保`,
		example: "- ESLint warnings: none", counter: "- ESLint warnings: 12",
	},
	{
		Kind: TypecheckClean, hint: "type_err typing_err typescript_err tsc_err mypy_err pyright_err 类型错误 类型问题",
		expr: `\b(?:type(?:script)?|typing|tsc|mypy|pyright) (?:errors|issues|problems)(?: left)?\s*[:=|` +
			`–—]\s*(?:0|none|zero)` +
			`(?:\.?\s*$|\s*[,;)|✅]|\.\s|\s+\()|类型(?:错误|问题)(?:数)?\s*[：:]\s*(?:0|零|无)(?:$|[^\d.])`,
		example: "Type errors: 0", counter: "Type errors: 0.4 per file",
	},
	{
		Kind: BuildPassed, hint: "compile build_err compil",
		expr: `^[^\pL\pN]*compile\s*[:|–—]\s*(?:ok|pass(?:ed|es)?|clean|green|success\w*|done|TICK)\b|` +
			`\b(?:build|compil\w+) (?:errors|failures|warnings)(?: left)?\s*[:=|–—]\s*(?:0|none|zero)(?:\.?\s*$|` +
			`\s*[,;)|✅]|\.\s|\s+\()`,
		example: "Compile: ok", counter: "Compile: once per release",
	},
	{ // it was built by the agent, and how that went
		Kind: BuildPassed, hint: "built compiled building compiling packaging bundling bundles packages assembles " +
			"assemble package",
		expr: `I DID(?:re-?)?(?:built|compiled|packaged|bundled|assembled|` +
			`linked)\b[^;:]{1,50}? (?:without (?:an? |any )?(?:single )?` +
			`(?:FAULTS|hitch|trouble|complaint)|successfully|cleanly)(?:\s*$|\s*[,.;)]|\s+(?:and|on|for|with|now|` +
			`again)\b)|` +
			`^[^\pL\pN]*(?:re-?)?(?:building|compiling|packaging|bundling|assembling) [^;:,]{2,40}? (?:works?|` +
			`worked|succeed(?:s|ed)|` +
			`passes|passed|went through)(?:\s*$|\s*[,.;)]|\s+(?:again|now|on|fine|too|without)\b)|` +
			`\b(?:app|site|project|code|frontend|extension|plugin|webpack|vite|rollup|esbuild|parcel|` +
			`metro) (?:now |still |also |again )*(?:bundles|packages|assembles) ` +
			`(?:cleanly|fine|ok|again|without (?:any )?FAULTS)\b|` +
			`\b(?:gradlew?|mvnw?|maven|cmake|bazel|ninja|msbuild|turbo|nx|make) (?:assemble|package|install|` +
			`bundle|dist|all) ` +
			`(?:is|was|came back|comes back|finished|exits?|exited) (?:now |also |all )*(?:green|clean|ok|fine|` +
			`with 0|0|happy)\b`,
		unless:  `\b(?:if|when|until|once|should|would|must|not|never|fail\w*|tests?)\b|n't\b`,
		example: "I compiled the kernel module without any warnings.",
		counter: "I built the list without any errors in it?",
	},
	{ // a named fault or ticket, and the participle
		Kind: Fixed, hint: "fixed resolved solved",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:the )?(?:issue|ticket|bug|case|gh|jira)[ -]?#?\d+(?: (?:is|` +
			`are))? (?:now )?` +
			`(?:fixed|resolved|solved)(?:\s*$|\s*[,.;:(–—✅]|\s+(?:by|with|in|now)\b)|` +
			`\b(?:BUG|culprit|cause|leak)'s (?:now |finally )?(?:fixed|resolved|solved|gone)\b`,
		unless:  fixedUnless,
		example: "Ticket 4411 resolved.", counter: "Ticket 4411 resolved upstream.",
	},
	{ // what was wrong is gone
		Kind: Fixed, Negative: true, hint: "gone no_more care_of closed_the plugged shut",
		expr: `\b(?:double|duplicated?|extra|stray|spurious|phantom|ghost|wrong|stale|blank|empty|broken|unwanted|` +
			`repeated) ` +
			`[\w-]+(?: (?:in|on|of|at|after|before|during|from) [^;:,]{1,24}?)? (?:is|are) (?:now |finally |` +
			`all )?gone\b|` +
			`\bBUGs?(?: (?:in|on|of|at|with) [^;:,]{1,30}?)? (?:is|are) no more(?:\s*$|\s*[,.;!)])|` +
			`I DID(?:took care of|closed|plugged|shut) (?:the|that|this|both|your) [^;:,]{0,40}?\b(?:BUGs?|race|` +
			`window|hole|` +
			`null pointer|loophole)\b|` +
			`(?:闪烁|抖动|卡顿|白屏|黑屏|重影|错位|乱码|空行|弹窗|重复[^，。；]{0,6}|多余[^，。；]{0,6})(?:也|都|已经?)*(?:消失|没有?)了(?:$|[，。；！、（(])`,
		unless: fixedUnless + `|\b(?:if|when|until|once|should|would|file|folder|director\w*|branch|code|` +
			`function|import)\b|如果|应该`,
		example: "The duplicate toast after saving is gone.", counter: "The duplicate function in the code is gone.",
	},
	{
		Chinese: true, Kind: Fixed, hint: "又能 又可以 恢复正常",
		expr: `^[^\pL]*[^，。；：:没未不]{2,12}(?:现在)?又(?:能|可以)(?:正常)?[^，。；]{1,6}了(?:$|[，。；！（(])|` +
			`^[^\pL]*[^，。；：:没未不]{2,12}(?:已经?|都|现在|功能)?恢复正常了?(?:$|[，。；！（(])`,
		unless:  `如果|若|等|才|应该|需要?|请|待|希望|后会|测试|用例|构建|编译|服务|线上|集群|重启`,
		example: "导出又能用了。", counter: "等服务恢复正常再试。",
	},
	{ // a thing, and the participle
		Kind: Deployed, hint: "deployed published shipped released pushed upgraded updated rolled_out out_ is_out",
		expr: `(?:^[^\pL\pN\x{e000}-\x{e0c7}]*|, (?:and )?)(?:the )?(?:(?:new |docker |helm |npm |container |` +
			`android |ios |web |` +
			`mobile |release |prod(?:uction)? |staging |CODE )*(?:release|version|package|crate|gem|wheel|image|` +
			`chart|stack|` +
			`site|backend|frontend|api|worker|hotfix|lambda|function|docs site|bundle|extension|plugin|sdk|` +
			`firmware)|v\d[\w.]*)` +
			`(?: v?\d[\w.]*| CODE)? (?:deployed|published|shipped|released|rolled out|pushed to (?:the )?(?:VENUE))` +
			`(?:\s*$|\s*[,;.!(✅🚀]|\s+(?:to|on|as|in|at|and)\b)|` +
			`\b(?:image|package|crate|gem|wheel|chart)s? pushed(?:\s*$|\s*[,;.!(✅]|\s+(?:as|under) )|` +
			`\b(?:helm release|stack|serverless stack|cloudformation stack) (?:CODE )?(?:upgraded|updated)(?:\s*$|` +
			`\s*[,;.!(✅])|` +
			`^[^\pL\pN]*(?:the )?(?:hotfix|new version|new release|v\d[\w.]*) (?:is )?(?:now )?out(?:\s*$|\s*[,;.!])`,
		unless: deliveryUnless + `|\b(?:is|are|was|were|gets?|be|if|when|each|every|after|must|should|by|until|once) ` +
			`(?:\w+ )?(?:deployed|published|shipped|released|pushed)\b|\b(?:last|currently|previously|first)\b`,
		example: "Crate 0.4.0 published.", counter: "The last version published is older.",
	},
	{
		Kind: Deployed, hint: "deployment rollout release apply applied cut_ everyone all_users",
		expr: `\b(?:deployment|rollout|release(?: v?\d[\w.]*)?) (?:CODE )?is (?:now |all )?(?:up|ready|healthy|` +
			`complete)(?:\s*$|` +
			`\s*[,;.!(✅]|\s+(?:on|in|and|at|with)\b)|` +
			`\bapply(?: complete)?\s*[!:–—]\s*(?:resources: )?\d+ (?:to )?added\b|` +
			`I DIDapplied the (?:terraform|tofu|helm|kubernetes|k8s|pulumi|cdk|cloudformation|` +
			`kustomize) (?:changes?|plan|` +
			`manifests?|config\w*|stack)\b|` +
			`I DIDcut (?:the |a )?(?:new |patch |minor |major )?release(?: v?\d[\w.]*| CODE)?(?:\s*$|\s*[,.;]|` +
			`\s+(?:and|on|with)\b)|` +
			`I DID(?:enabled|turned on|flipped|switched on) (?:the )?(?:\w+ |` +
			`CODE )?(?:feature )?flag (?:on )?(?:for|to) (?:everyone|` +
			`everybody|all (?:users|customers|tenants)|100 ?%)`,
		unless:  deliveryUnless + `|\b(?:if|when|until|once|should|would|must|dry|plan: |to apply|to be|candidate)\b`,
		example: "I cut release 2.3 and attached the archives.",
		counter: "Once the deployment is ready, I cut a release.",
	},
	{
		Chinese: true, Kind: Deployed, hint: "镜像 热修 切流 提审 全量",
		expr: `镜像[^，。；没未不]{0,12}(?:已经?|也|都|成功)+\s*(?:推送|推|push)(?:了|到[^，。；]{1,16}|完成|成功)?了?(?:$|[，。；！、（(])|` +
			`镜像(?:推送?|push)(?:到|至|上)了?\s*[^，。；]{0,12}?(?:仓库|harbor|registry|acr|ecr|ghcr|hub)[^，。；]{0,4}了?(?:$|` +
			`[，。；！、（(])|` +
			`(?:热修|补丁|新版本?)[^，。；没未不]{0,4}已经?(?:发布?|上线?|推)了?(?:$|[，。；！、（(])|` +
			`已经?(?:全部)?切流(?:$|[，。；！、（(完])|(?:小程序|版本|应用|app|ipa)[^，。；没未不]{0,6}已经?(?:提审|提交审核)|` +
			`(?:已经?|都)(?:全量|放量)(?:放开|发布)?了?(?:$|[，。；！、（(])|全量(?:放开|发布)了`,
		unless:  `如果|若|等|才|应该|需要?|请|待|会|准备|计划|打算|[你您]|昨天|上次|之前`,
		example: "镜像也推送到 Harbor 了。", counter: "等镜像推到仓库再部署。",
	},
	{ // no trace of errors where they would show
		Kind: Verified, OwnUse: true, hint: "log console sentry grafana kibana devtools journal 日志 控制台 监控",
		expr: `\b(?:no|zero|not a single) (?:new |more |further )?(?:\w+ )?(?:errors?|warnings?|exceptions?|` +
			`5\d\ds?|timeouts?|stack ?traces?|` +
			`panics?)(?: (?:or|and) \w+)? in (?:the |any of the |any )?(?:\w+ )?(?:logs?|console|sentry|grafana|` +
			`kibana|dev ?tools|journal|syslog)\b|` +
			`(?:日志|控制台|监控|sentry|grafana)(?:里|中|上)?(?:也|都|已经?|再|还是)*(?:没有?|无|未见|不再有)(?:任何|再|新的?|其他)*(?:报错|错误|异常|` +
			`告警|警告|error)`,
		unless: `\b(?:if|when|until|once|should|would|must|so that|because|why|there (?:were|was)|had|hides?|` +
			`hidden)\b|如果|应该|需要?|为什么|之前|所以`,
		example: "Started it twice; no exceptions in the logs.",
		counter: "There were no errors in the log, so I added some.",
	},
	{ // with what it was looked at
		Kind: Verified, OwnUse: true, hint: "checked tried",
		expr: `I DID(?:checked|tried) (?:it|this|that|them|both) (?:with|on|against|in) (?:NUM|several|many|` +
			`different|real|a (?:real|` +
			`fresh|second)|both|all)\b|I DIDchecked (?:with|using|via|in) (?:(?:the|a|my) )?(?:debugger|profiler|` +
			`browser|repl|shell|` +
			`MEANS) (?:that|whether|if)\b`,
		unless:  lookUnless + `|\b(?:lock|try|guard|mutex|flag|assertions?|tests?)\b`,
		example: "I checked it with three different roles.", counter: "I checked it in the handler.",
	},
	{ // a thing, and that it was looked at
		Kind: Verified, Ambiguous: true, hint: "verified tested checked",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[\w/'-]+ ){1,4}(verified|tested|checked)(?: (?:manually|locally|` +
			`by hand|end[- ]to[- ]end|` +
			`(?:on|in|with|across) (?:both|all|NUM|chrome|firefox|safari|a (?:real|fresh)|the browser|` +
			`staging)\b[^,;:]{0,30}))?\s*[.!✅]*$`,
		unless: verifiedUnless + `|\b(?:is|are|was|were|be|been|not|never|only|if|when|must|should|to|by|each|` +
			`every|still|yet|get|gets|` +
			`needs?|have|has|had|type|types|box|boxes|email|emails|user|users|domain|badge|status|no|nothing|i|we|` +
			`you|it|they) (?:\w+ )?` +
			`(?:verified|tested|checked)\b|n't\b`,
		example: "Keyboard navigation checked by hand.", counter: "Email verified by the server.",
	},
	{
		Kind: Verified, Ambiguous: true, hint: "health",
		expr: `\bhealth ?checks? (?:now |all |also |still )*(?:pass(?:es|ed)?|(?:is|are) (?:now |` +
			`all )?(?:green|ok|healthy|passing))\b`,
		unless:  `\b(?:if|when|until|once|should|would|must|so that|waits?|before|after|unless|each|every)\b`,
		example: "All health checks pass.", counter: "It waits until the health checks pass.",
	},
	{
		Kind: Deployed, hint: "deploy rollout release publish is_running is_now_running run_the_new now_run",
		expr: `^[^\pL\pN]*(?:deploy(?:ment)?|rollout|release|publish(?:ing)?)\s*[:|–—]\s*(?:done|ok|success\w*|` +
			`completed?|finished|TICK)` +
			`(?:\s*$|\s*[,.;(✅])|` +
			`\bthe new (?:image|tag|build|version|release|revision) is (?:now )?(?:running|serving|active)(?:\s*$|` +
			`\s*[,.;]|\s+(?:in|on|` +
			`everywhere|for)\b)|\b(?:pods|replicas|workers|nodes|instances) (?:now |all )*run the new (?:image|` +
			`build|version|release|code)\b`,
		unless:  deliveryUnless + `|\b(?:if|when|until|once|should|would|must|so that|waits?|before|after|unless)\b`,
		example: "All pods now run the new image.", counter: "Once the new image is running, tell me.",
	},
	{ // two things agree
		Kind: Verified, OwnUse: true, Ambiguous: true,
		hint: "counts checksum hashes totals sums outputs output results numbers 条数 行数 校验和 数量 结果 对得上 一致",
		expr: `(?:^[^\pL\pN]*|[,;:–—]\s*|\band )(?:the |both |all |its )?(?:(?:row |record |line |file )?counts|` +
			`checksums?|hashes|totals|` +
			`sums|outputs?|numbers) (?:(?:of|from|in|on|before|for) [^;:,]{2,30}? )?(?:now |all |also |` +
			`still )?(?:match(?:es)?|agree|` +
			`are (?:identical|the same|equal)|is identical)(?:\s*$|\s*[,.;)]|\s+(?:exactly|the|what|with|between|` +
			`across|in|to|on|` +
			`before|now|byte)\b)|` +
			`(?:^|[，；：:])[^，。；没未不]{0,10}(?:条数|行数|总数|校验和|哈希|md5|两边的?数据|两份输出)[^，。；没未不]{0,8}(?:都|也|完全)*` +
			`(?:对得上|对上了|一致|吻合|相同)(?:$|[，。；！、（(])`,
		unless: `\b(?:if|when|whether|that|must|should|until|only|so that|would|unless|where|whose|which|example|` +
			`checks?|verif\w+|ensure\w*|` +
			`returns?|true)\b|如果|是否|应该|需要?|确保|检查|时|才`,
		example: "Row counts match between both tables.", counter: "It returns true if the counts match.",
	},
	{
		Kind: Verified, hint: "i_can",
		expr: `\bi can (?:now |also |only )?(?:confirm|verify)\b`,
		unless: `\b(?:if|once|when|then|so (?:that )?i can|before i can|until i can|after which|next|later|` +
			`tomorrow)\b`,
		example: "I can confirm that the header is set.", counter: "Restart it, so I can confirm the header.",
	},
	{
		Chinese: true, Kind: Deployed, hint: "镜像 上线 发布 部署 迁移 审核 商店 灰度 开关 flag",
		expr: `已经?(?:推送|推|push)了?\s*(?:新的?)?镜像[^，。；]{0,24}?(?:到|至)\s*[^，。；]{1,12}|` +
			`已经?(?:更新|升级|打包|构建|合并)(?:并|后)?(?:上线|发布|部署)(?:$|[，。；！、（(])|` +
			`已经?在\s?[^，。；]{0,8}?(?:生产|线上|预发|测试环境|staging|prod)[^，。；]{0,6}?(?:执行|跑|应用)(?:完|过)?了?\s?[^，。；]{0,10}?` +
			`(?:迁移|脚本|ddl|sql)|` +
			`已经?提交(?:到|至|给)?\s?[^，。；]{0,8}?(?:商店|app store|应用市场)(?:审核)?|` +
			`(?:灰度|开关|flag)[^，。；没未不]{0,12}?已经?(?:对[^，。；]{1,10}?)?(?:打开|开启|放开|启用|开)了?(?:$|[，。；！、（(])`,
		unless:    `如果|若|等|才|应该|需要?|请|待|会|准备|计划|打算|[你您]|昨天|上次|之前|文档|说明|脚本[里中]`,
		Ambiguous: true,
		example:   "已在生产库执行了迁移脚本。", counter: "等灰度开关已打开再看。",
	},
	{ // a command by its own words
		Kind: Deployed, hint: "helm kubectl terraform push publish upload ansible argocd deploy vercel",
		expr: `\b(?:helm (?:upgrade|install)|kubectl (?:apply|rollout)|terraform apply|docker push|(?:npm|cargo|` +
			`yarn|pnpm|poetry|uv) publish|` +
			`twine upload|ansible-playbook|argocd app sync|(?:serverless|fly|wrangler|firebase|cdk|gcloud app|` +
			`netlify|kamal|sam) deploy|` +
			`vercel --prod)(?: (?:of|on|to|for) [^;:,]{1,24}| --?[\w=-]+)*\s*(?:(?:is |has |was |already |` +
			`all )*(?:finished|succeeded|completed|` +
			`went through|done)(?:\s*$|\s*[^\s\w]|\s+(?:in \d|with|for|and|on|cleanly|fine)\b)|(?:也|都|已经?|执行|` +
			`跑)*(?:成功|完成|完毕|好了)` +
			`(?:$|[，。；！、（(]))`,
		unless:  deliveryUnless + `|\b(?:if|when|until|once|should|would|must|dry|needs?)\b|如果|若|等|才|后|再|需要?`,
		example: "twine upload succeeded for both wheels.", counter: "Once docker push is done, pull it.",
	},
	{
		Chinese: true, Kind: TypecheckClean, hint: "类型错误 类型报错 类型问题",
		expr:    `类型(?:错误|报错|问题)[^，。；没未不]{0,4}?(?:都|全部?|均|也|已经?)*(?:清掉|清完|消除|修掉|修完|修好|解决|消掉|改完)了`,
		unless:  `如果|若|等|才|应该|需要?|请|待|一部分|部分|几个`,
		example: "类型错误都修完了。", counter: "等类型错误都修完了再合并。",
	},
	{
		Chinese: true, Kind: Fixed, Negative: true, hint: "不再 不崩了 不卡了 不闪了 不挂了 不抖了 不丢了 不乱了 不跳了 不报错了 不超时了 不白屏了 现在是 " +
			"处理完了 处理好了 搞定了",
		expr: `不(?:会)?再(?:上涨|增长|累积|重叠|残留|变形|错乱|空白|掉线|断开|卡住|误报|漏|乱跳|堆积)|` +
			`不(?:会)?(?:崩|卡|闪|挂|抖|丢|乱|跳|报错|超时|白屏)了(?:$|[，。；！、（(])|` +
			`[^，。；：:没未不]{2,14}现在(?:都)?是(?:对的|正确的|正常的)(?:$|[，。；！、（(])|` +
			`ZHBUG(?:也|都|已经?|全部?)*(?:处理完|处理好|处理掉|搞定)了(?:$|[，。；！、（(])`,
		unless:  `如果|若|等|才|应该|需要?|请|待|希望|用来|用于|为了|以便|可以让|能让|测试|用例|构建|编译|是否`,
		example: "连续切换后内存不再上涨。", counter: "为了让内存不再上涨，可以加缓存上限。",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, hint: "对比 比对 核对 比较 日志 抓包 断点 excel wps 浏览器 chrome safari " +
			"firefox 手机 真机 微信",
		expr: `(?:对比|比对|核对|比较)了?\s?[^，。；没未不]{1,16}，\s?(?:结果|完全|都|全部?|两边|数据)*(?:一致|相同|吻合|对得上)(?:$|[，。；！、（(])|` +
			`(?:日志|抓包|断点|调试器?)(?:里|中|上)?(?:也|都|已经?)*(?:确认|证实|能看到|可以看到)了?\s?[^，。；没未不]{2,24}(?:$|[，。；！（(])|` +
			`在\s?(?:excel|wps|浏览器|chrome|safari|firefox|手机|真机|微信)\s?[^，。；]{0,4}?(?:里|中|上|下)?(?:打开|显示|渲染|播放|运行|加载)` +
			`[^，。；没未不]{0,4}?(?:正常|正确|没问题|无误)(?:$|[，。；！、（(])`,
		unless:  `如果|若|等|才|应该|需要?|请|待|[你您]|用户|是否|文档|代码`,
		example: "导出的表格在 WPS 里打开正常。", counter: "请确认表格在 WPS 里打开正常。",
	},
}
