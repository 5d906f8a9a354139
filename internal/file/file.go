// Package file changes files as a whole or not at all, also when several ccc run at once.
package file

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/rogpeppe/go-internal/lockedfile"

	"ccc/internal/lang"
)

// Update changes a file as a whole, or not at all. edit gets the old content, nil if there is no file, and returns the
// new one; it is called again if somebody else wrote meanwhile. If edit changes nothing, nothing is written, and no
// right to write is needed. A symbolic link stays one. The mode stays, but with private group and others lose their
// rights; a new file has mode 0600.
//
// Every ccc takes the lock beside the file. Claude does not, so the file is compared with the old content once more
// right before the rename.
func Update(path string, private bool, edit func(old []byte) ([]byte, error)) error {
	target, err := follow(path)
	if err != nil {
		return lang.Errorf("write %s: %w", path, err)
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

// Locked calls do while no other ccc changes files in the directory of path. It waits for its turn.
func Locked(path string, do func() error) error {
	unlock, err := lockedfile.MutexAt(filepath.Join(filepath.Dir(path), Lock)).Lock()
	if err != nil {
		return lang.Errorf("write %s: %w", path, err)
	}
	defer unlock()
	return do()
}

// Lock is the name of the lock file, which stays in the directory.
const Lock = ".ccc.lock"

// edition is one try to change a file.
type edition struct {
	old, text []byte      // what was read, and what is to be written
	mode      fs.FileMode // to be set
}

// attempt reads the file and calls edit; same reports that there is nothing to write.
func attempt(path string, private bool, edit func([]byte) ([]byte, error)) (e edition, same bool, err error) {
	e.mode = 0o600
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return e, false, lang.Errorf("write %s: it is not a regular file", path)
	case err == nil:
		e.mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return e, false, notRead(path, err)
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
	f, err := renameio.NewPendingFile(path,
		renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(e.mode))
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	defer f.Cleanup()
	if _, err = f.Write(e.text); err == nil {
		err = f.Sync()
	}
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	now, err := Read(path)
	if err != nil || !bytes.Equal(now, e.old) {
		return false, err
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	return true, nil
}

// Read gives the content of a file, nil if there is no file.
func Read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, notRead(path, err)
	}
	if text == nil {
		text = []byte{}
	}
	return text, nil
}

// notRead is the error of Read. It names the file once: the system's error does, too.
func notRead(path string, err error) error {
	if named := new(fs.PathError); errors.As(err, &named) && named.Path == path {
		err = named.Err
	}
	return lang.Errorf("read %s: %w", path, err)
}

// follow resolves symbolic links, also one that points to a file that does not exist yet.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return target, err
	}
	link, err := os.Readlink(path)
	if err != nil {
		return path, nil
	}
	if !filepath.IsAbs(link) { // it is relative to the real directory, which path may reach by a link
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		link = filepath.Join(dir, link)
	}
	return follow(link)
}
