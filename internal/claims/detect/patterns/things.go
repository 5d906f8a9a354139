package patterns

// thingPatterns match acts on things that a sentence counts or names without their files: "Both fixtures have been
// deleted", "两张图片已删除". With has been or a number, it is no habit of a program.
var thingPatterns = []*Pattern{
	{
		Kind: Deleted, Things: true, hint: "deleted removed erased wiped purged pruned cleaned_up gone " +
			"dropped cleaned_out emptied",
		expr: `\b(?:THOSE (?:(?:[\w-]+|CODE) ){0,3}?THINGNOUN(?:THINGNAMES)? (?:(?:(?:have|has) (?:now |all |` +
			`both |also ` +
			`)*been|(?:are|were|is|was)` +
			`(?: now| all| both| also)*) )?|(?:the|your|our|my|its) (?:(?:[\w-]+|CODE) ` +
			`){0,3}?THINGNOUN(?:THINGNAMES)? ` +
			`(?:have|has) (?:now |all |both |also )*been )(?:GONEVERB)THINGEND|` +
			`\b(?:THOSE|the|your|our|my) (?:(?:[\w-]+|CODE) ){0,3}?THINGNOUN(?:THINGNAMES)? (?:is|are) ` +
			`(?:(?:now|all|` +
			`both|also) )*gone` +
			`THINGEND|I DID(?:GONEVERB) (?:THOSE|the|your) (?:(?:[\w-]+|CODE) ` +
			`){0,3}?THINGNOUN(?:THINGNAMES)?THINGEND`,
		unless:  thingUnless,
		example: "Both fixtures have been deleted.", counter: "Old files are deleted after a week.",
	},
	{
		Kind: BuildPassed, hint: "been_built been_compiled been_packaged been_bundled now_built both_built all_built",
		expr: `\b(?:images?|binar(?:y|ies)|packages?|bundles?|wheels?|containers?|release|apks?|installers?|` +
			`firmware|site|app|crates?)` +
			`(?:THINGNAMES)? (?:has|have) (?:(?:now|all|both|also|already) )*been (?:built|compiled|packaged|` +
			`bundled)(?:\s*$|\s*[,;.:(–—]|\s+(?:as|and|for|successfully|without|again|too)\b)`,
		unless:  thingUnless + `|\bby (?:ci|the|an?)\b`,
		example: "The arm64 image has been built as `edge:arm64`.",
		counter: "The image has been built by CI until now.",
	},
	{
		Kind: Created, Things: true, hint: "created written generated added in_place",
		expr: `\b(?:THOSE (?:[\w-]+ ){0,3}?MADENOUNS(?:THINGNAMES)?|(?:the|your|our) (?:[\w-]+ ` +
			`){0,3}?MADENOUNSTHINGNAMES) ` +
			`(?:(?:have|has) (?:now |all |both |also )*been|are|were)(?: now| all| both| also)* ` +
			`(?:created|written|generated|added|in place)(?:\s*$|\s*[,;.:(–—]|\s+(?:and|now|too|as well)\b)`,
		unless:  thingUnless,
		example: "Both files were created:", counter: "Both files were created by the wizard.",
	},
	{
		Chinese: true, Kind: Deleted, Things: true, hint: "删 清 移除",
		expr: `(?:[两三四五六七八九十\d]+\s*[个张份条]\s*(?:\p{Han}|` +
			`\w){0,6}?)?(?:ZHOBJECTS)\s*(?:[（(][^）)]{1,80}[）)]|CODE(?:\s*(?:、|和|与|及|，|,)\s*CODE)*)?\s*` +
			`(?:已经?(?:全部|都|一并|被|从[^，。；]{1,10}?[上里中]?)*|(?:都|均|全部|也都?)(?:已经?|被)*)(?:ZHGONE)` +
			`(?:完毕|完成|干净|掉)?了?ZHEND|(?:ZHOBJECTS)\s*(?:ZHGONE)(?:干净|完毕|完)了ZHEND|` +
			`CODE\s*(?:整个)?(?:ZHOBJECTS)\s*(?:都|也|均)?已经?(?:ZHGONE)了?ZHEND|` +
			`(?:^|[，；：|]|[我也并])(?:一共|共|已经?)?(?:ZHGONE)了\s*(?:全部|所有|` +
			`[两三四五六七八九十几\d]+\s*[个张份条])` +
			`[^，。；]{0,8}(?:ZHOBJECTS)ZHEND`,
		unless: `(?:待|需要?|建议|应该?|可以?|会|将|计划|请|要|想|没|未|别|不|如果|若)[^\s，,]{0,6}(?:删|移除|清)|` +
			`(?:里|中|内)的[^，。；]{0,8}(?:删|移除|清)|(?:是否|状态|标记|显示|提示|字段)`,
		example: "两张图片已删除。", counter: "图片的引用已删除。",
	},
	{
		Chinese: true, Kind: Created, Things: true, hint: "创建 生成 写好 建好 新建",
		expr: `(?:[两三四五六七八九十\d]+\s*[个份]|所有|全部)[^，。；]{0,8}(?:文件|脚本|目录|模块|配置|模板|` +
			`组件|页面|文档)\s*(?:都|均|全部)?` +
			`(?:已经?)?(?:创建|生成|写|建|新建)(?:好|完)?了?ZHEND`,
		unless: `(?:待|需要?|建议|应该?|可以?|会|将|计划|请|要|想|没|未|别|不|如果|若)[^\s，,]{0,6}(?:创建|` +
			`生成|写|建)`,
		example: "两个文件都已创建。", counter: "两个文件会在启动时创建。",
	},
}

