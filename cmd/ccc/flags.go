package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/lang"
)

// commandLine is what the person asked of ccc.
type commandLine struct {
	supervisor bool
	mode       string // of --supervisor
	tee        string // a file for the agent's raw output; "" for none
	trust      bool   // the checks of SUPERVISOR.md may run in this launch
	help       bool
	version    bool
	before     []string // claude's options that stood before the provider
	rest       []string // from the provider on
	literal    bool     // rest came behind "--": there is no provider in it
}

func flagSet(c *commandLine, language lang.Language) *pflag.FlagSet {
	say := language.Sprintf
	f := pflag.NewFlagSet("ccc", pflag.ContinueOnError)
	f.BoolVar(&c.supervisor, "supervisor", false, say("review the work each time claude stops, until it is done"))
	f.StringVar(&c.mode, "mode", "loop",
		say("of --supervisor: `loop` on this terminal (the default), or hook: Claude Code's own screen"))
	f.Lookup("mode").DefValue = "" // the text names it
	f.StringVar(&c.tee, "tee", "",
		say("of --supervisor: every byte that the agent prints goes to `file` too, or to a named pipe"))
	f.BoolVar(&c.trust, "trust", false, say("the checks that the project's SUPERVISOR.md names may run in this launch"))
	f.BoolVarP(&c.help, "help", "h", false, say("show this help"))
	f.BoolVar(&c.version, "version", false, say("show the version"))
	f.SortFlags = false
	return f
}

// parse reads ccc's own flags, which end at the first argument. Claude's options may stand before it too, since that is
// how people type: ccc --supervisor --output-format json glm.
func parse(args []string) (commandLine, error) {
	var c commandLine
	flags := flagSet(&c, lang.English)
	flags.Usage = func() {}
	var own []string
	for len(args) > 0 {
		word := args[0]
		name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case word == "--":
			c.rest, c.literal = args[1:], true
			err := c.check(flags, own)
			return c, err
		case strings.HasPrefix(word, "--") && flags.Lookup(name) != nil, word == "-h":
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
	case c.supervisor && !c.literal:
		for _, own := range []string{"--tee", "--mode", "--trust"} { // claude has no such options
			if slices.Contains(c.rest, own) {
				return lang.Errorf("%s stands before the provider: ccc --supervisor %s …", own, own)
			}
		}
	}
	return nil
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
	if !c.literal && len(args) > 0 {
		word := args[0]
		noName := func(r rune) bool { return unicode.IsSpace(r) || r == '/' }
		notName := strings.ContainsFunc(word, noName) || strings.HasPrefix(word, "-")
		prompt := claude.HasPrint(c.before) && claude.OneWord(args) // as in: claude -p hello
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

const usage = `Usage:
  ccc --supervisor [provider] [claude args...]   claude, supervised: each stop is reviewed until the work is done
  ccc [provider] [claude args...]                claude on that provider; /supervisor in it switches reviews on

Commands:
%sFlags, before the provider:
%s
Claude's own options go after the provider, or before it. With -p, with --output-format, or without a terminal,
nothing is asked: the task is an argument or comes from standard input, and standard output carries the agent's final
text (text), one object (json), or every line with its phase (stream-json). At the terminal /help lists what can be
typed.

Environment:
  CCC_CLAUDE          the claude to run, else the one on PATH
  CCC_CONFIG_DIR      where ccc.json is, else CLAUDE_CONFIG_DIR, else ~/.claude
  CLAUDE_CONFIG_DIR   claude's configuration directory
  CCC_SUPERVISOR_ID   names the launch for /supervisor; made by ccc unless set
  CCC_WORK_DIR        state and logs go to its subdirectory ccc
  CCC_LANG            zh or en, else "language" in ccc.json, else the locale (LC_ALL, LC_MESSAGES, LANG)
  CCC_PLAY_SPEED      of ccc play: 1 for the recorded times
  CCC_PLAY_STATE      of ccc play: what the files begin with that keep what comes next
  NO_COLOR            no colours and no status line; TERM=dumb: no control sequences at all

Exit codes: 0 done, 1 error, 2 usage, 3 not completed within the bounds, 4 a person is needed, 127 claude not found,
130 interrupted, 128+n ended by signal n, else claude's own.
%s`

func (p *program) help() error {
	language := p.spoken()
	say := language.Sprintf
	text := "\n" + say("Providers: none configured") + "\n"
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	f, err := config.Load(dirs.config)
	switch {
	case err != nil:
		text = "\n" + say("Providers: %v", err) + "\n"
	case len(f.Providers) > 0:
		text = "\n" + say("Providers in %s:", f.Path) + "\n"
		current, _ := f.Provider("")
		for _, provider := range f.Providers {
			mark := ""
			if current != nil && current.Name == provider.Name {
				mark = say(" (current)")
			}
			text += "  " + provider.Name + mark + "\n"
		}
	}
	var c commandLine
	commands := ""
	for _, sub := range subcommands() {
		commands += fmt.Sprintf("  ccc %-36s %s\n", strings.TrimSpace(sub.name+" "+sub.args), language.Text(sub.what))
	}
	return p.printf(usage, commands+"\n", flagSet(&c, language).FlagUsages(), text)
}
