package launch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/google/uuid"

	"ccc/internal/claude"
	"ccc/internal/claude/mods"
	"ccc/internal/claude/settings"
	"ccc/internal/claude/snapshot"
	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/doctor"
	"ccc/internal/eval"
	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/provider/manage"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/state"
)

// setup has everything that a launch of claude needs: the contents of files, and the parsed command line.
type setup struct {
	state.Directories
	file     provider.File
	provider *provider.Provider
	claude   claude.Binary
	args     claude.Args
	settings settings.Launch
	snapshot *snapshot.Snapshot
	given    claude.Args // the user's arguments for claude, without those of ccc.json
	rejected string      // the option that claude has rejected; "" for none
	id       string      // of the launch
	program  string      // path of ccc, as the hooks call it
	trust    string      // digest of the rubric that --trust allows, see state.TrustEnv; "" without it
	trusts   bool        // --trust: files of the project may make claude run something
	demo     bool        // a demo: its files are removed at the end
	version  string      // of claude; some other text if it reports none
	mods     mods.Guard
	rubric   rubric.Rubric             // of the loop, with what the user did not approve
	programs <-chan []snapshot.Program // that a review needs
}

// providerName returns the name of the provider; "" for none.
func (s setup) providerName() string {
	if s.provider == nil {
		return ""
	}
	return s.provider.Name
}

// setup reads the configuration and the command line, and writes claude's settings.
func (p *Program) setup(c commandline.Line) (s setup, err error) {
	if err := claude.NotNested(p.Getenv); err != nil { // it says more than what is wrong with the arguments
		return s, err
	}
	if s.Directories, err = p.Directories(); err != nil {
		return s, err
	}
	if s.snapshot, err = p.runSnapshot(s.Directories); err != nil {
		return s, err
	}
	if s.file, err = p.Load(s.Config, s.snapshot.Read); err != nil {
		return s, err
	}
	if exposed := s.file.PermissionWarning(); !exposed.Empty() && p.Link == nil { // ccc run has reported it
		p.Notef("%s", exposed)
	}
	if err := p.parseAndImport(&s, c); err != nil {
		return s, err
	}
	if c.Supervisor && !s.args.Plain && !p.attended(s.args) {
		if err := s.file.CheckLimits(); err != nil {
			return s, err
		}
	}
	if name := c.FirstWord(); s.file.Has(name) && claude.IsSubcommand(name) {
		p.Notef("%s is the provider of that name; claude's own command is ccc -- %s", name, name)
	}
	s.demo = p.Getenv(claude.DemoEnv) != ""
	if s.claude, err = claude.FromEnv(p.Getenv); err != nil {
		return s, err
	}
	s.findPrograms()
	if err := p.guardMods(&s); err != nil {
		return s, err
	}
	if s.id, err = p.launchID(s.State); err != nil {
		return s, err
	}
	if s.program, err = process.InstalledPath(); err != nil {
		return s, err
	}
	if s.trusts = c.Trust; c.Trust {
		// Without a rubric there is nothing to allow.
		if judged, err := rubric.Load(s.Work, s.Directories.Claude); err == nil {
			s.trust = judged.Digest()
		}
	}
	if err := p.writeSettings(&s, c); err != nil {
		return s, err
	}
	if c.Named(s.provider) && p.Link == nil { // ccc run has done so for its tasks
		p.makeDefault(s, c)
	}
	return s, p.keepBaseline(&s)
}

// parseAndImport parses the command line. If the user moves the provider in settings.json to ccc.json, it reads
// ccc.json and parses the command line once more.
func (p *Program) parseAndImport(s *setup, c commandline.Line) error {
	if err := s.parse(c); err != nil {
		return err
	}
	moved, err := p.offerImport(*s)
	if err != nil || !moved {
		return err
	}
	if s.file, err = p.Load(s.Config, s.snapshot.Read); err != nil {
		return err
	}
	return s.parse(c)
}

// noteError tells the user of an error that ends nothing.
func (p *Program) noteError(err error) {
	if err != nil {
		p.Notef("%v", err)
	}
}

// sweepOld removes what earlier launches left behind.
func (p *Program) sweepOld(s setup) error {
	listing := file.Listing{}
	doctor.SweepTrials(listing, sandbox.Layers(s.State, p.Getenv)...)
	return Sweep(s.Directories, listing)
}

// findPrograms finds the programs that a review needs, while claude is asked for its version: a claude that is new to
// ccc is read.
func (s *setup) findPrograms() {
	if s.args.Plain || s.snapshot != nil {
		return
	}
	found, path, kept := make(chan []snapshot.Program, 1), s.claude.Path, s.State.ProgramDigests()
	s.programs = found
	go func() { found <- snapshot.FindPrograms(path, kept) }()
}

