package main

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/supervision"
	"ccc/internal/terminal/layout"
	"ccc/internal/watch"
)

var watchHelp = lang.Both(`
Shows a supervised session while it runs: phase, round, each tool, what is said, verdicts and cost. You can watch in
any terminal, and in several at once. Watching only reads what ccc writes anyway, and never disturbs the session.

Without a name it shows the session that is running. If none is running, or more than one, it shows a list: the arrow
keys choose a session, enter opens it, esc goes back to the list, and ctrl-c ends the watching, not the session. A name
is "last", the id of a session or launch (its beginning is enough), or the file of a recording.

With "watch": "split" in ccc.json, ccc opens such a view in a pane of tmux by itself, at each review in Claude Code's
own screen.
`, `
实时显示带审查的会话：阶段、第几次审查、每个工具、说的话、结论和费用。在任何终端里都可以看，也可以同时在几个终端里看。
它只读取 ccc 本来就会写下的内容，从不干扰会话。

不写名字时，显示正在运行的会话。没有会话在运行，或者有几个时，显示一个列表：用方向键选择，回车打开，esc 回到列表，
ctrl-c 结束的是观看，不是会话。名字可以是 last、会话或启动的 ID（写开头即可），或者录制文件。

在 ccc.json 里写 "watch": "split"，每次在 claude 的界面里审查时，ccc 会自动在 tmux 里打开这样的窗格。
`)

// watchOptions are the flags of ccc watch.
type watchOptions struct {
	once, review bool
	format       string
	states       []string
	word         string // names the session; "" for the running one
}

func watchCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o watchOptions
	c := &cobra.Command{
		Use: "watch [--once] [last|ID|FILE]", Short: say("watch the supervised sessions from any terminal"),
		Long: language.Text(watchHelp), ValidArgsFunction: arguments(p.offerRecordings),
		Args: func(_ *cobra.Command, args []string) error { return o.check(args) },
		RunE: func(*cobra.Command, []string) error { return p.watch(o) },
	}
	c.Flags().BoolVar(&o.once, "once", false, say("print the state of the running sessions, else of the newest one, "+
		"and exit"))
	formatFlag(c, "output-format", &o.format,
		say("`format`: text (the default), or json: with --once an array, without it a line for each change"),
		"text", "json")
	c.Flags().StringArrayVar(&o.states, "state-dir", nil, say("a state `directory` to watch, in place of your own: of "+
		"another user or machine, on a shared disk; more than once for several"))
	c.Flags().BoolVar(&o.review, "review", false,
		say("also exit when the running review ends, for a pane next to Claude Code's own screen"))
	return c
}

// check reads the arguments, and refuses flags that contradict each other.
func (o *watchOptions) check(args []string) (err error) {
	if len(args) > 0 {
		o.word = args[0]
	}
	switch {
	case len(args) > 1:
		err = lang.Errorf("watch takes one session, not %q", strings.Join(args, " "))
	case o.format != "text" && o.format != "json":
		err = lang.Errorf("--output-format %s: use text or json", o.format)
	case o.review && (o.once || o.word == ""):
		err = lang.Errorf("--review takes a session to watch")
	}
	if err != nil {
		return console.Usage(err)
	}
	return nil
}

