package lang

// reviewersWords are what is said of several reviewers, by internal/rubric, internal/judge and cmd/ccc.
var reviewersWords = [][2]string{
	{"look for further reviewers: %w", "查找其他审查者：%w"},
	{
		"%s: %q is no name for a reviewer: it has up to %d letters, digits, - and _, and is not %s. Give the file another " +
			"name; it is left alone if that does not begin with SUPERVISOR.",
		"%s：%q 不能作审查者的名称：名称最多 %d 个字母、数字、- 或 _，且不能是 %s。请给文件改名；不以 SUPERVISOR. 开头的文件不会被理会",
	},
	{"%s: there are more than %d reviewers beside %s", "%s：审查者超过了 %d 个（%s 之外）"},
	{"the key %q belongs in %s, it holds for all reviewers", "键 %q 应写在 %s 里，它对所有审查者有效"},
	{
		"the key %q is for SUPERVISOR.NAME.md: the reviewer of %s is always asked",
		"键 %q 只用于 SUPERVISOR.NAME.md：%s 的审查者总会被询问",
	},
	{"the list is empty", "列表是空的"},
	{"expected a name without spaces that does not begin with -", "这里应是一个不含空格、不以 - 开头的名称"},
	{"a reviewer has no tool %q: there are %s", "审查者没有工具 %q：可用的有 %s"},
	{"expected auto, system or user", "这里应是 auto、system 或 user"},
	{"expected a number from 1 to %d", "这里应是 1 到 %d 之间的整数"},
	{"expected a number from 1 to %d, found %s", "这里应是 1 到 %d 之间的整数，实际是%s"},

	{
		"the reviewer %s is not asked: the task changed none of the files that it is for",
		"没有询问审查者 %s：这个任务没有改动它负责的文件",
	},
	{
		"whether the task changed files that the reviewer %s is for is not known: it is asked",
		"不知道这个任务是否改动了审查者 %s 负责的文件：照样询问它",
	},
	{"the reviewer %s: %s", "审查者 %s：%s"},
	{"reviewer %s: %s · %s, %s", "审查者 %s：%s · %s，%s"},

	{"  reviewers: %s", "  审查者：%s"},
	{"reviewers: %s", "审查者：%s"},
	{"ccc: may it? [y/N] ", "ccc: 允许吗？[y/N] "},
	{
		"ccc: may they run, as you, and may it send the session there? [y/N] ",
		"ccc: 允许它们以你的身份运行，并允许把会话发送过去吗？[y/N] ",
	},
	{"%s may have what it asks for\n", "%s 的要求已获同意\n"},
	{"%s (provider %s, model %s)", "%s（提供商 %s，模型 %s）"},
	{"%s (provider %s)", "%s（提供商 %s）"},
	{"%s (model %s)", "%s（模型 %s）"},
	{"name one of them, or take the key provider out", "请写其中一个名称，或去掉 provider 这个键"},
	{"ccc: %s sends the session to your provider %s (model: %s)", "ccc: %s 会把会话发送到你的提供商 %s（模型：%s）"},
	{
		"%s asks for checks, or another provider for a reviewer, which is new or has changed: the checks are not run, and " +
			"the reviewers stay on this launch's provider. ccc trust, in another terminal, shows it and asks",
		"%s 要求运行检查，或让审查者使用另一个提供商，这是新的或有改动：检查不会运行，审查者仍用这次启动的提供商。" +
			"在另一个终端运行 ccc trust 可以查看并回答",
	},
	{
		"%s names checks or providers that you have not approved yet",
		"%s 列出了检查或提供商，你还没有同意 ccc 使用",
	},
	{"the reviewers stay on this launch's provider", "审查者仍用这次启动的提供商"},
}
