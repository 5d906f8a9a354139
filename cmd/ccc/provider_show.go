package main

import (
	"fmt"

	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/settings"
	"ccc/internal/terminal"
)

// canAsk reports whether somebody is at a terminal who can be asked.
func (p *program) canAsk() bool {
	return term.IsTerminal(int(p.stdin.Fd())) && term.IsTerminal(int(p.terminal.Fd()))
}

// pickProvider asks which provider is meant. An empty line means none: some verbs take away.
func (p *program) pickProvider(f provider.File) (name string, err error) {
	n, err := p.choose(lang.M("ccc: which provider?"), p.providerRows(f, ""), f.Names(), -1)
	if err != nil {
		return "", err
	}
	return f.Providers[n].Name, nil
}

// showProvider is ccc provider show.
func (p *program) showProvider(dirs directories, f provider.File, args []string) error {
	found, err := p.find(f, "show", args)
	if err != nil {
		return err
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil {
		return err
	}
	language := p.languageIn(f)
	title := found.Name
	if current, _ := f.Provider(""); current.Name == found.Name {
		title += language.Sprintf(" (default)")
	}
	if inUse == found.Name && inUse != "" {
		title += language.Sprintf(" (in use in settings.json)")
	}
	m := found.Models()
	var rows []string
	for _, row := range [][2]string{
		{language.Sprintf("address"), found.URL()}, {language.Sprintf("model"), m.Main},
		{"opus", m.Opus}, {"sonnet", m.Sonnet}, {"haiku", m.Haiku},
	} {
		if row[1] != "" {
			rows = append(rows, "  "+row[0]+"\t"+row[1])
		}
	}
	names, values := found.Others(p.lookup)
	for _, name := range names {
		rows = append(rows, "  "+name+"\t"+language.Text(values[name]))
	}
	if _, err := fmt.Fprintln(p.text, title); err != nil {
		return err
	}
	return terminal.Table(p.text, rows, nil)
}

// testProvider is ccc provider test.
func (p *program) testProvider(_ directories, f provider.File, args []string) error {
	found, err := p.find(f, "test", args)
	if err != nil {
		return err
	}
	return p.validate(validateOptions{}, []string{found.Name})
}
