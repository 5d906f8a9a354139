package main

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/help"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/runid"
	"ccc/internal/text"
)

// rootCommand is ccc without a command: it launches claude, supervised or not.
func rootCommand(p *program, language lang.Language) *cobra.Command {
	cobra.EnableCommandSorting = false
	c := &cobra.Command{
		Use: "ccc", DisableFlagParsing: true, // claude's options pass as they are
		Args: cobra.ArbitraryArgs, SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		ValidArgsFunction: p.offerLaunch,
		PersistentPreRunE: refuseEmpty,
		RunE:              func(_ *cobra.Command, args []string) error { return p.launchOn(args) },
	}
	c.Flags().SortFlags = false
	launchFlags(c.Flags(), &commandLine{}, language)
	completeFlag(c, "mode", oneOf("loop", "hook"))
	completeFlag(c, "tee", offerFiles)
	c.AddGroup(&cobra.Group{ID: help.CalledByClaude, Title: language.Sprintf("Called by Claude Code, not by you:")})
	return c
}

// commandLine is a command line that launches claude: ccc [flags] [provider] [claude args].
type commandLine struct {
	supervisor bool
	mode       string // of --supervisor: "loop" or "hook"
	tee        string // the file that gets the agent's raw output; "" for none
	runID      string // identifies the task, so that a later launch goes on with it; "" for none
	trust      bool   // the checks of SUPERVISOR.md may run without asking
	plan       bool   // it is the end of a ccc run line: what follows the plan
	help       bool
	version    bool
	before     []string // claude's options before the provider
	rest       []string // the provider, if there is one, and what follows it
	literal    bool     // rest followed "--", so all of it is claude's
}

// launchFlags adds the flags of a launch, which must precede the provider.
func launchFlags(f *pflag.FlagSet, c *commandLine, language lang.Language) {
	say := language.Sprintf
	f.BoolVar(&c.supervisor, "supervisor", false, say("review the work each time claude stops, until it is done"))
	f.StringVar(&c.mode, "mode", "loop",
		say("with --supervisor, `loop|hook`: on this terminal (the default), or in Claude Code's own screen"))
	f.Lookup("mode").DefValue = "" // the text names it
	f.StringVar(&c.tee, "tee", "",
		say("with --supervisor: write every byte that the agent prints to this `file`, or named pipe, too"))
	f.StringVar(&c.runID, "run-id", "", say("with --supervisor and without a terminal: the same command with the same "+
		"`key` resumes where it was stopped, and repeats the outcome once it has finished"))
	f.BoolVar(&c.trust, "trust", false,
		say("trust this directory in this launch: its checks, hooks, MCP servers and the like may run"))
	f.BoolVarP(&c.help, "help", "h", false, say("show this help"))
	f.BoolVarP(&c.version, "version", "v", false, say("show the version"))
}

// misspeltFlag is the error for a word that is spelled like one of the flags, but is neither a flag nor an option of
// claude's; nil for any other word.
func misspeltFlag(word string, flags *pflag.FlagSet) error {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	if meant := text.Nearest(name, flagNames(flags)); meant != "" && len(name) > 2 && !claude.Known("--"+name) {
		return lang.WithHint(lang.Errorf("there is no flag %s", word), lang.M("did you mean %s?", "--"+meant))
	}
	return nil
}

// flagLen returns how many words the flag at the head of line and its value take; 0 if line begins with no such flag.
func flagLen(flags *pflag.FlagSet, line []string) int {
	word := line[0]
	var flag *pflag.Flag
	name, _, glued := strings.Cut(word, "=")
	if long, ok := strings.CutPrefix(name, "--"); ok {
		flag = flags.Lookup(long)
	} else if len(word) > 1 && word[0] == '-' {
		flag = flags.ShorthandLookup(word[1:2])
		glued = len(word) > 2 // -j4
		if flag != nil && glued && flag.NoOptDefVal != "" {
			return 0
		}
	}
	switch {
	case flag == nil:
		return 0
	case glued || flag.NoOptDefVal != "":
		return 1
	}
	return 2
}

