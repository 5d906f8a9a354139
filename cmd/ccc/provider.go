package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/settings"
	"ccc/internal/text"
)

var providerHelp = lang.Both(`
At a terminal a NAME that is left out is asked for. Without a terminal add reads the key, the model, and those for opus,
sonnet and haiku, which may be missing, as lines from standard input. Instead of a key ${NAME} can be given: it is taken
from the environment at each launch, and is written to no file.

use writes no secret to settings.json: claude asks ccc provider key for the token. Another provider's use, remove and
ccc uninstall put back what stood there, too; what you changed meanwhile stays. With "share_settings": true in ccc.json
each launch by a provider's name is a use of it.
`, `
在终端里省略名字时会询问。没有终端时，add 从标准输入逐行读取密钥、模型，以及 opus、sonnet、haiku 各自的模型，模型
可以省略。密钥可以写成 ${NAME}：每次启动时从环境变量读取，不会保存在你的任何文件中。

use 不会把机密写入 settings.json：claude 通过 ccc provider key 取得密钥。对别的 provider 执行 use、remove 以及
ccc uninstall 也会恢复原来的内容；你在此期间改过的内容保持不变。如果 ccc.json 中有 "share_settings": true，
每次按 provider 的名字启动都会执行一次 use。
`)

func providerCommand(p *program, language lang.Language) *cobra.Command {
	say := language.Sprintf
	c := &cobra.Command{
		Use: "provider [list|add|use|…]", Short: say("the API providers in ccc.json"),
		Long: language.Text(providerHelp), Args: cobra.ArbitraryArgs, ValidArgsFunction: cobra.NoFileCompletions,
		// An empty argument is allowed here: a provider whose name is empty in ccc.json can be shown, renamed and removed.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE:              func(c *cobra.Command, args []string) error { return p.manageProviders(c, args) },
	}
	one := arguments(p.offerProviders)
	c.AddCommand(
		p.providerVerb("list", say("list them: * is the default, the one for a launch without a name"),
			cobra.NoFileCompletions, p.listProviders),
		p.providerVerb("add [template [name]]", say("add one: asks for the key, without echo, and for the models"),
			arguments(p.offerTemplates), p.addProvider),
		p.providerVerb("import [name]",
			say("move the ANTHROPIC_* variables of settings.json into a provider; a backup is kept"),
			cobra.NoFileCompletions, p.importProvider),
		p.providerVerb("show NAME", say("show its settings, without the key"), one, p.showProvider),
		p.providerVerb("test NAME", say("ask its API whether it can be used, as ccc validate does"), one, p.testProvider),
		&cobra.Command{
			Use: "edit [NAME]", Args: cobra.ArbitraryArgs, ValidArgsFunction: one,
			Short: say("edit it, or all of ccc.json, in $VISUAL or $EDITOR; a text with errors is not saved"),
			RunE:  func(_ *cobra.Command, args []string) error { return p.edit(args) },
		},
		p.providerVerb("rename OLD NEW", say("give it another name"), one, p.renameProvider),
		p.useCommand(language),
		p.providerVerb("key NAME", say("print its key, for apiKeyHelper in settings.json"), one, p.providerKey),
		p.providerVerb("remove NAME", say("remove one, and the settings files that hold its key"), one, p.removeProvider),
	)
	return c
}

// providerVerb makes a subcommand of ccc provider that works on ccc.json.
func (p *program) providerVerb(
	use, short string, offer cobra.CompletionFunc, run func(directories, provider.File, []string) error,
) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, Args: cobra.ArbitraryArgs, ValidArgsFunction: offer,
		RunE: func(_ *cobra.Command, args []string) error { return p.onConfig(run, args) },
	}
	c.Flags().SetInterspersed(false) // a word that begins with "-" may be meant as a name, and is then refused as one
	return c
}

// edit is ccc provider edit. Without a name it also opens a ccc.json that cannot be read, so that the user can mend it.
func (p *program) edit(args []string) error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	f, err := provider.Load(dirs.Config)
	if err != nil && len(args) > 0 {
		return err
	}
	return p.editProvider(dirs, f, args)
}

// onConfig loads ccc.json and runs a command on it.
func (p *program) onConfig(run func(directories, provider.File, []string) error, args []string) error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	f, err := provider.Load(dirs.Config)
	if err != nil {
		return err
	}
	return run(dirs, f, args)
}

// manageProviders is ccc provider without a verb.
func (p *program) manageProviders(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return p.onConfig(p.listProviders, nil)
	}
	err := error(console.Usage(lang.Errorf(
		"provider takes list, add, import, show, test, edit, rename, use, key or remove, not %q",
		strings.Join(args, " "))))
	if verb := text.Nearest(args[0], verbs(c)); verb != "" {
		err = lang.WithHint(err, lang.M("did you mean %s?", "ccc provider "+verb))
	}
	return err
}

