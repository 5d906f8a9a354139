package commandline

import (
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/lang"
)

// Manual returns the man page. Like the help, it is made from the tree of commands. cobra/doc would write a page for
// each command, without exit codes, variables and files, and its markdown parser takes longer to start than all of
// ccc may.
func Manual(root *cobra.Command, language lang.Language, date time.Time) string {
	say := language.Sprintf
	page := NewManPage("ccc", say("a supervisor for Claude Code"), date)
	page.Section("SYNOPSIS")
	page.Usage("ccc", say("--supervisor [provider] [claude args...]"))
	page.Usage("ccc", say("[provider] [claude args...]"))
	page.Usage("ccc", say("-- [claude args...]"))
	page.Usage("ccc", say("command [args...]"))
	page.Section("DESCRIPTION")
	page.Text(say("With --supervisor the work is reviewed each time claude stops, by a second claude that is forked " +
		"from the same session, until it is done. Without it claude's own screen starts on that provider; " +
		"/supervisor in it switches reviews on. After -- all words are claude's: ccc -- doctor."))
	page.Text(language.Text(lineHelp))
	page.Section("OPTIONS")
	page.Text(say("They come before the provider."))
	flagList(page, root.Flags())
	page.Section("COMMANDS")
	users, hooks := divideByCaller(root.Commands())
	commandList(page, users, language)
	page.Text(say("Called by Claude Code, not by you:"))
	commandList(page, hooks, language)
	for _, section := range []struct {
		title   string
		entries []entry
	}{{"ENVIRONMENT", variables()}, {"FILES", ownFiles()}, {"EXIT STATUS", exitCodes()}} {
		page.Section(section.title)
		if section.title == "FILES" {
			page.Text(say("~/.claude is CLAUDE_CONFIG_DIR where that is set."))
		}
		page.List()
		for _, e := range section.entries {
			page.Item(e.name)
			page.Text(language.Text(e.what))
		}
		page.End()
	}
	return page.String()
}

// commandList lists commands, with the help of each.
func commandList(page *ManPage, list []*cobra.Command, language lang.Language) {
	page.List()
	for _, c := range list {
		page.Item("ccc " + usageLine(c, language))
		page.Text(language.Sprintf("%s.", sentence(c)))
		page.Text(c.Long)
		if c.HasSubCommands() {
			commandList(page, c.Commands(), language)
		}
		flagList(page, ownFlags(c))
		if claude.IsSubcommand(c.Name()) && !c.Parent().HasParent() {
			page.Text(language.Sprintf("claude's own command of that name: ccc -- %s", c.Name()))
		}
	}
	page.End()
}

// flagList lists flags; nothing if there are none.
func flagList(page *ManPage, flags *pflag.FlagSet) {
	if !flags.HasFlags() {
		return
	}
	page.List()
	flags.VisitAll(func(flag *pflag.Flag) {
		value, what := pflag.UnquoteUsage(flag)
		name := "--" + flag.Name
		if flag.Shorthand != "" {
			name = "-" + flag.Shorthand + ", " + name
		}
		page.Item(strings.TrimSpace(name + " " + value))
		page.Text(what)
	})
	page.End()
}
