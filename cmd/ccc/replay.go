package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/replay"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/session"
)

var replayHelp = lang.Both(`
FILE is one of these:
  a recording: its file, "last", or the id of its session or launch (the beginning is enough); ccc recordings lists them
  what claude has printed with --output-format stream-json --verbose: the agent and the reviewer alternate there, at
  each result that ends a turn, and the agent comes first
  claude's own file of a session: ~/.claude/projects/*/ID.jsonl
Without FILE, or with -, standard input is read.

ccc takes the decisions of the live run once more, with the same code, and shows what the user saw. It needs no claude,
no network and no state directory. The same input always gives the same output.

The exit code says what the live run came to: 0 completed, or still open; 3 not completed; 4 a person is needed; 75 it
may be tried again; 130 interrupted. A launch in Claude Code's own screen has ended with Claude Code's own code: here
the code is that of its last task. If the input is damaged or cut off, ccc plays what is there, names the place, and the
exit code is 1.

With --claims nothing is played. ccc lists each claim in the agent's last messages ("all tests pass"), with the steps of
the session that support or contradict it. The exit code is 0 whatever they show.
`, `
文件是下面的一种：
  录制：它的文件、last，或它的会话、启动的 ID（写开头即可）；ccc recordings 会列出
  claude 用 --output-format stream-json --verbose 打印的内容：Agent 和审查者在其中交替，
  每个结束一轮的 result 之后换人，先是 Agent
  claude 自己的会话文件：~/.claude/projects/*/ID.jsonl
没有写文件或写 - 时，从标准输入读取。

ccc 用同样的代码重新做出当时的决定，并显示用户当时看到的内容。不需要 claude、网络或状态目录；
相同的输入总是得到相同的输出。

退出码说明当时的运行结果如何：0 完成，或还没有结果；3 未完成；4 需要你处理；75 可以重试；130 被中断。
在 claude 的界面里运行时，ccc 以 claude 自己的退出码结束；这里的退出码则说明最后一个任务的结果。
输入损坏或不完整时，播放已有的内容，指出位置，退出码为 1。

加上 --claims 时不播放，而是列出 Agent 最后的消息里的每个说法（如“所有测试通过”），
以及会话中支持它或与它矛盾的步骤。无论结果如何，退出码都是 0。
`)

// replayOptions are the flags of ccc replay.
type replayOptions struct {
	format, expect, cast string
	speed                float64
	verbose              bool
	claims               bool
	project              string
	file                 string
}

// expectations are the values of --expect.
const expectations = "completed, not_completed, needs_user, interrupted, feedback"

func replayCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o replayOptions
	c := &cobra.Command{
		Use: "replay [flags] [FILE|-]", Long: language.Text(replayHelp),
		ValidArgsFunction: arguments(p.offerRecordings),
		Short:             say("show a recording again, with the same decisions"),
		Args:              func(_ *cobra.Command, args []string) error { return o.check(args) },
		RunE: func(*cobra.Command, []string) error {
			if o.claims {
				return p.replayClaims(o)
			}
			return p.replay(o)
		},
	}
	f := c.Flags()
	formatFlag(c, "output-format", &o.format,
		say("`format`: text, as the user saw it (the default); json or stream-json, as the live run prints them"),
		"text", "json", "stream-json")
	f.Var((*positive)(&o.speed), "speed", say("at the recorded speed, `x` times as fast; else at once"))
	f.BoolVar(&o.verbose, "verbose", false, say("with text: thinking, and results of tools in full"))
	f.StringVar(&o.cast, "cast", "", say("write what the user saw to `file` as an asciicast v3, for asciinema"))
	completeFlag(c, "cast", offerFiles)
	f.StringVar(&o.expect, "expect", "",
		say("exit with 0 if it came to `outcome`: completed, not_completed, needs_user or interrupted, or, for "+
			"feedback, if a verdict was \"not completed\"; else with 1"))
	completeFlag(c, "expect", oneOf(strings.Split(expectations, ", ")...))
	f.BoolVar(&o.claims, "claims", false,
		say("show what the agent claimed at each stop, and whether the session bears it out"))
	f.StringVar(&o.project, "project", "",
		say("with --claims: `dir` is the project, whose scripts are looked at; else it is the session's folder"))
	completeFlag(c, "project", offerFiles)
	return c
}

