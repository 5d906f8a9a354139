package main

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/text"
)

// subcommand is one of ccc's own: ccc NAME ARGS…
type subcommand struct {
	name  string
	args  string                             // what follows the name, for the help
	takes []string                           // what its arguments are, in their order, see [completer.values]
	hook  bool                               // Claude Code calls it, not a person
	what  lang.Message                       // one line; empty for what a shell calls, which no list names
	help  lang.Message                       // the rest of ccc help NAME; may be empty
	flags func(lang.Language) *pflag.FlagSet // nil if it has none
	verbs []subcommand                       // of ccc NAME VERB
	run   func(p *program, args []string) error
}

// subcommands are all of them, as ccc --help lists them: help, man page and completion come from here. No provider can
// bear such a name.
func subcommands() []subcommand {
	return []subcommand{
		{
			name: "run", args: "[flags] PLAN.md [provider] [claude args]", takes: []string{"file", "provider", "claude"},
			what: lang.M("do the tasks of a plan, one after another or several at once"),
			help: runHelp, flags: described(runFlags), run: (*program).runPlan,
		},
		{
			name: "provider", args: "[list|add|use|…]", what: lang.M("the API providers in ccc.json"),
			help: providerHelp, verbs: providerVerbs(), run: (*program).manageProviders,
		},
		{
			name: "validate", args: "[--all] [provider]", takes: []string{"provider"},
			what: lang.M("ask a provider's API whether it can be used"),
			help: validateHelp, flags: described(validateFlags), run: (*program).validate,
		},
		{
			name: "supervisor-mode", args: "[on|off|status]", takes: []string{"on|off|status"},
			what: lang.M("switch the reviews of this launch, as /supervisor and /supervisoroff do"),
			help: modeHelp, run: (*program).mode,
		},
		{
			name: "supervisor-hook", hook: true, args: "[flags]", what: lang.M("the Stop hook; claude calls it"),
			help: hookHelp, flags: described(hookFlags), run: (*program).hook,
		},
		{
			name: "session-start", hook: true, what: lang.M("the SessionStart hook; claude calls it"),
			run: (*program).sessionStart,
		},
		{
			name: "notification", hook: true, what: lang.M("the Notification hook; claude calls it"),
			run: (*program).notification,
		},
		{
			name: "init", args: "[--check|--plugin]",
			what: lang.M("write SUPERVISOR.md, the rubric of the reviews, or try the one that is there"),
			help: initHelp, flags: described(initFlags), run: (*program).init,
		},
		{
			name: "trust", args: "[--yes|--list|--revoke]",
			what: lang.M("let ccc run the checks that the project's SUPERVISOR.md names"),
			help: trustHelp, flags: described(trustFlags), run: (*program).trust,
		},
		{
			name: "doctor", args: "[--live] [flags]",
			what: lang.M("look at the installation, and try it with your own claude"),
			help: doctorHelp, flags: described(doctorFlags), run: (*program).doctor,
		},
		{
			name: "uninstall", what: lang.M("take hook, slash commands and generated settings out again"),
			help: uninstallHelp, run: (*program).uninstall,
		},
		{
			name: "recordings", what: lang.M("list the recorded launches, newest first"),
			help: recordingsHelp, run: (*program).recordings,
		},
		{
			name: "watch", args: "[--once] [last|ID|FILE]", takes: []string{"recording"},
			what: lang.M("watch the supervised sessions from any terminal"),
			help: watchHelp, flags: described(watchFlags), run: (*program).watch,
		},
		{
			name: "replay", args: "[flags] [FILE|-]", takes: []string{"recording"},
			what: lang.M("play a recording, or what claude printed, through the loop again"),
			help: replayHelp, flags: described(replayFlags), run: (*program).replay,
		},
		{
			name: "report", args: "[flags] [last|ID|FILE|-]", takes: []string{"recording"},
			what: lang.M("make a page of a recording, for others to read"),
			help: reportHelp, flags: described(reportFlags), run: (*program).report,
		},
		{
			name: "eval", args: "[flags] [CASE…]", takes: []string{"case"},
			what: lang.M("measure the judge: cases whose right verdict is known"),
			help: evalHelp, flags: described(evalFlags), verbs: evalVerbs(), run: (*program).eval,
		},
		{
			name: "play", args: "FILE [claude args]", takes: []string{"file", "claude"},
			what: lang.M("perform as the claude of a recording"), help: playHelp, run: (*program).play,
		},
		{
			name: "demo", what: lang.M("show a supervised session, without a key or network"), run: (*program).demo,
		},
		{
			name: "statusline", hook: true, args: "[--wrap COMMAND]",
			what: lang.M("the line below Claude Code's own screen; claude calls it"),
			help: statuslineHelp, flags: described(statuslineFlags), run: (*program).statusline,
		},
		{
			name: "completion", args: "bash|zsh|fish", takes: []string{"bash|zsh|fish"},
			what: lang.M("print what makes the shell complete ccc's command lines"),
			help: completionHelp, run: (*program).completion,
		},
		{name: "man", what: lang.M("print the man page"), help: manHelp, run: (*program).man},
		{name: "version", what: lang.M("show the version"), run: (*program).showVersion},
		{
			name: "help", args: "[command]", takes: []string{"command", "verb"},
			what: lang.M("show this, or more on a command"), run: (*program).helpOn,
		},
		{name: completeWord, run: (*program).complete},
		{name: completeBashWord, run: (*program).completeBash},
	}
}

