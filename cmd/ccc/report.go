package main

import (
	"cmp"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/plan"
	"ccc/internal/report"
	"ccc/internal/session"
)

var reportHelp = lang.Both(`
Writes a page about one launch to standard output: how it ended, its task, each review with verdict and evidence, a
timeline, the changed files, and the conversation. For example: ccc report > report.html

Without an argument the page is about the newest recording. An argument is "last", a file, the id of a session or launch
(its beginning is enough; ccc recordings lists them), or "-" for standard input. It can be all that ccc replay can play.

For a ccc run, name its plan or its --run-id. The page then has all tasks; those that wait for you come first:
ccc report PLAN.md > night.html

Secrets that ccc knows are masked. Long texts are cut, and the page says where.
`, `
把关于一次启动的页面写到标准输出：结果、任务、每次审查的结论与依据、时间线、改动的文件和对话。
例如：ccc report > report.html

不带参数时，页面是关于最新的录制。参数可以是 last、文件、会话或启动的 ID（写开头即可，ccc recordings 会列出），
或用 - 表示标准输入。ccc replay 能播放的都可以。

ccc run 的运行用它的计划文件或 --run-id 指定。页面会列出全部任务，需要你处理的在最前面：
ccc report PLAN.md > night.html

ccc 知道的密钥会被遮住。过长的内容会被截短，页面会注明。
`)

// reportOptions are the flags of ccc report.
type reportOptions struct{ format string }

func reportCommand(p *program, language lang.Language) *cobra.Command {
	var o reportOptions
	c := &cobra.Command{
		Use: "report [flags] [last|ID|FILE|PLAN.md|-]", Long: language.Text(reportHelp), Args: cobra.ArbitraryArgs,
		Short:             language.Sprintf("make a page of a recording or a plan, for others to read"),
		ValidArgsFunction: arguments(p.offerRecordings),
		RunE:              func(_ *cobra.Command, args []string) error { return p.report(o, args) },
	}
	formatFlag(c, "format", &o.format, language.Sprintf("`format`: html, one page without a script "+
		"that loads nothing (the default); or markdown, a comment for a pull request, of at most 60 KiB"), "html",
		"markdown")
	return c
}

// report runs ccc report.
func (p *program) report(o reportOptions, args []string) error {
	word := cmp.Or(strings.Join(args, ""), "last")
	switch {
	case len(args) > 1:
		return console.Usage(lang.Errorf("report takes one file, not %q", strings.Join(args, " ")))
	case o.format != "html" && o.format != "markdown":
		return console.Usage(lang.Errorf("--format %s: use html or markdown", o.format))
	case wasClosed(p.Out):
		return lang.Errorf("write the report: %w", lang.Errorf("standard output is closed"))
	}
	if done, err := p.reportRun(o, word); done || err != nil {
		return err
	}
	in, name, err := p.openRecording(word)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := p.refusePage(o, word); err != nil {
		return err
	}
	language := p.Language()
	page, err := report.Read(report.Input{
		Reader: p.maskInput(in), Name: name, Running: in != p.In && isRunning(name), Warnings: p.Err, Language: language,
	})
	if err != nil {
		return err
	}
	if o.format == "markdown" {
		return page.Markdown(p.Text, language)
	}
	return page.HTML(p.Out, language)
}

// refusePage refuses to write a page to a terminal.
func (p *program) refusePage(o reportOptions, word string) error {
	if o.format != "html" || !term.IsTerminal(int(p.Out.Fd())) {
		return nil
	}
	err := lang.Errorf("the report is an HTML page: redirect it to a file")
	return lang.WithHint(console.Usage(err), lang.M("ccc report %s > report.html", word))
}

// reportRun prints the report on a run of ccc run, if the word names one. done says whether it does.
func (p *program) reportRun(o reportOptions, word string) (done bool, err error) {
	dirs, err := p.Directories()
	if err != nil || word == "last" || word == "-" {
		return false, nil
	}
	past, err := plan.ReadPast(dirs.State, word)
	if past != nil && err == nil {
		err = p.refusePage(o, word)
	}
	if past == nil || err != nil {
		return false, err
	}
	language := p.Language()
	page := past.Report(language, func(launch string) *report.Report {
		r, _ := p.readReport(launch) // without a recording the page has only what the run itself knows
		return r
	})
	if o.format == "markdown" {
		return true, page.Markdown(p.Text, language)
	}
	return true, page.HTML(p.Out, language)
}

// reportOf returns the report on a launch or a session as markdown; "" if it has no recording.
func (p *program) reportOf(id string) (string, error) {
	page, err := p.readReport(id)
	if page == nil || err != nil {
		return "", err
	}
	var b strings.Builder
	err = page.Markdown(&b, p.Language())
	return b.String(), err
}

// readReport reads the recording of a launch or a session; nil if there is none.
func (p *program) readReport(id string) (*report.Report, error) {
	dirs, err := p.Directories()
	if err != nil || id == "" {
		return nil, err
	}
	path, _, err := session.FindRecording(dirs.State.Recordings(), id)
	if err != nil {
		return nil, nil
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return report.Read(report.Input{
		Reader: p.maskInput(in), Name: path, Running: isRunning(path), Warnings: io.Discard, Language: p.Language(),
	})
}

// isRunning reports whether the file at path is the recording of a launch that still runs.
func isRunning(path string) bool {
	s, err := session.Summarize(path)
	return err == nil && s.Running
}

// wasClosed reports whether the standard file f was closed when this process began. Then Go has opened /dev/null for
// reading and writing in its place (runtime.checkfds). A parent may also do that on purpose, as libraries of Python
// and Node do. So this is only for commands that are useless without their output.
func wasClosed(f *os.File) bool {
	var now, null unix.Stat_t
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR &&
		unix.Fstat(int(f.Fd()), &now) == nil && unix.Stat(os.DevNull, &null) == nil &&
		now.Mode == null.Mode && now.Rdev == null.Rdev
}
