package lang

// stateWords are what internal/state, internal/file and internal/worktree say.
var stateWords = [][2]string{
	{"create the state directory: %w", "创建状态目录：%w"},
	{"open the log: %w", "打开日志：%w"},
	{"rotate the log: %w", "轮换日志：%w"},
	{"open the reviewer's output: %w", "打开审查输出文件：%w"},
	{"session id %.80q cannot be a file name", "会话 ID %.80q 不能用作文件名"},
	{"id %.80q cannot be a file name", "ID %.80q 不能用作文件名"},
	{"set the unreadable state aside: %w", "移开无法读取的状态文件：%w"},
	{
		"the state could not be read (%v): it is kept as %s, and a new one begins",
		"状态文件无法读取（%v）：原文件保存为 %s，已重新开始",
	},
	{"read %s: %w", "读取 %s：%w"},
	{"write %s: %w", "写入 %s：%w"},
	{"write %s: it is not a regular file", "写入 %s：不是普通文件"},
}
