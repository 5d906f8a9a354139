package launch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/plan/link"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/secret"
	"ccc/internal/supervision"
	"ccc/internal/supervision/output"
	"ccc/internal/supervision/runid"
	"ccc/internal/text"
)

// Supervise runs ccc --supervisor.
func (p *Program) Supervise(c commandline.Line) error {
	s, err := p.setup(c)
	if err != nil {
		return err
	}
	if s.args.Plain {
		return p.become(s, s.args.UserArguments(s.settings.Agent))
	}
	p.LanguageIn(s.file)
	attended := p.attended(s.args)
	if err := p.checkLoop(s, c, attended); err != nil {
		return err
	}
	if c.Mode == "hook" {
		return p.superviseByHook(s)
	}
	before, err := p.resumed(&s, attended)
	if err != nil {
		return err
	}
	p.noteError(p.sweepOld(s))
	l := p.launchOf(s)
	l.Attended, l.Before, l.Tee = attended, before, c.Tee
	l.Findings, l.Asked = p.taskBefore(s, before)
	if c.RunID != "" {
		if l.Run, err = p.openRun(s, c.RunID, l.Review.Mask); err != nil {
			return err
		}
		defer l.Run.Close()
		if o := l.Run.Outcome(); o != nil {
			return p.repeat(s, *o)
		}
	}
	// The loop has little live memory. With 50, memory stops growing after the first megabyte of stream, and the
	// relay is as fast as with the default of 100 (make bench).
	debug.SetGCPercent(50)
	if err := p.asker().MayStart(s.Directories, c.Trust || p.Link != nil, attended); err != nil { // ccc run has asked
		return err
	}
	if s.rubric, err = p.loadRubric(s, attended); err != nil {
		return err
	}
	judged, err := p.approvedRubric(s, attended)
	if err != nil {
		return err
	}
	logFile, err := s.State.OpenLog(s.State.Log())
	p.noteError(err)
	defer logFile.Close()
	if err := p.addReviewers(s, judged, &l); err != nil {
		return err
	}
	l.Log = slog.New(slog.NewTextHandler(l.Review.Mask.Writer(logFile), nil)).With("pid", os.Getpid())
	end, err := supervision.Run(l)
	if errors.Is(err, supervision.ErrNoTask) {
		return console.Usage(err)
	}
	s.rubric = l.Judges().Files
	return p.followUp(s, end, err, l)
}

// openRun opens the run of --run-id. It refuses a task of ccc run that another ccc is already doing.
func (p *Program) openRun(s setup, key string, mask *secret.Mask) (*runid.Run, error) {
	run, err := runid.Open(s.State.Runs(), key, s.args.Prompt, mask)
	if by := new(runid.HeldError); p.Link != nil && errors.As(err, &by) {
		err = &link.HeldError{HeldError: by}
	}
	return run, err
}

// addReviewers sets up the reviewers that the rubric names, and the sandbox in which they run. It tells the user about
// both.
func (p *Program) addReviewers(s setup, judged rubric.Rubric, l *supervision.Config) (err error) {
	if l.Review.Cage, l.Review.Login, err = s.sandbox(p.Env).Find(); err != nil {
		return err
	}
	place := review.Placement{
		File: s.file, Dirs: s.Directories, Env: p.Env, Agent: s.settings.Agent, Provider: l.Provider, Add: s.args.Dirs,
		Snapshot: s.snapshot,
	}
	present := &judges{}
	if err := present.set(place, s.rubric, judged); err != nil {
		return err
	}
	l.Judges, l.Cage = present.now, l.Review.Cage.Message()
	if p.Link != nil {
		l.Policy, l.OnNotice = p.Link.LowerLimits(l.Policy), p.Link.Reporter(l.Language)
		return nil
	}
	follower := &rubric.Follower{
		Judging:  func() rubric.Rubric { return present.now().Files },
		Load:     func() (rubric.Rubric, error) { return rubric.Load(s.Work, s.Directories.Claude) },
		Attended: l.Attended,
	}
	l.RubricChange = follower.Change
	if l.Attended { // the loop's own screen says the rest in two lines
		l.Renew = func() (lang.Message, bool) {
			return present.renew(follower, rubric.TrustIn(s.Directories, s.trust), place)
		}
		return nil
	}
	p.sayProvider(s)
	if l.Read { // the loop says the rest in one line
		return nil
	}
	p.announce(s, l.Review.Cage)
	if who := present.now().Who; !who.Empty() {
		fmt.Fprintln(p.Err, p.LanguageIn(s.file).Sprintf("  reviewers: %s", who))
	}
	return nil
}

