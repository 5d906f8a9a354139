// Package commandline is about what the user types: ccc [flags] [provider] [claude args] of a launch, the help and
// the man page of all commands, and their completion in a shell.
package commandline

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/supervision/runid"
)

// Line is a command line that launches claude: ccc [flags] [provider] [claude args].
type Line struct {
	Supervisor bool
	Mode       string // of --supervisor: "loop" or "hook"
	Tee        string // the file that gets the agent's raw output; "" for none
	RunID      string // identifies the task, so that a later launch can continue it; "" for none
	Trust      bool   // the checks of SUPERVISOR.md may run without asking
	Plan       bool   // the line is the end of a ccc run line, after the plan
	Help       bool
	Version    bool
	Before     []string // claude's options before the provider
	Rest       []string // the provider, if there is one, and everything after it
	Literal    bool     // Rest came after "--", so all of it belongs to claude
	Commands   []string // names of ccc's own commands, which a misspelt word may mean
}

// AddFlags adds the flags of a launch, which must precede the provider, and sets them in c.
func (c *Line) AddFlags(f *pflag.FlagSet, language lang.Language) {
	say := language.Sprintf
	f.BoolVar(&c.Supervisor, "supervisor", false, say("review the work each time claude stops, until it is done"))
	f.StringVar(&c.Mode, "mode", "loop",
		say("with --supervisor, `loop|hook`: on this terminal (the default), or in Claude Code's own screen"))
	f.Lookup("mode").DefValue = "" // the flag's text already names it
	f.StringVar(&c.Tee, "tee", "",
		say("with --supervisor: write every byte that the agent prints to this `file`, or named pipe, too"))
	f.StringVar(&c.RunID, "run-id", "", say("with --supervisor and without a terminal: the same command with the same "+
		"`key` resumes where it was stopped, and repeats the outcome once it has finished"))
	f.BoolVar(&c.Trust, "trust", false,
		say("trust this directory in this launch: its checks, hooks, MCP servers and the like may run"))
	f.BoolVarP(&c.Help, "help", "h", false, say("show this help"))
	f.BoolVarP(&c.Version, "version", "v", false, say("show the version"))
}

// Parse reads a command line that launches claude. commands are the names of ccc's own commands.
func Parse(args, commands []string) (c Line, err error) {
	c.Commands = commands
	flags := pflag.NewFlagSet("ccc", pflag.ContinueOnError)
	c.AddFlags(flags, lang.English)
	var own []string
	if own, c.Before, c.Rest, err = TakeFlags(flags, args); err != nil {
		return c, err
	}
	if len(c.Rest) > 0 && c.Rest[0] == "--" {
		c.Rest, c.Literal = c.Rest[1:], true
	}
	return c, c.check(flags, own)
}

// check parses ccc's own flags, and refuses combinations that have no meaning.
func (c *Line) check(flags *pflag.FlagSet, own []string) error {
	if err := flags.Parse(own); err != nil {
		return FlagProblem(err)
	}
	switch {
	case c.Mode != "loop" && c.Mode != "hook":
		return lang.Errorf("--mode takes loop or hook, not %q", c.Mode)
	case flags.Changed("mode") && !c.Supervisor:
		return lang.Errorf("--mode goes with --supervisor")
	case flags.Changed("tee") && (!c.Supervisor || c.Mode == "hook" || c.Tee == ""):
		return lang.Errorf("--tee takes a file, and goes with --supervisor in the loop")
	case flags.Changed("run-id") && (!c.Supervisor || c.Mode == "hook"):
		return lang.Errorf("--run-id goes with --supervisor in the loop")
	case flags.Changed("run-id") && (c.RunID == "" || len(c.RunID) > runid.MaxKey):
		return lang.Errorf("--run-id takes a text of 1 to %d bytes", runid.MaxKey)
	}
	return c.misplacedFlag(flags)
}

// misplacedFlag returns the error for one of ccc's own flags after the provider, where every word belongs to claude.
func (c *Line) misplacedFlag(flags *pflag.FlagSet) error {
	line := c.Rest
	if c.Literal || slices.ContainsFunc(line[:min(2, len(line))], claude.IsSubcommand) {
		return nil // claude's commands have flags of their own
	}
	for len(line) > 0 && line[0] != "--" {
		name, _, _ := strings.Cut(line[0], "=")
		long, ok := strings.CutPrefix(name, "--")
		if ok && flags.Lookup(long) != nil && !claude.IsOption(name) {
			order := "ccc " + name
			if name != "--supervisor" && (c.Supervisor || name != "--trust") {
				order = "ccc --supervisor " + name
			}
			if flags.Lookup(long).NoOptDefVal != "" && len(strings.Fields(c.Rest[0])) == 1 {
				order += " " + c.Rest[0]
			}
			return lang.Errorf("%s comes before the provider: %s …", name, order)
		}
		line = line[max(claude.OptionLen(line), 1):]
	}
	return nil
}

// Named reports whether the user named the provider on the command line.
func (c Line) Named(provider *provider.Provider) bool {
	return provider != nil && c.FirstWord() == provider.Name
}

// FirstWord returns the first word after ccc's own flags. It may be the name of a provider. It is "" if there is none.
func (c Line) FirstWord() string {
	if c.Literal || len(c.Rest) == 0 {
		return ""
	}
	return c.Rest[0]
}
