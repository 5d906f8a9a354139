package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/console"
	"ccc/internal/eval"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/supervision"
)

var evalHelp = lang.Both(`
Has your reviewer judge cases whose right verdict is known, and counts its mistakes: a false accept takes unfinished
work for done, a false reject sends finished work back. 95 %% intervals are given; docs/guides/eval.md says what each
number means. Each case is judged as in a launch, with checks, facts, fork, sandbox and reviewers, in a temporary home
and project that are removed afterwards.

CASE is a case that comes with ccc, a folder that holds one, or a folder of such folders. Without CASE all cases that
come with ccc are judged.

Each case costs one review of a short session; with --checks-only no model is asked. Ctrl-c keeps what has been judged.
The same command then goes on, and tries the cases without a verdict again.

Exit codes: 0 all verdicts are as expected; 1 some are not, or with --baseline the result is worse than that one; 2 a
case is broken, and is named; 3 --max-cost-usd was reached; 75 a usage limit was reached; 130 ctrl-c.
`, `
让你的审查者判断一批已知正确结论的用例，并统计它的错误：误放是把没做完的判为完成，误拦是把做完的退回去。
附 95% 置信区间；各个数字的含义见 docs/guides/eval.md。每个用例都和启动时一样判断，包括检查、事实、分叉、沙箱和审查者，
在临时的主目录和项目里进行，之后删除。

用例可以是 ccc 自带的用例、用例文件夹，或包含用例文件夹的文件夹；不写则是自带的全部用例。

每个用例要花一次短会话审查的费用；加上 --checks-only 时不调用模型。按 ctrl-c 会保留已有的结论，
再次执行同一条命令就会继续，没有结论的用例也会再试一次。

退出码：0 结论全部符合预期；1 有不符合的，或加了 --baseline 时结果比它差；2 有损坏的用例（会指出是哪个）；
3 达到了 --max-cost-usd；75 达到了用量限额；130 ctrl-c。
`)

func evalCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o eval.Options
	c := &cobra.Command{
		Use: "eval [flags] [CASE…]", Long: language.Text(evalHelp), Args: cobra.ArbitraryArgs,
		Short:             say("count your reviewer's mistakes on work whose right verdict is known"),
		ValidArgsFunction: offerCases,
		RunE: func(c *cobra.Command, args []string) error {
			return p.eval(o, c.Flags().Changed("jobs"), args)
		},
	}
	c.AddCommand(evalAddCommand(p, language))
	f := c.Flags()
	f.BoolVar(&o.ChecksOnly, "checks-only", false, say("ask no model: what do checks and protected files catch?"))
	f.StringVar(&o.Rubric, "rubric", "", say("judge by the text of this `file`, else by what ccc init writes"))
	completeFlag(c, "rubric", offerFiles)
	f.StringVar(&o.Provider, "provider", "", say("the `provider` of the reviewers, else that of a launch"))
	completeFlag(c, "provider", p.offerProviders)
	f.StringVar(&o.Model, "model", "", say("the `model` of the reviewers, else the one in ccc.json"))
	f.IntVar(&o.Repeat, "repeat", 1, say("judge each case `n` times, to see how stable the verdicts are"))
	f.IntVarP(&o.Jobs, "jobs", "j", 2, say("how many `cases` are judged at once"))
	f.Var((*positive)(&o.MaxUSD), "max-cost-usd", say("begin no further case once the run has cost so many `USD`"))
	f.StringVar(&o.Baseline, "baseline", "",
		say("a `file` that --output-format json has written: the exit code is 1 only where it got worse since"))
	completeFlag(c, "baseline", offerFiles)
	f.BoolVar(&o.Trust, "trust", false, say("the checks that your own cases name may run"))
	formatFlag(c, "output-format", &o.Format,
		say("`format`: text (the default), json, or html, a page with what was said where a verdict is wrong"),
		"text", "json", "html")
	return c
}

const maxRepeat = 1000

// eval judges cases. parallel says whether -j was given.
func (p *program) eval(o eval.Options, parallel bool, args []string) error {
	switch {
	case p.Getenv(review.InReviewEnv) != "":
		return console.Usage(lang.Errorf("a reviewer may not run ccc eval: it would see the right answers"))
	case o.Format != "text" && o.Format != "json" && o.Format != "html":
		return console.Usage(lang.Errorf("--output-format %s: use text, json or html", o.Format))
	case o.Format == "html" && term.IsTerminal(int(p.Out.Fd())):
		err := lang.Errorf("the report is an HTML page: redirect it to a file")
		return lang.WithHint(console.Usage(err), lang.M("ccc eval --output-format html > eval.html"))
	case o.Repeat < 1 || o.Repeat > maxRepeat || o.Jobs < 1:
		return console.Usage(lang.Errorf("--repeat is 1 to %d, -j at least 1", maxRepeat))
	case o.MaxUSD > 0 && o.Jobs > 1 && parallel:
		return console.Usage(lang.Errorf("with --max-cost-usd one case is judged after the other: leave out -j"))
	case o.ChecksOnly && (o.Provider != "" || o.Model != "" || o.MaxUSD > 0):
		return console.Usage(lang.Errorf("--checks-only asks no model: leave out --provider, --model and " +
			"--max-cost-usd"))
	}
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	e := eval.Evaluation{
		Options: o, Env: p.Env, Dirs: dirs, Version: version(), Text: p.Text, Data: p.Out, Stderr: p.Err,
		Say: func(m lang.Message) { p.Notef("%v", m) }, Guardian: []string{supervision.GuardianArg},
	}
	if p.AtTerminal() {
		e.Ask = p.asker().AskConsent
	}
	if err := e.ReadFiles(); err != nil {
		return console.Usage(err)
	}
	cases, broken, err := eval.ReadCases(args)
	if unknown := new(eval.UnknownCaseError); errors.As(err, &unknown) {
		err = console.Usage(err)
	}
	if err != nil {
		return err
	}
	if err := p.chooseJudge(&e); err != nil {
		return err
	}
	status, err := e.Run(cases, broken)
	switch {
	case errors.Is(err, eval.ErrNoneInBaseline):
		return console.Usage(
			lang.Errorf("%s has none of these cases as they are now: nothing can be compared", o.Baseline))
	case err == nil && status != 0:
		return console.Exit(status)
	}
	return err
}

// chooseJudge decides who judges: the provider, the model and claude's version.
func (p *program) chooseJudge(e *eval.Evaluation) (err error) {
	if err := launch.Sweep(e.Dirs, file.Listing{}); err != nil {
		p.Notef("%v", err)
	}
	if e.File, err = p.Load(e.Dirs.Config, file.ReadJSON); err != nil {
		return faultError{err}
	}
	e.Language = p.LanguageIn(e.File)
	named := e.Provider
	unknown := new(provider.UnknownProviderError)
	switch err := e.ChooseJudge(); {
	case errors.As(err, &unknown) && unknown.Name == named:
		return console.Usage(e.File.SuggestName(err, named))
	case errors.Is(err, eval.ErrNoModel):
		return console.Usage(err)
	case err != nil || e.ChecksOnly:
		return err
	}
	binary, err := claude.FromEnv(p.Getenv)
	if err != nil {
		return err
	}
	if e.Claude, err = binary.Version(context.Background(), p.Env); err != nil {
		return lang.Errorf("ask %s for its version: %w", binary.Path, err)
	}
	return nil
}
