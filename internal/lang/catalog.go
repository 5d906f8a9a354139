package lang

// catalog is all that is said, by the part of the house that says it: English, Chinese. The verbs stand in the same
// order in both, or are numbered (%[2]s). It is read from the beginning, where that stands which is said most often.
var catalog = [...][][2]string{
	screenWords, systemWords, cageWords, commandWords, configWords, launchWords, permissionWords, replayWords,
	reviewWords, stateWords, taskWords, checksWords, reviewersWords, watchWords, cliWords, runIDWords,
	recordWords, doctorWords,
	reportWords, terminalWords, pluginWords, providerWords, runWords,
}

// systemWords are what the operating system and the standard library say: reasons, and what was being done to a file.
var systemWords = [][2]string{
	{"no such file or directory", "没有那个文件或目录"},
	{"permission denied", "权限不够"},
	{"is a directory", "是一个目录"},
	{"not a directory", "不是目录"},
	{"file exists", "文件已存在"},
	{"no space left on device", "设备上没有空间"},
	{"read-only file system", "只读文件系统"},
	{"too many open files", "打开的文件过多"},
	{"operation not permitted", "不允许的操作"},
	{"directory not empty", "目录非空"},
	{"file name too long", "文件名过长"},
	{"too many levels of symbolic links", "符号链接层数过多"},
	{"EvalSymlinks: too many links", "符号链接层数过多"},
	{"input/output error", "输入/输出错误"},
	{"invalid argument", "参数无效"},
	{"argument list too long", "参数列表过长"},
	{"exec format error", "可执行文件格式错误"},
	{"cannot allocate memory", "无法分配内存"},
	{"no such process", "没有这个进程"},
	{"broken pipe", "管道已断开"},
	{"disk quota exceeded", "超出磁盘配额"},
	{"file does not exist", "文件不存在"},
	{"file already closed", "文件已关闭"},
	{"executable file not found in $PATH", "在 $PATH 中找不到可执行文件"},
	{"EOF", "意外结束"},
	{"unexpected EOF", "意外结束"},
	{"context canceled", "已取消"},
	{"context deadline exceeded", "超时"},

	{"open", "打开"},
	{"read", "读取"},
	{"write", "写入"},
	{"close", "关闭"},
	{"sync", "同步"},
	{"stat", "查看"},
	{"lstat", "查看"},
	{"mkdir", "创建目录"},
	{"chdir", "进入目录"},
	{"chmod", "更改权限"},
	{"rename", "重命名"},
	{"remove", "删除"},
	{"unlinkat", "删除"},
	{"symlink", "创建链接"},
	{"readlink", "读取链接"},
	{"fork/exec", "启动"},
}