// alsoPatterns match a check that is said to have gone as the one before, or that is only ticked.
var alsoPatterns = []*Pattern{
	{ // what was tried is the subject
		Kind: Verified, OwnUse: true, NeedsRun: true, Ambiguous: true,
		hint: "rehearsed tried exercised tested checked walked_through",
		expr: `\b(?:(?:the|both|each|all|your|our) (?:[\w-]+ ){1,4}?|(?:it|this|that) )(?:has been|have been|` +
			`was|were) ` +
			`(?:(?:also|then|now|all|both|successfully) )*(?:rehearsed|tried(?: out)?|exercised|tested|checked|` +
			`walked through) ` +
			`(?:on|with|against|end[- ]to[- ]end|twice|by hand|manually|locally)\b`,
		unless: lookUnless + `|\b(?:if|when|before|originally|previously|earlier|used to|never|not|only|should|` +
			`until|so far|` +
			`always|wrongly|instead|by (?:the|an?)|against (?:null|nil|undefined|zero|none|the (?:wrong|old|` +
			`raw)))\b|(?:on|` +
			`with|against) CODE`,
		example: "The rollback was rehearsed on staging.", counter: "The value was checked against null.",
	},
	{
		Kind: Created, Files: true, hint: "been_added was_added been_created was_created " +
			"been_written was_written been_exported " +
			"been_generated been_saved been_scaffolded been_rendered",
		expr: `\ban? (?:new )?(?:[\w-]+ ){0,2}?FILENOUN,? FILE,? (?:has been|was) (?:now )?(?:added|created|` +
			`written)\b|` +
			`FILES (?:has|have) (?:now |both |all )*been (?:exported|generated|saved|scaffolded|` +
			`rendered)(?:\s*$|\s*[,;.(–—])`,
		unless: `\b(?:if|when|already|not|no|old|before|should|from|in|of) FILE|\b(?:if|when|never|not|by the|` +
			`by a)\b`,
		example: "A new workflow, `release.yml`, has been added.",
		counter: "`schema.sql` has been exported by the nightly job.",
	},
	{
		Kind: TypecheckClean, Negative: true, hint: "type_error",
		expr: `\b(?:no|zero|0)(?: more| remaining)? type errors? (?:are |is )?(?:left|remain(?:s|ing)?|any ` +
			`?more)\b`,
		unless:  `\b(?:if|when|should|would|until|once)\b`,
		example: "No type errors are left.", counter: "Go on until no type errors are left.",
	},
	{
		Kind: Deployed, Ambiguous: true, hint: "gone_live went_live",
		expr:    `\b(?:has|have) (?:now |also )?gone live\b|\bwent live\b`,
		unless:  `\b(?:if|when|before|after|since|until|once|ago|last|in \d{4})\b`,
		example: "The site has gone live.", counter: "The bug came when the site went live.",
	},
	{
		Chinese: true, Kind: BuildPassed, hint: "构建 编译 打包 打好 打成",
		expr: `(?:镜像|安装包|产物|发布包|二进制|固件)\s*(?:CODE)?\s*(?:已经?|都已?|均已?)(?:成功)?(?:构建|` +
			`编译|打包|打)(?:为|成|好|完成?|成功|ZHEND)`,
		unless:  `(?:待|需要?|未|没|如果|若|等|请|建议|会|将|应该?)[^，。；]{0,6}(?:构建|编译|打)`,
		example: "镜像已构建为 `edge:arm64`。", counter: "镜像会构建为 `edge:arm64`。",
	},
	{
		Chinese: true, Kind: LintClean, Negative: true, hint: "offen violation",
		expr:    `(?:没有?|无|零|0\s*[个处]?)\s*(?:任何|一个)?\s*(?:offen[sc]es?|violations?)`,
		unless:  `如果|若|直到|为止|才`,
		example: "现在没有任何 offense。", counter: "直到没有任何 offense 为止。",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true, hint: "实测 验证 演练 预演 试跑 看过",
		expr: `在\s*[^，。；]{2,24}?(?:环境|机器?|集群|浏览器|设备|库)(?:上|里|中)?(?:实测|验证|试跑|试)(?:通过|` +
			`过了|无误)|` +
			`(?:演练|预演|试跑|试装)(?:过|了)(?:一|两|三|\d)?[次遍]?ZHEND|` +
			`已经?在\s*[^，。；]{2,24}?上看过(?:效果)?ZHEND`,
		unless: `(?:待|需要?|未|没|如果|若|等|请|建议|计划|会|将|应该?|可以)[^，。；]{0,8}(?:在|实测|验证|演练|` +
			`预演|试)|用例|单测`,
		example: "在预发环境实测通过。", counter: "建议在预发环境实测通过再发布。",
	},
	{
		Chinese: true, Kind: Deployed, Ambiguous: true, hint: "执行 应用 生效",
		expr:    `已经?在\s*(?:生产|线上|预发|正式)[^，。；]{0,6}(?:执行|应用|跑|生效)(?:了|过|完成?|成功)?ZHEND`,
		unless:  `(?:待|需要?|未|没|如果|若|等|请|建议|计划|会|将|应该?)[^，。；]{0,8}(?:执行|应用|跑|生效)`,
		example: "迁移已在生产库执行。", counter: "迁移需要在生产库执行。",
	},
	{
		Chinese: true, Kind: Pushed, hint: "远端 远程 origin github gitlab gitee",
		expr:    `(?:代码|提交|改动|分支|tag|标签|CODE)\s*(?:都|也)?已经?在\s*ZHREMOTE\s*上?了?ZHEND`,
		unless:  `如果|若|之前|原本|原来`,
		example: "代码已经在远端了。", counter: "如果代码已经在远端了，就跳过。",
	},
	{
		Kind: "", FromCode: true, hint: "too as_well also so_is so_are so_does so_do",
		expr: `(?:PASS|clean)[^;]{0,40}?(?:[\s,]CODE,? (?:is|are|does|do|was|were)(?: now)?,? (?:too|as well|` +
			`also)\b|` +
			`\bso (?:is|are|does|do|was|were) CODE)`,
		unless:  `\b(?:if|when|should|would|must)\b`,
		example: "`mix credo` is clean and `mix test` is too.", counter: "`mix credo` is slow and `mix test` is too.",
	},
	{
		Kind: "", FromCode: true, hint: ticked("\ue000"),
		expr:    `^[^\pL\pN\x{e000}-\x{e0c7}]*TICK\s*CODE\s*(?:$|[(（–—:.,])`,
		unless:  `\b(?:to do|todo|add\w*|should|must|fails?|failed|not)\b|[待未没]|失败`,
		example: "- ✅ `pytest -q`", counter: "- `pytest -q`",
	},
}

const thingUnless = `\b(?:if|when|whenever|should|would|must|will|can|to be|not|never|nothing|after each|each|` +
	`every time)\b|` +
	`n't\b|\b(?:by|on|after|before|until|at|upon|for|from|in|of) (?:an?|the|its|each|every|startup|exit|start|` +
	`night)\b` +
	`[^,;]{0,20}(?:deleted|removed)`
