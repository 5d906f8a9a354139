package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/commandline"
	"ccc/internal/git"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/plan"
	"ccc/internal/process"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/settings"
	"ccc/internal/text"
	"ccc/internal/watch"
)

var runHelp = lang.Both(`
A task is an item with a box: - [ ] fix the parser. What is indented below it is a part of it, boxes too; what stands
before the first task goes to all, and a heading with the text under it to its own tasks. Each is done in a session of
its own, reviewed as by ccc --supervisor, unattended, and ticked in the file when a review finds it done. The file is
read again between tasks: what you add is done. A task that is removed, renamed, moved or unticked while others run, by
an agent or by you, is put back, and the run ends.

One that is not done ends the run, with its exit code. The same command goes on: with what has no tick yet, and where
a task was cut off in its session. With -j the tasks under one heading are done at the same time, each in a git work
tree beside the repository, on a branch ccc/NAME, and a heading waits for all above it.
`, `
带方框的条目就是一个任务：- [ ] fix the parser。缩进在它下面的内容（包括方框）都属于它；
第一个任务之前的文字会交给每个任务，
标题和标题下的文字交给这个标题下的任务。每个任务都在自己的会话里完成，像 ccc --supervisor 一样审查，无人值守；
审查认为完成后，就在文件里打勾。两个任务之间会重新读取文件：新加的会做；
运行期间被删除、改名、移动或去掉勾的任务（不论是 Agent 还是你改的）会恢复，运行随之结束。

有一个没有完成，运行就以它的退出码结束。再执行同一条命令会继续：做还没有打勾的，被中断的任务在原来的会话里继续。
加上 -j 时，同一个标题下的任务同时进行，每个都在仓库旁边自己的 git 工作树里、分支 ccc/NAME 上；
下一个标题会等前面的全部结束。
`)

