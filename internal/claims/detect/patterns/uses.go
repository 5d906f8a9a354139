package patterns

// usePatterns match what the agent says it tried: itself as the subject, a verb of use, and how, how often or with what
// result: "I ran it twice", "I hit `/health`, and it answered". The verb alone is not enough: "I opened an issue". With
// NeedsRun a command or a browser tool must have run: reading a file is not enough.
var usePatterns = []*Pattern{
	{
		Kind: Verified, OwnUse: true, hint: "confirm verify sure check",
		expr: `I DID\w+ed (?:[^.;:,]{1,50} )?to (?:confirm|verify|be sure|make sure|double-check)\b|` +
			`I DIDlooked (?:it|them|the \w+) up [^.;:,]{0,30}\bto (?:confirm|verify|check)\b|` +
			`I DIDlooked (?:it|them|the \w+) up afterwards\b`,
		unless: `\b(?:added|changed|renamed|moved|asked|used|extended|updated|created|needed|wanted|tried|attempted|failed|` +
			`skipped|` +
			`forced|replaced|wrapped|guarded|inserted|introduced|kept|reordered) `,
		example: "I entered the shell once to verify the Go version.",
		counter: "I added a check to make sure that it is set.",
	},
	{
		Kind: Verified, OwnUse: true, NeedsRun: true, hint: "tried",
		expr: `I DIDtried (?:(?:it|this|that|them|both) )?(?:out\b|with\b|on\b|against\b|myself\b)|` +
			`I DIDtried (?:the|your|both) (?:[\w-]+ ){1,3}?(?:with|on|in|against|by|using) [^;:,]{2,30}[:,] ` +
			`(?:and )?(?:it|they|all|each|the)\b`,
		unless:  useUnless,
		example: "I tried it out on the sample data.", counter: "I tried to fix it with a lock.",
	},
	{
		Chinese: true, Kind: Verified, OwnUse: true, NeedsRun: true,
		hint: "执行 启动 运行 跑 访问 请求 调用 打开 登录 重放 回放 压测 走 点 试 操作 看过 调过 实际",
		expr: `(?:浏览器|真机|模拟器|手机|postman|curl|chrome|safari|firefox)[^，。；]{0,16}\s*(?:看|调|点|走|打开|请求|访问)过|` +
			`把[^，。；]{1,16}(?:跑|启动)起来[，,][^。；]{0,20}(?:正常|没有?问题|返回|成功)|` +
			`实际(?:地)?(?:执行|启动|运行|跑|试|操作|调用|访问|走|恢复|安装|升级|导入|导出|迁移|部署|发送?)(?:到)?(?:了|过)|` +
			`(?:^|我|又|还|并|也|，|：)(?:[^，。；]{0,12})(?:执行|启动|运行|跑|走|点|试|操作|打开|访问|请求)(?:了|过)` +
			`[^，。；]{0,16}?(?:各一|[一两二三四五六七八九十几\d]+)\s*(?:遍|次|轮|圈)|` +
			`(?:^|我[^，。；]{0,10}|又|还|并|也|，|：)(?:执行|启动|运行|访问|请求|调用|打开|登录|重放|回放|压测)了[^。；]{1,30}[，,]` +
			`[^。；]{0,30}(?:正常|没有?(?:再)?(?:问题|异常|报错|差异|出现|超时|错误)|正确|一致|符合|成功|可用|能用|` +
			`返回的?是?\s*(?:\d|CODE|ok|正常|正确|预期))`,
		unless: `事务|测试(?:$|[^库环数服机账邮消订页号图])|用例|单测|断言|构建|编译|lint|检查|它|脚本会|每[次当]|用户|他|她|你|您|` +
			`(?:待|需要?|未|没有?|无法|不能|如何|可以|请|建议|尚|应|` +
			`会|将|如果|若)[^\s，,]{0,6}(?:执行|启动|运行|跑|走|点|试|操作|打开|访问|请求|调用|登录)`,
		example: "我在本地库上实际执行了 up 和 down 各一遍。", counter: "它执行了一次迁移。",
	},
}

const useUnless = `\b(?:ran|executed) (?:(?:a|an|the) )?(?:search|grep|git|gh|diff|find)\b|` +
	`\b(?:ran|run) (?:into|out|over)\b|\bstarted (?:with|from|by|out|on|off|to)\b|` +
	`\bhit (?:(?:a|an|the|my|our) )?(?:\w+ ){0,2}(?:limits?|walls?|snags?|problems?|issues?|bugs?|errors?|cases?)\b|` +
	`\b(?:you|users?|that|which|who|it|they|he|she|nobody|somebody) (?:then |also |just )?` +
	`(?:ran|started|executed|launched|tried|hit|requested|called|opened|loaded|checked|compared)\b|` +
	`\b(?:called|opened|sent) (?:a|an|the) (?:pr|pull request|issue|ticket|message|reply|mail)\b`
