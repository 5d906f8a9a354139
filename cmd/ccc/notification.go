package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/provider"
	"ccc/internal/session"
	"ccc/internal/state"
)

func notificationCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "notification", Short: language.Sprintf("the Notification hook; claude calls it"), Args: noArguments,
		GroupID: calledByClaude, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.notification() },
	}
}

// notification is ccc notification, the Notification hook of a launch with a notify_command: a question that waits in
// Claude Code's own screen calls the person.
func (p *program) notification() error {
	p.asStarted()
	launch := p.getenv(state.LaunchEnv)
	if launch == "" {
		return nil
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	in, err := hook.ReadInput(p.stdin, "")
	if err != nil {
		return err
	}
	f, _ := provider.Load(dirs.Config) // one that is broken names no command
	if f.NotifyCommand == "" || !in.Asks() {
		return nil
	}
	self, err := installed()
	if err != nil {
		return err
	}
	command := notify.Command{
		Line: f.NotifyCommand, Env: p.checkEnv(f.Secrets(p.lookup)), Self: self, State: dirs.State,
		Log: dirs.State.HookLog(), Launch: launch,
	}
	about, _ := session.WaitingCall(in.Transcript) // what cannot be told is left out
	_, err = command.Start(notify.Event{
		Event: "question", Text: in.Text, Detail: about, Door: "hook", Launch: launch, SessionID: in.SessionID,
		Directory: cmp.Or(p.getenv(state.ProjectEnv), in.CWD, dirs.Work), Provider: p.getenv(state.ProviderEnv),
	})
	return err
}
