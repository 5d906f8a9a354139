package main

import (
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

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/config"
	"ccc/internal/hook"
	"ccc/internal/judge"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/screen"
	"ccc/internal/secret"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/transcript"
	"ccc/internal/worktree"
)

var hookHelp = lang.Both(`
Claude Code calls it at each stop of an agent, with JSON on standard input; the decision is on standard output, what
happens on standard error and in hook-invocation.log. The exit code is 0 unless the command line is wrong.

  --settings FILE    the reviewer's settings, else those of the launch
  --state-dir DIR    where state and logs are, else $CCC_WORK_DIR/ccc, else ~/.claude/ccc
  --session-id ID    the session, where the input names none
`, `
Claude Code 在 Agent 每次停止时调用它，标准输入是 JSON；决定写到标准输出，过程写到标准错误和
hook-invocation.log。除非命令行有误，退出码都是 0。

  --settings FILE    审查者的设置，否则用这次启动的
  --state-dir DIR    状态和日志的目录，否则是 $CCC_WORK_DIR/ccc，再否则是 ~/.claude/ccc
  --session-id ID    输入里没有会话时，用这个会话
`)

// reviewerEnv names the reviewer's settings to the hook: they are those of the launch, and the hook's command is the
// same for all.
const reviewerEnv = "CCC_REVIEWER_SETTINGS"