// takeFlags takes the flags from the head of a line, and claude's options between them, up to "--" or the first
// argument. People mix them: ccc --supervisor --output-format json glm.
func takeFlags(flags *pflag.FlagSet, line []string) (own, claudes, rest []string, err error) {
	for len(line) > 0 && line[0] != "--" {
		n := min(flagLen(flags, line), len(line))
		if n > 0 {
			own, line = append(own, line[:n]...), line[n:]
			continue
		}
		if n = claude.OptionLen(line); n == 0 {
			break
		}
		if err := misspeltFlag(line[0], flags); err != nil {
			return own, claudes, line, err
		}
		claudes, line = append(claudes, line[:n]...), line[n:]
	}
	return own, claudes, line, nil
}

// parse reads a command line that launches claude.
func parse(args []string) (c commandLine, err error) {
	flags := pflag.NewFlagSet("ccc", pflag.ContinueOnError)
	launchFlags(flags, &c, lang.English)
	var own []string
	if own, c.before, c.rest, err = takeFlags(flags, args); err != nil {
		return c, err
	}
	if len(c.rest) > 0 && c.rest[0] == "--" {
		c.rest, c.literal = c.rest[1:], true
	}
	return c, c.check(flags, own)
}

// check parses ccc's own flags, and refuses combinations that make no sense.
func (c *commandLine) check(flags *pflag.FlagSet, own []string) error {
	if err := flags.Parse(own); err != nil {
		return flagProblem(err)
	}
	switch {
	case c.mode != "loop" && c.mode != "hook":
		return lang.Errorf("--mode takes loop or hook, not %q", c.mode)
	case flags.Changed("mode") && !c.supervisor:
		return lang.Errorf("--mode goes with --supervisor")
	case flags.Changed("tee") && (!c.supervisor || c.mode == "hook" || c.tee == ""):
		return lang.Errorf("--tee takes a file, and goes with --supervisor in the loop")
	case flags.Changed("run-id") && (!c.supervisor || c.mode == "hook"):
		return lang.Errorf("--run-id goes with --supervisor in the loop")
	case flags.Changed("run-id") && (c.runID == "" || len(c.runID) > runid.MaxKey):
		return lang.Errorf("--run-id takes a text of 1 to %d bytes", runid.MaxKey)
	}
	return c.misplacedFlag(flags)
}

// misplacedFlag is the error for one of ccc's own flags after the provider, where every word is claude's.
func (c *commandLine) misplacedFlag(flags *pflag.FlagSet) error {
	line := c.rest
	if c.literal || slices.ContainsFunc(line[:min(2, len(line))], claude.Command) {
		return nil // claude's commands have flags of their own
	}
	for len(line) > 0 && line[0] != "--" {
		name, _, _ := strings.Cut(line[0], "=")
		long, ok := strings.CutPrefix(name, "--")
		if ok && flags.Lookup(long) != nil && !claude.Known(name) {
			order := "ccc " + name
			if name != "--supervisor" && (c.supervisor || name != "--trust") {
				order = "ccc --supervisor " + name
			}
			if flags.Lookup(long).NoOptDefVal != "" && len(strings.Fields(c.rest[0])) == 1 {
				order += " " + c.rest[0]
			}
			return lang.Errorf("%s comes before the provider: %s …", name, order)
		}
		line = line[max(claude.OptionLen(line), 1):]
	}
	return nil
}

// launchOn launches claude, or prints help or version, as the command line says.
func (p *program) launchOn(args []string) error {
	c, err := parse(args)
	switch {
	case err != nil:
		return usageError{err}
	case c.help:
		return pflag.ErrHelp
	case c.version:
		return p.showVersion()
	case c.supervisor:
		return p.supervise(c)
	case c.trust && !c.literal && len(c.before) == 0 && slices.Contains(commandNames(), c.firstWord()):
		return p.run(slices.Insert(slices.Clone(c.rest), 1, "--trust")) // the command says whether it has that flag
	}
	return p.launch(c)
}

