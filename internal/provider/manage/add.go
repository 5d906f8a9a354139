package manage

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"ccc/internal/claude/settings"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/state"
)

// Add runs ccc provider add: it asks for the facts about a provider, and adds the provider.
func (m Manager) Add(_ state.Directories, f provider.File, args []string) (err error) {
	defer func() {
		if cancelled := console.Exit(0); errors.As(err, &cancelled) ||
			m.CanAsk() && errors.Is(err, console.ErrNoAnswer) {
			m.Notef("nothing was saved")
		}
	}()
	language := m.LanguageIn(f)
	if len(args) > 2 {
		return console.Usage(lang.Errorf("provider add takes a template and a name, not %q", strings.Join(args, " ")))
	}
	template, name, err := m.chooseTemplate(language, f, args)
	if err != nil {
		return err
	}
	of := template.Label
	if template.Own {
		of = lang.Verbatim(name)
	}
	key, err := m.AskSecret(language.Sprintf("key for %s, or ${NAME} to take it from the environment: ", of))
	if err != nil {
		return err
	}
	if key, err = provider.ParseKey(key); err != nil {
		return console.Usage(err)
	}
	m.Notef("key read (%d characters)", utf8.RuneCountInString(key))
	models, err := m.askModels(language, template, key)
	if err != nil {
		return err
	}
	if err := f.Add(template.Provider(name, key, models)); err != nil {
		return err
	}
	return m.Tell(f, lang.M("%s is in %s", name, f.Path),
		lang.M("ccc validate %s asks its API, ccc %s starts claude on it", name, name))
}

// chooseTemplate returns the template and the name that args give, both optional, and asks for what they do not: the
// template, the address of a provider of the user's own, and its name.
func (m Manager) chooseTemplate(language lang.Language, f provider.File, args []string) (
	template provider.Template, name string, err error,
) {
	word := ""
	if len(args) > 0 {
		word = args[0]
	}
	if template, err = m.template(language, word); err != nil {
		return template, "", err
	}
	name = template.Name
	if len(args) == 2 {
		name = args[1]
		if err := m.checkUnusedName(f, template, name); err != nil { // before anything is asked
			return template, "", err
		}
	}
	if template.Own {
		if template.URL, err = m.askAddress(language); err != nil {
			return template, "", err
		}
	}
	if template.Own && len(args) < 2 && m.CanAsk() {
		if name, err = m.Ask(language.Sprintf("name: ")); err != nil {
			return template, "", err
		}
	}
	return template, name, m.checkUnusedName(f, template, name)
}

// refuseKey refuses a key that was given as a template or a name.
func refuseKey(word string) error {
	err := provider.CheckNotKey(word)
	if err == nil {
		return nil
	}
	return console.Usage(lang.WithHint(err,
		lang.M("ccc provider add asks for the template, the name and then the key, which it does not show")))
}

// checkUnusedName refuses a name that a new provider cannot have.
func (m Manager) checkUnusedName(f provider.File, template provider.Template, name string) error {
	if err := refuseKey(name); err != nil {
		return err
	}
	if err := m.CheckName(name); err != nil {
		return console.Usage(err)
	}
	if err := f.CheckUnused(name); err != nil {
		return lang.WithHint(err, lang.M("give this one another name: ccc provider add %s NAME", template.Name))
	}
	return nil
}

// template returns the template of that name. At a terminal it asks until the answer is the name of one.
func (m Manager) template(language lang.Language, name string) (provider.Template, error) {
	if name == "" {
		for _, t := range provider.Templates {
			fmt.Fprintf(m.Err, "  %-11s %s\n", t.Name, language.Text(t.Label))
		}
	}
	for {
		if name == "" {
			var err error
			if name, err = m.Ask(language.Sprintf("template: ")); err != nil {
				return provider.Template{}, err
			}
		}
		if err := refuseKey(name); err != nil {
			return provider.Template{}, err
		}
		template, err := provider.FindTemplate(name)
		var unknown *provider.UnknownTemplateError
		if !errors.As(err, &unknown) {
			return template, err
		}
		if !m.CanAsk() {
			return provider.Template{}, console.Usage(err)
		}
		m.Notef("%v", err)
		if hint := unknown.Hint(); !hint.Empty() {
			m.Notef("%s", hint)
		}
		name = ""
	}
}

// askAddress asks for the base URL of an API, at a terminal until it gets one.
func (m Manager) askAddress(language lang.Language) (string, error) {
	for {
		address, err := m.Ask(language.Sprintf("address (ANTHROPIC_BASE_URL): "))
		if err != nil {
			return "", err
		}
		base, err := provider.ParseAddress(address)
		switch {
		case err != nil && !m.CanAsk():
			return "", console.Usage(err)
		case err != nil:
			m.Notef("%v", err)
			continue
		case base != address:
			m.Notef("the address without /v1/messages, which claude adds: %s", base)
		}
		return base, nil
	}
}

// askModels asks for the model, and for the model of each role; an empty line accepts the proposal.
func (m Manager) askModels(
	language lang.Language, template provider.Template, key string,
) (chosen provider.Models, err error) {
	ask := func(question, offered string) (string, error) {
		shown := offered
		if shown == "" {
			shown = language.Sprintf("the API's choice")
		}
		model, err := m.Ask(fmt.Sprintf("%s [%s]: ", question, shown))
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
	if chosen.Main, err = ask(language.Sprintf("model"), template.Model); err != nil {
		return chosen, err
	}
	for _, role := range []struct {
		name string
		set  *string
	}{{"opus", &chosen.Opus}, {"sonnet", &chosen.Sonnet}, {"haiku", &chosen.Haiku}} {
		if *role.set, err = ask(language.Sprintf("model for %s", role.name), chosen.Main); err != nil {
			return chosen, err
		}
	}
	return chosen, nil
}

// Import is ccc provider import: it moves the provider in settings.json to ccc.json.
func (m Manager) Import(dirs state.Directories, f provider.File, args []string) error {
	language := m.LanguageIn(f)
	if len(args) > 1 {
		return console.Usage(lang.Errorf("provider import takes a name, not %q", strings.Join(args, " ")))
	}
	name := Imported
	if len(args) == 1 {
		name = args[0]
	}
	if err := m.CheckName(name); err != nil {
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
		return m.Tell(f, lang.M("there is no provider's variable in the env of %s/settings.json", dirs.Claude))
	}
	for variable := range env {
		fmt.Fprintln(m.Err, " ", variable)
	}
	question := language.Sprintf("move these from settings.json to the provider %q in %s? [Y/n] ", name, f.Path)
	answer, err := m.Ask(question)
	if err != nil {
		return err
	}
	if !console.IsYes(answer) {
		return lang.WithHint(lang.Errorf("nothing was changed"), lang.M("answer y to move them"))
	}
	return m.Move(dirs, f, name)
}

// Imported is the name of a provider that was imported without one.
const Imported = "imported"

// Move moves the provider's variables in settings.json to a new provider.
func (m Manager) Move(dirs state.Directories, f provider.File, name string) error {
	backup, err := settings.Import(f, dirs.Claude, name)
	if backup != "" {
		if err := m.Tell(f, lang.M("settings.json as it was: %s", backup)); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return m.Tell(f, lang.M("%s is in %s; ccc %s starts claude on it", name, f.Path, name))
}
