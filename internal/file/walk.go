package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrTooMany says that below a directory there is more than the bounds of a [Walk] allow.
var ErrTooMany = errors.New("there are too many files, or folders too deep in folders")

// Bounds limit a [Walk].
type Bounds struct {
	Files int // with directories, and with what cannot be read
	Depth int // of directories in directories; those of a directory itself are at depth 1
}

// Walk calls visit for what is at a path and below it: for a directory before its entries, and for those in the order
// of their names. Symbolic links are followed, as claude follows them. What cannot be read is left out. An error of
// visit ends it, but for [fs.SkipDir]. After [ErrTooMany] what is within the bounds has been visited.
func Walk(path string, b Bounds, visit func(path string, info fs.FileInfo) error) error {
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
	var bounded error
	for _, name := range Names(path, *left+1) {
		switch err := walk(filepath.Join(path, name), left, depth-1, visit); {
		case errors.Is(err, ErrTooMany) && *left >= 0: // a folder is too deep; others are not
			bounded = err
		case err != nil:
			return err
		}
	}
	return bounded
}