// watch runs ccc watch.
func (p *program) watch(o watchOptions) error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	debug.SetGCPercent(400) // the heap is small at any time
	c, err := p.watchConfig(o, dirs)
	if err != nil {
		return err
	}
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP,
		syscall.SIGQUIT)
	defer stop()
	path := ""
	if o.word != "" {
		s, runs := watch.Session{}, false
		if !session.IsRecordingPath(o.word) {
			s, runs = watch.Find(c, o.word)
		}
		switch path = s.Recording; {
		case !runs:
			path, err = p.findRecording(o.word, append([]state.Dir{c.State}, c.Others...)...)
		case path == "":
			path, err = p.awaitRecording(ctx, c, o, s)
		}
		if path == "" {
			return err
		}
	}
	switch {
	case o.once:
		return p.watchOnce(ctx, c, o.format, path)
	case o.format == "json":
		return watch.Stream(ctx, c, path, p.Out)
	case p.AtTerminal() && (path != "" || p.Getenv("TERM") != "dumb"):
		t, err := p.watchTerminal(c)
		if err != nil {
			return err
		}
		return t.Run(ctx, path, o.review)
	}
	if path == "" {
		list, err := watch.Now(ctx, c, "")
		if err != nil && len(list) == 0 {
			return err
		}
		if len(list) != 1 || list[0].Recording == "" {
			return console.Usage(lang.Errorf(
				"there are %d sessions to watch, and no terminal to choose on: name one, or use --once", len(list)))
		}
		path = list[0].Recording
	}
	return watch.Print(ctx, c, path, p.Text, console.Columns(p.Out))
}

// watchConfig decides whose sessions are watched: those of --state-dir, or the user's own.
func (p *program) watchConfig(o watchOptions, dirs state.Directories) (c watch.Config, err error) {
	c = watch.Config{State: dirs.State, Language: p.Language()}
	for i, dir := range o.states {
		if info, err := os.Stat(state.Dir(dir).Recordings()); err != nil || !info.IsDir() {
			err = lang.Errorf("--state-dir %q is no state directory: it has no recordings", dir)
			return c, console.Usage(lang.WithHint(err, lang.M("yours is %s", dirs.State)))
		}
		if i == 0 {
			c.State = state.Dir(dir)
		} else {
			c.Others = append(c.Others, state.Dir(dir))
		}
	}
	return c, nil
}

// watchTerminal returns the terminal on which the user watches.
func (p *program) watchTerminal(c watch.Config) (t watch.Terminal, err error) {
	self, err := os.Executable()
	if err != nil {
		return t, lang.Errorf("find the path of ccc: %w", err)
	}
	dumb := p.Getenv("TERM") == "dumb"
	return watch.Terminal{
		Config: c, In: p.In, Out: p.Out, Styled: !dumb && p.Getenv("NO_COLOR") == "", Dumb: dumb,
		Guardian: []string{self, supervision.GuardianArg},
	}, nil
}

// watchOnce prints the state of the sessions. The error names what cannot be read.
func (p *program) watchOnce(ctx context.Context, c watch.Config, format, path string) error {
	list, bad := watch.Now(ctx, c, path)
	switch {
	case len(list) > 0:
	case bad != nil:
		return bad
	case format == "json":
		list = []watch.Session{}
	default:
		return p.Printf("no session is supervised, and none was recorded in %s\n", c.State.Recordings())
	}
	return errors.Join(p.printWatched(list, format, c.Language), bad)
}

// printWatched prints the state of each session in a list.
func (p *program) printWatched(list []watch.Session, format string, language lang.Language) error {
	if format == "json" {
		return p.JSON(list)
	}
	width := 0
	if p.AtTerminal() {
		width = console.Columns(p.Out)() - 1
	}
	for _, s := range list {
		for _, line := range watch.Lines(s, time.Now(), language) {
			line = layout.WrapRows(line, width)
			if _, err := io.WriteString(p.Text, line+"\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// awaitRecording handles a running session that has no recording yet. With --once it says so; otherwise it waits for a
// recording and returns its path, "" if none comes.
func (p *program) awaitRecording(
	ctx context.Context, c watch.Config, o watchOptions, s watch.Session,
) (path string, err error) {
	switch {
	case o.once:
		return "", p.printWatched([]watch.Session{s}, o.format, c.Language)
	case o.format == "json":
		err = p.JSON(s)
	default:
		p.Notef("%v (waiting: ctrl-c ends that)", watch.NotRecorded())
	}
	if err != nil {
		return "", err
	}
	switch s = watch.Await(ctx, c, s); {
	case s.Running:
	case o.format == "json":
		err = p.JSON(s)
	default:
		p.Notef("the session has ended, and nothing of it was recorded")
	}
	return s.Recording, err
}
