package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/lang"
)

// rootCommand is ccc without a command: it launches claude, supervised or not.
func rootCommand(p *program, language lang.Language) *cobra.Command {
	cobra.EnableCommandSorting = false
	c := &cobra.Command{
		Use: "ccc", DisableFlagParsing: true, // claude's options pass as they are
		Args: cobra.ArbitraryArgs, SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		ValidArgsFunction: p.offerLaunch,
		PersistentPreRunE: refuseEmpty,
		RunE:              func(_ *cobra.Command, args []string) error { return p.launchOn(args) },
	}
	c.Flags().SortFlags = false
	(&commandline.Line{}).AddFlags(c.Flags(), language)
	completeFlag(c, "mode", oneOf("loop", "hook"))
	completeFlag(c, "tee", offerFiles)
	c.AddGroup(&cobra.Group{ID: commandline.CalledByClaude,
		Title: language.Sprintf("Called by Claude Code, not by you:")})
	return c
}

// launchOn launches claude, or prints help or version, as the command line says.
func (p *program) launchOn(args []string) error {
	c, err := commandline.Parse(args, commandNames())
	switch {
	case err != nil:
		return console.Usage(err)
	case c.Help:
		return pflag.ErrHelp
	case c.Version:
		return p.showVersion()
	case c.Supervisor:
		return p.starter().Supervise(c)
	case c.Trust && !c.Literal && len(c.Before) == 0 && slices.Contains(commandNames(), c.FirstWord()):
		// The command itself decides whether it has that flag.
		return p.run(slices.Insert(slices.Clone(c.Rest), 1, "--trust"))
	}
	return p.starter().Launch(c)
}
