package lang

// terminalWords are what stands at a terminal beside the other packages' words.
var terminalWords = [][2]string{
	{"%s · protect_strict holds it: no reviewer was asked", "%s · 因 protect_strict 未通过：没有询问审查者"},
	{"protected files were changed", "改动了受保护的文件"},
}
