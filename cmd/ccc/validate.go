package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/process"
	"ccc/internal/provider"
)

var validateHelp = lang.Both(`
Sends the smallest request there is, one token, and shows whether the API is reached, the key is taken and the model is
there. The provider is the current one unless named; --all asks them all. The exit code is 1 if one cannot be used.
`, `
发送最小的请求（一个 token），显示能否连上 API、密钥是否有效、模型是否存在。不写名字时检查当前的 provider；
--all 检查全部。只要有一个不可用，退出码就是 1。
`)

type validateOptions struct{ all bool }

func validateCommand(p *program, language lang.Language) *cobra.Command {
	var o validateOptions
	c := &cobra.Command{
		Use: "validate [--all] [provider]", Long: language.Text(validateHelp), Args: cobra.ArbitraryArgs,
		Short:             language.Sprintf("ask a provider's API whether it can be used"),
		ValidArgsFunction: arguments(p.offerProviders),
		RunE:              func(_ *cobra.Command, args []string) error { return p.validate(o, args) },
	}
	c.Flags().BoolVar(&o.all, "all", false, language.Sprintf("ask them all"))
	return c
}

// validate is ccc validate.
func (p *program) validate(o validateOptions, args []string) error {
	if len(args) > 1 || o.all && len(args) > 0 {
		return console.Usage(lang.Errorf("validate takes --all or a provider, not %q", strings.Join(args, " ")))
	}
	_, f, err := p.LoadConfig()
	if err != nil {
		return err
	}
	providers := f.Providers
	if !o.all {
		name := strings.Join(args, "")
		one, err := f.Provider(name)
		if err != nil {
			return likeProvider(err, f, name)
		}
		if one != nil {
			providers = []provider.Provider{*one}
		}
	}
	if len(providers) == 0 {
		return p.none(f, lang.Errorf("%s has no provider to ask", f.Path))
	}
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	results, err := provider.ProbeAll(ctx, f, providers, p.Env)
	switch {
	case ctx.Err() != nil:
		return console.Exit(130)
	case err != nil:
		return err
	}
	language := p.LanguageIn(f)
	rows := []string{language.Sprintf("PROVIDER\tREACHED\tKEY\tMODEL\t")}
	failed := false
	for i, r := range results {
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s\t%s", providers[i].Name, r.Reachable, r.Authenticated, r.Model,
			language.Text(probeDetail(providers[i], r))))
		failed = failed || !r.OK()
	}
	if err := layout.Table(p.Text, rows, nil); err != nil {
		return err
	}
	if failed {
		return console.Exit(1)
	}
	return nil
}

// probeDetail says which model was asked for, where, and what is wrong.
func probeDetail(one provider.Provider, r provider.ProbeResult) lang.Message {
	if r.Asked == "" {
		return r.Detail
	}
	asked := lang.M("%s at %s", r.Asked, cmp.Or(one.URL(), "https://api.anthropic.com"))
	if r.Detail.Empty() {
		return asked
	}
	return lang.M("%s (%s)", r.Detail, asked)
}
