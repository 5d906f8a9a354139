package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ccc/internal/commandline"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/watch/statusline"
)

var statuslineHelp = lang.Both(`
Claude Code calls it for the status line of its own screen, with JSON on standard input, and shows the line that it
prints: whether reviews are on, what the running review does and how long it has run, the last verdict, the cost of the
task's reviews. In settings.json:

  "statusLine": {"type": "command", "command": "ccc statusline", "refreshInterval": 1}
`, `
Claude Code 为自己界面的状态行调用它，标准输入是 JSON，并显示它打印的一行：审查是否开启、正在进行的审查在做什么、
已经多久、最近一次结论、这个任务的审查费用。写在 settings.json 里：

  "statusLine": {"type": "command", "command": "ccc statusline", "refreshInterval": 1}
`)

// statuslineOptions are the flags of ccc statusline.
type statuslineOptions struct {
	wrap string // a command of the shell; "" for none
}

func statuslineCommand(p *program, language lang.Language) *cobra.Command {
	var o statuslineOptions
	c := &cobra.Command{
		Use: "statusline [--wrap COMMAND]", Long: language.Text(statuslineHelp), Args: noArguments,
		GroupID:           commandline.CalledByClaude,
		Short:             language.Sprintf("print the status line of Claude Code's own screen; claude calls it"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := p.refuseTerminal(c); err != nil {
				return err
			}
			return p.statusline(o)
		},
	}
	c.Flags().StringVar(&o.wrap, "wrap", "", language.Sprintf(
		"run your own status line `command` with the same input, and add ours to its line"))
	return c
}

// statusline is ccc statusline.
func (p *program) statusline(o statuslineOptions) error {
	endWithClaude()
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	line, input := statusline.Answer(p.In, p.Getenv, dirs.State, dirs.Config, os.Getpid())
	if o.wrap != "" {
		ctx, stop := hook.UntilUnwanted(p.Out)
		defer stop()
		ctx, cancel := context.WithTimeout(ctx, statusline.WrapTime)
		defer cancel()
		line = statusline.Wrapped(ctx, o.wrap, input, p.Env, line)
	}
	_, err = io.WriteString(p.Out, line+"\n")
	return err
}
