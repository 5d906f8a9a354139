package launch

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/console"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/state"
	"ccc/internal/supervision"
)

// handOver opens claude's own screen with the session of a finished loop. That screen draws over the loop's output,
// so it also shows the loop's summary. Unless ccc.json says otherwise, or the user has switched reviews off, the Stop
// hook continues the reviews. ccc stays as claude's companion, and at the end tells the user how to resume: claude's
// own hint leaves out --supervisor and the provider.
func (p *Program) handOver(s setup, end supervision.End) error {
	on := !s.file.Supervisor.AfterPlain && !end.Off
	_, refusal := rubric.TrustIn(s.Directories, s.trust).Reviewers(s.rubric)
	files := review.Look(context.Background(), s.Work, s.State.Indexes())
	_, err := s.State.Change(s.id, func(st *state.State) {
		now := time.Now().UTC()
		st.HandedOver, st.Greeting, st.Rounds = now, end.Summary, end.Rounds
		st.Starter, _ = process.Of(os.Getpid()) // this process becomes the companion
		if on {
			st.Greeting = strings.Trim(end.Summary+"\n"+p.LanguageIn(s.file).Text(refusal), "\n")
			st.Enabled, st.EnabledAt, st.Base, st.BaseTree = true, now, files.Work, files.Tree
		}
	})
	if err == nil && on { // the agent may have written to its files since
		err = p.asker().KeepNext(s.Directories, s.id, s.rubric)
	}
	if err := p.Notice(err); err != nil {
		p.Notef("reviews are not on in claude's own screen: %v", err)
	}
	if err := s.settings.Rewrite(); err != nil { // the agent may have written to the settings
		return lang.Errorf("claude's own screen is not opened: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return lang.Errorf("find the path of ccc: %w", err)
	}
	argv, env, err := s.command(p, s.args.Screen(s.settings.Agent, end.Session, end.Mode))
	if err != nil {
		return err
	}
	resume := p.LanguageIn(s.file).Text(s.resume(sessionMark))
	// A new process is needed: where poll knows no terminals this one still reads, and would take keys from claude.
	companion := []string{self, CompanionArg, resume, end.Session, supervision.Family()}
	return p.exec(self, slices.Concat(companion, argv), env)
}

// CompanionArg makes ccc the companion of claude's own screen: ccc --companion RESUME SESSION FAMILY CLAUDE ARGS… At
// the end it prints RESUME, unless that is "". In RESUME, sessionMark is replaced by the newest session of the launch.
// FAMILY marks what the loop's agent has started, see [supervision.Family].
const (
	CompanionArg = "--companion"
	sessionMark  = "{session}"
)

// Companion runs ccc --companion.
func (p *Program) Companion(args []string) error {
	resume, session, family, argv := args[0], args[1], args[2], args[3:]
	status, err := p.Accompany(argv)
	if dirs, err := p.Directories(); err == nil {
		p.noteError(hook.RecordLast(dirs.State, p.Getenv(state.LaunchEnv), hook.RecordingMask(p.Env, dirs)))
		p.sayEnd(dirs)
		p.sayLeft(family)
		launch, _ := dirs.State.Load(p.Getenv(state.LaunchEnv)) // an unreadable state names no session
		session = cmp.Or(launch.Newest, session)                // /clear and /resume change the session
	}
	resume = strings.ReplaceAll(resume, sessionMark, session)
	if err != nil {
		return lang.WithHint(lang.Errorf("start %s: %w", argv[0], err), lang.Verbatim(resume))
	}
	if resume != "" {
		p.SayUnwrapped("ccc: " + resume)
	}
	return status
}

// sayLeft names, at the end of claude's own screen, what the agent has left running. family is that of a loop before.
func (p *Program) sayLeft(family string) {
	if left := supervision.LeftRunning(p.Getenv(state.LaunchEnv), family); !left.Empty() {
		p.Notef("%s", left)
	}
}

// Accompany runs a program on this terminal until it ends, and returns its exit code.
func (p *Program) Accompany(argv []string) (console.Exit, error) {
	code, err := supervision.Companion{
		Env: p.Env, In: p.In, Out: p.Out, Err: p.Terminal, Say: func(m lang.Message) { p.Notef("%s", m) },
	}.Run(argv)
	return console.Exit(code), err
}
