package lang

// permissionWords are what internal/permission says.
var permissionWords = [][2]string{
	{"allow %s? ", "允许 %s 吗？"},
	{"this time", "仅此一次"},
	{"always in this session: %s", "本会话内一直允许：%s"},
	{"no, and say why (esc: without a reason)", "不允许，并说明原因（esc：不说明原因）"},
	{"may %s be used?", "可以使用 %s 吗？"},
	{"why not? ", "原因是？"},
	{"enter alone gives no reason", "直接回车表示不说明原因"},
	{"allowed once: %s", "已允许一次：%s"},
	{"allowed in this session: %s", "本会话内已允许：%s"},
	{"not allowed: %s", "未允许：%s"},
	{"the question is withdrawn", "问题已撤回"},
	{"several: 1 3", "可以选几个：1 3"},
	{"your own words", "用你自己的话回答"},
	{"your own words: ", "你的回答："},
	{"not answered", "没有回答"},
	{"answer: ", "回答："},
	{"answered: %s", "已回答：%s"},
	{"the directory %s", "目录 %s"},
	{"the mode %s", "模式 %s"},
}
