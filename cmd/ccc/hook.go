package main

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/settings"
	"ccc/internal/state"
)

var hookHelp = lang.Both(`
Claude Code calls it at each stop of an agent, with JSON on standard input; the decision is on standard output, what
happens on standard error and in hook-invocation.log. The exit code is 0 unless the command line is wrong.
`, `
Claude Code 在 Agent 每次停止时调用它，标准输入是 JSON；决定写到标准输出，过程写到标准错误和
hook-invocation.log。除非命令行有误，退出码都是 0。
`)

func hookCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o hook.StopOptions
	c := &cobra.Command{
		Use: "supervisor-hook [flags]", Long: language.Text(hookHelp), Args: noArguments, GroupID: calledByClaude,
		Short: say("the Stop hook; claude calls it"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.called().Stop(o) },
	}
	f := c.Flags()
	f.StringVar(&o.Settings, "settings", "", say("the reviewer's settings, a `file`; else those of the launch"))
	completeFlag(c, "settings", offerFiles)
	f.StringVar(&o.StateDir, "state-dir", "",
		say("the `directory` of state and logs, else $CCC_WORK_DIR/ccc, else ~/.claude/ccc"))
	completeFlag(c, "state-dir", offerDirectories)
	f.StringVar(&o.Session, "session-id", "", say("the `session`, where the input names none"))
	completeFlag(c, "session-id", p.offerSessions)
	return c
}

var modeHelp = lang.Both(`
Switches the reviews of this launch on (the default), which begins a new count, or off. status prints on, off, or
exhausted: on, but a bound has ended the task, and nothing is reviewed until your next message. On standard error it
says why the last stop was not reviewed, if it should have been. Words after on and off are ignored. /supervisor and
/supervisoroff in a session of ccc's call it. If Claude Code runs no hooks in this launch, on says why and ends with
exit code 1, and reviews stay off.
`, `
开启（默认）或关闭这次启动的审查；开启会重新开始计数。status 输出 on、off 或 exhausted：审查开启着，但任务已到上限，
在你的下一条消息之前不再审查；上次停止该审查而没有审查时，原因写到标准错误。on 和 off 之后的词会被忽略。
在 ccc 启动的会话里，/supervisor 和 /supervisoroff 会调用它。如果 Claude Code 在这次启动里不运行任何 hook，
on 会说明原因，退出码为 1，审查保持关闭。
`)

func modeCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "supervisor-mode [on|off|status]", Long: language.Text(modeHelp), Args: cobra.ArbitraryArgs,
		DisableFlagParsing: true, // whatever follows the first word is ignored
		Short:              language.Sprintf("switch the reviews of this launch, as /supervisor and /supervisoroff do"),
		ValidArgsFunction:  arguments(oneOf("on", "off", "status")),
		RunE:               func(_ *cobra.Command, args []string) error { return p.mode(args) },
	}
}

// mode is ccc supervisor-mode.
func (p *program) mode(args []string) error {
	plugin := slices.Contains(args, settings.FromPlugin)
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == settings.FromPlugin })
	verb := "on"
	if len(args) > 0 {
		verb = args[0]
	}
	if verb != "on" && verb != "off" && verb != "status" {
		return usageError{lang.Errorf("supervisor-mode takes on, off or status, not %q", verb)}
	}
	return p.called().Switch(verb, plugin)
}

func sessionStartCommand(p *program, language lang.Language) *cobra.Command {
	plugin := false
	c := &cobra.Command{
		Use: "session-start", Short: language.Sprintf("the SessionStart hook; claude calls it"), Args: noArguments,
		GroupID: calledByClaude, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.called().SessionStart(plugin) },
	}
	c.Flags().BoolVar(&plugin, strings.TrimLeft(settings.FromPlugin, "-"), false, "")
	c.Flags().Lookup(strings.TrimLeft(settings.FromPlugin, "-")).Hidden = true
	return c
}

func notificationCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "notification", Short: language.Sprintf("the Notification hook; claude calls it"), Args: noArguments,
		GroupID: calledByClaude, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.called().Notification() },
	}
}

// called is this run for the claude that has called it.
func (p *program) called() *hook.Program {
	work, _ := os.Getwd() // without one, what needs it says so
	return &hook.Program{
		Env: p.env, Work: work, Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr, Version: version(), Load: p.load,
	}
}

// notice tells the user of a state that had to begin anew; any other error it gives back.
func (p *program) notice(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		p.errorf("%v", corrupt)
		return nil
	}
	return err
}
