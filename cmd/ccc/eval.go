package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/doctor"
	"ccc/internal/eval"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/settings"
	"ccc/internal/text"
	"ccc/ptyio"
)

var evalHelp = lang.Both(`
Judges cases whose right verdict is known, each as a launch would: checks, facts, fork, cage and reviewers, in a home
and a project of its own that are gone afterwards. A CASE is one that comes with ccc, a folder that holds one, or a
folder of such folders; without one it is all that come with ccc. Counted are false accepts, work taken for done that is
not, and false rejects, work held up that is done, with 95 %% intervals; docs/eval.md says what each number means.

--checks-only asks no model. Otherwise each case costs a review of a short session. Ctrl-c keeps what has been judged:
the same command goes on. It also tries again what got no verdict.

Exit code 0: all is as expected; 1: it is not, or with --baseline it got worse; 2: a case is broken, which is named; 3:
--max-cost-usd was reached; 75: a usage limit; 130: ctrl-c.
`, `
判断一批已知正确结论的用例，每个都和启动时一样：检查、事实、分叉、隔离和审查者，在专用的主目录和项目里进行，之后删除。
CASE 是 ccc 自带的用例、用例文件夹，或包含用例文件夹的文件夹；不写则是自带的全部。统计误放（没做完却被判为完成）和
误拦（做完了却被拦下），附 95% 置信区间；各个数字的含义见 docs/eval.md。

--checks-only 不调用模型。否则每个用例要花一次短会话审查的费用。ctrl-c 会保留已有结果，再次运行同一命令即可继续，
没有结论的用例也会再试一次。

退出码 0：全部符合预期；1：不符合，或加了 --baseline 时变差了；2：有损坏的用例（会指出是哪个）；3：达到了
--max-cost-usd；75：达到用量限制；130：ctrl-c。
`)

type evalOptions struct {
	machine, trust                  bool
	rubric, provider, model, format string
	repeat, jobs                    int
	maxUSD                          float64
	baseline                        string
}

func evalCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o evalOptions
	c := &cobra.Command{
		Use: "eval [flags] [CASE…]", Long: language.Text(evalHelp), Args: cobra.ArbitraryArgs,
		Short: say("measure the judge: cases whose right verdict is known"), ValidArgsFunction: offerCases,
		RunE: func(c *cobra.Command, args []string) error { return p.eval(o, c.Flags().Changed("jobs"), args) },
	}
	c.AddCommand(evalAddCommand(p, language))
	f := c.Flags()
	f.BoolVar(&o.machine, "checks-only", false, say("ask no model: what do checks and protected files catch?"))
	f.StringVar(&o.rubric, "rubric", "", say("judge by the text of this `file`, else by what ccc init writes"))
	completeFlag(c, "rubric", offerFiles)
	f.StringVar(&o.provider, "provider", "", say("the `provider` of the reviewers, else that of a launch"))
	completeFlag(c, "provider", p.offerProviders)
	f.StringVar(&o.model, "model", "", say("the `model` of the reviewers, else the one in ccc.json"))
	f.IntVar(&o.repeat, "repeat", 1, say("judge each case `n` times, to see how stable the judge is"))
	f.IntVarP(&o.jobs, "jobs", "j", 2, say("how many `cases` are judged at once"))
	f.Var((*positive)(&o.maxUSD), "max-cost-usd", say("begin no further case once the run has cost so many `USD`"))
	f.StringVar(&o.baseline, "baseline", "",
		say("a `file` that --output-format json has written: the exit code is 1 only where it got worse since"))
	completeFlag(c, "baseline", offerFiles)
	f.BoolVar(&o.trust, "trust", false, say("the checks that your own cases name may run"))
	formatFlag(c, "output-format", &o.format,
		say("`format`: text (the default), json, or html, a page with what was said where a verdict is wrong"),
		"text", "json", "html")
	return c
}

const maxRepeat = 1000

// evalRun is one call of ccc eval.
type evalRun struct {
	*program
	opts     evalOptions
	dirs     directories
	file     provider.File
	provider *provider.Provider
	answers  []string // files and folders that tell what is right, hidden from the reviewers
	summary  eval.Summary
}

