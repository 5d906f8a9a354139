package lang

// permissionWords are what internal/permission says.
var permissionWords = [][2]string{
	{"allow %s? ", "允许 %s 吗？"},
	{"y: this time", "y：仅此一次"},
	{"a: always in this session: %s", "a：本会话内一直允许：%s"},
	{"n: no, and say why", "n：不允许，并说明原因"},
	{"may %s be used?", "可以使用 %s 吗？"},
	{"why not? ", "原因是？"},
	{"enter alone gives no reason", "直接回车表示不说明原因"},
	{"allowed once: %s", "已允许一次：%s"},
	{"allowed in this session: %s", "本会话内已允许：%s"},
	{"not allowed: %s", "未允许：%s"},
	{"the question is withdrawn", "问题已撤回"},
	{"a number, or your own words", "一个编号，或你自己的话"},
	{"numbers, or your own words", "几个编号，或你自己的话"},
	{"answer: ", "回答："},
	{"answered: %s", "已回答：%s"},
	{"the directory %s", "目录 %s"},
	{"the mode %s", "模式 %s"},
}
