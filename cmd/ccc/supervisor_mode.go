package main

import (
	"slices"

	"github.com/spf13/cobra"

	"ccc/internal/claude/settings"
	"ccc/internal/console"
	"ccc/internal/hook"
	"ccc/internal/lang"
)

var modeHelp = lang.Both(`
Switches the reviews of this launch on (the default), which begins a new count, or off. status prints on, off, or
exhausted: on, but a limit has ended the task, and nothing is reviewed until your next message. On standard error it
says which limit, or why the last stop was not reviewed, if it should have been. Words after on and off are ignored.
/supervisor and /supervisoroff in a session of ccc's call it. Once you have typed a prompt there, another command inside
Claude Code, the agent's or one of yours after !, switches nothing and ends with exit code 1. If Claude Code runs no
hooks in this launch, on says why and ends with exit code 1, and reviews stay off.
`, `
开启（默认）或关闭这次启动的审查；开启会重新开始计数。status 输出 on、off 或 exhausted：审查开启着，但任务已到上限，
在你的下一条消息之前不再审查；标准错误上说明是哪个上限，或 Agent 上次停下时本该审查却没有审查的原因。
on 和 off 之后的词会被忽略。在 ccc 启动的会话里，/supervisor 和 /supervisoroff 会调用它。
你在那里输入过提示词之后，Claude Code 里的其他命令（Agent 的，或你在 ! 之后输入的）不能切换审查，退出码为 1。
如果 Claude Code 在这次启动里不运行任何钩子，on 会说明原因，退出码为 1，审查保持关闭。
`)

func modeCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "supervisor-mode [on|off|status]", Long: language.Text(modeHelp), Args: cobra.ArbitraryArgs,
		DisableFlagParsing: true, // words after the first one are ignored, even if they begin with -
		Short:              language.Sprintf("switch the reviews of this launch, as /supervisor and /supervisoroff do"),
		ValidArgsFunction:  arguments(oneOf("on", "off", "status")),
		RunE:               func(_ *cobra.Command, args []string) error { return p.mode(args) },
	}
}

// mode switches the reviews of this launch, or prints whether they are on.
func (p *program) mode(args []string) error {
	by := hook.SwitchOptions{Plugin: slices.Contains(args, settings.FromPlugin)}
	by.Command = by.Plugin || slices.Contains(args, settings.FromCommand)
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return arg == settings.FromPlugin || arg == settings.FromCommand
	})
	verb := "on"
	switch {
	case len(args) > 0:
		verb = args[0]
	case hook.IsStatusLine(p.In): // an old script of a status line may call it again and again
		verb = "status"
	}
	if verb != "on" && verb != "off" && verb != "status" {
		return console.Usage(lang.Errorf("supervisor-mode takes on, off or status, not %q", verb))
	}
	return p.hookProgram().Switch(verb, by)
}
