package lang

// runIDWords are what is said of --run-id.
var runIDWords = [][2]string{
	{"of --supervisor without a terminal: the same command with the same `key` goes " +
		"on where it was ended, and after the end tells the same outcome again",
		"配合 --supervisor 且没有终端时：用同一个 `key` 再执行同一条命令，会从中断处继续；已经结束的，再次给出同样的结果"},
	{"--run-id goes with --supervisor in the loop", "--run-id 要和 --supervisor 的循环一起用"},
	{"--run-id takes a text of 1 to %d bytes", "--run-id 需要 1 到 %d 字节的文字"},
	{"--run-id is for launches that nobody watches", "--run-id 用于无人值守的启动"},
	{"add -p, or --output-format", "请加上 -p 或 --output-format"},
	{"--run-id does not go with --input-format stream-json: which of the messages came before could not be told",
		"--run-id 不能和 --input-format stream-json 一起用：无法分辨哪些消息先前已经发过"},
	{"this --run-id has ended: what follows is what it came to; another key does the task again",
		"这个 --run-id 已经结束：下面是它的结果；换一个 key 才会重新做这个任务"},
	{"the same command with the same --run-id goes on from here", "用同样的 --run-id 再执行同一条命令，会从这里继续"},
	{"it may be tried again: a limit or an overload outlasted its wait, or --run-id is held",
		"可以再试：限额或过载超出了等待时间，或者 --run-id 被占用"},
	{"--run-id held by pid %d on %s", "--run-id 正被进程 %d（主机 %s）占用"},
	{"--run-id: this key was given to another task (%s)", "--run-id：这个 key 已经给了另一个任务（%s）"},
	{"give each task a key of its own", "请给每个任务单独的 key"},
	{"create the directory of --run-id: %w", "创建 --run-id 的目录：%w"},
	{"read the directory of --run-id: %w", "读取 --run-id 的目录：%w"},
	{"find this host's name: %w", "查找本机的名字：%w"},
	{"lock %s: %w", "锁定 %s：%w"},
	{"the outcome is not kept, --run-id would go on: %v", "结果没有保存下来，--run-id 下次会继续做：%v"},
	{"not kept, --run-id would go on from an earlier point: %v", "没有保存下来，--run-id 下次会从更早的地方继续：%v"},
	{"going on where the launch before stood, in session %s", "从上一次启动停下的地方继续，会话 %s"},
}
