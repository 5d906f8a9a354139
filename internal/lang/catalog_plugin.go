package lang

// pluginWords are said where Claude Code's plugin calls ccc.
var pluginWords = [][2]string{
	{
		"%s in the project's settings does not count in this launch: it could keep ccc's hooks from running",
		"项目设置里的 %s 在这次启动里不起作用：它可能让 ccc 的 hook 无法运行",
	},
	{
		"%d stop(s) were not reviewed, though reviews were on: no hook of ccc's was called",
		"有 %d 次停止没有审查：审查开启着，但 ccc 的 hook 没有被调用",
	},
	{
		"%s names the launch of another claude, which runs: this session was not started by ccc",
		"%s 指的是另一个正在运行的 claude 的启动：这个会话不是由 ccc 启动的",
	},
	{
		"write no rubric, but the plugin for a Claude Code that was started without ccc",
		"不写规则，而是写出供不经 ccc 启动的 Claude Code 使用的插件",
	},
	{
		"kept: Claude Code's plugin of ccc; to take it out:\n  %s\n",
		"已保留：Claude Code 里的 ccc 插件；要移除请运行：\n  %s\n",
	},
	{"the status line in %s", "%s 中的状态行"},
	{"take the status line out of %s: %w", "从 %s 移除状态行：%w"},
	{"--check does not go with --plugin", "--check 不能和 --plugin 一起用"},
	{
		"%s cannot stand in a slash command: install ccc in another directory",
		"%s 不能写进斜杠命令：请把 ccc 安装到别的目录",
	},
	{"create the directory of the plugin: %w", "无法创建插件的目录：%w"},
	{
		"The plugin is in %[1]s, and calls %[2]s. To install it, or to bring in this one:\n\n" +
			"%[4]s  claude plugin marketplace add %[1]s\n  claude plugin install %[3]s\n\n" +
			"A project's settings can turn plugins and hooks off without a word. In a Claude Code that you start with ccc " +
			"they\ncannot.\n",
		"插件在 %[1]s，它调用 %[2]s。安装它，或换成这一个：\n\n" +
			"%[4]s  claude plugin marketplace add %[1]s\n  claude plugin install %[3]s\n\n" +
			"项目的设置可以不声不响地关掉插件和 hook。用 ccc 启动的 Claude Code 里，这做不到。\n",
	},
	{
		"claude was started without ccc: if settings of the project turn hooks off, reviews end without a word; " +
			"start it with ccc, and they cannot",
		"claude 不是由 ccc 启动的：如果项目的设置关掉 hook，审查就会不声不响地结束；用 ccc 启动则不会",
	},
	{"the claude that calls cannot be found", "找不到调用它的 claude"},
	{
		"this claude runs in a loop of ccc's, which reviews each stop itself",
		"这个 claude 在 ccc 的循环里运行，循环会自己审查每次停止",
	},
}
