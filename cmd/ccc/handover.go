package main

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// handOver lets claude's own screen go on with the session of a loop that is done, to its end. That screen draws over
// all that stands here, so the summary is told there. Reviews stay on, by the Stop hook, unless ccc.json says
// otherwise. A companion stays behind it, to say how to resume: what claude says of that leaves out supervisor and
// provider.
func (p *program) handOver(s setup, end launch.End) error {
	files := review.Look(context.Background(), s.Work)
	greeting := strings.TrimSuffix(end.Summary+"\n"+p.languageIn(s.file).Text(s.resume(end.Session)), "\n")
	_, err := s.State.Change(s.id, func(st *state.State) {
		now := time.Now().UTC()
		st.HandedOver, st.Greeting = now, greeting
		if !s.file.Supervisor.AfterPlain {
			st.Enabled, st.EnabledAt, st.Base, st.BaseTree = true, now, files.Work, files.Tree
		}
	})
	if err == nil && !s.file.Supervisor.AfterPlain {
		var judged rubric.Rubric
		if judged, err = p.rubricIn(s.Directories); err == nil {
			err = p.keepNext(s.Directories, s.id, judged)
		}
	}
	if err := p.notice(err); err != nil {
		p.errorf("reviews are not on in claude's own screen: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		return lang.Errorf("find the path of ccc: %w", err)
	}
	argv, env := s.command(p, s.args.Screen(s.settings.Agent, end.Session, end.Mode))
	resume := p.languageIn(s.file).Text(s.resume(sessionMark))
	// A new program: this one still reads the terminal, and would take keys from claude.
	return p.exec(self, slices.Concat([]string{self, companionArg, resume, end.Session}, argv), env)
}

// companionArg makes ccc the companion of claude's own screen: ccc --companion RESUME SESSION CLAUDE ARGS…, where
// RESUME is what it says at the end ("" for nothing), with sessionMark for the session that is the newest of the
// launch.
const (
	companionArg = "--companion"
	sessionMark  = "{session}"
)

// companion is ccc --companion.
func (p *program) companion(args []string) error {
	resume, session, argv := args[0], args[1], args[2:]
	status, err := p.accompany(argv)
	if dirs, err := p.directories(); err == nil {
		p.sayMissed(dirs)
		launch, _ := dirs.State.Load(p.getenv(state.LaunchEnv)) // one that cannot be read names none
		session = cmp.Or(launch.Newest, session)                // /clear and /resume lead to another one
	}
	resume = strings.ReplaceAll(resume, sessionMark, session)
	if err != nil {
		return withHint(lang.Errorf("start %s: %w", argv[0], err), resume)
	}
	if resume != "" {
		p.sayUnwrapped("ccc: " + resume)
	}
	return status
}

// accompany runs a program on this terminal to its end.
func (p *program) accompany(argv []string) (exitStatus, error) {
	code, err := launch.Companion{
		Env: p.env, In: p.stdin, Out: p.stdout, Err: p.terminal, Say: func(m lang.Message) { p.errorf("%s", m) },
	}.Run(argv)
	return exitStatus(code), err
}
