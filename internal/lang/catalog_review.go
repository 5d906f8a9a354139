package lang

// reviewWords are what internal/review, internal/claude, internal/transcript and prompt say.
var reviewWords = [][2]string{
	{"%s and %s", "%s 和 %s"},
	{"the reviewer took longer than %s", "审查用时超过 %s"},
	{"stopped", "已停止"},
	{"the reviewer ended without a result (%s)", "审查进程没有给出结果就结束了（%s）"},
	{"the reviewer ended without a result (%s): %s", "审查进程没有给出结果就结束了（%s）：%s"},
	{"the reviewer answered nothing", "审查没有给出任何回答"},
	{"store the rubric: %w", "保存审查规则：%w"},
	{"%s (and the transcript cannot be read: %v)", "%s（而且无法读取对话记录：%v）"},

	{"CCC_CLAUDE names %s: %v", "CCC_CLAUDE 指定的是 %s：%v"},
	{"claude is not installed: there is none on PATH", "没有安装 claude：PATH 里找不到"},
	{
		"install it with `npm install -g @anthropic-ai/claude-code`, or name it in CCC_CLAUDE",
		"请用 `npm install -g @anthropic-ai/claude-code` 安装，或者用 CCC_CLAUDE 指定",
	},
	{"--output-format %s: text, json and stream-json are known", "--output-format %s：只支持 text、json 和 stream-json"},
	{"--input-format %s: text and stream-json are known", "--input-format %s：只支持 text 和 stream-json"},
	{
		"--resume needs a session id here: ccc does not show claude's list of sessions",
		"这里的 --resume 需要会话 ID：ccc 不会显示 claude 的会话列表",
	},
	{
		"--no-session-persistence cannot be supervised: the review is a fork of the stored session",
		"--no-session-persistence 无法被监督：审查需要从保存的会话分叉",
	},
	{"%s cannot be supervised: the agent would not run under ccc", "%s 无法被监督：Agent 不会在 ccc 之下运行"},
	{"look for the session %s: %w", "查找会话 %s：%w"},
	{"there is no transcript of session %s in %s", "%[2]s 里没有会话 %[1]s 的对话记录"},
	{"read the transcript: %w", "读取对话记录：%w"},
}