// check reads the arguments, and refuses invalid values of flags.
func (o *replayOptions) check(args []string) (err error) {
	if len(args) > 0 {
		o.file = args[0]
	}
	switch {
	case len(args) > 1:
		err = lang.Errorf("replay takes one file, not %q", strings.Join(args, " "))
	case o.format != "text" && o.format != "json" && o.format != "stream-json":
		err = lang.Errorf("--output-format %s: use text, json or stream-json", o.format)
	case o.expect != "" && !slices.Contains(strings.Split(expectations, ", "), o.expect):
		err = lang.Errorf("--expect %s: use one of %s", o.expect, expectations)
	default:
		err = o.checkClaims()
	}
	if err != nil {
		return console.Usage(err)
	}
	return nil
}

// replay runs ccc replay.
func (p *program) replay(o replayOptions) error {
	// The heap is small at any time. With 8 MiB instead of 4 there are half as many collections (make bench).
	debug.SetGCPercent(200)
	in, name, err := p.openRecording(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	if out, err := p.Out.Stat(); err == nil && isFile(in, out) {
		return console.Usage(lang.Errorf(
			"standard output goes to the file that is replayed, which would never end: redirect it to another file"))
	}
	if cast, err := os.Stat(o.cast); err == nil && isFile(in, cast) {
		return console.Usage(lang.Errorf(
			"--cast %s is the recording itself: name another file, or it is lost", o.cast))
	}
	ctx, stop := context.Background(), func() {}
	if o.cast != "" { // on an error the unfinished cast is removed
		ctx, stop = process.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	}
	defer stop()
	input := io.Reader(in)
	if o.cast != "" { // others will watch it
		input = p.maskInput(in)
	}
	return p.playThrough(ctx, o, name, input)
}

// openRecording opens the recording that a word names, as [program.findRecording] finds it. "-" and "" are standard
// input. name is the recording's name in messages.
func (p *program) openRecording(word string) (in *os.File, name string, err error) {
	if word == "" || word == "-" {
		if term.IsTerminal(int(p.In.Fd())) {
			return nil, "", console.Usage(lang.Errorf("there is nothing to replay: name a file, or pipe it in"))
		}
		return p.In, p.Language().Sprintf("standard input"), nil
	}
	if word, err = p.findRecording(word); err != nil {
		return nil, "", err
	}
	if in, err = os.Open(word); err != nil { // it says what was opened
		if errors.Is(err, fs.ErrNotExist) {
			err = lang.WithHint(err, session.ListedRecordings())
		}
		return nil, "", err
	}
	return in, word, nil
}

// maskInput returns the input with its secrets masked.
func (p *program) maskInput(in io.Reader) io.Reader {
	values := secret.InEnv(p.Env)
	if dirs, err := p.Directories(); err == nil {
		f, _ := provider.Load(dirs.Config) // a broken one has no secrets to mask
		values = append(values, review.Secrets(p.Env, dirs, f)...)
	}
	out, to := io.Pipe()
	go func() {
		w := secret.New(values...).Writer(to)
		_, err := io.Copy(w, in)
		to.CloseWithError(errors.Join(err, w.Close()))
	}()
	return out
}

// playThrough replays the input. The returned error has the exit code.
func (p *program) playThrough(ctx context.Context, o replayOptions, name string, in io.Reader) error {
	c := replay.Config{
		Input: in, Name: name, Format: o.format, Cast: o.cast, Speed: o.speed, Verbose: o.verbose,
		Out: p.Out, Terminal: term.IsTerminal(int(p.Out.Fd())), Warnings: p.Err, Language: p.Language(),
	}
	if c.Terminal {
		_, plain := p.Lookup("NO_COLOR")
		c.Styled = !plain && p.Getenv("TERM") != "dumb"
		c.Width = console.Columns(p.Out)
	}
	end, err := replay.Run(ctx, c)
	switch want := o.expect; {
	case errors.Is(err, context.Canceled):
		return console.Exit(130)
	case err != nil:
		return err
	case end.Damaged:
		return console.Exit(1)
	case want == "":
		return console.Exit(end.ExitCode)
	case want == "feedback" && end.Feedback, want == end.Outcome:
		return nil
	case want == "feedback":
		return lang.Errorf("expected feedback: no verdict was \"not completed\" (%s)", end.Outcome)
	default:
		return lang.Errorf("expected %s: the outcome is %s", want, end.Outcome)
	}
}

// isFile reports whether f is that file, and is a regular file.
func isFile(f *os.File, that os.FileInfo) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular() && os.SameFile(info, that)
}
