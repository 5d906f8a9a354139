package main

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/change"
	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/ptyio"
)

var reviewHelp = lang.Both(`
Has a change reviewed, whoever made it: all that differs from the default branch, with what is not committed, or what
the flags name. The reviewer is a new claude in the same cage as everywhere, judges by SUPERVISOR.md and is told the
facts: checks, protected files, tests that were deleted or skipped. No file of the project decides how it runs. What you
dismiss (ccc dismiss F1) it does not raise again.

What is staged, a commit and a range are judged in a work tree of their own, without the files that git ignores.

Exit code 0: nothing holds the change; 3: something does; 4: there is no verdict; 75: try again later; 130: ctrl-c.
`, `
审查一项改动，不论是谁做的：与默认分支相比的全部差异（包括未提交的内容），或参数指定的部分。审查者是一个新的 claude，
在同样的隔离环境里按 SUPERVISOR.md 判断，并得到已知事实：检查结果、受保护的文件、被删除或跳过的测试。
项目里的文件不能决定审查者如何运行。你用 ccc dismiss F1 了结的发现不会再提出。

暂存的内容、某个提交和提交范围会在单独的工作树里审查，其中没有 git 忽略的文件。

退出码 0：没有阻碍；3：有阻碍；4：没有结论；75：稍后再试；130：ctrl-c。
`)

// reviewOptions are the flags of ccc review.
type reviewOptions struct {
	change.Selection
	change.Review
	taskFile, provider, format string
	session                    string // id, or "last"
	trust, push, checks, after bool
	watch                      bool
	rounds                     int      // of --after
	write                      []string // FORMAT=FILE
}

// reviewFormats are the formats of a review, the default first.
var reviewFormats = []string{"text", "json", "markdown", "sarif", "github"}

func reviewCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o reviewOptions
	c := &cobra.Command{
		Use: "review [flags] [A..B]", Long: language.Text(reviewHelp), Args: cobra.ArbitraryArgs,
		Short: say("review a change of a git repository, whoever made it"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			n := len(args)
			if at := c.ArgsLenAtDash(); o.after && at >= 0 {
				n = at
			}
			return p.review(o, args[:n], args[n:])
		},
	}
	f := c.Flags()
	f.StringVar(&o.Base, "base", "", say("what has changed since this `branch` or commit, else since the default branch"))
	f.BoolVar(&o.Staged, "staged", false, say("what is staged"))
	f.StringVar(&o.Commit, "commit", "", say("what this `commit` has changed"))
	f.StringVar(&o.Task, "task", "", say("what was asked for, a `text`, else the messages of the commits"))
	f.StringVar(&o.taskFile, "task-file", "", say("a `file` that says it"))
	completeFlag(c, "task-file", offerFiles)
	f.StringVar(&o.session, "session", "",
		say("let the reviewer have the conversation of this `session`: its id, or last"))
	f.BoolVar(&o.Resume, "resume", false, say("go on from the last review here: what is open, and what has changed since"))
	f.StringVar(&o.provider, "provider", "", say("the `provider` of the reviewers, else that of a launch"))
	completeFlag(c, "provider", p.offerProviders)
	f.Var((*positive)(&o.MaxUSD), "max-cost-usd", say("what the review may cost in `USD`"))
	f.Var((*positiveInt)(&o.MaxTokens), "max-tokens", say("how many `tokens` the review may read and write"))
	f.BoolVar(&o.trust, "trust", false, say("the checks that SUPERVISOR.md names may run"))
	f.BoolVar(&o.push, "pre-push", false, say("what git is about to push, as it tells its pre-push hook"))
	f.BoolVar(&o.checks, "checks-only", false, say("run the checks of SUPERVISOR.md, and ask no model"))
	f.BoolVar(&o.watch, "watch", false, say("review again whenever files have changed and rest"))
	f.BoolVar(&o.after, "after", false, say("run the command after --, and review what it has changed"))
	f.IntVar(&o.rounds, "rounds", 1,
		say("how often, `N`, --after runs it at most; later ones get the findings on standard input"))
	c.Flags().Lookup("rounds").DefValue = ""
	f.StringArrayVar(&o.write, "write", nil, say("also write the review to a file, as `FORMAT=FILE`; may be repeated"))
	formatFlag(c, "format", &o.format, say("`format`: text (the default), json, markdown, sarif or github"), reviewFormats...)
	return c
}

