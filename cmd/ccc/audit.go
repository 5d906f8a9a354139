package main

import (
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/audit"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/state"
)

var auditHelp = lang.Both(`
Reads the sessions that Claude Code keeps below ~/.claude/projects. At the end of its turns an agent makes claims, such
as "all tests pass". ccc counts these claims, and how many of them nothing in the session supports: by kind, reason,
project, month and model. It shows the ten worst. DIR is a project, a folder of session files, or one such file; without
DIR all projects are counted. Nothing is run or changed, and nothing leaves your machine. docs/guides/claims.md says
what counts as a claim, and what supports it.

Secrets are masked. With --format json the output has no words of a session, unless you add --quote.

The exit code is 0. With --fail-over it is 1 if the share of claims without support is above the one given. An error,
such as that there is no session, is 1, too: then there is a message and no report.
`, `
读取 Claude Code 保存在 ~/.claude/projects 下的会话。Agent 在每轮结束时会有一些说法，如“所有测试通过”。
ccc 统计这些说法，以及其中有多少在会话里没有依据：按种类、原因、项目、月份和模型分列，并给出最严重的十条。
目录可以是项目、存放会话文件的文件夹，或单个会话文件；不写则是全部项目。不运行、不修改任何东西，数据不会离开你的机器。
什么算说法、什么算依据，见 docs/guides/claims.md。

密钥会被遮住。--format json 的输出不含会话里的文字，除非加上 --quote。

退出码是 0。加上 --fail-over 时，如果没有依据的说法所占比例超过它，退出码是 1。
出错时（例如一个会话都没有）也是 1：这时有错误信息，没有报告。
`)

// auditOptions are the flags of ccc audit.
type auditOptions struct {
	since, format, failOver string
	quote                   bool
}

func auditCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o auditOptions
	c := &cobra.Command{
		Use: "audit [flags] [DIR…]", Long: language.Text(auditHelp), Args: cobra.ArbitraryArgs,
		Short: say("count claude's claims that its sessions do not support"),
		RunE:  func(_ *cobra.Command, args []string) error { return p.audit(o, args) },
	}
	f := c.Flags()
	f.StringVar(&o.since, "since", "",
		say("count turns of this `time` alone, such as 30d or 12h, or since a day: 2026-11-01"))
	formatFlag(c, "format", &o.format, say("`format`: text (the default), markdown, or json"), "text", "markdown",
		"json")
	f.StringVar(&o.failOver, "fail-over", "",
		say("exit with 1 if more than this `share` is without support, such as 5%%"))
	f.BoolVar(&o.quote, "quote", false, say("with json: the agent's words and commands, too"))
	return c
}

// audit runs ccc audit.
func (p *program) audit(o auditOptions, args []string) error {
	debug.SetGCPercent(300) // the heap is small at any time
	since, err := sinceTime(o.since, time.Now())
	if err != nil {
		return err
	}
	limit, err := shareOf(o.failOver)
	switch {
	case err != nil:
		return err
	case o.format != "text" && o.format != "markdown" && o.format != "json":
		return console.Usage(lang.Errorf("--format %s: use text, markdown or json", o.format))
	case o.quote && o.format != "json":
		return console.Usage(lang.Errorf("--quote goes with --format json"))
	}
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	c := audit.Config{
		ConfigDir: dirs.Claude, Dirs: args, Since: since, Project: session.ProjectFiles(""), Mask: p.secrets(dirs),
	}
	if term.IsTerminal(int(p.Terminal.Fd())) {
		c.Progress = p.Terminal
	}
	report, err := audit.Run(c)
	if err != nil {
		return err
	}
	if err := p.showAudit(o, report); err != nil {
		return lang.Errorf("write: %w", err)
	}
	if o.failOver != "" && report.Share > limit {
		return console.Exit(1)
	}
	return nil
}

// secrets returns the mask for texts of a stored session: the secrets of the environment, of ccc.json and of claude's
// login.
func (p *program) secrets(dirs state.Directories) *secret.Mask {
	f, _ := provider.Load(dirs.Config) // a broken one has no secrets to mask
	return secret.New(review.Secrets(p.Env, dirs, f)...)
}

func (p *program) showAudit(o auditOptions, r audit.Report) error {
	for _, name := range r.Unread {
		p.Notef("%s could not be read to its end", name)
	}
	switch o.format {
	case "json":
		if !o.quote {
			r = r.WithoutWords()
		}
		return p.JSON(r)
	case "markdown":
		return r.Markdown(p.Text, p.Language())
	}
	return r.Text(p.Wrapped(), p.Language(), console.Columns(p.Out))
}

// sinceTime reads the value of --since: a time before now, or a day.
func sinceTime(value string, now time.Time) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, value, time.Local); err == nil {
		return day, nil
	}
	if days, ok := strings.CutSuffix(value, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < 100_000 {
			return now.AddDate(0, 0, -n), nil
		}
	} else if d, err := time.ParseDuration(value); err == nil && d > 0 {
		return now.Add(-d), nil
	}
	return time.Time{}, console.Usage(lang.Errorf("--since takes days or hours, such as 30d or 12h, or a day, not %q",
		value))
}

// shareOf reads the value of --fail-over: a number with a percent sign.
func shareOf(value string) (float64, error) {
	if value == "" {
		return 0, nil
	}
	number, percent := strings.CutSuffix(value, "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !percent || !(n >= 0 && n <= 100) {
		return 0, console.Usage(lang.Errorf("--fail-over takes a share with its sign, 0%% to 100%%, not %q", value))
	}
	return n / 100, nil
}
