package commandline

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

// CalledByClaude is the group of the commands that Claude Code calls instead of the user.
const CalledByClaude = "claude"

// entry is a word that help and man page explain, such as a variable or an exit code.
type entry struct {
	name string
	what lang.Message
}

// entryRows returns the lines of the help for entries.
func entryRows(entries []entry, language lang.Language) string {
	var rows []string
	for _, t := range entries {
		rows = append(rows, "  "+t.name+"\t"+language.Text(t.what))
	}
	return tableText(rows)
}

// helpWidth is the width of the lines that describe flags, in columns.
const helpWidth = 110

// flagRows returns the lines of the help for flags.
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

// tableText returns a [layout.Table] as text.
func tableText(rows []string) string {
	var b strings.Builder
	_ = layout.Table(&b, rows, nil) // writing to memory cannot fail
	return b.String()
}

// CommandHelp returns the help of one command.
func CommandHelp(c *cobra.Command, language lang.Language) string {
	text := language.Sprintf("Usage: ccc %s\n\n%s.\n%s", usageLine(c, language), sentence(c), c.Long)
	if c.HasSubCommands() {
		text += "\n" + commandRows(c.Commands(), language)
	}
	if flags := ownFlags(c); flags.HasFlags() {
		text += "\n" + language.Sprintf("Flags:") + "\n" + flagRows(flags)
	}
	if claude.IsSubcommand(c.Name()) && !c.Parent().HasParent() {
		text += "\n" + language.Sprintf("claude's own command of that name: ccc -- %s", c.Name()) + "\n"
	}
	return text
}

// ownFlags returns the flags of a command without --help, which every command has.
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

// usageLine returns the usage line of a command without "ccc": its path and its arguments.
func usageLine(c *cobra.Command, language lang.Language) string {
	_, args, _ := strings.Cut(c.Use, " ")
	if language == lang.Chinese {
		args = placeholders.Replace(args)
	}
	return strings.TrimSpace(strings.Join(CommandPath(c), " ") + " " + args)
}

// placeholders translates the words of a usage line in whose place the user puts others.
var placeholders = strings.NewReplacer(
	"[flags]", "[选项]", "[claude args]", "[claude 的参数]", "[command]", "[命令]", "FILE", "文件", "DIR", "目录",
	"CASE", "用例", "RECORDING", "录制", "REASON", "理由", "COMMAND", "命令", "OLD NEW", "旧名 新名", "NAME", "名称",
	"PLAN.md", "计划.md",
)

// sentence returns the short description of a command, with a capital letter.
func sentence(c *cobra.Command) string {
	if strings.HasPrefix(c.Short, "ccc") {
		return c.Short
	}
	return text.Capitalize(c.Short)
}

// commandRows returns the lines of the help for commands.
func commandRows(list []*cobra.Command, language lang.Language) string {
	var rows []string
	for _, c := range list {
		rows = append(rows, "  ccc "+usageLine(c, language)+"\t"+c.Short)
	}
	return tableText(rows)
}

// divideByCaller divides commands into those for the user, and those that Claude Code calls.
func divideByCaller(list []*cobra.Command) (users, hooks []*cobra.Command) {
	for _, c := range list {
		if c.GroupID == CalledByClaude {
			hooks = append(hooks, c)
		} else {
			users = append(users, c)
		}
	}
	return users, hooks
}

// CommandPath returns the words after ccc that name a command.
func CommandPath(c *cobra.Command) []string { return strings.Fields(c.CommandPath())[1:] }

// firstCommands and dailyCommands are the commands that the short help names.
var (
	firstCommands = []string{"demo", "init", "doctor", "provider", "trust"}
	dailyCommands = []string{"run", "review", "watch", "report", "recordings", "replay", "uninstall"}
)

// ShortHelp returns the text of ccc help: what most users need. providers is its line on the user's providers.
func ShortHelp(root *cobra.Command, providers string, language lang.Language) string {
	rows := func(names []string) string {
		var rows []string
		for _, name := range names {
			for _, c := range root.Commands() {
				if c.Name() == name {
					rows = append(rows, "  ccc "+name+"\t"+c.Short)
				}
			}
		}
		return tableText(rows)
	}
	return language.Sprintf(short, rows(firstCommands), rows(dailyCommands), providers)
}

// FullHelp returns the text of ccc --help. providers is its part on the user's providers.
func FullHelp(root *cobra.Command, providers string, language lang.Language) string {
	users, hooks := divideByCaller(root.Commands())
	return language.Sprintf(usage, commandRows(users, language), commandRows(hooks, language), flagRows(root.Flags()),
		lineHelp, entryRows(variables(), language), entryRows(exitCodes(), language), providers)
}
