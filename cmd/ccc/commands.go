package main

import (
	"fmt"
	"slices"
	"strings"

	"ccc/internal/config"
)

// subcommand is one of ccc's own: ccc NAME ARGS…
type subcommand struct {
	name string
	args string // what follows the name, for the help
	what string // one line
	help string // the rest of ccc help NAME
	run  func(p *program, args []string) error
}

// subcommands are all of them, as ccc --help lists them. No provider can bear such a name.
func subcommands() []subcommand {
	return []subcommand{
		{"provider", "add|import|list|remove", "the API providers in ccc.json", providerHelp, (*program).manageProviders},
		{"validate", "[--all] [provider]", "ask a provider's API whether it can be used", validateHelp, (*program).validate},
		{"supervisor-mode", "[on|off|status]", "switch the reviews of this launch, as /supervisor and /supervisoroff do", modeHelp, (*program).mode},
		{"supervisor-hook", "[flags]", "the Stop hook; claude calls it", hookHelp, (*program).hook},
		{"init", "", "write SUPERVISOR.md, the rubric of the reviews", initHelp, (*program).init},
		{"uninstall", "", "take hook, slash commands and generated settings out again", uninstallHelp, (*program).uninstall},
		{"recordings", "", "list the recorded launches, newest first", recordingsHelp, (*program).recordings},
		{"replay", "[flags] [FILE|-]", "play a recording, or what claude printed, through the loop again", replayHelp, (*program).replay},
		{"play", "FILE [claude args]", "perform as the claude of a recording", playHelp, (*program).play},
		{"demo", "", "show a supervised session, without a key or network", "", (*program).demo},
		{"help", "[command]", "show this, or more on a command", "", (*program).helpOn},
	}
}

func findSubcommand(name string) *subcommand {
	list := subcommands()
	i := slices.IndexFunc(list, func(c subcommand) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// helpOn is ccc help [COMMAND].
func (p *program) helpOn(args []string) error {
	if len(args) == 0 {
		return p.help()
	}
	c := findSubcommand(args[0])
	if c == nil || len(args) > 1 {
		return usageError{fmt.Errorf("there is no command %q", strings.Join(args, " "))}
	}
	_, err := fmt.Fprintf(p.stdout, "Usage: ccc %s\n\n%s.\n%s", strings.TrimSpace(c.name+" "+c.args), strings.ToUpper(c.what[:1])+c.what[1:], c.help)
	return err
}

// load reads ccc.json. A provider that nobody could name is an error.
func (p *program) load(dirs directories) (config.File, error) {
	f, err := config.Load(dirs.config)
	if err != nil {
		return f, err
	}
	for _, provider := range f.Providers {
		if err := reserved(provider.Name); err != nil {
			return f, hinted{fmt.Errorf("read %s: %w", f.Path, err), "give it another name in that file"}
		}
	}
	return f, nil
}

func reserved(name string) error {
	if findSubcommand(name) != nil {
		return fmt.Errorf("a provider cannot be called %q: that is a command of ccc", name)
	}
	return nil
}

const uninstallHelp = `
What it takes out: the Stop hook in settings.json, the two slash commands (a file of yours that was kept aside comes back), and
the settings files that ccc wrote for its launches. ccc.json, SUPERVISOR.md and the logs stay.
`

// uninstall takes out what launches have put into claude's configuration.
func (p *program) uninstall(args []string) error {
	if err := noArguments("uninstall", args); err != nil {
		return err
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	removed, err := config.Uninstall(dirs.claude)
	for _, what := range removed {
		fmt.Fprintln(p.stdout, "removed:", what)
	}
	if err != nil {
		return err
	}
	if len(removed) == 0 {
		fmt.Fprintln(p.stdout, "nothing of ccc's is in", dirs.claude)
	}
	_, err = fmt.Fprintf(p.stdout, "kept: %s/ccc.json with your providers, and %s with state and logs\n", dirs.config, dirs.state)
	return err
}

// noArguments is the error for a command that takes none.
func noArguments(name string, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError{fmt.Errorf("%s takes no arguments, not %q", name, strings.Join(args, " "))}
}
