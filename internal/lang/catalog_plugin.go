package lang

// pluginWords are said where Claude Code's plugin calls ccc.
var pluginWords = [][2]string{
	{"the claude that calls cannot be found", "找不到调用它的 claude"},
	{
		"this claude runs in a loop of ccc's, which reviews each stop itself",
		"这个 claude 在 ccc 的循环里运行，循环会自己审查每次停止",
	},
}
