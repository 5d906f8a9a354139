package patterns

// zhSayingPatterns are the Chinese counterparts of sayingPatterns.
var zhSayingPatterns = []*Pattern{
	{
		Chinese: true, Kind: TestsPassed, Negative: true, hint: "用例 测试 单测",
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*(?:全部)?\d+\s*/\s*\d+\s*[个条项]?\s*(?:[\w-]+\s*)?(?:测试用例|用例|` +
			`测试|单测)ZHEND|` +
			`(?:没有|不再有|没)(?:任何|一个)?(?:红的?|挂的?|失败的?)\s*(?:测试|用例|单测)了?ZHEND`,
		unless:  `(?:待|需要?|未|如果|若|直到|前提|迁移|改写|补)`,
		example: "133/133 个 GoogleTest 用例", counter: "迁移了 12/12 个用例",
	},
	{
		Chinese: true, Kind: LintClean, hint: lintHint + " 格式 规范",
		expr: `LINT\s*(?:对\s*[^，。；]{1,20})?(?:也|都|已|现在|目前)*\s*(?:没有?(?:任何|什么)?(?:意见|异议|` +
			`可说的)|(?:从[^，。；]{1,12})?(?:降|减)[到为至]\s?(?:0|零))|` +
			`(?:通过|绿|成功)[^。；没未]{0,8}[，,]\s*(?:LINT|格式检查|规范检查|代码检查)\s*(?:也|同样)(?:是|` +
			`一样|如此|通过|没问题)`,
		unless:  `(?:待|需要?|如果|若|直到|应)`,
		example: "Prettier 没意见。", counter: "如果 Prettier 没意见，就合并。",
	},
	{
		Chinese: true, Kind: TypecheckClean, hint: "意见 异议 降到 降为 减到 减为 降至 减至",
		expr: `TYPES\s*(?:对\s*[^，。；]{1,20})?(?:也|都|已|现在|目前)*\s*(?:没有?(?:任何|什么)?(?:意见|` +
			`异议)|(?:从[^，。；]{1,12})?(?:降|减)[到为至]\s?(?:0|零))`,
		unless:  `(?:待|需要?|如果|若|直到|应)`,
		example: "mypy 从 12 个错误降到 0。", counter: "如果 mypy 没有意见，就合并。",
	},
	{
		Chinese: true, Kind: BuildPassed, CodeForm: &builtCode, hint: "构建 打包 编译",
		expr: `CODE\s*(?:镜像|包)?\s*(?:也|都)?(?:已经?|重新)+\s*(?:构建|打包|编译)(?:好|完成|完毕|成功|` +
			`完)?了?ZHEND`,
		unless:  `(?:待|需要?|未|没|如果|若|由)`,
		example: "`acme/web:3` 已构建好", counter: "`dist/app.js` 由 CI 构建",
	},
	{
		Chinese: true, Kind: Fixed, Negative: true, hint: "没有了 没了 消失 不见 没再 又能 又可以",
		expr: `(?:^|[^\w])\w*(?:error|exception|warning|note|panic)s?\s*(?:已经?|也|都|现在)*(?:没有了|没了|` +
			`消失了?|不见了)ZHEND|` +
			`(?:^|[^\d])[45]\d\d\s*(?:错误|报错)?(?:已经?|也|都|现在)*(?:没有?再出现|没有了|没了|消失了?|` +
			`不见了)ZHEND|` +
			`^[^，。；]{1,12}(?:又能|又可以)(?:正常)?[^，。；]{1,12}了\s*[。！!]?\s*$`,
		unless:  `(?:待|需要?|如果|若|直到|应|会|等|希望)`,
		example: "爬虫又能抓到文章了。", counter: "等 502 没了再上线。",
	},
	{
		Chinese: true, Kind: Fixed, Negative: true, CodeForm: &faultCode, hint: "没有了 没了 消失 不见 没再",
		expr: `CODE\s*(?:错误|报错|警告|异常)?(?:已经?|也|都|现在)*(?:没有?再出现|没有了|没了|消失了?|` +
			`不见了)ZHEND`,
		unless:  `(?:待|需要?|如果|若|直到|应|会|等|希望)`,
		example: "`KeyError` 消失了", counter: "等 `KeyError` 消失了再上线",
	},
	{
		Chinese: true, Kind: Created, Files: true, hint: "建好 创建 写好 就位 新建",
		expr: `(?:包|模块|组件|类|页面|脚本|命令|接口|服务|工作流|模板|配置)\s*(?:也|都)?已经?(?:建好|` +
			`创建好?|写好|就位|新建)\s*[（(]FILE(?:\s*(?:、|，|,|和|与|及)\s*FILE)*[）)]`,
		unless:  `(?:待|需要?|未|没|如果|若|会|将)`,
		example: "`slug` 包已建好（`slug.go`、`slug_test.go`）", counter: "`slug` 包未建好（`slug.go`）",
	},
	{
		Chinese: true, Kind: Deleted, Things: true, hint: "删 清除 移除",
		expr: `(?:\d[\d,.]*|[两三四五六七八九十几]|所有|全部)\s*(?:条|行|个|笔|份)[^。；]{0,30}(?:已经?|都|` +
			`均)[^，。；]{0,16}?从\s*(?:CODE|[^，。；]{0,6}[库表里中])\s*` +
			`(?:里|中)?\s*(?:删除|删掉|清除|移除)了?ZHEND|` +
			`(?:\d[\d,.]*|[两三四五六七八九十几]|所有|全部)\s*(?:条|行|个|笔|` +
			`份)[^。；]{0,40}并从\s*CODE\s*(?:里|中|表)?\s*(?:删除|删掉|清除|移除)了?ZHEND|` +
			`(?:已经?|我)从\s*(?:CODE|[^，。；]{0,6}[库表])\s*(?:里|中)?\s*(?:删除|删掉|清除|` +
			`移除)了?\s*(?:\d[\d,.]*|[两三四五六七八九十几])\s*(?:条|行|个|笔|份)`,
		unless:  `(?:待|需要?|未|没|如果|若|会|将|应|函数|方法|字段|引用|调用|选项|依赖)`,
		example: "5 条较新的重复记录已从 `invoices.sqlite` 删除", counter: "5 条旧记录会从 `events` 删除",
	},
	{
		Chinese: true, Kind: Committed, hint: "cherry squash 合并为 合并成 合成 压成",
		expr: `(?:已经?|我|都)(?:把|将)?\s*[^，。；]{0,16}\s*cherry-?\s?pick\s*(?:到|至|了|过来)|` +
			`[两三四五六七八九\d]\s*个\s*(?:提交|commits?)\s*(?:已经?|都)*(?:合并?|squash|压)(?:为|成|` +
			`缩成)\s*(?:一|1)\s*个`,
		unless:  `(?:待|需要?|未|没|如果|若|会|将|可以|建议|应|请)`,
		example: "三个提交已合并为一个：20c4b8e", counter: "建议三个提交合并为一个。",
	},
	{
		Chinese: true, Kind: Deployed, hint: "apply",
		expr:    `(?:计划|plan|清单|变更)\s*(?:已经?|都)+\s*(?:成功)?\s*apply(?:了|完成|成功)?ZHEND`,
		unless:  `(?:待|需要?|未|没|如果|若|会|将|等)`,
		example: "执行计划已 apply", counter: "执行计划等你确认再 apply",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true, hint: "试了 跑完 第二次 再跑 上传了 触发了 下载了 发送了",
		expr: `(?:用|拿)[^，。；]{2,24}试了(?:一下|一遍|一次)?[：:，,][^。；]{2,30}|` +
			`(?:起|启动|跑|触发)了一(?:次|个)[^，。；]{1,10}[，,]\s*(?:并)?(?:看着|看到|盯着|等)(?:它|` +
			`其)?(?:跑完|完成|结束|成功)|` +
			`(?:^|，|；|我)\s*(?:上传|触发|下载|发送|提交|请求|` +
			`拉取)了[^，。；]{2,24}[，,]\s*[^，。；]{0,8}(?:返回|得到|收到|拿到)\s*(?:了)?\s*(?:\d|CODE)|` +
			`第二次(?:运行|执行|跑)(?:时)?[^，。；]{0,6}(?:没有(?:任何)?(?:变化|改动)|不再有[^，。；]{1,8})ZHEND`,
		unless:  `(?:待|需要?|未|没法|如果|若|会|将|应|用户|客户端|你|您)`,
		example: "手动起了一次任务，看着它跑完", counter: "用户上传了一个文件，返回 201",
	},
}
