package patterns

import "strings"

// tickPatterns match ticked items of a to-do list that name an act: "- [x] Push the branch". A box that is not ticked
// claims nothing. What is ticked may also be a feature ("✅ Push notifications"), so the object must be one of the act.
var tickPatterns = []*Pattern{
	{
		Kind: Committed, hint: ticked("commit git stage 提交"),
		expr: `^[^\pL\pN]*TICK\s*(?:git commit|(?:stage and )?commit)(?:\s*$|\s*[.,;:(–—]|\s+(?:and push\b|` +
			`(?:(?:the|all|my|your|these|` +
			`this|it|them|everything|changes?|work|locally|to|on|with|as|in)\b|CODE)))|` +
			`^[^\pL\pN]*TICK\s*提交(?:并推送|代码|改动|修改|变更|更改|全部|所有|到|至|这|本次|$|[。，；])`,
		unless:  `\b(?:hooks?|messages? (?:template|format)|template|convention|signing)\b`,
		example: "- ✅ Commit the changes", counter: "- ✅ Commit hook for the linter",
	},
	{
		Kind: Pushed, hint: ticked("commit push git force 提交 推送 推"),
		expr: `^[^\pL\pN]*TICK\s*(?:commit(?:\s\S+){0,3}?(?:,| and|,? then) )?(?:git |force-?)?push(?:\s*$|` +
			`\s*[.;:(–—]|\s+(?:(?:the|all|` +
			`my|your|it|them|everything|branch(?:es)?|changes?|commits?|tags?|main|master|upstream|origin|to)\b|CODE))|` +
			`^[^\pL\pN]*TICK\s*(?:提交(?:代码|改动)?并)?推送?(?:分支|代码|提交|改动|标签|到|至|$|[。，；])`,
		unless:  `\b(?:notifications?|images?|registr\w+|docker|buttons?|messages?|stack|queue|metrics?)\b|镜像|通知|消息`,
		example: "- ✅ Push the branch", counter: "- ✅ Push notifications to the app",
	},
	{
		Kind: Deployed, hint: ticked("deploy redeploy release publish ship roll promote push 部署 发布 上线 重新部署 推送"),
		expr: `^[^\pL\pN]*TICK\s*(?:(?:(?:re)?deploy|ship|roll out|promote)(?:\s*$|\s*[.,;:(–—]|\s+(?:(?:it|the|to|` +
			`on|v?\d[\w.]*|` +
			`version|everything|both|all|new|staging|prod\w*)\b|CODE))|(?:release|publish)(?:\s*$|\s+(?:v?\d[\w.]*|` +
			`version|to|it|the ` +
			`(?:\w+ )?(?:package|gem|crate|image|site|docs|release|chart|version|app|library|module)|CODE))|` +
			`push (?:the |an? )?(?:docker |container )?images?\b)|` +
			`^[^\pL\pN]*TICK\s*(?:(?:重新)?(?:部署|发布)(?:到|至|了|新版本?|版本|上线|\s*v?\d|$|[。，；])|上线(?:$|[。，；])|推送镜像)`,
		unless: `\b(?:scripts?|buttons?|workflows?|pipelines?|instructions|hooks?|jobs?|config\w*|docs for|guide|` +
			`keys?|locks?|` +
			`docs page)\b|脚本|按钮|流程|文档`,
		example: "- ✅ Deploy to staging", counter: "- ✅ Deploy the script for the backup",
	},
	{
		Kind: TestsPassed, hint: ticked("passes passed"),
		expr:    `^[^\pL\pN]*TICK\s*pass(?:es|ed) (?:in|on|under|across) (?:all|both|every|each)\b`,
		example: "- ✅ Passes in all three browsers", counter: "- ✅ Passed on to the handler",
	},
	{
		Kind: Fixed, hint: ticked("fix resolve 修复 解决"),
		expr: `^[^\pL\pN]*TICK\s*(?:fix|resolve) (?:(?:the|an?|all|both|this|that|CODE)\s+)?[^,;:]{0,50}?\bBUGs?\b|` +
			`^[^\pL\pN]*TICK\s*(?:修复|解决)[^，。；]{1,30}?ZHBUG`,
		unless:  fixedUnless,
		example: "- ✅ Fix the crash on start", counter: "- ✅ Fix up the wording of the docs",
	},
	{
		Kind: Verified, hint: ticked("verify test check smoke manually 验证 手动 在浏览器"),
		expr: `^[^\pL\pN]*TICK\s*(?:manually )?(?:verify (?:it|that|the|in|on|with|by|manually)\b|(?:test|` +
			`check) (?:it |the \w+ |everything )?` +
			`(?:manually|by hand|in (?:the |a )?browser|on (?:the |a |my )?(?:device|phone|simulator|emulator))|` +
			`smoke[- ]?test (?:it|the|on)\b)|` +
			`^[^\pL\pN]*TICK\s*(?:(?:手动|人工)(?:验证|测试)|在浏览器[里中]?(?:验证|测试|检查|确认)|验证(?:修复|效果|页面|功能|结果|改动))`,
		example: "- ✅ Verify the fix in the browser", counter: "- ✅ Verify tokens before the upload",
	},
	{
		Kind: Created, Files: true, hint: ticked("create add write 创建 新建 新增 编写"),
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*TICK\s*(?:create|add|write) (?:(?:the|an?|new|missing|file|script|module|` +
			`page|migration|test)\s+)*` +
			`FILES(?:\s*$|\s*[.;(–—]|\s+(?:with|for)\b)|` +
			`^[^\pL\pN\x{e000}-\x{e0c7}]*TICK\s*(?:创建|新建|新增|编写)(?:文件|脚本)?\s*FILES(?:$|[，。；（(])`,
		unless:  `\b(?:to|in|into|for|from) FILE`,
		example: "- ✅ Create `docs/cache.md`", counter: "- ✅ Add retries to `client.go`",
	},
	{
		Kind: Deleted, Files: true, hint: ticked("delete remove drop 删除 移除"),
		expr: `^[^\pL\pN\x{e000}-\x{e0c7}]*TICK\s*(?:delete|remove|drop) (?:(?:the|an?|old|unused|obsolete|dead|` +
			`file|script|folder)\s+)*` +
			`FILES(?:\s*$|\s*[.;(–—])|` +
			`^[^\pL\pN\x{e000}-\x{e0c7}]*TICK\s*(?:删除|移除)(?:文件|旧的?)?\s*FILES(?:$|[，。；（(])`,
		unless:  `\b(?:to|in|into|of|from) FILE`,
		example: "- ✅ Delete `old/legacy.go`", counter: "- ✅ Remove the flag from `main.go`",
	},
}

// ticked returns the hint of a tick before one of the verbs.
func ticked(verbs string) string {
	return "✅_" + strings.Join(strings.Fields(verbs), " ✅_")
}
