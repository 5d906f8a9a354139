package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ccc/internal/claude"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/replay/play"
	"ccc/internal/review"
)

var playHelp = lang.Both(`
Performs as the claude of a recording, or of what claude printed with --output-format stream-json. As agent it answers
each message with the turn that followed it, as reviewer (--fork-session) with the next review; control requests are
honoured. To have ccc run on it, CCC_CLAUDE must name one file:

  #!/bin/sh
  exec ccc play /path/to/recording.jsonl "$@"

What comes next is kept in files that begin with CCC_PLAY_STATE, else in ccc's state directory, for each ccc that plays.
With CCC_PLAY_SPEED=1 the lines come on their recorded times; else they come at once.
`, `
扮演录制里的 claude，或 claude 用 --output-format stream-json 打印的内容里的 claude。作为 Agent，它用录制中随后的一轮
回答每条消息；作为审查者（--fork-session），它给出下一次审查；控制请求也会得到响应。要让 ccc 在它上面运行，
CCC_CLAUDE 必须指向一个文件：

  #!/bin/sh
  exec ccc play /path/to/recording.jsonl "$@"

播放位置保存在以 CCC_PLAY_STATE 开头的文件里，否则在 ccc 的状态目录里，每个播放的 ccc 各有一份。
CCC_PLAY_SPEED=1 时按录制的时间给出每一行；否则立即给出。
`)

func playCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "play FILE [claude args]", Short: language.Sprintf("play the part of claude from a recording"),
		Long: language.Text(playHelp), Args: cobra.ArbitraryArgs, DisableFlagParsing: true,
		ValidArgsFunction: p.offerPlay,
		RunE:              func(_ *cobra.Command, args []string) error { return p.play(args) },
	}
}

// offerPlay completes the file, and claude's arguments after it.
func (p *program) offerPlay(
	c *cobra.Command, args []string, typed string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return offerFiles(c, args, typed)
	}
	return p.offerClaude(append(args[1:], typed))
}

// play answers like claude, from a recording; in a demo, from the built-in one.
func (p *program) play(args []string) error {
	player := play.Player{Recording: play.Demo(), State: p.Getenv(play.StateEnv), Language: p.Language()}
	player.Reviewer = p.Getenv(review.ReviewerEnv)
	player.Review, _ = strconv.Atoi(p.Getenv(review.NumberEnv)) // without a number it is the next review
	if dir := p.Getenv(claude.DemoEnv); dir != "" {
		player.State, player.Dir = filepath.Join(dir, "play"), dir
		player.Speed = 1
		if strings.HasPrefix(filepath.Base(dir), demoPrefix) {
			player.Remove = dir
		}
		out := io.Writer(p.Out)
		if !slices.Contains(args, "--print") { // it replaces claude's own screen, which the user reads
			out = console.Readable{W: p.Out, Width: console.Columns(p.Out)}
		}
		return player.Perform(args, p.In, out)
	}
	if len(args) == 0 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		return console.Usage(lang.Errorf("play needs the recording to play"))
	}
	if slices.Equal(args[1:], []string{"--version"}) {
		_, err := fmt.Fprintln(p.Out, "0.0.0 (ccc play)") // no claude has this number: a recording loads no mods
		return err
	}
	file, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer file.Close()
	player.Recording = file
	if speed := p.Getenv(play.SpeedEnv); speed != "" {
		if player.Speed, err = aboveZero(speed); err != nil {
			return console.Usage(lang.Errorf("%s is %q, which is not a speed", play.SpeedEnv, speed))
		}
	}
	if player.State == "" {
		dirs, err := p.Directories()
		if err != nil {
			return err
		}
		player.State = dirs.State.PlayPath(os.Getppid(), args[0])
	}
	return player.Perform(args[1:], p.In, p.Out)
}
