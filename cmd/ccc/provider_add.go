package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ccc/internal/console"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/settings"
)

func (p *program) addProvider(_ directories, f provider.File, args []string) error {
	language := p.LanguageIn(f)
	if len(args) > 2 {
		return console.Usage(lang.Errorf("provider add takes a template and a name, not %q", strings.Join(args, " ")))
	}
	word := ""
	if len(args) > 0 {
		word = args[0]
	}
	template, err := p.template(language, word)
	if err != nil {
		return err
	}
	name := template.Name
	if len(args) == 2 {
		name = args[1]
		if err := checkUnusedName(f, template, name); err != nil { // before anything is asked
			return err
		}
	}
	if template.Own {
		if template.URL, err = p.askAddress(language); err != nil {
			return err
		}
	}
	if template.Own && len(args) < 2 && p.CanAsk() {
		if name, err = p.Ask(language.Sprintf("name: ")); err != nil {
			return err
		}
	}
	if err := checkUnusedName(f, template, name); err != nil {
		return err
	}
	of := template.Label
	if template.Own {
		of = lang.Verbatim(name)
	}
	key, err := p.AskSecret(language.Sprintf("key for %s, or ${NAME} to take it from the environment: ", of))
	if err != nil {
		return err
	}
	if key, err = provider.ParseKey(key); err != nil {
		return console.Usage(err)
	}
	p.Notef("key read (%d characters)", utf8.RuneCountInString(key))
	models, err := p.askModels(language, template, key)
	if err != nil {
		return err
	}
	if err := f.Add(template.Provider(name, key, models)); err != nil {
		return err
	}
	return p.Tell(f, lang.M("%s is in %s", name, f.Path),
		lang.M("ccc validate %s asks its API, ccc %s starts claude on it", name, name))
}

// checkUnusedName refuses a name that a new provider cannot have.
func checkUnusedName(f provider.File, template provider.Template, name string) error {
	if err := checkNewName(name); err != nil {
		return console.Usage(err)
	}
	if err := f.CheckUnused(name); err != nil {
		return lang.WithHint(err, lang.M("give this one another name: ccc provider add %s NAME", template.Name))
	}
	return nil
}

// template gives the template of that name. At a terminal it is asked for until the answer is the name of one.
func (p *program) template(language lang.Language, name string) (provider.Template, error) {
	if name == "" {
		for _, t := range provider.Templates {
			fmt.Fprintf(p.Err, "  %-11s %s\n", t.Name, language.Text(t.Label))
		}
	}
	for {
		if name == "" {
			var err error
			if name, err = p.Ask(language.Sprintf("template: ")); err != nil {
				return provider.Template{}, err
			}
		}
		template, err := provider.FindTemplate(name)
		var unknown *provider.UnknownTemplateError
		if !errors.As(err, &unknown) {
			return template, err
		}
		if !p.CanAsk() {
			return provider.Template{}, console.Usage(err)
		}
		p.Notef("%v", err)
		if hint := unknown.Hint(); !hint.Empty() {
			p.Notef("%s", hint)
		}
		name = ""
	}
}

// askAddress asks for the base URL of an API, at a terminal until there is one.
func (p *program) askAddress(language lang.Language) (string, error) {
	for {
		address, err := p.Ask(language.Sprintf("address (ANTHROPIC_BASE_URL): "))
		if err != nil {
			return "", err
		}
		base, err := provider.ParseAddress(address)
		switch {
		case err != nil && !p.CanAsk():
			return "", console.Usage(err)
		case err != nil:
			p.Notef("%v", err)
			continue
		case base != address:
			p.Notef("the address without /v1/messages, which claude adds: %s", base)
		}
		return base, nil
	}
}

