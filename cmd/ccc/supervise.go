package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"golang.org/x/term"

	"ccc/internal/config"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/worktree"
	"ccc/ptyio"
)

// supervise is ccc --supervisor.
func (p *program) supervise(c commandLine) error {
	s, err := p.setup(c)
	if err != nil {
		return err
	}
	if s.args.Plain {
		return p.become(s, s.args.Through(s.settings.Agent))
	}
	p.language(s.file)
	if err := ptyio.Available(); c.mode == "hook" || err != nil {
		if err != nil {
			p.errorf("%v: reviews run in Claude Code's own screen instead, by its Stop hook", err)
		}
		return p.superviseByHook(s)
	}
	typed := term.IsTerminal(int(p.stdin.Fd()))
	attended := typed && term.IsTerminal(int(p.stdout.Fd())) && !s.args.Print && s.args.Output == ""
	if !attended && s.args.Prompt == "" && typed {
		return usageError{launch.ErrNoTask}
	}
	// Little is alive at any time. With half the usual garbage the memory stays as it is after the first megabyte of
	// stream, and the relay is as fast (make bench).
	debug.SetGCPercent(50)
	set, err := p.loadRubric(s, attended)
	if err != nil {
		return err
	}
	logFile, err := s.state.OpenLog(s.state.Log())
	if err != nil {
		p.errorf("%v", err)
	}
	defer logFile.Close()
	p.announce(s)
	l := p.launchOf(s)
	l.Rubric, l.Attended, l.Tee = set.Main, attended, c.tee
	l.Log = slog.New(slog.NewTextHandler(logFile, nil)).With("pid", os.Getpid())
	end, err := launch.Run(l)
	if errors.Is(err, launch.ErrNoTask) {
		return usageError{err}
	}
	return p.ended(s, end, err, attended)
}

// launchOf is a supervised launch as the command line and ccc.json have it.
func (p *program) launchOf(s setup) launch.Config {
	f := s.file
	c := launch.Config{
		ID: s.id, Version: version(), Dir: s.work, State: s.state, Claude: s.claude, Args: s.args,
		Settings: s.settings.Agent, Env: p.environ(s),
		Policy: policyOf(f), MaxWait: f.Supervisor.MaxWait,
		Review: reviewOf(f), AgentModel: f.Supervisor.Provider == "",
		Transcript: func(session string) (string, error) { return s.transcript(session)() },
		Recordings: launch.Recordings{
			Off: f.Recordings.Off || p.getenv(demoEnv) != "", Keep: f.Recordings.Keep, Age: f.Recordings.Age,
		},
		Notify: f.NotifyCommand, PersonEnv: p.env,
		In: p.stdin, Out: p.stdout, Err: p.stderr, Getenv: p.getenv, Language: p.language(f),
	}
	c.Review.Settings = s.settings.Reviewer
	if s.provider != nil {
		c.Provider = s.provider.Name
	}
	return c
}

// ended is what follows from the end of a launch: claude's own screen, or an exit code.
func (p *program) ended(s setup, end launch.End, err error, attended bool) error {
	resume := s.resume(end.Session)
	switch {
	case err != nil && resume.Empty():
		return err
	case err != nil:
		return hinted{err, resume}
	case end.Signal == 0 && end.Outcome == "completed" && attended:
		return hinted{p.handOver(s, end), resume}
	case !resume.Empty() && (end.Signal != 0 || end.Outcome != "completed"):
		p.errorf("%s", resume)
	}
	if end.Signal != 0 {
		return exitStatus(128 + end.Signal)
	}
	return outcomeStatus(end.Outcome)
}

// handOver becomes claude's own screen on the session of a loop that is done. That screen draws over all that stands
// here, so the summary is told there. Reviews stay on, by the Stop hook, unless ccc.json says otherwise.
func (p *program) handOver(s setup, end launch.End) error {
	work := worktree.Fingerprint(context.Background(), s.work)
	greeting := end.Summary + "\n" + p.language(s.file).Text(s.resume(end.Session))
	_, err := s.state.Change(s.id, func(st *state.State) {
		now := time.Now().UTC()
		st.HandedOver, st.Greeting = now, greeting
		if !s.file.Supervisor.AfterPlain {
			st.Enabled, st.EnabledAt, st.Base = true, now, work
		}
	})
	if err := p.notice(err); err != nil {
		p.errorf("reviews do not go on in claude's own screen: %v", err)
	}
	return p.become(s, s.args.Screen(s.settings.Agent, end.Session))
}

// outcomeStatus is the exit code that tells of an outcome.
func outcomeStatus(outcome string) exitStatus {
	return exitStatus(map[string]int{"not_completed": 3, "needs_user": 4, "interrupted": 130}[outcome])
}

// resume says how to go on with a session under supervision; it is empty where there is none.
func (s setup) resume(session string) lang.Message {
	if session == "" {
		return lang.Message{}
	}
	command := "ccc --supervisor"
	if s.provider != nil {
		command += " " + s.provider.Name
	}
	return lang.M("resume this session with: %s --resume %s", command, session)
}

// policyOf is what ccc.json says of a task's bounds.
func policyOf(f config.File) task.Policy {
	s := f.Supervisor
	return task.Policy{
		MaxRounds: s.MaxIterations, MaxStalled: s.MaxStalled, MaxCostUSD: s.MaxCostUSD, MaxDuration: s.MaxDuration,
		BackgroundWait: s.BackgroundWait,
	}
}

// reviewOf is what ccc.json says of a review; who is reviewed is to be added.
func reviewOf(f config.File) review.Request {
	return review.Request{
		Model: f.Supervisor.Model, Allowed: reviewerTools(f), InMessage: f.Supervisor.InMessage,
		Timeout: f.Supervisor.Timeout,
	}
}

// superviseByHook is ccc --supervisor in claude's own screen, with the Stop hook switched on from the start.
func (p *program) superviseByHook(s setup) error {
	if _, err := s.state.Enable(s.id, true, worktree.Fingerprint(context.Background(), s.work)); p.notice(err) != nil {
		return err
	}
	p.announce(s)
	fmt.Fprintln(p.stderr, p.language(s.file).Sprintf(
		"Supervisor mode enabled: the Stop hook reviews each stop, /supervisoroff ends that"))
	return p.become(s, s.args.Through(s.settings.Agent))
}

// loadRubric finds SUPERVISOR.md. Where there is none a person is offered the built-in one.
func (p *program) loadRubric(s setup, attended bool) (rubric.Set, error) {
	set, err := rubric.Load(s.work, s.directories.claude)
	var missing *rubric.NotFoundError
	if !errors.As(err, &missing) {
		return set, err
	}
	if attended {
		p.errorf("%v", err)
		fmt.Fprint(p.stderr, p.language(s.file).Sprintf("ccc: write the built-in rubric to %s here? [Y/n] ", rubric.File))
		if answer, ok := readLine(p.stdin); ok && yes(answer) {
			if _, err := rubric.Create(s.work); err != nil {
				return set, err
			}
			return rubric.Load(s.work)
		}
	}
	return set, hinted{err, lang.M("ccc init writes a good one to ./%s", rubric.File)}
}

// announce says where the logs are.
func (p *program) announce(s setup) {
	say := p.language(s.file).Sprintf
	fmt.Fprintln(p.stderr, say(
		"[Supervisor Mode] log files:\n  state directory: %s\n  hook log: %s\n  supervisor output: %s",
		s.state, s.state.HookLog(), s.state.Output("{session}")))
	fmt.Fprintln(p.stderr, say("  loop log: %s", s.state.Log()))
}
