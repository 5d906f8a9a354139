package hook

import (
	"context"
	"fmt"
	"log/slog"

	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/settings"
	"ccc/internal/state"
	"ccc/internal/task"
)

// Switch runs ccc supervisor-mode with the verb on, off or status. plugin says that claude's plugin calls; ccc may not
// have started that claude.
func (p *Program) Switch(verb string, plugin bool) error {
	p.TakeEnv()
	if verb == "on" {
		foreign := p.hasForeignLaunch()
		if foreign && !plugin {
			return lang.WithHint(lang.Errorf("%s is the id of another claude's launch, which is still running: this "+
				"session was not started by ccc", state.LaunchEnv), startWithCCC())
		}
		if plugin && (foreign || p.launch() == "") {
			if err := p.becomeLaunch(); err != nil {
				return err
			}
		}
	}
	switch {
	case p.launch() == "" && plugin: // none of its stops was ever reviewed
		return p.switchNoLaunch(verb)
	case p.launch() == "":
		return lang.WithHint(lang.Errorf("%s is not set: this session was not started by ccc", state.LaunchEnv),
			startWithCCC())
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	logFile, err := dirs.State.OpenLog(dirs.State.HookLog())
	if err != nil {
		p.errorf("%v", err)
	}
	defer logFile.Close()
	m := Mode{
		State: dirs.State, Launch: p.launch(), Log: slog.New(slog.NewTextHandler(logFile, nil)),
		HooksOff: func() lang.Message {
			return settings.HooksOff(dirs.Claude, dirs.Work, settings.ManagedDir(), AgentSettings(p.Env.Get(state.ReviewerEnv)))
		},
		Files: func() task.Files { return review.Look(context.Background(), dirs.Work) },
	}
	f, _ := provider.Load(dirs.Config) // a broken file has the defaults
	said := []lang.Message{lang.M("disabled")}
	switch verb {
	case "status":
		return p.showStatus(m)
	case "on":
		if said, err = p.switchOn(m, dirs, f); err != nil {
			return err
		}
	case "off":
		if err := p.reportCorrupt(m.Off()); err != nil {
			return err
		}
	}
	for _, message := range said {
		if !message.Empty() {
			fmt.Fprintln(p.Stderr, "[Supervisor Mode] "+p.language(f).Text(message))
		}
	}
	return nil
}

func startWithCCC() lang.Message { return lang.M("start claude with: ccc [provider]") }

// showStatus prints whether reviews are on, and why the last stop was not reviewed.
func (p *Program) showStatus(m Mode) error {
	status, last, err := m.Status()
	if err != nil {
		return err
	}
	if last != (state.Unreviewed{}) {
		p.errorf("%v", lang.M("last stop not reviewed: %s", last.Why))
	}
	_, err = fmt.Fprintln(p.Stdout, status)
	return err
}

// switchNoLaunch handles off and status in a claude that is no launch.
func (p *Program) switchNoLaunch(verb string) error {
	if verb == "status" {
		_, err := fmt.Fprintln(p.Stdout, "off")
		return err
	}
	fmt.Fprintln(p.Stderr, "[Supervisor Mode] "+p.userLanguage().Sprintf("disabled"))
	return nil
}

// switchOn handles /supervisor. It returns what the user is told.
func (p *Program) switchOn(m Mode, dirs state.Directories, f provider.File) ([]lang.Message, error) {
	found, _, err := p.sandbox(f, dirs).Find()
	if err != nil {
		return nil, err
	}
	dirs = p.atStartDirectory(dirs)
	r, err := p.rubricIn(dirs, f)
	if err != nil {
		return nil, err
	}
	who, refusal := p.trust(dirs).Reviewers(r)
	if err := p.refuseOnce(dirs, r, refusal); err != nil {
		return nil, err
	}
	enabled := lang.M("enabled: each stop is reviewed; ccc watch shows it in another window; log: %s",
		dirs.State.HookLog())
	if err := p.reportCorrupt(m.On()); err != nil {
		return nil, err
	}
	return []lang.Message{enabled, found.Message(), who, rubric.UnusedAbove(dirs.Work), refusal},
		p.rubricCopy(dirs).KeepNext(r)
}

// refuseOnce returns the refusal of the rubric as an error, once in a launch. If a slash command's program succeeds,
// claude shows none of its output (2.1.5, 2.1.197, 2.1.329).
func (p *Program) refuseOnce(dirs state.Directories, r rubric.Rubric, refusal lang.Message) error {
	if refusal.Empty() {
		return nil
	}
	again := false
	_, err := dirs.State.Change(p.launch(), func(s *state.State) {
		again = s.Untrusted == r.Digest()
		s.Untrusted = r.Digest()
	})
	if err = p.reportCorrupt(err); err == nil && !again {
		err = lang.WithHint(lang.Errorf("%s", refusal), lang.M("/supervisor once more: reviews without these checks"))
	}
	return err
}
