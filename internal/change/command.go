package change

import (
	"cmp"
	"context"
	"os"
	"syscall"

	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/trust"
	"ccc/ptyio"
)

// Command is ccc review.
type Command struct {
	*console.Console
	Version  string // of ccc
	Guardian string // the argument with which ccc starts itself as a guardian
}

// Run runs ccc review. command is what --after runs, or nil.
func (c Command) Run(o Options, args, command []string) error {
	if c.Getenv(review.InReviewEnv) != "" {
		return console.Usage(lang.Errorf("a reviewer may not run ccc review: it is one"))
	}
	if err := o.read(args, command); err != nil {
		return console.Usage(err)
	}
	files, err := openFiles(o.Write)
	if err != nil {
		return console.Usage(err)
	}
	defer files.close()
	selections := []Selection{o.Selection}
	if o.PrePush {
		if selections, err = c.pushedChanges(); err != nil {
			return console.Usage(err)
		}
	}
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	r, err := c.reviewOf(o)
	if err != nil {
		return err
	}
	if o.After {
		return c.reviewAfter(ctx, r, o, command, files)
	}
	if o.Watch {
		return c.reviewWatch(ctx, r, o, files)
	}
	code := console.Exit(0)
	for _, selected := range selections {
		selected.Quick = o.ChecksOnly
		selected.Index = c.Getenv("GIT_INDEX_FILE") // git commit -a names it to its hooks
		report, err := c.reviewSelected(ctx, r, o, selected, files)
		if err != nil {
			return err
		}
		code = cmp.Or(code, console.Exit(report.ExitCode))
	}
	if o.PrePush && code != 0 {
		c.Notef("git push --no-verify pushes all the same")
	}
	return code
}

// reviewOf returns a review according to the flags and ccc.json, without its change.
func (c Command) reviewOf(o Options) (r Review, err error) {
	dirs, f, err := c.LoadConfig()
	if err != nil {
		return r, err
	}
	chosen, err := f.Provider(o.ProviderName)
	if err != nil {
		return r, console.Usage(f.SuggestName(err, o.ProviderName))
	}
	r = o.Review
	r.Dirs, r.File, r.Env, r.Language = dirs, f, c.Env, c.LanguageIn(f)
	if chosen != nil {
		r.Provider = chosen.Name
	}
	if o.ProviderName != "" {
		r.File.Supervisor.Provider = "" // the flag overrides ccc.json
	}
	if r.Conversation, err = c.conversation(dirs, o.SessionName); err != nil {
		err = noVerdict{err}
	}
	return r, err
}

// conversation returns the session that --session names; zero for "".
func (c Command) conversation(dirs state.Directories, named string) (one claude.Session, err error) {
	if named == "" {
		return one, nil
	}
	list, err := claude.Sessions(dirs.Claude, dirs.Work)
	if err != nil {
		return one, err
	}
	if named != "last" {
		return session.Find(list, dirs.Claude, dirs.Work, named)
	}
	one, ok := claude.Latest(list)
	if !ok {
		return one, lang.Errorf("there is no session of this project")
	}
	return one, nil
}

// reviewSelected finds a change, reviews it, and writes the report.
func (c Command) reviewSelected(
	ctx context.Context, r Review, o Options, selected Selection, files reviewFiles,
) (report Report, err error) {
	if r.Change, err = Find(ctx, r.Dirs.Work, r.Dirs.State.Indexes(), selected); err != nil {
		return report, noVerdict{err}
	}
	report = Empty(r.Change)
	if !r.Change.IsEmpty() {
		if o.After || o.Watch { // the first one has none before it, and the change may begin elsewhere by now
			r.Resume = r.Resume && r.CanResume(r.Change.Base)
		}
		report, err = c.reviewChange(ctx, r, o)
	}
	if err == nil {
		err = c.showReports(o.Format, files, report)
	}
	return report, err
}

// pushedChanges returns the changes that git is about to push.
func (c Command) pushedChanges() (list []Selection, err error) {
	pushes, ok := PushOf(c.Env)
	if !ok {
		if term.IsTerminal(int(c.In.Fd())) {
			return nil, lang.WithHint(lang.Errorf("--pre-push reads what git writes to a pre-push hook"),
				lang.M("ccc init --pre-push has git run it before each push"))
		}
		pushes, err = ReadPushes(c.In)
	}
	for _, one := range pushes {
		list = append(list, Selection{Push: one})
	}
	return list, err
}

// reviewChange reviews the change. It first asks whether the rubric's checks may run, unless that is known.
func (c Command) reviewChange(
	ctx context.Context, r Review, o Options,
) (report Report, err error) {
	judged, note, err := r.Change.Rubric(ctx, r.Dirs, r.Language)
	if err != nil {
		return report, err
	}
	given := ""
	if o.Trusted {
		given = judged.Digest()
	}
	if r.Rubric, err = c.asker().ApprovedRubric(r.Dirs, given, judged, c.AtTerminal()); err != nil {
		return report, err
	}
	if self, err := os.Executable(); err == nil { // if ccc is killed, it ends what a check started
		guardian, err := ptyio.StartGuardian(self, []string{c.Guardian}, nil, nil)
		if err != nil {
			c.Notef("no guardian: if ccc is killed, what a check started keeps running: %v", err)
		}
		defer guardian.Close()
	}
	r.Progress = NewProgress(c.Terminal, r.Dirs.Work, r.Language, console.Columns(c.Terminal))
	defer r.Progress.End()
	if !note.Empty() {
		r.Progress.Note(note)
	}
	run := r.Run
	if o.ChecksOnly {
		run = r.RunChecks
	}
	if report, err = run(ctx); err != nil {
		err = noVerdict{err}
	}
	return report, err
}

// noVerdict is an error that keeps a change from being reviewed.
type noVerdict struct{ error }

func (e noVerdict) Unwrap() error { return e.error }

func (noVerdict) ExitCode() int { return ExitNoVerdict }

// asker returns what asks the user which programs may run.
func (c Command) asker() trust.Asker { return trust.Asker{Console: c.Console} }