// named is the one of that name, nil if there is none.
func named(list []subcommand, name string) *subcommand {
	i := slices.IndexFunc(list, func(c subcommand) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &list[i]
}

func findSubcommand(name string) *subcommand { return named(subcommands(), name) }

// listed are those that a list names.
func listed(list []subcommand) []subcommand {
	return slices.DeleteFunc(list, func(c subcommand) bool { return c.what.Empty() })
}

// callers divides a list by who calls a command: a person, or Claude Code.
func callers(list []subcommand) (persons, hooks []subcommand) {
	for _, c := range list {
		if c.hook {
			hooks = append(hooks, c)
		} else {
			persons = append(persons, c)
		}
	}
	return persons, hooks
}

// names are those of a list.
func names(list []subcommand) (names []string) {
	for _, c := range list {
		names = append(names, c.name)
	}
	return names
}

// call runs ccc PATH ARGS…, where the path ends with this command's name.
func (c *subcommand) call(p *program, path string, args []string) error {
	help := func() error { return p.helpWith(path, *c) }
	if len(args) > 0 {
		if verb := named(c.verbs, args[0]); verb != nil {
			return verb.call(p, path+" "+verb.name, args[1:])
		}
		if args[0] == "--help" || args[0] == "-h" {
			return help()
		}
	}
	err := c.run(p, args)
	if errors.Is(err, pflag.ErrHelp) {
		return help()
	}
	if wrong, own := new(usageError), new(hinted); errors.As(err, wrong) && !errors.As(err, own) {
		err = withHint(err, lang.M("see ccc help %s", path))
	}
	return err
}

// helpOn is ccc help [COMMAND [VERB]].
func (p *program) helpOn(args []string) error {
	if len(args) == 0 {
		return p.help()
	}
	list := subcommands()
	for i, word := range args {
		c := named(list, word)
		switch {
		case c == nil:
			err := error(usageError{lang.Errorf("there is no command %q", strings.Join(args, " "))})
			if i == 0 && word == "supervisor" || word == "--supervisor" {
				return withHint(err, lang.M(
					"--supervisor is a flag: ccc --help; /supervisor in a session is ccc help %s", "supervisor-mode"))
			}
			if i == 0 && claude.Command(word) {
				return withHint(err, lang.M("%s is claude's own: ccc -- %s --help", word, word))
			}
			if meant := text.Nearest(word, names(listed(list))); meant != "" {
				meant = strings.Join(append(args[:i:i], meant), " ")
				err = withHint(err, lang.M("did you mean %s?", "ccc help "+meant))
			}
			return err
		case i == len(args)-1:
			return p.helpWith(strings.Join(args, " "), *c)
		}
		list = c.verbs
	}
	return nil
}

// helpWith is the help of a command.
func (p *program) helpWith(path string, c subcommand) error {
	language := p.spoken()
	text := language.Sprintf("Usage: ccc %s\n\n%s.\n%s",
		strings.TrimSpace(path+" "+c.args), c.sentence(language), c.help)
	if len(c.verbs) > 0 {
		text += "\n" + commandRows("ccc "+path, c.verbs, language)
	}
	if c.flags != nil {
		text += "\n" + language.Sprintf("Flags:") + "\n" + flagRows(c.flags(language))
	}
	if claude.Command(c.name) && path == c.name {
		text += "\n" + language.Sprintf("claude's own command of that name: ccc -- %s", c.name) + "\n"
	}
	_, err := io.WriteString(p.broken(), text)
	return err
}

// broken is standard output for long texts: at a terminal their lines are broken between words.
func (p *program) broken() io.Writer { return readable{p.stdout, columns(p.stdout)} }

// sentence is what the command does, as a sentence begins.
func (c subcommand) sentence(language lang.Language) string {
	what := language.Text(c.what)
	if !strings.HasPrefix(what, "ccc") {
		first, size := utf8.DecodeRuneInString(what)
		what = string(unicode.ToUpper(first)) + what[size:]
	}
	return what
}

// commandRows are the lines of the help that list commands.
func commandRows(prefix string, list []subcommand, language lang.Language) string {
	var rows []string
	for _, c := range listed(list) {
		rows = append(rows, "  "+prefix+" "+strings.TrimSpace(c.name+" "+c.args)+"\t"+language.Text(c.what))
	}
	return columned(rows)
}

// load reads ccc.json. A provider that nobody could name is an error.
func (p *program) load(dirs directories) (config.File, error) {
	f, err := config.Load(dirs.Config)
	if err != nil {
		return f, err
	}
	return f, checkFile(f)
}

// configured are the directories, and the ccc.json in them.
func (p *program) configured() (dirs directories, f config.File, err error) {
	if dirs, err = p.directories(); err == nil {
		f, err = p.load(dirs)
	}
	return dirs, f, err
}

// checkFile refuses a ccc.json that could not be used, though it can be read.
func checkFile(f config.File) error {
	for _, provider := range f.Providers {
		if findSubcommand(provider.Name) != nil {
			return hinted{lang.Errorf("read %s: %w", f.Path, reserved(provider.Name)),
				lang.M("ccc provider rename %s NEW gives it another name", provider.Name)}
		}
	}
	if err := review.CheckTools(f.Supervisor.AllowedTools); err != nil {
		return lang.Errorf("read %s: %w", f.Path, err)
	}
	return nil
}

// nameable refuses a name that no new provider can have.
func nameable(name string) error {
	if err := config.CheckName(name); err != nil {
		return err
	}
	return reserved(name)
}

// reserved refuses the name of a command for a provider: ccc NAME could then mean both.
func reserved(name string) error {
	if findSubcommand(name) != nil {
		var own []string
		for _, c := range subcommands() {
			if !c.what.Empty() {
				own = append(own, c.name)
			}
		}
		return lang.Errorf("a provider cannot be called %q: that is one of ccc's commands: %s", name,
			strings.Join(own, ", "))
	}
	if claude.Command(name) {
		return lang.Errorf("a provider cannot be called %q: that is one of claude's commands: %s", name,
			strings.Join(claude.Reserved(), ", "))
	}
	return nil
}

var uninstallHelp = lang.Both(`
What it takes out: a provider in use in settings.json, the Stop hook and ccc's status line there, the two slash commands
(a file of yours that was kept aside comes back), and the settings files that ccc wrote for its launches. ccc.json,
SUPERVISOR.md and the logs stay.
`, `
会移除：settings.json 里正在使用的 provider、Stop hook 和 ccc 的状态行、两个斜杠命令（当初保留的你自己的文件会恢复），
以及 ccc 为启动写的设置文件。ccc.json、SUPERVISOR.md 和日志保留。
`)

// uninstall takes out what launches have put into claude's configuration.
func (p *program) uninstall(args []string) error {
	if err := noArguments("uninstall", args); err != nil {
		return err
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	removed, err := config.Uninstall(dirs.Claude, p.reread)
	for _, what := range removed {
		if err := p.printf("removed: %s\n", what); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if len(removed) == 0 {
		if err := p.printf("there is nothing of ccc's in %s\n", dirs.Claude); err != nil {
			return err
		}
	}
	if lines := config.RemovePlugin(dirs.Claude); len(lines) > 0 {
		err := p.printf("kept: Claude Code's plugin of ccc; to take it out:\n  %s\n", strings.Join(lines, "\n  "))
		if err != nil {
			return err
		}
	}
	if left := unkept(dirs); left != "" {
		err := p.printf("kept: %s with what you wrote in ccc provider edit and was not kept, keys included\n", left)
		if err != nil {
			return err
		}
	}
	return p.printf("kept: %s/ccc.json with your providers, and %s with state and logs\n", dirs.Config, dirs.State)
}

// noArguments is the error for a command that takes none.
func noArguments(name string, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError{lang.Errorf("%s takes no arguments, not %q", name, strings.Join(args, " "))}
}
