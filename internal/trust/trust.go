// Package trust remembers which files may have ccc run their commands: a person said so, of that content at that path.
package trust

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Store is the path of the file that remembers, of mode 0600. It need not exist; the directory must.
type Store string

// In gives the store of a state directory.
func In(stateDir string) Store { return Store(filepath.Join(stateDir, "trust.json")) }

// Entry is one content of one file that a person trusts.
type Entry struct {
	Path    string    `json:"path"`    // in a directory without symbolic links
	Content string    `json:"content"` // what matters of the file, in one canonical form
	Since   time.Time `json:"since"`
}

// List gives all entries, by path and then the newest first.
func (s Store) List() ([]Entry, error) {
	text, err := file.ReadJSON(string(s))
	if err != nil {
		return nil, err
	}
	return s.decode(text)
}

// Trusted reports whether this content of the file is trusted. With an error nothing is.
func (s Store) Trusted(path, content string) (bool, error) {
	list, err := s.List()
	path = real(path)
	return slices.ContainsFunc(list, func(e Entry) bool { return e.Path == path && e.Content == content }), err
}

// Add trusts this content of the file, beside what is trusted of it already: who changes branches is not asked again.
func (s Store) Add(path, content string, now time.Time) error {
	path = real(path)
	return s.change(func(list []Entry) []Entry {
		list = slices.DeleteFunc(list, func(e Entry) bool { return e.Path == path && e.Content == content })
		return append(list, Entry{path, content, now})
	})
}

// Revoke trusts nothing of the file any more, which may be gone, and reports whether something was.
func (s Store) Revoke(path string) (was bool, err error) {
	path = real(path)
	err = s.change(func(list []Entry) []Entry {
		left := slices.DeleteFunc(slices.Clone(list), func(e Entry) bool { return e.Path == path })
		was = len(left) < len(list)
		return left
	})
	return was && err == nil, err
}

// real gives the path with its directory as it is without symbolic links. The file itself may be one: commands run in
// the directory where it stands, so one that leads to a trusted file elsewhere is not that file.
func real(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

func (s Store) change(edit func([]Entry) []Entry) error {
	return file.Update(string(s), file.Own, func(old []byte) ([]byte, error) {
		list, err := s.decode(old)
		if err != nil {
			return nil, err
		}
		list = edit(list)
		slices.SortStableFunc(list, func(a, b Entry) int {
			if c := strings.Compare(a.Path, b.Path); c != 0 {
				return c
			}
			return b.Since.Compare(a.Since)
		})
		text, err := json.MarshalIndent(stored{Trusted: list}, "", "  ")
		return append(text, '\n'), err
	})
}

// stored is the file's JSON.
type stored struct {
	Trusted []Entry `json:"trusted"`
}

func (s Store) decode(text []byte) ([]Entry, error) {
	var all stored
	if text == nil {
		return nil, nil
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, lang.Errorf("read %s: %w: nothing is trusted until it is fixed or removed", string(s), err)
	}
	return all.Trusted, nil
}
