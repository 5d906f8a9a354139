package lang

// stateWords are what internal/state, internal/file and internal/git say.
var stateWords = [][2]string{
	{"another program has held the lock %s for %s", "另一个程序占用锁 %s 已有 %s"},
	{"lock the recording: %w", "锁定录制文件：%w"},
	{"create the state directory: %w", "创建状态目录：%w"},
	{"open the log: %w", "打开日志：%w"},
	{"rotate the log: %w", "轮换日志：%w"},
	{"open the reviewer's output: %w", "开启审查输出文件：%w"},
	{"session id %.80q cannot be a file name", "会话 ID %.80q 不能用作文件名"},
	{"id %.80q cannot be a file name", "ID %.80q 不能用作文件名"},
	{"set the unreadable state aside: %w", "移开无法读取的状态文件：%w"},
	{
		"the state could not be read (%v): it is kept as %s, and a new one begins",
		"状态文件无法读取（%v）：原文件保存为 %s，已重新开始",
	},
	{"read %s: %w", "读取 %s：%w"},
	{"write %s: %w", "写入 %s：%w"},
	{"open %s: %w", "打开 %s：%w"},
	{"it has reached %d MiB", "它已达到 %d MiB"},
	{"it is not a regular file", "不是普通文件"},
	{"it is larger than %d MiB", "大于 %d MiB"},
	{"it is a symbolic link, and ccc's own files are none", "是符号链接，而 ccc 自己的文件不会是链接"},
	{"another program is writing it, nothing was changed: try again when that is done",
		"另一个程序正在写它，未作任何更改：等它写完后再试"},
}
