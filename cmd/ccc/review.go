package main

import (
	"github.com/spf13/cobra"

	"ccc/internal/change"
	"ccc/internal/lang"
	"ccc/internal/supervision"
)

var reviewHelp = lang.Both(`
Without flags the change is all that differs from the default branch, committed or not; the flags name another one.
The reviewer is a new claude in the usual sandbox. It judges by SUPERVISOR.md, and is told the results of the checks,
which protected files were changed, and which tests were deleted or skipped. No file of the project decides how the
reviewer runs. It does not raise again what you have dismissed (ccc dismiss F1).

What is staged, a commit and a range are each judged in a separate work tree, which lacks the files that git ignores.

Exit codes: 0 nothing holds the change up; 3 something does; 4 there is no verdict; 75 try again later; 130 ctrl-c.
`, `
不写参数时，改动是与默认分支相比的全部差异，包括未提交的内容；也可以用参数指定别的改动。
审查者是一个新的 claude，在通常的沙箱里按 SUPERVISOR.md 判断，
并会得知检查的结果、哪些受保护的文件被改动、哪些测试被删除或跳过。
项目里的任何文件都不能决定审查者如何运行。你已经驳回的问题（ccc dismiss F1）不会再提出。

暂存的内容、某个提交和提交范围各在单独的工作树里审查，其中没有 git 忽略的文件。

退出码：0 没有什么拦下这项改动；3 有问题拦下它；4 没有结论；75 稍后再试；130 ctrl-c。
`)

func reviewCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o change.Options
	c := &cobra.Command{
		Use: "review [flags] [A..B]", Long: language.Text(reviewHelp), Args: cobra.ArbitraryArgs,
		Short: say("review a change of a git repository, whoever made it"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			n := len(args)
			if at := c.ArgsLenAtDash(); o.After && at >= 0 {
				n = at
			}
			return p.changeCommand().Run(o, args[:n], args[n:])
		},
	}
	f := c.Flags()
	f.StringVar(&o.Base, "base", "", say("what has changed since this `branch` or commit, else since the "+
		"default branch"))
	f.BoolVar(&o.Staged, "staged", false, say("what is staged"))
	f.StringVar(&o.Commit, "commit", "", say("what this `commit` has changed"))
	f.StringVar(&o.Task, "task", "", say("`text` that says what was asked for, else the messages of the commits"))
	f.StringVar(&o.TaskFile, "task-file", "", say("`file` that says what was asked for"))
	completeFlag(c, "task-file", offerFiles)
	f.StringVar(&o.SessionName, "session", "",
		say("let the reviewer have the conversation of this `session`: its id, or last"))
	f.BoolVar(&o.Resume, "resume", false, say(
		"go on from the last review here: what is open, and what has changed since"))
	f.StringVar(&o.ProviderName, "provider", "", say("the `provider` of the reviewers, else that of a launch"))
	completeFlag(c, "provider", p.offerProviders)
	f.Var((*positive)(&o.MaxUSD), "max-cost-usd", say("what the review may cost in `USD`"))
	f.Var((*positiveInt)(&o.MaxTokens), "max-tokens", say("how many `tokens` the review may read and write"))
	f.BoolVar(&o.Trusted, "trust", false, say("allow the checks that SUPERVISOR.md names"))
	f.BoolVar(&o.PrePush, "pre-push", false, say("what git is about to push, as it tells its pre-push hook"))
	f.BoolVar(&o.ChecksOnly, "checks-only", false, say("run the checks of SUPERVISOR.md, and ask no model"))
	f.BoolVar(&o.Watch, "watch", false,
		say("review again each time files have changed and then stay as they are for some seconds"))
	f.BoolVar(&o.After, "after", false, say("run the command after --, and review what it has changed"))
	f.IntVar(&o.Rounds, "rounds", 1,
		say("run the command of --after at most `N` times; later runs get the findings on standard input"))
	c.Flags().Lookup("rounds").DefValue = ""
	f.StringArrayVar(&o.Write, "write", nil, say("also write the review to a file, as `FORMAT=FILE`; may be repeated"))
	formatFlag(c, "format", &o.Format, say("`format`: text (the default), json, markdown, sarif or github"),
		change.Formats...)
	return c
}

// changeCommand returns what does the work of ccc review.
func (p *program) changeCommand() change.Command {
	return change.Command{Console: &p.Console, Version: version(), Guardian: supervision.GuardianArg}
}
