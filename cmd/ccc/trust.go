package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"ccc/internal/check"
	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/trust"
)

var trustHelp = lang.Both(`
Shows the checks that the SUPERVISOR.md of this directory names, commands that ccc runs before each review, and asks
whether it may. The answer holds for these commands of this file: if they change, they are not run until you say so
again. ~/.claude/SUPERVISOR.md is your own and needs no such word.

  --yes      do not ask
  --list     the files whose checks you trust
  --revoke   trust nothing of this directory's SUPERVISOR.md any more
`, `
显示当前目录的 SUPERVISOR.md 列出的检查，也就是 ccc 在每次审查前运行的命令，并询问是否允许运行。
回答只对这个文件的这些命令有效：命令改变后，在你再次同意之前不会运行。~/.claude/SUPERVISOR.md 是你自己的，不需要同意。

  --yes      不询问
  --list     列出你信任其检查的文件
  --revoke   不再信任当前目录的 SUPERVISOR.md
`)

// trust is ccc trust.
func (p *program) trust(args []string) error {
	flags := pflag.NewFlagSet("trust", pflag.ContinueOnError)
	flags.Usage = func() {}
	sure := flags.Bool("yes", false, "")
	list := flags.Bool("list", false, "")
	revoke := flags.Bool("revoke", false, "")
	if err := flags.Parse(args); err != nil {
		return usageError{flagError(err)}
	}
	if flags.NArg() > 0 || flags.NFlag() > 1 {
		return usageError{lang.Errorf("trust takes one of --yes, --list and --revoke")}
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	store := trust.In(string(dirs.state))
	switch {
	case *list:
		return p.listTrusted(store)
	case *revoke:
		path := filepath.Join(dirs.work, rubric.File)
		was, err := store.Revoke(path)
		if err != nil || was {
			return errors.Join(err, p.printf("not trusted any more: %s\n", path))
		}
		return p.printf("%s was not trusted\n", path)
	}
	r, err := rubric.Load(dirs.work, dirs.claude)
	if err != nil {
		return err
	}
	switch ok, err := p.trusted(dirs, r); {
	case err != nil:
		return err
	case r.Asks() == "":
		return p.printf("%s names no checks\n", r.Path)
	case ok:
		return p.printf("the checks of %s may run\n", r.Path)
	}
	p.showChecks(r)
	if !*sure {
		if !term.IsTerminal(int(p.stdin.Fd())) {
			return usageError{withHint(lang.Errorf("there is nobody to ask"), lang.M("ccc trust --yes asks nobody"))}
		}
		if !p.agrees() {
			return p.printf("nothing was changed: they are not run\n")
		}
	}
	if err := p.remember(dirs, r); err != nil {
		return err
	}
	return p.printf("the checks of %s may run\n", r.Path)
}

func (p *program) listTrusted(store trust.Store) error {
	entries, err := store.List()
	if err != nil {
		return err
	}
	var rows []string
	for _, e := range entries {
		rows = append(rows, e.Path+"\t"+e.Since.Local().Format(time.DateTime))
	}
	return table(p.text, rows)
}

// showChecks shows each command in full.
func (p *program) showChecks(r rubric.Rubric) {
	if len(r.Checks) > 0 {
		fmt.Fprintln(p.stderr, p.spoken().Sprintf("ccc: %s has ccc run these commands before each review:", r.Path))
	}
	for _, c := range r.Checks {
		name := "  " + c.Name + "\n"
		if c.Name == c.Run {
			name = ""
		}
		fmt.Fprintf(p.stderr, "%s    | %s\n", name, strings.ReplaceAll(strings.TrimSpace(c.Run), "\n", "\n    | "))
	}
	for _, one := range r.Reviewers() {
		if one.Provider != "" {
			fmt.Fprintln(p.stderr, p.spoken().Sprintf("ccc: %s sends the session to your provider %s (model: %s)",
				one.Path, one.Provider, cmp.Or(one.Model, "-")))
		}
	}
}

// agrees asks; no answer is no.
func (p *program) agrees() bool {
	fmt.Fprint(p.stderr, p.spoken().Sprintf("ccc: may they run, as you, in this directory? [y/N] "))
	answer, ok := readLine(p.stdin)
	return ok && strings.TrimSpace(answer) != "" && yes(answer)
}

func (p *program) remember(dirs directories, r rubric.Rubric) error {
	if err := dirs.state.Create(); err != nil {
		return err
	}
	return trust.In(string(dirs.state)).Add(r.Path, r.Asks(), time.Now().UTC())
}

// trustEnv carries --trust to the Stop hook: what [trusts] gives of the rubric, so that no other one is trusted.
const trustEnv = "CCC_TRUST"

// trusts names the checks of one rubric.
func trusts(r rubric.Rubric) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(r.Path+"\x00"+r.Asks())))
}

