package lang

// cageWords are what internal/sandbox says, and what cmd/ccc says of it.
var cageWords = [][2]string{
	{"  cage: %s", "  隔离: %s"},
	{
		"the reviewer may run any command; nothing it writes is kept (cage: overlay)",
		"审查者可以运行任何命令，它写下的一切都不会留下（隔离方式：overlay）",
	},
	{
		"the reviewer may run any command, and write only to its own directory (cage: landlock)",
		"审查者可以运行任何命令，只能写入它自己的目录（隔离方式：landlock）",
	},
	{
		"the reviewer may run any command, and write only to its own directory (cage: seatbelt)",
		"审查者可以运行任何命令，只能写入它自己的目录（隔离方式：seatbelt）",
	},
	{"the reviewer reads files, and runs no commands (cage: tools)", "审查者只读文件，不运行命令（隔离方式：tools）"},
	{"commands of a recording are shown, not run", "录制里的命令只显示，不会运行"},
	{"%s: %v", "%s：%v"},
	{"no review will be made: %v", "不会进行审查：%v"},
	{"\"cage\": \"auto\" in ccc.json picks the best one that works here", "在 ccc.json 里写 \"cage\": \"auto\"，会选用可行的最好方式"},
	{"the cage %q does not work here: %w", "隔离方式 %q 在这里不可用：%w"},
	{"there is no cage %q on %s", "%[2]s 上没有隔离方式 %[1]q"},
	{"there is no directory to write to", "没有可以写入的目录"},
	{"a trial of it ended with %s", "试运行的结果是 %s"},
	{"make the cage: %w", "建立隔离环境：%w"},
	{"lock %s: %w", "锁定 %s：%w"},
	{"read %s: %w", "读取 %s：%w"},
	{
		"%s has %d MiB less than when the review began, so the reviewer was stopped",
		"%s 比审查开始时少了 %d MiB，审查者因此被结束",
	},
	{"the reviewer wrote more than %d MiB, so it was stopped", "审查者写入超过 %d MiB，因此被结束"},
	{
		"less than %d MiB is free in %s, so the reviewer was stopped",
		"%[2]s 的可用空间不足 %[1]d MiB，审查者因此被结束",
	},
	{"remove what was written in the cage: %w", "删除隔离环境里写入的内容：%w"},
	{"%s is for ccc itself", "%s 只供 ccc 自己使用"},
	{"this kernel has no Landlock: %w", "这个内核没有 Landlock：%w"},
	{"enter the cage: %w", "进入隔离环境：%w"},
}
