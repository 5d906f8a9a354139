package main

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/layout"
	"ccc/internal/provider"
	"ccc/internal/state"
	"ccc/internal/text"
)

const usage = `Usage:
  ccc --supervisor [provider] [claude args...]   claude, supervised: each stop is reviewed until the work is done
  ccc [provider] [claude args...]                claude with that provider; type /supervisor to switch reviews on
  ccc -- [claude args...]                        claude with exactly these arguments: ccc -- doctor

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

// lineHelp explains the parts of a command line.
var lineHelp = lang.M(
	`Claude's own options go after the provider, or before it. With -p, with --output-format, or without a terminal,
nothing is asked: the task is an argument or comes from standard input, and standard output carries the agent's final
text (text), one object (json), or every line with its phase (stream-json). At the terminal /help lists what can be
typed.
`)

// entry is a word that help and man page explain, such as a variable or an exit code.
type entry struct {
	name string
	what lang.Message
}

// variables are the environment variables that ccc reads.
func variables() []entry {
	return []entry{
		{"CCC_CLAUDE", lang.M("the claude to run, else the one on PATH")},
		{"CCC_CONFIG_DIR", lang.M("the directory of ccc.json, else CLAUDE_CONFIG_DIR, else ~/.claude")},
		{"CLAUDE_CONFIG_DIR", lang.M("claude's configuration directory")},
		{state.LaunchEnv, lang.M("the id of the launch, for /supervisor; ccc makes one unless it is set")},
		{"CCC_WORK_DIR", lang.M("state and logs go to its subdirectory ccc")},
		{"CCC_LANG", lang.M(`zh or en, else "language" in ccc.json, else the locale (LC_ALL, LC_MESSAGES, LANG)`)},
		{speedEnv, lang.M("for ccc play: 1 keeps the recorded times")},
		{playEnv, lang.M("for ccc play: the prefix of the files in which it keeps its position")},
		{"NO_COLOR", lang.M("no colours and no status line; TERM=dumb: no control sequences at all")},
	}
}

// exitCodes are the exit codes of ccc. Where ccc has become claude, the exit code is claude's.
func exitCodes() []entry {
	return []entry{
		{"0", lang.M("the work is done")},
		{"1", lang.M("an error")},
		{"2", lang.M("a usage error")},
		{"3", lang.M("not completed within the bounds")},
		{"4", lang.M("you are needed: a question, no verdict, login, credit")},
		{"75", lang.M("try again later: a usage limit or an overload lasted too long, or --run-id is in use")},
		{"127", lang.M("claude not found")},
		{"130", lang.M("it was interrupted")},
		{"128+n", lang.M("ended by signal n; any other code is claude's own")},
	}
}

// entryRows are the lines of the help for entries.
func entryRows(entries []entry, language lang.Language) string {
	var rows []string
	for _, t := range entries {
		rows = append(rows, "  "+t.name+"\t"+language.Text(t.what))
	}
	return tableText(rows)
}

// helpWidth is the width of the lines that describe flags, in columns.
const helpWidth = 110

// flagRows are the lines of the help for flags.
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
		for line := range strings.SplitSeq(layout.Wrap(texts[i], helpWidth-width-2), "\n") {
			rows = append(rows, name+"\t"+line)
			name = ""
		}
	}
	return tableText(rows)
}

// tableText is a [table] as a text.
func tableText(rows []string) string {
	var b strings.Builder
	_ = layout.Table(&b, rows, nil) // to memory
	return b.String()
}

func helpCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "help [command]", Args: cobra.ArbitraryArgs,
		Short:             language.Sprintf("show this help, or that of a command"),
		ValidArgsFunction: p.offerHelp,
		RunE:              func(_ *cobra.Command, args []string) error { return p.helpOn(args) },
	}
}

// offerHelp offers the commands, and after one of them its verbs.
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
	language := p.language()
	c := p.tree(language)
	if len(path) == 0 {
		return p.help(c, language)
	}
	for i, word := range path {
		next := child(c, word)
		if next == nil {
			if line := launch.HelpOn(word, language); i == 0 && line != "" && word != "supervisor" {
				return p.printf("In a session of ccc --supervisor, where /help lists all:\n\n  %s\n", line)
			}
			return p.noCommand(c, path[:i], word)
		}
		c = next
	}
	_, err := io.WriteString(p.wrappedStdout(), commandHelp(c, language))
	return err
}

// child is the command of that name directly under c, nil if there is none.
func child(c *cobra.Command, name string) *cobra.Command {
	i := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool { return sub.Name() == name })
	if i < 0 {
		return nil
	}
	return c.Commands()[i]
}

// verbs are the names of the commands under c.
func verbs(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return names
}

// noCommand is the error for help on a word that is no command under c, whose path is given. Its hint is what the user
// may have meant.
func (p *program) noCommand(c *cobra.Command, path []string, word string) error {
	err := error(usageError{lang.Errorf("there is no command %q", strings.Join(append(path, word), " "))})
	if len(path) == 0 && word == "supervisor" || word == "--supervisor" {
		return lang.WithHint(err, lang.M(
			"--supervisor is a flag: ccc --help; /supervisor in a session is ccc help %s", "supervisor-mode"))
	}
	if len(path) == 0 && claude.Command(word) {
		return lang.WithHint(err, lang.M("%s is claude's own: ccc -- %s --help", word, word))
	}
	if meant := text.Nearest(word, verbs(c)); meant != "" {
		line := strings.Join(slices.Concat([]string{"ccc", "help"}, path, []string{meant}), " ")
		err = lang.WithHint(err, lang.M("did you mean %s?", line))
	}
	return err
}

// commandHelp is the help of one command.
func commandHelp(c *cobra.Command, language lang.Language) string {
	text := language.Sprintf("Usage: ccc %s\n\n%s.\n%s", usageLine(c), sentence(c), c.Long)
	if c.HasSubCommands() {
		text += "\n" + commandRows(c.Commands())
	}
	if flags := ownFlags(c); flags.HasFlags() {
		text += "\n" + language.Sprintf("Flags:") + "\n" + flagRows(flags)
	}
	if claude.Command(c.Name()) && !c.Parent().HasParent() {
		text += "\n" + language.Sprintf("claude's own command of that name: ccc -- %s", c.Name()) + "\n"
	}
	return text
}

// ownFlags are the flags of a command without --help, which every command has.
func ownFlags(c *cobra.Command) *pflag.FlagSet {
	own := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	own.SortFlags = false
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && !f.Hidden {
			own.AddFlag(f)
		}
	})
	return own
}

// usageLine is the usage line of a command without "ccc": its path and its arguments.
func usageLine(c *cobra.Command) string {
	_, args, _ := strings.Cut(c.Use, " ")
	return strings.TrimSpace(strings.Join(commandPath(c), " ") + " " + args)
}

// wrappedStdout is standard output for long texts. At a terminal it wraps them at the width.
func (p *program) wrappedStdout() io.Writer { return readable{p.stdout, columns(p.stdout)} }

// sentence is the one line on a command, with a capital letter.
func sentence(c *cobra.Command) string {
	if strings.HasPrefix(c.Short, "ccc") {
		return c.Short
	}
	first, size := utf8.DecodeRuneInString(c.Short)
	return string(unicode.ToUpper(first)) + c.Short[size:]
}

// commandRows are the lines of the help for commands.
func commandRows(list []*cobra.Command) string {
	var rows []string
	for _, c := range list {
		rows = append(rows, "  ccc "+usageLine(c)+"\t"+c.Short)
	}
	return tableText(rows)
}

// byCaller divides commands into those for the user, and those that Claude Code calls.
func byCaller(list []*cobra.Command) (users, hooks []*cobra.Command) {
	for _, c := range list {
		if c.GroupID == calledByClaude {
			hooks = append(hooks, c)
		} else {
			users = append(users, c)
		}
	}
	return users, hooks
}

// help is ccc --help.
func (p *program) help(root *cobra.Command, language lang.Language) error {
	say := language.Sprintf
	text := say("Providers: none configured") + "\n"
	dirs, err := p.directories()
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
	users, hooks := byCaller(root.Commands())
	_, err = io.WriteString(p.wrappedStdout(),
		say(usage, commandRows(users), commandRows(hooks), flagRows(root.Flags()), lineHelp,
			entryRows(variables(), language), entryRows(exitCodes(), language), text))
	return err
}
