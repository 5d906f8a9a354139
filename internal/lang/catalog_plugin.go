package lang

// pluginWords are said where Claude Code's plugin calls ccc.
var pluginWords = [][2]string{
	{
		"%s in the project's settings does not count in this launch: it could put another program in the place of ccc's hooks",
		"项目设置里的 %s 在这次启动里不起作用：它可能让别的程序代替 ccc 的 hook",
	},
	{"the claude that calls cannot be found", "找不到调用它的 claude"},
	{
		"this claude runs in a loop of ccc's, which reviews each stop itself",
		"这个 claude 在 ccc 的循环里运行，循环会自己审查每次停止",
	},
}
