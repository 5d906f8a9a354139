package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"ccc/internal/claude/settings"
	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/hook"
	"ccc/internal/lang"
)

var hookHelp = lang.Both(`
Claude Code calls it at each stop of an agent, with JSON on standard input; the decision is on standard output, what
happens on standard error and in hook-invocation.log. The exit code is 0 unless the command line is wrong, or
LD_SHOW_AUXV has the shell print before the decision: then feedback is on standard error, and the exit code is 2.
`, `
Claude Code 在 Agent 每次停下时调用它，标准输入是 JSON；决定写到标准输出，过程写到标准错误和
hook-invocation.log。除非命令行有误，退出码都是 0；但如果 LD_SHOW_AUXV 让 shell 在决定之前输出内容，
反馈会写到标准错误，退出码是 2。
`)

func hookCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o hook.StopOptions
	c := &cobra.Command{
		Use: "supervisor-hook [flags]", Long: language.Text(hookHelp), Args: noArguments,
		GroupID: commandline.CalledByClaude,
		Short:   say("the Stop hook; claude calls it"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Session == "" {
				if err := p.refuseTerminal(c); err != nil {
					return err
				}
			}
			debug.SetGCPercent(400) // a short life: a collection costs more than the memory
			return p.printBlocked(p.hookProgram().Stop(o))
		},
	}
	f := c.Flags()
	f.StringVar(&o.Settings, "settings", "", say("a `file` with the reviewer's settings, else those of the launch"))
	completeFlag(c, "settings", offerFiles)
	f.StringVar(&o.StateDir, "state-dir", "",
		say("the `directory` of state and logs, else $CCC_WORK_DIR/ccc, else ~/.claude/ccc"))
	completeFlag(c, "state-dir", offerDirectories)
	f.StringVar(&o.Session, "session-id", "", say("the `session`, if the input names none"))
	completeFlag(c, "session-id", p.offerSessions)
	hiddenFlag(f, &o.Direct, settings.Direct)
	return c
}

// printBlocked prints the feedback of a [hook.BlockedError] for claude, which reads it from standard error. It
// returns any other error.
func (p *program) printBlocked(err error) error {
	if feedback := new(hook.BlockedError); errors.As(err, &feedback) {
		fmt.Fprintln(p.Err, feedback.Reason)
		return console.Exit(2)
	}
	return err
}