// checkLoop refuses flags that do not go together in a launch with reviews.
func (p *Program) checkLoop(s setup, c commandline.Line, attended bool) error {
	switch {
	case c.Mode == "hook" && !attended: // claude -p exits with 0 whatever the reviews say
		return console.Usage(lang.WithHint(
			lang.Errorf("--mode hook needs a terminal, and does not go with -p or --output-format"),
			lang.M("leave --mode hook out: without a terminal the loop runs by itself, and its exit code tells the "+
				"outcome")))
	case c.Mode == "hook":
		return nil
	case !attended && s.args.Prompt == "" && term.IsTerminal(int(p.In.Fd())):
		return console.Usage(supervision.ErrNoTask)
	case attended && c.RunID != "":
		return console.Usage(lang.WithHint(
			lang.Errorf("--run-id is for launches that nobody watches"), lang.M("add -p, or --output-format")))
	case c.RunID != "" && s.args.Input == "stream-json":
		return console.Usage(lang.Errorf("--run-id does not go with --input-format stream-json: ccc could not tell " +
			"which messages were handled before"))
	case !attended && s.args.Pick:
		return console.Usage(lang.Errorf("--resume needs a session id where there is no terminal to choose one"))
	}
	return nil
}

// approvedRubric returns the rubric of a launch, without the parts that the user refuses. For a task of ccc run the
// user was asked at the beginning of the run.
func (p *Program) approvedRubric(s setup, attended bool) (rubric.Rubric, error) {
	judged, given := s.rubric, s.trust
	if p.Link != nil {
		if err := p.Link.CheckRubric(judged.Path, judged.ContentDigest()); err != nil {
			return judged, err
		}
		judged.Checks = slices.Concat(judged.Checks, checksOf(p.Link.Checks)) // the user has allowed them
		if err := p.Link.CheckSettings(runSettings(s.Work, s.Directories.Claude)); err != nil {
			return judged, err
		}
		given = judged.Digest()
	}
	return p.asker().ApprovedRubric(s.Directories, given, judged, attended)
}

// attended reports whether a user sits at the terminal of a supervised launch, and can be asked.
func (p *Program) attended(args claude.Args) bool {
	return p.AtTerminal() && !args.Print && args.Output == ""
}

// sandbox returns the facts on which the sandbox of the launch's reviewers depends.
func (s setup) sandbox(env []string) sandbox.Reviewer {
	return sandbox.Reviewer{File: s.file, Dirs: s.Directories, Env: env, Settings: s.settings.Reviewer,
		Add: s.args.Dirs, Snapshot: s.snapshot}
}

// repeat prints the outcome of a --run-id that has ended before.
func (p *Program) repeat(s setup, o output.Outcome) error {
	p.Notef("this --run-id has ended: its outcome follows; another key does the task again")
	w := output.Writer{
		Format: s.args.Output, W: p.Out, OnError: func() {}, IsTerminal: term.IsTerminal(int(p.Out.Fd())),
	}
	if err := w.Finish(o); err != nil {
		return lang.Errorf("write the result: %w", err)
	}
	return console.Exit(o.ExitCode)
}