// runOptions are the flags of ccc run.
type runOptions struct {
	list, keepGoing, commit, trust bool
	pullRequests, merge            bool
	task                           string
	jobs                           int
	maxCostUSD                     float64
	maxDuration                    time.Duration
	runID, format                  string

	path string
	rest commandline.Line // provider and claude's arguments
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
	f.IntVarP(&o.jobs, "jobs", "j", 0, say("the `number` of tasks to do at once, each in its own git work tree"))
	f.Lookup("jobs").DefValue = ""
	f.BoolVar(&o.keepGoing, "keep-going", false, say("go on after a task that is not done"))
	f.BoolVar(&o.commit, "commit", false, say("commit each task that is done, with the task as the message"))
	f.BoolVar(&o.merge, "merge", false, say("with -j and --commit: merge the branches of what is done into one, "+
		"ccc/merge-NAME; sessions resolve the conflicts"))
	f.BoolVar(&o.pullRequests, "pull-requests", false, say("with -j and --commit: push each branch, and open or update "+
		"its pull request by gh or glab"))
	f.Var((*positive)(&o.maxCostUSD), "max-cost-usd", say("the most that all tasks together may cost: `dollars`"))
	f.DurationVar(&o.maxDuration, "max-duration", 0, say("the longest that the run may take: `time`, such as 8h"))
	f.BoolVar(&o.list, "list", false, say("print the tasks, one a line, and do nothing"))
	f.StringVar(&o.task, "task", "", say("do the task of that `number` alone; auto: the one that JOB_COMPLETION_INDEX "+
		"(from 0) or SLURM_ARRAY_TASK_ID (from 1) names"))
	f.StringVar(&o.runID, "run-id", "", say("a `key` that names the run: with the same key, tasks that have ended are "+
		"reported and not done again"))
	f.BoolVar(&o.trust, "trust", false,
		say("trust this directory in this launch: its checks, hooks, MCP servers and the like may run"))
	formatFlag(c, "output-format", &o.format, say("`format` of the result: text (the default), json, or stream-json: each event a line"), "text", "json", "stream-json")
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

// parse reads the arguments of ccc run. Its flags may precede the plan or follow it, up to the provider.
func (o *runOptions) parse(flags *pflag.FlagSet, args []string) (err error) {
	own, claudes, rest, err := commandline.TakeFlags(flags, args)
	if err == nil && len(rest) > 0 && rest[0] != "--" {
		o.path = rest[0]
		var more, options []string
		more, options, rest, err = commandline.TakeFlags(flags, rest[1:])
		own, claudes = append(own, more...), append(claudes, options...)
	}
	if err != nil {
		return usageError{err}
	}
	o.rest.Before, o.rest.Rest = claudes, rest
	if len(rest) > 0 && rest[0] == "--" {
		o.rest.Rest, o.rest.Literal = rest[1:], true
	}
	if err := flags.Parse(own); err != nil {
		return flagError(err, flags)
	}
	if flags.Changed("help") {
		return pflag.ErrHelp
	}
	if name := o.misplacedFlag(flags); name != "" {
		return usageError{
			lang.Errorf("%s comes before the provider: %s …", name, "ccc run "+text.ShellWord(o.path)+" "+name)}
	}
	switch {
	case o.path == "":
		err = lang.Errorf("run takes a plan: a file with a task list")
	case flags.Changed("jobs") && o.jobs < 1:
		err = lang.Errorf("--%s cannot be %q", "jobs", strconv.Itoa(o.jobs))
	case o.maxDuration < 0 || flags.Changed("max-duration") && o.maxDuration == 0:
		err = lang.Errorf("--%s cannot be %q", "max-duration", o.maxDuration.String())
	case o.format != "text" && o.format != "json" && o.format != "stream-json":
		err = lang.Errorf("--output-format %s: use text, json or stream-json", o.format)
	case flags.Changed("run-id") && (o.runID == "" || len(o.runID) > plan.MaxKey):
		err = lang.Errorf("--run-id takes a text of 1 to %d bytes", plan.MaxKey)
	case flags.Changed("task") && o.task == "":
		err = lang.Errorf("%s names no task: %q", "--task", o.task)
	case o.pullRequests && (o.jobs == 0 || !o.commit):
		err = lang.Errorf("--pull-requests goes with -j and --commit: a pull request is for a branch with commits")
	case o.merge && (o.jobs == 0 || !o.commit):
		err = lang.Errorf("--merge goes with -j and --commit: it merges branches with commits")
	case flags.Changed("task") && o.jobs > 0:
		err = lang.Errorf("--task does one task, so it does not go with -j")
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}

// misplacedFlag returns the flag of ccc run that follows the provider, where all words are claude's; "" if none does.
func (o *runOptions) misplacedFlag(flags *pflag.FlagSet) string {
	if o.rest.Literal {
		return ""
	}
	for line := o.rest.Rest; len(line) > 0 && line[0] != "--"; line = line[max(claude.OptionLen(line), 1):] {
		name, _, _ := strings.Cut(line[0], "=")
		if long, ok := strings.CutPrefix(name, "--"); ok && flags.Lookup(long) != nil {
			return name
		}
	}
	return ""
}

// runPlan does the work of ccc run.
func (p *program) runPlan(o runOptions) error {
	number, err := plan.TaskNumber(o.task, p.getenv)
	if err != nil {
		return usageError{err}
	}
	path, err := filepath.Abs(o.path)
	if err != nil {
		return lang.Errorf("find the working directory: %w", err)
	}
	if o.list {
		return p.listTasks(path, number, o.format)
	}
	t := plan.NewTeller(func(m lang.Message) { p.errorf("%v", m) }, p.stderr, o.jobs > 0)
	c, err := p.runConfig(o, path, t)
	if err != nil {
		return err
	}
	c.Only = number
	signals := make(chan os.Signal, 8)
	if o.format == "stream-json" {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // so a write to a closed output is an error and not the end
		var closed sync.Once
		c.Event = func(e plan.Event) {
			if err := p.json(e); err != nil {
				closed.Do(func() {
					p.errorf("%v", lang.Errorf("write an event: %w", err))
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
	var result plan.Result
	if p.atTerminal() && o.format == "text" && p.getenv("TERM") != "dumb" {
		var screen watch.Terminal
		if screen, err = p.watching(watch.Config{State: c.State, Language: p.language()}); err != nil {
			return err
		}
		result, err = t.Do(run, screen, func() { signals <- syscall.SIGINT })
	} else {
		result, err = run.Do()
	}
	// Shown also where the record could not be saved.
	if err = cmp.Or(err, p.showResult(o, result)); err != nil {
		return err
	}
	return exitStatus(result.ExitCode)
}

// listTasks prints the tasks of a plan, or the only one with that number if it is not 0.
func (p *program) listTasks(path string, only int, format string) error {
	list, err := plan.List(path, only)
	if err != nil {
		return err
	}
	if format != "text" {
		return p.json(list)
	}
	var lines strings.Builder
	for _, t := range list {
		state := "open"
		if t.Done {
			state = "done"
		}
		fmt.Fprintf(&lines, "%d\t%s\t%s", t.Number, state, text.OneLine(t.Title))
		if len(t.After) > 0 {
			fmt.Fprintf(&lines, "\tafter %s", strings.Trim(fmt.Sprint(t.After), "[]"))
		}
		lines.WriteByte('\n')
	}
	_, err = fmt.Fprint(p.stdout, lines.String())
	return err
}

// json prints a value as JSON on one line.
func (p *program) json(v any) error { return writeJSON(p.stdout, v) }

func writeJSON(w io.Writer, v any) error {
	var object bytes.Buffer
	if err := text.EncodeJSON(&object, v); err != nil {
		return err
	}
	_, err := w.Write(text.SafeJSON(object.Bytes()))
	return err
}

// runConfig prepares a run. What a task would refuse is refused here, and the user is asked all questions here, once.
func (p *program) runConfig(o runOptions, path string, t *plan.Teller) (c plan.Config, err error) {
	line := o.rest
	line.Supervisor, line.Plan, line.Trust, line.Commands = true, true, o.trust, commandNames()
	s, err := p.setup(line)
	if err != nil {
		return c, err
	}
	p.languageIn(s.file)
	if err := s.file.CheckBounds(); err != nil {
		return c, usageError{err}
	}
	if err := plan.CheckArguments(s.args, line.Before, line.Rest); err != nil {
		return c, usageError{err}
	}
	attended := p.atTerminal()
	judged, err := p.agreeToRun(s, o.trust, attended)
	if err != nil {
		return c, err
	}
	self, err := process.Installed() // an update while tasks run may remove what it leads to
	if err != nil {
		return c, err
	}
	p.prune(s)
	if err := s.State.Create(); err != nil {
		return c, err
	}
	digest, err := s.baseline.Save(s.State.Baseline(s.id))
	if err != nil {
		return c, err
	}
	return plan.Config{
		Copy: plan.Copy{Prefix: s.State.Baseline(s.id), Digest: digest},
		Path: path, RunID: o.runID, Jobs: o.jobs, KeepGoing: o.keepGoing, Commit: o.commit,
		MaxCostUSD: o.maxCostUSD, MaxDuration: o.maxDuration,
		Dir: s.Work, Judged: judged.ContentDigest(), State: s.State,
		Now: func() string {
			now, err := rubric.Load(s.Work, s.Directories.Claude)
			if err != nil {
				return ""
			}
			return now.ContentDigest()
		},
		Settings: func(dir string) map[string]string { return runSettings(dir, s.Directories.Claude) },
		Allow:    func(all plan.Plan) error { return p.allowPlan(s, path, o.trust, attended, all) },
		Mask:     secret.New(slices.Concat(review.Secrets(p.env, s.Directories, s.file), s.settings.Secrets())...),
		Command: plan.Launcher{
			Program: self, Env: p.env, Before: o.rest.Before, Rest: o.rest.Rest, Literal: o.rest.Literal,
			Named: line.Named(s.provider),
		}.Command,
		Notify: plan.Notify{
			Command: p.notifyCommand(s), Language: p.language(), Provider: s.providerName(), Each: s.file.NotifyEach,
		},
		Merge: o.merge, Checks: p.mergeChecks(s, judged),
		Pulls: plan.Pulls{Wanted: o.pullRequests, Report: p.reportOf},
		Say:   t.Say, Line: t.Line, Changed: t.Change,
	}, nil
}

// allowPlan refuses a plan that names a provider which there is not, and asks the user about its checks.
func (p *program) allowPlan(s setup, path string, trusted, attended bool, all plan.Plan) error {
	for _, t := range all.Tasks {
		if t.Provider == "" {
			continue
		}
		found, err := s.file.Provider(t.Provider)
		if err == nil {
			err = s.file.CheckEnv(found)
		}
		if err != nil {
			return lang.Errorf("task %d of %s: %w", t.Number, path, err)
		}
	}
	asks := rubric.Rubric{Reviewer: rubric.Reviewer{Name: rubric.First, Path: path}, Checks: checksOf(all.Checks())}
	given := ""
	if trusted {
		given = asks.Digest()
	}
	ok, err := p.mayRun(s.Directories, given, asks, attended)
	switch unapproved := new(rubric.UnapprovedError); {
	case errors.As(err, &unapproved):
		return lang.WithHint(err, lang.M("at a terminal ccc run asks; --trust before the plan approves them for this run"))
	case err != nil:
		return err
	case !ok:
		return usageError{lang.Errorf("nothing was started")}
	}
	return nil
}

// checksOf are the checks of a plan, each named by its command.
func checksOf(commands []string) (checks []rubric.Check) {
	for _, line := range commands {
		checks = append(checks, rubric.Check{Name: line, Run: line})
	}
	return checks
}

// agreeToRun loads the rubric, and asks the user for what a task would ask for.
func (p *program) agreeToRun(s setup, trust, attended bool) (judged rubric.Rubric, err error) {
	if err = p.mayStart(s.Directories, trust, attended); err != nil {
		return judged, err
	}
	judged, err = p.loadRubric(s, attended)
	if err != nil {
		return judged, err
	}
	switch ok, err := p.mayRun(s.Directories, s.trust, judged, attended); {
	case err != nil:
		return judged, err
	case !ok:
		return judged, usageError{lang.Errorf("nothing was started")}
	}
	return judged, nil
}

// prune removes old recordings, once for all tasks, which would not tell the user.
func (p *program) prune(s setup) {
	bounds := hook.Retention(p.env, s.file)
	if bounds.Off {
		return
	}
	removed, err := bounds.Prune(s.State.Recordings())
	if removed > 0 {
		p.errorf("%s", session.RemovedMessage(removed))
	}
	if err != nil {
		p.errorf("%v", err)
	}
}

// showResult prints the tasks of a run on standard output, and the next steps on standard error.
func (p *program) showResult(o runOptions, result plan.Result) error {
	switch o.format {
	case "json":
		return p.json(result)
	case "stream-json": // its last event is the result
		return nil
	}
	language := p.language()
	if err := result.WriteTable(p.text, columns(p.stdout), language); err != nil {
		return err
	}
	var merge []string
	for _, row := range result.Tasks {
		if row.Dir != "" {
			p.errorf("task %d: its work tree is kept: cd %s", row.Number, text.ShellWord(row.Dir))
		}
	}
	for _, row := range result.Tasks {
		if row.PullRequest != "" {
			p.errorf("task %d: its pull request is %s", row.Number, row.PullRequest)
		}
	}
	if len(result.Commands) > 0 {
		p.sayUnwrapped("ccc: " + language.Sprintf("the pull requests are yours to open:") + "\n" +
			strings.Join(result.Commands, "\n"))
	}
	for _, conflict := range result.Conflicts {
		p.errorf("%s", conflict.Message())
	}
	if result.Merged != nil && result.Merged.First != "" {
		merge = append(merge, result.Merged.First)
	}
	for _, branch := range result.Merge {
		merge = append(merge, "git merge "+text.ShellWord(branch))
	}
	if len(merge) > 0 {
		p.sayUnwrapped("ccc: " + language.Sprintf("the branches are yours to merge:") + "\n" + strings.Join(merge, "\n"))
	}
	if next := result.Next(o.keepGoing); !next.Empty() && (result.Retryable || o.runID == "") {
		p.errorf("%s", next)
	}
	return nil
}

// mergeChecks runs the checks of the rubric on what a run has merged.
func (p *program) mergeChecks(s setup, r rubric.Rubric) func(string, <-chan struct{}) []plan.MergeCheck {
	return func(dir string, stop <-chan struct{}) (list []plan.MergeCheck) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			select {
			case <-stop:
				cancel()
			case <-ctx.Done():
			}
		}()
		results := review.RunChecks(ctx, r.Checks, review.CheckOptions{
			Dir: r.CheckDir(dir), Env: hook.CheckEnv(p.env, s.file.Secrets(p.lookup)), FailFast: r.FailFast,
		})
		for _, c := range results {
			passed := c.State == review.CheckPassed || c.State == review.CheckCannotRun
			list = append(list, plan.MergeCheck{Name: c.Name, Passed: passed, Outcome: c.Outcome()})
		}
		return list
	}
}

// runSettings are digests of what decides what claude runs in a directory and is set by, and of what git runs there.
func runSettings(dir, claudeDir string) map[string]string {
	all := settings.Digests(dir, claudeDir)
	maps.Copy(all, git.Programs(context.Background(), dir))
	return all
}
