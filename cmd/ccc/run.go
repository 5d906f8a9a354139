package main

import (
	"cmp"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/plan"
	"ccc/internal/plan/outcome"
	"ccc/internal/process"
	"ccc/internal/text"
	"ccc/internal/watch"
)

var runHelp = lang.Both(`
Each item of PLAN.md that has a box is a task: - [ ] fix the parser. What is indented below an item belongs to its task,
other boxes too. Text before the first task is given to every task. A heading, with the text below it, is given to the
tasks under that heading.

Each task is done in a session of its own, with nobody at the terminal, and is reviewed as with ccc --supervisor. When a
review finds the task done, ccc ticks its box in the file. ccc reads the file again after each task, so it also does the
tasks that you add meanwhile. If anyone, you or an agent, removes, renames, moves or unticks a task during the run, ccc
restores the task and ends the run.

If a task is not done, the run ends with the exit code of that task. The same command goes on later: it does the tasks
without a tick, and continues a task that was cut off in the session that it had.

With -j the tasks under one heading are done at the same time, each in a git work tree of its own beside the repository,
on a branch ccc/NAME. The tasks under a heading begin when all tasks above it have ended.
`, `
PLAN.md 里每个带方框的条目都是一个任务：- [ ] fix the parser。缩进在条目下面的内容都属于这个任务，包括其中的方框。
第一个任务之前的文字会交给每个任务；标题和它下面的文字会交给这个标题下的任务。

每个任务都在单独的会话里完成，无人值守，并像 ccc --supervisor 一样接受审查。审查认为任务完成后，ccc 在文件里给它打勾。
每个任务之后 ccc 都重新读取文件，所以你在此期间新加的任务也会做。
如果运行期间有任务被删除、改名、移动或去掉了勾，不论是你还是 Agent 做的，ccc 都会恢复它，并结束运行。

有任务没有完成时，运行结束，退出码就是这个任务的退出码。以后再执行同一条命令就会继续：做还没有打勾的任务，
被中断的任务在它原来的会话里继续。

加上 -j 时，同一个标题下的任务同时进行，每个任务都有自己的 git 工作树（在仓库旁边）和分支 ccc/NAME。
一个标题下的任务，要等它上面的任务全部结束后才开始。
`)

// runOptions are the flags of ccc run.
type runOptions struct {
	launch.PlanOptions
	list               bool
	task, format, path string
}

func runCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o runOptions
	c := &cobra.Command{
		Use: "run [flags] PLAN.md [provider] [claude args]", Long: language.Text(runHelp), Args: cobra.ArbitraryArgs,
		Short:              say("do the tasks of a plan, one after another or several at once"),
		DisableFlagParsing: true, // claude's options pass as they are
		ValidArgsFunction:  p.offerRun,
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.parse(c.Flags(), args); err != nil {
				return err
			}
			return p.runPlan(o)
		},
	}
	f := c.Flags()
	f.IntVarP(&o.Jobs, "jobs", "j", 0, say("the `number` of tasks to do at once, each in its own git work tree"))
	f.Lookup("jobs").DefValue = ""
	f.BoolVar(&o.KeepGoing, "keep-going", false, say("go on after a task that is not done"))
	f.BoolVar(&o.Commit, "commit", false, say("commit each task that is done, with the task as the message"))
	f.BoolVar(&o.Merge, "merge", false, say("with -j and --commit: merge the branches of what is done into one, "+
		"ccc/merge-NAME; sessions resolve the conflicts"))
	f.BoolVar(&o.PullRequests, "pull-requests", false,
		say("with -j and --commit: push each branch, and open or update its pull request by gh or glab"))
	f.Var((*positive)(&o.MaxCostUSD), "max-cost-usd", say("the most that all tasks together may cost, in `dollars`"))
	f.Var((*positiveInt)(&o.MaxTokens), "max-tokens",
		say("the most `tokens` that all tasks together may read and write"))
	f.DurationVar(&o.MaxDuration, "max-duration", 0, say("the longest that the run may take: `time`, such as 8h"))
	f.BoolVar(&o.list, "list", false, say("print the tasks, one a line, and do nothing"))
	f.StringVar(&o.task, "task", "", say("do the task of that `number` alone; auto: the one that JOB_COMPLETION_INDEX "+
		"(from 0) or SLURM_ARRAY_TASK_ID (from 1) names"))
	f.StringVar(&o.RunID, "run-id", "", say("a `key` that names the run: with the same key, tasks that have ended are "+
		"reported and not done again"))
	f.BoolVar(&o.Trust, "trust", false,
		say("trust this directory in this launch: its checks, hooks, MCP servers and the like may run"))
	formatFlag(c, "output-format", &o.format, say("`format` of the result: text (the default), json, or stream-json: "+
		"each event a line"), "text", "json", "stream-json")
	return c
}

// offerRun completes the plan, the provider and claude's arguments, with the flags of ccc run before the provider.
func (p *program) offerRun(
	c *cobra.Command, args []string, typed string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	plan := false
	line := append(slices.Clone(args), typed)
	for len(line) > 1 {
		n := max(commandline.FlagLen(c.Flags(), line), claude.OptionLen(line))
		switch {
		case line[0] == "--", n == 0 && plan:
			return p.offerClaude(line[1:])
		case n == 0:
			plan, n = true, 1
		case n >= len(line):
			return p.offerValue(c, line)
		}
		line = line[n:]
	}
	switch {
	case strings.HasPrefix(typed, "-"):
		return p.offerFlags(c, typed)
	case plan:
		return p.offerProviders(c, nil, typed)
	}
	return offerFiles(c, nil, typed)
}

