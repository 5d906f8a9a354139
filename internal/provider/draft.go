package provider

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Draft is a private copy of ccc.json, or of one provider's entry, that the user edits. Each draft has a directory of
// its own, because editors write files next to the one that they edit.
type Draft struct {
	Path string // the file to edit

	file   File
	name   string   // the provider; "" for all of ccc.json
	before []byte   // the text before the edit
	lock   *os.File // locked while this ccc runs; it holds the digest of before
}

// lockName is the file in a draft's directory that its ccc keeps locked. It holds the digest of the text before the
// edit.
const lockName = ".held"

// NewDraft writes the entry of a provider, or for the name "" all of ccc.json, to a new directory in dir. Only the user
// can read it.
func (f File) NewDraft(dir, name string) (*Draft, error) {
	before, err := f.editText(name)
	if err != nil {
		return nil, err
	}
	d := &Draft{file: f, name: name, before: before}
	if err := d.create(dir); err != nil {
		return nil, lang.Errorf("create the directory for the editor: %w", err)
	}
	return d, file.Update(d.Path, file.Private, func([]byte) ([]byte, error) { return before, nil })
}

// create makes the draft's directory, and locks it.
func (d *Draft) create(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	own, err := os.MkdirTemp(dir, "")
	if err != nil {
		return err
	}
	d.Path = filepath.Join(own, "ccc.json")
	if d.name != "" {
		d.Path = filepath.Join(own, "provider.json")
	}
	if d.lock, err = os.OpenFile(filepath.Join(own, lockName), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return err
	}
	if err := file.Hold(d.lock); err != nil {
		return err
	}
	_, err = d.lock.WriteString(file.Digest(string(d.before)))
	return err
}

// Read returns the draft's text as it is now.
func (d *Draft) Read() ([]byte, error) { return file.Read(d.Path, file.Max) }

// IsChanged reports whether text differs from the text before the edit.
func (d *Draft) IsChanged(text []byte) bool { return !bytes.Equal(text, d.before) }

// Save puts text in the place of what was copied from ccc.json. If ccc.json would then have an error, or check
// refuses it, nothing is written. The error is [ErrChanged] if another program has changed ccc.json since the draft
// was made.
func (d *Draft) Save(text []byte, check func(File) error) error {
	return d.file.replaceText(d.name, d.before, text, check)
}

// Close unlocks the draft. A draft that the user has changed stays until [Draft.Remove]; the next [RemoveDrafts]
// removes any other.
func (d *Draft) Close() error { return d.lock.Close() }

// Remove deletes the draft and its directory.
func (d *Draft) Remove() error { return os.RemoveAll(filepath.Dir(d.Path)) }

// HasDrafts reports whether there are drafts with unsaved changes in dir.
func HasDrafts(dir string) bool {
	list, err := os.ReadDir(dir)
	return err == nil && len(list) > 0
}

// RemoveDrafts deletes the drafts in dir that a killed ccc left. A draft that the user has changed is kept.
func RemoveDrafts(dir string) {
	list, _ := os.ReadDir(dir) // there may be none
	for _, entry := range list {
		draft := filepath.Join(dir, entry.Name())
		lock, err := file.Open(filepath.Join(draft, lockName))
		if err != nil {
			continue
		}
		if free, err := file.TryHold(lock); free && err == nil && !changedDraft(draft, lock) {
			_ = os.RemoveAll(draft) // ccc doctor names the drafts that are left
		}
		lock.Close()
	}
}

// changedDraft reports whether a draft's directory has a file that differs from the text before the edit. That file may
// be one of the editor's own, which can hold more of the user's changes than the draft.
func changedDraft(dir string, lock io.Reader) bool {
	digest, err := io.ReadAll(io.LimitReader(lock, sha256.Size*2))
	files, failed := os.ReadDir(dir)
	if err != nil || failed != nil {
		return true
	}
	listing := file.Listing{}
	unfinished := append(file.Leftovers(listing, file.Family{Dir: dir, Prefix: "provider"}),
		file.Leftovers(listing, file.Family{Dir: dir, Prefix: "ccc"})...)
	for _, entry := range files {
		switch text, err := file.Read(filepath.Join(dir, entry.Name()), file.Max); {
		case entry.Name() == lockName || entry.Name() == file.Lock:
		case slices.Contains(unfinished, filepath.Join(dir, entry.Name())):
		case err != nil || file.Digest(string(text)) != string(digest):
			return true
		}
	}
	return false
}
