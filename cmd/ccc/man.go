package main

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"ccc/internal/commandline"
	"ccc/internal/lang"
)

var manHelp = lang.Both(`
To read it: ccc man | man -l -. In English for a package: CCC_LANG=en ccc man > ccc.1
`, `
阅读：ccc man | man -l -。打包用的英文版：CCC_LANG=en ccc man > ccc.1
`)

func manCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: language.Sprintf("print the man page"), Long: language.Text(manHelp), Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			spoken := p.Language()
			_, err := fmt.Fprint(p.Out, commandline.Manual(p.tree(spoken), spoken, buildTime()))
			return err
		},
	}
}

// buildTime returns the time of the commit from which the program was built; the present time if it is unknown.
func buildTime() time.Time {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if at, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return at
			}
		}
	}
	return time.Now()
}
