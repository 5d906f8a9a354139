package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/lang"
	"ccc/internal/runid"
	"ccc/internal/state"
	"ccc/internal/terminal"
	"ccc/internal/text"
)

// commandLine is what the person asked of ccc.
type commandLine struct {
	supervisor bool
	mode       string // of --supervisor
	tee        string // a file for the agent's raw output; "" for none
	runID      string // names the task over launches of the loop; "" for none
	trust      bool   // the checks of SUPERVISOR.md may run in this launch
	plan       bool   // it is that of ccc run
	help       bool
	version    bool
	before     []string // claude's options that stood before the provider
	rest       []string // from the provider on
	literal    bool     // rest came behind "--": there is no provider in it
}

func flagSet(c *commandLine, language lang.Language) *pflag.FlagSet {
	say := language.Sprintf
	f := newFlags("ccc")
	f.BoolVar(&c.supervisor, "supervisor", false, say("review the work each time claude stops, until it is done"))
	f.StringVar(&c.mode, "mode", "loop",
		say("of --supervisor, `loop|hook`: on this terminal (the default), or in Claude Code's own screen"))
	f.Lookup("mode").DefValue = "" // the text names it
	takes(f, "mode", "loop|hook")
	f.StringVar(&c.tee, "tee", "",
		say("of --supervisor: every byte that the agent prints goes to `file` too, or to a named pipe"))
	takes(f, "tee", "file")
	f.StringVar(&c.runID, "run-id", "", say("of --supervisor without a terminal: the same command with the same `key` "+
		"goes on where it was ended, and after the end tells the same outcome again"))
	takes(f, "run-id", "key")
	f.BoolVar(&c.trust, "trust", false, say("the checks that the project's SUPERVISOR.md names may run in this launch"))
	f.BoolVarP(&c.help, "help", "h", false, say("show this help"))
	f.BoolVarP(&c.version, "version", "v", false, say("show the version"))
	return f
}

// newFlags are the flags of a command, which has none yet.
func newFlags(name string) *pflag.FlagSet {
	f := pflag.NewFlagSet(name, pflag.ContinueOnError)
	f.Usage = func() {}
	f.SortFlags = false
	return f
}

// described gives the flags of a command for its help.
func described[options any](
	flags func(*options, lang.Language) *pflag.FlagSet,
) func(lang.Language) *pflag.FlagSet {
	return func(language lang.Language) *pflag.FlagSet { return flags(new(options), language) }
}

// takes says what the value of a flag is, see [completer.values].
func takes(f *pflag.FlagSet, name, kind string) {
	f.Lookup(name).Annotations = map[string][]string{kindKey: {kind}}
}

const kindKey = "kind"

// formatFlag is a flag whose value is one of those, which are divided by "|". The first is the default, which the text
// names.
func formatFlag(f *pflag.FlagSet, name string, value *string, formats, text string) {
	first, _, _ := strings.Cut(formats, "|")
	f.StringVar(value, name, first, text)
	f.Lookup(name).DefValue = ""
	takes(f, name, formats)
}

// positive is the value of a flag that takes a number above 0.
type positive float64

func (v *positive) Set(text string) (err error) {
	*(*float64)(v), err = aboveZero(text)
	return err
}
func (v *positive) String() string { return strconv.FormatFloat(float64(*v), 'g', -1, 64) }
func (v *positive) Type() string   { return "float64" }

// aboveZero reads a number that is, and that is not infinite.
func aboveZero(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && !(n > 0 && n <= math.MaxFloat64) { // NaN is neither
		err = strconv.ErrRange
	}
	return n, err
}

// parseFlags reads the arguments of a command. The error is pflag.ErrHelp where help is asked for, else of the usage.
func parseFlags(f *pflag.FlagSet, args []string) error {
	err := f.Parse(args)
	if err == nil || errors.Is(err, pflag.ErrHelp) {
		return err
	}
	wrong := error(usageError{flagError(err)})
	if unknown := new(pflag.NotExistError); errors.As(err, &unknown) {
		if meant := text.Nearest(unknown.GetSpecifiedName(), flagNames(f)); meant != "" {
			wrong = withHint(wrong, lang.M("did you mean %s?", "--"+meant))
		}
	}
	return wrong
}

