package main

import (
	"context"
	"syscall"

	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/doctor"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
)

var doctorHelp = lang.Both(`
Checks claude, the directories, settings.json and the hook in it, the provider, the reviewer's sandbox, SUPERVISOR.md
and the terminal, and prints for each problem what to do. It changes nothing. Claude Code's own doctor is ccc -- doctor.

JSON output is {"ccc", "ok", "checks": [{"name", "state", "found", "cure"}]}, where state is ok, warning or broken.
The exit code is 1 if something is broken, else 0.
`, `
检查 claude、各个目录、settings.json 和其中的钩子、provider、审查者的沙箱、SUPERVISOR.md 和终端，
对每个问题都说明该怎么办。不会改动任何东西。Claude Code 自己的 doctor 是 ccc -- doctor。

JSON 输出是 {"ccc", "ok", "checks": [{"name", "state", "found", "cure"}]}，其中 state 是 ok、warning 或 broken。
有损坏的地方时退出码为 1，否则为 0。
`)

// doctorOptions are the flags of ccc doctor.
type doctorOptions struct {
	live   bool
	format string
}

func doctorCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o doctorOptions
	c := &cobra.Command{
		Use: "doctor [--live] [flags]", Long: language.Text(doctorHelp), Args: noArguments,
		Short:             say("check the installation; with --live, try it with your own claude"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return p.doctor(o) },
	}
	c.Flags().BoolVar(&o.live, "live", false, say("try it: your claude, with an API inside ccc, in a separate home "+
		"and project; it needs no key and no network, costs nothing and takes 6 to 15 seconds, longer on a "+
		"busy machine"))
	formatFlag(c, "output-format", &o.format, say("`format`: text (the default) or json"), "text", "json")
	return c
}

// doctor runs ccc doctor.
func (p *program) doctor(o doctorOptions) error {
	if o.format != "text" && o.format != "json" {
		return console.Usage(lang.Errorf("--output-format %s: use text or json", o.format))
	}
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	f, fileErr := p.Load(dirs.Config, file.ReadJSON)
	s, err := doctor.Inspect(dirs, p.Env, f, fileErr, p.Language())
	if err != nil {
		return err
	}
	if width := console.Columns(p.Terminal); width != nil {
		s.Columns = width()
	}
	look := doctor.Checks
	if o.live {
		look = p.tryLive
	}
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	list, err := look(ctx, s)
	if ctx.Err() != nil {
		return console.Exit(130)
	}
	if err != nil {
		return err
	}
	if o.format == "json" {
		err = doctor.WriteJSON(p.Out, list, version())
	} else {
		err = doctor.WriteText(p.Text, list, o.live, console.Columns(p.Out), p.Language())
	}
	if err == nil && !doctor.IsHealthy(list) {
		return console.Exit(1)
	}
	return err
}

// tryLive carries out --live. When ctx ends, so do the trial and the processes that it has started.
func (p *program) tryLive(ctx context.Context, s doctor.Subject) ([]doctor.Result, error) {
	if s.BinaryErr == nil {
		p.Notef("trying %s in a separate home; this takes 6 to 15 seconds, longer on a busy machine",
			s.Binary.Path)
	}
	return doctor.Live(ctx, s)
}
