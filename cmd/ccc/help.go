package main

import (
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ccc/internal/claude"
	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/supervision"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

func helpCommand(p *program, language lang.Language) *cobra.Command {
	all := false
	c := &cobra.Command{
		Use: "help [--all] [command]", Args: cobra.ArbitraryArgs,
		Short:             language.Sprintf("show what ccc is used for, or the help of a command"),
		ValidArgsFunction: p.offerHelp,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !all {
				return p.shortHelp()
			}
			return p.helpOn(args)
		},
	}
	c.Flags().BoolVar(&all, "all", false, language.Sprintf("every command, flag, variable and exit code: ccc --help"))
	return c
}

// shortHelp prints what most users need, on one screen.
func (p *program) shortHelp() error {
	language := p.Language()
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	providers := language.Sprintf("Providers: none configured")
	switch f, err := provider.Load(dirs.Config); {
	case err != nil:
		providers = language.Sprintf("Providers: %v", err)
	case len(f.Providers) > 0:
		current, _ := f.Provider("")
		var names []string
		for _, one := range f.Providers {
			name := one.Name
			if current != nil && current.Name == name {
				name += language.Sprintf(" (current)")
			}
			names = append(names, name)
		}
		providers = language.Sprintf("Providers: %v", lang.List(names...))
	}
	w, _ := p.helpPage()
	_, err = io.WriteString(w, commandline.ShortHelp(p.tree(language), providers, language))
	return err
}

// offerHelp offers the commands as arguments and, after one of them, its verbs.
func (p *program) offerHelp(
	_ *cobra.Command, args []string, _ string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	c, rest, err := p.tree(p.candidates().language).Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var o offers
	for _, sub := range c.Commands() {
		o.add(sub.Name(), sub.Short)
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// helpOn prints the help of ccc, or of the command that path names: a command, and perhaps a verb of it.
func (p *program) helpOn(path []string) error {
	language := p.Language()
	c := p.tree(language)
	if len(path) == 0 {
		return p.help(c, language)
	}
	for i, word := range path {
		next := subcommand(c, word)
		if next == nil {
			if line := supervision.HelpOn(word, language); i == 0 && line != "" && word != "supervisor" {
				return p.Printf("In a session of ccc --supervisor, where /help lists all:\n\n  %s\n", line)
			}
			return p.noCommand(c, path[:i], word)
		}
		c = next
	}
	return p.printPage(commandline.CommandHelp(c, language))
}

// subcommand returns the subcommand of c with that name, or nil.
func subcommand(c *cobra.Command, name string) *cobra.Command {
	i := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool { return sub.Name() == name })
	if i < 0 {
		return nil
	}
	return c.Commands()[i]
}

// verbs returns the names of the commands under c.
func verbs(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return names
}

// noCommand returns the error for help on a word that is not a command under c, whose path is given. Its hint is a
// similar command.
func (p *program) noCommand(c *cobra.Command, path []string, word string) error {
	err := error(console.Usage(lang.Errorf("there is no command %q", strings.Join(append(path, word), " "))))
	if len(path) == 0 && text.Nearest(word, []string{"supervisor"}) != "" || word == "--supervisor" {
		return lang.WithHint(err, lang.M(
			"--supervisor is a flag: ccc --help; /supervisor in a session is ccc help %s", "supervisor-mode"))
	}
	if len(path) == 0 && claude.IsSubcommand(word) {
		return lang.WithHint(err, lang.M("%s is claude's own: ccc -- %s --help", word, word))
	}
	if meant := text.Nearest(word, verbs(c)); meant != "" {
		line := strings.Join(slices.Concat([]string{"ccc", "help"}, path, []string{meant}), " ")
		err = lang.WithHint(err, lang.M("did you mean %s?", line))
	}
	return err
}

// printPage prints a help text. At a terminal its lines are as long as the terminal is wide.
func (p *program) printPage(page string) error {
	w, width := p.helpPage()
	if width != nil {
		page = layout.Unwrap(page)
	}
	_, err := io.WriteString(w, page)
	return err
}

// helpPage returns the writer for help, and its width; nil for any. A pipe, as to head or a pager, is as wide as the
// terminal, where its lines end up.
func (p *program) helpPage() (w io.Writer, width func() int) {
	if p.Out == nil {
		return p.Text, nil
	}
	width = console.Columns(p.Out)
	if info, err := p.Out.Stat(); width == nil && err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		width = console.Columns(p.Terminal)
	}
	return console.Readable{W: p.Text, Width: width}, width
}

// help runs ccc --help and ccc help --all.
func (p *program) help(root *cobra.Command, language lang.Language) error {
	say := language.Sprintf
	text := say("Providers: none configured") + "\n"
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	f, err := provider.Load(dirs.Config)
	switch {
	case err != nil:
		text = say("Providers: %v", err) + "\n"
	case len(f.Providers) > 0:
		text = say("Providers in %s:", f.Path) + "\n"
		current, _ := f.Provider("")
		for _, provider := range f.Providers {
			mark := ""
			if current != nil && current.Name == provider.Name {
				mark = say(" (current)")
			}
			text += "  " + provider.Name + mark + "\n"
		}
	}
	return p.printPage(commandline.FullHelp(root, text, language))
}
