// Package file changes files as a whole or not at all, even if several ccc run at the same time.
package file

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"ccc/internal/lang"
)

// Kind says what a file contains, and whom it belongs to.
type Kind int

const (
	Text    Kind = iota // the user's: symbolic links and the mode are kept
	JSON                // as Text, and read by [ReadJSON]
	Private             // JSON with secrets: group and others lose their rights
	Own                 // JSON of ccc's own: Private, and a symbolic link is refused
	State               // as Own, but its reader renames a torn one and reports it
)

// Update changes a file as a whole, or not at all. edit gets the old content, or nil if there is no file, and returns
// the new one. It is called again if another program has written meanwhile. If edit changes nothing, nothing is
// written, and no permission to write is needed. A new file has mode 0600.
//
// Every ccc takes the lock file in the directory, but claude does not. So Update compares the file with the old
// content just before it replaces the file, and checks the replaced file just after that. If another program has
// written in between, its text is put back, and the edit is made on that. Update gives up after 10 seconds.
func Update(path string, kind Kind, edit func(old []byte) ([]byte, error)) error {
	return UpdateUnder("", path, kind, edit)
}

// UpdateUnder is [Update] with the lock file of another directory, so that it leaves no lock file in a directory of the
// user's. Every ccc that changes the file must use the same lock.
func UpdateUnder(lock, path string, kind Kind, edit func(old []byte) ([]byte, error)) error {
	target := path
	if kind < Own {
		var err error
		if target, err = resolveLinks(path); err != nil {
			return lang.Errorf("write %s: %w", path, err)
		}
	}
	if _, same, err := tryEdit(target, kind, edit); err != nil || same {
		return err
	}
	return WithLock(cmp.Or(lock, target), func() error {
		for end := time.Now().Add(patience); ; {
			e, same, err := tryEdit(target, kind, edit)
			if err != nil || same {
				return err
			}
			if replaced, err := e.replace(target, kind); err != nil || replaced {
				return err
			}
			if time.Now().After(end) {
				return lang.Errorf("write %s: %w", path, errBusy)
			}
		}
	})
}

const patience = 10 * time.Second // for a lock, and for a file that another program keeps changing

// WithLock calls do while no other ccc changes files in the directory of path. It waits for the lock for 10 s at most,
// since any program can hold it.
func WithLock(path string, do func() error) error {
	unlock, err := lockAt(filepath.Join(filepath.Dir(path), Lock))
	if err != nil {
		return lang.Errorf("write %s: %w", path, err)
	}
	defer unlock()
	return do()
}

// WithLockFile is [WithLock] with another lock file, for several changes that belong together.
func WithLockFile(lock string, do func() error) error {
	unlock, err := lockAt(lock)
	if err != nil {
		return lang.Errorf("lock %s: %w", filepath.Dir(lock), err)
	}
	defer unlock()
	return do()
}

func lockAt(lock string) (unlock func(), err error) {
	f, _, err := open(lock, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW)
	if err != nil {
		return nil, err
	}
	if err := Hold(f); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil // closing the file releases the lock
}

// Hold locks an open file. It waits for 10 s at most.
func Hold(f *os.File) error {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		switch held, err := TryHold(f); {
		case held || err != nil:
			return err
		case time.Now().After(end):
			return lang.Errorf("another program has held the lock %s for %s", f.Name(), patience)
		}
	}
}

// TryHold is Hold without waiting. held is false if another program has the lock.
func TryHold(f *os.File) (held bool, err error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		}
		return err == nil, err
	}
}

// Lock is the name of the lock file in a directory. It is never removed.
const Lock = ".ccc.lock"

// edition is one attempt to change a file.
type edition struct {
	old, text []byte      // what was read, and what to write
	mode      fs.FileMode // of the new file
	info      fs.FileInfo // of the file that was read; nil if there was none
}

// tryEdit reads the file and calls edit. same reports that there is nothing to write.
func tryEdit(path string, kind Kind, edit func([]byte) ([]byte, error)) (e edition, same bool, err error) {
	e.mode = 0o600
	flags := 0
	if kind >= Own {
		flags = syscall.O_NOFOLLOW
	}
	var c content
	if kind == Text {
		c, err = read(path, flags, Max)
	} else {
		c, err = readSettled(path, flags)
	}
	if err != nil {
		return e, false, err
	}
	if e.old = c.text; c.info != nil {
		e.mode = c.info.Mode().Perm()
	}
	if e.text, err = edit(e.old); err != nil {
		return e, false, err
	}
	if len(e.text) > Max {
		return e, false, lang.Errorf("write %s: %w", path, tooLarge(Max))
	}
	e.info = c.info
	same = e.old != nil && bytes.Equal(e.old, e.text)
	if kind >= Private && e.mode&0o077 != 0 {
		e.mode &= 0o700
		same = false
	}
	return e, same, nil
}

