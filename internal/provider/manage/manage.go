// Package manage lists, adds, changes, tests and removes the providers of ccc.json, and asks the user what it needs.
package manage

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ccc/internal/claude"
	"ccc/internal/claude/settings"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/state"
	"ccc/internal/terminal/layout"
)

// Manager carries out the verbs of ccc provider, and ccc validate.
type Manager struct {
	*console.Console
	CheckName func(name string) error                   // refuses a name that a provider cannot have
	Check     func(provider.File) error                 // refuses a ccc.json that ccc does not use
	Accompany func(argv []string) (console.Exit, error) // runs a program on this terminal until it ends
}

// List is ccc provider list.
func (m Manager) List(dirs state.Directories, f provider.File, args []string) error {
	if len(args) > 0 {
		return console.Usage(lang.Errorf("%s takes no arguments, not %q", "provider list", strings.Join(args, " ")))
	}
	if len(f.Providers) == 0 {
		return m.Tell(f, lang.M("%s has no provider: ccc uses %s; ccc provider add makes one", f.Path,
			claude.Login(m.Getenv)))
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil {
		return err
	}
	return layout.Table(m.Text, m.rows(f, inUse), console.Columns(m.Out))
}

// rows returns a row of [layout.Table] for each provider. inUse is the name of the one in settings.json.
func (m Manager) rows(f provider.File, inUse string) (rows []string) {
	current, _ := f.Provider("") // without a name there is no error
	for _, provider := range f.Providers {
		mark := " "
		if current != nil && current.Name == provider.Name {
			mark = "*"
		}
		row := mark + " " + provider.Name + "\t" + provider.Models().Summary()
		switch {
		case inUse == provider.Name && inUse != "":
			row += "\t" + m.LanguageIn(f).Sprintf("in use in settings.json")
		case inUse != "":
			row += "\t"
		}
		rows = append(rows, strings.TrimRight(row+"\t"+provider.URL(), "\t"))
	}
	return rows
}

// withAddHint adds a hint to the error that there is no provider: how to add one.
func withAddHint(err error) error {
	return lang.WithHint(err, lang.M("ccc provider add makes one"))
}

// find returns the provider that the only argument of a verb names. At a terminal it asks for a missing name.
func (m Manager) find(f provider.File, verb string, args []string) (*provider.Provider, error) {
	// key runs without the user: claude starts it.
	if len(args) == 0 && verb != "key" && m.CanAsk() && len(f.Providers) > 0 {
		name, err := m.pick(f)
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
		return nil, f.SuggestName(lang.WithHint(lang.Errorf("there is no provider %q in %s", args[0], f.Path),
			lang.M("ccc provider list shows what is there")), args[0])
	}
	return provider, nil
}

// Remove is ccc provider remove.
func (m Manager) Remove(dirs state.Directories, f provider.File, args []string) error {
	found, err := m.find(f, "remove", args)
	if err != nil {
		return err
	}
	before, _ := f.Provider("")
	if last := len(f.Providers) == 1; m.CanAsk() && (last || before.Name == found.Name) {
		next := claude.Login(m.Getenv) // launches without a name use this next
		if i := slices.IndexFunc(f.Providers, func(p provider.Provider) bool { return p.Name != found.Name }); i >= 0 {
			next = lang.Verbatim(f.Providers[i].Name)
		}
		question := lang.M("ccc: remove %s with its key? It is the default: launches will then use %s [y/N] ",
			found.Name, next)
		if !m.Confirm(question, false) {
			return lang.WithHint(lang.Errorf("nothing was changed"), lang.M("answer y to remove it"))
		}
	}
	if err := settings.RemoveProvider(f, found.Name, dirs.Claude, m.Reread); err != nil {
		return err
	}
	said := []lang.Message{lang.M("%s is no longer in %s", found.Name, f.Path)}
	if len(f.Providers) == 1 {
		said = append(said, lang.M("launches use %s now", claude.Login(m.Getenv)))
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
	return m.Tell(f, said...)
}

// Use runs ccc provider use. none says to take the provider out of settings.json again.
func (m Manager) Use(dirs state.Directories, f provider.File, none bool, args []string) error {
	if none && len(args) == 0 {
		name, err := settings.TakeBack(dirs.Claude, m.Reread)
		switch {
		case err != nil:
			return err
		case name == "":
			return m.Tell(f, lang.M("no provider of ccc's is in use in %s/settings.json", dirs.Claude))
		}
		return m.Tell(f, lang.M("settings.json no longer uses %s: what was there before is back; open sessions stop "+
			"using it, too, but restart them to be sure", name))
	}
	found, err := m.find(f, "use", args)
	if err != nil {
		return err
	}
	program, err := process.InstalledPath()
	if err != nil {
		return err
	}
	notices, changed, err := settings.Use(f, settings.Plan{
		Dir: dirs.Claude, Provider: found, Lookup: m.Lookup, Names: process.Env(m.Env).Names(),
		Hook: settings.Hook{Program: program},
	})
	if err != nil {
		return err
	}
	said := lang.M("settings.json uses %s already", found.Name)
	if changed {
		said = settings.OpenSessions(found.Name)
	}
	return m.Tell(f, append(append([]lang.Message{said}, notices...),
		lang.M("ccc provider use --none restores what was there before"))...)
}

// Reread waits until open claude sessions have read settings.json again.
func (m Manager) Reread() {
	m.Notef("waiting %v, until open sessions have left the provider's address", settings.Reread)
	time.Sleep(settings.Reread)
}

// Key is ccc provider key: it prints the key that claude asks for.
func (m Manager) Key(_ state.Directories, f provider.File, args []string) error {
	found, err := m.find(f, "key", args)
	if err != nil {
		return err
	}
	key, err := f.Key(found, m.Lookup)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(m.Out, key)
	return err
}
