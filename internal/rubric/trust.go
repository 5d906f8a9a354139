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

// TrustStore is the path of the file that lists what the user trusts. The file has mode 0600 and may not exist yet; its
// directory must exist.
type TrustStore string

// TrustStoreIn returns the store of a state directory.
func TrustStoreIn(stateDir string) TrustStore {
	return TrustStore(filepath.Join(stateDir, "trust.json"))
}

// TrustEntry records that the user trusts a file with a certain content.
type TrustEntry struct {
	Path    string    `json:"path"`    // the directory's symbolic links are resolved
	Content string    `json:"content"` // the trusted parts of the file, in a canonical form
	Since   time.Time `json:"since"`
}

// List returns all entries, sorted by path, the newest first for each path.
func (s TrustStore) List() ([]TrustEntry, error) {
	text, err := file.ReadJSON(string(s))
	if err != nil {
		return nil, err
	}
	return s.decode(text)
}

// IsTrusted reports whether the file is trusted with this content. If there is an error, it is not.
func (s TrustStore) IsTrusted(path, content string) (bool, error) {
	list, err := s.List()
	path = withoutLinks(path)
	return slices.ContainsFunc(list, func(e TrustEntry) bool { return e.Path == path && e.Content == content }), err
}

// Add records that the file is trusted with this content. Older entries of the file stay, so that a user who changes
// between branches is not asked again.
func (s TrustStore) Add(path, content string, now time.Time) error {
	path = withoutLinks(path)
	return s.change(func(list []TrustEntry) []TrustEntry {
		list = slices.DeleteFunc(list, func(e TrustEntry) bool { return e.Path == path && e.Content == content })
		return append(list, TrustEntry{path, content, now})
	})
}

// Revoke removes all entries of files that are in the directory itself or in its .claude, and need not exist any more.
// was reports whether there were any.
func (s TrustStore) Revoke(dir string) (was bool, err error) {
	dir = filepath.Dir(withoutLinks(filepath.Join(dir, File)))
	err = s.change(func(list []TrustEntry) []TrustEntry {
		left := slices.DeleteFunc(slices.Clone(list), func(e TrustEntry) bool {
			return filepath.Dir(e.Path) == dir || strings.HasPrefix(e.Path, filepath.Join(dir, ".claude")+"/")
		})
		was = len(left) < len(list)
		return left
	})
	return was && err == nil, err
}

// withoutLinks returns the path with the symbolic links of its directory resolved. A link in place of the file itself
// is not resolved: commands run in the link's directory, so a link to a trusted file elsewhere is not trusted.
func withoutLinks(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return filepath.Join(file.Real(filepath.Dir(path)), filepath.Base(path))
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