// eval is ccc eval. parallel is whether -j was given.
func (p *program) eval(o evalOptions, parallel bool, args []string) error {
	switch {
	case p.getenv(review.InReviewEnv) != "":
		return usageError{lang.Errorf("a reviewer may not run ccc eval: it would read what is right to say")}
	case o.format != "text" && o.format != "json" && o.format != "html":
		return usageError{lang.Errorf("--output-format %s: use text, json or html", o.format)}
	case o.format == "html" && term.IsTerminal(int(p.stdout.Fd())):
		err := lang.Errorf("a page of HTML is nothing for a terminal")
		return hinted{usageError{err}, lang.M("ccc eval --output-format html > eval.html")}
	case o.repeat < 1 || o.repeat > maxRepeat || o.jobs < 1:
		return usageError{lang.Errorf("--repeat is 1 to %d, -j at least 1", maxRepeat)}
	case o.maxUSD > 0 && o.jobs > 1 && parallel:
		return usageError{lang.Errorf("--max-cost-usd judges one case after the other: it goes without -j")}
	case o.machine && (o.provider != "" || o.model != "" || o.maxUSD > 0):
		return usageError{lang.Errorf("--checks-only asks no model: it goes without --provider, --model and --max-cost-usd")}
	}
	e := evalRun{program: p, opts: o}
	before, err := baselineOf(o)
	if err != nil {
		return usageError{err}
	}
	rubricText, err := rubricOf(o)
	if err != nil {
		return usageError{err}
	}
	cases, broken, err := eval.Open(args)
	if unknown := new(eval.UnknownError); errors.As(err, &unknown) {
		if meant := text.Nearest(unknown.Word, eval.BuiltIn()); meant != "" {
			err = withHint(err, lang.M("did you mean %s?", meant))
		}
		return usageError{err}
	}
	if err != nil {
		return err
	}
	if err := e.prepare(); err != nil {
		return err
	}
	for _, b := range broken {
		e.errorf("broken case: %s", b.Message())
	}
	if o.baseline != "" && len(cases) > 0 && !before.Has(cases) {
		return usageError{
			lang.Errorf("%s has none of these cases as they are now: nothing can be compared", o.baseline)}
	}
	if cases, broken, err = e.ask(cases, broken); err != nil {
		return err
	}
	return e.judge(cases, broken, before, rubricText)
}

// rubricOf reads the rubric, if one is named.
func rubricOf(o evalOptions) (text string, err error) {
	if o.rubric == "" {
		return "", nil
	}
	all, err := file.Read(o.rubric, file.MaxText)
	_, body := rubric.Split(string(all))
	switch {
	case err == nil && all == nil:
		err = lang.Errorf("there is no such file")
	case err == nil && strings.ContainsRune(body, 0):
		err = lang.Errorf("it is no text, it holds a NUL byte")
	case err == nil && strings.TrimSpace(body) == "":
		err = lang.Errorf("it holds no text")
	}
	if err != nil {
		return "", lang.Errorf("read the rubric %s: %w", o.rubric, err)
	}
	return string(all), nil
}

// baselineOf reads the baseline, if one is named.
func baselineOf(o evalOptions) (s eval.Summary, err error) {
	if o.baseline == "" {
		return s, nil
	}
	if s, err = eval.ReadBaseline(o.baseline); err == nil && s.Machine != o.machine {
		err = lang.Errorf("%s is of a run with another --checks-only: the two cannot be compared", o.baseline)
	}
	return s, err
}

// prepare finds out who judges.
func (e *evalRun) prepare() (err error) {
	if e.dirs, err = e.directories(); err != nil {
		return err
	}
	if err := sweep(e.dirs); err != nil {
		e.errorf("%v", err)
	}
	if e.file, err = e.load(e.dirs); err != nil {
		return err
	}
	e.language(e.file)
	if e.provider, err = e.file.Provider(e.opts.provider); err != nil {
		return usageError{likeProvider(err, e.file, e.opts.provider)}
	}
	if e.opts.provider != "" { // else the reviewer's own, if ccc.json names one
		e.file.Supervisor.Provider = ""
	}
	e.summary = eval.Summary{CCC: version(), Machine: e.opts.machine, Repeat: e.opts.repeat}
	if e.opts.machine {
		return nil
	}
	asked := e.provider
	if name := e.file.Supervisor.Provider; name != "" {
		if asked, err = e.file.Provider(name); err != nil {
			return err
		}
	}
	if asked != nil {
		e.summary.Provider = asked.Name
	}
	// The model of a case's session is not the person's.
	model := cmp.Or(e.opts.model, e.file.Supervisor.Model, settings.Model(e.file, e.dirs.Claude, asked, e.lookup))
	if model == "" {
		return usageError{withHint(lang.Errorf("which model is to judge?"), lang.M("ccc eval --model sonnet"))}
	}
	e.file.Supervisor.Model, e.summary.Model = model, model
	binary, err := claude.Chosen(e.getenv)
	if err != nil {
		return err
	}
	if e.summary.Claude, err = doctor.Version(context.Background(), binary, e.env); err != nil {
		return lang.Errorf("ask %s for its version: %w", binary.Path, err)
	}
	return nil
}

