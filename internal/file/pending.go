package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// pendingSuffix ends the name of the temporary file in which a new edition is written: .NAME.new. There is one such
// name for each file, so that the next change of the file removes what a killed ccc has left without reading the
// directory. Only the holder of the lock uses it.
const pendingSuffix = ".new"

func pendingPath(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+pendingSuffix)
}

// createPending creates the temporary file for a new edition of path.
func createPending(path string, mode fs.FileMode) (*os.File, error) {
	name := pendingPath(path)
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(mode); err != nil {
		discard(f)
		return nil, err
	}
	return f, nil
}

// discard closes and removes a temporary file, if it still has its temporary name.
func discard(f *os.File) {
	f.Close()
	_ = os.Remove(f.Name()) // the next change of the file removes it, too
}

// Family names the files in a directory whose names begin with a prefix.
type Family struct{ Dir, Prefix string }

// Listing lists directories, and reads each of them only once, for all callers that look for files of a killed ccc.
type Listing map[string][]string

// Names returns the names in dir that begin with prefix, in no order; none if dir cannot be read.
func (l Listing) Names(dir, prefix string) (names []string) {
	all, known := l[dir]
	if !known {
		if f, err := os.Open(dir); err == nil {
			all, _ = f.Readdirnames(-1) // what was read before an error
			f.Close()
		}
		l[dir] = all
	}
	for _, name := range all {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	return names
}

// Sweep removes temporary files of an [Update] whose ccc was killed. The next Update of such a file would also remove
// them.
func Sweep(l Listing, family Family) error {
	if len(Leftovers(l, family)) == 0 {
		return nil
	}
	return WithLock(filepath.Join(family.Dir, Lock), func() (err error) {
		for _, left := range Leftovers(Listing{}, family) { // files that were being written may be gone by now
			err = errors.Join(err, os.Remove(left))
		}
		return err
	})
}

// Leftovers lists the temporary files of a family. Only the holder of the lock writes such files, so for the holder
// they all come from a killed ccc.
func Leftovers(l Listing, family Family) (paths []string) {
	for _, name := range l.Names(family.Dir, "."+family.Prefix) {
		if of, ok := strings.CutSuffix(name, pendingSuffix); ok && filepath.Ext(of[1:]) != "" {
			paths = append(paths, filepath.Join(family.Dir, name))
		}
	}
	return paths
}
