package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"ccc/internal/lang"
)

func versionCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: language.Sprintf("show the version"), Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return p.showVersion() },
	}
}

func (p *program) showVersion() error {
	_, err := fmt.Fprintln(p.Out, "ccc", version())
	return err
}

// version returns the version of the build, with its commit if the version does not contain it; "unknown" without
// build information.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 && !strings.Contains(v, s.Value[:12]) {
			v += " " + s.Value[:12]
		}
	}
	return v
}