// review is ccc review. command is what --after runs, or nil.
func (p *program) review(o reviewOptions, args, command []string) error {
	if p.getenv(review.InReviewEnv) != "" {
		return usageError{lang.Errorf("a reviewer may not run ccc review: it is one")}
	}
	if err := o.read(args, command); err != nil {
		return usageError{err}
	}
	files, err := openFiles(o.write)
	if err != nil {
		return usageError{err}
	}
	defer files.close()
	selections := []change.Selection{o.Selection}
	if o.push {
		if selections, err = p.pushed(); err != nil {
			return usageError{err}
		}
	}
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	r, err := p.reviewOf(o)
	if err != nil {
		return err
	}
	if o.after {
		return p.reviewAfter(ctx, r, o, command, files)
	}
	if o.watch {
		return p.reviewWatch(ctx, r, o, files)
	}
	code := exitStatus(0)
	for _, selected := range selections {
		selected.Quick = o.checks
		selected.Index = p.getenv("GIT_INDEX_FILE") // git commit -a names it to its hooks
		report, err := p.reviewSelected(ctx, r, o, selected)
		if err == nil {
			err = p.showReports(o.format, files, report)
		}
		if err != nil {
			return err
		}
		code = cmp.Or(code, exitStatus(report.ExitCode))
	}
	if o.push && code != 0 {
		p.errorf("git push --no-verify pushes all the same")
	}
	return code
}

// reviewOf is a review by the flags and ccc.json, but for its change.
func (p *program) reviewOf(o reviewOptions) (r change.Review, err error) {
	dirs, f, err := p.loadConfig()
	if err != nil {
		return r, err
	}
	chosen, err := f.Provider(o.provider)
	if err != nil {
		return r, usageError{likeProvider(err, f, o.provider)}
	}
	r = o.Review
	r.Dirs, r.File, r.Env, r.Language = dirs, f, p.env, p.languageIn(f)
	if chosen != nil {
		r.Provider = chosen.Name
	}
	if o.provider != "" {
		r.File.Supervisor.Provider = "" // what is named counts
	}
	if r.Conversation, err = p.conversation(dirs, o.session); err != nil {
		err = noVerdict{err}
	}
	return r, err
}

// conversation finds the session that --session names; "" is none.
func (p *program) conversation(dirs directories, named string) (one claude.Session, err error) {
	if named == "" {
		return one, nil
	}
	list, err := claude.Sessions(dirs.Claude, dirs.Work)
	switch {
	case err != nil:
	case named != "last":
		one, err = launch.FindSession(list, dirs.Claude, dirs.Work, named)
	case len(list) == 0:
		err = lang.Errorf("there is no session of this project")
	default:
		one = list[0]
	}
	return one, err
}

// reviewSelected finds a change and reviews it.
func (p *program) reviewSelected(
	ctx context.Context, r change.Review, o reviewOptions, selected change.Selection,
) (report change.Report, err error) {
	if r.Change, err = change.Find(ctx, r.Dirs.Work, r.Dirs.State.Indexes(), selected); err != nil {
		return report, noVerdict{err}
	}
	if r.Change.IsEmpty() {
		return change.Empty(r.Change), nil
	}
	if o.after || o.watch { // the first one has none before it, and the change may begin elsewhere by now
		r.Resume = r.Resume && r.CanResume(r.Change.Base)
	}
	return p.reviewChange(ctx, r, o)
}

// showReports writes a report in all formats.
func (p *program) showReports(format string, also reviewFiles, report change.Report) error {
	if err := p.showReview(p.stdout, format, report); err != nil {
		return lang.Errorf("write: %w", err)
	}
	for _, one := range also {
		if err := p.showReview(one.file, one.format, report); err != nil {
			return lang.Errorf("write %s: %w", one.file.Name(), err)
		}
	}
	return nil
}

// read takes the arguments, and refuses flags that contradict each other.
func (o *reviewOptions) read(args, command []string) error {
	if err := o.Read(args); err != nil {
		return err
	}
	switch {
	case o.after != (len(command) > 0):
		return lang.Errorf("--after takes the command after --: ccc review --after -- COMMAND")
	case o.after && (o.Selection != change.Selection{} || o.push || o.Resume):
		return lang.Errorf("--after reviews what its command changes: it does not go with %s",
			"--base, --staged, --commit, A..B, --pre-push, --resume")
	case o.watch && (o.Selection != change.Selection{Base: o.Base} || o.push || o.after || o.Resume || len(o.write) > 0):
		return lang.Errorf("--watch reviews the work tree: it does not go with %s",
			"--staged, --commit, A..B, --pre-push, --after, --resume, --write")
	case (o.push || o.watch) && !slices.Contains(pushFormats, o.format):
		return lang.Errorf("--format %s: use %s", o.format, strings.Join(pushFormats, ", "))
	case o.rounds < 1 || o.rounds > 1 && !o.after:
		return lang.Errorf("--rounds is a number from 1, and goes with --after")
	case !slices.Contains(reviewFormats, o.format):
		return lang.Errorf("--format %s: use %s", o.format, strings.Join(reviewFormats, ", "))
	case o.push && (o.Selection != change.Selection{} || o.Resume || len(o.write) > 0):
		return lang.Errorf("--pre-push reviews what is pushed: it does not go with %s",
			"--base, --staged, --commit, A..B, --resume, --write")
	case o.checks && (o.Resume || o.session != "" || o.provider != "" || o.MaxUSD > 0 || o.MaxTokens > 0):
		return lang.Errorf("--checks-only asks no model: it does not go with %s",
			"--resume, --session, --provider, --max-cost-usd, --max-tokens")
	}
	if o.taskFile != "" {
		text, err := change.ReadTask(o.Task, o.taskFile)
		o.Task = text
		return err
	}
	return nil
}

