package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/eval"
	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/text"
)

var evalAddHelp = lang.Both(`
Makes a case of a review in which the judge was wrong, or right: the session as it was at that stop, and the project's
files before the task and then, from git's trees. RECORDING is what ccc report takes. In all of it, names of files too,
secrets that ccc knows are masked, and your home and the project's directory have other names; files that are no text
keep those, and are named. Your name and others' stay: read the case before you give it to others. You are asked before
it is written.
`, `
把一次审查（无论判断对错）变成用例：停止那一刻的会话，以及任务开始前和当时的项目文件（取自 git 的树）。
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

// evalAdd is ccc eval add. oneTask is whether --task was given.
func (p *program) evalAdd(o evalAddOptions, oneTask bool, args []string) error {
	expect := eval.Expectation(o.expect)
	attended := term.IsTerminal(int(p.stdin.Fd()))
	switch {
	case len(args) != 1:
		return usageError{lang.Errorf("eval add takes one recording, not %q", strings.Join(args, " "))}
	case o.round < 1:
		return usageError{lang.Errorf("--round says which review: 1 or more")}
	case oneTask && o.task < 1:
		return usageError{lang.Errorf("--task says which task: 1 or more")}
	case expect != eval.Completed && expect != eval.Feedback && expect != eval.NeedsUser:
		return usageError{lang.Errorf("--expect takes completed, feedback or needs_user, not %q", o.expect)}
	case !attended && (!o.sure || o.why == ""):
		return usageError{withHint(lang.Errorf("there is nobody to ask"), lang.M("--yes asks nothing: give the fact "+
			"with --why"))}
	}
	dirs, f, err := p.loadConfig()
	if err != nil {
		return err
	}
	in, name, err := p.openRecording(args[0])
	if err != nil {
		return err
	}
	defer in.Close()
	round, err := eval.FindRound(in, o.task, o.round)
	if several := new(eval.SeveralError); errors.As(err, &several) {
		for _, r := range several.Rounds {
			asked, _, _ := strings.Cut(strings.TrimSpace(r.Asked), "\n")
			fmt.Fprintln(p.stderr, p.language().Sprintf("ccc: --task %d: %s, the judge said %s: %s", r.Task,
				r.Stopped.Local().Format(time.DateTime), string(r.Got), text.OneLine(asked)))
		}
		err = withHint(err, lang.M("--task says which is meant"))
	}
	if err != nil {
		return lang.Errorf("%s: %w", name, err)
	}
	dirs.Work = round.Dir // whose settings count
	person := eval.Person{Home: p.getenv("HOME"), Claude: dirs.Claude, Mask: secret.New(review.Secrets(p.env, dirs, f)...)}
	draft, err := p.draft(dirs, round, person)
	if err != nil {
		return err
	}
	if o.why == "" {
		if o.why, err = p.ask(p.language().Sprintf("why is %s right, by what fact? ", o.expect)); err != nil {
			return err
		}
	}
	draft.Expect = expect
	draft.Because(o.why)
	if o.dir == "" {
		o.dir = filepath.Join("eval-cases", fmt.Sprintf("%.8s-%d", round.Session, o.round))
		if o.task > 0 {
			o.dir = filepath.Join("eval-cases", fmt.Sprintf("%.8s-%d-%d", round.Session, o.task, o.round))
		}
	}
	if p.showDraft(draft, round, o.dir); !o.sure && !p.confirm(lang.M("ccc: write it? [y/N] "), false) {
		return p.printf("nothing was written\n")
	}
	if err := draft.Write(o.dir); err != nil {
		return err
	}
	return p.printf("%s is written; ccc eval %s judges it\n", o.dir, o.dir)
}

// draft reads what a case of the review is made of.
func (p *program) draft(dirs directories, r eval.Round, person eval.Person) (d eval.Draft, err error) {
	if r.Tree == "" || r.Base == "" {
		return d, hinted{lang.Errorf("the recording does not say what the files were then"),
			lang.M("it needs git in the project, and a ccc that writes the trees down, as this one does")}
	}
	path, err := claude.Transcript(dirs.Claude, r.Session)
	if err != nil {
		return d, err
	}
	session, err := file.Read(path, eval.MaxFile)
	if err != nil {
		return d, lang.Errorf("read the session: %w", err)
	}
	prefix, err := git.Prefix(r.Dir)
	if err != nil {
		return d, lang.Errorf("look for the repository of %s: %w", r.Dir, err)
	}
	var trees [2][]git.File
	left := 0
	for i, tree := range []string{r.Base, r.Tree} {
		files, links, err := git.Content(context.Background(), r.Dir, tree, eval.MaxFile)
		if err != nil {
			return d, hinted{err, lang.M("git removes such trees after some weeks, and at git gc --prune=now")}
		}
		trees[i], left = eval.Below(files, prefix), left+links
	}
	d, err = eval.NewDraft(r, person, session, trees[0], trees[1])
	d.Left = left
	return d, err
}

// showDraft shows what is to be written.
func (p *program) showDraft(d eval.Draft, r eval.Round, dir string) {
	say := p.language().Sprintf
	fmt.Fprintln(p.stderr, say("ccc: a case in %s:", dir))
	fmt.Fprintln(p.stderr, say("  the judge said %s, right is %s: %s", string(r.Got), string(d.Expect), d.Why))
	fmt.Fprintln(p.stderr, say("  before: %d files, after: %d files; the session: %d bytes", len(d.Before), len(d.After),
		len(d.Transcript)))
	fmt.Fprintln(p.stderr, say("  places where something secret is masked: %d", d.Masked()))
	if binary := d.Binary(); len(binary) > 0 {
		list := strings.Join(binary[:min(len(binary), 10)], ", ")
		if len(binary) > 10 {
			list += ", …"
		}
		fmt.Fprintln(p.stderr, say("  files that are no text, in which your directories keep their names: %d (%s)", len(binary),
			text.OneLine(list)))
	}
	if d.Left > 0 {
		fmt.Fprintln(p.stderr, say("  links and submodules that are left out: %d", d.Left))
	}
	fmt.Fprint(p.stderr, p.quoted(d.Task))
}
