package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/console"
	"ccc/internal/eval"
	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/text"
)

var evalAddHelp = lang.Both(`
Makes a case of a review in which the reviewer was wrong, or right: the session as it was at that stop, and the project's
files before the task and then, from git's trees. RECORDING is what ccc report takes. In all of it, names of files too,
secrets that ccc knows are masked, and your home and the project's directory have other names; files that are no text
keep those, and are named. Your name and others' stay: read the case before you give it to others. You are asked before
it is written.
`, `
把一次审查（无论判断对错）变成用例：Agent 停下那一刻的会话，以及任务开始前和当时的项目文件（取自 git 的树）。
RECORDING 的写法与 ccc report 相同。其中各处（包括文件名）ccc 知道的密钥会被遮盖，你的主目录和项目目录会换成别的名字；
不是文本的文件里目录名保持原样，并会列出来。你和别人的名字不会改动：交给别人之前请先看一遍。写入之前会先询问你。
`)

type evalAddOptions struct {
	task, round      int
	expect, why, dir string
	sure             bool
}

func evalAddCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o evalAddOptions
	c := &cobra.Command{
		Use: "add RECORDING --round N --expect …", Short: say("make a case of a recorded review"),
		Long: language.Text(evalAddHelp), Args: cobra.ArbitraryArgs, ValidArgsFunction: arguments(p.offerRecordings),
		RunE: func(c *cobra.Command, args []string) error { return p.evalAdd(o, c.Flags().Changed("task"), args) },
	}
	f := c.Flags()
	f.IntVar(&o.round, "round", 0, say("the `number` of the review"))
	f.IntVar(&o.task, "task", 0, say("the `number` of the task, where several in the recording have such a review"))
	f.StringVar(&o.expect, "expect", "", say("the right verdict: `completed|feedback|needs_user`"))
	completeFlag(c, "expect", oneOf("completed", "feedback", "needs_user"))
	f.StringVar(&o.why, "why", "", say("the `fact` that says so"))
	f.StringVar(&o.dir, "to", "", say("the `folder` of the case, else one in ./eval-cases"))
	completeFlag(c, "to", offerFiles)
	f.BoolVar(&o.sure, "yes", false, say("do not ask"))
	return c
}

// check refuses flags and arguments that do not go together. taskGiven says whether --task was given, attended
// whether the user can be asked.
func (o evalAddOptions) check(args []string, taskGiven, attended bool) error {
	expect := eval.Verdict(o.expect)
	switch {
	case len(args) != 1:
		return console.Usage(lang.Errorf("eval add takes one recording, not %q", strings.Join(args, " ")))
	case o.round < 1:
		return console.Usage(lang.Errorf("--round says which review: 1 or more"))
	case taskGiven && o.task < 1:
		return console.Usage(lang.Errorf("--task says which task: 1 or more"))
	case expect != eval.Completed && expect != eval.Feedback && expect != eval.NeedsUser:
		return console.Usage(lang.Errorf("--expect takes completed, feedback or needs_user, not %q", o.expect))
	case !attended && (!o.sure || o.why == ""):
		return console.Usage(lang.WithHint(lang.Errorf("there is nobody to ask"),
			lang.M("--yes asks nothing: give the fact with --why")))
	}
	return nil
}

// evalAdd makes a case from a recorded review. taskGiven says whether --task was given.
func (p *program) evalAdd(o evalAddOptions, taskGiven bool, args []string) error {
	if err := o.check(args, taskGiven, term.IsTerminal(int(p.In.Fd()))); err != nil {
		return err
	}
	dirs, f, err := p.LoadConfig()
	if err != nil {
		return err
	}
	round, err := p.findRound(args[0], o.task, o.round)
	if err != nil {
		return err
	}
	dirs.Work = round.Dir // the secrets to mask are in that project's settings
	draft, err := eval.ReadDraft(round, eval.Author{
		Home: p.Getenv("HOME"), Claude: dirs.Claude, Mask: secret.New(review.Secrets(p.Env, dirs, f)...),
	})
	if err != nil {
		return err
	}
	if o.why == "" {
		if o.why, err = p.Ask(p.Language().Sprintf("why is %s right, by what fact? ", o.expect)); err != nil {
			return err
		}
	}
	draft.Expect = eval.Verdict(o.expect)
	draft.SetReason(o.why)
	if o.dir == "" {
		o.dir = draft.DefaultDir(o.task, o.round)
	}
	draft.Show(p.Err, p.Language(), o.dir, p.Quote)
	if !o.sure && !p.Confirm(lang.M("ccc: write it? [y/N] "), false) {
		return p.Printf("nothing was written\n")
	}
	if err := draft.Write(o.dir); err != nil {
		return err
	}
	return p.Printf("%s is written; ccc eval %s judges it\n", o.dir, o.dir)
}

// findRound finds a review in a recording. If several tasks have a review with this number, it lists them.
func (p *program) findRound(recording string, task, number int) (eval.Round, error) {
	in, name, err := p.openRecording(recording)
	if err != nil {
		return eval.Round{}, err
	}
	defer in.Close()
	round, err := eval.FindRound(in, task, number)
	if ambiguous := new(eval.AmbiguousRoundError); errors.As(err, &ambiguous) {
		for _, r := range ambiguous.Rounds {
			fmt.Fprintln(p.Err, p.Language().Sprintf("ccc: --task %d: %s, the reviewer said %s: %s", r.Task,
				r.Stopped.Local().Format(time.DateTime), string(r.Verdict), text.OneLine(text.FirstLine(r.Request))))
		}
		err = lang.WithHint(err, lang.M("--task says which is meant"))
	}
	if err != nil {
		err = lang.Errorf("%s: %w", name, err)
	}
	return round, err
}
