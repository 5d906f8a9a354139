package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/sandbox"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/settings"
	"ccc/internal/state"
	"ccc/internal/terminal"
)

var hookHelp = lang.Both(`
Claude Code calls it at each stop of an agent, with JSON on standard input; the decision is on standard output, what
happens on standard error and in hook-invocation.log. The exit code is 0 unless the command line is wrong.
`, `
Claude Code 在 Agent 每次停止时调用它，标准输入是 JSON；决定写到标准输出，过程写到标准错误和
hook-invocation.log。除非命令行有误，退出码都是 0。
`)

// asStarted gives a program that claude has called the environment with which that claude was started, in place of its
// own: claude puts the "env" of its settings there, and the agent can write the project's settings. ignored are the
// variables of ccc that are another in its own. A program that no claude of a launch has called keeps its own.
func (p *program) asStarted() (ignored []string) {
	caller, ok := callingClaude()
	if !ok {
		return nil
	}
	env, err := process.Environ(caller.Pid)
	if err != nil {
		return nil
	}
	started := program{env: env}
	switch {
	case ownsLaunch(caller, started):
		started.env = append(started.env, state.LaunchEnv+"="+state.OwnLaunch(caller))
	case started.getenv(state.LaunchEnv) == "":
		return nil
	default:
		p.byCCC = true
	}
	env = started.env
	for _, name := range process.Env(p.env).Names() {
		if strings.HasPrefix(name, "CCC_") && p.getenv(name) != started.getenv(name) {
			ignored = append(ignored, name)
		}
	}
	if dir, ok := p.lookup(state.ProjectEnv); ok { // claude tells it to its hooks
		env = append(env, state.ProjectEnv+"="+dir)
	}
	p.env, p.launched = env, true
	os.Clearenv() // for the programs that run without an environment of their own
	for _, kv := range env {
		if name, value, ok := strings.Cut(kv, "="); ok {
			_ = os.Setenv(name, value) // what cannot be set was not in an environment
		}
	}
	slices.Sort(ignored)
	return slices.Compact(ignored)
}

type hookOptions struct{ settings, stateDir, session string }

func hookCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o hookOptions
	c := &cobra.Command{
		Use: "supervisor-hook [flags]", Long: language.Text(hookHelp), Args: noArguments, GroupID: calledByClaude,
		Short: say("the Stop hook; claude calls it"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.hook(o) },
	}
	f := c.Flags()
	f.StringVar(&o.settings, "settings", "", say("the reviewer's settings, a `file`; else those of the launch"))
	completeFlag(c, "settings", offerFiles)
	f.StringVar(&o.stateDir, "state-dir", "",
		say("the `directory` of state and logs, else $CCC_WORK_DIR/ccc, else ~/.claude/ccc"))
	completeFlag(c, "state-dir", offerDirectories)
	f.StringVar(&o.session, "session-id", "", say("the `session`, where the input names none"))
	completeFlag(c, "session-id", p.offerSessions)
	return c
}

// hook is ccc supervisor-hook.
func (p *program) hook(o hookOptions) error {
	ignored := p.asStarted()
	dirs, err := p.directories()
	if err != nil {
		return p.allow(err)
	}
	if o.stateDir != "" {
		dirs.State = state.Dir(o.stateDir)
	}
	logFile, err := dirs.State.OpenLog(dirs.State.HookLog())
	if err != nil {
		p.errorf("%v", err)
	}
	defer logFile.Close()
	mask := secret.New(secret.InEnv(p.env)...)
	log := slog.New(slog.NewTextHandler(mask.Writer(logFile), nil))
	in := hook.Input{SessionID: o.session}
	if in.SessionID == "" || !term.IsTerminal(int(p.stdin.Fd())) {
		if in, err = hook.ReadInput(p.stdin, o.session); err != nil {
			log.Error("stop allowed: no review", "err", err)
			return p.allow(err)
		}
	}
	self, _ := process.Of(os.Getpid())
	if len(ignored) > 0 {
		log.Warn("variables that claude's settings changed do not count", "session_id", in.SessionID, "names", ignored)
	}
	h := hook.Hook{
		State: dirs.State, Launch: p.getenv(state.LaunchEnv), Plain: p.launched && !p.byCCC,
		Lang: p.language(provider.File{}), Log: log,
		Self: self, Claude: callingClaude,
		Say: func(text string) { fmt.Fprintln(p.stderr, text) },
		Prepare: func(in hook.Input) (hook.Setup, error) {
			s, err := p.prepareReview(dirs, in, cmp.Or(o.settings, p.getenv(state.ReviewerEnv)), mask)
			if len(ignored) > 0 {
				s.Notes = append(s.Notes,
					lang.M("claude's settings, which the agent can write, set %s: it does not count in "+
						"a review", strings.Join(ignored, ", ")))
			}
			return s, err
		},
		Wait: p.untilUnwanted,
	}
	return h.Run(in).Write(p.stdout)
}

// callingClaude is the claude for which this process runs.
func callingClaude() (process.Process, bool) { return process.Claude(os.Getpid()) }

// allow lets the agent stop though something is wrong: it is said, in a launch of ours in claude's screen, too, and
// nobody is held.
func (p *program) allow(err error) error {
	p.errorf("%v", err)
	if p.getenv(state.LaunchEnv) == "" {
		return nil
	}
	why := p.language(provider.File{}).Text(lang.M("no review, stop allowed: %v", err))
	return hook.Decision{Message: "[SUPERVISOR] " + why}.Write(p.stdout)
}

