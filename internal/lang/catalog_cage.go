package lang

// cageWords are what internal/cage says, and what cmd/ccc says of it.
var cageWords = [][2]string{
	{"  cage: %s", "  隔离: %s"},
	{
		"the reviewer may run anything, and nothing that it writes stays (cage: overlay)",
		"审查者可以运行任何命令，它写下的一切都不会留下（隔离方式：overlay）",
	},
	{
		"the reviewer may run anything, and writes to a directory of its own alone (cage: landlock)",
		"审查者可以运行任何命令，只能写入它自己的目录（隔离方式：landlock）",
	},
	{
		"the reviewer may run anything, and writes to a directory of its own alone (cage: seatbelt)",
		"审查者可以运行任何命令，只能写入它自己的目录（隔离方式：seatbelt）",
	},
	{"the reviewer reads, and runs no command (cage: tools)", "审查者只读文件，不运行命令（隔离方式：tools）"},
	{"the commands of a recording are told, and none is run", "录制里的命令只显示，不会运行"},
	{"%s: %v", "%s：%v"},
	{"no review will be made: %v", "不会进行审查：%v"},
	{"\"cage\": \"auto\" in ccc.json takes the best that holds", "在 ccc.json 里写 \"cage\": \"auto\"，会选用可行的最好方式"},
	{"the cage %q does not hold here: %w", "隔离方式 %q 在这里不可用：%w"},
	{"there is no cage %q on %s", "%[2]s 上没有隔离方式 %[1]q"},
	{"there is no directory to write to", "没有可以写入的目录"},
	{"a trial of it ended with %s", "试运行的结果是 %s"},
	{"make the cage: %w", "建立隔离环境：%w"},
	{"lock %s: %w", "锁定 %s：%w"},
	{"read %s: %w", "读取 %s：%w"},
	{"the reviewer wrote more than %d MiB, and was ended for it", "审查者写入超过 %d MiB，因此被结束"},
	{
		"less than %d MiB are free in %s, and the reviewer was ended for it",
		"%[2]s 的可用空间不足 %[1]d MiB，审查者因此被结束",
	},
	{"remove what was written in the cage: %w", "删除隔离环境里写入的内容：%w"},
	{"%s is for ccc itself", "%s 只供 ccc 自己使用"},
	{"this kernel has no Landlock: %w", "这个内核没有 Landlock：%w"},
	{"enter the cage: %w", "进入隔离环境：%w"},
}
