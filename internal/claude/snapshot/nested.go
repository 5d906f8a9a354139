package snapshot

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"ccc/internal/file"
)

// Limits of a search for skills.
const (
	maxSearched = 400_000 // files and directories
	maxSearch   = 3 * time.Second
)

var errFound = errors.New("found")

// NestedSkills reports whether there may be skills below the project's directory that are not the project's own. Claude
// tells the model about them when it reads a file next to them, and no setting prevents that (2.1.197, 2.1.330).
func (b *Snapshot) NestedSkills() bool {
	n, began := 0, time.Now()
	var search func(dir string) error
	search = func(dir string) error {
		var below []string
		err := file.Each(dir, func(d fs.DirEntry) error {
			path := filepath.Join(dir, d.Name())
			n++
			switch {
			case n > maxSearched || n%1024 == 0 && time.Since(began) > maxSearch:
				return errFound
			case !d.IsDir() && d.Type()&fs.ModeSymlink == 0 || d.Name() == ".git" && d.IsDir():
			case d.Name() == ".claude" && path != b.Config: // it is the user's, not the project's
				if dir != filepath.Clean(b.Work) {
					return errFound
				}
			case d.IsDir():
				below = append(below, d.Name())
			}
			return nil
		})
		for _, name := range below {
			if err != nil {
				break
			}
			err = search(filepath.Join(dir, name))
		}
		if errors.Is(err, errFound) {
			return err
		}
		return nil // what cannot be read, claude cannot read either
	}
	return search(b.Work) != nil
}
