package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/process"
	"ccc/internal/rubric"
	"ccc/internal/settings"
	"ccc/internal/state"
)

var trustHelp = lang.Both(`
Shows the checks that the SUPERVISOR.md of this directory names, commands that ccc runs before each review, and the
providers to which it and each SUPERVISOR.NAME.md send the session, and asks whether they may. The answer holds for
these commands and providers: if they change, they are not used until you say so again. ~/.claude/SUPERVISOR.md and
what stands beside it are your own and need no such word.
`, `
显示当前目录的 SUPERVISOR.md 列出的检查，也就是 ccc 在每次审查前运行的命令，以及它和各个 SUPERVISOR.NAME.md
会把会话发送到的提供商，并询问是否允许。回答只对这些命令和提供商有效：它们改变后，在你再次同意之前不会使用。
~/.claude/SUPERVISOR.md 和它旁边的文件是你自己的，不需要同意。
`)

type trustOptions struct{ sure, list, revoke bool }

func trustCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o trustOptions
	c := &cobra.Command{
		Use: "trust [--yes|--list|--revoke]", Long: language.Text(trustHelp), Args: cobra.ArbitraryArgs,
		Short:             say("let ccc run the checks that the project's SUPERVISOR.md names"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 || c.Flags().NFlag() > 1 {
				return usageError{lang.Errorf("trust takes one of --yes, --list and --revoke")}
			}
			return p.trust(o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.sure, "yes", false, say("do not ask"))
	f.BoolVar(&o.list, "list", false, say("the files whose checks you trust"))
	f.BoolVar(&o.revoke, "revoke", false, say("withdraw your approval of this directory's SUPERVISOR.md"))
	return c
}

// trust approves the rubric of this directory, lists approvals, or revokes one.
func (p *program) trust(o trustOptions) error {
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	store := rubric.TrustStoreIn(string(dirs.State))
	switch {
	case o.list:
		return p.listTrusted(store)
	case o.revoke:
		path := filepath.Join(dirs.Work, rubric.File)
		was, err := store.Revoke(path)
		if err != nil || was {
			return errors.Join(err, p.printf("not trusted any more: %s\n", path))
		}
		return p.printf("%s was not trusted\n", path)
	}
	r, err := rubric.Load(dirs.Work, dirs.Claude)
	if err != nil {
		return err
	}
	agreed := func() error { return p.printf("the checks of %s may run\n", r.Path) }
	if r.NamesProviders() {
		agreed = func() error { return p.printf("%s may have what it asks for\n", r.Path) }
	}
	trust := p.trustIn(dirs, "")
	switch ok, err := trust.Allows(r); {
	case err != nil:
		return err
	case r.Asks() == "":
		return p.printf("%s names no checks\n", r.Path)
	case ok:
		return agreed()
	}
	p.showAsked(r)
	if !o.sure {
		if !term.IsTerminal(int(p.stdin.Fd())) {
			return usageError{lang.WithHint(lang.Errorf("there is nobody to ask"), lang.M("ccc trust --yes approves "+
				"without asking"))}
		}
		if !p.approves(r) {
			return p.printf("nothing was changed: they will not run\n")
		}
	}
	if err := trust.Store.Remember(r.Path, r.Asks()); err != nil {
		return err
	}
	return agreed()
}

func (p *program) listTrusted(store rubric.TrustStore) error {
	entries, err := store.List()
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return p.printf("you trust no SUPERVISOR.md\n")
	}
	var rows []string
	for _, e := range entries {
		rows = append(rows, e.Path+"\t"+e.Since.Local().Format(time.DateTime))
	}
	return layout.Table(p.text, rows, nil)
}

// showAsked shows what the user is asked to approve: each command in full, and each provider.
func (p *program) showAsked(r rubric.Rubric) {
	if len(r.Checks) > 0 {
		fmt.Fprintln(p.stderr, p.language().Sprintf("ccc: %s has ccc run these commands before each review:", r.Path))
	}
	for i, c := range r.Checks {
		name := "  " + c.Name + "\n"
		if c.Name == c.Run {
			name = ""
		}
		if i > 0 {
			name = "\n" + name
		}
		fmt.Fprint(p.stderr, name+p.quoted(c.Run))
	}
	for _, one := range r.Reviewers() {
		if one.Provider != "" {
			fmt.Fprintln(p.stderr, p.language().Sprintf("ccc: %s sends the session to your provider %s (model: %s)",
				one.Path, one.Provider, cmp.Or(one.Model, "-")))
		}
	}
}

