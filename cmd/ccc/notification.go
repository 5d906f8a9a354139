package main

import (
	"github.com/spf13/cobra"

	"ccc/internal/help"
	"ccc/internal/lang"
	"ccc/internal/settings"
)

func notificationCommand(p *program, language lang.Language) *cobra.Command {
	c := &cobra.Command{
		Use: "notification", Short: language.Sprintf("the Notification hook; claude calls it"), Args: noArguments,
		GroupID: help.CalledByClaude, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := p.refuseTerminal(c); err != nil {
				return err
			}
			return p.called().Notification()
		},
	}
	hiddenFlag(c.Flags(), new(bool), settings.Direct)
	return c
}
