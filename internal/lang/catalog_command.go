package lang

// commandWords are what cmd/ccc says: help, its own errors, the commands.
var commandWords = [][2]string{
	{"ccc: error: %v", "ccc: 错误：%v"},
	{"ccc: hint: %s", "ccc: 提示：%s"},
	{"see ccc --help", "ccc --help 列出全部用法"},
	{"%s takes no arguments, not %q", "%s 不带参数，不能写 %q"},
	{"there is no command %q", "没有命令 %q"},

	// Flags.
	{"there is no flag %s", "没有选项 %s"},
	{"--%s needs a value", "--%s 需要一个值"},
	{"--%s cannot be %q", "--%s 不能是 %q"},
	{"%s is not a flag", "%s 不是选项"},
	{"--mode takes loop or hook, not %q", "--mode 只能是 loop 或 hook，不能是 %q"},
	{"--mode goes with --supervisor", "--mode 要和 --supervisor 一起用"},
	{"--tee takes a file, and goes with --supervisor in the loop", "--tee 需要一个文件，并且只用于 --supervisor 的循环"},
	{"review the work each time claude stops, until it is done", "claude 每次停下都审查工作，直到完成"},
	{"of --supervisor: `loop` on this terminal (the default), or hook: Claude Code's own screen",
		"用于 --supervisor：在本终端运行 `loop`（默认），或 hook：Claude Code 自己的界面"},
	{"of --supervisor: every byte that the agent prints goes to `file` too, or to a named pipe",
		"用于 --supervisor：Agent 输出的每个字节也写入 `file`，也可以是命名管道"},
	{"show this help", "显示本帮助"},
	{"show the version", "显示版本"},

	// Directories and setup.
	{"find the working directory: %w", "确定工作目录：%w"},
	{"HOME is not set", "没有设置 HOME"},
	{"set HOME or CLAUDE_CONFIG_DIR", "请设置 HOME 或 CLAUDE_CONFIG_DIR"},
	{"CCC_CONFIG_DIR names %s, which is no directory", "CCC_CONFIG_DIR 指向 %s，但它不是目录"},
	{"make it, or unset CCC_CONFIG_DIR", "请创建它，或取消设置 CCC_CONFIG_DIR"},
	{"find the path of ccc: %w", "确定 ccc 的路径：%w"},
	{"start %s: %w", "启动 %s：%w"},
	{"the choice of provider was not saved: %v", "没能保存所选的 provider：%v"},
	{"Asking the supervisor", "正在询问 Supervisor"},
	{"other users can read the keys in ccc.json, and change it: %s", "其他用户可以读取 ccc.json 里的密钥，也可以修改它：%s"},
	{"other users can read the keys in ccc.json: %s", "其他用户可以读取 ccc.json 里的密钥：%s"},
	{
		"other users can change ccc.json, and so run commands as you: %s",
		"其他用户可以修改 ccc.json，从而以你的身份运行命令：%s",
	},

	// ccc --supervisor.
	{"[Supervisor Mode] log files:\n  state directory: %s\n  hook log: %s\n  supervisor output: %s",
		"[Supervisor Mode] 日志文件:\n  状态目录: %s\n  Hook 日志: %s\n  Supervisor 输出: %s"},
	{"  loop log: %s", "  Loop 日志: %s"},
	{"Supervisor mode enabled: the Stop hook reviews each stop, /supervisoroff ends that",
		"Supervisor mode enabled：每次停止都由 Stop hook 审查，用 /supervisoroff 关闭"},
	{"--mode hook needs a terminal, and does not go with -p or --output-format",
		"--mode hook 需要终端，且不能与 -p、--output-format 同用"},
	{"leave --mode hook out: without a terminal the loop runs by itself, and its exit code tells the outcome",
		"去掉 --mode hook：没有终端时循环会自动运行，退出码说明结果"},
	{"ccc: write the built-in rubric to %s here? [Y/n] ", "ccc: 要把内置的审查准则写到这里的 %s 吗？[Y/n] "},
	{"ccc init writes a good one to ./%s", "ccc init 会写一份好的到 ./%s"},
	{"--resume needs a session id where there is no terminal to choose one", "没有终端可供选择时，--resume 需要会话 ID"},
	{"there is no session of this project to continue", "这个项目没有可以继续的会话"},
	{"there is no session of this project to resume", "这个项目没有可以恢复的会话"},
	{"several sessions of this project begin with %s: give more of the id", "这个项目有多个会话以 %s 开头：请把 ID 写得更长一些"},
	{"there is no session %s", "没有会话 %s"},
	{"ccc --supervisor --resume lists those of this project", "ccc --supervisor --resume 会列出这个项目的会话"},
	{"a number from 1 to %d, or ctrl-c", "请输入 1 到 %d 之间的数字，或按 ctrl-c"},
	{"resume this session with: %s %s", "继续这个会话：%s %s"},

	// init, uninstall, recordings, replay, play, demo.
	{"%s already exists, and was left as it is", "%s 已经存在，保持不变"},
	{"edit it, or move it away first; ccc init --check tries it", "请编辑它，或先把它移走；ccc init --check 可以试用它"},
	{"init takes --check or nothing, not %q", "init 只接受 --check，或不带参数，不接受 %q"},
	{"%s is fine, and names no checks\n", "%s 没有错误，也没有列出检查\n"},
	{"no check was run", "没有运行任何检查"},
	{"CHECK\tOUTCOME\tFILES", "检查\t结果\t文件"},
	{"as they were", "没有改动"},
	{"changed by it", "被它改动了"},
	{"not known: no git work tree", "无法得知：不是 git 工作区"},
	{"all passed", "全部通过"},
	{"not all passed", "有检查没有通过"},
	{"some could not run", "有检查无法运行"},
	{
		"%s, in %s: each review begins with them if files have changed\n",
		"%s，用时 %s：文件有变化时，每次审查都先运行它们\n",
	},
	{"%s written: the reviewer judges by it; change it to your needs\n", "已写入 %s：审查者以它为准；请按需要修改\n"},
	{"removed: %s\n", "已删除：%s\n"},
	{"there is nothing of ccc's in %s\n", "%s 里没有 ccc 的东西\n"},
	{"kept: %s/ccc.json with your providers, and %s with state and logs\n",
		"保留：%s/ccc.json（你的 provider），以及 %s（状态和日志）\n"},
	{"there is no recording in %s", "%s 里没有录制"},
	{"there is no recording %s", "没有录制 %s"},
	{"ccc recordings lists those there are", "ccc recordings 会列出已有的录制"},
	{"ccc --supervisor makes one at each launch", "ccc --supervisor 每次启动都会录制"},
	{"WHEN\tSESSION\tROUNDS\tOUTCOME\tCOST\tCLAUDE\tFILE", "时间\t会话\t轮数\t结果\t费用\tCLAUDE\t文件"},
	{"nothing done", "什么也没做"},
	{"error", "错误"},
	{"running", "运行中"},
	{"cut off", "中断"},
	{"standard input", "标准输入"},
	{"open the recording: %w", "打开录制文件：%w"},
	{"replay takes one file, not %q", "replay 只接受一个文件，不能是 %q"},
	{"--output-format %s: use text, json or stream-json", "--output-format %s：只支持 text、json 和 stream-json"},
	{"--expect %s: use one of %s", "--expect %s：只支持 %s"},
	{"--speed takes a number above 0", "--speed 需要一个大于 0 的数字"},
	{"there is nothing to replay: name a file, or pipe it in", "没有可以重放的内容：请指定文件，或用管道输入"},
	{"--cast %s is what is to be replayed: name another file, or the recording is lost",
		"--cast %s 正是要重放的文件：请换一个文件，否则录制会丢失"},
	{"expected feedback: no verdict was \"not completed\" (%s)", "预期有反馈：没有一次结论是“未完成”（%s）"},
	{"expected %s: it came to %s", "预期 %s：结果是 %s"},
	{"play needs the recording to play", "play 需要要播放的录制"},
	{"%s is %q, which is not a speed", "%s 是 %q，不是速度"},
	{"create a directory for the demo: %w", "为演示准备目录：%w"},
	{"enter the demo's directory: %w", "进入演示的目录：%w"},

	// Help.
	{"the API providers in ccc.json", "ccc.json 里的 API provider"},
	{"ask a provider's API whether it can be used", "询问 provider 的 API 是否可用"},
	{"switch the reviews of this launch, as /supervisor and /supervisoroff do",
		"开关这次启动的审查，与 /supervisor 和 /supervisoroff 相同"},
	{"the Stop hook; claude calls it", "Stop hook；由 claude 调用"},
	{"the SessionStart hook; claude calls it", "SessionStart hook；由 claude 调用"},
	{
		"write SUPERVISOR.md, the rubric of the reviews, or try the one that is there",
		"写入 SUPERVISOR.md，即审查的准则，或试用已有的",
	},
	{"take hook, slash commands and generated settings out again", "移除 hook、斜杠命令和生成的设置"},
	{"list the recorded launches, newest first", "列出录制的启动，最新的在前"},
	{"play a recording, or what claude printed, through the loop again", "让录制或 claude 打印的内容再次经过循环"},
	{"perform as the claude of a recording", "扮演录制里的 claude"},
	{"show a supervised session, without a key or network", "演示一次受监督的会话，不需要密钥和网络"},
	{"show this, or more on a command", "显示本帮助，或某个命令的详细说明"},
	{"Usage: ccc %s\n\n%s.\n%s", "用法：ccc %s\n\n%s。\n%s"},
	{"Providers: none configured", "Provider：没有配置"},
	{"Providers: %v", "Provider：%v"},
	{"Providers in %s:", "%s 里的 provider："},
	{" (current)", "（当前）"},
	{`Usage:
  ccc --supervisor [provider] [claude args...]   claude, supervised: each stop is reviewed until the work is done
  ccc [provider] [claude args...]                claude on that provider; /supervisor in it switches reviews on

Commands:
%sFlags, before the provider:
%s
Claude's own options go after the provider, or before it. With -p, with --output-format, or without a terminal,
nothing is asked: the task is an argument or comes from standard input, and standard output carries the agent's final
text (text), one object (json), or every line with its phase (stream-json). At the terminal /help lists what can be
typed.

Environment:
  CCC_CLAUDE          the claude to run, else the one on PATH
  CCC_CONFIG_DIR      where ccc.json is, else CLAUDE_CONFIG_DIR, else ~/.claude
  CLAUDE_CONFIG_DIR   claude's configuration directory
  CCC_SUPERVISOR_ID   names the launch for /supervisor; made by ccc unless set
  CCC_WORK_DIR        state and logs go to its subdirectory ccc
  CCC_LANG            zh or en, else "language" in ccc.json, else the locale (LC_ALL, LC_MESSAGES, LANG)
  CCC_PLAY_SPEED      of ccc play: 1 for the recorded times
  CCC_PLAY_STATE      of ccc play: what the files begin with that keep what comes next
  NO_COLOR            no colours and no status line; TERM=dumb: no control sequences at all

Exit codes: 0 done, 1 error, 2 usage, 3 not completed within the bounds, 4 a person is needed, 127 claude not found,
130 interrupted, 128+n ended by signal n, else claude's own.
%s`,
		`用法：
  ccc --supervisor [provider] [claude 参数...]   受监督的 claude：每次停止都审查，直到工作完成
  ccc [provider] [claude 参数...]                使用该 provider 的 claude；在其中用 /supervisor 打开审查

命令：
%s选项，写在 provider 之前：
%s
claude 自己的选项写在 provider 之后或之前。带 -p 或 --output-format，或没有终端时，什么都不问：
任务是参数，或来自标准输入；标准输出是 Agent 的最终文本（text）、一个对象（json），
或带有阶段的每一行（stream-json）。在终端里，/help 列出可以输入的命令。

环境变量：
  CCC_CLAUDE          要运行的 claude，否则用 PATH 里的
  CCC_CONFIG_DIR      ccc.json 所在的目录，否则 CLAUDE_CONFIG_DIR，否则 ~/.claude
  CLAUDE_CONFIG_DIR   claude 的配置目录
  CCC_SUPERVISOR_ID   /supervisor 所用的启动标识；未设置时由 ccc 生成
  CCC_WORK_DIR        状态和日志写入它的子目录 ccc
  CCC_LANG            zh 或 en，否则用 ccc.json 的 "language"，否则看 locale（LC_ALL、LC_MESSAGES、LANG）
  CCC_PLAY_SPEED      用于 ccc play：1 表示按录制的时间播放
  CCC_PLAY_STATE      用于 ccc play：保存播放位置的文件名前缀
  NO_COLOR            不用颜色，也没有状态行；TERM=dumb：完全不用控制序列

退出码：0 完成，1 错误，2 用法错误，3 到达上限而未完成，4 需要人处理，127 找不到 claude，
130 被中断，128+n 被信号 n 结束，其他是 claude 自己的退出码。
%s`},
	{"reviews are not on in claude's own screen: %v", "进入 claude 自己的界面后不再审查：%v"},
	{"%s stands before the provider: ccc --supervisor %s …", "%s 要写在 provider 前面：ccc --supervisor %s …"},
}