// flagNames are those of all flags, without dashes.
func flagNames(f *pflag.FlagSet) (names []string) {
	f.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// misspelt is the error for a word that is like one of the flags, and no option of claude's; nil for any other.
func misspelt(word, name string, flags *pflag.FlagSet) error {
	if meant := text.Nearest(name, flagNames(flags)); meant != "" && len(name) > 2 && !claude.Known("--"+name) {
		return withHint(lang.Errorf("there is no flag %s", word), lang.M("did you mean %s?", "--"+meant))
	}
	return nil
}

// parse reads ccc's own flags, which end at the first argument. Claude's options may stand before it too, since that is
// how people type: ccc --supervisor --output-format json glm.
func parse(args []string) (commandLine, error) {
	var c commandLine
	flags := flagSet(&c, lang.English)
	var own []string
	for len(args) > 0 {
		word := args[0]
		name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case word == "--":
			c.rest, c.literal = args[1:], true
			err := c.check(flags, own)
			return c, err
		case strings.HasPrefix(word, "--") && flags.Lookup(name) != nil, word == "-h", word == "-v":
			n := 1
			if flag := flags.Lookup(name); flag != nil && flag.NoOptDefVal == "" && !strings.Contains(word, "=") {
				n = min(2, len(args)) // its value is the next word
			}
			own = append(own, args[:n]...)
			args = args[n:]
		default:
			n := claude.OptionLen(args)
			if n == 0 {
				c.rest = args
				err := c.check(flags, own)
				return c, err
			}
			if err := misspelt(word, name, flags); err != nil {
				return c, err
			}
			c.before = append(c.before, args[:n]...)
			args = args[n:]
		}
	}
	err := c.check(flags, own)
	return c, err
}

// check parses ccc's own flags.
func (c *commandLine) check(flags *pflag.FlagSet, own []string) error {
	if err := flags.Parse(own); err != nil {
		return flagError(err)
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
	return c.misplaced(flags)
}

// misplaced is the error for a flag of ccc's own that stands behind the provider, where all is claude's.
func (c *commandLine) misplaced(flags *pflag.FlagSet) error {
	line := c.rest
	if c.literal || c.own() != nil || slices.ContainsFunc(line[:min(2, len(line))], claude.Command) {
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
			return lang.Errorf("%s stands before the provider: %s …", name, order)
		}
		line = line[max(claude.OptionLen(line), 1):]
	}
	return nil
}

// own is the command of ccc's own that is meant, nil if there is none.
func (c *commandLine) own() *subcommand {
	if c.literal || c.supervisor || len(c.before) > 0 || len(c.rest) == 0 {
		return nil
	}
	return findSubcommand(c.rest[0])
}

