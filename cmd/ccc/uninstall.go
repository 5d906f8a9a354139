package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ccc/internal/claude/settings"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/state"
)

var uninstallHelp = lang.Both(`
It removes a provider in use from settings.json, the Stop hook and ccc's status line there, the two slash commands (if
they had replaced a file of yours, it comes back), the settings files that ccc wrote for its launches, and the git hooks
of ccc init --pre-push. It names the open sessions that have reviews on. ccc.json, SUPERVISOR.md and the logs stay.
`, `
会移除：settings.json 里正在使用的 provider、Stop 钩子和 ccc 的状态行、两个斜杠命令（当初保留的你自己的文件会恢复），
ccc 为启动写的设置文件，以及 ccc init --pre-push 写的 git 钩子。它会列出开着且审查已开启的会话。
ccc.json、SUPERVISOR.md 和日志保留。
`)

func uninstallCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "uninstall", Short: language.Sprintf("remove the hook, the slash commands and the generated settings"),
		Long: language.Text(uninstallHelp), Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return p.uninstall() },
	}
}

// uninstall removes what launches have put into claude's configuration, and prints what was removed and what stays.
func (p *program) uninstall() error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	removed, err := settings.Uninstall(dirs.Claude, p.providers().Reread)
	for _, what := range removed {
		if err := p.Printf("removed: %s\n", what); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	hooks, mixed, err := p.changeCommand().RemovePushHooks(dirs)
	for _, hook := range hooks {
		if err := p.Printf("removed: the git hook %s\n", hook); err != nil {
			return err
		}
	}
	for _, hook := range mixed {
		if err := p.Printf("removed: ccc's lines in the git hook %s; yours stay\n", hook); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if len(removed) > 0 {
		if err := p.printReviewed(dirs.State); err != nil {
			return err
		}
	}
	if len(removed)+len(hooks)+len(mixed) == 0 {
		if err := p.Printf("there was nothing to remove in %s\n", dirs.Claude); err != nil {
			return err
		}
	}
	return p.printKept(dirs)
}

// printKept names what uninstall leaves because it is the user's, or not ccc's to remove.
func (p *program) printKept(dirs state.Directories) error {
	if lines := settings.RemovePlugin(dirs.Claude); len(lines) > 0 {
		err := p.Printf("kept: Claude Code's plugin of ccc; to take it out:\n  %s\n", strings.Join(lines, "\n  "))
		if err != nil {
			return err
		}
	}
	if provider.HasDrafts(dirs.State.Edits()) {
		err := p.Printf("kept: %s with what you wrote in ccc provider edit and was not kept, keys included\n",
			dirs.State.Edits())
		if err != nil {
			return err
		}
	}
	for _, backup := range settings.ImportBackups(dirs.Claude) {
		if err := p.Printf("kept: %s, your settings before ccc provider import, keys included\n", backup); err != nil {
			return err
		}
	}
	if config := provider.Path(dirs.Config); file.Exists(config) {
		what := lang.M("kept: %s with your settings", config)
		if f, _ := provider.Load(dirs.Config); len(f.Providers) > 0 { // what cannot be read names none
			what = lang.M("kept: %s with your providers", config)
		}
		if err := p.Printf("%s\n", p.Language().Text(what)); err != nil {
			return err
		}
	}
	if file.Exists(string(dirs.State)) {
		return p.Printf("kept: %s with state and logs\n", dirs.State)
	}
	return nil
}

// printReviewed names the open sessions that have reviews on, apart from those of the plugin, which stays. Claude keeps
// the hooks that it began with (2.1.330), but has lost the slash commands.
func (p *program) printReviewed(states state.Dir) error {
	for _, launch := range states.Launches() {
		if !launch.Owner.Alive() || !launch.On() || launch.Newest == "" || state.IsOwnLaunch(launch.SessionID) {
			continue
		}
		if err := p.Printf("still open: session %s in %s, with reviews on. It has lost /supervisor and "+
			"/supervisoroff, and later stops may not be reviewed. End it; ccc --resume %[1]s goes on with reviews, "+
			"claude --resume %[1]s without\n", launch.Newest, launch.Dir); err != nil {
			return err
		}
	}
	return nil
}
