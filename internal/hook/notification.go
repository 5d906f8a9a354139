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
	in, err := ReadInput(p.Stdin, "")
	if err != nil {
		return err
	}
	f, _ := provider.Load(dirs.Config) // a broken one names no command
	if f.NotifyCommand == "" || !in.Asks() {
		return nil
	}
	self, err := process.Installed()
	if err != nil {
		return err
	}
	command := notify.Command{
		Line: f.NotifyCommand, Env: CheckEnv(p.Env, f.Secrets(p.Env.Lookup)), Self: self, State: dirs.State,
		Log: dirs.State.HookLog(), Launch: launch,
	}
	about, _ := session.WaitingCall(in.Transcript) // the notification may do without
	_, err = command.Start(notify.Event{
		Event: "question", Text: in.Text, Detail: about, Door: "hook", Launch: launch, SessionID: in.SessionID,
		Directory: cmp.Or(p.Env.Get(state.ProjectEnv), in.CWD, dirs.Work), Provider: p.Env.Get(state.ProviderEnv),
	})
	return err
}

// Asks reports whether a Notification of claude's is about a question that waits for the user: for a permission, or
// from an MCP server. 2.1.5 and later give the type; where it is missing the text tells.
func (in Input) Asks() bool {
	if in.Kind == "" {
		return strings.Contains(in.Text, "permission")
	}
	return in.Kind == "permission_prompt" || in.Kind == "elicitation_dialog"
}
