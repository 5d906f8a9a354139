// Package file changes files as a whole or not at all, also where several ccc meet.
package file

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/rogpeppe/go-internal/lockedfile"
)

// Update changes a file as a whole, or not at all. edit gets what is in it, nil where there is no file, and returns what
// is to be in it; it may be called again if somebody else wrote meanwhile. A file that stays as it is is not touched, and
// needs no right to write. A symbolic link stays one. The mode stays, but private files lose what others may do; a new
// file is its owner's alone.
//
// Every ccc takes the lock beside the file. Claude does not: what it writes is looked for until right before the rename.
func Update(path string, private bool, edit func(old []byte) ([]byte, error)) error {
	target, err := follow(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if _, same, err := attempt(target, private, edit); err != nil || same {
		return err
	}
	return Locked(target, func() error {
		for {
			e, same, err := attempt(target, private, edit)
			if err != nil || same {
				return err
			}
			if replaced, err := e.replace(target); err != nil || replaced {
				return err
			}
		}
	})
}

// Locked calls do while no other ccc changes files in the directory of path.
func Locked(path string, do func() error) error {
	unlock, err := lockedfile.MutexAt(filepath.Join(filepath.Dir(path), Lock)).Lock()
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer unlock()
	return do()
}

// Lock is the name of the lock, beside the files.
const Lock = ".ccc.lock"

// edition is a file as it was read, and as it is to be.
type edition struct {
	old, text []byte
	mode      fs.FileMode
}

// attempt reads the file and edits it in memory; same reports that there is nothing to write.
func attempt(path string, private bool, edit func([]byte) ([]byte, error)) (e edition, same bool, err error) {
	e.mode = 0o600
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return e, false, fmt.Errorf("write %s: it is not a regular file", path)
	case err == nil:
		e.mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return e, false, fmt.Errorf("read %s: %w", path, err)
	}
	if e.old, err = Read(path); err != nil {
		return e, false, err
	}
	if e.text, err = edit(e.old); err != nil {
		return e, false, err
	}
	same = e.old != nil && bytes.Equal(e.old, e.text)
	if private && e.mode&0o077 != 0 {
		e.mode &= 0o700
		same = false
	}
	return e, same, nil
}

// replace writes the edition, unless the file is no longer what was read.
func (e edition) replace(path string) (replaced bool, err error) {
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(e.mode))
	if err != nil {
		return false, fmt.Errorf("write %s: %w", path, err)
	}
	defer f.Cleanup()
	if _, err = f.Write(e.text); err == nil {
		err = f.Sync()
	}
	if err != nil {
		return false, fmt.Errorf("write %s: %w", path, err)
	}
	now, err := Read(path)
	if err != nil || !bytes.Equal(now, e.old) {
		return false, err
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return false, fmt.Errorf("write %s: %w", path, err)
	}
	return true, nil
}

// Read gives the content of a file, nil where there is none.
func Read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if text == nil {
		text = []byte{}
	}
	return text, nil
}

// follow gives the file that a path stands for, also where a symbolic link points to one that is not there yet.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return target, err
	}
	link, err := os.Readlink(path)
	if err != nil {
		return path, nil
	}
	if !filepath.IsAbs(link) { // it counts from where the directory really is
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		link = filepath.Join(dir, link)
	}
	return follow(link)
}
