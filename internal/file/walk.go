package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrTooMany is the error if there is more below a directory than the limits of a [Walk] allow.
var ErrTooMany = errors.New("there are too many files, or folders too deep in folders")

// Limits are the limits of a [Walk].
type Limits struct {
	Files int // including directories, and entries that cannot be read
	Depth int // depth of directories; the entries of the first directory are at depth 1
}

// Walk calls visit for a path and everything below it: for a directory before its entries, and for these in the order
// of their names. It follows symbolic links, as claude does. It leaves out what cannot be read. An error of visit
// ends it, except [fs.SkipDir]. At [ErrTooMany] everything within the limits has been visited.
func Walk(path string, b Limits, visit func(path string, info fs.FileInfo) error) error {
	left := b.Files
	return walk(path, &left, b.Depth, visit)
}

func walk(path string, left *int, depth int, visit func(string, fs.FileInfo) error) error {
	if *left--; *left < 0 || depth < 0 {
		return ErrTooMany
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	if err := visit(path, info); err != nil || !info.IsDir() {
		if errors.Is(err, fs.SkipDir) {
			err = nil
		}
		return err
	}
	var limitErr error
	for _, name := range Names(path, *left+1) {
		switch err := walk(filepath.Join(path, name), left, depth-1, visit); {
		case errors.Is(err, ErrTooMany) && *left >= 0: // one folder is too deep; the others are visited
			limitErr = err
		case err != nil:
			return err
		}
	}
	return limitErr
}