// launchOf returns the configuration of a supervised launch, from the command line and ccc.json.
func (p *Program) launchOf(s setup) supervision.Config {
	f := s.file
	name := s.providerName()
	c := supervision.Config{
		Identity: supervision.Identity{ID: s.id, Version: p.Version, Dir: s.Work, ClaudeDir: s.Directories.Claude,
			Provider: name, State: s.State},
		Agent: supervision.Agent{
			Claude: s.claude, Args: s.args, Settings: s.settings.Agent, Env: p.environ(s), Mods: s.mods,
			ModOptions: s.modOptions(),
		},
		Reviews: supervision.Reviews{
			Review: review.ReviewerOf(f, name),
			Transcript: func(session string) (string, error) {
				return hook.Transcript(s.Directories.Claude, session)()
			},
		},
		Limits: supervision.Limits{
			Policy: review.PolicyOf(f), MaxWait: f.Supervisor.MaxWait, Idle: f.Supervisor.IdleTimeout,
		},
		User: supervision.User{
			In: p.In, Out: p.Out, Err: p.Err, Getenv: p.Getenv, EditorEnv: p.Env, Language: p.LanguageIn(f),
			Read: term.IsTerminal(int(p.Terminal.Fd())),
		},
		Recordings: hook.Retention(p.Env, f),
		Guardian:   []string{s.program, supervision.GuardianArg}, Resume: s.resume,
	}
	c.Policy.Stay = f.Supervisor.Stay
	c.Claims = f.Claims != provider.ClaimsOff
	c.SessionFile = func(session string) (string, error) { return claude.Transcript(s.Directories.Claude, session) }
	if p.Link != nil {
		c.Title, c.Task = p.Link.Title, p.Link.Text
	}
	c.Review.Settings, c.Review.Snapshot, c.Review.Agent.Version = s.settings.Reviewer, s.snapshot, s.version
	c.Review.Env = f.WithoutOtherKeys(c.Review.Provider, c.Env, p.Lookup)
	c.CheckEnv = hook.CheckEnv(p.Env, slices.Concat(f.Secrets(p.Lookup), s.settings.Secrets()))
	if p.Link == nil { // ccc run notifies the user for its tasks
		c.Notify = p.notifyCommand(s)
	}
	c.Review.Mask = secret.New(slices.Concat(review.Secrets(p.Env, s.Directories, f), s.settings.Secrets())...)
	return c
}

// notifyCommand returns the user's notify_command, for the loop and for ccc run.
func (p *Program) notifyCommand(s setup) notify.Command {
	return notify.Command{
		Line: s.file.NotifyCommand,
		Env:  hook.CheckEnv(p.Env, slices.Concat(s.file.Secrets(p.Lookup), s.settings.Secrets())),
		Self: s.program, State: s.State, Log: s.State.Log(),
	}
}

// followUp does what follows a finished loop: it opens claude's own screen, or returns the exit code.
func (p *Program) followUp(s setup, end supervision.End, err error, l supervision.Config) error {
	s.rejected = end.Rejected
	resume := s.resume(end.Session)
	if l.Run != nil && l.Run.Outcome() == nil && err == nil {
		if p.Link != nil { // ccc run tells the user
			return console.Exit(end.ExitCode)
		}
		resume = lang.M("the same command with the same --run-id goes on from here")
	}
	switch {
	case err != nil && resume.Empty():
		return err
	case err != nil:
		return lang.WithHint(err, resume)
	case end.Signal == 0 && end.Outcome == "completed" && l.Attended && !end.Left:
		if err = p.handOver(s, end); resume.Empty() {
			return err
		}
		return lang.WithHint(err, resume)
	case !resume.Empty() && (end.Signal != 0 || end.Outcome != "completed" || end.Left || l.Read && p.Link == nil):
		p.SayUnwrapped("ccc: " + p.LanguageIn(s.file).Text(resume))
	}
	return console.Exit(end.ExitCode)
}

// resume returns a message on how to resume a session with supervision; it is empty if there is no session.
func (s setup) resume(session string) lang.Message {
	return s.resumeBy("ccc --supervisor", session)
}