// keepBaseline copies claude's configuration for the reviewers, unless ccc run has done so for all tasks.
func (p *Program) keepBaseline(s *setup) error {
	if s.args.Plain {
		return nil
	}
	if s.snapshot == nil {
		s.snapshot = review.TakeSnapshot(s.Directories, p.Env, s.args.Dirs, s.file.Path)
		s.snapshot.Programs = <-s.programs
	}
	for path, text := range s.settings.Texts {
		s.snapshot.Keep(path, text)
	}
	if s.demo || claude.KeepsPrompt(s.version) {
		return nil
	}
	return untilSignal(func(ctx context.Context) { s.snapshot.Git = git.ClaudesQuestions(ctx, s.Work) })
}

// runSnapshot returns the copy of claude's configuration from the beginning of the ccc run to which this launch
// belongs, so that no earlier task can influence the reviews of this one. It is nil for a launch that is not a task
// of ccc run.
func (p *Program) runSnapshot(dirs state.Directories) (*snapshot.Snapshot, error) {
	if p.Link == nil {
		return nil, nil
	}
	b, err := snapshot.Load(p.Link.Prefix, p.Link.Digest)
	if err != nil {
		return nil, err
	}
	b.Run = true
	return b.In(dirs.Work, p.Link.Top, p.Link.Tree), nil
}

// writeSettings writes claude's settings for the launch, and prints the warnings that concern them.
func (p *Program) writeSettings(s *setup, c commandline.Line) (err error) {
	own := p.HookOf(s.file, s.program)
	own.Tasks = claude.AtLeast(s.version, claude.Middle)
	s.settings, err = settings.Prepare(s.file, settings.Plan{
		Dir: s.Directories.Claude, Work: s.Work, Provider: s.provider, Given: s.args.Settings,
		Lookup: p.Lookup, Names: process.Env(p.Env).Names(), Supervisor: c.Supervisor,
		Managed: settings.ManagedDir(), Named: c.Named(s.provider),
		Asked: review.AskRules, Read: s.snapshot.Read,
		Hook: own,
	})
	for _, notice := range s.settings.Notices {
		p.Notef("%v", notice)
	}
	return err
}

// guardMods keeps mods out of every claude of the launch. No guard is needed for a claude that runs without a
// session, or in a demo.
func (p *Program) guardMods(s *setup) error {
	if s.args.Plain || s.demo {
		return nil
	}
	err := p.askVersion(s)
	if err != nil {
		return err
	}
	if s.mods, err = mods.New(s.version, s.modOptions()); err != nil {
		return console.Usage(err)
	}
	s.claude = s.claude.WithManaged(s.mods.Settings)
	return nil
}

// slowVersion is how long claude may take to report its version before the user is told about the wait. On a busy
// machine it has taken more than 15 s.
const slowVersion = 30 * time.Second

// askVersion asks claude for its version, unless that is known. If claude hangs, it tells the user.
func (p *Program) askVersion(s *setup) error {
	if known, ok := mods.KnownVersion(s.claude, s.State.ClaudeVersion()); ok {
		s.version = known
		return nil
	}
	slow := time.AfterFunc(slowVersion, func() {
		p.Notef("%s", lang.M("%s --version has not answered for %s: ccc still waits. ctrl-c ends that", s.claude.Path,
			slowVersion))
	})
	defer slow.Stop()
	var nested error
	err := untilSignal(func(ctx context.Context) {
		s.version, nested = mods.VersionOf(ctx, s.claude, p.Env, s.State.ClaudeVersion())
	})
	return cmp.Or(err, nested)
}

// untilSignal calls ask, which queries another program. A signal ends both that program and ccc.
func untilSignal(ask func(context.Context)) error {
	if caught := process.UntilSignal(ask, syscall.SIGINT, syscall.SIGTERM); caught != nil {
		return console.Exit(128 + int(caught.(syscall.Signal)))
	}
	return nil
}

func (s *setup) modOptions() mods.Options {
	return mods.Options{
		Allow: s.file.AllowMods, Given: s.args.Managed, Managed: settings.ManagedDir(), Claude: s.Directories.Claude,
	}
}

