package manage

import (
	"cmp"
	"errors"
	"io/fs"
	"os"

	"ccc/internal/claude/settings"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/state"
)

// Edit is ccc provider edit: it opens a draft in the user's editor until the draft can be saved. A changed
// draft that is not saved is kept, and its path is printed.
func (m Manager) Edit(dirs state.Directories, f provider.File, args []string) error {
	name := ""
	if len(args) > 0 {
		found, err := m.find(f, "edit", args)
		if err != nil {
			return err
		}
		name = found.Name
	}
	if _, err := os.Stat(f.Path); errors.Is(err, fs.ErrNotExist) {
		return withAddHint(lang.Errorf("%s is not there", f.Path))
	}
	provider.RemoveDrafts(dirs.State.Edits())
	if provider.HasDrafts(dirs.State.Edits()) {
		m.Notef("what you wrote in ccc provider edit and was not kept, keys included, is still in %s",
			dirs.State.Edits())
	}
	draft, err := f.NewDraft(dirs.State.Edits(), name)
	if err != nil {
		return err
	}
	defer draft.Close()
	hint := lang.M("what you wrote is kept in %s", draft.Path)
	for {
		failed := m.runEditor(draft.Path)
		text, err := draft.Read()
		switch {
		case failed != nil && !draft.IsChanged(text): // as vi does at :cq
			return errors.Join(failed, draft.Remove())
		case failed != nil:
			return lang.WithHint(failed, hint)
		case err != nil:
			return lang.WithHint(err, hint)
		}
		err = draft.Save(text, m.Check)
		if err == nil {
			return errors.Join(m.reportEdit(dirs, f, name, draft.IsChanged(text)), draft.Remove())
		}
		if errors.Is(err, provider.ErrChanged) || !m.CanAsk() {
			return lang.WithHint(err, hint)
		}
		m.Say(m.LanguageIn(f).Sprintf("ccc: not kept: %v", err))
		if !m.Confirm(lang.M("ccc: edit it again? [Y/n] "), true) {
			return lang.WithHint(lang.Errorf("nothing was changed"), hint)
		}
	}
}

// runEditor opens the user's editor on this terminal, and restores the terminal afterwards. sh runs it, because $EDITOR
// may have arguments in it.
func (m Manager) runEditor(path string) error {
	editor := cmp.Or(m.Getenv("VISUAL"), m.Getenv("EDITOR"), "vi")
	status, err := m.Accompany([]string{"/bin/sh", "-c", editor + ` "$@"`, editor, path})
	switch {
	case err != nil:
		return lang.Errorf("start the editor %s: %w", editor, err)
	case status == 127:
		return lang.Errorf("there is no editor %s: VISUAL or EDITOR names one", editor)
	case status != 0:
		return lang.Errorf("the editor %s ended with exit code %d", editor, int(status))
	}
	return nil
}

// reportEdit prints what an edit of the provider name changed; "" is an edit of all of ccc.json.
func (m Manager) reportEdit(dirs state.Directories, f provider.File, name string, changed bool) error {
	if !changed {
		return m.Tell(f, lang.M("nothing was changed; an editor that opens a window has to be told to wait until "+
			`it is closed, as in EDITOR="code --wait"`))
	}
	now, err := provider.Load(dirs.Config)
	if err != nil {
		return err
	}
	for _, key := range now.UnknownKeys() {
		m.Notef("%v", key.Message())
	}
	if err := m.Tell(now, lang.M("%s is written", f.Path)); err != nil {
		return err
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil || inUse == "" || name != "" && name != inUse {
		return err
	}
	return m.Tell(now, lang.M("settings.json still has %s as it was before: ccc provider use %s updates it", inUse,
		inUse))
}

// Rename is ccc provider rename.
func (m Manager) Rename(dirs state.Directories, f provider.File, args []string) error {
	if len(args) != 2 && !(len(args) < 2 && m.CanAsk()) {
		return console.Usage(lang.Errorf("provider rename takes a provider and its new name"))
	}
	found, err := m.find(f, "rename", args[:min(len(args), 1)])
	if err != nil {
		return err
	}
	var name string
	if len(args) == 2 {
		name = args[1]
	} else if name, err = m.Ask(m.LanguageIn(f).Sprintf("new name: ")); err != nil {
		return err
	}
	if err := m.CheckName(name); err != nil {
		return console.Usage(err)
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil {
		return err
	}
	if err := settings.RenameProvider(f, found.Name, name, dirs.Claude); err != nil {
		return err
	}
	err = m.Tell(f, lang.M("%s is now called %s; change the name in each SUPERVISOR.md that has it, and restart the "+
		"sessions that use it", found.Name, name))
	if err != nil || inUse != found.Name {
		return err
	}
	if f, err = provider.Load(dirs.Config); err != nil { // settings.json calls ccc by the old name
		return err
	}
	return m.Use(dirs, f, false, []string{name})
}
