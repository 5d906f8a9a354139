package hook

import (
	"cmp"
	"strings"

	"ccc/internal/notify"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/session"
	"ccc/internal/state"
)

// Notification is ccc notification, the Notification hook of a launch with a notify_command: it runs that command when
// a question waits in claude's own screen.
func (p *Program) Notification() error {
	p.TakeEnv()
	launch := p.launch()
	if launch == "" {
		return nil
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	in, err := p.readInput("")
	if err != nil {
		return err
	}
	f, _ := provider.Load(dirs.Config) // a broken file has no command
	if f.NotifyCommand == "" || !in.IsQuestion() {
		return nil
	}
	self, err := process.InstalledPath()
	if err != nil {
		return err
	}
	command := notify.Command{
		Line: f.NotifyCommand, Env: CheckEnv(p.Env, f.Secrets(p.Env.Lookup)), Self: self, State: dirs.State,
		Log: dirs.State.HookLog(), Launch: launch,
	}
	about, _ := session.WaitingCall(in.Transcript) // optional
	_, err = command.Start(notify.Event{
		Event: "question", Text: in.Message, Detail: about, Door: "hook", Launch: launch, SessionID: in.SessionID,
		Directory: cmp.Or(p.Env.Get(state.ProjectEnv), in.CWD, dirs.Work), Provider: p.Env.Get(state.ProviderEnv),
	})
	return err
}

// IsQuestion reports whether the notification is a question to the user: a permission prompt, or one from an MCP
// server. 2.1.5 and later send the type; without it the text decides.
func (in Input) IsQuestion() bool {
	if in.NotificationType == "" {
		return strings.Contains(in.Message, "permission")
	}
	return in.NotificationType == "permission_prompt" || in.NotificationType == "elicitation_dialog"
}