// ask asks whether the checks of the person's own cases may run, and whether the session may go to the providers that
// they name. Without that a case cannot be judged as it is: it is broken. ask notes what the reviewers are not to see.
func (e *evalRun) ask(cases []eval.Case, broken []eval.Broken) ([]eval.Case, []eval.Broken, error) {
	attended := e.before()
	if e.opts.baseline != "" {
		baseline, err := filepath.Abs(e.opts.baseline)
		if err != nil {
			return nil, nil, err
		}
		e.answers = append(e.answers, baseline)
	}
	var agreed []eval.Case
	for _, c := range cases {
		if c.Dir != "" {
			e.answers = append(e.answers, c.Dir)
		}
		if bad := e.unknownProvider(c); bad != nil {
			e.errorf("broken case: %s", bad.Message())
			broken = append(broken, *bad)
			continue
		}
		ok := c.Dir == "" || e.opts.trust
		var err error
		switch {
		case ok:
		case attended:
			ok, err = e.mayRun(e.dirs, "", c.Judged, true)
		default:
			ok, err = e.trustIn(e.dirs, "").Allows(c.Judged)
		}
		if err != nil {
			return nil, nil, err
		}
		if ok {
			agreed = append(agreed, c)
			continue
		}
		no := eval.Broken{Case: c.Name, File: filepath.Join("before", rubric.File),
			Err: lang.Errorf("not judged: what it asks for was not allowed")}
		if !attended {
			no.Err = lang.Errorf("not judged: you have not approved what it asks for; --trust allows it this once")
		}
		e.errorf("broken case: %s", no.Message())
		broken = append(broken, no)
	}
	return agreed, broken, nil
}

// unknownProvider says which reviewer of the case is to be on a provider that there is not; nil if there is none.
func (e *evalRun) unknownProvider(c eval.Case) *eval.Broken {
	for _, one := range c.Judged.Reviewers() {
		if one.Provider == "" || e.opts.machine || e.file.Has(one.Provider) {
			continue
		}
		_, err := e.file.Provider(one.Provider)
		return &eval.Broken{Case: c.Name, File: filepath.Join("before", filepath.Base(one.Path)), Err: err}
	}
	return nil
}