// parse splits the command line into the provider and claude's arguments.
func (s *setup) parse(c commandline.Line) (err error) {
	if err := c.SwallowedProvider(s.file); err != nil {
		return console.Usage(err)
	}
	var args []string
	switch s.provider, args, err = c.Split(s.file); {
	case errors.Is(err, commandline.ErrEmpty):
		return console.Usage(err)
	case err != nil:
		return c.UnknownProvider(err, s.file)
	}
	if err := s.file.CheckEnv(s.provider); err != nil {
		return err
	}
	if s.args, err = claude.ParseArgs(args); err != nil {
		return console.Usage(err)
	}
	own := s.file
	own.ClaudeArgs = nil
	if _, args, err := c.Split(own); err == nil {
		s.given, _ = claude.ParseArgs(args) // all arguments were parsed above, without an error
	}
	return nil
}

// launchID returns the launch that the environment names, or a new one.
func (p *Program) launchID(dir state.Dir) (string, error) {
	id := p.Getenv(state.LaunchEnv)
	if id == "" {
		return uuid.NewString(), nil
	}
	if _, err := dir.Load(id); p.Notice(err) != nil {
		return "", console.Usage(lang.Errorf("%s: %w", state.LaunchEnv, err))
	}
	return id, nil
}

// HookOf describes the hooks that call this ccc.
func (p *Program) HookOf(f provider.File, program string) settings.Hook {
	return settings.Hook{
		Program: program, Timeout: f.Supervisor.Timeout + hookMargin, Notify: f.NotifyCommand != "",
		Status: p.LanguageIn(f).Sprintf("ccc looks at this stop (live: ccc watch)"), Lang: p.LanguageIn(f),
	}
}

// makeDefault saves the provider that the user named as the default of later launches. If the default was another
// one, it tells the user.
func (p *Program) makeDefault(s setup, c commandline.Line) {
	before, _ := s.file.Provider("")
	switch err := s.file.SetCurrent(s.provider.Name); {
	case err != nil:
		p.Notef("the choice of provider was not saved: %v", err)
	case before.Name != s.provider.Name:
		said := "ccc: " + p.Language().Sprintf(
			"%s is the default now: launches that name no provider use it, in other terminals, too", s.provider.Name)
		if c.Supervisor && c.Mode != "hook" || s.args.Plain || s.args.Print || !p.AtTerminal() {
			p.Say(said)
			return
		}
		// Claude's own screen shows it, and may be drawn over what is printed.
		_, err := s.State.Change(s.id, func(st *state.State) { st.Greeting = said })
		p.noteError(err)
	}
}

// Sweep removes temporary files that a killed ccc has left.
func Sweep(d state.Directories, l file.Listing) error {
	d.State.RemoveLeftActivities(l)
	provider.RemoveDrafts(d.State.Edits())
	eval.Sweep(l)
	file.SweepTemporary(l)
	var errs []error
	for _, family := range d.Families() {
		errs = append(errs, file.Sweep(l, family))
	}
	return errors.Join(errs...)
}

// hookMargin is added to the time limit of a review for the Stop hook's timeout: time to start a reviewer, and to end
// it.
const hookMargin = time.Minute

// environ returns the environment of the loop's children. It names no outer session and no other provider. It names
// no launch either, so that claude's Stop hook does not review what the loop reviews.
func (p *Program) environ(s setup) []string {
	return s.claude.Env(s.settings.Env(p.Env), state.LaunchEnvs()...)
}

// Launch runs claude in its own screen.
func (p *Program) Launch(c commandline.Line) error {
	s, err := p.setup(c)
	if err != nil {
		return err
	}
	if !s.args.Plain && (s.args.Print || !p.AtTerminal()) { // in its own screen claude asks
		if err := p.asker().MayStart(s.Directories, c.Trust, p.AtTerminal()); err != nil {
			return err
		}
	}
	return p.become(s, p.continued(s).UserArguments(s.settings.Agent))
}

// become runs claude in place of ccc. For claude's own screen ccc stays as its companion, and at the end tells the
// user which stops were not reviewed: hooks that did not run cannot say so. With -p it stays, too, because claude
// then shows nothing that the hook says about claims. Otherwise claude replaces this process, and become returns only
// if that fails.
func (p *Program) become(s setup, args []string) error {
	argv, env, err := s.command(p, args)
	if err != nil {
		return err
	}
	nested := s.isNested()
	if self, ok := process.Of(os.Getpid()); ok && !s.args.Plain && !nested {
		_, err := s.State.Change(s.id, func(launch *state.State) {
			launch.Starter, launch.Headless, launch.Unseen = self, s.args.Print, nil
		})
		p.noteError(p.Notice(err)) // each stop reports it, too
	}
	if s.args.Print && !s.args.Plain {
		p.sayProvider(s)
	}
	headless := s.args.Print && !s.args.Plain && s.file.Claims != provider.ClaimsOff
	if nested || !headless && (s.args.Plain || s.args.Print || !p.AtTerminal()) {
		return p.exec(s.claude.Path, argv, env)
	}
	p.Env = env
	swept := make(chan error, 1)
	go func() { swept <- p.sweepOld(s) }() // claude does not wait for it
	status, err := p.Accompany(argv)
	p.noteError(<-swept)
	if err != nil {
		return lang.Errorf("start %s: %w", s.claude.Path, err)
	}
	p.noteError(hook.RecordLast(s.State, s.id, hook.RecordingMask(p.Env, s.Directories)))
	p.sayEnd(s.Directories)
	p.sayLeft("")
	p.sayResume(s)
	return status
}

