package main

import (
	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/trust"
)

var trustHelp = lang.Both(`
Shows the checks that the SUPERVISOR.md of this directory names, commands that ccc runs before each review, the
providers to which it and each SUPERVISOR.NAME.md send the session, and what claude would run or set by the project's
own files (hooks, env, MCP servers, plugins), and asks whether they may. The answer holds for what was shown: if it
changes, it is not used until you say so again. ~/.claude/SUPERVISOR.md and the files next to it are your own: you are
not asked about them. Nor are you asked about claude's files in a directory that you have told claude to trust.
`, `
显示当前目录的 SUPERVISOR.md 列出的检查（也就是 ccc 在每次审查前运行的命令）、它和各个 SUPERVISOR.NAME.md
会把会话发送到的 provider，以及 claude 会按项目自己的文件运行或设置的内容（钩子、env、MCP 服务器、插件），并询问是否允许。
回答只对显示过的内容有效：改变后，在你再次同意之前不会使用。
~/.claude/SUPERVISOR.md 和它旁边的文件是你自己的，不需要同意；
你已经让 claude 信任的目录，其中 claude 的文件也不再询问。
`)

type trustOptions struct{ sure, list, revoke bool }

func trustCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o trustOptions
	c := &cobra.Command{
		Use: "trust [--yes|--list|--revoke]", Long: language.Text(trustHelp), Args: cobra.ArbitraryArgs,
		Short:             say("allow this project's checks, hooks and servers to run"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 || c.Flags().NFlag() > 1 {
				return console.Usage(lang.Errorf("trust takes one of --yes, --list and --revoke"))
			}
			dirs, err := p.Directories()
			switch {
			case err != nil:
				return err
			case o.list:
				return p.asker().List(dirs)
			case o.revoke:
				return p.asker().Revoke(dirs)
			}
			return p.asker().Trust(dirs, o.sure)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.sure, "yes", false, say("do not ask"))
	f.BoolVar(&o.list, "list", false, say("the files that you trust"))
	f.BoolVar(&o.revoke, "revoke", false, say("withdraw what you approved of this directory"))
	return c
}

// asker returns what asks the user which programs may run.
func (p *program) asker() trust.Asker { return trust.Asker{Console: &p.Console} }
