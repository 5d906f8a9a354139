package lang

// screenWords are what internal/terminal says.
var screenWords = [][2]string{
	{"no answer from the API (%s): claude is retrying, %d of %d", "API 没有应答（%s）：claude 正在重试，第 %d 次，最多 %d 次"},
	{"the API rejects the key or the login (%s): claude is retrying, %d of %d",
		"API 拒绝了密钥或登录（%s）：claude 正在重试，第 %d 次，最多 %d 次"},
	{
		"esc stops it; then log in with claude, or check the provider's key: ccc validate",
		"按 esc 停止；然后用 claude 登录，或用 ccc validate 检查 provider 的密钥",
	},
	{"ok, %s", "成功，%s"},
	{"error, %s", "出错，%s"},
	{"no result", "没有结果"},
	{"… %d more lines", "… 还有 %d 行"},
	{"… %d lines are not shown: the terminal is slower than claude", "… 有 %d 行没有显示：终端比 claude 慢"},
	{"typed, but not sent: %s", "已输入但没有发送：%s"},
	{"round %d of %d", "第 %d 轮，最多 %d 轮"},
	{"reviews off", "审查已关闭"},
	{"a question is waiting until you stop typing", "有一个问题在等，停止输入后显示"},
	{"this line is a message: clear it to answer the question",
		"输入行里的内容是一条消息：清空输入行才能回答问题"},
	{"enter: confirm · backspace: choose another", "回车：就这样回答 · 退格：重选"},
	{"esc again clears the line", "再按一次 esc 清空输入行"},
	{"search %q: ", "搜索 %q："},
	{"[Pasted %d lines]", "[粘贴了 %d 行]"},
	{"the agent asks to carry out this plan", "Agent 请求按这个计划进行"},
	{"✻ thought for %s", "✻ 思考了 %s"},
	{"✻ thinking · %s", "✻ 正在思考 · %s"},
	{"%d of %d done", "已完成 %d 项，共 %d 项"},
	{"the agent wants to use %s", "Agent 请求使用 %s"},
}
