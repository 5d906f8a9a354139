package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/hook"
	"ccc/internal/review"
	"ccc/internal/screen"
	"ccc/internal/state"
	"ccc/internal/worktree"
	"ccc/prompt"
)

const hookHelp = `
Claude Code calls it at each stop of an agent, with JSON on standard input; the decision is on standard output, what happens on standard
error and in hook-invocation.log. The exit code is 0 unless the command line is wrong.

  --settings FILE    the reviewer's settings, else those of the launch
  --state-dir DIR    where state and logs are, else $CCC_WORK_DIR/ccc, else ~/.claude/ccc
  --session-id ID    the session, where the input names none
`

// reviewerEnv names the reviewer's settings to the hook: they are those of the launch, and the hook's command is the same for all.
const reviewerEnv = "CCC_REVIEWER_SETTINGS"

// hook is ccc supervisor-hook.
func (p *program) hook(args []string) error {
	flags := pflag.NewFlagSet("supervisor-hook", pflag.ContinueOnError)
	flags.Usage = func() {}
	settings := flags.String("settings", p.getenv(reviewerEnv), "")
	stateDir := flags.String("state-dir", "", "")
	session := flags.String("session-id", "", "")
	if err := flags.Parse(args); err != nil {
		return usageError{err}
	}
	if flags.NArg() > 0 {
		return usageError{fmt.Errorf("supervisor-hook takes no arguments, not %q", strings.Join(flags.Args(), " "))}
	}
	dirs, err := p.directories()
	if err != nil {
		return p.allow(err)
	}
	if *stateDir != "" {
		dirs.state = state.Dir(*stateDir)
	}
	logFile, err := dirs.state.OpenLog(dirs.state.HookLog())
	if err != nil {
		return p.allow(err)
	}
	defer logFile.Close()
	log := slog.New(slog.NewTextHandler(logFile, nil))
	in := hook.Input{SessionID: *session}
	if in.SessionID == "" || !term.IsTerminal(int(p.stdin.Fd())) {
		if in, err = hook.ReadInput(p.stdin, *session); err != nil {
			log.Error("stop allowed: no review", "err", err)
			return p.allow(err)
		}
	}
	h := hook.Hook{
		State: dirs.state, Launch: p.getenv(launchEnv), English: p.getenv("CCC_LANG") == "en", Log: log,
		Say:     func(text string) { fmt.Fprintln(p.stderr, screen.Safe(text)) },
		Prepare: func(in hook.Input) (hook.Setup, error) { return p.prepareReview(dirs, in, *settings) },
		Wait:    p.untilUnwanted,
	}
	return h.Run(in).Write(p.stdout)
}

// allow lets the agent stop though something is wrong: it is said, and nobody is held.
func (p *program) allow(err error) error {
	p.errorf("%v", err)
	return nil
}

// prepareReview reads what a review needs.
func (p *program) prepareReview(dirs directories, in hook.Input, settings string) (s hook.Setup, err error) {
	f, err := config.Load(dirs.config)
	if err != nil {
		return s, err
	}
	project := p.getenv("CLAUDE_PROJECT_DIR")
	if project == "" {
		project = dirs.work
		if in.CWD != "" {
			project = in.CWD
		}
	}
	rubric, err := prompt.Load(project, dirs.claude)
	if missing := new(prompt.NotFoundError); errors.As(err, &missing) {
		rubric, err = prompt.BuiltIn(), nil
	}
	if err != nil {
		return s, err
	}
	binary, err := p.findClaude()
	if err != nil {
		return s, err
	}
	if settings == "" {
		settings = noHooks
	}
	shown := screen.New(p.stderr, screen.Options{})
	s = hook.Setup{
		Limit: f.Supervisor.MaxIterations, MaxStalled: f.Supervisor.MaxStalled, MaxCostUSD: f.Supervisor.MaxCostUSD, MaxDuration: f.Supervisor.MaxDuration,
		English: p.english(f), Review: reviewOf(f),
		Work: func(ctx context.Context) string { return worktree.Fingerprint(ctx, project) },
	}
	s.Review.Claude, s.Review.Env, s.Review.Dir, s.Review.Settings, s.Review.Rubric = binary, claude.Env(p.env, launchEnv, reviewerEnv), project, settings, rubric.Text
	s.Review.Observe, s.Review.Transcript = shown.Reviewer, dirs.transcript(in.SessionID)
	if in.Transcript != "" {
		s.Review.Transcript = func() (string, error) { return review.Transcript(in.Transcript) }
	}
	return s, nil
}

// noHooks are the reviewer's settings in a session that was not started by ccc (contract, fact 5).
const noHooks = `{"disableAllHooks":true}`

// untilUnwanted gives a context that is done when the decision is no longer wanted: at a signal, by which Claude Code ends a hook, and when
// Claude Code itself has ended.
func (p *program) untilUnwanted() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go p.watchReader(stop)
	return ctx, stop
}

// watchReader calls gone when nobody reads standard output any more: claude has ended, and no review is for anybody. A shell may stand
// between claude and the hook, so that the parent says nothing.
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

const modeHelp = `
Switches the reviews of this launch on (the default), which begins a new count, or off; status prints on or off. Words after on and off are ignored.
/supervisor and /supervisoroff in a session of ccc's call it.
`

// mode is ccc supervisor-mode.
func (p *program) mode(args []string) error {
	verb := "on"
	if len(args) > 0 {
		verb = args[0]
	}
	if verb != "on" && verb != "off" && verb != "status" {
		return usageError{fmt.Errorf("supervisor-mode takes on, off or status, not %q", verb)}
	}
	launch := p.getenv(launchEnv)
	if launch == "" {
		return hinted{errors.New(launchEnv + " is not set: this session was not started by ccc"), "start claude with: ccc [provider]"}
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	if verb == "status" {
		s, err := dirs.state.Load(launch)
		if err := p.notice(err); err != nil {
			return err
		}
		_, err = fmt.Fprintln(p.stdout, map[bool]string{true: "on", false: "off"}[s.Enabled])
		return err
	}
	work := ""
	if verb == "on" {
		work = worktree.Fingerprint(context.Background(), dirs.work)
	}
	_, err = dirs.state.Enable(launch, verb == "on", work)
	if err := p.notice(err); err != nil {
		return err
	}
	f, err := config.Load(dirs.config)
	english := err == nil && p.english(f) || p.getenv("CCC_LANG") == "en"
	fmt.Fprintln(p.stderr, "[Supervisor Mode] "+map[string]map[bool]string{
		"on": {false: "已启用：每次停止都会审查", true: "enabled: each stop is reviewed"}, "off": {false: "已关闭", true: "disabled"},
	}[verb][english])
	return nil
}

// notice says that a state had to begin anew; any other error it gives back.
func (p *program) notice(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		p.errorf("%v", corrupt)
		return nil
	}
	return err
}