// resumeBy returns a message on how to resume a session by that command, with the launch's provider and arguments.
func (s setup) resumeBy(command, session string) lang.Message {
	if session == "" || s.demo {
		return lang.Message{}
	}
	if s.trusts {
		command += " --trust"
	}
	name, gone := s.providerNow()
	if name != "" {
		command += " " + text.ShellWord(name)
	}
	session = "--resume " + session
	for _, word := range s.given.ResumeArguments(s.rejected) {
		if !strings.Contains(word, "…") { // an argument that is shown shortened
			word = text.ShellWord(word)
		}
		session += " " + word
	}
	said := lang.M("resume this session with: %s %s", command, session)
	if gone {
		said = lang.M("%s (the provider %s is no longer in %s)", said, s.provider.Name, s.file.Path)
	}
	return said
}

// providerNow returns the name that ccc.json has now for the launch's provider: another launch may have renamed it.
// name is "" if there is none, and gone says that it was removed.
func (s setup) providerNow() (name string, gone bool) {
	if s.provider == nil {
		return "", false
	}
	now, err := provider.Load(s.Config)
	if err != nil || now.Has(s.provider.Name) {
		return s.provider.Name, false
	}
	for _, p := range now.Providers {
		if reflect.DeepEqual(p.Settings, s.provider.Settings) {
			return p.Name, false
		}
	}
	return "", true
}

// superviseByHook runs ccc --supervisor --mode hook: claude's own screen, with reviews on from the start.
func (p *Program) superviseByHook(s setup) error {
	judged, err := p.asker().Rubric(s.Directories)
	if err != nil {
		return err
	}
	// All of it is kept for the hook, which leaves out by itself what is not allowed then.
	if _, err := p.asker().ApprovedRubric(s.Directories, s.trust, judged, true); err != nil {
		return err
	}
	if _, _, err := s.sandbox(p.Env).Find(); err != nil {
		return err
	}
	files := review.Look(context.Background(), s.Work, s.State.Indexes())
	if _, err := s.State.Enable(s.id, true, files); p.Notice(err) != nil {
		return err
	}
	if err := p.asker().KeepNext(s.Directories, s.id, judged); err != nil {
		return err
	}
	// The SessionStart hook says on claude's screen that reviews are on, by which rules, in which sandbox, and which
	// mods were not kept out.
	p.Notef("logs of the Stop hook: %s", s.State)
	return p.become(s, s.args.UserArguments(s.settings.Agent))
}

// loadRubric reads SUPERVISOR.md. If there is none, it asks a user at the terminal whether to write the built-in one.
func (p *Program) loadRubric(s setup, attended bool) (rubric.Rubric, error) {
	dir := s.Work
	if p.Link != nil {
		dir = p.Link.Dir
	}
	judged, err := rubric.Load(dir, s.Directories.Claude)
	var missing *rubric.NotFoundError
	if !errors.As(err, &missing) {
		return judged, err
	}
	if attended {
		p.Notef("%v", err)
		question := lang.M("ccc: write the built-in rubric to %s here? Without a rubric ccc ends [Y/n] ", rubric.File)
		if p.Confirm(question, true) {
			path, err := rubric.Create(s.Work, p.LanguageIn(s.file))
			if err != nil {
				return judged, err
			}
			p.Notef("%s written: the reviewer goes by these rules. What you edit there counts from the next launch, "+
				"or from /supervisor", path)
			return rubric.LoadFrom(s.Work)
		}
		return judged, lang.WithHint(lang.Errorf("there is no review without a rubric"), missing.Hint())
	}
	return judged, err
}

// announce prints where the logs are, and in which sandbox the reviewers run.
func (p *Program) announce(s setup, found sandbox.Found) {
	say := p.LanguageIn(s.file).Sprintf
	fmt.Fprintln(p.Err, say(
		"[Supervisor Mode] log files:\n  state directory: %s\n  hook log: %s\n  reviewer output: %s",
		s.State, s.State.HookLog(), s.State.Output("{session}")))
	fmt.Fprintln(p.Err, say("  loop log: %s", s.State.Log()))
	fmt.Fprintln(p.Err, say("  sandbox: %s", found.Message()))
	if mods := s.mods.Message(); !mods.Empty() {
		fmt.Fprintln(p.Err, say("  mods: %s", mods))
	}
}
