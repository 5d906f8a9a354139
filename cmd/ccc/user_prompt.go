package main

import (
	"github.com/spf13/cobra"

	"ccc/internal/help"
	"ccc/internal/lang"
	"ccc/internal/settings"
)

func promptCommand(p *program, language lang.Language) *cobra.Command {
	plugin := false
	c := &cobra.Command{
		Use: "user-prompt", Short: language.Sprintf("the UserPromptSubmit hook; claude calls it"), Args: noArguments,
		GroupID: help.CalledByClaude, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := p.refuseTerminal(c); err != nil {
				return err
			}
			return p.called().Prompt(plugin)
		},
	}
	hiddenFlag(c.Flags(), &plugin, settings.FromPlugin)
	hiddenFlag(c.Flags(), new(bool), settings.Direct)
	return c
}