func (p *program) listProviders(dirs directories, f provider.File, args []string) error {
	if len(args) > 0 {
		return console.Usage(lang.Errorf("%s takes no arguments, not %q", "provider list", strings.Join(args, " ")))
	}
	if len(f.Providers) == 0 {
		return p.Tell(f, lang.M("%s has no provider: ccc uses claude's own login; ccc provider add makes one", f.Path))
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil {
		return err
	}
	return layout.Table(p.Text, p.providerRows(f, inUse), console.Columns(p.Out))
}

// providerRows gives a row of [layout.Table] for each provider. inUse is the name of the one in settings.json.
func (p *program) providerRows(f provider.File, inUse string) (rows []string) {
	current, _ := f.Provider("") // without a name there is no error
	for _, provider := range f.Providers {
		mark := " "
		if current != nil && current.Name == provider.Name {
			mark = "*"
		}
		row := mark + " " + provider.Name + "\t" + provider.Models().Summary()
		switch {
		case inUse == provider.Name && inUse != "":
			row += "\t" + p.LanguageIn(f).Sprintf("in use in settings.json")
		case inUse != "":
			row += "\t"
		}
		rows = append(rows, strings.TrimRight(row+"\t"+provider.URL(), "\t"))
	}
	return rows
}

// none adds to an error that there is no provider the hint how to add one.
func (p *program) none(f provider.File, err error) error {
	return lang.WithHint(err, lang.M("ccc provider add makes one"))
}

// find gives the provider that the only argument of a verb names. At a terminal a missing name is asked for.
func (p *program) find(f provider.File, verb string, args []string) (*provider.Provider, error) {
	// key runs without the user: claude starts it.
	if len(args) == 0 && verb != "key" && p.CanAsk() && len(f.Providers) > 0 {
		name, err := p.pickProvider(f)
		if err != nil {
			return nil, err
		}
		args = []string{name}
	}
	if len(args) != 1 {
		return nil, console.Usage(lang.Errorf("provider %s takes the name of one", verb))
	}
	provider := f.Find(args[0])
	if provider == nil && args[0] == "" {
		return nil, console.Usage(lang.Errorf("an argument is empty"))
	}
	if provider == nil {
		return nil, likeProvider(lang.WithHint(lang.Errorf("there is no provider %q in %s", args[0], f.Path),
			lang.M("ccc provider list shows what is there")), f, args[0])
	}
	return provider, nil
}

// likeProvider adds to the error for an unknown provider a hint at the one whose name is spelled like it.
func likeProvider(err error, f provider.File, name string) error {
	if meant := text.Nearest(name, f.Names()); meant != "" {
		return lang.WithHint(err, lang.M("did you mean %s?", meant))
	}
	return err
}

func (p *program) removeProvider(dirs directories, f provider.File, args []string) error {
	found, err := p.find(f, "remove", args)
	if err != nil {
		return err
	}
	before, _ := f.Provider("")
	if last := len(f.Providers) == 1; p.CanAsk() && (last || before.Name == found.Name) {
		next := lang.M("claude's own login") // what launches without a name use then
		if i := slices.IndexFunc(f.Providers, func(p provider.Provider) bool { return p.Name != found.Name }); i >= 0 {
			next = lang.Verbatim(f.Providers[i].Name)
		}
		question := lang.M("ccc: remove %s with its key? It is the default: launches will then use %s [y/N] ",
			found.Name, next)
		if !p.Confirm(question, false) {
			return lang.WithHint(lang.Errorf("nothing was changed"), lang.M("answer y to remove it"))
		}
	}
	if err := settings.RemoveProvider(f, found.Name, dirs.Claude, p.reread); err != nil {
		return err
	}
	said := []lang.Message{lang.M("%s is no longer in %s", found.Name, f.Path)}
	if len(f.Providers) == 1 {
		said = append(said, lang.M("launches use claude's own login now"))
	}
	if now, err := provider.Load(dirs.Config); err == nil && before.Name == found.Name && len(now.Providers) > 0 {
		said = append(said, lang.M("%s is the default now: launches that name no provider use it, in other "+
			"terminals, too",
			now.Providers[0].Name))
	}
	if provider.HasDrafts(dirs.State.Edits()) {
		said = append(said, lang.M(
			"what you wrote in ccc provider edit and was not kept, keys included, is still in %s", dirs.State.Edits()))
	}
	return p.Tell(f, said...)
}

type useOptions struct{ none bool }

func (p *program) useCommand(language lang.Language) *cobra.Command {
	var o useOptions
	c := p.providerVerb("use NAME|--none",
		language.Sprintf("write it to settings.json, for claude without ccc and for editors; open sessions use it, "+
			"too"),
		arguments(p.offerProviders),
		func(dirs directories, f provider.File, args []string) error { return p.useProvider(dirs, f, o, args) })
	c.Flags().SetInterspersed(true)
	c.Flags().BoolVar(&o.none, "none", false, language.Sprintf("take it out again, and restore what was there before"))
	return c
}

func (p *program) useProvider(dirs directories, f provider.File, o useOptions, args []string) error {
	if o.none && len(args) == 0 {
		name, err := settings.TakeBack(dirs.Claude, p.reread)
		switch {
		case err != nil:
			return err
		case name == "":
			return p.Tell(f, lang.M("no provider of ccc's is in use in %s/settings.json", dirs.Claude))
		}
		return p.Tell(f, lang.M("settings.json no longer uses %s: what was there before is back; open sessions stop "+
			"using it, too, but restart them to be sure", name))
	}
	found, err := p.find(f, "use", args)
	if err != nil {
		return err
	}
	program, err := process.Installed()
	if err != nil {
		return err
	}
	notices, changed, err := settings.Use(f, settings.Plan{
		Dir: dirs.Claude, Provider: found, Lookup: p.Lookup, Names: process.Env(p.Env).Names(),
		Hook: settings.Hook{Program: program},
	})
	if err != nil {
		return err
	}
	said := lang.M("settings.json uses %s already", found.Name)
	if changed {
		said = settings.OpenSessions(found.Name)
	}
	return p.Tell(f, append(append([]lang.Message{said}, notices...),
		lang.M("ccc provider use --none restores what was there before"))...)
}

// reread waits until open claude sessions have read settings.json again.
func (p *program) reread() {
	p.Notef("waiting %v, until open sessions have left the provider's address", settings.Reread)
	time.Sleep(settings.Reread)
}

func (p *program) providerKey(_ directories, f provider.File, args []string) error {
	found, err := p.find(f, "key", args)
	if err != nil {
		return err
	}
	key, err := f.Key(found, p.Lookup)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.Out, key)
	return err
}
