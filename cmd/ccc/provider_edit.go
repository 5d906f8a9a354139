package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/settings"
)

// editProvider is ccc provider edit. The person edits a private copy, which is checked before it takes the place of
// what is there. Whatever does not become a part of ccc.json is kept, and she is told where.
func (p *program) editProvider(dirs directories, f provider.File, args []string) error {
	name := ""
	if len(args) > 0 {
		found, err := p.find(f, "edit", args)
		if err != nil {
			return err
		}
		name = found.Name
	}
	before, err := f.Text(name)
	switch {
	case err != nil:
		return err
	case before == nil:
		return p.none(f, lang.Errorf("%s is not there", f.Path))
	}
	sweepEdits(dirs)
	if left := unkept(dirs); left != "" {
		p.errorf("what you wrote in ccc provider edit and was not kept, keys included, is still in %s", left)
	}
	dir, path, held, err := privateCopy(dirs, name, before)
	if err != nil {
		return err
	}
	defer held.Close()
	kept := lang.M("what you wrote is kept in %s", path)
	for {
		failed := p.runEditor(path)
		text, err := file.Read(path, file.Max)
		switch {
		case failed != nil && bytes.Equal(text, before): // as vi does at :cq
			return errors.Join(failed, os.RemoveAll(dir))
		case failed != nil:
			return hinted{failed, kept}
		case err != nil:
			return hinted{err, kept}
		}
		err = f.Replace(name, before, text, checkFile)
		if err == nil {
			return errors.Join(p.edited(dirs, f, name, bytes.Equal(before, text)), os.RemoveAll(dir))
		}
		if errors.Is(err, provider.ErrMeanwhile) || !p.canAsk() {
			return hinted{err, kept}
		}
		p.say(p.languageIn(f).Sprintf("ccc: not kept: %v", err))
		if !p.confirm(lang.M("ccc: edit it again? [Y/n] "), true) {
			return hinted{lang.Errorf("nothing was changed"), kept}
		}
	}
}

// privateCopy writes a copy that only the person can read, in a directory of its own: editors write beside it. held is
// locked as long as this ccc lives, and says what the copy was.
func privateCopy(dirs directories, name string, text []byte) (dir, path string, held *os.File, err error) {
	if err = os.MkdirAll(editDir(dirs), 0o700); err == nil {
		dir, err = os.MkdirTemp(editDir(dirs), "")
	}
	if err == nil {
		held, err = os.OpenFile(filepath.Join(dir, heldCopy), os.O_CREATE|os.O_RDWR, 0o600)
	}
	if err == nil {
		err = file.Hold(held)
	}
	if err == nil {
		_, err = held.WriteString(file.Digest(string(text)))
	}
	if err != nil {
		return "", "", nil, lang.Errorf("create the directory for the editor: %w", err)
	}
	path = filepath.Join(dir, "ccc.json")
	if name != "" {
		path = filepath.Join(dir, "provider.json")
	}
	return dir, path, held, file.Update(path, file.Private, func([]byte) ([]byte, error) { return text, nil })
}

// heldCopy is the name of the file beside a copy that tells whether its ccc lives, and whether the person changed it.
const heldCopy = ".held"

// sweepEdits removes the copies of a ccc that was killed, keys included, but for those that the person has changed:
// they are hers.
func sweepEdits(d directories) {
	list, _ := os.ReadDir(d.State.Edits()) // there may be none
	for _, entry := range list {
		dir := filepath.Join(d.State.Edits(), entry.Name())
		held, err := file.Open(filepath.Join(dir, heldCopy))
		if err != nil {
			continue
		}
		if free, err := file.TryHold(held); free && err == nil && !changedCopy(dir, held) {
			_ = os.RemoveAll(dir) // what stays is named by ccc doctor
		}
		held.Close()
	}
}

// changedCopy reports whether there is a copy in dir that is not what it was. An editor's own files may hold more than
// the copy does.
func changedCopy(dir string, held io.Reader) bool {
	sum, err := io.ReadAll(io.LimitReader(held, sha256.Size*2))
	files, failed := os.ReadDir(dir)
	half := append(file.Leftovers(dir, "provider"), file.Leftovers(dir, "ccc")...)
	if err != nil || failed != nil {
		return true
	}
	for _, entry := range files {
		switch text, err := file.Read(filepath.Join(dir, entry.Name()), file.Max); {
		case entry.Name() == heldCopy || entry.Name() == file.Lock:
		case slices.Contains(half, filepath.Join(dir, entry.Name())):
		case err != nil || file.Digest(string(text)) != string(sum):
			return true
		}
	}
	return false
}

// editDir is where the copies are. No reviewer sees it.
func editDir(dirs directories) string { return dirs.State.Edits() }

// unkept is the directory of copies that became no part of ccc.json; "" if there are none.
func unkept(dirs directories) string {
	if list, err := os.ReadDir(editDir(dirs)); err != nil || len(list) == 0 {
		return ""
	}
	return editDir(dirs)
}

// runEditor runs the person's editor on this terminal, as a line of the shell, and leaves the terminal as it was.
func (p *program) runEditor(path string) error {
	editor := cmp.Or(p.getenv("VISUAL"), p.getenv("EDITOR"), "vi")
	status, err := p.accompany([]string{"/bin/sh", "-c", editor + ` "$@"`, editor, path})
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

// edited tells the person what her edit has come to.
func (p *program) edited(dirs directories, f provider.File, name string, same bool) error {
	if same {
		return p.tell(f, lang.M(`nothing was changed; an editor that opens a window has to be told to wait until it is closed, as in EDITOR="code --wait"`))
	}
	now, err := provider.Load(dirs.Config)
	if err != nil {
		return err
	}
	for _, key := range now.Misspelt() {
		p.errorf("%v", key.Message())
	}
	if err := p.tell(now, lang.M("%s is written", f.Path)); err != nil {
		return err
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil || inUse == "" || name != "" && name != inUse {
		return err
	}
	return p.tell(now, lang.M("settings.json still has %s as it was before: ccc provider use %s updates it", inUse, inUse))
}

// renameProvider is ccc provider rename.
func (p *program) renameProvider(dirs directories, f provider.File, args []string) error {
	if len(args) != 2 && !(len(args) < 2 && p.canAsk()) {
		return usageError{lang.Errorf("provider rename takes a provider and its new name")}
	}
	found, err := p.find(f, "rename", args[:min(len(args), 1)])
	if err != nil {
		return err
	}
	var name string
	if len(args) == 2 {
		name = args[1]
	} else if name, err = p.ask(p.languageIn(f).Sprintf("new name: ")); err != nil {
		return err
	}
	if err := checkNewName(name); err != nil {
		return usageError{err}
	}
	inUse, err := settings.InUse(dirs.Claude)
	if err != nil {
		return err
	}
	if err := settings.RenameProvider(f, found.Name, name, dirs.Claude); err != nil {
		return err
	}
	err = p.tell(f, lang.M("%s is now called %s; change the name in each SUPERVISOR.md that has it, and restart the "+
		"sessions that use it", found.Name, name))
	if err != nil || inUse != found.Name {
		return err
	}
	if f, err = provider.Load(dirs.Config); err != nil { // settings.json calls ccc by the old name
		return err
	}
	return p.useProvider(dirs, f, useOptions{}, []string{name})
}
