package manage

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"syscall"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/terminal/layout"
)

// Validate is ccc validate.
func (m Manager) Validate(all bool, args []string) error {
	if len(args) > 1 || all && len(args) > 0 {
		return console.Usage(lang.Errorf("validate takes --all or a provider, not %q", strings.Join(args, " ")))
	}
	_, f, err := m.LoadConfig()
	if err != nil {
		return err
	}
	providers := f.Providers
	if !all {
		name := strings.Join(args, "")
		one, err := f.Provider(name)
		if err != nil {
			return f.SuggestName(err, name)
		}
		if one != nil {
			providers = []provider.Provider{*one}
		}
	}
	if len(providers) == 0 {
		return withAddHint(lang.Errorf("%s has no provider to ask", f.Path))
	}
	ctx, stop := process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	results, err := provider.ProbeAll(ctx, f, providers, m.Env)
	switch {
	case ctx.Err() != nil:
		return console.Exit(130)
	case err != nil:
		return err
	}
	language := m.LanguageIn(f)
	rows := []string{language.Sprintf("PROVIDER\tREACHED\tKEY\tMODEL\t")}
	failed := false
	for i, r := range results {
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s\t%s", providers[i].Name, r.Reachable, r.Authenticated, r.Model,
			language.Text(probeDetail(providers[i], r))))
		failed = failed || !r.OK()
	}
	if err := layout.Table(m.Text, rows, nil); err != nil {
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