// parse parses the arguments of ccc run. Its flags may come before or after the plan, up to the provider.
func (o *runOptions) parse(flags *pflag.FlagSet, args []string) (err error) {
	own, claudes, rest, err := commandline.TakeFlags(flags, args)
	if err == nil && len(rest) > 0 && rest[0] != "--" {
		o.path = rest[0]
		var more, options []string
		more, options, rest, err = commandline.TakeFlags(flags, rest[1:])
		own, claudes = append(own, more...), append(claudes, options...)
	}
	if err != nil {
		return console.Usage(err)
	}
	o.Rest.Before, o.Rest.Rest = claudes, rest
	if len(rest) > 0 && rest[0] == "--" {
		o.Rest.Rest, o.Rest.Literal = rest[1:], true
	}
	if err := flags.Parse(own); err != nil {
		return flagError(err, flags)
	}
	if flags.Changed("help") {
		return pflag.ErrHelp
	}
	if name := o.misplacedFlag(flags); name != "" {
		return console.Usage(
			lang.Errorf("%s comes before the provider: %s …", name, "ccc run "+text.ShellWord(o.path)+" "+name))
	}
	switch {
	case o.path == "":
		err = lang.Errorf("run takes a plan: a file with a task list")
	case flags.Changed("jobs") && o.Jobs < 1:
		err = lang.Errorf("--%s cannot be %q", "jobs", strconv.Itoa(o.Jobs))
	case o.MaxDuration < 0 || flags.Changed("max-duration") && o.MaxDuration == 0:
		err = lang.Errorf("--%s cannot be %q", "max-duration", o.MaxDuration.String())
	case o.format != "text" && o.format != "json" && o.format != "stream-json":
		err = lang.Errorf("--output-format %s: use text, json or stream-json", o.format)
	case flags.Changed("run-id") && (o.RunID == "" || len(o.RunID) > plan.MaxKey):
		err = lang.Errorf("--run-id takes a text of 1 to %d bytes", plan.MaxKey)
	case flags.Changed("task") && o.task == "":
		err = lang.Errorf("%s names no task: %q", "--task", o.task)
	case o.PullRequests && (o.Jobs == 0 || !o.Commit):
		err = lang.Errorf("--pull-requests goes with -j and --commit: a pull request is for a branch with commits")
	case o.Merge && (o.Jobs == 0 || !o.Commit):
		err = lang.Errorf("--merge goes with -j and --commit: it merges branches with commits")
	case flags.Changed("task") && o.Jobs > 0:
		err = lang.Errorf("--task does one task, so it does not go with -j")
	}
	if err != nil {
		return console.Usage(err)
	}
	return nil
}

// misplacedFlag returns the flag of ccc run that comes after the provider, where all words belong to claude; "" for
// none.
func (o *runOptions) misplacedFlag(flags *pflag.FlagSet) string {
	if o.Rest.Literal {
		return ""
	}
	for line := o.Rest.Rest; len(line) > 0 && line[0] != "--"; line = line[max(claude.OptionLen(line), 1):] {
		name, _, _ := strings.Cut(line[0], "=")
		if long, ok := strings.CutPrefix(name, "--"); ok && flags.Lookup(long) != nil {
			return name
		}
	}
	return ""
}

// runPlan runs ccc run.
func (p *program) runPlan(o runOptions) error {
	number, err := plan.TaskNumber(o.task, p.Getenv)
	if err != nil {
		return console.Usage(err)
	}
	path, err := filepath.Abs(o.path)
	if err != nil {
		return lang.Errorf("find the working directory: %w", err)
	}
	if o.list {
		return plan.PrintTasks(&p.Console, path, number, o.format)
	}
	t := plan.NewTeller(func(m lang.Message) { p.Notef("%v", m) }, p.Err, o.Jobs > 0)
	o.Report = p.reportOf
	c, err := p.starter().PlanConfig(o.PlanOptions, path, t)
	if err != nil {
		return err
	}
	c.Only = number
	signals := make(chan os.Signal, 8)
	if o.format == "stream-json" {
		// so a write to a closed output is an error and not the end
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
		var closed sync.Once
		c.Event = func(e plan.Event) {
			if err := p.JSON(e); err != nil {
				closed.Do(func() {
					p.Notef("%v", lang.Errorf("write an event: %w", err))
					signals <- syscall.SIGTERM
				})
			}
		}
	}
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer signal.Stop(signals)
	defer process.EndAtSignal(process.EndTimeOfAll, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)()
	c.Signals = signals
	run, err := plan.Open(c)
	if err != nil {
		return err
	}
	defer run.Close()
	var result outcome.Result
	if p.AtTerminal() && o.format == "text" && p.Getenv("TERM") != "dumb" {
		var screen watch.Terminal
		if screen, err = p.watchTerminal(watch.Config{State: c.State, Language: p.Language()}); err != nil {
			return err
		}
		result, err = t.Do(run, screen, func() { signals <- syscall.SIGINT })
	} else {
		result, err = run.Do()
	}
	// The result is printed even if it could not be saved.
	if err = cmp.Or(err, result.Print(&p.Console, o.format, o.KeepGoing, o.RunID != "")); err != nil {
		return err
	}
	return console.Exit(result.ExitCode)
}
