package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/lang"
	"ccc/internal/review"
)

// subcommand is one of ccc's own: ccc NAME ARGS…
type subcommand struct {
	name string
	args string       // what follows the name, for the help
	what lang.Message // one line
	help lang.Message // the rest of ccc help NAME; may be empty
	run  func(p *program, args []string) error
}

// subcommands are all of them, as ccc --help lists them. No provider can bear such a name.
func subcommands() []subcommand {
	var nothing lang.Message
	return []subcommand{
		{
			"provider", "[list|add|use|…]", lang.M("the API providers in ccc.json"),
			providerHelp, (*program).manageProviders,
		},
		{
			"validate", "[--all] [provider]", lang.M("ask a provider's API whether it can be used"),
			validateHelp, (*program).validate,
		},
		{
			"supervisor-mode", "[on|off|status]",
			lang.M("switch the reviews of this launch, as /supervisor and /supervisoroff do"), modeHelp,
			(*program).mode,
		},
		{"supervisor-hook", "[flags]", lang.M("the Stop hook; claude calls it"), hookHelp, (*program).hook},
		{"session-start", "", lang.M("the SessionStart hook; claude calls it"), nothing, (*program).sessionStart},
		{
			"init", "[--check]", lang.M("write SUPERVISOR.md, the rubric of the reviews, or try the one that is there"),
			initHelp, (*program).init,
		},
		{
			"trust", "[--yes|--list|--revoke]", lang.M("let ccc run the checks that the project's SUPERVISOR.md names"),
			trustHelp, (*program).trust,
		},
		{
			"uninstall", "", lang.M("take hook, slash commands and generated settings out again"),
			uninstallHelp, (*program).uninstall,
		},
		{"recordings", "", lang.M("list the recorded launches, newest first"), recordingsHelp, (*program).recordings},
		{
			"replay", "[flags] [FILE|-]", lang.M("play a recording, or what claude printed, through the loop again"),
			replayHelp, (*program).replay,
		},
		{
			"play", "FILE [claude args]", lang.M("perform as the claude of a recording"), playHelp, (*program).play,
		},
		{"demo", "", lang.M("show a supervised session, without a key or network"), nothing, (*program).demo},
		{"help", "[command]", lang.M("show this, or more on a command"), nothing, (*program).helpOn},
	}
}

func findSubcommand(name string) *subcommand {
	list := subcommands()
	i := slices.IndexFunc(list, func(c subcommand) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// helpOn is ccc help [COMMAND].
func (p *program) helpOn(args []string) error {
	if len(args) == 0 {
		return p.help()
	}
	c := findSubcommand(args[0])
	if c == nil || len(args) > 1 {
		return usageError{lang.Errorf("there is no command %q", strings.Join(args, " "))}
	}
	language := p.spoken()
	what := language.Text(c.what)
	if !strings.HasPrefix(what, "ccc") {
		first, size := utf8.DecodeRuneInString(what)
		what = string(unicode.ToUpper(first)) + what[size:]
	}
	return p.printf("Usage: ccc %s\n\n%s.\n%s", strings.TrimSpace(c.name+" "+c.args), what, c.help)
}

// load reads ccc.json. A provider that nobody could name is an error.
func (p *program) load(dirs directories) (config.File, error) {
	f, err := config.Load(dirs.config)
	if err != nil {
		return f, err
	}
	return f, checkFile(f)
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

// reserved refuses the name of a command for a provider: ccc NAME could then mean both.
func reserved(name string) error {
	if findSubcommand(name) != nil {
		var own []string
		for _, c := range subcommands() {
			own = append(own, c.name)
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
What it takes out: a provider in use in settings.json and the Stop hook there, the two slash commands (a file of yours
that was kept aside comes back), and the settings files that ccc wrote for its launches. ccc.json, SUPERVISOR.md and the
logs stay.
`, `
会移除：settings.json 里正在使用的 provider 和 Stop hook、两个斜杠命令（当初保留的你自己的文件会恢复），
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
	removed, err := config.Uninstall(dirs.claude, p.reread)
	for _, what := range removed {
		if err := p.printf("removed: %s\n", what); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if len(removed) == 0 {
		if err := p.printf("there is nothing of ccc's in %s\n", dirs.claude); err != nil {
			return err
		}
	}
	return p.printf("kept: %s/ccc.json with your providers, and %s with state and logs\n", dirs.config, dirs.state)
}

// noArguments is the error for a command that takes none.
func noArguments(name string, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError{lang.Errorf("%s takes no arguments, not %q", name, strings.Join(args, " "))}
}
