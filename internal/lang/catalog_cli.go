package lang

// cliWords are what the table of commands and flags says: in help, man page and completion.
var cliWords = [][2]string{
	// What is wrong with a command line.
	{"%s stands before the provider: %s …", "%s 要写在 provider 前面：%s …"},
	{
		"%s would take the provider %s for its value: type %s %s %s …; if a value is meant, %s=%s",
		"%s 会把 provider %s 当作自己的值：请输入 %s %s %s …；如果确实是值，请用 %s=%s",
	},
	{
		"the provider %s stands behind the prompt, where it is no provider: type %s %s %s",
		"provider %s 写在了提示词后面，不会被当作 provider：请输入 %s %s %s",
	},
	{"an empty word stands where the provider or the prompt is expected", "provider 或提示词的位置上是一个空的词"},
	{"did you mean %s?", "是不是想输入 %s？"},
	{
		"did you mean %s? If that was meant for claude: %s",
		"是不是想输入 %s？如果是给 claude 的：%s",
	},
	{"see ccc help %s", "ccc help %s 列出它的用法"},
	{"completion takes bash, zsh or fish, not %q", "completion 只接受 bash、zsh 或 fish，不接受 %q"},

	// Help and man page.
	{`Usage:
  ccc --supervisor [provider] [claude args...]   claude, supervised: each stop is reviewed until the work is done
  ccc [provider] [claude args...]                claude on that provider; /supervisor in it switches reviews on
  ccc -- [claude args...]                        claude, whatever the words are: ccc -- doctor

Commands:
%s
Called by Claude Code, not by you:
%s
Flags, before the provider:
%s
%s
Environment:
%s
Exit codes:
%s
%s`,
		`用法：
  ccc --supervisor [provider] [claude 参数...]   受监督的 claude：每次停止都审查，直到工作完成
  ccc [provider] [claude 参数...]                使用该 provider 的 claude；在其中用 /supervisor 开启审查
  ccc -- [claude 参数...]                        直接交给 claude，不论是什么词：ccc -- doctor

命令：
%s
由 Claude Code 调用，不是给你用的：
%s
选项，写在 provider 之前：
%s
%s
环境变量：
%s
退出码：
%s
%s`},
	{`Claude's own options go after the provider, or before it. With -p, with --output-format, or without a terminal,
nothing is asked: the task is an argument or comes from standard input, and standard output carries the agent's final
text (text), one object (json), or every line with its phase (stream-json). At the terminal /help lists what can be
typed.
`,
		`claude 自己的选项写在 provider 之后或之前。带 -p 或 --output-format，或没有终端时，什么都不问：
任务是参数，或来自标准输入；标准输出是 Agent 的最终文本（text）、一个对象（json），
或带有阶段的每一行（stream-json）。在终端里，/help 列出可以输入的命令。
`},
	{"Called by Claude Code, not by you:", "由 Claude Code 调用，不是给你用的："},
	{"--supervisor is a flag: ccc --help; /supervisor in a session is ccc help %s",
		"--supervisor 是选项：ccc --help；会话里的 /supervisor 见 ccc help %s"},
	{"%s is claude's own: ccc -- %s --help", "%s 是 claude 自己的命令：ccc -- %s --help"},
	{"Flags:", "选项："},
	{"%s.", "%s。"},
	{"claude's own command of that name: ccc -- %s", "claude 自己的同名命令：ccc -- %s"},
	{"a supervisor for Claude Code", "Claude Code 的监督者"},
	{"--supervisor [provider] [claude args...]", "--supervisor [provider] [claude 参数...]"},
	{"[provider] [claude args...]", "[provider] [claude 参数...]"},
	{"-- [claude args...]", "-- [claude 参数...]"},
	{"command [args...]", "命令 [参数...]"},
	{
		"With --supervisor the work is reviewed each time claude stops, by a second claude that is forked from the " +
			"same session, until it is done. Without it claude's own screen starts on that provider; /supervisor in it " +
			"switches reviews on. Behind -- all words are claude's: ccc -- doctor.",
		"使用 --supervisor 时，claude 每次停下，都由从同一会话分出的第二个 claude 审查工作，直到完成。" +
			"不用它时，启动使用该 provider 的 claude 自己的界面；在其中用 /supervisor 开启审查。" +
			"-- 之后的词都交给 claude：ccc -- doctor。",
	},
	{"They stand before the provider.", "写在 provider 之前。"},
	{"~/.claude is CLAUDE_CONFIG_DIR where that is set.", "设置了 CLAUDE_CONFIG_DIR 时，用它代替 ~/.claude。"},
	{"claude's own command", "claude 自己的命令"},
	{"the newest recording", "最新的录制"},
	{"print what makes the shell complete ccc's command lines", "输出 shell 补全 ccc 命令行所需的脚本"},
	{"print the man page", "输出手册页"},

	// Variables, files, exit codes.
	{"the claude to run, else the one on PATH", "要运行的 claude，否则用 PATH 里的"},
	{
		"where ccc.json is, else CLAUDE_CONFIG_DIR, else ~/.claude",
		"ccc.json 所在的目录，否则 CLAUDE_CONFIG_DIR，否则 ~/.claude",
	},
	{"claude's configuration directory", "claude 的配置目录"},
	{"names the launch for /supervisor; made by ccc unless set", "/supervisor 所用的启动标识；未设置时由 ccc 生成"},
	{"state and logs go to its subdirectory ccc", "状态和日志写入它的子目录 ccc"},
	{
		`zh or en, else "language" in ccc.json, else the locale (LC_ALL, LC_MESSAGES, LANG)`,
		`zh 或 en，否则用 ccc.json 的 "language"，否则看 locale（LC_ALL、LC_MESSAGES、LANG）`,
	},
	{"of ccc play: 1 for the recorded times", "用于 ccc play：1 表示按录制的时间播放"},
	{"of ccc play: what the files begin with that keep what comes next", "用于 ccc play：保存播放位置的文件名前缀"},
	{
		"no colours and no status line; TERM=dumb: no control sequences at all",
		"不用颜色，也没有状态行；TERM=dumb：完全不用控制序列",
	},
	{"in the project: the rubric, and one for each further reviewer", "在项目里：审查准则，以及每个额外审查者的准则"},
	{"the rubric for projects that have none", "项目里没有时使用的准则"},
	{"providers and settings; it may hold keys", "provider 和设置；其中可能有密钥"},
	{
		"claude's own: the Stop hook is added, and a provider by ccc provider use",
		"claude 自己的：会加入 Stop hook；ccc provider use 还会加入 provider",
	},
	{"what a launch gives claude by --settings", "启动时通过 --settings 交给 claude 的设置"},
	{"the slash commands", "斜杠命令"},
	{"state, logs and recordings", "状态、日志和录制"},
	{"the work is done", "工作已完成"},
	{"an error", "错误"},
	{"a usage error", "用法错误"},
	{"not completed within the bounds", "到达上限而未完成"},
	{"a person is needed: a question, no verdict, login, credit", "需要人处理：有问题要问、没有结论、登录或余额"},
	{"claude not found", "找不到 claude"},
	{"it was interrupted", "被中断"},
	{"ended by signal n; any other code is claude's own", "被信号 n 结束；其他是 claude 自己的退出码"},

	// Flags.
	{
		"of --supervisor, `loop|hook`: on this terminal (the default), or in Claude Code's own screen",
		"用于 --supervisor，`loop|hook`：在本终端运行（默认），或在 Claude Code 自己的界面里",
	},
	{"do not ask", "不询问"},
	{"the files whose checks you trust", "列出你信任其检查的文件"},
	{"trust nothing of this directory's SUPERVISOR.md any more", "不再信任当前目录的 SUPERVISOR.md"},
	{"the reviewer's settings, a `file`; else those of the launch", "审查者的设置，一个 `file`；否则用这次启动的"},
	{
		"the `directory` of state and logs, else $CCC_WORK_DIR/ccc, else ~/.claude/ccc",
		"状态和日志的目录 `directory`，否则是 $CCC_WORK_DIR/ccc，再否则是 ~/.claude/ccc",
	},
	{"the `session`, where the input names none", "输入里没有会话时，用这个会话 `session`"},
	{"write nothing: try the rubric that is there", "不写入任何内容：试用已有的准则"},
	{
		"`format`: text, as the person saw it (the default); json or stream-json, as the live run prints them",
		"`format`：text 是当时看到的样子（默认）；json、stream-json 与真实运行的输出相同",
	},
	{"on the recorded times, `x` times as fast; else at once", "按录制的时间，以 `x` 倍速播放；否则立即播完"},
	{"with text: thinking, and results of tools in full", "用于 text：显示思考，以及工具的完整结果"},
	{
		"write what the person saw to `file` as an asciicast v3, for asciinema",
		"把当时看到的写入 `file`，格式为 asciicast v3，供 asciinema 使用",
	},
	{
		"exit with 0 if it came to `outcome`: completed, not_completed, needs_user or interrupted, or, for feedback, if a " +
			"verdict was \"not completed\"; else with 1",
		"结果是 `outcome`（completed、not_completed、needs_user、interrupted）时退出码为 0；" +
			"写 feedback 时，只要有一次结论是“未完成”就为 0；否则为 1",
	},
	{"ask them all", "检查全部"},
	{"take it out again: what stood there before comes back", "再移除它：恢复原来的内容"},

	// ccc provider.
	{
		"move the ANTHROPIC_* variables of settings.json into a provider; a backup is kept",
		"把 settings.json 中的 ANTHROPIC_* 变量移到一个 provider；保留备份",
	},
	{
		"write it to settings.json: plain claude and editors are on it, open sessions, too",
		"写入 settings.json：直接启动的 claude 和编辑器都用它，已打开的会话也是",
	},
	{"print its key, for apiKeyHelper in settings.json", "输出它的密钥，供 settings.json 中的 apiKeyHelper 使用"},
	{"remove one, and the settings files that hold its key", "删除一个，以及保存着它的密钥的设置文件"},
}
