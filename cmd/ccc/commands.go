package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/lang"
)

// A command is a subcommand of ccc: ccc NAME ARGS…
type command struct {
	name  string
	build func(*program, lang.Language) *cobra.Command // with texts in the language
}

// commands returns the commands that help, man page and completion show, in the order of ccc --help. No provider can
// have the name of one.
func commands() []command {
	return []command{
		{"run", runCommand},
		{"provider", providerCommand},
		{"validate", validateCommand},
		{"review", reviewCommand},
		{"supervisor-mode", modeCommand},
		{"supervisor-hook", hookCommand},
		{"session-start", sessionStartCommand},
		{"user-prompt", promptCommand},
		{"notification", notificationCommand},
		{"init", initCommand},
		{"trust", trustCommand},
		{"dismiss", dismissCommand},
		{"doctor", doctorCommand},
		{"uninstall", uninstallCommand},
		{"recordings", recordingsCommand},
		{"watch", watchCommand},
		{"replay", replayCommand},
		{"report", reportCommand},
		{"audit", auditCommand},
		{"eval", evalCommand},
		{"play", playCommand},
		{"demo", demoCommand},
		{"statusline", statuslineCommand},
		{"completion", completionCommand},
		{"man", manCommand},
		{"version", versionCommand},
		{"help", helpCommand},
	}
}

// isCommand reports whether name is a command of ccc, or one that shells call for completion.
func isCommand(name string) bool {
	return name == completeWord || name == completeBashWord || slices.Contains(commandNames(), name)
}

func commandNames() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// tree builds the root command with all commands.
func (p *program) tree(language lang.Language) *cobra.Command {
	root := rootCommand(p, language)
	for _, c := range commands() {
		p.addCommand(root, c, language)
	}
	return root
}

// branch builds the root command with only the command that line calls. Building all takes 1 ms, too long for a hook.
func (p *program) branch(line []string, language lang.Language) *cobra.Command {
	root := rootCommand(p, language)
	if len(line) > 0 {
		if i := slices.Index(commandNames(), line[0]); i >= 0 {
			p.addCommand(root, commands()[i], language)
		}
	}
	return root
}

// addCommand builds a command, with its flag --help, and puts it under root.
func (p *program) addCommand(root *cobra.Command, c command, language lang.Language) {
	made := c.build(p, language)
	root.AddCommand(made)
	if c.name == "help" { // otherwise cobra adds its own
		root.SetHelpCommand(made)
	}
	for _, one := range append(made.Commands(), made) {
		one.Flags().SortFlags = false
		one.Flags().BoolP("help", "h", false, language.Sprintf("show this help"))
	}
}

// run executes a command line. An error in the line has a hint at the help of its command.
func (p *program) run(line []string) error {
	if len(line) > 0 && line[0] == completeWord {
		return p.complete(line[1:])
	}
	if len(line) > 0 && line[0] == completeBashWord {
		return p.completeBash(line[1:])
	}
	root := p.branch(line, lang.English) // the help builds its own tree, in the user's language
	if path := helpPath(root, line); path != nil {
		return p.helpOn(path)
	}
	var helpErr error
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { helpErr = p.helpOn(commandline.CommandPath(c)) })
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return flagError(err, c.Flags()) })
	root.SetArgs(slices.Concat([]string{}, line)) // SetArgs(nil) would mean os.Args
	c, err := root.ExecuteC()
	if c.HasParent() && c.Name() != "help" && lang.HintOf(err).String() == console.SeeHelp.String() {
		err = lang.WithHint(err, lang.M("see ccc help %s", strings.Join(commandline.CommandPath(c), " ")))
	}
	return errors.Join(err, helpErr)
}

// helpPath finds requests for help that cobra does not notice, and returns the path of the command; nil for no
// request. They are --help as the first argument of a command that parses its flags itself, and "help" in place of a
// verb.
func helpPath(root *cobra.Command, line []string) []string {
	if len(line) < 2 || !root.HasSubCommands() {
		return nil
	}
	c := root.Commands()[0]
	switch {
	case c.DisableFlagParsing && (line[1] == "--help" || line[1] == "-h"):
		return line[:1]
	case c.HasSubCommands() && line[1] == "help":
		return slices.Concat(line[:1], line[2:])
	}
	return nil
}

// refuseEmpty refuses empty arguments and empty values of flags, which a shell makes of unset variables.
func refuseEmpty(c *cobra.Command, args []string) (err error) {
	if c.DisableFlagParsing || c.GroupID == commandline.CalledByClaude { // values from claude may be empty
		return nil
	}
	if slices.Contains(args, "") {
		return console.Usage(lang.Errorf("an argument is empty"))
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.String() == "" {
			err = console.Usage(lang.Errorf("--%s needs a value", f.Name))
		}
	})
	return err
}

// noArguments refuses arguments, for a command that takes none.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return console.Usage(lang.Errorf("%s takes no arguments, not %q", strings.Join(commandline.CommandPath(c), " "),
		strings.Join(args, " ")))
}
