package rubric

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// TrustStore is the path of the file that remembers, of mode 0600. It need not exist; the directory must.
type TrustStore string

// TrustStoreIn gives the store of a state directory.
func TrustStoreIn(stateDir string) TrustStore {
	return TrustStore(filepath.Join(stateDir, "trust.json"))
}

// TrustEntry is one content of one file that a person trusts.
type TrustEntry struct {
	Path    string    `json:"path"`    // in a directory without symbolic links
	Content string    `json:"content"` // what matters of the file, in one canonical form
	Since   time.Time `json:"since"`
}

// List gives all entries, by path and then the newest first.
func (s TrustStore) List() ([]TrustEntry, error) {
	text, err := file.ReadJSON(string(s))
	if err != nil {
		return nil, err
	}
	return s.decode(text)
}

// Trusted reports whether this content of the file is trusted. With an error nothing is.
func (s TrustStore) Trusted(path, content string) (bool, error) {
	list, err := s.List()
	path = withoutLinks(path)
	return slices.ContainsFunc(list, func(e TrustEntry) bool { return e.Path == path && e.Content == content }), err
}

// Add trusts this content of the file, beside what is trusted of it already: who changes branches is not asked again.
func (s TrustStore) Add(path, content string, now time.Time) error {
	path = withoutLinks(path)
	return s.change(func(list []TrustEntry) []TrustEntry {
		list = slices.DeleteFunc(list, func(e TrustEntry) bool { return e.Path == path && e.Content == content })
		return append(list, TrustEntry{path, content, now})
	})
}

// Revoke trusts nothing of the file any more, which may be gone, and reports whether something was.
func (s TrustStore) Revoke(path string) (was bool, err error) {
	path = withoutLinks(path)
	err = s.change(func(list []TrustEntry) []TrustEntry {
		left := slices.DeleteFunc(slices.Clone(list), func(e TrustEntry) bool { return e.Path == path })
		was = len(left) < len(list)
		return left
	})
	return was && err == nil, err
}

// withoutLinks gives the path with its directory as it is without symbolic links. The file itself may be one: commands run in
// the directory where it stands, so one that leads to a trusted file elsewhere is not that file.
func withoutLinks(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

func (s TrustStore) change(edit func([]TrustEntry) []TrustEntry) error {
	return file.Update(string(s), file.Own, func(old []byte) ([]byte, error) {
		list, err := s.decode(old)
		if err != nil {
			return nil, err
		}
		list = edit(list)
		slices.SortStableFunc(list, func(a, b TrustEntry) int {
			if c := strings.Compare(a.Path, b.Path); c != 0 {
				return c
			}
			return b.Since.Compare(a.Since)
		})
		text, err := json.MarshalIndent(trustFile{Trusted: list}, "", "  ")
		return append(text, '\n'), err
	})
}

// trustFile is the file's JSON.
type trustFile struct {
	Trusted []TrustEntry `json:"trusted"`
}

func (s TrustStore) decode(text []byte) ([]TrustEntry, error) {
	var all trustFile
	if text == nil {
		return nil, nil
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, lang.Errorf("read %s: %w: nothing is trusted until it is fixed or removed", string(s), err)
	}
	return all.Trusted, nil
}