// prepareReview reads what a review needs. With an error, too, s has the person's language, and if ccc.json can be read
// her notify_command.
func (p *program) prepareReview(
	dirs directories, in hook.Input, settings string, mask *secret.Mask,
) (s hook.Setup, err error) {
	f, err := p.load(dirs)
	if err != nil { // whether to record is not known either
		return hook.Setup{Lang: p.language(f), Recordings: session.Retention{Off: true}}, err
	}
	mask.Add(p.secrets(dirs, f)...)
	maskSettings(mask, settings)
	project := p.getenv(state.ProjectEnv)
	if project == "" {
		project = dirs.Work
		if in.CWD != "" {
			project = in.CWD
		}
	}
	dirs.Work = project
	launch := p.getenv(state.LaunchEnv)
	if launch == "" {
		launch = in.SessionID
	}
	s, err = p.prepareChecks(f, dirs, launch)
	s.Review.Mask, s.Recordings = mask, p.recorded(f)
	self, selfErr := installed()
	if selfErr != nil {
		return s, selfErr
	}
	s.Notify = notify.Command{
		Line: f.NotifyCommand, Env: s.CheckEnv, Self: self, State: dirs.State, Log: dirs.State.HookLog(),
	}
	if err != nil {
		return s, err
	}
	if err = p.prepareReviewer(&s, f, dirs, in, settings, mask); err != nil {
		return s, err
	}
	p.besideReview(&s, f, dirs, in.SessionID)
	return s, nil
}

// prepareChecks is the part of a review that asks no model, in the project of dirs. With an error only the rubric is
// missing.
func (p *program) prepareChecks(f provider.File, dirs directories, launch string) (s hook.Setup, err error) {
	s = hook.Setup{
		Policy: policyOf(f), Lang: p.language(f), Review: reviewOf(f, p.getenv(state.ProviderEnv)),
		Dir: dirs.Work, CheckEnv: p.checkEnv(f.Secrets(p.lookup)),
	}
	s.Header = session.Header{CCC: version(), Dir: dirs.Work, Provider: p.getenv(state.ProviderEnv)}
	judged, changed, err := p.copyOf(dirs, launch).Judging(p.rubricIn(dirs))
	if err != nil {
		return s, err
	}
	s.Rubric = judged
	if note := p.trustIn(dirs, "").Refusal(judged); !note.Empty() {
		s.Rubric, s.Notes = judged.Refused(), []lang.Message{note}
	}
	if !changed.Empty() {
		s.Notes = append(s.Notes, changed)
	}
	return s, nil
}

// prepareReviewer adds the reviewer: its claude, settings, login and cage. What is secret in the settings that it is
// given is masked already.
func (p *program) prepareReviewer(
	s *hook.Setup, f provider.File, dirs directories, in hook.Input, path string, mask *secret.Mask,
) (err error) {
	if s.Review.Claude, err = p.findClaude(); err != nil {
		return err
	}
	agent := agentOf(path)
	env := claude.Env(p.env, state.LaunchEnvs()...)
	env = f.Discreet(s.Review.Provider, env, p.lookup)
	if path == "" { // of a claude that was started without ccc
		if f.Supervisor.Provider != "" {
			env = f.Foreign(f.Supervisor.Provider, env, p.lookup)
		}
		own := program{env: env}
		path, err = settings.Reviewer(f, settings.Plan{
			Dir: dirs.Claude, Work: dirs.Work, Lookup: own.lookup, Names: process.Env(own.env).Names(), Asked: review.Asked,
		}, "", f.Supervisor.Provider)
		if err != nil {
			return err
		}
		maskSettings(mask, path)
	}
	s.Rubric, s.Place, err = p.place(launched{
		file: f, dirs: dirs, project: dirs.Work, agent: agent, provider: p.getenv(state.ProviderEnv),
	}, s.Rubric)
	if err != nil {
		return err
	}
	s.Review.Dir, s.Review.Env = dirs.Work, env
	s.Review.Settings = path
	s.Review.Agent.Provider = p.getenv(state.ProviderEnv)
	s.Review.Cage, s.Review.Login, err = sandbox.Reviewer{
		File: f, Dirs: dirs, Env: p.env, Login: env, Settings: path,
	}.Find()
	if err != nil {
		return err
	}
	shown := terminal.New(p.stderr, terminal.Options{Lang: s.Lang})
	s.Observe, s.Review.Transcript = shown.Reviewer, transcriptOf(dirs, in.SessionID)
	if in.Transcript != "" {
		s.Review.Transcript = func() (string, error) { return session.Conversation(in.Transcript) }
	}
	return nil
}

// maskSettings masks the secrets in a settings file.
func maskSettings(mask *secret.Mask, path string) {
	var settings any
	text, _ := file.Read(path, file.Max) // what cannot be read is claude's to complain about
	_ = json.Unmarshal(text, &settings)
	mask.Add(secret.InSettings(settings)...)
}

// untilUnwanted gives a context that is done when Claude Code no longer wants what is to be printed: at a signal, by
// which it ends a hook and a status line, and when it has ended itself.
func (p *program) untilUnwanted() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go p.watchReader(stop)
	return ctx, stop
}

// watchReader calls gone when nobody reads standard output any more: claude has ended, and no review is for anybody. A
// shell may stand between claude and the hook, so that the parent says nothing.
func (p *program) watchReader(gone func()) {
	fds := []unix.PollFd{{Fd: int32(p.stdout.Fd())}}
	for {
		if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
		if fds[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0 {
			gone()
			return
		}
		if fds[0].Revents != 0 {
			return
		}
	}
}

// notice says that a state had to begin anew; any other error it gives back.
func (p *program) notice(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		p.errorf("%v", corrupt)
		return nil
	}
	return err
}
