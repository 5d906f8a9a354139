package lang

// reviewWords are what internal/review, internal/claude, internal/transcript and prompt say.
var reviewWords = [][2]string{
	{"%s and %s", "%s 和 %s"},
	{"the reviewer took longer than %s", "审查用时超过 %s"},
	{"nothing came from the reviewer for %s", "审查方 %s 没有任何输出"},
	{"stopped", "已停止"},
	{"the reviewer ended without a result (%s)", "审查进程没有给出结果就结束了（%s）"},
	{"the reviewer ended without a result (%s): %s", "审查进程没有给出结果就结束了（%s）：%s"},
	{"the reviewer answered nothing", "审查没有给出任何回答"},
	{"the reviewer's answer was cut off", "审查的回答被中途截断"},
	{"the reviewer's answer was cut off (%s)", "审查的回答被中途截断（%s）"},
	{"the reviewer gave a result while a tool of its own was at work", "审查在自己的工具还没运行完时就给出了结果"},
	{"the reviewer's result is not what it said last", "审查给出的结果和它最后说的话不一致"},
	{"the reviewer's output is that of two sessions", "审查的输出来自两个不同的会话"},
	{"the reviewer went on after its result", "审查在给出结果之后又继续了"},
	{"store the rubric: %w", "保存审查规则：%w"},
	{"supervisor.allowed_tools has %q: a reviewer has no tools but %s",
		"supervisor.allowed_tools 中有 %q：只能写工具名 %s；审查者没有其他工具"},
	{"the reviewer used %s, which it does not have: its verdict does not count",
		"审查者使用了它本不该有的工具 %s：这次审查结论不算数"},
	{"this claude does not take %s away from the reviewer: update claude",
		"这个版本的 claude 无法禁止审查者使用 %s：请升级 claude"},
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
	{"the reviewer printed %d lines that are no events: the first %d of them are in the log",
		"审查者输出了 %d 行不是事件的内容：日志里有其中前 %d 行"},
	{"look for the session %s: %w", "查找会话 %s：%w"},
	{"there is no transcript of session %s in %s", "%[2]s 里没有会话 %[1]s 的对话记录"},
	{"read the transcript: %w", "读取对话记录：%w"},
}
