package lang

// terminalWords are what stands at a terminal beside the other packages' words.
var terminalWords = [][2]string{
	{"%s was ended by a signal: %v", "%s 被信号终止：%v"},
	{"%s · protect_strict holds it: no reviewer was asked", "%s · 因 protect_strict 未通过：没有询问审查者"},
	{"protected files were changed", "改动了受保护的文件"},
	{"the session %s belongs to another directory: %s", "会话 %s 属于另一个目录：%s"},
	{"go there first: cd %s", "请先进入那个目录：cd %s"},
	{"that directory is gone. The path of the session's file works anywhere: --resume %s",
		"那个目录已不存在。用会话文件的路径在任何地方都能恢复：--resume %s"},
	{"read the rubric: %s has only front matter, and below it no text that tells the reviewer what to look at",
		"读取审查规则：%s 只有 front matter，下面没有告诉审查者要看什么的正文"},
	{"%s is not used: ccc takes the %s of the directory that it is started in. To use that one: cd %s",
		"没有使用 %s：ccc 只用启动时所在目录的 %s。要使用它，请先 cd %s"},
	{"check %s", "检查 %s"},
	{"permission mode kept: %s", "权限模式保持不变：%s"},
	{"the plan needs %s: %s", "计划需要使用 %s：%s"},
	{"(%d blank lines)", "（%d 个空行）"},
	{"waiting for a message on standard input", "正在等待标准输入上的消息"},
}