// sayResume tells the user, at the end of claude's own screen, how to resume the session with the provider and reviews
// of this launch. Claude's own line names neither. A session in which nothing was said cannot be resumed.
func (p *Program) sayResume(s setup) {
	launch, _ := s.State.Load(s.id) // an unreadable state names no session
	if launch.Newest == "" || !launch.Enabled && s.provider == nil {
		return
	}
	if path, err := claude.Transcript(s.Directories.Claude, launch.Newest); err == nil && claude.HasMessage(path) {
		p.SayUnwrapped("ccc: " + p.LanguageIn(s.file).Text(s.resumeBy("ccc", launch.Newest)))
	}
}

// isNested reports whether this launch shares the state of another one whose claude runs: that of a ccc that the agent
// has started. It changes nothing of that state, and tells nothing of it.
func (s setup) isNested() bool {
	launch, err := s.State.Load(s.id)
	return err == nil && launch.Owner.Alive()
}

// sayProvider tells the user which provider is used by a launch without a screen.
func (p *Program) sayProvider(s setup) {
	if s.provider != nil {
		fmt.Fprintln(p.Err, p.LanguageIn(s.file).Sprintf("Launching with provider: %s", s.provider.Name))
	}
}

// sayEnd tells the user, at the end of claude's own screen, what claude has not shown.
func (p *Program) sayEnd(dirs state.Directories) {
	for _, message := range hook.AtEnd(dirs.State, dirs.Claude, p.Getenv(state.LaunchEnv)) {
		p.Notef("%s", message)
	}
}

// exec replaces this process; it returns only if that fails.
func (p *Program) exec(path string, argv, env []string) error {
	if err := p.BeforeExec(); err != nil {
		return err
	}
	return lang.Errorf("start %s: %w", path, syscall.Exec(path, argv, env))
}

// command returns the command line of claude for this launch, and its environment.
func (s setup) command(p *Program, args []string) (argv, env []string, err error) {
	argv = slices.Concat([]string{s.claude.Path}, s.claude.Args, args)
	env = append(p.environ(s), state.LaunchEnv+"="+s.id, state.ReviewerEnv+"="+s.settings.Reviewer,
		state.ModsEnv+"="+s.mods.Text())
	if s.settings.Direct {
		env = append(env, state.DirectEnv+"="+hook.IsDirect)
	}
	if s.provider != nil {
		env = append(env, state.ProviderEnv+"="+s.provider.Name)
	}
	if s.trust != "" {
		env = append(env, state.TrustEnv+"="+s.trust)
	}
	if s.snapshot != nil {
		if err := s.State.Create(); err != nil {
			return nil, nil, err
		}
		digest, err := s.snapshot.Save(s.State.Snapshot(s.id))
		if err != nil {
			return nil, nil, err
		}
		env = append(env, state.BaselineEnv+"="+digest)
	}
	return argv, env, nil
}

// offerImport offers a user without ccc.json to make a provider of the API that settings.json names. It asks only
// once. moved says that ccc.json exists now.
func (p *Program) offerImport(s setup) (moved bool, err error) {
	if s.args.Plain || p.Link != nil || !p.attended(s.args) || file.Exists(s.file.Path) {
		return false, nil
	}
	env, _ := settings.Importable(s.Directories.Claude) // the launch reports an error in settings.json
	if env["ANTHROPIC_BASE_URL"] == nil {
		return false, nil
	}
	if first, err := s.State.Once("import-offered"); err != nil || !first {
		return false, err
	}
	p.Notef("%s", lang.M("claude's settings.json names the API %s. ccc can make it the provider %q, so that "+
		"you can have others, too; claude without ccc then no longer uses it",
		provider.Provider{Settings: map[string]any{"env": env}}.URL(), manage.Imported))
	if !p.Confirm(lang.M("ccc: move %s from settings.json to %s? [y/N] ",
		lang.List(slices.Sorted(maps.Keys(env))...), s.file.Path), false) {
		p.Notef("%s", lang.M("nothing was changed; ccc provider import does it later"))
		return false, nil
	}
	return true, p.Move(s.Directories, s.file, manage.Imported)
}
