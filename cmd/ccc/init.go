package main

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/console"
	"ccc/internal/git"
	"ccc/internal/hook"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review/check"
	"ccc/internal/rubric"
	"ccc/internal/terminal"
)

var initHelp = lang.Both(`
Writes it to the working directory, in your language. An existing one is not changed. A project without one is reviewed
by ~/.claude/SUPERVISOR.md. Commands that seem to check this project are in it as comments: without the # they run
before each review, once you have trusted them (ccc trust).

--check reads the rubric that a launch in this directory would use, runs its checks once, and prints the result of each,
how long it took, and whether it changed files. You are shown checks that you do not trust yet, and asked. The exit code
is 0 if all pass, 1 if one fails, and 2 if the rubric has an error or a check could not run.

--plugin writes a plugin for Claude Code that calls this ccc, and prints how to install it. It makes /ccc:supervisor
work in a Claude Code that was started without ccc.

--pre-push has git run this project's checks before each push, and with --review a review, too: ccc review --pre-push.
A hook that is there is kept as pre-push.before-ccc, and called first. Where husky, lefthook, pre-commit or
core.hooksPath manage the hooks, ccc writes none: it prints the lines for you to add, and the exit code is 1 until they
are there. ccc uninstall takes the hook out again.
`, `
用你的语言写入当前工作目录；已经存在的保持不变。项目里没有时，使用 ~/.claude/SUPERVISOR.md。
看起来能检查这个项目的命令会以注释形式写在里面：去掉 #，并用 ccc trust 信任它们，
它们就会在每次审查前运行。

--check 读取在这里启动时会使用的审查规则，把其中的检查各运行一次，并说明每个检查的结果、用时、是否改动了文件。
你还不信任的检查会先显示出来，并询问你。全部通过时退出码为 0，有不通过的为 1，审查规则有错误或有检查没有运行时为 2。

--plugin 写出一个 Claude Code 插件，里面是这个 ccc 的路径，并说明如何安装。有了它，
不经 ccc 启动的 Claude Code 也能用 /ccc:supervisor。

--pre-push 让 git 在每次推送前运行这个项目的检查，加上 --review 时还会审查（ccc review --pre-push）。
原有的钩子保留为 pre-push.before-ccc，并先调用它。由 husky、lefthook、pre-commit 或 core.hooksPath 管理钩子时，
ccc 不写钩子，只显示要由你加上的内容，加上之前退出码为 1。ccc uninstall 会恢复原样。
`)

type initOptions struct{ check, plugin, push, reviews bool }

func initCommand(p *program, language lang.Language) *cobra.Command {
	var o initOptions
	c := &cobra.Command{
		Use: "init [--check|--plugin|--pre-push [--review]]", Long: language.Text(initHelp), Args: cobra.ArbitraryArgs,
		Short:             language.Sprintf("write SUPERVISOR.md, the rules of the reviews; --check tries them"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(_ *cobra.Command, args []string) error { return p.init(o, args) },
	}
	c.Flags().BoolVar(&o.check, "check", false, language.Sprintf("write nothing: try the rubric that is there"))
	c.Flags().BoolVar(&o.plugin, "plugin", false,
		language.Sprintf("write the plugin for a Claude Code that was started without ccc, and no rubric"))
	c.Flags().BoolVar(&o.push, "pre-push", false,
		language.Sprintf("have git run the checks before each push, and write no rubric"))
	c.Flags().BoolVar(&o.reviews, "review", false, language.Sprintf("with --pre-push: have each push reviewed, too"))
	return c
}

// init writes the built-in rubric, the plugin or the hook, or tries the rubric of this directory.
func (p *program) init(o initOptions, args []string) error {
	switch {
	case len(args) > 0:
		return console.Usage(lang.Errorf("init takes --check, --plugin, --pre-push or nothing, not %q", args[0]))
	case o.check && o.plugin, o.push && (o.check || o.plugin):
		return console.Usage(lang.Errorf("init takes one of --check, --plugin and --pre-push"))
	case o.reviews && !o.push:
		return console.Usage(lang.Errorf("--review goes with --pre-push"))
	case o.push:
		return p.changeCommand().WritePushHook(o.reviews)
	case o.plugin:
		return p.writePlugin()
	}
	if o.check {
		return p.tryRubric()
	}
	path, err := rubric.Create(".", p.Language())
	if errors.Is(err, fs.ErrExist) {
		return lang.WithHint(lang.Errorf("%s already exists, and was left as it is", path),
			lang.M("edit it, or move it away first; ccc init --check tries it"))
	}
	if err != nil {
		return err
	}
	return p.Printf("%s written: these are the rules that the reviewer goes by. Edit them to your needs\n", path)
}

// faultError is an error of ccc init --check or ccc eval, whose exit code 1 is a result: a fault in the rubric or in
// ccc.json, or checks that did not run. The exit code is 2.
type faultError struct{ error }

func (e faultError) Unwrap() error { return e.error }
func (faultError) ExitCode() int   { return 2 }

// tryRubric runs the checks of the rubric once, for ccc init --check.
func (p *program) tryRubric() error {
	dirs, f, err := p.LoadConfig()
	if err != nil {
		return faultError{err}
	}
	language := p.LanguageIn(f)
	r, err := rubric.Load(dirs.Work, dirs.Claude)
	if err != nil {
		return faultError{err}
	}
	if len(r.Checks) == 0 {
		return p.Printf("%s is fine, and names no checks\n", r.Path)
	}
	attended := term.IsTerminal(int(p.In.Fd()))
	switch ok, err := p.asker().MayRun(dirs, "", r, attended); {
	case err != nil:
		return faultError{err}
	case !ok:
		p.Notef("no check was run")
		return console.Exit(2)
	}
	p.Notef("the checks of %s are tried", r.Path)
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	shown := terminal.New(p.Err, terminal.Options{Lang: language})
	results := check.Run(ctx, r.Checks, check.Options{
		Dir: r.CheckDir(dirs.Work), Env: hook.CheckEnv(p.Env, f.Secrets(p.Lookup)), FailFast: r.FailFast,
		Tree: func(ctx context.Context) string {
			// If it fails, the table says that the tree is unknown.
			w, _ := git.Tree(ctx, dirs.Work, "", dirs.State.Indexes())
			return w.Tree
		},
		Started: func(c rubric.Check) { shown.ShowCheck(c.Name) },
		Ended: func(r check.Result) {
			shown.ShowCheckResult(r.Name, language.Text(r.Outcome()), r.State == check.Passed, r.Output)
		},
	})
	if ctx.Err() != nil {
		return console.Exit(130)
	}
	code, err := check.WriteTable(p.Text, results, language)
	if err != nil {
		return err
	}
	return console.Exit(code)
}