// split separates the provider from claude's arguments. The first argument names the provider if one of that name is
// configured. If it cannot be a name, it is claude's. Otherwise the user meant a provider that does not exist: an
// error.
func (c commandLine) split(f provider.File) (provider *provider.Provider, args []string, err error) {
	name := ""
	args = c.rest
	switch {
	case c.literal && len(c.before) > 0 && len(args) > 0: // claude's own "--", after its options
		args = append([]string{"--"}, args...)
	case !c.literal && len(args) > 0 && args[0] == "":
		return nil, nil, usageError{lang.Errorf("the provider or the prompt is empty")}
	case !c.literal && len(args) > 0:
		word := args[0]
		noName := func(r rune) bool { return unicode.IsSpace(r) || r == '/' }
		notName := strings.ContainsFunc(word, noName) || strings.HasPrefix(word, "-")
		// As in: claude -p hello, claude --model opus hello.
		prompt := claude.OneWord(args) && (claude.HasPrint(c.before) || len(c.before) > 0 && suggestion(word, f) == "")
		if f.Has(word) || !notName && !prompt && !claude.Command(word) {
			name, args = word, args[1:]
		}
	}
	if provider, err = f.Provider(name); err != nil {
		return nil, nil, err
	}
	given := append(append([]string(nil), f.ClaudeArgs...), c.before...)
	words := 0
	if takesMore(given) { // that option would swallow the prompt, so the prompt goes first
		for words < len(args) && !strings.HasPrefix(args[words], "-") {
			words++
		}
	}
	return provider, slices.Concat(args[:words], given, args[words:]), nil
}

// swallowedProvider is the error for the name of a provider in a place where it does not select the provider: after an
// option of claude's that takes it as its value, or after the prompt. The launch would use another provider.
func (c commandLine) swallowedProvider(f provider.File) error {
	if c.firstWord() != "" && (f.Has(c.firstWord()) || len(c.before) == 0 && claude.Command(c.firstWord())) {
		return nil
	}
	after := c.rest // what follows the options
	if c.literal {
		after = nil
	}
	order := "ccc"
	if c.supervisor {
		order += " --supervisor"
	}
	if option, name := claude.FindSwallowedWord(slices.Concat(c.before, after), f.Has); name != "" {
		return lang.Errorf("%s would take the provider %s for its value: type %s %s %s …; if a value is meant, %s=%s",
			option, name, order, name, option, option, name)
	}
	words := claude.Positional(after)
	if i := slices.IndexFunc(words, f.Has); i > 0 {
		return lang.Errorf("the provider %s comes after the prompt, where it has no effect: type %s %s %s", words[i],
			order, words[i], text.ShellWord(words[0]))
	}
	return nil
}

// takesMore reports whether the last option in args would take one more word as its value.
func takesMore(args []string) bool {
	for len(args) > 0 {
		n := claude.OptionLen(args)
		if n == len(args) {
			return claude.OptionLen(append(slices.Clone(args), "word")) > n
		}
		args = args[max(n, 1):]
	}
	return false
}

// suggestion guesses what the user meant by a word that is no provider: the name of a provider, or the beginning of a
// command line ("ccc init"); "" if nothing is spelled like it.
func suggestion(word string, f provider.File) string {
	known := slices.Concat(f.Names(), commandNames(), []string{"supervisor"}, claude.Commands())
	switch name := text.Nearest(word, known); {
	case name == "supervisor":
		return "ccc --supervisor"
	case f.Has(name) || name == "":
		return name
	default:
		return "ccc " + name
	}
}

// unknownProvider adds a hint to the error for a provider that does not exist: what may have been meant, and how the
// line is typed if the word was a prompt for claude.
func (c commandLine) unknownProvider(err error, f provider.File) error {
	unknown := new(provider.UnknownProviderError)
	if !errors.As(err, &unknown) {
		return err
	}
	line := []string{"ccc"}
	if c.supervisor {
		line = append(line, "--supervisor")
	}
	for _, word := range slices.Concat(c.before, []string{"--"}, c.rest) {
		line = append(line, text.ShellWord(word))
	}
	addable := func(t provider.Template) bool { return t.Name == unknown.Name && !t.Own }
	if slices.ContainsFunc(provider.Templates, addable) {
		return lang.WithHint(err, lang.M("ccc provider add %s makes it", unknown.Name))
	}
	if c.plan {
		next := lang.M("after the plan come a provider and claude's options; the tasks are in the plan")
		if word := suggestion(unknown.Name, f); word != "" {
			next = lang.M("did you mean %s?", word)
		}
		return lang.WithHint(err, next)
	}
	prompt := lang.M("if that was meant for claude: %s", strings.Join(line, " "))
	if word := suggestion(unknown.Name, f); word != "" {
		prompt = lang.M("did you mean %s? If that was meant for claude: %s", word, strings.Join(line, " "))
	}
	return lang.WithHint(err, prompt)
}
