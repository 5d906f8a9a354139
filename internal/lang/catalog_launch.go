package lang

// launchWords are what internal/launch and internal/output say.
var launchWords = [][2]string{
	{"Supervisor mode enabled", "Supervisor mode enabled"}, // the documents' own words
	{"%d rounds", "%d 轮"},
	{"1 round", "1 轮"},
	{", %s per review", "，每次审查 %s"},
	{", %d rounds without progress", "，连续 %d 轮没有进展"},
	{", %s", "，%s"},
	{", %s in all", "，总共 %s"},
	{"limits per task: %s; waits up to %s for a usage limit", "每个任务的上限：%s；遇到用量限制最多等待 %s"},
	{"there is no task: give it as an argument, or on standard input", "没有任务：请作为参数给出，或从标准输入给出"},
	{"ccc was killed", "ccc 被强行结束"},
	{"%v: the agent's output comes through pipes, all else is the same", "%v：Agent 的输出改由管道传来，其余不变"},

	// The status, and where a launch stands.
	{"your turn", "轮到你了"},
	{"agent", "Agent"},
	{"waiting", "等待"},
	{"review", "审查"},
	{"done", "结束"},
	{"it is your turn", "轮到你了"},
	{"your answer", "等待你的回答"},
	{"compacting the conversation", "正在压缩对话"},
	{"%s: resumes at %s", "%s：%s 继续"},
	{"%s: the review waits, at most until %s", "%s：审查在等待，最晚到 %s"},
	{"phase      %s", "阶段       %s"},
	{"reviews    %d so far, at most %d", "审查       已做 %d 次，最多 %d 次"},
	{"reviews    off until /supervisor, %d so far", "审查       已关闭，用 /supervisor 开启；已做 %d 次"},
	{"time       %s", "用时       %s"},
	{"tokens     %d in, %d out", "token      输入 %d，输出 %d"},
	{"cost       %s agent, %s reviews", "费用       Agent %s，审查 %s"},
	{"model      %s", "模型       %s"},
	{"rubric     %s", "审查准则   %s"},
	{"checks     %s", "检查       %s"},
	{"reviewers  %s", "审查者     %s"},
	{"cage       %s", "隔离       %s"},
	{"session    %s", "会话       %s"},
	{"log        %s", "日志       %s"},
	{"raw output %s", "原始输出   %s"},
	{"enter sends · esc stops the agent · /help lists commands and keys", "回车发送 · esc 让 Agent 停下 · /help 列出命令和按键"},
	{"going on with the session of %s, which said last:", "继续 %s 的会话，最后的内容是："},
	{"enter: try again now · esc: stop waiting", "回车：立即重试 · esc：不再等待"},
	{"/review: review now · esc: no review", "/review：立即审查 · esc：不审查"},

	// What is typed.
	{`/status            where things stand
/review            review now
/accept            accept the work as it is: end the loop, go on in claude's screen
/skip              no review after this turn, or stop the one that is running
/rounds N          at most N reviews per task
/supervisor TASK   review each stop; TASK, if given, goes to the agent
/supervisoroff     stop reviewing
/quit              leave ccc
Any other line that begins with / goes to claude; anything else is a message to the agent.
alt-enter or a \ at the end starts a new line · tab completes /commands and @files
up and down: history · ctrl-r searches it · ctrl-_ undoes
esc or ctrl-c stops a turn or a review · esc twice clears the line · ctrl-z suspends
shift-tab changes what the agent may do without asking`,
		`/status            目前的进展
/review            立即审查
/accept            这样就好：结束循环，在 claude 的界面里继续
/skip              这一轮之后不审查，或者停止正在进行的审查
/rounds N          每个任务最多审查 N 次
/supervisor 任务   每次停止都审查；若写了任务，就发给 Agent
/supervisoroff     不再审查
/quit              退出 ccc
其他以 / 开头的行交给 claude，其余的都是发给 Agent 的消息。
alt-enter 或行末的 \ 换行 · tab 补全 /命令 和 @文件
上下键：历史 · ctrl-r 搜索历史 · ctrl-_ 撤销
esc 或 ctrl-c 停止当前一轮或审查 · 按两次 esc 清空输入行 · ctrl-z 挂起
shift-tab 切换 Agent 无需询问就能做的事`},
	{"there is no %s: did you mean %s?", "没有 %s：是不是想输入 %s？"},
	{"! runs no command here: ask the agent to, or put a space first to send the line as it is",
		"! 在这里不会运行命令：请让 Agent 来运行，或者在前面加一个空格原样发送"},
	{"/login does not work here. %s", "/login 在这里不起作用。%s"},
	{"# saves no note here: edit CLAUDE.md, or put a space first to send the line as it is",
		"# 在这里不会记笔记：请写进 CLAUDE.md，或者在前面加一个空格原样发送"},
	{"something is still running: ctrl-d again ends ccc, ctrl-c stops it",
		"还有东西在运行：再按一次 ctrl-d 结束 ccc，ctrl-c 停下它"},
	{"claude rejected this permission mode: %s", "claude 不接受这个权限模式：%s"},
	{"accepts edits", "自动接受修改"},
	{"plan mode", "计划模式"},
	{"asks nothing", "什么都不问"},
	{"denies what is not allowed", "拒绝未允许的操作"},
	{"mode %s", "模式 %s"},
	{"/rounds needs a number, such as /rounds 5", "/rounds 后面要一个不小于 1 的数字：/rounds 5"},

	{"%s, round %d of %d", "%s，第 %d 轮，最多 %d 轮"},
	{"still running: %s · %s", "仍在运行：%s · %s"},
	{"the agent had answered: %s", "Agent 之前的回答：%s"},

	// Standard input.
	{"nothing came on standard input for %s: using the argument alone", "标准输入 %s 内没有内容：只用参数继续"},
	{"read standard input: %v", "读取标准输入：%v"},
	{"standard input, line %d: %v", "标准输入第 %d 行：%v"},
	{"standard input, line %d: %q is not a message: skipped", "标准输入第 %d 行：%q 不是消息，已略过"},
	{"standard input, line %d: %v: skipped", "标准输入第 %d 行：%v，已略过"},
	{"a message with %s: only text is supported", "消息里有 %s：只支持文本"},
	{"a message without text", "消息里没有文本"},

	// Reviews and recordings.
	{"this provider rejects another model's thinking: reviewing from the transcript",
		"这个 provider 不接受另一个 provider 的模型的思考内容：改为根据对话记录审查"},
	{"recording has stopped: %v", "这次启动不再继续录制：%v"},
	{"old recordings removed: %d (recordings.keep and recordings.max_days in ccc.json)",
		"已删除 %d 个旧录制：上限由 ccc.json 的 recordings.keep 和 recordings.max_days 决定"},
	{"--tee %s has stopped: %s", "--tee %s 不再写入：%s"},
	{"its reader is too slow, or there is none", "读取方太慢，或者没有读取方"},

	// The end.
	{"%s after %s · %s · agent %s, reviews %s", "%s，用时 %s · %s · Agent %s，审查 %s"},
	{"%.0f%% of the reviews' input came from the cache", "审查读取的内容有 %.0f%% 来自缓存"},
	{"completed", "已完成"},
	{"not completed", "未完成"},
	{"needs you", "需要人处理"},
	{"interrupted", "已中断"},
	{"ended", "已结束"},
	{"1 review", "1 次审查"},
	{"%d reviews", "%d 次审查"},
	{"asked you: %s", "问你：%s"},
	{"not completed: %s", "未完成：%s"},
	{"   checked: %s", "   已检查：%s"},
	{"%s and %d more", "%s 以及另外 %d 项"},
	{"could not tell which files changed: %v", "无法得知哪些文件有改动：%v"},
	{" and %d more", " 以及另外 %d 个"},
	{"files changed: %d, lines +%d -%d", "改动的文件：%d，行 +%d -%d"},
	{"%s %s (new)", "%s %s（新增）"},
	{"%s %s (deleted)", "%s %s（已删除）"},
	{"%s %s (was %s)", "%s %s（原为 %s）"},
	{"recording: %s", "录制文件：%s"},
	{"completed after %s", "经过 %s后完成"},
	{"claude printed %d lines that are not events; the log has the first %d",
		"claude 输出了 %d 行不是事件的内容：日志里有其中前 %d 行"},
	{"ended: %s", "已结束：%s"},

	// internal/output.
	{"review %d of %d", "第 %d 次审查，最多 %d 次"},
	{"── completed after %d round ──", "── 经过 %d 轮后完成 ──"},
	{"── completed after %d rounds ──", "── 经过 %d 轮后完成 ──"},
	{"the supervisor asks you this", "Supervisor 向你提问"},
	{"accepted by you, not by a review", "由你接受，未经审查通过"},
	{"ended with the loop's agent, in the background: %s", "随循环的 Agent 一起结束的后台任务：%s"},
}
