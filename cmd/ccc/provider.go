package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/provider/manage"
	"ccc/internal/state"
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
		// An empty argument is allowed here: a provider whose name is empty in ccc.json can be shown, renamed and
		// removed.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE:              func(c *cobra.Command, args []string) error { return p.manageProviders(c, args) },
	}
	one, do := arguments(p.offerProviders), p.providers()
	c.AddCommand(
		p.providerVerb("list", say("list them: * is the default, the one for a launch without a name"),
			cobra.NoFileCompletions, do.List),
		p.providerVerb("add [template [name]]", say("add one: asks for the key, without echo, and for the models"),
			arguments(p.offerTemplates), do.Add),
		p.providerVerb("import [name]",
			say("move the ANTHROPIC_* variables of settings.json into a provider; a backup is kept"),
			cobra.NoFileCompletions, do.Import),
		p.providerVerb("show NAME", say("show its settings, without the key"), one, do.Show),
		p.providerVerb("test NAME", say("ask its API whether it can be used, as ccc validate does"), one, do.Test),
		&cobra.Command{
			Use: "edit [NAME]", Args: cobra.ArbitraryArgs, ValidArgsFunction: one,
			Short: say("edit it, or all of ccc.json, in $VISUAL or $EDITOR; a text with errors is not saved"),
			RunE:  func(_ *cobra.Command, args []string) error { return p.edit(args) },
		},
		p.providerVerb("rename OLD NEW", say("give it another name"), one, do.Rename),
		p.useCommand(language),
		p.providerVerb("key NAME", say("print its key, for apiKeyHelper in settings.json"), one, do.Key),
		p.providerVerb("remove NAME", say("remove one, and the settings files that hold its key"), one, do.Remove),
	)
	return c
}

// providerVerb makes a subcommand of ccc provider that works on ccc.json.
func (p *program) providerVerb(
	use, short string, offer cobra.CompletionFunc, run func(state.Directories, provider.File, []string) error,
) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, Args: cobra.ArbitraryArgs, ValidArgsFunction: offer,
		RunE: func(_ *cobra.Command, args []string) error { return p.onConfig(run, args) },
	}
	c.Flags().SetInterspersed(false) // a word that begins with "-" may be meant as a name, and is then refused as one
	return c
}

// edit runs ccc provider edit. Without a name it also opens a ccc.json that cannot be read, so that the user can
// repair it.
func (p *program) edit(args []string) error {
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	f, err := provider.Load(dirs.Config)
	if err != nil && len(args) > 0 {
		return err
	}
	return p.providers().Edit(dirs, f, args)
}

// onConfig loads ccc.json and runs a command on it.
func (p *program) onConfig(run func(state.Directories, provider.File, []string) error, args []string) error {
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

// manageProviders runs ccc provider without a verb.
func (p *program) manageProviders(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return p.onConfig(p.providers().List, nil)
	}
	err := error(console.Usage(lang.Errorf(
		"provider takes list, add, import, show, test, edit, rename, use, key or remove, not %q",
		strings.Join(args, " "))))
	if verb := text.Nearest(args[0], verbs(c)); verb != "" {
		err = lang.WithHint(err, lang.M("did you mean %s?", "ccc provider "+verb))
	}
	return err
}

func (p *program) useCommand(language lang.Language) *cobra.Command {
	none := false
	c := p.providerVerb("use NAME|--none",
		language.Sprintf("write it to settings.json, for claude without ccc and for editors; open sessions use it, "+
			"too"),
		arguments(p.offerProviders),
		func(dirs state.Directories, f provider.File, args []string) error {
			return p.providers().Use(dirs, f, none, args)
		})
	c.Flags().SetInterspersed(true)
	c.Flags().BoolVar(&none, "none", false, language.Sprintf("take it out again, and restore what was there before"))
	return c
}

// providers returns what does the work of ccc provider.
func (p *program) providers() manage.Manager {
	return manage.Manager{Console: &p.Console, CheckName: checkNewName, Check: checkFile,
		Accompany: p.starter().Accompany}
}
