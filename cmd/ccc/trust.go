package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/rubric"
	"ccc/internal/settings"
	"ccc/internal/state"
)

var trustHelp = lang.Both(`
Shows the checks that the SUPERVISOR.md of this directory names, commands that ccc runs before each review, the
providers to which it and each SUPERVISOR.NAME.md send the session, and what claude would run or set by the project's
own files (hooks, env, MCP servers, plugins), and asks whether they may. The answer holds for what was shown: if it
changes, it is not used until you say so again. ~/.claude/SUPERVISOR.md and the files next to it are your own: you are
not asked about them. Nor are you asked about claude's files in a directory that you have told claude to trust.
`, `
显示当前目录的 SUPERVISOR.md 列出的检查（也就是 ccc 在每次审查前运行的命令）、它和各个 SUPERVISOR.NAME.md
会把会话发送到的提供商，以及 claude 会按项目自己的文件运行或设置的内容（钩子、env、MCP 服务器、插件），并询问是否允许。
回答只对显示过的内容有效：改变后，在你再次同意之前不会使用。
~/.claude/SUPERVISOR.md 和它旁边的文件是你自己的，不需要同意；
你已经让 claude 信任的目录，其中 claude 的文件也不再询问。
`)

type trustOptions struct{ sure, list, revoke bool }

func trustCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	var o trustOptions
	c := &cobra.Command{
		Use: "trust [--yes|--list|--revoke]", Long: language.Text(trustHelp), Args: cobra.ArbitraryArgs,
		Short:             say("let the checks of SUPERVISOR.md run, and what the project's files have claude run"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 || c.Flags().NFlag() > 1 {
				return console.Usage(lang.Errorf("trust takes one of --yes, --list and --revoke"))
			}
			return p.trust(o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.sure, "yes", false, say("do not ask"))
	f.BoolVar(&o.list, "list", false, say("the files that you trust"))
	f.BoolVar(&o.revoke, "revoke", false, say("withdraw what you approved of this directory"))
	return c
}

// trust approves what the files of this directory have run, lists approvals, or revokes those of this directory.
func (p *program) trust(o trustOptions) error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	store := rubric.TrustStoreIn(string(dirs.State))
	switch {
	case o.list:
		return p.listTrusted(store)
	case o.revoke:
		for _, dir := range rubric.Directories(dirs.Work) {
			if was, err := store.Revoke(dir); err != nil || was {
				return errors.Join(err, p.Printf("not trusted any more: %s\n", dir))
			}
		}
		return p.Printf("%s was not trusted\n", dirs.Work)
	}
	if p.isInside(dirs) {
		return lang.WithHint(lang.Errorf("only you approve what may run, and not inside claude"),
			lang.M("ccc trust in another terminal"))
	}
	p.showPlugins(dirs)
	files, err := p.strangers(dirs)
	if err != nil {
		return err
	}
	r, err := rubric.Load(dirs.Work, dirs.Claude)
	if missing := new(rubric.NotFoundError); errors.As(err, &missing) && len(files) > 0 {
		r, err = rubric.BuiltIn(p.Language()), nil
	}
	if err != nil {
		return err
	}
	trust := p.trustIn(dirs, "")
	ok, err := trust.Allows(r)
	switch {
	case err != nil:
		return err
	case ok && len(files) > 0:
	case r.Asks() == "":
		return p.Printf("%s names no checks\n", r.Path)
	case ok:
		return p.agreed(r)
	}
	return p.trustNow(o, trust, r, ok, files)
}

// trustNow shows what a rubric asks for, unless that is trusted already, and the project's files, asks the user, and
// remembers a yes.
func (p *program) trustNow(
	o trustOptions, trust rubric.Trust, r rubric.Rubric, trusted bool, files []settings.Stranger,
) error {
	p.showStrangers(files)
	if !trusted {
		p.showAsked(r)
	}
	if !o.sure {
		if !term.IsTerminal(int(p.In.Fd())) {
			return console.Usage(lang.WithHint(lang.Errorf("there is nobody to ask"), lang.M("ccc trust --yes approves "+
				"without asking")))
		}
		if yes := !trusted && p.approves(r) || trusted && p.Confirm(lang.M("ccc: may it? [y/N] "), false); !yes {
			return p.Printf("nothing was changed: they will not run\n")
		}
	}
	if err := remember(trust.Store, files); err != nil {
		return err
	}
	if len(files) > 0 {
		if err := p.Printf("claude may run what these files name\n"); err != nil || trusted {
			return err
		}
	}
	if err := trust.Store.Remember(r.Path, r.Asks()); err != nil {
		return err
	}
	return p.agreed(r)
}

// agreed tells the user that the rubric may have what it asks for.
func (p *program) agreed(r rubric.Rubric) error {
	if r.NamesProviders() {
		return p.Printf("%s may have what it asks for\n", r.Path)
	}
	return p.Printf("the checks of %s may run\n", r.Path)
}

func (p *program) listTrusted(store rubric.TrustStore) error {
	entries, err := store.List()
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return p.Printf("you trust no file\n")
	}
	var rows []string
	for _, e := range entries {
		rows = append(rows, e.Path+"\t"+e.Since.Local().Format(time.DateTime))
	}
	return layout.Table(p.Text, rows, nil)
}

// showAsked shows what the user is asked to approve: each command in full, and each provider.
func (p *program) showAsked(r rubric.Rubric) {
	if len(r.Checks) > 0 {
		fmt.Fprintln(p.Err, p.Language().Sprintf("ccc: %s has ccc run these commands before each review:", r.Path))
	}
	for i, c := range r.Checks {
		name := "  " + c.Name + "\n"
		if c.Name == c.Run {
			name = ""
		}
		if i > 0 {
			name = "\n" + name
		}
		fmt.Fprint(p.Err, name+p.Quote(c.Run))
	}
	for _, one := range r.Reviewers() {
		if one.Provider != "" {
			fmt.Fprintln(p.Err, p.Language().Sprintf("ccc: %s sends the session to your provider %s (model: %s)",
				one.Path, one.Provider, cmp.Or(one.Model, "-")))
		}
	}
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
	return p.Confirm(question, false)
}

// trustIn returns the record of what the user trusts. given is the digest of the rubric that --trust allows, "" without
// it.
func (p *program) trustIn(dirs directories, given string) rubric.Trust {
	return rubric.TrustIn(dirs, cmp.Or(given, p.Getenv(state.TrustEnv)))
}

// rubricIn returns the rubric by which the Stop hook judges in the working directory.
func (p *program) rubricIn(dirs directories) (rubric.Rubric, error) {
	return rubric.LoadOrBuiltIn(p.Language(), dirs.Work, dirs.Claude)
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
	ok, err := p.trustIn(dirs, given).Agree(r, ask)
	if unapproved := new(rubric.UnapprovedError); errors.As(err, &unapproved) {
		p.showAsked(r)
	}
	return ok, err
}

// refused returns the rubric without what the user refused, and tells the user.
func (p *program) refused(r rubric.Rubric) rubric.Rubric {
	if len(r.Checks) > 0 {
		p.Notef("the checks will not run in this launch")
	}
	if r.NamesProviders() {
		p.Notef("the reviewers stay on this launch's provider")
	}
	return r.Refused()
}
