package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/settings"
	"ccc/internal/state"
	"ccc/internal/task"
)

var modeHelp = lang.Both(`
Switches the reviews of this launch on (the default), which begins a new count, or off. status prints on, off, or
exhausted: on, but a bound has ended the task, and nothing is reviewed until your next message. On standard error it
says why the last stop was not reviewed, if it should have been. Words after on and off are ignored. /supervisor and
/supervisoroff in a session of ccc's call it. If Claude Code runs no hooks in this launch, on says why and ends with
exit code 1, and reviews stay off.
`, `
开启（默认）或关闭这次启动的审查；开启会重新开始计数。status 输出 on、off 或 exhausted：审查开启着，但任务已到上限，
在你的下一条消息之前不再审查；上次停止该审查而没有审查时，原因写到标准错误。on 和 off 之后的词会被忽略。
在 ccc 启动的会话里，/supervisor 和 /supervisoroff 会调用它。如果 Claude Code 在这次启动里不运行任何 hook，
on 会说明原因，退出码为 1，审查保持关闭。
`)

func modeCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "supervisor-mode [on|off|status]", Long: language.Text(modeHelp), Args: cobra.ArbitraryArgs,
		DisableFlagParsing: true, // whatever follows the first word is ignored
		Short:              language.Sprintf("switch the reviews of this launch, as /supervisor and /supervisoroff do"),
		ValidArgsFunction:  arguments(oneOf("on", "off", "status")),
		RunE:               func(_ *cobra.Command, args []string) error { return p.mode(args) },
	}
}

