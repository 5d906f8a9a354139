package baseline

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"
)

// The bounds of a search for skills.
const (
	maxSearched = 400_000 // files and directories
	maxSearch   = 3 * time.Second
)

var errFound = errors.New("found")

// NestedSkills reports whether there may be skills below the project's directory that are not the project's own. Claude
// tells the model about them when it reads a file next to them, and no setting prevents that (2.1.197, 2.1.330).
func (b *Baseline) NestedSkills() bool {
	n, began := 0, time.Now()
	err := filepath.WalkDir(b.Work, func(path string, d fs.DirEntry, err error) error {
		n++
		switch {
		case n > maxSearched || n%1024 == 0 && time.Since(began) > maxSearch:
			return errFound
		case err != nil || !d.IsDir() && d.Type()&fs.ModeSymlink == 0:
			return nil
		case d.Name() == ".git" && d.IsDir():
			return fs.SkipDir
		case d.Name() != ".claude" || path == b.Config: // which is the user's
		case filepath.Dir(path) != filepath.Clean(b.Work):
			return errFound
		case d.IsDir():
			return fs.SkipDir
		}
		return nil
	})
	return err != nil
}
