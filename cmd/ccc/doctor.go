package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"ccc/internal/claude"
	"ccc/internal/doctor"
	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/process"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/settings"
	"ccc/internal/text"
)

var doctorHelp = lang.Both(`
Checks claude, the directories, settings.json and the hook in it, the provider, the reviewer's sandbox, SUPERVISOR.md
and the terminal, and prints the cure for each problem. It changes nothing. Claude Code's own doctor is ccc -- doctor.

In JSON it is {"ccc", "ok", "checks": [{"name", "state", "found", "cure"}]}, where state is ok, warning or broken.
The exit code is 1 if something is broken, else 0.
`, `
检查 claude、各个目录、settings.json 和其中的 hook、提供商、审查者的隔离环境、SUPERVISOR.md 和终端，
并说明不正常的地方怎么解决。不会改动任何东西。Claude Code 自己的 doctor 是 ccc -- doctor。

JSON 的形式是 {"ccc", "ok", "checks": [{"name", "state", "found", "cure"}]}，其中 state 是 ok、warning 或 broken。
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
		Short:             say("check the installation, and try it with your own claude"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return p.doctor(o) },
	}
	c.Flags().BoolVar(&o.live, "live", false, say("try it: your claude, with an API inside ccc, in a separate home "+
		"and project; it needs no key and no network, costs nothing and takes 6 to 15 seconds, longer on a "+
		"busy machine"))
	formatFlag(c, "output-format", &o.format, say("`format`: text (the default) or json"), "text", "json")
	return c
}

// doctor is ccc doctor.
func (p *program) doctor(o doctorOptions) error {
	if o.format != "text" && o.format != "json" {
		return usageError{lang.Errorf("--output-format %s: use text or json", o.format)}
	}
	s, err := p.subject()
	if err != nil {
		return err
	}
	look := doctor.Checks
	if o.live {
		look = p.tryLive
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	list, err := look(ctx, s)
	if ctx.Err() != nil {
		return exitStatus(130)
	}
	if err != nil {
		return err
	}
	if o.format == "json" {
		err = p.doctorJSON(list)
	} else {
		err = p.doctorText(list, o.live)
	}
	if err == nil && !doctor.Holds(list) {
		return exitStatus(1)
	}
	return err
}

// tryLive is --live. When ctx ends, so do the trial and the processes that it has started.
func (p *program) tryLive(ctx context.Context, s doctor.Subject) ([]doctor.Result, error) {
	if s.BinaryErr == nil {
		p.errorf("trying %s in a separate home; this takes 6 to 15 seconds, longer on a busy machine",
			s.Binary.Path)
	}
	return doctor.Live(ctx, s)
}

// subject describes this installation for the checks.
func (p *program) subject() (s doctor.Subject, err error) {
	dirs, err := p.directories()
	if err != nil {
		return s, err
	}
	self, err := process.Installed()
	if err != nil {
		return s, err
	}
	s = doctor.Subject{
		Getenv: p.getenv, Work: dirs.Work, Claude: dirs.Claude, Managed: settings.ManagedDir(), Program: self,
		State: dirs.State, Env: p.env, Written: dirs.Families(),
		Rubric:  func() (rubric.Rubric, error) { return p.rubricIn(dirs) },
		Trusted: func(r rubric.Rubric) (bool, error) { return p.trustIn(dirs, "").Allows(r) },
	}
	if width := columns(p.terminal); width != nil {
		s.Columns = width()
	}
	s.Binary, s.BinaryErr = claude.Chosen(p.getenv)
	s.File, s.FileErr = p.load(dirs)
	_, reviewer := settings.LaunchSettings(dirs.Claude, nil)
	if provider, err := s.File.Provider(""); err == nil {
		_, reviewer = settings.LaunchSettings(dirs.Claude, provider)
	}
	found, _ := sandbox.Reviewer{File: s.File, Dirs: dirs, Env: p.env, Settings: reviewer}.Plan()
	s.Layers = found.Plan.Layers
	s.Cage = func() (sandbox.Found, lang.Message, error) {
		tried, err := tryCage(s.File.Supervisor.Cage, found)
		return tried, tried.Message(), err
	}
	return s, nil
}

// tryCage finds the cage, with layers in directories of its own. In those of the launches it would create and remove
// files.
func tryCage(want string, found sandbox.Found) (sandbox.Found, error) {
	if found.Kind != "" {
		return found, nil
	}
	plan := found.Plan
	plan.Layers = nil
	for _, dir := range found.Plan.Layers {
		layer, remove, err := doctor.TrialDir(dir)
		if err != nil {
			continue // the directory is missing, or not writable
		}
		defer remove()
		plan.Layers = append(plan.Layers, layer)
	}
	return sandbox.Find(want, plan)
}

func (p *program) doctorJSON(list []doctor.Result) error {
	type check struct {
		Name  string       `json:"name"`
		State doctor.State `json:"state"`
		Found string       `json:"found"`
		Cure  string       `json:"cure,omitempty"`
	}
	out := struct {
		Version string  `json:"ccc"`
		OK      bool    `json:"ok"`
		Checks  []check `json:"checks"`
	}{version(), doctor.Holds(list), []check{}}
	for _, r := range list {
		out.Checks = append(out.Checks, check{r.Name, r.State, r.Found.String(), r.Cure.String()})
	}
	object, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s\n", text.SafeJSON(object))
	return err
}

// doctorText prints the results. A cure is not wrapped, so that it can be copied.
func (p *program) doctorText(list []doctor.Result, tried bool) error {
	marks := map[doctor.State]string{doctor.OK: "✓", doctor.Warning: "!", doctor.Broken: "✗"}
	language, width := p.language(), columns(p.stdout)
	count := map[doctor.State]int{}
	indent := strings.Repeat(" ", 19)
	var b strings.Builder
	for _, r := range list {
		count[r.State]++
		found := language.Text(r.Found)
		if width != nil {
			found = layout.Wrap(found, max(width()-len(indent), 20))
		}
		fmt.Fprintf(&b, "%s %-17s%s\n", marks[r.State], r.Name, strings.ReplaceAll(found, "\n", "\n"+indent))
		if !r.Cure.Empty() {
			fmt.Fprintf(&b, "%s→ %s\n", indent, language.Text(r.Cure))
		}
	}
	sum := lang.M("all is well")
	if count[doctor.Broken]+count[doctor.Warning] > 0 {
		sum = lang.M("broken: %d, warnings: %d", count[doctor.Broken], count[doctor.Warning])
	}
	b.WriteString("\n" + language.Text(sum) + "\n")
	if !tried {
		b.WriteString(language.Sprintf(
			"ccc doctor --live   tries it with your claude\nccc -- doctor       is Claude Code's own doctor\n"))
	}
	_, err := io.WriteString(p.text, b.String())
	return err
}