// mode is ccc supervisor-mode.
func (p *program) mode(args []string) error {
	args, plugin := fromPlugin(args)
	p.asStarted()
	verb := "on"
	if len(args) > 0 {
		verb = args[0]
	}
	if verb != "on" && verb != "off" && verb != "status" {
		return usageError{lang.Errorf("supervisor-mode takes on, off or status, not %q", verb)}
	}
	if verb == "on" {
		foreign := p.foreign()
		if foreign && !plugin {
			return withHint(lang.Errorf("%s names the launch of another claude, which runs: this session was not started by ccc",
				state.LaunchEnv), lang.M("start claude with: ccc [provider]"))
		}
		if plugin && (foreign || p.getenv(state.LaunchEnv) == "") {
			if err := p.begin(); err != nil {
				return err
			}
		}
	}
	launch := p.getenv(state.LaunchEnv)
	if launch == "" && plugin { // no stop of it was ever reviewed
		return p.plain(verb)
	}
	if launch == "" {
		return withHint(lang.Errorf("%s is not set: this session was not started by ccc", state.LaunchEnv),
			lang.M("start claude with: ccc [provider]"))
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
	m := hook.Mode{
		State: dirs.State, Launch: launch, Log: slog.New(slog.NewTextHandler(logFile, nil)),
		HooksOff: func() lang.Message { return p.hooksOff(dirs) },
		Files:    func() task.Files { return review.Look(context.Background(), dirs.Work) },
	}
	f, _ := provider.Load(dirs.Config) // one that is broken has the defaults
	said := []lang.Message{lang.M("disabled")}
	switch verb {
	case "status":
		status, last, err := m.Status()
		if err != nil {
			return err
		}
		if last != (state.Unreviewed{}) {
			p.errorf("%v", lang.M("last stop not reviewed: %s", last.Why))
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
func (p *program) switchOn(m hook.Mode, dirs directories, f provider.File) ([]lang.Message, error) {
	found, _, err := p.sandboxOf(f, dirs).Find()
	if err != nil {
		return nil, err
	}
	dirs = p.whereStarted(dirs)
	r, err := p.rubricIn(dirs)
	if err != nil {
		return nil, err
	}
	who, note := p.trustIn(dirs, "").Reviewers(r)
	if err := p.tellUntrusted(dirs, m.Launch, r, note); err != nil {
		return nil, err
	}
	said := lang.M("enabled: each stop is reviewed; ccc watch shows it in another window; log: %s",
		dirs.State.HookLog())
	if err := p.notice(m.On()); err != nil {
		return nil, err
	}
	return []lang.Message{said, found.Message(), who, p.unusedIn(dirs), note}, p.keepNext(dirs, m.Launch, r)
}

// hooksOff says why Claude Code runs no hook in this launch; empty if it does.
func (p *program) hooksOff(dirs directories) lang.Message {
	return settings.HooksOff(dirs.Claude, dirs.Work, settings.ManagedDir(), agentOf(p.getenv(state.ReviewerEnv)))
}

func sessionStartCommand(p *program, language lang.Language) *cobra.Command {
	plugin := false
	c := &cobra.Command{
		Use: "session-start", Short: language.Sprintf("the SessionStart hook; claude calls it"), Args: noArguments,
		GroupID: calledByClaude, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error { return p.sessionStart(plugin) },
	}
	c.Flags().BoolVar(&plugin, strings.TrimLeft(settings.FromPlugin, "-"), false, "")
	c.Flags().Lookup(strings.TrimLeft(settings.FromPlugin, "-")).Hidden = true
	return c
}

// sessionStart is ccc session-start.
func (p *program) sessionStart(plugin bool) error {
	p.asStarted()
	if p.getenv(state.LaunchEnv) == "" && !plugin {
		return nil
	}
	in, err := hook.ReadInput(p.stdin, "")
	if err != nil {
		return err
	}
	if p.getenv(state.LaunchEnv) == "" {
		if !p.resumes(in) {
			return nil
		}
		if err := p.begin(); err != nil {
			return err
		}
	}
	launch := p.getenv(state.LaunchEnv)
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	f, _ := provider.Load(dirs.Config) // one that is broken has the defaults
	dirs = p.whereStarted(dirs)
	judged := sync.OnceValues(func() (rubric.Rubric, error) { return p.rubricIn(dirs) })
	h := hook.Start{
		State: dirs.State, Launch: launch, Lang: p.language(f), Provider: p.getenv(state.ProviderEnv), Claude: callingClaude,
		Dir:   cmp.Or(p.getenv(state.ProjectEnv), dirs.Work),
		Plain: plugin && !p.byCCC,
		Known: func() []lang.Message {
			r, err := judged()
			if err != nil {
				return []lang.Message{p.cageOf(f, dirs), lang.M("no review will be made: %v", err)}
			}
			who, note := p.trustIn(dirs, "").Reviewers(r)
			return []lang.Message{p.cageOf(f, dirs), who, p.unusedIn(dirs), note}
		},
	}
	d, err := h.Run(in)
	if err := p.notice(err); err != nil {
		return err
	}
	if s, err := dirs.State.Load(launch); err == nil && s.Enabled && s.Rubric == nil { // a session that was resumed
		r, err := judged()
		if err == nil {
			err = p.keepNext(dirs, launch, r)
		}
		if err != nil { // each stop says so, too
			p.errorf("%v", err)
		}
	}
	return d.Write(p.stdout)
}

// sandboxOf is what the sandbox of this launch's reviewers depends on.
func (p *program) sandboxOf(f provider.File, dirs directories) sandbox.Reviewer {
	return sandbox.Reviewer{File: f, Dirs: dirs, Env: p.env, Settings: p.getenv(state.ReviewerEnv)}
}

// cageOf tells the person what will hold the reviewers of this launch.
func (p *program) cageOf(f provider.File, dirs directories) lang.Message {
	found, _, err := p.sandboxOf(f, dirs).Find()
	if err != nil {
		return lang.M("no review will be made: %v", err)
	}
	return found.Message()
}

// whereStarted gives the directories with that of claude's start for the working one: its tools may be elsewhere by
// now.
func (p *program) whereStarted(dirs directories) directories {
	if info, err := os.Stat(p.getenv("PWD")); err == nil && info.IsDir() && p.launched {
		dirs.Work = p.getenv("PWD")
	}
	return dirs
}

// tellUntrusted gives, once in a launch, the refusal of the rubric as an error: if the program of a slash command ends
// well, the user sees nothing of what it says (2.1.5, 2.1.197, 2.1.329).
func (p *program) tellUntrusted(dirs directories, launch string, r rubric.Rubric, refusal lang.Message) error {
	if refusal.Empty() {
		return nil
	}
	told := false
	_, err := dirs.State.Change(launch, func(s *state.State) {
		told = s.Untrusted == r.Digest()
		s.Untrusted = r.Digest()
	})
	if err = p.notice(err); err == nil && !told {
		err = withHint(lang.Errorf("%s", refusal), lang.M("/supervisor once more: reviews without these checks"))
	}
	return err
}