// flagError says in the person's language what is wrong with a flag.
func flagError(err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return lang.Errorf("there is no flag %s", dashes+unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		return lang.Errorf("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		return lang.Errorf("--%s cannot be %q", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &syntax):
		return lang.Errorf("%s is not a flag", syntax.GetSpecifiedFlag())
	}
	return err
}

// split tells the provider from claude's arguments. The first argument is the provider if one of that name is
// configured; if it cannot be a name it is claude's; else the person meant a provider that is not there, and gets an
// error.
func (c commandLine) split(f config.File) (provider *config.Provider, args []string, err error) {
	name := ""
	args = c.rest
	switch {
	case c.literal && len(c.before) > 0 && len(args) > 0: // claude's own "--", behind its options
		args = append([]string{"--"}, args...)
	case !c.literal && len(args) > 0 && args[0] == "":
		return nil, nil, usageError{lang.Errorf("an empty word stands where the provider or the prompt is expected")}
	case !c.literal && len(args) > 0:
		word := args[0]
		noName := func(r rune) bool { return unicode.IsSpace(r) || r == '/' }
		notName := strings.ContainsFunc(word, noName) || strings.HasPrefix(word, "-")
		// As in: claude -p hello, claude --model opus hello.
		prompt := claude.OneWord(args) && (claude.HasPrint(c.before) || len(c.before) > 0 && meant(word, f) == "")
		if f.Has(word) || !notName && !prompt && !claude.Command(word) {
			name, args = word, args[1:]
		}
	}
	if provider, err = f.Provider(name); err != nil {
		return nil, nil, err
	}
	given := append(append([]string(nil), f.ClaudeArgs...), c.before...)
	words := 0
	if takesMore(given) { // the prompt is none of that option's: it goes first
		for words < len(args) && !strings.HasPrefix(args[words], "-") {
			words++
		}
	}
	return provider, slices.Concat(args[:words], given, args[words:]), nil
}

// swallowed is the error for the name of a provider that stands where it is not taken for one: behind an option of
// claude's that takes it as a value, or behind the prompt. The launch would be on another provider.
func (c commandLine) swallowed(f config.File) error {
	if c.first() != "" && (f.Has(c.first()) || len(c.before) == 0 && claude.Command(c.first())) {
		return nil
	}
	behind := c.rest
	if c.literal {
		behind = nil
	}
	order := "ccc"
	if c.supervisor {
		order += " --supervisor"
	}
	if option, name := claude.Swallowed(slices.Concat(c.before, behind), f.Has); name != "" {
		return lang.Errorf("%s would take the provider %s for its value: type %s %s %s …; if a value is meant, %s=%s",
			option, name, order, name, option, option, name)
	}
	words := claude.Positional(behind)
	if i := slices.IndexFunc(words, f.Has); i > 0 {
		return lang.Errorf("the provider %s stands behind the prompt, where it is no provider: type %s %s %s", words[i],
			order, words[i], config.Quoted(words[0]))
	}
	return nil
}

// takesMore reports whether the option at the end of args would take one more word.
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

// version is what the build says of itself.
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

// meant is what a person may have meant by a word that is no provider: a provider, or the command line that begins with
// such a command; "" if it is like none.
func meant(word string, f config.File) string {
	known := slices.Concat(f.Names(), names(listed(subcommands())), []string{"supervisor"}, claude.Commands())
	switch name := text.Nearest(word, known); {
	case name == "supervisor":
		return "ccc --supervisor"
	case f.Has(name) || name == "":
		return name
	default:
		return "ccc " + name
	}
}

// unknownProvider adds to the error for a provider that is not there what may have been meant, and how it is typed if
// it was the prompt.
func (c commandLine) unknownProvider(err error, f config.File) error {
	unknown := new(config.UnknownProviderError)
	if !errors.As(err, &unknown) {
		return err
	}
	line := []string{"ccc"}
	if c.supervisor {
		line = append(line, "--supervisor")
	}
	for _, word := range slices.Concat(c.before, []string{"--"}, c.rest) {
		line = append(line, config.Quoted(word))
	}
	if slices.ContainsFunc(config.Templates, func(t config.Template) bool { return t.Name == unknown.Name && !t.Own }) {
		return withHint(err, lang.M("ccc provider add %s makes it", unknown.Name))
	}
	if c.plan {
		next := lang.M("behind the plan stand a provider and claude's options; what is to be done stands in the plan")
		if word := meant(unknown.Name, f); word != "" {
			next = lang.M("did you mean %s?", word)
		}
		return withHint(err, next)
	}
	prompt := lang.M("if that was meant for claude: %s", strings.Join(line, " "))
	if word := meant(unknown.Name, f); word != "" {
		prompt = lang.M("did you mean %s? If that was meant for claude: %s", word, strings.Join(line, " "))
	}
	return withHint(err, prompt)
}

const usage = `Usage:
  ccc --supervisor [provider] [claude args...]   claude, supervised: each stop is reviewed until the work is done
  ccc [provider] [claude args...]                claude on that provider; /supervisor in it switches reviews on
  ccc -- [claude args...]                        claude, whatever the words are: ccc -- doctor

Commands:
%s
Called by Claude Code, not by you:
%s
Flags, before the provider:
%s
%s
Environment:
%s
Exit codes:
%s
%s`

// manner says how ccc takes a command line.
var manner = lang.M(
	`Claude's own options go after the provider, or before it. With -p, with --output-format, or without a terminal,
nothing is asked: the task is an argument or comes from standard input, and standard output carries the agent's final
text (text), one object (json), or every line with its phase (stream-json). At the terminal /help lists what can be
typed.
`)

// entry is a word that help and man page explain.
type entry struct {
	name string
	what lang.Message
}

// variables are those of the environment that ccc reads.
func variables() []entry {
	return []entry{
		{"CCC_CLAUDE", lang.M("the claude to run, else the one on PATH")},
		{"CCC_CONFIG_DIR", lang.M("where ccc.json is, else CLAUDE_CONFIG_DIR, else ~/.claude")},
		{"CLAUDE_CONFIG_DIR", lang.M("claude's configuration directory")},
		{state.LaunchEnv, lang.M("names the launch for /supervisor; made by ccc unless set")},
		{"CCC_WORK_DIR", lang.M("state and logs go to its subdirectory ccc")},
		{"CCC_LANG", lang.M(`zh or en, else "language" in ccc.json, else the locale (LC_ALL, LC_MESSAGES, LANG)`)},
		{speedEnv, lang.M("of ccc play: 1 for the recorded times")},
		{playEnv, lang.M("of ccc play: what the files begin with that keep what comes next")},
		{"NO_COLOR", lang.M("no colours and no status line; TERM=dumb: no control sequences at all")},
	}
}

// exitCodes are ccc's. Claude's own is that of a run that ended as claude.
func exitCodes() []entry {
	return []entry{
		{"0", lang.M("the work is done")},
		{"1", lang.M("an error")},
		{"2", lang.M("a usage error")},
		{"3", lang.M("not completed within the bounds")},
		{"4", lang.M("a person is needed: a question, no verdict, login, credit")},
		{"75", lang.M("it may be tried again: a limit or an overload outlasted its wait, or --run-id is held")},
		{"127", lang.M("claude not found")},
		{"130", lang.M("it was interrupted")},
		{"128+n", lang.M("ended by signal n; any other code is claude's own")},
	}
}

// termRows are the lines of the help that explain words.
func termRows(terms []entry, language lang.Language) string {
	var rows []string
	for _, t := range terms {
		rows = append(rows, "  "+t.name+"\t"+language.Text(t.what))
	}
	return columned(rows)
}

// helpWidth is how long the lines are that describe flags, in columns.
const helpWidth = 110

// flagRows are the lines of the help that describe flags.
func flagRows(flags *pflag.FlagSet) string {
	var names, texts []string
	width := 0
	flags.VisitAll(func(flag *pflag.Flag) {
		value, what := pflag.UnquoteUsage(flag)
		name := "      --" + flag.Name
		if flag.Shorthand != "" {
			name = "  -" + flag.Shorthand + ", --" + flag.Name
		}
		name = strings.TrimRight(name+" "+value, " ")
		names, texts, width = append(names, name), append(texts, what), max(width, len(name))
	})
	var rows []string
	for i, name := range names {
		for line := range strings.SplitSeq(terminal.Wrap(texts[i], helpWidth-width-2), "\n") {
			rows = append(rows, name+"\t"+line)
			name = ""
		}
	}
	return columned(rows)
}

// columned is [table] as a text.
func columned(rows []string) string {
	var b strings.Builder
	_ = table(&b, rows, nil) // to memory
	return b.String()
}

func (p *program) help() error {
	language := p.spoken()
	say := language.Sprintf
	text := say("Providers: none configured") + "\n"
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	f, err := config.Load(dirs.Config)
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
	persons, hooks := callers(subcommands())
	_, err = io.WriteString(p.broken(),
		say(usage, commandRows("ccc", persons, language), commandRows("ccc", hooks, language),
			flagRows(described(flagSet)(language)), manner,
			termRows(variables(), language), termRows(exitCodes(), language), text))
	return err
}

// showVersion is ccc version.
func (p *program) showVersion(args []string) error {
	if err := noArguments("version", args); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.stdout, "ccc", version())
	return err
}
