package hook

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"

	"ccc/internal/claude/settings"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/ptyio"
)

// SwitchOptions say who calls ccc supervisor-mode.
type SwitchOptions struct {
	Plugin  bool // claude's plugin; ccc may not have started that claude
	Command bool // a slash command of ccc's or of the plugin's
}

// Switch runs ccc supervisor-mode with the verb on, off or status.
func (p *Program) Switch(verb string, by SwitchOptions) error {
	p.TakeEnv()
	if err := p.findLaunch(verb, by); err != nil {
		return err
	}
	if p.launch() == "" { // none of its stops was ever reviewed
		return p.switchNoLaunch(verb)
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	m, closeLog := p.mode(dirs, p.switcher(dirs))
	defer closeLog()
	m.Command, m.Hooked = by.Command, by.Plugin || p.byCCC
	f, _ := provider.Load(dirs.Config) // a broken file has the defaults
	said := []lang.Message{lang.M("disabled")}
	switch verb {
	case "status":
		return p.showStatus(m)
	case "on":
		about, err := p.switchOn(m, dirs, f)
		if err != nil || len(about) == 0 { // nothing was switched
			return err
		}
		enabled := lang.M("enabled: each stop is reviewed; ccc watch shows it in another window; log: %s",
			dirs.State.HookLog())
		said = append([]lang.Message{enabled}, about...)
	case "off":
		if err := p.reportCorrupt(m.Off()); err != nil {
			return err
		}
	}
	if p.inLaunch {
		return nil // a slash command's output, standard error too, would be part of the agent's prompt
	}
	for _, message := range said {
		if !message.Empty() {
			fmt.Fprintln(p.Stderr, "[SUPERVISOR] "+p.language(f).Text(message))
		}
	}
	return nil
}

// findLaunch finds the launch whose reviews are to be switched. If ccc did not start the calling claude, as with
// claude's background sessions, the session itself is the launch. With the plugin, such a claude becomes a launch
// when reviews are switched on, or a finding is dismissed.
func (p *Program) findLaunch(verb string, by SwitchOptions) error {
	claude, known := p.callingClaude()
	switch {
	case p.launch() != "":
		return nil
	case by.Plugin && (verb == "on" || verb == "dismiss"):
		return p.becomeLaunch()
	case by.Plugin:
		return nil
	case by.Command && (p.session == "" || !known):
		return lang.WithHint(lang.Errorf("this claude was started without ccc, and nothing is reviewed in it"),
			lang.M("end it and go on with reviews: ccc --continue"))
	case p.session == "" || !known:
		return lang.WithHint(lang.Errorf("no claude that ccc has started runs this command: %s is not set",
			state.LaunchEnv),
			startWithCCC())
	}
	if _, err := environOutsideLoop(claude); err != nil {
		return err
	}
	p.Env = append(p.Env, state.LaunchEnv+"="+p.session)
	p.inLaunch, p.isForeign = true, true
	return nil
}

// environOutsideLoop returns the environment of a claude. It is an error if that claude runs in ccc's loop.
func environOutsideLoop(claude process.Process) ([]string, error) {
	env, err := process.Environ(claude.Pid)
	if err == nil && ptyio.IsOurs(env) {
		err = errInLoop
	}
	return env, err
}

var errInLoop = lang.Errorf("this claude runs in ccc's loop, which reviews each stop itself")

// mode prepares a switch of this launch's reviews. The caller closes the log.
func (p *Program) mode(dirs state.Directories, by state.Switcher) (m Mode, closeLog func()) {
	logFile, err := dirs.State.OpenLog(dirs.State.HookLog())
	if err != nil {
		p.errorf("%v", err)
	}
	return Mode{
		State: dirs.State, Launch: p.launch(), By: by, Log: slog.New(slog.NewTextHandler(logFile, nil)),
		HooksOff: func() lang.Message {
			return settings.HooksOff(dirs.Claude, dirs.Work, settings.ManagedDir(),
				AgentSettings(p.Env.Get(state.ReviewerEnv)))
		},
		Files: func() task.Files { return review.Look(context.Background(), dirs.Work, dirs.State.Indexes()) },
		Dismissals: func() []string {
			done, err := dirs.State.Dismissals(p.atStartDirectory(dirs).Work)
			if err != nil {
				p.errorf("%v", err)
			}
			return state.DismissalKeys(done.Findings)
		},
	}, func() { _ = logFile.Close() }
}

func startWithCCC() lang.Message {
	return lang.M("start claude with: ccc [provider]; in another terminal: ccc watch --once")
}

// showStatus prints whether reviews are on, and why the last stop was not reviewed.
func (p *Program) showStatus(m Mode) error {
	status, unreviewed, err := m.Status()
	if err != nil {
		return err
	}
	if !unreviewed.Empty() {
		p.errorf("%v", unreviewed)
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
	fmt.Fprintln(p.Stderr, "[SUPERVISOR] "+p.userLanguage().Sprintf("disabled"))
	return nil
}

// switchOn carries out /supervisor. It returns messages about the reviews for the user. The first one says how the
// reviewer is held, and that there is no SUPERVISOR.md; the second one, which may be empty, that a changed rubric
// counts.
func (p *Program) switchOn(m Mode, dirs state.Directories, f provider.File) ([]lang.Message, error) {
	now, corrupt := dirs.State.Load(m.Launch)
	if corrupt == nil && m.isRefused(now) {
		return nil, m.On() // this switches nothing
	}
	found, _, err := p.sandbox(f, dirs).Find()
	if err != nil {
		return nil, err
	}
	dirs = p.atStartDirectory(dirs)
	r, err := p.rubricIn(dirs, f)
	switch {
	case err != nil && now.Enabled:
		return nil, lang.Errorf("reviews stay on, by the rules from before: %w", err)
	case err != nil:
		return nil, lang.Errorf("reviews stay off: %w", err)
	}
	copied := p.rubricCopy(dirs)
	copied.ByUser = m.By != state.Inside
	patch, err := copied.Unseen(r)
	if err != nil {
		return nil, err
	}
	who, refusal := p.trust(dirs).Reviewers(r)
	if err := p.refuseOnce(dirs, now, r, patch, refusal); err != nil {
		return nil, err
	}
	if err := p.reportCorrupt(cmp.Or(m.On(), corrupt)); err != nil {
		return nil, err
	}
	how, taken := lang.Join("%s · %s", ownRules(r), found.Message()), lang.Message{}
	if patch != "" {
		taken = rubric.Taken(r)
	}
	return []lang.Message{how, taken, who, refusal}, copied.KeepNext(r)
}

// ownRules says that ccc's own rules judge, because there is no SUPERVISOR.md; it is empty if there is one.
func ownRules(r rubric.Rubric) lang.Message {
	if r.Path != "" {
		return lang.Message{}
	}
	return lang.M("there is no SUPERVISOR.md: ccc's own rules apply (to write your own: ccc init)")
}

// refuseOnce returns an error, once in a launch, if the user has not seen how the rubric has changed (patch), or what
// of it is not approved. It must be an error: if the program of a slash command succeeds, claude shows none of its
// output (2.1.5, 2.1.197, 2.1.329).
func (p *Program) refuseOnce(
	dirs state.Directories, now state.State, r rubric.Rubric, patch string, refusal lang.Message,
) error {
	said, next := refusal, lang.M("/supervisor once more: reviews without these checks")
	if patch != "" {
		said, next = lang.Join("%s\n\n%s", rubric.ShowChange(patch), refusal), rubric.OnceMore()
	}
	key := ""
	if !said.Empty() {
		key = file.Digest(r.Digest() + r.ContentDigest())
	}
	if key == now.Untrusted {
		return nil
	}
	_, err := dirs.State.Change(p.launch(), func(s *state.State) { s.Untrusted = key })
	if err = p.reportCorrupt(err); err == nil && key != "" {
		err = lang.WithHint(lang.Errorf("%s", said), next)
	}
	return err
}
