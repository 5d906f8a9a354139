package main

import (
	"fmt"

	"ccc/internal/lang"
	"ccc/internal/layout"
	"ccc/internal/provider"
	"ccc/internal/settings"
)

// pickProvider asks which provider is meant. An empty line is no answer, since some verbs remove the provider.
func (p *program) pickProvider(f provider.File) (name string, err error) {
	n, err := p.Choose(lang.M("ccc: which provider?"), p.providerRows(f, ""), f.Names(), -1)
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
	language := p.LanguageIn(f)
	title := found.Name
	if current, _ := f.Provider(""); current.Name == found.Name {
		title += language.Sprintf(" (default)")
	}
	if inUse == found.Name && inUse != "" {
		title += language.Sprintf(" (in use in settings.json)")
	}
	var rows []string
	for _, detail := range found.Details(p.Lookup) {
		rows = append(rows, "  "+language.Text(detail.Name)+"\t"+language.Text(detail.Value))
	}
	if _, err := fmt.Fprintln(p.Text, title); err != nil {
		return err
	}
	return layout.Table(p.Text, rows, nil)
}

// testProvider is ccc provider test.
func (p *program) testProvider(_ directories, f provider.File, args []string) error {
	found, err := p.find(f, "test", args)
	if err != nil {
		return err
	}
	return p.validate(validateOptions{}, []string{found.Name})
}
