package main

import (
	"fmt"

	"golang.org/x/term"

	"ccc/internal/config"
	"ccc/internal/lang"
)

// canAsk reports whether somebody is at a terminal who can be asked.
func (p *program) canAsk() bool {
	return term.IsTerminal(int(p.stdin.Fd())) && term.IsTerminal(int(p.terminal.Fd()))
}

// pickProvider asks which provider is meant. An empty line means none: some verbs take away.
func (p *program) pickProvider(f config.File) (name string, err error) {
	n, err := p.choose(lang.M("ccc: which provider?"), p.providerRows(f, ""), -1)
	if err != nil {
		return "", err
	}
	return f.Providers[n].Name, nil
}

// showProvider is ccc provider show.
func (p *program) showProvider(dirs directories, f config.File, args []string) error {
	provider, err := p.find(f, "show", args)
	if err != nil {
		return err
	}
	inUse, err := config.InUse(dirs.claude)
	if err != nil {
		return err
	}
	language := p.language(f)
	title := provider.Name
	if current, _ := f.Provider(""); current.Name == provider.Name {
		title += language.Sprintf(" (default)")
	}
	if inUse == provider.Name {
		title += language.Sprintf(" (in use in settings.json)")
	}
	m := provider.Models()
	var rows []string
	for _, row := range [][2]string{
		{language.Sprintf("address"), provider.URL()}, {language.Sprintf("model"), m.Main},
		{"opus", m.Opus}, {"sonnet", m.Sonnet}, {"haiku", m.Haiku},
	} {
		if row[1] != "" {
			rows = append(rows, "  "+row[0]+"\t"+row[1])
		}
	}
	names, values := provider.Others(p.lookup)
	for _, name := range names {
		rows = append(rows, "  "+name+"\t"+language.Text(values[name]))
	}
	if _, err := fmt.Fprintln(p.text, title); err != nil {
		return err
	}
	return table(p.text, rows, nil)
}

// testProvider is ccc provider test.
func (p *program) testProvider(_ directories, f config.File, args []string) error {
	provider, err := p.find(f, "test", args)
	if err != nil {
		return err
	}
	return p.validate([]string{provider.Name})
}

// renameProvider is ccc provider rename.
func (p *program) renameProvider(dirs directories, f config.File, args []string) error {
	if len(args) != 2 && !(len(args) < 2 && p.canAsk()) {
		return usageError{lang.Errorf("provider rename takes a provider and its new name")}
	}
	provider, err := p.find(f, "rename", args[:min(len(args), 1)])
	if err != nil {
		return err
	}
	var name string
	if len(args) == 2 {
		name = args[1]
	} else if name, err = p.ask(p.language(f).Sprintf("new name: ")); err != nil {
		return err
	}
	if err := reserved(name); err != nil {
		return usageError{err}
	}
	inUse, err := config.InUse(dirs.claude)
	if err != nil {
		return err
	}
	if err := f.Rename(provider.Name, name, dirs.claude); err != nil {
		return err
	}
	err = p.tell(f, lang.M("%s is %s now; "+
		"a SUPERVISOR.md that names it needs the new name, and what runs on it a new start", provider.Name, name))
	if err != nil || inUse != provider.Name {
		return err
	}
	if f, err = config.Load(dirs.config); err != nil { // settings.json calls ccc by the old name
		return err
	}
	return p.useProvider(dirs, f, []string{name})
}
