package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"ccc/internal/claude/settings"
	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
)

func sessionStartCommand(p *program, language lang.Language) *cobra.Command {
	plugin := false
	c := p.calledCommand("session-start", language.Sprintf("the SessionStart hook; claude calls it"),
		func(h *hook.Program) error { return h.SessionStart(plugin) })
	hiddenFlag(c.Flags(), &plugin, settings.FromPlugin)
	return c
}

func promptCommand(p *program, language lang.Language) *cobra.Command {
	plugin := false
	c := p.calledCommand("user-prompt", language.Sprintf("the UserPromptSubmit hook; claude calls it"),
		func(h *hook.Program) error { return h.Prompt(plugin) })
	hiddenFlag(c.Flags(), &plugin, settings.FromPlugin)
	return c
}

func notificationCommand(p *program, language lang.Language) *cobra.Command {
	return p.calledCommand("notification", language.Sprintf("the Notification hook; claude calls it"),
		(*hook.Program).Notification)
}

// calledCommand makes a command that claude calls as a hook, and that calls run.
func (p *program) calledCommand(name, short string, run func(*hook.Program) error) *cobra.Command {
	c := &cobra.Command{
		Use: name, Short: short, Args: noArguments,
		GroupID: commandline.CalledByClaude, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := p.refuseTerminal(c); err != nil {
				return err
			}
			return run(p.hookProgram())
		},
	}
	hiddenFlag(c.Flags(), new(bool), settings.Direct)
	return c
}

// hiddenFlag adds a flag that is only for the command lines that ccc writes.
func hiddenFlag(f *pflag.FlagSet, value *bool, name string) {
	name = strings.TrimLeft(name, "-")
	f.BoolVar(value, name, false, "")
	f.Lookup(name).Hidden = true
}

// refuseTerminal returns an error if a user has typed the command of a hook: only claude writes its input, so it
// would wait for the terminal.
func (p *program) refuseTerminal(c *cobra.Command) error {
	if term.IsTerminal(int(p.In.Fd())) {
		return console.Usage(lang.Errorf("%s is for Claude Code to call, not for you", c.Name()))
	}
	return nil
}

// hookProgram returns this run as a [hook.Program], for commands that claude calls. The process ends when that claude
// does.
func (p *program) hookProgram() *hook.Program {
	endWithClaude()
	work, _ := os.Getwd() // code that needs the directory reports an empty one
	return &hook.Program{
		Env: p.Env, Work: work, Stdin: p.In, Stdout: p.Out, Stderr: p.Err, Version: version(), Load: loadWith,
	}
}

// endWithClaude ends this process when the claude that started it has ended. Its input and output do not show that,
// because other programs may hold them open.
func endWithClaude() {
	if claude, ok := process.Claude(os.Getpid()); ok {
		process.EndWith(claude)
	}
}