// pushFormats are the formats in which several reviews can follow one another.
var pushFormats = reviewFormats[:2]

// pushed returns what git is about to push.
func (p *program) pushed() (list []change.Selection, err error) {
	pushes, ok := change.PushOf(p.env)
	if !ok {
		if term.IsTerminal(int(p.stdin.Fd())) {
			return nil, lang.WithHint(lang.Errorf("--pre-push reads what git writes to a pre-push hook"),
				lang.M("ccc init --pre-push has git run it before each push"))
		}
		pushes, err = change.ReadPushes(p.stdin)
	}
	for _, one := range pushes {
		list = append(list, change.Selection{Push: one})
	}
	return list, err
}

// reviewFile is a file that a review is written to, beside standard output.
type reviewFile struct {
	format string
	file   *os.File
}

type reviewFiles []reviewFile

// openFiles opens the files of --write. A file that cannot be written is an error before anything has cost.
func openFiles(words []string) (list reviewFiles, err error) {
	defer func() {
		if err != nil {
			list.close()
		}
	}()
	for _, word := range words {
		format, name, _ := strings.Cut(word, "=")
		if name == "" || !slices.Contains(reviewFormats, format) {
			return list, lang.Errorf("--write %s: use FORMAT=FILE, with one of the formats %s", word,
				strings.Join(reviewFormats, ", "))
		}
		f, err := file.Overwrite(name)
		if err != nil {
			return list, lang.Errorf("--write: %w", err)
		}
		list = append(list, reviewFile{format, f})
		if slices.ContainsFunc(list[:len(list)-1], func(o reviewFile) bool { return file.Same(o.file.Name(), name) }) {
			return list, lang.Errorf("--write names %s twice", name)
		}
	}
	return list, nil
}

func (list reviewFiles) close() {
	for _, o := range list {
		o.file.Close()
	}
}

// reviewChange asks whether the rubric's checks may run, unless that is known, and reviews the change.
func (p *program) reviewChange(
	ctx context.Context, r change.Review, o reviewOptions,
) (report change.Report, err error) {
	judged, note, err := r.Change.Rubric(ctx, r.Dirs, r.Language)
	if err != nil {
		return report, noVerdict{err}
	}
	given := ""
	if o.trust {
		given = judged.Digest()
	}
	if r.Rubric, err = p.allowed(r.Dirs, given, judged); err != nil {
		return report, err
	}
	if self, err := os.Executable(); err == nil { // if ccc is killed, it ends what a check started
		guardian, err := ptyio.StartGuardian(self, []string{guardianArg}, nil, nil)
		if err != nil {
			p.errorf("no guardian: if ccc is killed, what a check started keeps running: %v", err)
		}
		defer guardian.Close()
	}
	r.Progress = change.NewProgress(p.terminal, r.Dirs.Work, r.Language, columns(p.terminal))
	defer r.Progress.End()
	if !note.Empty() {
		r.Progress.Note(note)
	}
	run := r.Run
	if o.checks {
		run = r.RunChecks
	}
	if report, err = run(ctx); err != nil {
		err = noVerdict{err}
	}
	return report, err
}

// allowed returns what of the rubric the user lets run.
func (p *program) allowed(dirs directories, given string, judged rubric.Rubric) (rubric.Rubric, error) {
	ok, err := p.mayRun(dirs, given, judged, p.atTerminal())
	if err == nil && !ok {
		judged = p.refused(judged)
	}
	return judged, err
}

func (p *program) showReview(w *os.File, format string, r change.Report) error {
	switch format {
	case "json":
		return writeJSON(w, r)
	case "sarif":
		return writeJSON(w, r.SARIF(version(), p.language()))
	case "markdown":
		return r.Markdown(w, p.language())
	case "github":
		return r.Annotations(w, p.language())
	}
	if w == p.stdout {
		return r.Text(p.text, p.language())
	}
	return r.Text(w, p.language())
}

// noVerdict is an error that keeps a change from being reviewed.
type noVerdict struct{ error }

func (e noVerdict) Unwrap() error { return e.error }
func (noVerdict) ExitCode() int   { return change.ExitNoVerdict }