// replace writes the edition, unless the file has changed since it was read. It waits for the disk, so that even
// after a power failure either the old or the new file is there. A new State is written without that wait, which
// takes a fifth of a launch: what it describes has just begun, and ends with the machine.
func (e edition) replace(path string, kind Kind) (replaced bool, err error) {
	f, err := createPending(path, e.mode)
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	defer discard(f)
	if err = e.setOwner(f, path); err == nil {
		_, err = f.Write(e.text)
	}
	if err == nil && (kind != State || e.info != nil) {
		err = f.Sync()
	}
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	if same, err := e.isUnchanged(path); err != nil || !same {
		return false, err
	}
	replaced, err = e.swap(f.Name(), path)
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	return replaced, nil
}

// setOwner gives the new file the owner of the old one. If root makes a new file, it gets the owner of the directory,
// because with sudo root often works in another user's home. It is an error if the owner cannot be kept.
func (e edition) setOwner(f *os.File, path string) error {
	info := e.info
	if info == nil {
		if os.Geteuid() != 0 {
			return nil
		}
		var err error
		if info, err = os.Stat(filepath.Dir(path)); err != nil {
			return err
		}
	}
	there, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok || int(there.Uid) == os.Geteuid():
		return nil
	case os.Geteuid() != 0:
		return lang.Errorf("it belongs to another user, and writing it would make it yours")
	case e.info == nil && info.Mode()&0o022 != 0: // a directory in which everybody may write, such as /tmp
		return nil
	}
	return f.Chown(int(there.Uid), int(there.Gid))
}

// isUnchanged reports whether the file at path is still the one that was read.
func (e edition) isUnchanged(path string) (bool, error) {
	now, err := read(path, 0, Max)
	return bytes.Equal(now.text, e.old) && (now.text == nil) == (e.old == nil), err
}

// swap exchanges the pending file with the file at path, and then checks the replaced file. If another program has
// written to it since it was read, it is put back.
func (e edition) swap(pending, path string) (replaced bool, err error) {
	if e.old == nil {
		switch err := os.Link(pending, path); {
		case err == nil:
			return true, nil
		case errors.Is(err, fs.ErrExist):
			return false, nil
		}
		return true, os.Rename(pending, path) // a file system without hard links
	}
	for mine, there := e.text, e.old; ; { // the content of the pending file, and the expected one of path
		ours := bytes.Equal(mine, e.text)
		switch err := exchange(pending, path); {
		case err != nil && !ours: // the file was removed meanwhile: the newer one of the other program is put back
			return false, os.Rename(pending, path)
		case errors.Is(err, fs.ErrNotExist):
			return false, nil
		case err != nil: // the file system has no exchange
			return true, os.Rename(pending, path)
		}
		now, err := read(pending, 0, Max)
		if err == nil && bytes.Equal(now.text, there) && !(ours && now.writers == some) {
			return ours, nil
		}
		mine, there = now.text, mine // put back what another program has written
	}
}

// resolveLinks resolves symbolic links, including one that points to no file yet.
func resolveLinks(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return target, err
	}
	link, err := os.Readlink(path)
	if err != nil {
		return path, nil
	}
	if !filepath.IsAbs(link) { // relative to the real directory
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		link = filepath.Join(dir, link)
	}
	return resolveLinks(link)
}

// InHome replaces ~ at the beginning of a path by the home directory, unless that is unknown.
func InHome(path, home string) string {
	if below, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		return filepath.Join(home, below)
	}
	return path
}

// Exists reports whether there is a file or directory at path, or a symbolic link, even if that leads nowhere.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Real returns the path without symbolic links, or the path itself, clean, if it leads nowhere.
func Real(path string) string {
	if !Exists(path) { // otherwise EvalSymlinks would look at each directory of the path
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// Same reports whether two paths lead to the same existing file or directory.
func Same(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}