// quoted shows a text that the user is to judge, see [layout.Quote].
func (p *program) quoted(said string) string {
	return layout.Quote(said, columns(p.terminal), p.language())
}

// approves asks the user whether the rubric may have what it asks for.
func (p *program) approves(r rubric.Rubric) bool {
	question := lang.M("ccc: run them, as you? [y/N] ")
	switch {
	case len(r.Checks) == 0:
		question = lang.M("ccc: may it? [y/N] ")
	case r.NamesProviders():
		question = lang.M("ccc: may they run, as you, and may it send the session there? [y/N] ")
	}
	return p.confirm(question, false)
}

// trustIn returns the record of what the user trusts. given is the digest of the rubric that --trust allows, "" without
// it.
func (p *program) trustIn(dirs directories, given string) rubric.Trust {
	return rubric.TrustIn(dirs, cmp.Or(given, p.getenv(state.TrustEnv)))
}

// rubricIn returns the rubric by which the Stop hook judges in the working directory.
func (p *program) rubricIn(dirs directories) (rubric.Rubric, error) {
	return rubric.LoadOrBuiltIn(p.language(), dirs.Work, dirs.Claude)
}

// keepNext copies the rubric to the state of the launch. It is called when reviews are switched on.
func (p *program) keepNext(dirs directories, launch string, r rubric.Rubric) error {
	return p.copyOf(dirs, launch).KeepNext(r)
}

func (p *program) copyOf(dirs directories, launch string) rubric.Copy {
	return rubric.Copy{State: dirs.State, Launch: launch, Dir: dirs.Work, Notice: p.notice}
}

// agrees shows what a rubric asks for, and asks the user whether it may have that.
func (p *program) agrees(r rubric.Rubric) bool {
	p.showAsked(r)
	return p.approves(r)
}

// mayRun reports whether the rubric may have what it asks for. If that is not known, the user is asked; if nobody
// attends, that is an error. given is the digest of the rubric that --trust allows, "" without it.
func (p *program) mayRun(dirs directories, given string, r rubric.Rubric, attended bool) (bool, error) {
	var ask func() bool
	if attended {
		ask = func() bool { return p.agrees(r) }
	}
	return p.trustIn(dirs, given).Agree(r, ask)
}

// mayStart asks the user about the project's own settings, if they make claude run commands and the user has not told
// claude that the directory is trusted. Claude asks the same in its own screen. A no is an error. If nobody attends,
// the commands are shown and run: claude --print does not ask either.
func (p *program) mayStart(dirs directories, attended bool) error {
	known := filepath.Join(p.getenv("HOME"), ".claude.json")
	if dir := p.getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		known = filepath.Join(dir, ".claude.json")
	}
	store := rubric.TrustStoreIn(string(dirs.State))
	self, err := process.Installed()
	if err != nil {
		return err
	}
	var unknown []settings.Stranger
	for _, f := range settings.Strangers(dirs.Work, known, self) {
		ok, err := store.Trusted(f.Path, f.Content)
		if err != nil {
			return err
		}
		if !ok {
			unknown = append(unknown, f)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	for _, f := range unknown {
		fmt.Fprintln(p.stderr, p.language().Sprintf(
			"ccc: %s makes claude run this, and you have not told claude that you trust this directory:", f.Path))
		fmt.Fprint(p.stderr, p.quoted(f.Content))
	}
	if !attended {
		return nil
	}
	if !p.confirm(lang.M("ccc: may it? [y/N] "), false) {
		return usageError{lang.Errorf("nothing was started")}
	}
	for _, f := range unknown {
		if err := store.Remember(f.Path, f.Content); err != nil {
			return err
		}
	}
	return nil
}

// refused returns the rubric without what the user refused, and tells the user.
func (p *program) refused(r rubric.Rubric) rubric.Rubric {
	if len(r.Checks) > 0 {
		p.errorf("the checks will not run in this launch")
	}
	if r.NamesProviders() {
		p.errorf("the reviewers stay on this launch's provider")
	}
	return r.Refused()
}
