package manage

import (
	"fmt"

	"ccc/internal/claude/settings"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/state"
	"ccc/internal/terminal/layout"
)

// pick asks which provider is meant. It does not accept an empty line, because some verbs remove the provider.
func (m Manager) pick(f provider.File) (name string, err error) {
	n, err := m.Choose(lang.M("ccc: which provider?"), m.rows(f, ""), f.Names(), -1)
	if err != nil {
		return "", err
	}
	return f.Providers[n].Name, nil
}

// Show is ccc provider show.
func (m Manager) Show(dirs state.Directories, f provider.File, args []string) error {
	found, err := m.find(f, "show", args)
	if err != nil {
		return err
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil {
		return err
	}
	language := m.LanguageIn(f)
	title := found.Name
	if current, _ := f.Provider(""); current.Name == found.Name {
		title += language.Sprintf(" (default)")
	}
	if inUse == found.Name && inUse != "" {
		title += language.Sprintf(" (in use in settings.json)")
	}
	var rows []string
	for _, detail := range found.Details(m.Lookup) {
		rows = append(rows, "  "+language.Text(detail.Name)+"\t"+language.Text(detail.Value))
	}
	if _, err := fmt.Fprintln(m.Text, title); err != nil {
		return err
	}
	return layout.Table(m.Text, rows, nil)
}

// Test is ccc provider test.
func (m Manager) Test(_ state.Directories, f provider.File, args []string) error {
	found, err := m.find(f, "test", args)
	if err != nil {
		return err
	}
	return m.Validate(false, []string{found.Name})
}