// trusted reports whether the rubric's checks may run. With an error they may not.
func (p *program) trusted(dirs directories, r rubric.Rubric) (bool, error) {
	own := filepath.Join(dirs.claude, rubric.File)
	if r.Asks() == "" || r.Path == own || p.getenv(trustEnv) == trusts(r) {
		return true, nil
	}
	return trust.In(string(dirs.state)).Trusted(r.Path, r.Asks())
}

// untrusted says that the rubric's checks are not run; empty if they are.
func (p *program) untrusted(dirs directories, r rubric.Rubric) lang.Message {
	switch ok, err := p.trusted(dirs, r); {
	case err != nil:
		return lang.M("the checks of %s are not run: %v", r.Path, err)
	case !ok && namesProviders(r):
		return lang.M("%s asks for checks, or another provider for a reviewer, which is new or has changed: the checks are "+
			"not run, and the reviewers stay on this launch's provider. ccc trust, in another terminal, shows it and asks", r.Path)
	case !ok:
		return lang.M("the checks of %s are not run: they are new or have changed. ccc trust, in another terminal, "+
			"shows them and asks", r.Path)
	}
	return lang.Message{}
}

// untrustedIn is untrusted for the rubric of the working directory.
func (p *program) untrustedIn(dirs directories) lang.Message {
	r, err := rubric.Load(dirs.work, dirs.claude)
	if missing := new(rubric.NotFoundError); errors.As(err, &missing) {
		return lang.Message{}
	}
	if err != nil {
		return lang.M("no review will be made: %v", err)
	}
	return p.untrusted(dirs, r)
}

// namesProviders reports whether the rubric names one for a reviewer.
func namesProviders(r rubric.Rubric) bool {
	return slices.ContainsFunc(r.Reviewers(), func(one rubric.Reviewer) bool { return one.Provider != "" })
}

// mayRun gives the rubric without its checks and providers if they may not be used in this loop. With nobody to ask that is an error.
func (p *program) mayRun(s setup, r rubric.Rubric, attended bool) (rubric.Rubric, error) {
	ok, err := p.trusted(s.directories, r)
	switch {
	case err != nil:
		return r, err
	case ok || s.trust == trusts(r):
		return r, nil
	case !attended:
		why := lang.Errorf("%s names checks, and you have not said yet that ccc may run them", r.Path)
		if namesProviders(r) {
			why = lang.Errorf("%s names checks or providers, and you have not said yet that ccc may use them", r.Path)
		}
		return r, usageError{withHint(why,
			lang.M("ccc trust shows them and asks, ccc trust --yes asks nobody, --trust before the provider is for one launch"))}
	}
	p.showChecks(r)
	if p.agrees() {
		return r, p.remember(s.directories, r)
	}
	if len(r.Checks) > 0 {
		p.errorf("the checks are not run in this launch")
	}
	if namesProviders(r) {
		p.errorf("the reviewers stay on this launch's provider")
	}
	return r.Refused(), nil
}

// checkEnv is the environment of the checks.
func (p *program) checkEnv(secrets []string) []string {
	return check.Env(claude.Env(p.env, launchEnv, reviewerEnv, providerEnv, trustEnv), secrets)
}