// askModels asks for the model, and for the one of each role; an empty line takes what is offered.
func (p *program) askModels(
	language lang.Language, template provider.Template, key string,
) (m provider.Models, err error) {
	ask := func(question, offered string) (string, error) {
		shown := offered
		if shown == "" {
			shown = language.Sprintf("the API's choice")
		}
		model, err := p.Ask(fmt.Sprintf("%s [%s]: ", question, shown))
		if err != nil && !errors.Is(err, console.ErrNoAnswer) {
			return "", err
		}
		if model == "" {
			return offered, nil
		}
		if err := provider.CheckModel(model, key); err != nil {
			return "", console.Usage(err)
		}
		return model, nil
	}
	if m.Main, err = ask(language.Sprintf("model"), template.Model); err != nil {
		return m, err
	}
	for _, role := range []struct {
		name string
		set  *string
	}{{"opus", &m.Opus}, {"sonnet", &m.Sonnet}, {"haiku", &m.Haiku}} {
		if *role.set, err = ask(language.Sprintf("model for %s", role.name), m.Main); err != nil {
			return m, err
		}
	}
	return m, nil
}

func (p *program) importProvider(dirs directories, f provider.File, args []string) error {
	language := p.LanguageIn(f)
	if len(args) > 1 {
		return console.Usage(lang.Errorf("provider import takes a name, not %q", strings.Join(args, " ")))
	}
	name := imported
	if len(args) == 1 {
		name = args[0]
	}
	if err := checkNewName(name); err != nil {
		return console.Usage(err)
	}
	if err := f.CheckUnused(name); err != nil {
		return lang.WithHint(err, lang.M("give this one another name: ccc provider import NAME"))
	}
	env, err := settings.Importable(dirs.Claude)
	if err != nil {
		return err
	}
	if len(env) == 0 {
		return p.Tell(f, lang.M("there is no provider's variable in the env of %s/settings.json", dirs.Claude))
	}
	for variable := range env {
		fmt.Fprintln(p.Err, " ", variable)
	}
	question := language.Sprintf("move these from settings.json to the provider %q in %s? [Y/n] ", name, f.Path)
	answer, err := p.Ask(question)
	if err != nil {
		return err
	}
	if !console.Yes(answer) {
		return lang.WithHint(lang.Errorf("nothing was changed"), lang.M("answer y to move them"))
	}
	return p.moveToProvider(dirs, f, name)
}

// imported is the name of a provider that was imported without one.
const imported = "imported"

// offerImport asks the user of a launch without ccc.json whether the API that settings.json names shall be a provider.
// It asks once. moved says that ccc.json is there now.
func (p *program) offerImport(s setup) (moved bool, err error) {
	if s.args.Plain || p.link != nil || !p.attended(s.args) || file.Exists(s.file.Path) {
		return false, nil
	}
	env, _ := settings.Importable(s.Directories.Claude) // the launch tells of an error in settings.json
	if env["ANTHROPIC_BASE_URL"] == nil {
		return false, nil
	}
	if first, err := s.State.Once("import-offered"); err != nil || !first {
		return false, err
	}
	p.Notef("%s", lang.M("settings.json of claude names the API %s. ccc can have it as the provider %q, beside others; "+
		"claude without ccc no longer uses it then", provider.Provider{Settings: map[string]any{"env": env}}.URL(), imported))
	if !p.Confirm(lang.M("ccc: move %s from settings.json to %s? [y/N] ",
		strings.Join(slices.Sorted(maps.Keys(env)), ", "), s.file.Path), false) {
		p.Notef("%s", lang.M("nothing was changed; ccc provider import does it later"))
		return false, nil
	}
	return true, p.moveToProvider(s.Directories, s.file, imported)
}

// moveToProvider moves the provider's variables in settings.json to a new provider.
func (p *program) moveToProvider(dirs directories, f provider.File, name string) error {
	backup, err := settings.Import(f, dirs.Claude, name)
	if backup != "" {
		if err := p.Tell(f, lang.M("settings.json as it was: %s", backup)); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return p.Tell(f, lang.M("%s is in %s; ccc %s starts claude on it", name, f.Path, name))
}