// judge runs all, and tells what came of it. text is the rubric that was named.
func (e *evalRun) judge(cases []eval.Case, broken []eval.Broken, before eval.Summary, text string) error {
	language := e.spoken()
	body := rubric.BuiltIn(language).Text
	if text != "" {
		front := ""
		if front, body = rubric.Split(text); front != "" {
			e.errorf("of %s the text alone counts: checks and other keys are those of the cases", e.opts.rubric)
		}
	}
	e.summary.Rubric = eval.RubricHash(body)
	settings, err := json.Marshal([]any{e.file.Settings, e.file.Supervisor, e.asked(cases)})
	if err != nil {
		return err
	}
	id := eval.Identity{
		CCC: version(), Claude: e.summary.Claude, Provider: e.summary.Provider, Model: e.summary.Model,
		Rubric: e.summary.Rubric, Config: file.Digest(string(settings))[:12], Machine: e.opts.machine,
	}
	for _, c := range cases {
		id.Cases = append(id.Cases, c.Name)
		if !e.opts.machine && c.OwnJudge(e.opts.rubric != "") {
			e.summary.OwnJudge++
		}
	}
	slices.Sort(id.Cases)
	store, known, spent, err := eval.OpenStore(filepath.Join(string(e.dirs.State), "eval"), id, cases)
	if err != nil {
		return err
	}
	known = slices.DeleteFunc(known, func(r eval.Result) bool { return r.Try > e.opts.repeat })
	e.summary.At, e.summary.Cases = time.Now().UTC(), len(cases)
	width := 0
	for _, c := range cases {
		width = max(width, len(c.Name))
	}
	out := e.text
	if e.opts.format != "text" {
		out = e.stderr
	}
	if len(cases) > 0 {
		e.about(out)
	}
	if len(known) > 0 {
		fmt.Fprintln(out, language.Sprintf("%d judged before are kept (%s)", len(known),
			store.At.Local().Format("2006-01-02 15:04")))
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	run := eval.Run{
		Cases: cases, Repeat: e.opts.repeat, Jobs: e.opts.jobs, Machine: e.opts.machine, Body: body,
		Always: e.opts.rubric != "", MaxUSD: e.opts.maxUSD, Before: known, Spent: spent, Prepare: e.place, Lang: language,
		Done: func(r eval.Result) error {
			if !r.Cut() {
				fmt.Fprintf(out, "%-*s  %s\n", width, r.Case, language.Text(e.row(r)))
			}
			return store.Keep(r)
		},
	}
	self, err := os.Executable()
	if err != nil {
		return lang.Errorf("find the path of ccc: %w", err)
	}
	guardian, err := ptyio.StartGuardian(self, []string{guardianArg}, nil, nil) // of checks, if this is killed
	if err != nil {
		e.errorf("nothing watches over this run: what a check has started stays if ccc is killed: %v", err)
	}
	defer guardian.Close()
	results, changed, spent, err := run.Judge(ctx)
	for _, b := range changed {
		e.errorf("broken case: %s", b.Message())
	}
	broken = append(broken, changed...)
	e.summary.Whole, e.summary.Took = err == nil, time.Since(e.summary.At).Seconds()
	counts := e.summary.Fill(results, broken, spent)
	var untold error
	if eval.Told(err) || counts.Judged > 0 {
		untold = e.tell(counts)
	}
	// What was paid for goes when it has been told.
	kept, closing := store.Close(err == nil && untold == nil && len(changed) == 0)
	if closing != nil {
		e.errorf("%v", closing)
	}
	switch {
	case untold != nil:
		return hinted{untold, lang.M("what was judged is kept: the same command tells it without judging it again")}
	case !eval.Told(err):
		return e.notAsked(err, counts)
	}
	if err == nil && kept && counts.NoVerdict > 0 {
		e.errorf("no verdict on %d: the same command tries again, and keeps the rest", counts.NoVerdict)
	}
	return e.status(err, counts, len(broken), before)
}

// asked are the providers that the reviewers of these cases may be on.
func (e *evalRun) asked(cases []eval.Case) (list []provider.Provider) {
	for _, one := range e.file.Providers {
		named := func(r rubric.Reviewer) bool { return r.Provider == one.Name }
		if e.provider != nil && e.provider.Name == one.Name || e.summary.Provider == one.Name ||
			slices.ContainsFunc(cases, func(c eval.Case) bool { return slices.ContainsFunc(c.Judged.Reviewers(), named) }) {
			list = append(list, one)
		}
	}
	return list
}

// notAsked is the error of a run in which no case could be judged any more, with the next step.
func (e *evalRun) notAsked(err error, c eval.Counts) error {
	if c.Judged > 0 {
		e.errorf("%d of %d are judged; the same command goes on", c.Judged, e.summary.Cases*e.opts.repeat)
	}
	if nobody := new(eval.PersonError); errors.As(err, &nobody) && e.summary.Provider != "" {
		return hinted{err, lang.M("ccc validate %s asks it for one answer, and says what is wrong", e.summary.Provider)}
	}
	return err
}

// status is the exit code of a run, which ended with err.
func (e *evalRun) status(err error, c eval.Counts, broken int, before eval.Summary) error {
	all := e.summary.Cases * e.opts.repeat
	switch {
	case errors.Is(err, eval.ErrStopped):
		e.errorf("stopped: %d of %d are judged; the same command goes on", c.Judged, all)
		return exitStatus(130)
	case errors.Is(err, eval.ErrCost):
		e.errorf("%s is spent: %d of %d are judged; the same command with a higher --max-cost-usd goes on",
			text.Dollars(c.CostUSD), c.Judged, all)
		return exitStatus(3)
	case errors.Is(err, eval.ErrLimit):
		e.errorf("a usage limit is reached: %d of %d are judged; the same command goes on", c.Judged, all)
		return exitStatus(75)
	}
	wrong := c.FalseAccepts.N+c.FalseRejects.N+c.Misdirected+c.NoVerdict > 0
	if e.opts.baseline != "" {
		change := eval.Against(before.Results, e.summary.Results)
		wrong = len(change.Worse) > 0
		if other := e.otherJudge(before); other != "" {
			e.errorf("the judge of %s was another one: %s", e.opts.baseline, other)
		}
		e.errorf("against %s, cases in both: %d: worse %s; better %s", e.opts.baseline, change.Cases,
			orDash(strings.Join(change.Worse, " ")), orDash(strings.Join(change.Better, " ")))
		if len(change.Others) > 0 {
			e.errorf("not compared, as they are new or have changed: %s", strings.Join(change.Others, " "))
		}
	}
	switch {
	case broken > 0:
		return exitStatus(2)
	case wrong:
		return exitStatus(1)
	}
	return nil
}

// otherJudge says in what the judge of an earlier run differs; "" if it does not.
func (e *evalRun) otherJudge(before eval.Summary) string {
	var list []string
	for _, of := range []struct {
		name    lang.Message
		was, is string
	}{
		{lang.M("claude"), before.Claude, e.summary.Claude}, {lang.M("provider"), before.Provider, e.summary.Provider},
		{lang.M("model"), before.Model, e.summary.Model}, {lang.M("rubric"), before.Rubric, e.summary.Rubric},
	} {
		if of.was != of.is {
			list = append(list, e.spoken().Sprintf("%s %s, now %s", of.name, orDash(of.was), orDash(of.is)))
		}
	}
	return strings.Join(list, "; ")
}
