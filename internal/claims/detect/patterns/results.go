package patterns

import (
	"ccc/internal/text"
)

// folderCode matches inline code that is a folder or a pattern of packages, and no function or option.
var folderCode = text.LazyRegexp{Expr: `^\.{0,2}[\w@.-]*/[\w@./*-]*$|^[\w@-]+$`}

var resultPatterns = []*Pattern{
	{
		Kind: BuildPassed, hint: "compiles",
		expr:    `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:status[^\pL\pN]+)?compiles(?:\s*$|\s*[,.;]|\s+and\b)`,
		example: "**Status:** compiles, 96 tests green.", counter: "Compiles templates into functions.",
	},
	{
		Kind: TestsPassed, hint: "so_do so_did",
		expr:    `\bso (?:do|did) (?:all )?(?:the |my )?(?:\d+ )?(?:[\w-]+ ){0,2}(?:tests|specs)\b`,
		example: "`ng build` passes, and so do all 58 unit tests.", counter: "It hangs, and so does the test.",
	},
	{
		Kind: TestsPassed,
		hint: "pass green succe ok clean happy satisfied quiet through again exit finish complet ran",
		expr: `\bTESTSLISTWHEREAUX\s+(?:(?:untouched|unchanged|complete|done|there|in place) and\s+)?PASS`,
		unless: `\btests? pass (?:rate|through|the|an?)\b|` +
			`\btests? pass(?:es|ed) an? |` +
			`tests pass in (?:an?|their|its|values?|arg)|` +
			`tests? clean(?:up|s)\b|test ok\b|happy paths?|silent (?:about|on)|which (?:of the )?tests?|` +
			`through\s+(?:all|the|an?|its|each|every|several|two|three)\b|` +
			`\b(?:an?|the|its) (?:clean|green|successful|quiet|silent|happy|ok) |` +
			`tests? (?:that|which) pass|` +
			`tests? (?:the )?success|` +
			`\bpass an? (?:fake|mock|stub|custom|nil|null|real)\b`,
		example: "All 42 tests are now passing.", counter: "The tests cover passing a nil map.",
	},
	{
		Kind: TestsPassed, hint: "test tox nox unit jest mvn rspec mocha cypress playwright pest bats",
		expr: `\bTESTTOOL(?:\s+(?:(?:\.?/|-)\S*|\.))*(?:WHEREAUX\s+(?:PASS|reports? ok\b|reports? (?:no|0) failures)|` +
			`\s*[:：]\s*(?:all )?(?:\d+\s*/\s*\d+|PASS)|\s+\d+\s*/\s*\d+(?:\s*$|\s*[^\s\w/]))|` +
			`\btest(?:_\w+|[a-z0-9]{3,})AUX\s+(?:pass(?:es|ed)?|green)\b`,
		unless:  `pass(?:es|ed)? (?:the|an?|its|it|them|through|to|in|by|as)\b|\btesting\b|happy path`,
		example: "Pytest passes on 3.12, too.", counter: "pytest passes the fixture to the test.",
	},
	{
		Kind: TestsPassed, hint: "pass",
		expr: `\bpass(?:es|ed|ing)?\s+(?:all|the full|the whole|the entire|every|\d+|all of the|its|the)\s+` +
			`(?:(?:\d+|new|existing|unit|integration|full|whole|entire|own|regression|e2e|end-to-end|remaining|` +
			`acceptance|parser|the|of|our|its|project's|conformance|golden|smoke|automated)\s+)*TESTS`,
		unless:  `pass(?:es|ed|ing)? the (?:tests?|suite) (?:a|an|as|to|in|into|name|dir|folder|file|path)\b`,
		example: "The parser passes all 12 unit tests.", counter: "It passes the value to the tests helper.",
	},
	{
		Kind: TestsPassed, hint: "pass green",
		expr: `\b(?:all|every one|everything)(?:'s|'re)?\s+(?:(?:of (?:them|these|it)|NUM|is|` +
			`are|now|still|the checks|checks)\s+)*(?:pass(?:es|ed|ing)?|green)(?:\s*$|\s*[^\s\w]|` +
			`\s+(?:now|with|and|too|again|locally|without|after|including|as well|cleanly|successfully|` +
			`(?:under|on) (?:both|all|every|each|\w+ v?\d)))`,
		unless: `\b(?:lint|build|type|compil|eslint|tsc|ruff|mypy)|` +
			`pass(?:es|ed|ing)? (?:in|the|through|to|a|an|as)\b`,
		example: "I ran the suite: all 42 pass.", counter: "All passed arguments are logged.",
	},
	{
		Kind: TestsPassed, hint: "pass green",
		expr: `\b\d+(?:\s*/\s*\d+|\s+of\s+\d+|\s+out of\s+\d+)?\s+(?:(?:unit|new|existing|` +
			`integration|tests?|specs?|test cases|cases|assertions|examples|checks|all)\s+)*` +
			`(?:are\s+|now\s+|all\s+)*(?:pass(?:ed|ing)?|green)\b|` +
			`\ball (?:\w+ )?(?:packages|modules|crates|workspaces) (?:now )?pass(?:\s*$|\s*[^\s\w]|\s+(?:now|again|` +
			`and|with|on|in|under)\b)|` +
			`\bNUM\s+(?:[\w-]+\s+){0,2}(?:checks|tests|specs|cases|examples|assertions)\s+` +
			`(?:(?:all|still|now|also|both|again)\s+)*pass(?:\s*$|\s*[^\s\w]|\s+(?:now|again|too|and|with|on|in)\b)`,
		unless: `passed (?:in|the|through|to|a|an|as) (?:the )?(?:arg|func|param|by)|` +
			`(?:lint|style|type|format|build|ci|status)\w*\s+checks|\d (?:if|when|once|unless|of) `,
		example: "Result: 42/42 passing.", counter: "The 3 values passed by reference stay.",
	},
	{
		Kind: TestsPassed, hint: "fail red broke regress", Negative: true,
		expr: `\bnothing (?:else )?in the (?:\w+ )?(?:suite|tests) (?:has )?(?:regressed|broke|broken|failed)\b|` +
			`\b(?:no|not a single|not one) (?:unit |integration )?tests?(?: in [\w ]{1,20}?)? fails?\b|` +
			`\bnothing (?:is |was )?(?:failing|fails|failed|red)\b|` +
			`\bno (?:tests? )?(?:is|are|was|were) (?:failing|red|broken)\b|` +
			`[,:;] (?:and )?no failing test(?:\s*$|\s*[.,;!)])|` +
			`\b(?:no|zero|0|without|without any)\s+(?:test\s+)?(?:failures|failing tests|` +
			`failed tests|tests? fail(?:ed|ing)?)\b|` +
			`\btests?\b.{0,30}\bno longer fails?\b|` +
			`\b(?:suite|tests?)\b.{0,50}\bno regressions?\b|` +
			`\bno regressions?\b.{0,30}\b(?:suite|tests?)\b|` +
			`\btests?\b.{0,40}[^\w](?:0|no|zero) fail(?:ures?|ed|ing)?\b`,
		unless: `if no|when no|\bLINT(?: (?:now|also|is|clean|and|all|files))* ?(?:(?:pass|report|finish|exit|` +
			`complet|show|end|find|` +
			`found|ha[sd]|r[au]n|c[ao]me)\w*(?: back)?(?: with)?)? ?[(:]?(?:no|0|zero) failures`,
		example: "The suite ran with no failures.", counter: "ESLint passes with 0 failures.",
	},
	{
		Kind: TestsPassed, hint: "✅ ✓ ✔ ☑ [x] :white :heavy",
		expr: `TICK[\s*:—–-]*(?:\w+\s+){0,2}?TESTS|` +
			`\bTESTS[\s|:—–()\d/-]{0,20}TICK`,
		unless: `\b(?:add|wrote|write|writ|creat|updat|new|remov|refactor|document|cover|mock|clean|skip|plan|put|mov|split)|` +
			`\b(?:to|you|can|please|should|it|that|which|must) tests?\b|` +
			`\btests? (?:the|that|this|it|for|whether|if|how|an?|your|each|every|both)\b|` +
			`\btest (?:[a-oq-z]\w*[a-z]s|p[b-z]\w*s) |\b(?:manual|quick|sanity|browser|visual|smoke) tests?\b`,
		example: "✅ Unit tests", counter: "✅ Added tests for the parser",
	},
	{
		Kind: TestsPassed, hint: "✅ ✓ ✔ ☑ [x]",
		expr: `TICK[\s*:：—–-]*(?:全量|单元|集成|所有|全部|后端|前端)*(?:测试|用例|单测)` +
			`(?:用例|套件)?\s*(?:$|[（(，。,:：✅✓])`,
		example: "✅ 测试（31）", counter: "✅ 测试用例已补充",
	},
	{
		Kind: TestsPassed, hint: "/ of",
		expr: `(?:\b(?:tests?|specs?|test suite)|测试|用例|单测)\s*[:：|–—-]*\s*\d+\s*(?:/|of)\s*\d+\s*` +
			`(?:$|[^\w\s/.%-]|\s\p{L})`,
		unless:  `skip|fail|失败|跳过`,
		example: "- Tests – 42/42", counter: "Tests: 4/2026",
	},
	{
		Kind: TestsPassed, hint: "pass green ok succ",
		expr: `\btest(?:s| suite| run| results?| status)*\s*[:：|—–]+\s*(?:TICK\s*)?(?:all\s+)?(?:\d+\S*\s+){0,2}` +
			`(?:pass(?:ed|ing)?|green|ok|success(?:ful)?)\b`,
		example: "Tests: all green", counter: "Tests: see below",
	},
	{
		Kind: TestsPassed, hint: "通过 过了 全过 绿 pass 成功 跑通 ok 一次过 测试结果",
		expr: `测试结果\s*[:：]?\s*\d+\s*/\s*\d+|` +
			`ZHTESTS[^。；没不未非]{0,14}[，,]?\s*(?:悉数|全数|全部|无一例外地?)\s*(?:通过|跑通|跑绿)|` +
			`ZHTESTSLISTZHAUX(?:跑绿|通过|跑通|过了|绿|ZHPASS|成功)|` +
			`TESTTOOL\s*(?:跑完|运行|结果)?[:：]?ZHAUX(?:通过|全?过了?|绿|ZHPASS|成功)`,
		unless: `通过(?:后|之后|再|才|率|与否|的话|时|为准|即可|[^，。]{0,6}(?:来|进行|方式))|` +
			`测试成功(?:率|后)|测试(?:发现|表明)`,
		example: "所有测试都通过了。", counter: "测试通过率见下表。",
	},
	{
		Kind: TestsPassed, hint: "测试 用例 单测",
		expr: `(?:通过|跑通|跑过)了?\s*(?:(?:所有|全部|全量|整个|\d+\s*[个项条]|这些)\s*的?\s*)+` +
			`(?:单元|集成|回归|现有|已有|既有|原有|新增|相关)?的?\s*(?:测试|用例|单测)`,
		example: "代码通过了全部单元测试。", counter: "通过测试可以发现问题。",
	},
	{
		Kind: TestsPassed, hint: "通过 pass 绿 过了",
		expr: `(?:\d+\s*/\s*\d+|\d+\s*[个项条]?(?:都|均|全)?|全部|全都|都|均|全)\s*(?:已经?)?\s*` +
			`(?:通过|过了|是?绿的?|绿了|ZHPASS)`,
		unless: `(?:lint|build|构建|编译|类型|检查|tsc|ruff|clippy|vet|审核|评审|mypy)` +
			`[^，,；;：:]*(?:通过|过了|绿|pass|ok)|` +
			`通过(?:后|率|[^，。]{0,8}(?:传|实现|调用|配置|参数|方式|接口))`,
		example: "go test 跑了一遍，全部通过。", counter: "配置都通过参数传入。",
	},
	{
		Kind: TestsPassed, hint: "失败 通过 正常 问题 无误 全过 没红 无一 没挂 没有一", Negative: true,
		expr: `(?:没有一[个条项]|无一|一[个条项](?:都|也)?没有?)\s*(?:失败|红|挂|报错)|` +
			`(?:测试|用例|单测)\s*跑完(?:都|也)?没有?问题|` +
			`测试\s*(?:都|均|全部|也|一切|完全)*\s*(?:正常(?:了|$|[，。,.；;！!）)])|没有?(?:任何)?问题|无误)|` +
			`测试[^。；]{0,20}[，,]\s*(?:都|均|全部|也|结果|一切)*\s*(?:已经?)?(?:通过|正常|没有?问题|无误)|` +
			`(?:测试|passed|通过).{0,20}(?:0\s*个?\s*失败|没有失败|无失败|零失败)|` +
			`(?:没有|无)(?:任何)?(?:测试失败|失败的(?:测试|用例))|` +
			`(?:测试|用例)[^。；，]{0,10}[，,]?\s*(?:没有|无|零|0\s*个?)(?:任何)?失败|` +
			`(?:测试|用例)(?:都|也|已经?)*全过`,
		unless:  `(?:手动|手工|人工|实际|实地|本人)测试|通过(?:后|率|之后|才)|测试[^，。；]{0,6}问题(?:[^，。]|$)`,
		example: "测试跑完，0 个失败。", counter: "失败时会重试。",
	},
	{
		Kind: TestsPassed, hint: "通过 过了 全过 没问题 正常 ok green 绿 pass",
		expr: `(?:测试|用例|单测|tests?\b|suite|specs?\b|TESTTOOL|bats)ZHREST(?:通过(?:了|$|[，。,.；;（(、！!])|` +
			`(?:跑|全|都)过(?:了|$|[，。,.；;])|` +
			`没有?(?:任何)?问题|全部正常|` +
			`(?:都|均|全部?|为)\s*(?:是\s*)?(?:ok|green|pass(?:ed)?|绿)(?:\s|$|[，。,.；;（(]))`,
		unless: `(?:lint|build|构建|编译|类型|tsc|mypy|审核|评审)ZHREST通过|` +
			`通过(?:后|率|才)|` +
			`(?:手动|手工|人工|实际)测试`,
		example: "后端的测试在本地跑下来都没问题。", counter: "测试数据通过了脱敏。",
	},

	{
		Kind: TestsPassed, hint: "everything", CodeForm: &folderCode,
		expr: `\beverything (?:in|under|below|inside) CODE (?:is |now |still |again |also )*(?:pass(?:es)?|green)` +
			`(?:\s*$|\s*[,.;)]|\s(?:now|again|too|and)\b)`,
		unless:  `\b(?:lint|build|type|compil|eslint|tsc|ruff|mypy|clippy|vet)|\b(?:if|once|when|until|after)\b`,
		example: "Everything under `lib/` passes.", counter: "Everything under `lib/` passes through the cache.",
	},
	{
		Kind: TestsPassed, hint: "succeeded successful",
		expr: `\b(?:tests|specs|suite|sbt|scalatest|munit|zio-test|mill|gradle|maven|dotnet)\b[^.;]{0,40}?\b[1-9]\d* ` +
			`(?:succeeded|successful),? (?:and )?(?:0|no|none|zero) (?:failed|failures?|failing|errors?)\b`,
		unless:  `\b(?:migrations?|deploy\w*|uploads?|jobs?)\b`,
		example: "ScalaTest: 57 succeeded, 0 failed.", counter: "ScalaTest: 57 succeeded, 2 failed.",
	},
	{
		Kind: LintClean, hint: lintHint,
		expr: `(?:CODE (?:says|reports) (?:that )?)?\b(?:all|every|each|everything|both|whole|entire)` +
			`(?: (?:of )?(?:the )?[\w-]+){0,2} (?:now |still )?pass(?:es|ed)? ` +
			`(?:the )?LINT(?:\s*$|\s*[,.;)]|\s(?:now|again|too|and|without|with)\b)|` +
			`\b(?:code|codebase|project|repo|repository|tree|files|modules|sources|playbooks|charts|workflows|it|they) ` +
			`(?:all |now |also |still )*pass(?:es)? (?:the )?LINT(?:\s*$|\s*[,.;)]|\s(?:now|again|too|and|without|with)\b)`,
		unless:  `\b(?:if|once|when|until|after|whether|must|only)\b|\b(?:that|which|who) (?:\w+ )?pass`,
		example: "All files pass linting.", counter: "Only files that pass linting are merged.",
	},
	{ // "Debug APK: builds"
		Kind: BuildPassed, hint: "builds compiles links",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[^\s:|]+\s+){0,5}[^\s:|]+\s*[:|–—]\s*(?:it |now |still |also )*` +
			`(?:builds|compiles|links)(?:\s*$|\s*[,.;(])`,
		unless:  `\b(?:links|builds|compiles):|\b(?:see|what|how|if|artifacts?|downloads?|nightly|the)\b[^:]*:`,
		example: "- Release IPA: builds", counter: "Downloads: builds, nightlies and sources.",
	},
	{ // for what it builds
		Kind: BuildPassed, hint: "builds compiles built compiled",
		expr: `(?:\b(?:crate|project|package|binary|app|application|library|program|module|codebase|everything|workspace|` +
			`solution|firmware|extension|addon|sdk)|^[^\pL\pN]*it) (?:now |also |still |again )*(?:builds|` +
			`compiles) (?:cleanly |fine )?` +
			`for (?:(?:both|all|the|every|each|plain|bare) )*(?:CODE|(?:windows|linux|macos|darwin|mac|freebsd|arm\w*|` +
			`aarch64|amd64|` +
			`x86\w*|wasm\w*|webassembly|android|ios|tvos|watchos|riscv\w*|musl|esp\w+|stm\w+|targets?|platforms?|` +
			`architectures?|simulator|device|boards?|variants?|flavou?rs?|editions?)\b)`,
		unless:  `\b(?:if|once|when|until|that|which|whether|would|job|workflow|pipeline|ci|script|matrix|action|step)\b`,
		example: "The library builds for Windows and Linux.",
		counter: "The job builds for Windows, the app for Linux.",
	},
	{
		Kind: BuildPassed, hint: "builds built compiles compiled",
		expr: `(?:\b[\w-]+ v?\d+(?:\.\w+)+|CODE|\b(?:code|project|crate|app|package|it|everything)) ` +
			`(?:now |still |also )*(?:builds|compiles|compiled|built) (?:unchanged|(?:without|with no) (?:any |source |code |` +
			`further |other )*changes?)\b`,
		unless:  `\b(?:if|once|when|until|that|which|whether|should|would|not)\b`,
		example: "Guava 33.2.1 compiles without code changes.", counter: "It should compile without changes.",
	},
	{
		Kind: BuildPassed, hint: "build compil assembl",
		expr: `\b(?:project|code|codebase|binary|package|packages|app|application|everything|` +
			`it|they|solution|workspace|crates?|modules?|site|images?|targets|services|apps|binaries|` +
			`container|platforms|architectures|pdf|paper|thesis|slides|firmware|docs|documentation|wheel|bundle|target|now|` +
			`still|all|library|program|frontend|` +
			`backend)(?: CODE)?AUX\s+(?:builds|built|compiles|compile|compiled|build)\b|` +
			`\b(?:the|an?|this|its|every|each|both)\s+(?:[\w-]+\s+){1,3}(?:(?:now|still|also|does|again)\s+)*` +
			`(?:compiles?|assembles?|links?)(?:\s*$|\s*[^\s\w]|` +
			`\s+(?:now|again|too|and|with|without|on|cleanly|fine|for both)\b)`,
		unless: `\b(?:builds?|built)\s+(?:on (?:the|an?|top|our|that|existing|what|it|each)\b|upon|an?|the|up|your|` +
			`its|time|against|by|` +
			`with \w+ in mind|for|from|into|around|in [^\d\s])\b|` +
			`\b(?:the|an?)\s+(?:[\w-]+\s+){0,2}links?\b|\b(?:that|which|who|what|how)\s+(?:\w+\s+)?compiles?\b|` +
			`compile[sd]? (?:an?|the|into|list|by|its|each)\b|` +
			`compile[- ]time|pre-?built|\b(?:builds|compiles) CODE`,
		example: "The project builds and runs.", counter: "It builds on the old parser.",
	},
	{
		Kind: BuildPassed, hint: "build compil",
		expr: `\b(?:builds?|compilation|compile)\b(?:\s+(?:(?:\.?/|-)\S*|\.))*LISTWHEREAUX\s+(?:PASS|works?\b|` +
			`goes through\b|went through\b|` +
			`completes?\b|completed\b|finished\b|fine\b)`,
		unless: `\b(?:mvnw?|gradlew?|tests?)\b.*build success|` +
			`build clean|` +
			`build (?:ends|runs|comes) through|` +
			`builds? (?:works|completed) (?:by|like)|` +
			`(?:build|compile)s? pass(?:es|ed)? (?:its|the|an?|it|them|all|on|every|\w+ (?:to|on|through))\b`,
		example: "The production build succeeds.", counter: "The build is slow.",
	},
	{
		Kind: BuildPassed, hint: "build built compil",
		expr: `\b(?:built|compiled|builds?|compiles?)\s+(?:successfully|cleanly|fine|ok|` +
			`without (?:an? |any )?(?:FAULTS|incident|hitch|trouble|difficulty|surprises?|fuss)|with (?:no|zero|` +
			`0) FAULTS)|` +
			`\bsuccessfully (?:built|compiled)|` +
			`\b(?:successful|clean) (?:build|compile)\b`,
		unless:  `typescript|\btsc\b`,
		example: "Compiled without warnings.", counter: "Built for speed.",
	},
	{
		Kind: BuildPassed, hint: "build compil",
		expr: `TICK[\s*:—–-]*(?:\w+\s+){0,2}?(?:builds?|compil\w+)\b|` +
			`\b(?:build|compilation)(?:\s*[|:：—–-]+\s*|\s+)(?:TICK)|` +
			`\b(?:build|compilation)\s*[|:：—–-]+\s*(?:pass(?:ed|es|ing)?\b|ok\b|success|completes?\b|completed\b|` +
			`succeed|` +
			`green|clean\b|(?:no|0|zero) FAULTS)`,
		unless:  `\b(?:add|updat|fix|creat|improv|clean)\w* `,
		example: "| Build | ✅ |", counter: "✅ Updated build docs",
	},
	{
		Kind: BuildPassed, hint: "✅ ✓ ✔ ☑ [x] 好了 出来 能 可以",
		expr: `TICK[\s*:：—–-]*(?:项目|前端|后端|生产|全量)?(?:构建|编译|打包)\s*(?:$|[（(，。,:：✅✓])|` +
			`(?:打包|编译|构建|镜像)(?:打|构建|编译)?(?:好了|出来了|完了)|` +
			`(?:能|可以)(?:正常)?(?:打包|编译|构建)了?(?:$|[，。,；;])`,
		example: "镜像打好了。", counter: "编译选项改好了。",
	},
	{
		Kind: LintClean, hint: "✅ ✓ ✔ ☑ [x]",
		expr:    `TICK[\s*:：—–-]*(?:代码检查|静态检查|代码风格|格式检查|规范检查)\s*(?:$|[（(，。,:：✅✓])`,
		example: "✅ 代码检查", counter: "✅ 代码检查配置",
	},
	{
		Kind: TypecheckClean, hint: "✅ ✓ ✔ ☑ [x]", expr: `TICK[\s*:：—–-]*类型(?:检查|校验)\s*(?:$|[（(，。,:：✅✓])`,
		example: "✅ 类型检查", counter: "✅ 类型检查配置",
	},
	{
		Kind: BuildPassed, hint: "error longer", Negative: true,
		expr: `\b(?:builds?|compilation) no longer (?:fails?|breaks?)|` +
			`\b(?:no|zero|0|without|without any)\s+(?:build|compil\w+)\s+(?:errors|failures|warnings|issues)\b`,
		example: "There are no compilation errors.", counter: "Build errors are shown in red.",
	},
	{
		Kind: BuildPassed, hint: "构建 编译 打包 build",
		expr: `(?:构建|编译|打包|build)(?:检查|验证|测试)?LIST(?:\s*[:：|]+\s*TICK?)?ZHAUX` +
			`(?:成功|通过|正常|没有?(?:任何)?ZHFAULTS|无ZHFAULTS|完成|过了|绿(?:的|了|$|[，。])|ZHPASS)|` +
			`(?:构建|编译|打包)(?:过|了一?[遍次]?)?[，,]\s*(?:没有?|无|零)(?:任何)?ZHFAULTS|` +
			`\bbuild\s*\d+/\d+\s*一次过`,
		unless:  `(?:构建|编译|打包)(?:成功|通过|完成)(?:后|率|之后|时)|构建通过[^，。]{0,6}(?:来|方式)`,
		example: "构建成功，没有警告。", counter: "构建成功后会上传。",
	},
	{
		Kind: BuildPassed, hint: "构建 编译 打包",
		expr: `成功(?:构建|编译|打包)|` +
			`(?:可以|能|能够)(?:正常|成功|顺利)?(?:编译|构建)(?:通过|了|成功)?`,
		example: "项目可以正常编译。", counter: "编译选项见下。",
	},

	{
		Kind: BuildPassed, hint: "assembled links link linked archive packaged bundled",
		expr: `\b(?:gradle|xcode|maven|make|cmake|cargo|webpack|vite|msbuild|bazel)\b[^;:]{0,20}\b(?:assembled|` +
			`packaged|built|linked|bundled|` +
			`archived?)\b[^;:]{0,40}?(?:\bwithout\b|\bsucce\w+|\bfine\b|\bcleanly\b|;|$)|` +
			`\b(?:firmware|binary|kernel|module|library|target|executable|image)s? (?:now )?links? (?:again|now|cleanly|fine)\b`,
		unless:  `\b(?:fail\w*|not|n't|should|would|if|when)\b`,
		example: "Gradle assembled the debug APK without a hitch.",
		counter: "Gradle assembled nothing: it failed without a message.",
	},
	{
		Kind: LintClean, hint: "linted",
		expr: `I DIDlinted\b[^;]{0,60}?(?:[:,—–]|\band\b)\s*[^;:]{0,30}?(?:\bclean\b|\bquiet\b|\bNOTHING|\bpass(?:es|` +
			`ed)?\b|` +
			`\b(?:no|zero|0|not a single) (?:\w+ )?FAULTS\b)`,
		unless:  `\b(?:not|but|except|before|still)\b|n't\b`,
		example: "I linted `sdk/`: the code is clean.", counter: "I linted `sdk/`, and two errors are left.",
	},
	{
		Kind: LintClean, hint: lintHint,
		expr: `\bLINTLISTWHEREAUX\s+(?:PASS|NONE|CEASED|without (?:any )?FAULTS|gives? 10/10|` +
			`accepts? (?:all|every|it|the)\b|(?:comes?|came) (?:back|up|out) empty|(?:has|have|had|finds?|` +
			`found) nothing\b)|` +
			`\b(?:free (?:of|from)|clear of)(?: any| all)? LINT FAULTS`,
		unless: `\b(?:fix(?:ed|es)?|updated?|resolved?)\s+(?:all\s+|the\s+)*(?:lint|eslint|format)\w*\s*(?:,|and)|` +
			`\bran (?:the )?lint\w* and (?:the |all )*(?:tests?|suite|build)|` +
			`black (?:box|list)|` +
			`formatting (?:ok|clean)\s?up`,
		example: "ESLint passes with no warnings.", counter: "The linter checks imports.",
	},
	{
		Kind: LintClean, hint: "lints",
		expr: `\b(?:chart|code|codebase|project|package|everything|playbook|repo|it)\s+(?:now\s+|also\s+)?lints\s*` +
			`(?:$|[.;:)]|and\b|(?:clean(?:ly)?|fine|ok|green|successfully|without|with no)\b)`,
		unless:  `\b(?:what|which|that|how|it|who) (?:also )?lints\b`,
		example: "The chart lints and installs.", counter: "The job lints the sources.",
	},
	{
		Kind: TestsPassed, hint: "pass green succe",
		expr: `\b(?:both|all|every|each|\d+)\s+(?:\w+\s+)?(?:environments?|envs?|platforms|shards)\s+` +
			`(?:are\s+|now\s+|have\s+)*(?:pass(?:es|ed|ing)?|green|succeed(?:ed|s)?)\b`,
		unless:  `pass(?:es|ed)? (?:the|an?|its|to|in|through)\b`,
		example: "Both tox environments pass.", counter: "All environments pass the same flags.",
	},
	{
		Kind: LintClean, hint: "hook pre-commit",
		expr: `\b(?:pre-commit|git|commit)(?: hooks?)?AUX\s+PASS|` +
			`\bpre-commit(?: hooks?)?\s*[:：|]\s*PASS`,
		unless:  `pass(?:es|ed)? (?:the|an?|its|it)\b`,
		example: "All pre-commit hooks pass.", counter: "The pre-commit hook checks imports.",
	},
	{
		Kind: LintClean, hint: lintHint, Negative: true,
		expr: `\b(?:no|zero|0|without|without any)\s+(?:new |remaining |more |outstanding )?(?:LINT|style)(?:\s*` +
			`(?:/|,|or|and|,\s*or)\s*(?:type|typescript|typing|compil\w+|build|test|format\w*)){0,3}\s+FAULTS|` +
			`\blint[- ](?:clean|free)\b`,
		unless:  `if no|when no`,
		example: "There are no lint errors left.", counter: "Lint errors stop the build.",
	},
	{
		Kind: LintClean, hint: lintHint, Negative: true,
		expr: `\b(?:no|zero|0|without(?: any)?|nothing)\s+(?:\w+\s+){0,2}?(?:FAULTS\s+)?` +
			`(?:from|by|in|out of)\s+(?:the\s+)?LINT\b`,
		unless:  `if no|when no|nothing (?:\w+ )?(?:changed|else|new)`,
		example: "No warnings from ESLint.", counter: "Nothing changed in the linter.",
	},
	{
		Kind: LintClean, hint: lintHint,
		expr: `TICK[\s*:—–-]*(?:\w+\s+){0,2}?LINT\b|` +
			`\bLINT(?:\s*[|:：—–-]+\s*|\s+)(?:TICK)|` +
			`\bLINT\s*[|:：—–-]+\s*(?:pass(?:ed|es|ing)?\b|ok\b|clean\b|success\b|green|(?:no|0|zero) FAULTS)`,
		unless:  `\b(?:add|updat|fix|creat|config|improv|clean)\w* `,
		example: "- Lint: clean", counter: "✅ Fixed lint errors",
	},
	{
		Kind: LintClean, hint: lintHint + " 检查 格式 静态分析",
		expr: `(?:\bLINT|代码检查|静态检查|静态分析|代码风格(?:检查)?|代码规范(?:检查)?|格式检查|格式化检查|` +
			`语法检查|规范检查)\s*(?:检查|工具)?LISTZHAUX(?:通过|不再?报错|绿(?:的|了|$|[，。])|[:：]?\s*干净|` +
			`没有?(?:任何)?(?:提示|报告)|不再?报(?:任何|新的?)?ZHFAULTS|过了|ZHPASS|成功|没有?输出|(?:\s*[|:：]\s*)?ZHNONEZHFAULTS)`,
		unless:  `\bran (?:the )?lint\w* and (?:the |all )*(?:tests?|suite|build)|通过(?:后|率|之后)`,
		example: "eslint 也没有报错。", counter: "lint 配置在根目录。",
	},

	{
		Kind: TypecheckClean, hint: typesHint,
		expr: `(?:\bTYPESLISTWHEREAUX|^[^\pL]*flow)\s+(?:PASS|check(?: out| clean(?:ly)?| fine| ok)?(?:\s*$|` +
			`\s*[.,;!])|compiles?\b|` +
			`NONE|CEASED|without (?:any )?FAULTS)`,
		unless: `\btypescript (?:build|project|code|app|bundle)|` +
			`(?:data|control|work|user|login|the|this|that) ?flow\b|` +
			`types (?:(?:are|is|were) )?pass(?:ed|es)? (?:to|through|in|by)|` +
			`type[- ]?check(?:s|ing) (?:the|a|an) `,
		example: "Type checking passes.", counter: "The types are passed to the builder.",
	},
	{
		Kind: TypecheckClean, hint: typesHint, Negative: true,
		expr: `\b(?:no|zero|0|without|without any)\s+(?:new |remaining |more )?` +
			`(?:(?:lint\w*|eslint|build|compil\w+|test)\s*(?:/|,\s*or|,|or|and)\s*){0,3}` +
			`(?:type(?:script)?|typing|tsc|mypy|pyright)(?:\s*(?:/|or|and)\s*(?:lint\w*|eslint|build))?\s+FAULTS|` +
			`\btype[- ]?checks?\s+(?:cleanly|fine|clean|successfully)\b`,
		unless:  `if no|when no`,
		example: "mypy: no type errors.", counter: "Type errors are hard to read.",
	},
	{
		Kind: TypecheckClean, hint: typesHint, Negative: true,
		expr: `\b(?:no|zero|0|without(?: any)?)\s+(?:\w+\s+){0,2}?FAULTS\s+` +
			`(?:from|by|in|out of)\s+(?:the\s+)?TYPES\b`,
		unless:  `if no|when no`,
		example: "There are no errors from tsc.", counter: "Errors from tsc are shown.",
	},
	{
		Kind: TypecheckClean, hint: typesHint,
		expr: `TICK[\s*:—–-]*(?:\w+\s+){0,2}?TYPES\b|` +
			`\bTYPES(?:\s*[|:：—–-]+\s*|\s+)(?:TICK)|` +
			`\bTYPES\s*[|:：—–-]+\s*(?:pass(?:ed|es|ing)?\b|ok\b|clean\b|success\b|green|(?:no|0|zero) FAULTS)`,
		unless:  `\b(?:add|updat|fix|creat|improv)\w* `,
		example: "✅ Typecheck", counter: "✅ Added types to the parser",
	},
	{
		Kind: TypecheckClean, hint: typesHint + " 类型",
		expr: `(?:类型检查|类型校验|类型|\bTYPES)\s*(?:检查|校验)?LISTZHAUX(?:通过|干净|过了|归零|ZHPASS|不再报错|` +
			`没有?输出|[^。；，没不未]{0,16}未(?:发现|报|见)[^。；，]{0,6}(?:问题|错误)|ZHNONE(?:类型)?ZHFAULTS)`,
		unless:  `通过(?:后|率|之后|[^，。]{0,6}(?:推断|参数))`,
		example: "类型检查通过，无错误。", counter: "类型定义在 types.ts 里。",
	},
	{
		Kind: TypecheckClean, hint: "类型 ts typescript mypy pyright", Negative: true,
		expr:    `ZHNONE(?:类型|typescript|ts|tsc|mypy|pyright)\s*(?:类型)?ZHFAULTS`,
		example: "目前没有类型错误。", counter: "类型错误很难读。",
	},

	{
		FromCode: true, hint: "\ue000",
		expr: `CODE(?:\s*\([^)]{0,40}\))?(?:\s*(?:now|also|still|all|is|are|runs?|ran|completes?|completed|` +
			`finishe[sd]|exits?|exited|both|comes back|came back|fully|says?|locally|again|and|,|;|tests?|` +
			"build|suite|[\ue000-\ue0c7]))*\\s*(?:[:：→—–=>|-]+\\s*(?:TICK|pass(?:ed|es|ing)?\\b|all pass\\b|" +
			`builds\b|(?:no|0|zero) FAULTS|ok\b|clean\b|通过|成功|全部通过|全绿)|` +
			`TICK|` +
			`\s(?:completes?|finishe[sd])(?:\s*$|\s*[.,;)]|\s+(?:in \d|cleanly|without|with (?:the|these|this|both|it)\b|now|again))|` +
			`\s(?:builds|compiles) (?:all|everything|every|both|the whole)\b|` +
			`\s(?:PASS|works\b|without (?:any )?FAULTS|NONE|CEASED|with (?:exit )?(?:code |status )?0\b|0\b)|` +
			`ZHAUX(?:通过|成功|(?:正常|顺利|成功)(?:完成|结束|退出|执行完|跑完)|干净|全?绿|全?过了?|ok\b|` +
			`没有?输出|没有?问题|ZHNONEZHFAULTS))`,
		unless: `pass(?:es|ed)? (?:the|an?|its|it|them|through|to|in|by|as)\b|` +
			`works (?:by|as|like|on|with|for)\b|` +
			`TICK\s*(?:new|created|added|deleted|removed|updated|changed|新|删|改|修改|更新|创建)|` +
			` (?:if|when|on success)\b`,
		example: "`go test ./...` passes.", counter: "`go test ./...` takes a minute.",
	},

	{
		Kind: Fixed, hint: "fixed resolved corrected repaired solved patched",
		expr:    `I DID(?:fixed|resolved|corrected|repaired|solved|patched)\b`,
		unless:  fixedUnless,
		example: "I fixed the race in the cache.", counter: "It uses a fixed-size buffer.",
	},
	{
		Kind: Fixed, hint: "fixed resolved solved repaired corrected",
		expr:    `IS DONE(?:fixed|resolved|solved|repaired|corrected)\b`,
		unless:  fixedUnless,
		example: "The crash is now fixed.", counter: "The width is fixed at 80.",
	},
	{
		Kind: Fixed, hint: "squash eliminat remed rectif iron sort clear plug cured mended addressed",
		expr: `I DID(?:squashed|eliminated|remedied|rectified|ironed out|sorted out|cleared up|plugged|cured|` +
			`mended|addressed)\s+(?:\S+\s+){0,6}?BUGs?\b|` +
			`\bBUGs?\s+(?:(?:in|on|of|at|with|from) [^;:,]{1,30} )?(?:(?:is|are|was|were|has been|have been|now|all|` +
			`finally)\s+)*` +
			`(?:squashed|eliminated|remedied|rectified|ironed out|sorted out|cured|mended)\b`,
		unless:  fixedUnless,
		example: "I eliminated the race in the pool.", counter: "I sorted out the imports.",
	},
	{
		Kind: Fixed, hint: "改好 处理 修改 排除 消除 根治 根除 修补 纠正 更正 改掉 堵 改正",
		expr: `ZHBUG[^。；]{0,24}(?:已经?|都|现在|均已?|也|我)\s*(?:经|也|都|全部|一并|彻底|给|被)*\s*` +
			`(?:改好|处理好?|处理掉|修改好?|排除|消除|根治|根除|修补好?|纠正|更正|改掉|堵上|` +
			`堵住|改正)(?:了|$|[，。,.；;：:！!（(])`,
		unless:  `(?:待|需要?|未|没有?|无法|不能|如何|可以|正在|准备|计划)\S{0,4}(?:改|处理|排除|消除|纠正|堵)`,
		example: "死锁的根因找到了，也已经改好。", counter: "错误处理都在 `a.go` 里。",
	},
	{
		Kind: Fixed, hint: "fixes resolves solves corrects",
		expr: `\b(?:this|that|it|which|the (?:fix|change|patch|update|edit))\s+(?:now\s+|also\s+)*` +
			`(?:fixes|resolves|solves|corrects)\b`,
		unless:  fixedUnless,
		example: "This fixes the off-by-one error.", counter: "It resolves to the root path.",
	},
	{
		Kind: Fixed, hint: "longer gone more plugged closed solved care_of", Negative: true,
		expr: `\bproblem solved\b|` +
			`\b(?:leak|hole|gap|race|loophole|window)s?(?: (?:in|of|on|from|at) [^;:,]{1,40})? (?:is|are|has been|` +
			`was) (?:now )?(?:plugged|closed)\b|` +
			`\b(?:does not|doesn't|don't|do not|won't)\s+(?:\w+\s+)?` +
			`(?:occur|happen|reproduce|crash|leak|panic|hang|throw)\w*\s+any ?(?:more|longer)\b|` +
			`\b(?:that|this|it|which) (?:takes|took|has taken) care of (?:the|your|that) (?:[\w-]+ ){0,3}BUGs?\b|` +
			`\bno longer (?:occurs?|happens?|reproduces?|crash(?:es)?|leaks?|panics?|` +
			`hangs?|throws?|deadlocks?|errors?)\b|` +
			`(?:\bBUGs?\b[^,;]{0,40}|\b[45]\d\ds? )\b(?:is|are) (?:now |all |finally )?gone\b`,
		example: "The server no longer crashes on empty input.", counter: "The field is no longer used.",
	},
	{ // the state of a named fault: "**Login loop:** fixed"
		Kind: Fixed, hint: "fixed solved sorted resolved cured past history dealt care",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:[^\s:|]+\s+){0,8}[^\s:|]+\s*[:|–—]\s*(?:is |now |all |both )*(?:fixed|solved|` +
			`resolved|cured)(?:\s*$|\s*[,;:.(|–—✅])|` +
			`(?:\b(?:is|are|was|were|got|has been|have been|now)|'s) (?:now |finally |all )*(?:sorted(?: out)?|solved|history|` +
			`a thing of the past|cured|dealt with|taken care of)(?:\s*$|\s*[^\s\w])|` +
			`(?:\w's (?:now |finally )?(?:fixed|resolved|closed)|#\d+ (?:is )?(?:fixed|resolved|closed))(?:\s*$|` +
			`\s[–—-]|\s*[^\s\w]|\s(?:now|by|in|too)\b)`,
		unless: fixedUnless + `|\bsorted, (?:so|and)\b|` +
			`\b(?:lists?|arrays?|items?|files|rows|each|keys?|entries|columns|values|output|names|paths|lines|` +
			`imports|status|state|` +
			`type|value|options?|one of|results?) (?:is|are)\b|^[^\pL]*(?:status|state|position|type|value)s?\s*[:|]`,
		example: "- **Login loop on Safari:** fixed. The cookie was lost.", counter: "The list is sorted.",
	},
	{
		Kind: Fixed, Negative: true, hint: "longer more any more anymore stopped fixes flaky",
		expr: `\bno longer \w+ (?:twice|double|\w+ times)\b|^[^\pL]*fixes (?:#\d|CODE)|\bflaky\b[^;:]{0,30}?\b(?:is|` +
			`are) (?:now )?(?:stable|solid|deterministic)\b|\b(?:no longer|stopped) (?:\w+ly )?SYMPTOM\b|` +
			`\b(?:is|are) no longer (?:\w+ly )?(?:off|wrong|broken|stuck|blank|empty|missing|stale|slow|flaky|duplicated|` +
			`doubled|truncated|cut off|lost|swallowed|ignored|garbled|misaligned|misplaced|overlapping)\b|` +
			`\bcan(?:not|'t) [^;:,]{2,40} any (?:more|longer)\b|` +
			`\b(?:do|does)(?: not|n't) [^;:,]{2,60} any ?(?:more|longer)\b|` +
			`^[^\pL]*(?:there (?:is|are) )?no more (?:[\w-]+ ){0,2}(?:BUGs?|duplicat\w*|flicker\w*|flash\w*|jump\w*|` +
			`lost \w+|double \w+|stale \w+|wrong \w+|missing \w+|broken \w+|blank \w+|empty \w+|phantom \w+|ghost \w+|` +
			`orphan\w* \w+|zombie\w*(?: \w+)?|spurious \w+|random \w+|[45]\d\ds?|truncat\w+|gaps?|stutter\w*|lag|` +
			`memory growth|nans?|nulls?)\b`,
		unless: `\b(?:do|does)(?: not|n't) (?:need|use|depend|support|exist|have|want|accept|require|call|import|export|` +
			`include|apply|matter|work|pass|compile|build|run|know|live|belong)\b|\bif\b|\bso that\b|` +
			`\b(?:says?|said|reported|thinks|claims)\b`,
		example: "Reports no longer slip by one day.", counter: "The field is no longer read.",
	},
	{
		Kind: Fixed, hint: "again gone",
		expr: `^[^\pL]*(?:the |a )?[^;:,]{0,40}\b(?:BUG|flicker|flash|jitter|loop)s?\s*[:–—]\s*gone\b|` +
			`^[^;:,]{3,70}\s\w+s?\s[^;:,]{0,40}\bagain(?:\s*$|[,.])|^[^;:,]{3,60}\b(?:works?|opens?|loads?|starts?|` +
			`saves?|renders?|shows?|appears?|connects?|syncs?|plays?|responds?|` +
			`scrolls?|prints?|arrives?|behaves?|fits?|lines? up|survives?|parses?|refresh(?:es)?|updates?|sorts?|` +
			`counts?|groups?|reaches|(?:is|are) (?:back|correct|visible|` +
			`right|readable|clickable|in sync|aligned|editable|stable|usable|fast|there)) (?:(?:\w+ ){0,3}?)(?:again|` +
			`(?:as|like) before)\b`,
		unless: `\b(?:if|when|until|once|try|tests?|build\w*|should|starts? (?:\w+ )?again and|you|runs?|says?|said|` +
			`reported|thinks|claims|i|we|i've|ran|checked|tried|error|errors|fail\w*|bug|problem|same|never|cannot|` +
			`not|will|then|need\w*|let|please|` +
			`once more|lint\w*|green|pass\w*|compil\w*|added|pushed|verified|time and|it all|in sync again|` +
			`merge\w*)\b|\bover again\b`,
		example: "Undo after paste works again.", counter: "When the timer fires, the job starts again.",
	},
	{
		Kind: Fixed, hint: "修复 修好 解决 修正 修掉 搞定 fix",
		expr: `ZHDONE(?:修复|修好|解决|修正|修掉|搞定|fix(?:ed)?\b)|` +
			`(?:修复|修好|解决|修正|修掉)(?:了|完成|完毕|好了|成功|[:：])|` +
			`ZHBUG[^，。]{0,12}(?:修复|修好|解决|修正|搞定)(?:了|完成|完毕)?`,
		unless: `(?:待|需要?|未|没有?|无法|不能|如何|怎么|怎样|可以|要|尝试|正在|开始|准备|计划|用于|` +
			`用来|为了|帮)\S{0,4}(?:修复|解决|修正)|` +
			`(?:修复|解决|修正)(?:方案|建议|方法|思路|步骤|计划|办法|前|起来|不了|难度|成本)|` +
			`的修复`,
		example: "空指针的问题已经修复。", counter: "下面是修复方案。",
	},
	{
		Kind: Fixed, hint: "不再 会再 消失 修了", Negative: true,
		expr: `(?:报错|错误|问题|崩溃|警告|现象)(?:已经?|也|都)*消失(?:了|$|[，。,.；;！!])|` +
			`把[^，。]{1,16}修了|` +
			`不(?:会)?再(?:白屏|闪|卡|丢|重复|错位|抖|黑屏|溢出|越界|死锁|跳|崩溃|报错|出错|失败|泄漏|泄露|卡死|出现|复现|超时|panic)`,
		unless:  `用来|用于|为了|以便|可以让|能让`,
		example: "空输入时不再崩溃。", counter: "不再使用旧接口。",
	},

	{
		Kind: Verified, hint: "verified confirmed validated checked tested",
		expr:    `I DID(?:verified|confirmed|validated|double-checked|tested|sanity-checked)\b`,
		unless:  verifiedUnless,
		example: "I verified it against the sample data.", counter: "Verified users see a badge.",
	},
	{
		Kind: Verified, hint: "checked tried viewed",
		expr: `I DID(?:checked|tried)\s+(?:it|this|that|them|the [\w -]{1,30}?)\s+(?:out\s+)?` +
			`(?:in (?:the|a|my) (?:browser|terminal|simulator|emulator|app|shell)|by hand|manually|` +
			`end[- ]to[- ]end|with curl|locally)\b|` +
			`I DID(?:checked|tried|viewed) (?:it|this|that|them) (?:at|on|under)\b`,
		example: "I checked the dialog in the browser.", counter: "The server checked it in the browser.",
	},
	{
		Kind: Verified, hint: "verified confirmed validated tested",
		expr: `IS DONE(?:verified|confirmed|validated|tested)\b|` +
			`\bverified\s*(?:TICK|working|end-to-end|locally|manually|that|by running)|` +
			`TICK\s*verified`,
		unless:  verifiedUnless,
		example: "The behaviour has been verified manually.", counter: "The email is verified by the server.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, Chinese: true, hint: "验证 确认 检验",
		expr: `(?:经过?|通过)了?[^，。；]{0,10}?(?:压测|压力测试|演练|联调|回放|抓包|真机|实测|手工|手动|人工|灰度|冒烟|` +
			`自测|复测|抽查|对比)` +
			`(?:测试|试验|比对)?(?:的|得到|进行)?(?:验证|确认|检验)`,
		unless:  `(?:待|需要?|未|没有?|无法|不能|如何|可以|请|建议|尚|应该?|会|将|再)[^，。；]{0,6}(?:经过?|通过)`,
		example: "方案已通过并发压测验证。", counter: "方案还需要通过压测验证。",
	},
	{
		Kind: Verified, hint: "验证 确认 核实 核对 校验 测试 检查 试用 试过 实测 测过 测了 跑了",
		expr: `ZHDONE(?:验证|确认|核实|核对|校验)|` +
			`核对过|` +
			`我[^，。]{0,20}(?:核对|核实|校验)了|` +
			`已经?用\s*\S{1,12}\s*验证|` +
			`(?:经|经过|手动|实测|本地)\s*(?:验证|测试|确认)(?:过|了|通过|，|,|可|后?正常)?|` +
			`确认没有?问题|` +
			`(?:验证|核实|校验|确认)(?:过了?|了|通过|无误|完毕|成功|可用)|` +
			`(?:手动|本地|实际|实地|亲自|人工)\s*(?:测试|测|检查|试)(?:过|了)|` +
			`已(?:经|在?本地|实际|真实|手动|重新|再次)*(?:运行|执行|启动|调用|跑)(?:并|来|了|一[遍下次])?验证(?:过|了|通过|无误|成功|$|[，。；：、,;:（(！!])|` +
			`(?:场景|情况|分支|路径|组合|输入|流程|页面|设备|机型|语言|尺寸|角色|账号)[^，。；没未不]{0,6}(?:都|` +
			`均|也|已经?)+` +
			`(?:测试|测|试|验)过了?(?:$|[，。；,;（(！!])|` +
			`(?:启动|打开|运行|访问|请求|执行|点击|登录)了?[^。；]{0,30}[，,]\s*确认[^。；]{0,20}` +
			`(?:正常|没有|无误|一致|正确|成功|符合)|` +
			`(?:试用|试|实测)过|` +
			`验证[^。；，]{0,10}(?:有效|正确|生效|可行|符合预期)`,
		unless: `已(?:验证|确认)的?(?:邮箱|用户|账号|手机|订单)|` +
			`(?:待|需要?|未|没有?|无法|不能|如何|可以|请|建议|尚|用于|用来)\S{0,4}(?:验证|确认|核实|核对)|` +
			`测试过不|试过(?:加|把|改|换|各种|几种|两种)|` +
			`(?:验证|确认)(?:码|邮件|框|按钮|方式|方法|步骤|逻辑|函数|失败|器|规则)|` +
			`(?:验证|校验|确认)通过(?:后|率)|` +
			`确认后`,
		example: "我已手动验证登录流程。", counter: "验证逻辑在 auth.go 里。",
	},

	{
		Kind: Deployed, hint: "deployed published released shipped rolled applied",
		expr: `I DID(?:applied|rolled) (?:\w+ )?(?:out )?to (?:staging|prod\w*|the cluster)\b|` +
			`I DID(?:re)?(?:deployed|published|released|shipped|rolled (?:(?:it|this|that|them|the \w+) )?out)\b|` +
			`IS DONE(?:re)?(?:deployed|published|released|rolled out|shipped)\b`,
		unless: `\b(?:the|an?|currently|previously|any|each|every|of|once)\s+(?:deployed|published|released)\b|` +
			`(?:\bthe|\ban?|\byour|\bcurrently|^) deployed (?:version|code|app|site|service|instance|environment|contract)s?\b|` +
			`(?:deployed|published|released|shipped) (?:by|via|automatically|with every|under|when|` +
			`on (?:each|every|merge|push)|as part)\b|` +
			` when (?:an?|the|you)\b|` +
			`lock\w* (?:is|are|was|were) released|` +
			`released? (?:the )?(?:lock|memory|resource|handle|mutex|connection)`,
		example: "Deployed to staging.", counter: "The deployed version is older.",
	},
	{
		Kind: Deployed, hint: "live deploy release rollout publish out up available running uploaded npm pypi " +
			"crates rubygems docker staging prod",
		expr: `(?:\b(?:is|are|now|went)|'s)\s+(?:now\s+)?live\b|` +
			`(?:\b(?:is|are)|'s)\s+(?:now\s+)?(?:running|up|out|available) (?:on|in) ` +
			`(?:npm|pypi|crates\.io|prod(?:uction)?|staging)\b|` +
			`\b(?:staging|production|prod) (?:now )?(?:runs|is (?:on|at)) (?:now )?(?:v?\d|the new)|` +
			`\brelease is (?:now )?out\b|\bv?\d+\.\d+\S* is (?:now )?out(?:\s*$|\s*[.,;])|\d\.\d\S* is (?:now )?on (?:npm|pypi|crates\.io|rubygems|docker hub)\b|` +
			`\buploaded (?:\S+ ){0,4}?to (?:npm|pypi|crates\.io|maven central|docker hub|testflight)\b|` +
			`\b(?:release|version|package|image|build|site|service|app|fix|change)\s+` +
			`(?:[\w.]+\s+)?is (?:now )?(?:out|up|available|running) (?:on|in|at) ` +
			`(?:npm|pypi|crates|maven|rubygems|docker hub|prod\w*|staging)\b|` +
			`\b(?:deployment|deploy|rollout|release|publish)\s+(?:has\s+|is\s+|was\s+|to \S+\s+)*` +
			`(?:succeeded|successful|completed?|finished|done|went through)\b|` +
			`\bsuccessfully (?:deployed|published|released)\b`,
		unless:  `live (?:reload|data|update|view|preview|in|objects?)|deploy(?:ment)? (?:script|config|guide)`,
		example: "The new version is live.", counter: "Tests are live in tests/.",
	},
	{
		Kind: Deployed, hint: "部署 发布 上线 上架 deploy 线上 发到 apply",
		expr: `已(?:经|滚动|全量|灰度)*\s*(?:发布到|apply\s*到)|` +
			`已经?发到了?\s*(?:npm|pypi|crates|生产|线上)|` +
			`(?:已经?|现在)在线上了?|` +
			`ZHDONE(?:部署|发布|上线|上架|deploy)|` +
			`(?:部署|发布|上线|上架)(?:了|成功|完成|完毕)`,
		unless: `(?:待|需要?|未|没有?|无法|如何|可以|准备|计划|尚)\S{0,4}(?:部署|发布|上线)|` +
			`(?:部署|发布|上线)(?:脚本|流程|文档|配置|说明|方式|步骤|环境|的|订阅|前|事件|者)|` +
			`(?:部署|发布|上线)(?:成功|完成)后`,
		example: "已部署到测试环境。", counter: "部署脚本在 deploy.sh。",
	},

	{
		Kind: Committed, hint: "committed commit",
		expr: `(?:\b(?:is|are|landed|went)|'s)\s+(?:all\s+)?in\s+` +
			`(?:(?:an?|one|two|three|single|separate|git as \w+)\s+)*commits?\b|` +
			`\bin git as (?:\w+ )?commits?\b|` +
			"^[^\\pL\\pN\ue000-\ue0fd]*commits?\\s*[:：]\\s*(?:CODE|[0-9a-f]{7,40}\\b)|" +
			`I DIDcommitted\b|` +
			`\b(?:is|are) (?:now )?(?:one|a single|two|three) commits?\b|` +
			`^[^\pL\pN]*split (?:up )?into (?:NUM )?(?:\w+ )?commits\b|` +
			`,\s*(?:and\s+)?committed\b|` +
			`IS DONEcommitted\b|` +
			`\b(?:changes|everything|all|work|it)\s+committed\b|` +
			`\bcommitted\s+(?:as|in|to|with|everything|all|it|them|locally|CODE)|I DID(?:created|made)\s+` +
			`(?:(?:an?|the|one|two|three|\d+|new|single|separate|initial|clean|git)\s+)*commits?\b`,
		unless: `(?:written|data|rows?|transactions?|is|are|was|were) committed (?:to|in) the ` +
			`(?:database|db|log|store|ledger)|` +
			`committed to (?:\w+ing|quality|deliver|help|improv|mak|keep|provid|support|ensur|maint)|` +
			`what (?:is|was|were|has been) committed|` +
			`last committed|` +
			`committed (?:code|data|changes|files?) (?:is|are|was|were|get)|` +
			`(?:bug|regression|problem|error|issue)s? (?:is|are|was|were) in|` +
			`committed (?:version|state|transactions?|offsets?|memory|rows?|reads?|by)\b|` +
			`\b(?:the|an?|any|already|previously)\s+committed\b|` +
			`commits? (?:behind|ahead|apart|ago|old|back|between)\b|` +
			`two-phase`,
		example: "I committed the changes as `abc1234`.", counter: "Committed transactions survive a crash.",
	},
	{
		Kind: Committed, hint: "提交 commit 入库",
		expr: `提交并\s*推送?(?:了|到|至|上去|完成|成功)|` +
			`已在\s*\S{1,30}\s*(?:分支|上)提交|` +
			`提交入库|commit\s*CODE?\s*已?入库|` +
			`ZHDONE(?:提交|(?:git\s+)?commit)|` +
			`(?:提交|commit)\s*(?:了|完成|完毕|成功|到了|为\s*CODE|到本地)`,
		unless: `提交(?:记录|信息|历史|说明|表单|按钮|申请|订单|评论|审核|请求|前|后)|商店|web store|后台|(?:^|` +
			`[^已])(?:合并|初始|空)提交|` +
			`(?:用户|客户端|表单|订单|待|需要?|未|没有?|无法|尚)\S{0,6}提交`,
		example: "改动已提交。", counter: "提交信息见下。",
	},
	{
		Kind: Committed, hint: "提交 commit", expr: `(?:提交|commit)\s*(?:好了|完了|完毕|上了)(?:$|[，。,（(；;!！])`,
		unless:  `(?:待|需要?|未|没有?|无法|尚)\S{0,6}提交`,
		example: "提交好了（3c2d1e0）。", counter: "提交信息写好了。",
	},
	{
		Kind: Pushed, hint: "推",
		expr: `(?:推送|推)\s*(?:好了|完了|过去了)|` +
			`(?:也|都|已经?)\s*推了?(?:$|[，。,（(；;!！])`,
		unless:  `(?:待|需要?|未|没有?|无法|尚)\S{0,4}推`,
		example: "tag 也推了。", counter: "推荐的做法也写了。",
	},
	{
		Kind: Deployed, hint: "发 部署 上线",
		expr: `(?:部署|发布|上线)(?:好了|完了|上去了|出去了)(?:$|[，。,（(；;!！])|` +
			`(?:\d|版本?|包)\s*(?:已经?|也)?发(?:出去|上去|好)了`,
		unless:  `(?:待|需要?|未|没有?|无法|尚)\S{0,4}(?:发|部署|上线)`,
		example: "1.2.4 发出去了。", counter: "发布说明写好了。",
	},
	{
		Kind: Fixed, hint: "修", expr: `(?:已|都|全)修(?:了|好|掉|完)?(?:$|[，。,（(；;!！])`,
		unless:  `(?:待|需要?|未|没有?|无法|尚)\S{0,4}修`,
		example: "bug 已修。", counter: "修复方案写好了。",
	},
	{
		Kind: Deleted, Files: true, hint: "删 移除 清 remov delet dropped",
		expr: `FILE[^。；]{0,30}[，,]\s*(?:我|所以|因此|就|已经?|现在|也|于是)*\s*(?:把[它其]们?|将[它其]们?)\s*` +
			`(?:都|也|给|一并)?(?:删|移除|清理|清掉)|` +
			`FILE[^.;]{0,40}[,:]\s*(?:so\s+|and\s+)?(?:i|i've|we)\s+(?:have\s+|also\s+)?` +
			`(?:removed|deleted|dropped) (?:it|them|both)\b`,
		example: "`old.go` was unused, so I removed it.", counter: "`old.go` was slow, so I cached it.",
	},
	{
		Kind: Deleted, Files: true, hint: "删 移除 清",
		expr: `FILE\s*(?:整个)?(?:目录|文件夹?)?\s*(?:也|都|已经?)*` +
			`(?:删了|删除了|移除了|清掉了|删掉了)(?:$|[，。,（(；;!！])`,
		example: "`jobs/legacy/` 整个目录删了。", counter: "`a.py` 里的函数删了。",
	},
	{
		Kind: Pushed, hint: "pushed origin remote github gitlab",
		expr: `(?:\b(?:is|are|sits?|lives?)|'(?:s|re)) (?:now |also |already |all )*(?:up )?on ` +
			`(?:origin|the remote|upstream|github|gitlab|bitbucket)\b|` +
			`I DID(?:committed and\s+|force-?\s?)?pushed\b|` +
			`,\s*(?:and\s+)?pushed\b|` +
			`IS DONE(?:committed and\s+|force-?)?pushed\b|` +
			`\b(?:changes|branch|everything|commits?|tags?|it)\s+pushed\b|` +
			`[\p{L}\x{e000}-\x{e0c7})]\s*[:–—]\s*(?:also |both |all |and |now )*pushed(?:\s*$|\s*[.!,;(])`,
		unless: `pushed (?:the|its) (?:version|number|date|deadline|limit|boundary|value)\b|` +
			`pushed (?:back|down|onto|into|aside|out|through|forward|further|left|right|by|off)\b|` +
			`pushed (?:to \S+ |automatically )?by\b|` +
			`pushed to the (?:queue|stack|array|list|channel|history|buffer)|` +
			`(?:is|are|gets?) pushed (?:to|on) (?:the )?(?:client|user|queue|stack|each|every)`,
		example: "Pushed to `origin/main`.", counter: "The item is pushed onto the stack.",
	},
	{
		Kind: Pushed, CodeForm: &text.LazyRegexp{Expr: `^(?:origin|upstream|github|gitlab|fork)/`},
		hint: "is_on_\ue000 are_on_\ue000 s_on_\ue000 now_on_\ue000 up_on_\ue000 all_on_\ue000 also_on_\ue000 " +
			"s_in_\ue000 to_\ue000 is_at_\ue000 are_at_\ue000",
		expr:    `(?:\b(?:is|are|sits?|lives?|now|went|landed)|'s|'re) (?:now |also |all |up )*(?:on|at|to|in) CODE`,
		unless:  `\b(?:based|rebased|behind|ahead|old|last|already|your)\b`,
		example: "Everything's on `origin/main`.", counter: "Everything is on `feature/x`, rebased on `origin/main`.",
	},
	{
		Kind: Committed, hint: "commit",
		expr: `FILES,? (?:is|are) (?:now |both |all )*committed (?:on|to|in) (?:CODE|the |my )|\b(?:local |single |one |new |merge )?commits? (?:CODE|` +
			`[0-9a-f]{7,40}\b)\s*(?:\([^)]{0,40}\) )?(?:holds?|contains?|has|` +
			`have|carries|adds?|covers?|includes?|is (?:local|on)|sits? on|made)\b|` +
			`\b(?:one|a single|NUM|\d+) commits? on CODE|\b(?:one|a single|two|three|\d+|the new|` +
			`a new) (?:\w+ )?commits?\b[^;:]{0,40}?\b(?:sits?|is|are|waits?) (?:now )?on (?:your|` +
			`the) (?:local )?(?:branch|CODE)|` +
			`I DID(?:amended|squashed|rebased|reworded)\b[^;:]{0,40}?\bcommits?\b|` +
			`\b(?:is|are|'s|went|landed|sits?|saved|recorded|stored) (?:now )?(?:in|as|under|with) (?:the )?(?:local )?` +
			`(?:commits?|revision) (?:CODE|[0-9a-f]{7,40}\b)`,
		unless: `\b(?:bug|regression|upstream|introduced|broke|caused|old|last commit (?:CODE|on|of)|previous|` +
			`your (?:last|latest|own)|their|since|problem|revert)\b|commits? on CODE(?: that| which)? (?:\w+n't|` +
			`(?:are|is|were|` +
			`have|has) not)\b`,
		example: "Local commit `fe90a1b` holds the refactoring.", counter: "The bug is in commit `fe90a1b`.",
	},
	{
		Kind: Pushed, hint: "推送 推到 推至 推上 推了 push",
		expr: `(?:已|也|都)\s*push\s*到|推[到上]了|` +
			`ZHDONE(?:推送|推到|推上|push)|` +
			`(?:推送|push)\s*(?:了|完成|完毕|成功|到|至)|(?:已经?|已)推至|` +
			`推(?:了)?上去了|` +
			`(?:推送|推|push)[到至上]\s*ZHREMOTE[^，。；]{0,6}了`,
		unless: `推送(?:通知|消息|服务|功能|渠道|给用户|前|后)|` +
			`(?:待|需要?|未|没有?|无法|尚|可以)\S{0,4}(?:推送|push)|` +
			`推[到上]了?\s*ZHDEPLOY|镜像|docker ?hub|npm|pypi|ghcr|制品`,
		example: "已推送到远程分支。", counter: "推送通知已关闭。",
	},

	{
		Kind: Created, Files: true, hint: "created generated wrote scaffolded added",
		expr: `\b(?:created|generated|wrote|scaffolded)\s+(?:(?:an?|the|new|two|three|four|following|` +
			`file|files|script|module|tests?|config(?:uration)?|component|page|helper|separate|simple|` +
			`small|dedicated|missing|initial|sample|example|called|named|at|in|migration|document|docs?|both|` +
			`\d+)\s*[:：]?\s+)*FILE(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)FILE)*`,
		unless: `(?:created|generated|wrote) (?:by|from|in) |` +
			`(?:created|generated|wrote) (?:\w+ ){0,3}(?:helper|component|page|tests?|function|module|config|sample|` +
			`example|migration|script) (?:in|at) `,
		example: "I created `internal/slug/slug.go` and `internal/slug/slug_test.go`.", counter: "I created a " +
			"helper for dates.",
	},
	{
		Kind: Created, Files: true, hint: "put placed saved wrote written documented summari collect there",
		expr: `I DID(?:wrote|written|put)\s+(?:[\w'-]+\s+){0,6}(?:up|down) (?:in|as) FILE|` +
			`I DID(?:put|placed|saved|wrote(?: up| down)?|documented|summari[sz]ed|collected|` +
			`dumped|stored|captured)\s+(?:[\w'-]+\s+){0,6}?(?:notes?|summary|reports?|results?|docs?|` +
			`documentation|instructions?|details?|plan|write-?up|list|findings|analysis|steps|` +
			`guide|explanation|benchmarks?|data|examples?)\s+(?:\w+\s+){0,4}?(?:in|into|to|under|at)\s+` +
			`(?:the\s+|a\s+)?(?:new\s+)?(?:file\s+)?FILE|` +
			`\bthere(?:'s| is| are) now\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:file\s+)?FILE`,
		example: "I put the migration notes in `docs/migration.md`.", counter: "I put the check in `a.go`.",
	},
	{
		Kind: Created, Files: true, hint: "写了 记录 整理 汇总 总结 放 存 写在",
		expr: `(?:写了(?:一个|一份|个|份|新的?)\s*|` +
			`(?:记录|整理|汇总|总结|存放?|落|说明写|文档写|写)(?:在|到|进)了?\s*)FILE`,
		unless: "(?:[\ue000-\ue0c7]|\\.[a-z]+)\\s*(?:里|中|内|的|时|作为|函数|方法|字段|类|接口|依赖|包|标签|参数)|" +
			`(?:需要?|请|可以|建议|会|将|应该?)\S{0,4}(?:写|记录|整理|存)|` +
			`默认|每次|自动|(?:保存|缓存|存放|存储)在\s*FILE`,
		example: "结果整理在 `docs/结果.md`。", counter: "入口写在 `main.go` 里。",
	},
	{
		Kind: Created, Files: true, hint: "added new created there",
		expr: `\badded\s+(?:(?:an?|the|new|file|files|missing|following|script|module)\s*[,:：]?\s+)*FILE` +
			`(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)FILE)*|` +
			`\b(?:new files?|files? (?:created|added))\s*[:：]?\s*FILE(?:\s*,\s*FILE)*|` +
			`FILE is new\b|` +
			`\bthere(?:'s| is) (?:now )?an? new (?:\w+ ){0,2}?(?:script|file|test|spec|module|page|doc|workflow|` +
			`migration|component)s?,? (?:in |at )?FILE|` +
			`\bin (?:an?|the) new (?:file,? )?FILE\s*(?:$|[.,;])|` +
			`FILE\s*\((?:new|created|新建|新增)\b`,
		unless: `added (?:the )?FILE\s+(?:to|as|import|entry|flag|option|field|section|method)|` +
			`added FILE (?:to|as|import)`,
		example: "Added `docs/claims.md`.", counter: "Added `x` to `config.go`.",
	},
	{
		Kind: Created, Files: true, hint: "created generated added written saved exported",
		expr: `FILE\s+(?:file\s+)?(?:has been|have been|was|were|is|are)\s+(?:now\s+|also\s+|successfully\s+)*` +
			`(?:created|generated|written)\b|` +
			"^[^\\pL\\pN\ue000-\ue0fd]*FILE\\s+(?:created|generated|written|added)\\s*$|" +
			`\b(?:written|saved|exported) (?:(?:the|all|its|their|my) (?:\w+ ){1,3})?to (?:the file )?FILE`,
		unless: `\b(?:is|are|be|gets?) (?:\w+ )?(?:written|saved|exported)|` +
			`(?:created|generated|written) (?:by|when|if|from|in|on|at|each|every)\b`,
		example: "`report.html` was created.", counter: "`report.html` is generated by the build.",
	},
	{
		Kind: Created, Files: true,
		hint: "created added new written exist in_place in_the in_your next_to saved generated now stored put dumped " +
			"recorded captured documented collected rendered",
		expr: `FILES\s+(?:(?:is|are|was|were|has been|have been|now|newly|both|also)\s+)*(?:created|added|written|` +
			`generated|new|saved|` +
			`scaffolded)(?:\s*$|\s*[,;.()—–]|\s+(?:and|with|in|under|for|from scratch)\b)|` +
			`FILES\s+(?:now\s+)?exists?(?: now)?(?:\s*$|\s*[,;.()—–]|\s+(?:and|with|now|in)\b)|` +
			`FILES\s+(?:is|are|sits?|lives?)\s+(?:now )?(?:in place|there|in (?:the|your) (?:repo\w*|root|project|docs?|tree|` +
			`folder|directory)(?: \w+)?|next to CODE)(?: now)?(?:\s*$|\s*[,;.()—–]|\s+(?:and|with)\b)|` +
			`\b(?:created|added|written|generated|saved|exported|placed|stored|put|dumped|recorded|captured|documented|` +
			`collected|rendered|now lives?|now sits?)\s+(?:\w+ )?(?:under|in|at|as|to|into)\s+(?:the new (?:file )?|` +
			`a new (?:file )?)?FILE` +
			`(?:\s*$|\s*[,;.()—–]|\s+(?:and|with)\b)`,
		unless: `\b(?:is|are|be|gets?) (?:now |then )?(?:written|saved|exported|stored|put|recorded|captured|` +
			`generated|added|created|` +
			`collected|rendered) (?:\w+ )?(?:under|in|at|as|to|into)\b|\b(?:function|method|class|check|test|tests|` +
			`field|option|` +
			`flag|helper|line|lines|guard|handler|case|cases|section|entry|import|type|constant|hook|rule|rules|route|script|` +
			`parameter|key|value|variable|fix|lock|it|this|index|column|comment|comments|property)\b[^;:]{0,30}` +
			`\b(?:was|were|added|created|put|placed|stored|saved|recorded|now)\b|\b(?:if|already|when|whether|not)\b`,
		example: "`ARCHITECTURE.md` created.", counter: "The check was added in `a.go`.",
	},
	{
		Kind: Created, Files: true,
		hint: "generated: created: added created wrote put own_file own_module saved newly freshly folder directory",
		expr: `\b(?:in|into|as|to) (?:its|a|one|their) own (?:file|module|script),? (?:called )?FILE|\b(?:was|` +
			`were) (?:created|generated|written|added): FILE|\b(?:added|created|` +
			`wrote) an? (?:new )?[\w -]{1,30}, FILE|I DIDput an? (?:\w+ )?(?:config|script|template|example|readme|` +
			`stub|copy|fixture|sample|skeleton) (?:at|in|under) FILE|\b(?:saved|wrote|stored|kept|exported) ` +
			`(?:[\w'-]+ ){1,8}?(?:as|under) FILE|FILE, (?:newly|freshly) (?:written|created|added)|\b(?:added|` +
			`created) an? (?:new )?(?:folder|directory) FILE`,
		unless:  `\b(?:is|are|be|gets?|will|should|each|every) (?:\w+ )?(?:saved|stored|kept|exported)\b`,
		example: "I've saved the summary of the incident as `docs/incident.md`.",
		counter: "Uploads are saved under `data/x.bin`.",
	},
	{
		Kind: Created, Files: true,
		hint: "new file wrote written created added folder generated scaffolded drafted drew put saved recorded " +
			"produced exported started dropped prepared built set",
		expr: `(?:^[^\pL\pN\x{e000}-\x{e0c7}]*|[|:]\s*)(?:new|added|created)\s*[:|–—]\s*FILES|` +
			`I DID(?:created|wrote|added|generated|scaffolded|drafted|drew up|set up|put together|saved|recorded|` +
			`produced|exported|` +
			`started|dropped in|prepared|built)\s+(?:(?:an?|the|new|two|three|four|\d+|small|short|second|first|` +
			`separate|missing|your|` +
			`one[- ]page)\s+)+(?:[\w-]+\s+){0,3}?FILES|` +
			`FILES\s*(?:[:|]|\s[–—-])\s*(?:new|created|added|newly (?:created|added|written))(?:\s*$|\s*[,;.(|)–—])`,
		unless: `\b(?:to|in|into|of|for|from|with|on|by|around|using|via|under|at|as|inside|before|after|through|over|` +
			`that|which|` +
			`than) FILE|FILE\s+(?:file )?(?:to|as|import|entry|flag|option|field|section|method|function|key|call|class|` +
			`attribute|header|parameter|prop|column|argument|hook|type|endpoint|command|step|job|event|label|constraint|index)`,
		example: "I drew up a short runbook `ops/failover.md`.", counter: "I added a new flag to `config.go`.",
	},
	{
		Kind: Created, Files: true, hint: "创建 新建 新增 生成 写 添加 保存 导出",
		expr: `(?:创建|新建|新增|生成|写入|添加)了?\s*(?:一个|两个|三个|以下|如下|新的?|新)*ZHFILE[:：]?\s*FILE` +
			`(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`(?:写|保存|导出)到了?\s*FILE|` +
			`FILE\s*(?:文件)?\s*(?:已经?|也已?|都已?|均已?)?(?:为本次)?` +
			`(?:新创建|创建|新建|生成好?|写好)(?:了|$|[，。,.；;])|` +
			`FILE\s*(?:文件)?\s*(?:已经?|也已?)(?:创建|新建|生成|写好)`,
		unless: "(?:[\ue000-\ue0c7]|\\.[a-z]+)\\s*" +
			`(?:里|中|内|的|时|作为|到|函数|方法|字段|类|接口|依赖|包|标签|参数)|` +
			`每次|自动|默认|启动时|运行时|退出时|下次|定时|日志写入|它会?把|缓存(?:写|保存)|` +
			`由\s*FILE\s*(?:文件)?(?:统一)?生成|` +
			`(?:点击|执行|运行|启动|退出|合并|完成|成功|结束|触发|调用)(?:之?后|时)[^，。]{0,4}` +
			`(?:删除|移除|清理|创建|生成|写入|新建)[^了]`,
		example: "新建了 `slug.go` 和 `slug_test.go`。", counter: "在 `slug.go` 里新增了 `Slug` 函数。",
	},
	{
		Kind: Created, Files: true, hint: "written drafted",
		expr:    `\bi(?:'ve| have) (?:now |also |just )?(?:written|drafted)(?: up)? FILES(?:\s*$|\s*[:,;.(])`,
		example: "I've written `docs/adr/0003-nats.md`: context and decision.", counter: "I write `x.log` at each start.",
	},
	{
		Kind: Created, Files: true, hint: "new",
		expr: `\(FILE, new\)|FILE, new\s*$|^[^\pL\pN\x{e000}-\x{e0c7}]*new (?:[\w-]+ ){0,2}?[\w-]+\s*[:–—]\s*FILES`,
		unless: `\b(?:in|to|of|for|from) FILE|\bnew (?:\w+ )?(?:behaviou?r|default|flag|option|output|name|path|entry|` +
			`import|location|order|value)\b`,
		example: "New job: `app/jobs/pdf_job.rb`", counter: "New default: see `config.go`.",
	},
	{
		Chinese: true, Kind: Created, Files: true, hint: "新建 新增 好了 完成",
		expr: `新(?:建|增)的\s*FILE(?:\s*(?:、|，|和|与|及)\s*FILE)*|` +
			`(?:好了|完成了?|做完了|出来了)\s*[:：]\s*FILE`,
		unless: "(?:[\ue000-\ue0c7]|\\.[a-z]+)\\s*" +
			`(?:里|中|内|的|时|作为|到|函数|方法|字段|类|接口|依赖|包|标签|参数|配置|常量|选项|用例)|[改修]|没`,
		example: "处理函数在新建的 `internal/coupon/available.go`", counter: "改好了：`config.go` 里的默认值。",
	},
	{
		Kind: Deleted, Files: true, hint: "deleted removed dropped rid cleaned",
		expr: `\bfiles? (?:deleted|removed)\s*[:：]\s*FILE(?:\s*,\s*FILE)*|` +
			`\b(?:deleted|removed|dropped|got rid of|cleaned up)\s+(?:(?:an?|the|old|unused|obsolete|stale|` +
			`dead|legacy|now-unused|file|files|temporary|temp|both|duplicate|generated|entire|whole|empty|` +
			`redundant|test|script|directory|folder|module|leftovers?|untracked|remaining|two|three|four|` +
			`five|these|\d+)\s*[:：]?\s+)*FILE(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)FILE)*`,
		unless: "(?:deleted|removed|dropped|rid of|up) (?:\\w+ ){0,4}(?:[\ue000-\ue0c7]|\\S+\\.[a-z]+)\\s+(?:import|" +
			`reference|entry|entries|line|statement|comment|block|call|usage|mention|link|dependency|export|` +
			`from|key|field|option|flag|section|function|method)|` +
			`(?:is|are|get|gets) (?:deleted|removed)`,
		example: "Deleted the old `legacy.py`.", counter: "Removed the `legacy.py` import.",
	},
	{
		Kind: Deleted, Files: true, hint: "deleted removed gone exist",
		expr: `FILE(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)FILE)*\s+(?:(?:file|folder|directory|directories|folders|` +
			`files)\s+)?(?:has been|have been|was|were|is|are)\s+(?:now\s+|also\s+)*(?:deleted|removed|gone)\b|` +
			`FILE (?:no longer exists?|does not exist any ?more)\b`,
		unless:  `(?:deleted|removed) (?:by|when|if|from|on|at|after|each)\b`,
		example: "`old.go` was removed.", counter: "`x.tmp` is removed when the process ends.",
	},
	{
		Kind: Deleted, Files: true,
		hint: "deleted removed gone dropped erased wiped purged trashed cleared rid_of thrown threw took",
		expr: `FILES\s+(?:(?:is|are|was|were|has been|have been|now|both|also|all)\s+)*(?:deleted|removed|gone|` +
			`dropped|erased|wiped|` +
			`purged|cleared (?:out|away)|thrown (?:out|away))(?:\s*$|\s*[,;.()—–]|\s+(?:and|with|too|as)\b)|` +
			`FILES\s*(?:[:|]|\s[–—-])\s*(?:now )?(?:deleted|removed|gone|dropped)(?:\s*$|\s*[,;.(|)–—])|` +
			`I DID(?:deleted|removed|dropped|erased|wiped|purged|trashed|cleared out|got rid of|threw (?:out|away)|` +
			`rm'?d|nuked)\s+` +
			`(?:[\w-]+\s+){0,5}?FILES(?: (?:folder|directory)\b)?(?:,? because\b[^;]*)?|I DIDtook FILE out of (?:the|` +
			`your) repo|` +
			`\b(?:directory|folder|file|script) FILE (?:has been|have been|was|is|are) (?:now )?(?:deleted|removed|gone)\b|` +
			`(?:^[^\pL\pN\x{e000}-\x{e0c7}]*|[|:]\s*)(?:deleted|removed|gone)\s*[:|–—]\s*FILES`,
		unless: `\b(?:to|in|into|of|for|from|with|on|by|around|using|via|under|at|as|inside|before|after|through|over|` +
			`that|which|` +
			`than) FILE|FILE(?:\s*(?:,|and|&)\s*FILE)*\s+(?:import|reference|entry|entries|line|statement|comment|` +
			`block|call|usage|` +
			`mention|link|dependency|export|from (?:CODE|its|the (?:list|config|imports?|index|exports?|table))|key|` +
			`field|option|flag|section|function|method|class|header|attribute|prop|` +
			`parameter|column|argument|hook|type|endpoint|command|step|job|label|param)|\b(?:all|every|` +
			`any) (?:\w+ )?FILE|\b(?:is|are) (?:deleted|removed|dropped) ` +
			`(?:and|with|as) |\b(?:if|when|whether|not|function|method|field|column|key|table|option|flag)\b`,
		example: "Deleted the three unused icons `a.svg` and `b.svg`.", counter: "Deleted the function in `a.go`.",
	},
	{
		Kind: Deleted, Files: true, hint: "删除 移除 删掉 清理 删了 清掉 清除 去掉 干掉 砍掉",
		expr: `把\s*FILE\s*(?:都|也|给)?删了|` +
			`(?:目录|文件夹)\s*FILE\s*(?:已经?|也已?)被?(?:删除|移除|删掉|清理)|` +
			`(?:删除|移除|删掉|清理掉?|清掉|清除|去掉|干掉|砍掉|删)了?\s*(?:整个|旧的?|无用的?|多余的?|临时的?|` +
			`过时的?|废弃的?|不用的?|\p{Han}{0,8}的)?ZHFILE[:：]?\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`FILE\s*(?:文件夹?|目录)?\s*(?:连同[^，。]{1,14})?(?:已经?|也已?|都已?|一并|一起)` +
			`(?:都|全部)?被?(?:清理|删除|移除|删掉)`,
		unless: `(?:点击|执行|运行|启动|退出|合并|完成|成功|结束|触发|调用)(?:之?后|时)[^，。]{0,4}` +
			`(?:删除|移除|清理|创建|生成|写入|新建)[^了]|` +
			`(?:可以?|建议|应该?|需要?|必须|考虑|能)\s*(?:直接|放心|安全|一并)*地?(?:删|移除|清理)|` +
			`删了(?:之后|后|的话|就)|FILE\s*之?前|` +
			"(?:[\ue000-\ue0c7]|\\.[a-z]+)\\s*(?:里|中|内|的|时|函数|方法|字段|类|接口|依赖|包|引用|导入)",
		example: "删除了旧的 `legacy.py`。", counter: "删除了 `legacy.py` 里的函数。",
	},

	// What follows are forms of Chinese: after the verb a complement of the result (好了, 完毕, 通过, 无误), before or
	// after it the mark of what is done (已, 了, 过), and seldom a subject.
	{
		Chinese: true, Kind: TestsPassed, hint: "自测 冒烟 回归 联调 测试 用例 单测 断言",
		expr: `(?:自测|冒烟|回归|联调)(?:测试)?ZHAUX(?:通过|没有?问题|跑通|过了|ok|无误)ZHEND|` +
			`(?:测试|用例|单测|断言)[^。；，没不未]{0,8}(?:过关|零失败|零报错|全部?绿|转绿|恢复绿色|跑绿)`,
		unless:  `(?:手动|手工|人工)测试|后(?:再|才)|时|curl|postman|浏览器|请求|调用`,
		example: "自测通过。", counter: "自测用例见下。",
	},
	{
		Chinese: true, Kind: TestsPassed, hint: "test pytest tox nox jest vitest mocha rspec junit playwright cypress",
		expr:    `TESTTOOL[^。；没不未]{0,24}(?:全部?|都|均|结果为?)\s*(?:为|是)?\s*(?:ok|pass(?:ed)?|绿|green)ZHEND`,
		example: "go test -race 跑完，20 个包全部 ok。", counter: "pytest 的选项都在 pyproject.toml 里。",
	},
	{
		Chinese: true, Kind: BuildPassed, hint: "镜像 包 产物 二进制 可执行 固件 apk ipa jar wheel 前端 后端 项目 " +
			"工程 代码 编 构建",
		expr: `(?:镜像|包|产物|二进制|可执行文件|固件|apk|ipa|jar|wheel)\s*(?:已经?|也|都|均)*(?:成功|正常|重新)*` +
			`(?:打|编|构建|编译|打包)(?:出来了|好了|完了|好ZHEND|成功|完成|完毕)|` +
			`(?:镜像|前端|后端|项目|工程|代码|二进制)[^。；，没未不]{0,10}已经?(?:成功|重新|全部)*` +
			`(?:构建|编译|打包)(?:完成|完毕|好|成功|通过|过)?ZHEND|` +
			`(?:构建|编译|打包)产物\s*(?:已经?|都|均|也)*(?:正常|成功)*(?:生成|输出|产出)ZHEND|` +
			`(?:没有?|无|零|0\s*个?)(?:任何|新的?)?\s*(?:构建|编译|打包)(?:期|时)?的?\s*ZHFAULTS|` +
			`编(?:译)?(?:通了|过了|过去了|过ZHEND)|` +
			`(?:构建|编译|打包)(?:也|都|均|已经?|全部)*(?:过关|顺利|一次过|一把过|` +
			`零错误|零警告|零报错|无误|恢复正常)`,
		unless:  `(?:待|需要?|未|没有?|无法|尚|会|将)[^\s，,]{0,4}(?:构建|编译|打包)`,
		example: "Docker 镜像已构建。", counter: "镜像在构建机上。",
	},
	{
		Chinese: true, Kind: LintClean, hint: lintHint + " 格式 规范 风格", Negative: true,
		expr: `(?:没有?|无|零)(?:任何|新的?|新增的?)?\s*(?:LINT|格式|规范|风格)\s*` +
			`(?:上的?|类|方面的?|的)?\s*ZHFAULTS|` +
			`(?:格式化?|规范|风格)(?:检查|校验)?(?:也|都|均|已经?)*(?:无差异|没有?差异|达标|合规|过关)`,
		unless:  `如果|若`,
		example: "目前没有任何 lint 报错。", counter: "lint 报错会中断构建。",
	},
	{
		Chinese: true, Kind: Fixed, hint: "修复 修正 解决 修掉 修好",
		expr: "^[^\\pL\\pN\ue000-\ue0fd]*(?:修复|修正|解决|修掉|修好)\\s*[^。；，？?]{0,40}?(?:ZHBUG|失败|不生效|" +
			`不工作|不显示|不准|不对|无法[^。；，]{1,10})(?:的?(?:问题|bug|情况|现象))?\s*(?:$|[（(。；:：，—])`,
		unless:  `方案|建议|方法|思路|步骤|计划|办法|需要|可以|应该|之?前|之?后|时[，,]`,
		example: "- 修复 `parse()` 在空输入时崩溃的问题", counter: "- 修复方案：换一个解析器",
	},
	{
		Chinese: true, Kind: Fixed, hint: "没有了 不存在 没了 不见 修了 改掉了 消灭 现在",
		expr: `(?:修|改掉|修掉|消灭|干掉)了\s*[^，。；]{0,20}ZHBUG|` +
			`ZHBUG[^，。；]{0,6}(?:现在|已经?|也|都)+(?:没有了|不存在了?|没了|不见了)ZHEND|` +
			`ZHBUG[^。；]{0,10}[，,]\s*现在(?:已经?|都|也)*(?:恢复)?(?:正常|好|没问题)了?ZHEND`,
		unless:  `(?:待|需要?|未|没有?|无法|尚)[^\s，,]{0,4}修`,
		example: "顺手修了一个拼写错误。", counter: "错误码没有了默认值。",
	},
	{
		Chinese: true, Kind: Fixed, hint: "不再 会再 不会 修补 根除 改过来 改对", Negative: true,
		expr: `(?:后|现在|目前|已经?|这下)[^。；]{0,20}不(?:会)?再[^，。；]{1,10}了ZHEND|` +
			`现在[^，。；]{0,6}不会[^，。；]{1,8}了ZHEND|` +
			`不(?:会)?再(?:报|抛出?|返回)\s*(?:\d{3}|CODE|错|异常|\w*(?:error|exception)|空)|` +
			`(?:已经?|都|现已|我)\s*(?:经|把\S{1,10})?(?:修补|根除|改过来|改对)(?:好|完)?(?:了|ZHEND)`,
		unless: `用来|用于|为了|以便|` +
			`再(?:使用|需要|用|支持|依赖|维护|引用|导出|调用|读取|提供|推荐|要求|允许|存在|包含|单独|由|从|是)`,
		example: "点保存不会再报 500 了。", counter: "旧接口会返回 500。",
	},
	{
		Chinese: true, Kind: Verified, hint: "遍 下 圈 轮 次 过 通 亲测 验证 实测 返回 得到 响应 输出 结果",
		expr: `(?:点|跑|试|走|过|测|操作|验|用|体验|核对|对比|检查|运行|重放|回放)了?(?:完整|完)?` +
			`(?:的)?[一二两三四五六七八九十几数百\d]*\s*[遍下圈轮次][^。；没未]{0,24}[，,：:][^。；，]{0,24}` +
			`(?:正常|符合预期|没有?(?:发现|看到|遇到)?(?:任何|新的?)?(?:问题|异常|报错|错误)|` +
			`没有?(?:再)?(?:出现|复现|报错)|不(?:会)?再(?:出现|复现|发生)|一致|无误|都对|正确|ok)|` +
			`(?:用|拿|在|按|照)[^。；，]{1,24}(?:跑|试|测|验证?|比对|对比|核对|操作|演练)过` +
			`(?:了|ZHEND|[^。；，滤程度去来]{0,4}[，,遍])|` +
			`亲测|` +
			`(?:打开|启动|运行|访问|登录)了?[^。；，]{0,12}确认[^。；，]{1,20}(?:已|正常|无误|正确|一致|符合)|` +
			`(?:^|[，,：:我经]|(?:用|拿|经)[^，。；]{1,16})\s*实测|` +
			`(?:调|请求|访问|打开)了[^。；]{0,20}[，,]\s*(?:返回|得到|响应|输出|结果)|` +
			`验证[，,：:][^。；]{0,16}(?:可用|正常|无误|没有?问题|符合预期|一致)|` +
			`(?:走|跑)通了?(?:整个|完整的?|全部|全|主|端到端|一遍)?(?:流程|链路|主流程|全流程|场景)`,
		unless: `(?:待|需要?|未|没有?|无法|不能|如何|可以|请|建议|尚)[^\s，,]{0,4}(?:跑|试|测|走|点|验)|` +
			`过(?:滤|程|度|期|大)|再(?:跑|试|测|走)一|(?:单元|集成|回归)?测试`,
		example: "我在 Chrome 里点了一遍，功能正常。", counter: "每点一下，计数器加一。",
	},
	{
		Chinese: true, Kind: Verified, hint: "验证 测试 试用 实测 验收 自测 检查 核对 访问 请求 打开 调用 启动",
		expr: `(?:手动|手工|人工|本地|实机|真机|浏览器|端到端|现场|线下|肉眼)(?:里|中|上|环境)?` +
			`(?:也)?(?:验证|测试|试用|实测|验收|检查|核对)(?:也|都|均|已经?|后|全部|结果)*\s*` +
			`(?:ok|通过|没有?问题|正常|无误|成功|符合预期)|` +
			`(?:启动|访问|请求|打开|调用|登录|点击|切换)[^。；]{0,30}[，,]\s*[^。；]{0,24}` +
			`(?:一切正常|均正常|都正常|符合预期|返回\s*200|显示正常|没有?问题)`,
		unless: `(?:待|需要?|未|没有?|无法|不能|请|建议|尚|应|会|将|可以|如果|若)[^\s，,]{0,6}` +
			`(?:验证|测试|试用|启动|访问|请求|打开|调用|登录|点击)`,
		example: "手工验证 OK。", counter: "手工验证的步骤见下。",
	},
	{
		Chinese: true, Kind: Deployed, hint: "发版 推 更新 同步 发到 切 灰度 全量 放量 apply rollout 上了 升级 运行 跑起 " +
			"在跑 生效 可用 服务",
		expr: `已经?在\s*ZHDEPLOY[^。；，]{0,4}(?:运行|跑|生效|可用|提供服务)|` +
			`已经?(?:完成|正式)?发版|` +
			`发版(?:了|完成|成功|完毕)|` +
			`已经?(?:把[^。，；]{1,12}|将[^。，；]{1,12})?(?:推|滚动更新|滚动发布|滚动升级|更新|同步|发|切|` +
			`灰度|上|部署|升级)(?:到|至)了?\s*[^。，；]{0,10}ZHDEPLOY|` +
			`(?:推|发|上|更新|切)到了\s*[^。，；]{0,6}ZHDEPLOY|` +
			`已经?(?:灰度|放量|全量)(?:到|至|发布|放开|上线|ZHEND)|` +
			`(?:terraform|kubectl|helm|tf)\s*(?:apply|upgrade|rollout)?\s*(?:已经?)?` +
			`(?:执行|跑)?(?:完成|完毕|成功|完了)|` +
			`rollout\s*(?:已经?)?(?:完成|成功)|` +
			`ZHDEPLOY(?:环境)?[^。，；]{0,4}(?:已经?|现在)(?:是|更新|升级|切换|跑着|运行)` +
			`[^。；，]{0,6}(?:最新|新|v?\d)`,
		unless: `(?:待|需要?|未|没有?|无法|可以|准备|计划|尚)[^\s，,]{0,4}(?:推|发|上线|部署|更新)|` +
			`(?:文档|配置|说明|readme|注释|依赖)[^。，；]{0,8}(?:更新|同步)`,
		example: "新镜像已滚动更新到集群。", counter: "文档已更新到最新。",
	},
	{
		Chinese: true, Kind: Committed, hint: "入库 提交 commit",
		expr: `(?:代码|改动|修改|变更)[^，。；没未不]{0,6}已?入库(?:了|ZHEND)|` +
			`(?:做|合|拆|分|整理|压|并|squash)(?:并|分|理|缩)?[成为]了?\s*(?:\d+|[一两二三四五六几])\s*个?` +
			`(?:独立的?|单独的?|新的?)?\s*(?:提交|commits?)|` +
			`(?:(?:提交|commit)(?:记录)?\s*[:：为是]|(?:提交|commit)\s*(?:号|哈希|hash|id)\s*[:：为是]?|` +
			`(?:保存|记录|存)为(?:一个)?(?:提交|commit))\s*(?:CODE|[0-9a-f]{7,40})|` +
			`(?:提交|commit)\s*(?:并|和|与|、|及|以及|\+|&|/)\s*(?:推送|推|push)\s*(?:也|都|均|已经?)*\s*` +
			`(?:完毕|完成|成功|好了|做完|搞定|了)|` +
			`(?:新增|产生|生成|做|打|提|提交)了\s*(?:\d+|[一两二三四五六几])\s*(?:个|次|笔|条)\s*(?:提交|commits?)`,
		unless: `(?:待|需要?|未|没有?|无法|尚|建议|可以)[^\s，,]{0,6}(?:提交|commit|入库)|` +
			`用户|数据|EARLIERCOMMITS`,
		example: "改动整理成了两个提交。", counter: "建议拆成两个提交。",
	},
	{
		Chinese: true, Kind: Pushed, hint: "推 push 远 同步 github gitlab origin gitee",
		expr: `(?:已经?|也|都|均已?)\s*(?:强制?推|强推|force[- ]?push)|` +
			`强推(?:了|完成|成功|到了)|` +
			`(?:推|push)(?:送)?\s*(?:过去|上去|到位|完)了|` +
			`已经?(?:全部|都)?同步(?:到|至)了?\s*ZHREMOTE|` +
			`ZHREMOTE[^。，；没未]{0,12}已经?(?:更新|同步|有了|是最新|包含)|` +
			`(?:提交|commit)\s*(?:并|和|与|、|及|以及|\+|&|/)\s*(?:推送|推|push)\s*(?:也|都|均|已经?)*\s*` +
			`(?:完毕|完成|成功|好了|做完|搞定|了)|` +
			`(?:推送|推|push)到了\s*\S`,
		unless: `(?:待|需要?|未|没有?|无法|尚|建议|可以)[^\s，,]{0,6}(?:推|push)|` +
			`推荐|pages|ZHDEPLOY|readme|文档|消息推送|镜像|docker ?hub|npm|pypi|ghcr|制品`,
		example: "已强推到远端。", counter: "远端的分支比本地新。",
	},
	{
		Chinese: true, Kind: Created, Files: true, hint: "新建 新增 创建 添加 加了 补了 建了 写好 生成 写了 添了 " +
			"新加 补充 放 存 输出 导出 落 保存 归档 写入",
		expr: `(?:加|补|建|添|补充|新加|另加|另建)了?\s*(?:一|1|两|2|三|3|几)?\s*(?:个|份|篇|张)\s*` +
			`(?:新的?|独立的?)?ZHFILE[:：]?\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`建了\s*FILE|` +
			`(?:^|[^\p{Han}]|我|并|又|还|也)(?:加|添|补)了\s*FILE\s*(?:$|[，。,；;（(])|` +
			`(?:脚本|文件|文档|配置|报告|测试|用例)\s*(?:已经?|都已?)(?:写|生成|创建|建|保存|整理)` +
			`好?\s*[:：，]?\s*(?:在|到|至|于)?\s*FILE|` +
			`(?:创建|新建|新增|添加)了?\s*[\w.-]+\s*(?:、|和|与|及)\s*FILE|` +
			`(?:(?:已经?|现已|均已?|都已?)[^，。；]{0,10}|我把[^，。；]{1,16})(?:输出|导出|保存|存|放|写|` +
			`写入|落盘|归档|记录|整理|汇总|生成)(?:在|到|为|成|进|至|入)?了?\s*(?:文件)?\s*FILE|` +
			`(?:输出|导出|保存|存|归档|落盘|把[^，。；]{1,16}(?:放|写|写入|整理|汇总|记录))` +
			`(?:到|为|成|在|至|进)了\s*FILE|` +
			`(?:保存|另存|导出)[为成]\s*FILE`,
		unless: "(?:[\ue000-\ue0c7]|\\.[a-z]+)\\s*" +
			`(?:里|中|内|的|时|作为|到|函数|方法|字段|类|接口|依赖|包|标签|参数)|` +
			`每次|自动|默认|启动时|运行时|退出时|下次|定时|都(?:统一)?(?:保存|存放?|放|写|记录)在\s*FILE|` +
			`(?:需要?|请|可以|建议|会|将|应该?)[^\s，,]{0,4}(?:放|存|写|导出|保存)|` +
			`移|改名`,
		example: "补了一份 `README.md`。", counter: "把校验放在了 `a.go` 里。",
	},
	{
		Chinese: true, Kind: Created, Files: true, hint: "新建 新增 新文件 新创建 创建 已生成",
		expr: `FILE\s*(?:文件)?\s*(?:[：:|（(—–→]|\s-)+\s*(?:新建|新增|新文件|新创建|创建|已创建|` +
			`已新建|已生成)(?:文件|的|了)?ZHEND|` +
			`FILE\s*[（(]新[建增]?[）)]|` +
			`(?:^|[^\pL])(?:新建|新增|创建)(?:的)?(?:文件)?\s*[|:：]\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`新(?:的)?文件\s*[:：]?\s*FILE`,
		unless:  `(?:待|需要?|建议|应该?|可以?|会|将|计划)[^\s，,]{0,4}(?:新建|新增|创建)`,
		example: "- `src/cache.go`：新建", counter: "- `src/cache.go`：新增了一个参数",
	},
	{
		Chinese: true, Kind: Deleted, Files: true, hint: "删 移除 清 不存在 不在了 没了",
		expr: `FILE[^。；的里中]{0,24}[，,]\s*(?:已经?|我已?|现已|所以|因此|就|于是|顺手|也已?|都已?)+\s*` +
			`(?:把[它其]们?|将[它其]们?)?\s*(?:一并|直接|全部|也|被|给)*` +
			`(?:删除|移除|删掉|清理|删|清掉)(?:了|掉)?ZHEND|` +
			`FILE\s*(?:文件|目录)?\s*(?:已经?|现已|都已?)(?:经)?(?:不存在|不在|没)了?ZHEND|` +
			`FILE\s*(?:文件|目录)?\s*(?:[：:|（(—–→]|\s-)+\s*(?:已)?(?:删除|移除|删掉)了?(?:ZHEND|[）)])|` +
			`FILE\s*(?:文件夹?|目录)?\s*(?:也|都|已经?|一并|一起|顺手|顺便|被|我|给|从[^，。；]{1,8}[里中上])+` +
			`(?:删|移除|清理|清|去)(?:除|掉)?了?ZHEND|` +
			`(?:^|[^\pL])(?:删除|移除)(?:的)?(?:文件)?\s*[|:：]\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`(?:把|将)\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*\s*(?:这\S{1,4})?(?:都|也|给|一并|全部|整个|直接)*` +
			`(?:删|移除|清理|清|去)(?:除|掉)?了?ZHEND`,
		unless:  `(?:待|需要?|建议|应该?|可以?|会|将|计划|请)\s*(?:把|将)?[^\s，,]{0,4}(?:删|移除|清)|(?:里|中|内)的`,
		example: "`config.old.json` 用不到了，已移除。", counter: "`a.py` 的旧函数，已移除。",
	},
	{
		Chinese: true, Kind: TestsPassed, hint: "通过 跑通 失败 没挂", Negative: true,
		expr: `ZHGOTIN(?:全部|所有|单元|集成|回归|端到端|相关|全量|现有|本地|后端|` +
			`前端|项目|完整|的)*(?:测试|用例|单测)|` +
			`没有?(?:一[个条])?(?:测试|用例)(?:失败|挂|报错)|` +
			`失败\s*(?:用例|测试)?(?:数量?|个数)?\s*[:：为是]\s*0(?:$|\D)|` +
			`测试[^。；，]{0,12}\s0\s*failures?`,
		unless:  `(?:测试|用例|单测)(?:来|方式|发现|数据)`,
		example: "已通过编译和测试。", counter: "已通过邮件通知测试同学的组长。",
	},
	{
		Chinese: true, Kind: BuildPassed, hint: "通过",
		expr: `ZHGOTIN(?:全部|所有|单元|集成|回归|端到端|相关|全量|现有|本地|后端|` +
			`前端|项目|完整|的)*(?:构建|编译|打包)`,
		unless:  `(?:构建|编译|打包)(?:来|方式|参数|选项|脚本|缓存)`,
		example: "已通过编译和测试。", counter: "已通过编译参数关闭该功能。",
	},
	{
		Chinese: true, Kind: LintClean, hint: "通过",
		expr:    `ZHGOTIN(?:LINT|代码检查|静态检查|静态分析|代码规范|格式检查|规范检查)(?:$|[^\w])`,
		unless:  `LINT\s*(?:的)?(?:插件|规则|配置|选项)`,
		example: "代码已通过 ESLint 检查。", counter: "已通过 ESLint 插件限制导入。",
	},
	{
		Chinese: true, Kind: TypecheckClean, hint: "通过",
		expr:    `ZHGOTIN(?:类型(?:检查|校验)|tsc|mypy|pyright|typecheck)`,
		example: "已通过类型检查。", counter: "已通过类型定义约束参数。",
	},
	{
		Chinese: true, Kind: Deployed, hint: "npm pypi crates maven nuget docker testflight 商店 制品 镜像仓库",
		expr: `(?:已经?|也|都|成功|均已?)?\s*(?:上?传|推送?|发布?|提交)(?:到|至|上)了?\s*(?:npm|pypi|crates|maven|` +
			`nuget|docker ?hub|testflight|rubygems|ghcr|app store|应用商店|制品库|镜像仓库)[^，。；]{0,10}了ZHEND|` +
			`已经?(?:成功)?(?:上?传|推送?|发布?)(?:到|至|上)了?\s*(?:npm|pypi|crates|maven|nuget|docker ?hub|` +
			`testflight|rubygems|ghcr|app store|应用商店|制品库|镜像仓库)`,
		example: "包已经传到 PyPI 了。", counter: "包可以从 PyPI 安装。",
	},
	{
		Chinese: true, Kind: BuildPassed, hint: "无错 零错 没错 出包 编得过 编出来 编译出来 打出来 archive 打包出 构建出 编译 交叉 出包 编好",
		expr: `(?:编译|构建|打包)(?:也|都|均|结果)?(?:无错|零错|没错)|(?:打|编)出包来?了|(?:编|打|构建|编译|打包)得?(?:得过|能?编?过ZHEND|出来了|出来ZHEND|出了)|` +
			`能(?:编|编译|打|打包|构建)(?:出来|过|通过)了?|编得过|` +
			`(?:archive|出包|打包|assemble\w*|交叉编译|bundle|gradle build|mvn package)[^，。；没未失]{0,14}?(?:成功|ok|通过|没问题|完成|过了)`,
		unless:  `(?:待|需要?|未|没|无法|尚|会|将|才|如果|若|失败|怎么)[^\s，,]{0,6}(?:编|打|构建|archive)`,
		example: "固件能编出来了。", counter: "固件没编出来。",
	},
	{
		Chinese: true, Kind: Committed, hint: "commit 提交",
		expr: `(?:做|打|拆|合|留|提|单独|各|成)了?\s*(?:成)?\s*(?:\d+|[一两二三四五几])\s*个\s*(?:独立的?)?\s*(?:commit|提交)|` +
			`(?:提交|commit)(?:号|哈希|id)?\s*(?:在|是|为|：|:)?\s*(?:CODE|[0-9a-f]{7,40}\b)ZHEND`,
		unless:  `(?:待|需要?|未|没|无法|尚|建议|可以|准备|计划|定位|bisect|回滚|revert|原|问题|出在|是从)|EARLIERCOMMITS`,
		example: "重构部分单独做了一个 commit。", counter: "问题出在提交 `c7710be`。",
	},
	{
		Chinese: true, Kind: Pushed, hint: "推 push 上了",
		expr: `推(?:送)?(?:到|上|去)(?:了)?\s*(?:ZHREMOTE|gerrit|CODE)[^，。；]{0,8}了?ZHEND|CODE\s*推(?:到|上|送)[^，。；]{0,10}了ZHEND|` +
			`(?:也|都|已经?|均)\s*push\s*了?ZHEND|ZHREMOTE[^，。；没未]{0,16}上了ZHEND|刚\s*(?:push|推)\s*的?ZHEND`,
		unless:  `(?:待|需要?|未|没|无法|尚|可以|要|会|将|再|请|等|准备|如果|若|想)[^，。；]{0,8}推|推荐|ZHDEPLOY|harbor|registry|镜像|制品|npm|pypi`,
		example: "tag `v1.2.0` 推到远端了。", counter: "等你看过再推到远端。",
	},
	{
		Kind: Pushed, CodeForm: &text.LazyRegexp{Expr: `^git push\b`}, hint: "\ue000",
		expr:    `CODE\s*(?:也|都|已经?)*(?:成功|完成|过了|好了|[:：]\s*ok|succeeded|went through|is done|done\b)`,
		unless:  `(?:后|时|之后|如果|若|if|when|once)`,
		example: "`git push` 成功。", counter: "`git push` 成功后会触发 CI。",
	},
	{
		Chinese: true, Kind: LintClean, hint: "hook pre-commit eslint lint clippy ruff prettier",
		expr: `(?:pre-commit|hook)[^。；没未失目文]{0,16}[，,]?\s*(?:都|全|均)(?:是|部|为)?\s*(?:passed|pass|过|通过|绿)|` +
			`LINT[^，。；]{0,6}(?:也|都)?` +
			`(?:没|不)(?:再)?(?:报|叫|吭声)(?:了|错|什么)?ZHEND`,
		unless:  `如果|若|要|需`,
		example: "pre-commit 全套 hook 跑过，都是 Passed。", counter: "pre-commit 里有三个 hook。",
	},
	{
		Chinese: true, Kind: Fixed, hint: "恢复 修了 修好 补上了 改好了 修复 不再有 没有了 根除 纠正 去掉 堵 除掉 好了 不会再 不再 没了 解决 治好 消 修掉 压住 杜绝",
		expr: `(?:ZHBUG|race|oom|xss|漏洞|不对的?地方|隐患|重复[^，。；]{0,8}|卡住|卡死|偶现[^，。；]{0,8}|抖动|` +
			`漂移)[^，。；没未不]{0,10}?(?:的?问题)?\s*(?:已经?|也|都|算是|彻底|现在|就)*` +
			`(?:根除|根治|纠正|去掉|堵上|堵住|除掉|好了?|解决|没了|治好|消掉|消除|干掉|杜绝|压住|摆平|处理掉|修正|不见了)(?:了|ZHEND|[:：（(])|` +
			`(?:ZHBUG|指针|页面|请求|消息|数据|窗口|弹窗|列表)[^，。；]{0,6}不会再[^，。；]{1,8}了ZHEND|\p{Han}{2}[^，。；]{0,20}((?:修了|` +
			`修好了?)ZHEND)|(?:注入|漏洞|洞|缺口)[^，。；]{0,5}补上了ZHEND|\p{Han}{2,}[：:]\s*(?:已)?(?:修复|修好|解决)了?ZHEND|` +
			`(?:白屏|黑屏|卡顿|崩溃|闪退|ZHBUG|页面|功能)[^，。；没未不]{0,8}(?:已经?|现已|都)恢复(?:正常)?ZHEND|(?:情况|现象|毛病|卡顿|抖动|闪退|` +
			`ZHBUG)[^，。；]{0,4}(?:不再有|已经?没有?|没有)了ZHEND`,
		unless: `(?:待|需要?|未|没有?|无法|不能|如何|可以|要|正在|准备|计划|尝试|才|如果|若|想)[^，。；]{0,6}(?:解决|纠正|去掉|堵|消除|修|好)|` +
			`(?:方案|思路|建议|自动|之?前|就能|文档|注释|测试|用例|类型|[:：]\s*修复ZHEND.*(?:待|计划)|应该?|预计|请|不会再(?:用|需要|调|支持|出新))`,
		example: "`npm install` 卡住的问题好了。", counter: "这个问题怎么解决，有两种方案。",
	},
	{
		Chinese: true, Kind: Created, Files: true, hint: "落 拆 抽 生成 建好 创建 导出 整理 补 新写 新加 加上 写 放 拆 另 新",
		expr: `(?:导出|整理|汇总|抽|拆|归纳|沉淀|写|落|生成|存|保存|另存)(?:到|成|在|进|为|出)了?\s*(?:新文件|一个新文件|单独的?)?\s*FILE|` +
			`(?:补|加|写|建|添|起草|准备|放|落|拆|抽|拆出来|抽出来|生成|导出)了\s*(?:一?[个份篇张]|` +
			`[两三几\d]\s*[个份])?\s*(?:新的?)?\p{Han}{0,6}\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`(?:拆|抽|分)出来\s*(?:一[个份])?\s*FILE|(?:新加|新写|新补|另写)了?\s*(?:的)?\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`写在\s*FILE\s*里了ZHEND|\p{Han}(?:已经?|都)(?:生成|导出|写好|建好)[：:]\s*FILE|FILE\s*(?:文件)?\s*(?:建好|写好|补好|新建完成|创建完成|` +
			`生成)(?:了|ZHEND)|` +
			`FILE\s*(?:文件)?\s*(?:是)?(?:新写的|新加的|新建的|新增的)|FILE\s*(?:文件)?\s*(?:已经?|都|也)(?:加上|补上|补好|放好|写完|就位|建好|落盘)`,
		unless: "(?:[\ue000-\ue0c7]|\\.[a-z]+)\\s*(?:里|中|内|的|时|作为|函数|方法|字段|类|接口|依赖|包|标签|参数|后|校验|判断|检查|上|这)|" +
			`(?:需要?|请|可以|建议|会|将|应该?|默认|每次|自动|待|没|未|要|想|改|移|挪|搬|子代理|他)[^，。；]{0,6}(?:写|导|` +
			`整理|放|存|补|加)|日志|时间戳|缓存|由\s*FILE\s*(?:文件)?(?:统一)?生成`,
		example: "面试题整理成了 `notes/面试.md`。", counter: "给 `a.go` 加了 `Slug` 函数。",
	},
	{
		Chinese: true, Kind: Deleted, Files: true, hint: "删 清 移除 去掉 没了",
		expr: `(?:删除?|清理?|移除|干掉|去)(?:掉|了|除|空)+\s*FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*|` +
			`FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*\s*(?:这?[两三四五几\d]\s*个)?(?:产物|临时|缓存|旧|空)*(?:文件夹?|目录)?\s*(?:也|都|已经?|全部?|` +
			`一并|已?被|顺手|手动)*` +
			`(?:清空)?(?:删除?|清理?|移除|去|干)(?:掉|了|除)+(?:ZHEND|了)|(?:把|将)[^，。；]{0,14}FILE\s*从[^，。；]{1,12}(?:删|移|清)(?:除|掉)?了|` +
			`FILE\s*(?:用完|没用了?|不用了?|多余)?\s*(?:已经?|都已?|也已?)(?:删|清|移除)(?:除|掉|了)?ZHEND|FILE\s*(?:文件夹?|目录)?\s*(?:已经?|都|` +
			`也)?清空(?:并|后)?删除`,
		unless: "(?:待|需要?|建议|应该?|可以?|会|将|计划|请|要|想|没|未|别|不)[^\\s，,]{0,6}(?:删|移除|清)|(?:里|中|内)的|(?:之前|前)[，,我]|之前|" +
			"(?:[\ue000-\ue0c7]|\\.[a-z]+)\\s*(?:里|中|内|的|函数|方法|字段|类|接口|依赖|包|引用|导入|列|表|参数|选项|之?前)",
		example: "`src/.cache/` 清掉了。", counter: "删除 `tmp/` 之前我想先问一声。",
	},
	{
		Chinese: true, Kind: Deployed, hint: "部署 发布 上线 灰度",
		expr: `(?:部署|发布|上线|灰度)\s*(?:也|都|均)?已经?(?:成功|全部|顺利)*(?:完成|成功|结束|完毕)ZHEND|` +
			`(?:已经?|我|现已)(?:将|把)[^，。；]{1,24}(?:部署|发布|上线|发版)(?:了|好|到|至|在|完|ZHEND)`,
		unless:  `(?:部署|发布|上线)(?:脚本|流程|文档|配置|说明|步骤)`,
		example: "灰度发布已完成。", counter: "发布说明已完成。",
	},
	{
		Chinese: true, Kind: Committed, hint: "提交 commit",
		expr: `(?:提交|commit)\s*(?:也|都|均)?已经?(?:成功|全部|顺利)*(?:完成|成功|完毕)ZHEND|` +
			`(?:已经?|我|现已)(?:将|把)[^，。；]{1,24}(?:提交|commit)(?:了|好|到|至|入|进|完|并推|ZHEND)`,
		unless:  `表单|用户|订单|提交(?:信息|按钮|逻辑|记录)`,
		example: "已将改动提交。", counter: "我把提交信息改了。",
	},
	{
		Chinese: true, Kind: Pushed, hint: "推 push",
		expr: `(?:推送|push)\s*(?:也|都|均)?已经?(?:成功|全部|顺利)*(?:完成|成功|完毕)ZHEND|` +
			`(?:已经?|我|现已)(?:将|把)[^，。；]{1,24}(?:推送|推|push)(?:了|好|到|至|上|完|ZHEND)`,
		unless:  `推荐|推送(?:逻辑|消息|服务|通知)|消息|推[到上至]了?\s*ZHDEPLOY`,
		example: "已将分支推送至远程仓库。", counter: "我把推送逻辑改了。",
	},
}

// Hints of the patterns about linters, and about types.
const (
	lintHint = "lint ruff flake8 clippy rubocop prettier shellcheck staticcheck vet biome black gofmt gofumpt fmt " +
		"style format analyze phpcs isort detekt spotless credo codespell sqlfluff cspell vale xo pint " +
		"redocly clang static"
	typesHint = "type typing tsc mypy pyright svelte sorbet flow dialyzer steep phpstan larastan psalm phan"
)

const (
	fixedUnless = `\bfixed[- ](?:size|width|point|length|position|seed|time|number|set|rate|cost|amount|price|` +
		`interval|delay|schedule|header|offset|array|buffer|window|order|list|at\b|to \d|` +
		`by (?:the )?(?:spec|standard|design))|` +
		`\b(?:an?|each)\s+fixed\b|` +
		`\b(?:not|to be|be|get|needs?|can be|cannot be)\s+(?:\w+\s+)?(?:fixed|resolved)|` +
		`fixed (?:upstream|there)|` +
		`fixed in (?:v?\d|version|upstream|a later|the next)|` +
		`\bresolve[sd]?\s+(?:to\b|` +
		`(?:the )?(?:paths?|urls?|versions?|config|imports?|modules?|types?|dependenc|promise|address|` +
		`hosts?|symlinks?|relative|names?)\b|` +
		`(?:at|by (?:\S*[^g\s]|\S*[^n\s]g|\S*[^i\s]ng)|from|against|via|lazily|through|` +
		`using)\b)|` +
		`patched version|corrected by|` +
		`\b(?:takes?|accepts?|supports?|allows?|offers?|handles?|covers?|knows?|mixes|between|both|either) ` +
		`(?:[\w-]+ ){0,3}(?:and|or) fixed [\w-]|` +
		`\b(?:and|or) fixed (?:coupons?|discounts?|fees?|fares?|rates?|prices?|costs?|amounts?|charges?|incomes?|` +
		`terms?|assets|budgets?|deposits?|contracts?|layouts?|points?)\b`
	verifiedUnless = `\bafter (?:\w+ ){1,3}(?:is|are) |` +
		`\b(?:verified|confirmed|validated|tested) (?:users?|emails?|accounts?|badges?|domains?|purchases?|` +
		`status|flag|field|column|at\b|orders?|bookings?|by (?:the|a|each)|input|tokens?|in (?:the )?tests?|` +
		`on (?:each|every)|against \w+ on|when|` +
		`before (?:it|they|each|use))|` +
		`\bvalidated (?:(?:the|all|each|every|its) )?(?:\w+ )?(?:payloads?|body|bodies|params?|arguments?|fields?|form|` +
		`query|` +
		`headers?) (?:with|via|using|in|before)\b|\btested for (?:null|nil|none|undefined|zero|(?:an? )?empty)\b|` +
		`\b(?:the|an?|only|each) (?:verified|confirmed|tested|validated)\b`
)
