package main

import (
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/manpage"
)

var manHelp = lang.Both(`
To read it: ccc man | man -l -. In English for a package: CCC_LANG=en ccc man > ccc.1
`, `
阅读：ccc man | man -l -。打包用的英文版：CCC_LANG=en ccc man > ccc.1
`)

// ownFiles are those that a person may look for.
func ownFiles() []entry {
	return []entry{
		{"SUPERVISOR.md, SUPERVISOR.NAME.md", lang.M("in the project: the rubric, and one for each further reviewer")},
		{"~/.claude/SUPERVISOR.md", lang.M("the rubric for projects that have none")},
		{"~/.claude/ccc.json", lang.M("providers and settings; it may hold keys")},
		{"~/.claude/settings.json", lang.M("claude's own: the Stop hook is added, and a provider by ccc provider use")},
		{"~/.claude/settings-PROVIDER.json", lang.M("what a launch gives claude by --settings")},
		{"~/.claude/commands/supervisor.md, supervisoroff.md", lang.M("the slash commands")},
		{"~/.claude/ccc/", lang.M("state, logs and recordings")},
	}
}

// man is ccc man.
func (p *program) man(args []string) error {
	if err := noArguments("man", args); err != nil {
		return err
	}
	_, err := fmt.Fprint(p.stdout, manual(p.spoken(), built()))
	return err
}

// built is when the program was: its commit, as far as it is known.
func built() time.Time {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if at, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return at
			}
		}
	}
	return time.Now()
}

// manual is the man page, from what the help is from.
func manual(language lang.Language, date time.Time) string {
	say := language.Sprintf
	page := manpage.New("ccc", say("a supervisor for Claude Code"), date)
	page.Section("SYNOPSIS")
	page.Usage("ccc", say("--supervisor [provider] [claude args...]"))
	page.Usage("ccc", say("[provider] [claude args...]"))
	page.Usage("ccc", say("-- [claude args...]"))
	page.Usage("ccc", say("command [args...]"))
	page.Section("DESCRIPTION")
	page.Text(say("With --supervisor the work is reviewed each time claude stops, by a second claude that is forked " +
		"from the same session, until it is done. Without it claude's own screen starts on that provider; /supervisor in " +
		"it switches reviews on. Behind -- all words are claude's: ccc -- doctor."))
	page.Text(language.Text(manner))
	page.Section("OPTIONS")
	page.Text(say("They stand before the provider."))
	flagList(page, described(flagSet)(language))
	page.Section("COMMANDS")
	persons, hooks := callers(subcommands())
	commandList(page, "ccc", persons, language)
	page.Text(say("Called by Claude Code, not by you:"))
	commandList(page, "ccc", hooks, language)
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

// commandList is the list of commands, with all that the help of each says.
func commandList(page *manpage.Page, prefix string, list []subcommand, language lang.Language) {
	page.List()
	for _, c := range listed(list) {
		page.Item(strings.TrimSpace(prefix + " " + c.name + " " + c.args))
		page.Text(language.Sprintf("%s.", c.sentence(language)))
		page.Text(language.Text(c.help))
		if len(c.verbs) > 0 {
			commandList(page, prefix+" "+c.name, c.verbs, language)
		}
		if c.flags != nil {
			flagList(page, c.flags(language))
		}
		if claude.Command(c.name) && prefix == "ccc" {
			page.Text(language.Sprintf("claude's own command of that name: ccc -- %s", c.name))
		}
	}
	page.End()
}

// flagList is a list of flags.
func flagList(page *manpage.Page, flags *pflag.FlagSet) {
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
