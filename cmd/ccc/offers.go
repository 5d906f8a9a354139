package main

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/eval"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/provider"
	"ccc/internal/terminal"
)

// candidates are what completion reads of files.
type candidates struct {
	dirs     directories
	file     provider.File
	language lang.Language
}

// patience is how long completion waits for ccc.json, which may be being written (see [file.ReadJSON]).
const patience = 30 * time.Millisecond

// candidates reads the directories and ccc.json, once. What is broken or missing offers nothing.
func (p *program) candidates() *candidates {
	if p.completing != nil {
		return p.completing
	}
	k := new(candidates)
	if dirs, err := p.directories(); err == nil {
		k.dirs = dirs
		loaded := make(chan provider.File, 1)
		go func() {
			f, _ := provider.Load(dirs.Config)
			loaded <- f
		}()
		select {
		case k.file = <-loaded:
		case <-time.After(patience):
		}
	}
	k.language = p.languageIn(k.file)
	p.completing = k
	return k
}

// offers collects words that may be offered.
type offers []cobra.Completion

// add adds a word and what it is. A word that no line of a shell can hold is left out.
func (o *offers) add(word, what string) {
	if terminal.Safe(word) == word && !strings.ContainsAny(word, "\t\n") {
		*o = append(*o, strings.TrimRight(word+"\t"+terminal.Safe(strings.ReplaceAll(what, "\n", " ")), "\t "))
	}
}

// arguments offers for the first argument of a command what the first function does, and so on; nothing after them.
func arguments(by ...cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= len(by) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return by[len(args)](c, args, typed)
	}
}

// oneOf offers words.
func oneOf(words ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// offerFiles has the shell offer files.
func offerFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// offerDirectories has the shell offer directories.
func offerDirectories(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func (p *program) offerProviders(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	k := p.candidates()
	current, _ := k.file.Provider("") // without a name there is no error
	var o offers
	for _, name := range k.file.Names() {
		what := "provider"
		if current != nil && current.Name == name {
			what += k.language.Sprintf(" (current)")
		}
		o.add(name, what)
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

func (p *program) offerTemplates(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	var o offers
	for _, t := range provider.Templates {
		o.add(t.Name, p.candidates().language.Text(t.Label))
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

func (p *program) offerSessions(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	k := p.candidates()
	sessions, _ := claude.Sessions(k.dirs.Claude, k.dirs.Work) // none where they cannot be read
	var o offers
	for _, s := range sessions {
		o.add(s.ID, s.Last.Format(launch.MinuteTime))
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// offerCases offers the cases that come with ccc, and folders.
func offerCases(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return eval.BuiltIn(), cobra.ShellCompDirectiveDefault
}

// completeFlag says what completes the value of a flag.
func completeFlag(c *cobra.Command, flag string, by cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, by); err != nil {
		panic(err) // there is no such flag
	}
}

// valuesOf completes the value of an option of claude's, see [claude.Values].
func (p *program) valuesOf(kind string) cobra.CompletionFunc {
	switch kind {
	case "":
		return cobra.NoFileCompletions
	case "file":
		return offerFiles
	case "directory":
		return offerDirectories
	case "session":
		return p.offerSessions
	}
	return oneOf(strings.Split(kind, "|")...)
}

// offerLaunch completes a command line of claude's: ccc's flags, then a provider, then claude's arguments.
func (p *program) offerLaunch(
	c *cobra.Command, args []string, typed string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	flags := c.Flags()
	supervisor, options := false, false
	line := append(slices.Clone(args), typed)
	for len(line) > 1 {
		n := ownLen(flags, line)
		if n == 0 {
			n = claude.OptionLen(line)
			options = options || n > 0
		}
		switch {
		case line[0] == "--", n == 0:
			return p.offerClaude(line[1:])
		case n >= len(line): // the last word is its value
			return p.offerValue(c, line)
		}
		supervisor = supervisor || strings.HasPrefix(line[0], "--supervisor")
		line = line[n:]
	}
	if strings.HasPrefix(typed, "-") {
		return p.offerFlags(c, typed)
	}
	var o offers
	if !supervisor && !options {
		o = p.offerCommands()
	}
	providers, _ := p.offerProviders(c, nil, typed)
	o = append(o, providers...)
	if !supervisor {
		for _, name := range claude.Commands() {
			if !isCommand(name) {
				o.add(name, p.candidates().language.Sprintf("claude's own command"))
			}
		}
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// offerCommands offers ccc's own commands.
func (p *program) offerCommands() (o offers) {
	for _, c := range p.tree(p.candidates().language).Commands() {
		o.add(c.Name(), c.Short)
	}
	return o
}

// ownLen is how many words the flag at the head of line takes; 0 if none of flags stands there.
func ownLen(flags *pflag.FlagSet, line []string) int {
	name, _, glued := strings.Cut(strings.TrimLeft(line[0], "-"), "=")
	flag := flags.Lookup(name)
	switch {
	case !strings.HasPrefix(line[0], "--") || flag == nil:
		return 0
	case glued || flag.NoOptDefVal != "":
		return 1
	}
	return 2
}

// offerFlags offers the flags of a command and claude's options, or where one has its "=" its values.
func (p *program) offerFlags(c *cobra.Command, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if name, _, glued := strings.Cut(typed, "="); glued {
		if c.Flags().Lookup(strings.TrimLeft(name, "-")) == nil && !claude.Known(name) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return p.offerValue(c, []string{typed})
	}
	var o offers
	c.Flags().VisitAll(func(f *pflag.Flag) { o.add("--"+f.Name, f.Usage) })
	for _, name := range claude.Options() {
		if c.Flags().Lookup(strings.TrimLeft(name, "-")) == nil {
			o.add(name, "")
		}
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// offerValue completes the value of the flag or of claude's option at the head of line, which ends with the typed word.
func (p *program) offerValue(c *cobra.Command, line []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	name, _, _ := strings.Cut(line[0], "=")
	typed := line[len(line)-1]
	if by, ok := c.GetFlagCompletionFunc(strings.TrimLeft(name, "-")); ok {
		return by(c, nil, typed)
	}
	if c.Flags().Lookup(strings.TrimLeft(name, "-")) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return p.valuesOf(claude.Values(line))(c, nil, typed)
}

// offerClaude completes what is claude's: the words after the provider.
func (p *program) offerClaude(line []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	none := new(cobra.Command) // it has no flags
	for len(line) > 1 {
		n := max(claude.OptionLen(line), 1)
		if n >= len(line) {
			return p.offerValue(none, line)
		}
		line = line[n:]
	}
	if typed := line[0]; strings.HasPrefix(typed, "-") {
		return p.offerFlags(none, typed)
	}
	return nil, cobra.ShellCompDirectiveDefault // files that a prompt speaks of
}
