package main

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/commandline"
	"ccc/internal/eval"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/state"
	"ccc/internal/supervision"
	"ccc/internal/text"
)

// candidates are the words for completion that were read from files.
type candidates struct {
	dirs     state.Directories
	file     provider.File
	language lang.Language
}

// patience is how long completion waits for ccc.json. It is read in a millisecond, on a busy machine in a hundred.
// While another program is writing it, [file.ReadJSON] may take longer.
const patience = 500 * time.Millisecond

// candidates reads the directories and ccc.json, once. Words from broken or missing files are not offered.
func (p *program) candidates() *candidates {
	if p.completing != nil {
		return p.completing
	}
	k := new(candidates)
	if dirs, err := p.Directories(); err == nil {
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
	k.language = p.LanguageIn(k.file)
	p.completing = k
	return k
}

// offers are words that completion offers, with descriptions.
type offers []cobra.Completion

// add adds a word with its description. It leaves out words with control characters, which no command line can
// contain.
func (o *offers) add(word, what string) {
	if text.Safe(word) == word && !strings.ContainsAny(word, "\t\n") {
		*o = append(*o, strings.TrimRight(word+"\t"+text.Safe(strings.ReplaceAll(what, "\n", " ")), "\t "))
	}
}

// arguments completes the first argument of a command by the first function, the second by the second, and so on.
// Further arguments have no offers.
func arguments(by ...cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= len(by) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return by[len(args)](c, args, typed)
	}
}

// oneOf offers these words.
func oneOf(words ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// offerFiles lets the shell offer files.
func offerFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// offerDirectories lets the shell offer directories.
func offerDirectories(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func (p *program) offerProviders(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	k := p.candidates()
	current, _ := k.file.Provider("") // no error is possible without a name
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
	sessions, _ := claude.Sessions(k.dirs.Claude, k.dirs.Work) // unreadable ones are not offered
	var o offers
	for _, s := range sessions {
		o.add(s.ID, s.Last.Format(supervision.MinuteTime))
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// offerCases offers the cases that come with ccc, and folders.
func offerCases(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return eval.BuiltInNames(), cobra.ShellCompDirectiveDefault
}

// completeFlag sets the function that completes the value of a flag.
func completeFlag(c *cobra.Command, flag string, by cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, by); err != nil {
		panic(err) // the command has no such flag: a mistake in our code
	}
}

// valuesOf completes the value of one of claude's options. kind is what [claude.Values] returned for the option.
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

// offerLaunch completes ccc [flags] [provider] [claude args], or the name of a command.
func (p *program) offerLaunch(
	c *cobra.Command, args []string, typed string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	flags := c.Flags()
	supervisor, options := false, false
	line := append(slices.Clone(args), typed)
	for len(line) > 1 {
		n := commandline.FlagLen(flags, line)
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

// offerFlags offers the flags of a command and claude's options. After --flag= it offers the values.
func (p *program) offerFlags(c *cobra.Command, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if name, _, glued := strings.Cut(typed, "="); glued {
		if c.Flags().Lookup(strings.TrimLeft(name, "-")) == nil && !claude.IsOption(name) {
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

// offerValue completes the value of the flag, or of claude's option, at the beginning of line. The last word of line
// is the typed part of the value.
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

// offerClaude completes claude's arguments, which follow the provider.
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
	return nil, cobra.ShellCompDirectiveDefault // a prompt may name files
}