// providerEnv names the launch's provider to the SessionStart hook.
const providerEnv = "CCC_LAUNCH_PROVIDER"

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
	p.byCCC = started.getenv(launchEnv) != ""
	if !p.byCCC {
		if !ownsLaunch(caller, started) {
			return nil
		}
		started.env = append(started.env, launchEnv+"="+ownLaunch(caller))
	}
	env = started.env
	for _, name := range p.names() {
		if strings.HasPrefix(name, "CCC_") && p.getenv(name) != started.getenv(name) {
			ignored = append(ignored, name)
		}
	}
	if dir, ok := p.lookup(projectEnv); ok { // claude tells it to its hooks
		env = append(env, projectEnv+"="+dir)
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

// projectEnv names the project's directory to a hook of claude's.
const projectEnv = "CLAUDE_PROJECT_DIR"

// hook is ccc supervisor-hook.
func (p *program) hook(args []string) error {
	plugin := p.fromPlugin()
	ignored := p.asStarted()
	if plugin && p.byCCC {
		return nil // ccc's own hook is called, too
	}
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
		p.errorf("%v", err)
	}
	defer logFile.Close()
	mask := secret.New(secret.InEnv(p.env)...)
	log := slog.New(slog.NewTextHandler(mask.Writer(logFile), nil))
	in := hook.Input{SessionID: *session}
	if in.SessionID == "" || !term.IsTerminal(int(p.stdin.Fd())) {
		if in, err = hook.ReadInput(p.stdin, *session); err != nil {
			log.Error("stop allowed: no review", "err", err)
			return p.allow(err)
		}
	}
	self, _ := process.Of(os.Getpid())
	if len(ignored) > 0 {
		log.Warn("variables that claude's settings changed do not count", "session_id", in.SessionID, "names", ignored)
	}
	h := hook.Hook{
		State: dirs.state, Launch: p.getenv(launchEnv), Lang: p.language(config.File{}), Log: log,
		Self: self, Claude: callingClaude,
		Say: func(text string) { fmt.Fprintln(p.stderr, text) },
		Prepare: func(in hook.Input) (hook.Setup, error) {
			s, err := p.prepareReview(dirs, in, *settings, mask)
			if len(ignored) > 0 {
				s.Notes = append(s.Notes, lang.M("claude's settings, which the agent can write, set %s: it does not count in "+
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
	if p.getenv(launchEnv) == "" {
		return nil
	}
	why := p.language(config.File{}).Text(lang.M("no review, stop allowed: %v", err))
	return hook.Decision{Message: "[SUPERVISOR] " + why}.Write(p.stdout)
}

// prepareReview reads what a review needs.
func (p *program) prepareReview(
	dirs directories, in hook.Input, settings string, mask *secret.Mask,
) (s hook.Setup, err error) {
	f, err := p.load(dirs)
	if err != nil {
		return s, err
	}
	mask.Add(p.secrets(dirs, f)...)
	project := p.getenv(projectEnv)
	if project == "" {
		project = dirs.work
		if in.CWD != "" {
			project = in.CWD
		}
	}
	dirs.work = project
	launch := p.getenv(launchEnv)
	if launch == "" {
		launch = in.SessionID
	}
	judged, changed, err := p.keptRubric(dirs, launch)
	if err != nil {
		return s, err
	}
	binary, err := p.findClaude()
	if err != nil {
		return s, err
	}
	if settings == "" {
		settings = plainSettings()
	}
	language := p.language(f)
	shown := screen.New(p.stderr, screen.Options{Lang: language})
	s = hook.Setup{
		Policy: policyOf(f), Lang: language, Review: reviewOf(f, p.getenv(providerEnv)),
		Work:   func(ctx context.Context) string { return worktree.Fingerprint(ctx, project) },
		Rubric: judged, Dir: project, CheckEnv: p.checkEnv(f.Secrets(p.lookup)),
	}
	if note := p.untrusted(dirs, judged); !note.Empty() {
		s.Rubric, s.Notes = judged.Refused(), []lang.Message{note}
	}
	if !changed.Empty() {
		s.Notes = append(s.Notes, changed)
	}
	s.Rubric, s.Place, err = p.place(launched{
		file: f, dirs: dirs, project: project, agent: agentOf(settings), provider: p.getenv(providerEnv),
	}, s.Rubric)
	if err != nil {
		return s, err
	}
	s.Review.Claude, s.Review.Dir = binary, project
	s.Review.Env = claude.Env(p.env, launchEnv, reviewerEnv, providerEnv, trustEnv)
	s.Review.Env = f.Discreet(s.Review.Provider, s.Review.Env, p.lookup)
	s.Review.Settings, s.Review.Mask = settings, mask
	s.Review.Agent.Provider = p.getenv(providerEnv)
	if s.Review.Cage, s.Review.Login, err = p.cage(f, dirs, project, p.env, settings, nil); err != nil {
		return s, err
	}
	s.Observe, s.Review.Transcript = shown.Reviewer, dirs.transcript(in.SessionID)
	if in.Transcript != "" {
		s.Review.Transcript = func() (string, error) { return transcript.Text(in.Transcript) }
	}
	return s, nil
}

// plainSettings are the reviewer's in a session that was not started by ccc (docs/claude.md, "The reviewer").
func plainSettings() string {
	text, _ := json.Marshal(map[string]any{ // of texts alone
		"disableAllHooks": true, "permissions": map[string]any{"ask": review.Asked},
	})
	return string(text)
}

// untilUnwanted gives a context that is done when the decision is no longer wanted: at a signal, by which Claude Code
// ends a hook, and when Claude Code itself has ended.
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

var modeHelp = lang.Both(`
Switches the reviews of this launch on (the default), which begins a new count, or off. status prints on, off, or
exhausted: on, but a bound has ended the task, and nothing is reviewed until your next message. Words after on and off
are ignored. /supervisor and /supervisoroff in a session of ccc's call it. If Claude Code runs no hooks in this
launch, on says why and ends with exit code 1, and reviews stay off.
`, `
打开（默认）或关闭这次启动的审查；打开会重新开始计数。status 输出 on、off 或 exhausted：审查打开着，但任务已到上限，在你的
下一条消息之前不再审查。on 和 off 之后的词会被忽略。在 ccc 启动的会话里，/supervisor 和 /supervisoroff 会调用它。
如果 Claude Code 在这次启动里不运行任何 hook，on 会说明原因，退出码为 1，审查保持关闭。
`)

// mode is ccc supervisor-mode.
func (p *program) mode(args []string) error {
	plugin := p.fromPlugin()
	p.asStarted()
	verb := "on"
	if len(args) > 0 {
		verb = args[0]
	}
	if verb != "on" && verb != "off" && verb != "status" {
		return usageError{lang.Errorf("supervisor-mode takes on, off or status, not %q", verb)}
	}
	if plugin && verb == "on" && p.getenv(launchEnv) == "" {
		if err := p.begin(); err != nil {
			return err
		}
	}
	launch := p.getenv(launchEnv)
	if launch == "" && plugin { // no stop of it was ever reviewed
		return p.plain(verb)
	}
	if launch == "" {
		return withHint(lang.Errorf("%s is not set: this session was not started by ccc", launchEnv),
			lang.M("start claude with: ccc [provider]"))
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	logFile, err := dirs.state.OpenLog(dirs.state.HookLog())
	if err != nil {
		p.errorf("%v", err)
	}
	defer logFile.Close()
	m := hook.Mode{
		State: dirs.state, Launch: launch, Log: slog.New(slog.NewTextHandler(logFile, nil)),
		HooksOff: func() lang.Message { return p.hooksOff(dirs) },
		Files:    func() task.Files { return judge.Look(context.Background(), dirs.work) },
	}
	f, _ := config.Load(dirs.config) // one that is broken has the defaults
	said := []lang.Message{lang.M("disabled")}
	switch verb {
	case "status":
		status, err := m.Status()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(p.stdout, status)
		return err
	case "on":
		if said, err = p.switchOn(m, dirs, f); err != nil {
			return err
		}
	case "off":
		if err := p.notice(m.Off()); err != nil {
			return err
		}
	}
	for _, m := range said {
		if !m.Empty() {
			fmt.Fprintln(p.stderr, "[Supervisor Mode] "+p.language(f).Text(m))
		}
	}
	return nil
}

// switchOn is /supervisor. It gives what is to be said of it.
func (p *program) switchOn(m hook.Mode, dirs directories, f config.File) ([]lang.Message, error) {
	found, _, err := p.cage(f, dirs, dirs.work, p.env, p.getenv(reviewerEnv), nil)
	if err != nil {
		return nil, hinted{err, cageHint()}
	}
	note, err := p.tellUntrusted(dirs, m.Launch)
	if err != nil {
		return nil, err
	}
	said := lang.M("enabled: each stop is reviewed; log: %s", dirs.state.HookLog())
	if err := p.notice(m.On()); err != nil {
		return nil, err
	}
	return []lang.Message{said, cageWords(found), p.reviewersIn(dirs), note}, p.keepNext(dirs, m.Launch)
}

// hooksOff says why Claude Code runs no hook in this launch; empty if it does.
func (p *program) hooksOff(dirs directories) lang.Message {
	return config.HooksOff(dirs.claude, dirs.work, config.ManagedDir(), agentOf(p.getenv(reviewerEnv)))
}

// start is ccc session-start.
func (p *program) sessionStart(args []string) error {
	if err := noArguments("session-start", args); err != nil {
		return err
	}
	plugin := p.fromPlugin()
	p.asStarted()
	if p.getenv(launchEnv) == "" && !plugin || plugin && p.byCCC { // by ccc: its own hook is called, too
		return nil
	}
	in, err := hook.ReadInput(p.stdin, "")
	if err != nil {
		return err
	}
	if p.getenv(launchEnv) == "" {
		if !p.resumes(in) {
			return nil
		}
		if err := p.begin(); err != nil {
			return err
		}
	}
	launch := p.getenv(launchEnv)
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	f, _ := config.Load(dirs.config) // one that is broken has the defaults
	h := hook.Start{
		State: dirs.state, Launch: launch, Lang: p.language(f), Provider: p.getenv(providerEnv), Claude: callingClaude,
		Plain: plugin,
		Known: func() []lang.Message {
			return []lang.Message{p.cageOf(f, dirs), p.reviewersIn(dirs), p.untrustedIn(dirs)}
		},
	}
	d, err := h.Run(in)
	if err := p.notice(err); err != nil {
		return err
	}
	if s, err := dirs.state.Load(launch); err == nil && s.Enabled && s.Rubric == nil { // a session that was resumed
		if err := p.keepNext(dirs, launch); err != nil { // each stop says so, too
			p.errorf("%v", err)
		}
	}
	return d.Write(p.stdout)
}

// cageOf tells the person what will hold the reviewers of this launch.
func (p *program) cageOf(f config.File, dirs directories) lang.Message {
	found, _, err := p.cage(f, dirs, dirs.work, p.env, p.getenv(reviewerEnv), nil)
	if err != nil {
		return lang.M("no review will be made: %v", err)
	}
	return cageWords(found)
}

// notice says that a state had to begin anew; any other error it gives back.
func (p *program) notice(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		p.errorf("%v", corrupt)
		return nil
	}
	return err
}
