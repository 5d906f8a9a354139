package main

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"ccc/internal/help"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
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
		Use: "supervisor-hook [flags]", Long: language.Text(hookHelp), Args: noArguments, GroupID: help.CalledByClaude,
		Short: say("the Stop hook; claude calls it"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Session == "" {
				if err := p.refuseTerminal(c); err != nil {
					return err
				}
			}
			return p.called().Stop(o)
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

// hiddenFlag adds a flag that is only for the command lines that ccc writes.
func hiddenFlag(f *pflag.FlagSet, value *bool, name string) {
	name = strings.TrimLeft(name, "-")
	f.BoolVar(value, name, false, "")
	f.Lookup(name).Hidden = true
}

// refuseTerminal returns the error for a hook that a user has typed: claude writes its input, a terminal would be
// waited for.
func (p *program) refuseTerminal(c *cobra.Command) error {
	if term.IsTerminal(int(p.stdin.Fd())) {
		return usageError{lang.Errorf("%[1]s is for Claude Code to call: see ccc help %[1]s", c.Name())}
	}
	return nil
}

// called is this run as [hook.Program], for the commands that claude calls. It ends when that claude does.
func (p *program) called() *hook.Program {
	endWithClaude()
	work, _ := os.Getwd() // the code that needs it reports an empty one
	return &hook.Program{
		Env: p.env, Work: work, Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr, Version: version(), Load: p.load,
	}
}

// endWithClaude ends this process when the claude that started it has ended. Its input and output do not tell: other
// programs may have them open.
func endWithClaude() {
	if claude, ok := process.Claude(os.Getpid()); ok {
		process.EndWith(claude)
	}
}

// notice tells the user that an unreadable state file was replaced by a new one. It returns any other error.
func (p *program) notice(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		p.errorf("%v", corrupt)
		return nil
	}
	return err
}
