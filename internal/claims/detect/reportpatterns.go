package detect

// reportPatterns match short forms of reports: a label and what came of it, one of several results in a list, what a
// tool prints at its end, and how a check went from bad to good.
var reportPatterns = []*pattern{
	{ // from bad to good
		kind: TestsPassed, hint: "to_green to_all to_pass to_zero to_0 to_none to_no",
		expr: `\b(?:TESTTOOL|(?:\w+ )?TESTS)[^;:]{0,40}?\b(?:went|goes|gone|came|moved|flipped|turned|switched|dropped|is|` +
			`are|down|now)\b[^;:]{0,8}?(?: from [^;:,]{1,30}?)? to (?:all |fully )?(?:green|passing|zero|0|none|` +
			`no failures)(?:\s*$|\s*[^\s\w]|\s+(?:now|again|with|after|since|and|on|in|failures?)\b)`,
		unless:  `\b(?:should|would|want|need\w*|goal|until|if|when|closer|next|plan|time\w*|coverage|duration|runtime)\b`,
		example: "The parser suite went from red to green.", counter: "The suite's timeout went from 30 to 0.",
	},
	{
		kind: BuildPassed, hint: "from_fail from_broken from_red from_not",
		expr: `\b(?:went|goes|gone|moved|flipped|turned|switched|is|are|now)\b[^;:]{0,8}? from (?:fail\w*|broken|red|` +
			`not (?:build|compil)ing)[^;:,]{0,24}? to (?:a clean build|(?:cleanly |successfully )?(?:building|compiling))\b`,
		unless:  `\b(?:should|would|want|need\w*|goal|until|if|when|plan)\b`,
		example: "The Windows target went from broken to compiling again.", counter: "It moved from broken links to a list.",
	},
	{
		kind: LintClean, hint: lintHint,
		expr: `\bLINT[^;:]{0,40}?\bfrom (?:\d+|NUM)(?: \w+)? (?:down )?to (?:zero|0|none|no \w+|clean)(?:\s*$|\s*[^\s\w]|` +
			`\s+(?:now|again|with|after|across|and|in|FAULTS)\b)|` +
			`\bLINT[^，。；]{0,16}?从\s*\d+\s*[个条处项]?\s*(?:降|减|清|归)(?:到|至|为|成)?了?\s*(?:0|零)`,
		unless:  `\b(?:should|would|want|need\w*|goal|until|if|when|plan|max\w*|limit)\b`,
		example: "Pylint went from 31 messages to zero.", counter: "Pylint's limit went from 31 lines to zero.",
	},
	{
		kind: TypecheckClean, hint: typesHint,
		expr: `\bTYPES[^;:]{0,40}?\bfrom (?:\d+|NUM)(?: \w+)? (?:down )?to (?:zero|0|none|no \w+|clean)(?:\s*$|\s*[^\s\w]|` +
			`\s+(?:now|again|with|after|across|and|in|FAULTS)\b)|` +
			`\bTYPES[^，。；]{0,16}?从\s*\d+\s*[个条处项]?\s*(?:降|减|清|归)(?:到|至|为|成)?了?\s*(?:0|零)`,
		unless:  `\b(?:should|would|want|need\w*|goal|until|if|when|plan|max\w*|limit)\b`,
		example: "Mypy is down from 31 errors to none.", counter: "Mypy's limit went from 31 lines to zero.",
	},
	{
		chinese: true, kind: TestsPassed, hint: "通过 绿 全过",
		expr: `(?:测试|用例|单测)[^，。；没未不]{0,10}?(?:从|由)\s?(?:失败|红色?|报错|挂掉?|全挂)\s?(?:变|转|恢复)(?:成|为|到)?了?\s?` +
			`(?:全部|都)?(?:通过|绿色?|全绿|全过)`,
		unless:  `如果|若|等|才|应该|需要?|请|待|希望|目标`,
		example: "登录模块的用例从失败变成通过了。", counter: "等用例由红转绿再合并。",
	},
	{ // it was run again and again
		kind: TestsPassed, hint: "stable steady solid flake flaky",
		expr: `\b(?:TESTTOOL|TESTS)(?: [^;:,]{1,24}?)? (?:(?:has|have) (?:been|stayed|remained)|is|are|stays?|stayed|ran|` +
			`remained) (?:now |all )?(?:rock[- ])?(?:stable|steady|solid|green) (?:across|over|for|through|throughout|in) ` +
			`(?:all )?(?:the (?:last |past |next )?)?(?:\d+|NUM|several|many|dozens of|a dozen|repeated) (?:\w+ )?` +
			`(?:runs?|iterations|rounds|repeats|repetitions|executions|times|attempts|reruns)\b|` +
			`\b(?:no|zero|0|not a single|without (?:a|any)(?: single)?) flak(?:es?|y \w+)\b[^;:]{0,16}?\b(?:in|over|across) ` +
			`(?:\d+|NUM|several|many) (?:\w+ )?(?:runs?|iterations|rounds|repeats|reruns)\b`,
		negative: true,
		unless:   `\b(?:should|would|must|until|if|when|before|expect\w*)\b`,
		example:  "The socket tests have been stable over 40 runs.", counter: "The API has been stable over 40 releases.",
	},
	{
		chinese: true, kind: TestsPassed, hint: "稳定 没再 没有再 没出现",
		expr: `(?:测试|用例|单测|TESTTOOL)[^，。；没未不]{0,10}?(?:连续?(?:跑|运行|执行)?了?|重复(?:跑|运行)?了?|跑了)\s?` +
			`[一两二三四五六七八九十百几\d]+\s*(?:次|遍|轮)[^。；没未不]{0,4}?(?:都|均|全|很|一直)*(?:稳定(?:通过)?|没(?:有)?再(?:挂|失败|抖|红)|没出现(?:失败|偶发))`,
		unless:  `如果|若|等|才|应该|需要?|请|待`,
		example: "重连的用例连跑 30 遍都稳定。", counter: "用例要连跑 30 遍都稳定才算过。",
	},
	{
		kind: TestsPassed, hint: "green_on green_in green_for green_across green_under pass_on passes_on passed_on",
		expr: `\b(?:matrix|tox|nox|versions?|platforms?|environments?|browsers?|interpreters?)\b[^;]{0,70}?\s?[:,—–]\s*` +
			`(?:all )?(?:green|pass(?:es|ed)?) (?:on|in|for|across|under) (?:every|all|both|each|the whole)\b`,
		unless:  `\b(?:build\w*|compil\w*|lint\w*|type\w*|should|if|when|must|until|only)\b`,
		example: "Ran the whole matrix (Node 18, 20, 22): green on all three.",
		counter: "The matrix builds each platform: green on all.",
	},
	{ // what a tool prints at its end
		kind: TestsPassed, hint: "tests_run: all_tests_succ passed_] fail_0",
		expr: `\btests run: [1-9]\d*, failures: 0, errors: 0\b|\ball tests successful\b|\[\s*passed\s*\] [1-9]\d* tests?\b|` +
			`\bpass [1-9]\d*,? (?:and )?(?:# )?fail 0\b`,
		example: "`mvn verify`: Tests run: 31, Failures: 0, Errors: 0", counter: "`mvn verify`: Tests run: 31, Failures: 2",
	},
	{
		kind: BuildPassed, hint: "target(s)",
		expr:    `\bfinished (?:CODE )?[^;:]{0,40}?\btarget\(s\)`,
		example: "`cargo build`: Finished `dev` profile target(s) in 4.1s", counter: "It lists the target(s) of the crate.",
	},
	{
		kind: LintClean, hint: "all_checks all_matched rated",
		expr:    `\bLINT[^;]{0,30}?(?:\ball checks passed\b|\ball matched files use\b|\brated (?:at )?10(?:\.0+)?\s*/\s*10\b)`,
		unless:  `\b(?:if|when|until|once|should)\b`,
		example: "ruff: All checks passed!", counter: "If ruff says all checks passed, merge it.",
	},
	{
		kind: TypecheckClean, hint: "flow",
		expr:    `^[^\pL]*flow(?: check)?\s*[:—–]\s*(?:found )?(?:no|0|zero) errors\b`,
		example: "flow check: 0 errors", counter: "flow chart: no errors in it",
	},
	{
		kind: BuildPassed, hint: "compiler clang gcc rustc javac kotlinc swiftc ghc",
		expr: `(?:^|[\s,;(])(?:clang|gcc|rustc|javac|kotlinc|swiftc|ghc)(?: -\S+){0,3}(?: (?:over|on|for) [^;:,]{2,30})?` +
			`(?:\s*[:–—]\s*|\s)(?:now |also )*(?:CEASED|NONE|(?:no|zero|0) (?:\w+ )?(?:FAULTS|diagnostics))|` +
			`\bcompiler (?:now |also )*CEASED|\bcompiler (?:now |also )*(?:has|had|finds|found) (?:NOTHING|no (?:more )?FAULTS)`,
		unless:  `\b(?:if|when|until|should|would|so that|type\w*|typescript|tsc)\b`,
		example: "The compiler no longer complains about the lifetime.", counter: "The compiler complains no longer than a second.",
	},
	{ // one of several results
		kind: LintClean, hint: "lints",
		expr:    `(?:^[^\pL\pN]*|[,;:–—(]\s*|\band\s+)(?:it |all |everything |now |still |also )*lints (?:clean(?:ly)?|fine|ok|without FAULTS)\b`,
		example: "Builds cleanly, lints cleanly, and is pushed.", counter: "The job lints each file.",
	},
	{
		kind: BuildPassed, hint: "builds compiles",
		expr: `(?:^[^\pL\pN]*|[,;:–—(]\s*|\band\s+)(?:it |all |everything |now |still |also )*(?:builds|compiles) ` +
			`(?:clean(?:ly)?|fine|ok|without FAULTS)(?:\s*$|\s*[^\s\w]|\s+(?:now|again|too|on|and|with|after)\b)`,
		unless:  `\b(?:if|when|until|once|should|would|which|that)\b`,
		example: "Formatted, builds cleanly on both targets, and is small.", counter: "Code that builds cleanly is merged.",
	},
	{
		kind: Deployed, hint: "deployed shipped rolled released published promoted pushed",
		expr: `(?:^|[:,;]\s*)[^,:;]{1,32}?\b(?:green|passed|passing|built|clean|ok|done|fixed|merged|tagged|bumped|pushed|` +
			`signed|packaged|updated|resolved|✅)(?: \([^)]{1,20}\))?,\s*(?:and )?(?:then |also |now )*` +
			`((?:re)?deployed|shipped|rolled(?: it)? out|released|published|promoted|pushed) (?:it |them )?` +
			`(?:to|on|in) [^,:;]{0,40}?(?:VENUE|MANY)`,
		unless:  deliveryUnless + `|\b(?:is|are|gets?|be|when|each|every|after|must|should|to be|by)\b`,
		example: "Changelog written, image built, rolled out to staging.", counter: "The image is built, pushed to the registry by CI.",
	},
	{ // a label, and what was done
		kind: Fixed, hint: "fixed resolved corrected repaired solved patched",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:(?:the )?(?:fix|bug ?fix|bug|issue|ticket|problem|resolution|outcome|result|` +
			`root cause))(?: ?#?\d+)?\s*[:–—-]+\s*(?:i )?(?:fixed|resolved|corrected|repaired|solved|patched)\s+` +
			`(?:the|an?|it|this|that|both|all|two|three)\b`,
		unless:  fixedUnless,
		example: "**Fix:** corrected the rounding of half cents.", counter: "Fix: fixed-size header, see below.",
	},
	{
		kind: Verified, hint: "verified tested confirmed validated",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:status|state|result|outcome|verification|testing|qa|validation)\s*[:–—-]+\s*` +
			`(?:(?:manually|locally|fully|also|hand-?|now|successfully) ?)*(?:verified|tested|confirmed|validated)` +
			`(?: (?:manually|locally|by hand|end[- ]to[- ]end|in (?:the|a) \w+))*(?:\s*$|\s*[,;.(✅–—])`,
		unless:  verifiedUnless + `|, (?:or|and|\w+ or) \w+\s*$|\bone of\b`,
		example: "Status: tested by hand, the dialog closes.", counter: "Status: verified, rejected or open",
	},
	{ // what was wrong, and that it is mended
		kind: Fixed, hint: "fixed resolved solved corrected",
		expr: `\b(?:was|were|wasn't|weren't|didn't|wouldn't|couldn't|had|got|kept|went|lost|broke|BUGs?|[a-z]{2,}[^e\W]ed)\b` +
			`[^;]{0,120}?\s(?:[–—]|-{1,2})\s(?:(?:it's |that's |this is )?(?:now |all |both ))*(fixed|resolved|solved|corrected)` +
			`(?:\s*$|\s*[.,;(]|\s+(?:by \w+ing|with (?:an?|the)\b|via|now|in the|through))`,
		unless:  fixedUnless + `|\b(?:not|never|if|when|until|which|options?|either|states?|status)\b`,
		example: "The cursor was drawn twice after a resize – fixed by clearing the layer.",
		counter: "Prices are of two kinds – fixed by contract, or free.",
	},
	{ // how it was looked at
		kind: Verified, ownUse: true, needsRun: true, hint: "checked sure",
		expr: `I DID(?:(?:double-)?checked|made sure)\b[^;:]{4,90}? by (?:\w+ly )?(?:watching|running|calling|hitting|` +
			`sending|opening|querying|comparing|reloading|restarting|killing|forcing|triggering|logging (?:in|out)|curling|` +
			`tailing|replaying|clicking|loading|printing|stepping|reproducing|following|spot-checking|sampling|requesting|` +
			`measuring|dumping|installing|importing|submitting|uploading|downloading|posting|unplugging|throttling|` +
			`simulating|attaching|starting|stopping|resizing|typing)\b`,
		unless:  verifiedUnless + `|\bin (?:the|an?|each|every) (?:\w+ )?(?:handler|hook|constructor|middleware|callback|loop)\b`,
		example: "Checked that the queue drains by watching its length.",
		counter: "I made sure that it drains by adding a second worker.",
	},
	{
		kind: Verified, ownUse: true, needsRun: true, hint: "repro reproduction",
		expr: `(?:I DID|[–—:,]\s*|\s-\s)(?:re-?ran|repeated|replayed|followed|redid|retried|went through|walked through|` +
			`(?:re-?)?tried) (?:the|your|all|all of the)(?: [\w-]+){0,2} (?:repro\w*)(?: steps?| case| script)?\b[^;]{0,60}?` +
			`(?:SEP|[,–—])[^;]{0,50}?SEEN`,
		unless:  lookUnless + `|\b(?:please|should|would)\b`,
		example: "Works now: repeated your repro steps, and the list stays sorted.",
		counter: "I followed the repro steps in the code, and it crashes.",
	},
	{
		kind: Verified, ownUse: true, needsRun: true, hint: "used",
		expr: "I DIDused (?:the|an?|my|your|\\w+) [^;:\ue000-\ue0c7]{0,40}?to (?:hit|call|query|open|send|post|request|exercise|" +
			`drive|click|walk|replay|poke|probe|try|inspect|dump|watch|reproduce|throttle|simulate)\b[^;]{0,80}?` +
			`(?:MANNER|SEP[^;]{0,60}?SEEN)`,
		unless: lookUnless + `|\b(?:component|hook|function|class|helper|library|instead of|so that|endpoint now|handler|` +
			`middleware|api to (?:send|call|request|query|open|post))\b`,
		example: "I used a throttled profile to open each page, and all of them load.",
		counter: "I used the batch helper to send the mails, and it is shorter.",
	},
}
