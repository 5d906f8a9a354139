// Package file changes files as a whole or not at all, also when several ccc run at once.
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

	"github.com/google/renameio/v2"

	"ccc/internal/lang"
)

// Kind says what a file is, and whose.
type Kind int

const (
	Text    Kind = iota // the person's: a symbolic link stays one, and so does the mode
	JSON                // the same, see [ReadJSON]
	Private             // JSON that holds secrets: group and others lose their rights
	Own                 // of ccc alone, JSON: private, and a symbolic link is refused
)

// Update changes a file as a whole, or not at all. edit gets the old content, nil if there is no file, and returns the
// new one; it is called again if somebody else wrote meanwhile. If edit changes nothing, nothing is written, and no
// right to write is needed. A new file has mode 0600.
//
// Every ccc takes the lock beside the file. Claude does not, so the file is compared with the old content right before
// the new one takes its place, and what was replaced right after it: what somebody else has written meanwhile comes
// back, and the edit is made on it. It gives up when that goes on for 10 seconds.
func Update(path string, kind Kind, edit func(old []byte) ([]byte, error)) error {
	return UpdateUnder("", path, kind, edit)
}

// UpdateUnder is [Update] with the lock file of another directory: for a file in a directory of the person's, where
// none is to be left. Every ccc that changes the file must take the same one.
func UpdateUnder(lock, path string, kind Kind, edit func(old []byte) ([]byte, error)) error {
	target := path
	if kind != Own {
		var err error
		if target, err = follow(path); err != nil {
			return lang.Errorf("write %s: %w", path, err)
		}
	}
	if _, same, err := attempt(target, kind, edit); err != nil || same {
		return err
	}
	return Locked(cmp.Or(lock, target), func() error {
		for end := time.Now().Add(patience); ; {
			e, same, err := attempt(target, kind, edit)
			if err != nil || same {
				return err
			}
			if replaced, err := e.replace(target); err != nil || replaced {
				return err
			}
			if time.Now().After(end) {
				return lang.Errorf("write %s: %w", path, errBusy)
			}
		}
	})
}

const patience = 10 * time.Second // with a file that another program keeps changing

// Locked calls do while no other ccc changes files in the directory of path. It waits for its turn, for 10 s at most: a
// program of anybody's can hold the lock.
func Locked(path string, do func() error) error {
	unlock, err := lockAt(filepath.Join(filepath.Dir(path), Lock))
	if err != nil {
		return lang.Errorf("write %s: %w", path, err)
	}
	defer unlock()
	return do()
}

// LockedBy is [Locked] with a lock file of the caller's own, for more than one change.
func LockedBy(lock string, do func() error) error {
	unlock, err := lockAt(lock)
	if err != nil {
		return lang.Errorf("lock %s: %w", filepath.Dir(lock), err)
	}
	defer unlock()
	return do()
}

func lockAt(lock string) (unlock func(), err error) {
	f, err := os.OpenFile(lock, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := Hold(f); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil // which gives the lock back
}

// Hold locks a file that is open, against every other opening of it. It waits for its turn, for 10 s at most.
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

// TryHold is Hold without waiting: held is false while another program has the lock.
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

// Lock is the name of the lock file, which stays in the directory.
const Lock = ".ccc.lock"

// Family are the files in a directory whose names begin with a prefix.
type Family struct{ Dir, Prefix string }

// Sweep removes what a ccc that was killed in the middle of an [Update] has left in a directory, of files whose names
// begin with prefix. The next Update of a file does so, too.
func Sweep(dir, prefix string) error {
	if len(Leftovers(dir, prefix)) == 0 {
		return nil
	}
	return Locked(filepath.Join(dir, Lock), func() (err error) {
		for _, left := range Leftovers(dir, prefix) {
			err = errors.Join(err, os.Remove(left))
		}
		return err
	})
}

// Leftovers are the temporary files of files whose names begin with prefix, as renameio calls them: a dot, the name,
// and a number. Whoever writes one holds the lock: for one who has the lock they are what somebody left.
func Leftovers(dir, prefix string) (paths []string) {
	entries, _ := os.ReadDir(dir) // what cannot be listed stays
	for _, entry := range entries {
		name := entry.Name()
		of := strings.TrimRight(name, "0123456789")
		if len(name)-len(of) >= 6 && filepath.Ext(of) != "" && strings.HasPrefix(of, "."+prefix) {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return paths
}

// edition is one try to change a file.
type edition struct {
	old, text []byte      // what was read, and what is to be written
	mode      fs.FileMode // to be set
	info      fs.FileInfo // of what was read; nil if there was no file
}

// attempt reads the file and calls edit; same reports that there is nothing to write.
func attempt(path string, kind Kind, edit func([]byte) ([]byte, error)) (e edition, same bool, err error) {
	e.mode = 0o600
	flags := 0
	if kind == Own {
		flags = syscall.O_NOFOLLOW
	}
	var c content
	if kind == Text {
		c, err = read(path, flags, Max)
	} else {
		c, err = settled(path, flags)
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

// replace writes the edition, unless the file is no longer what was read.
func (e edition) replace(path string) (replaced bool, err error) {
	for _, left := range Leftovers(filepath.Dir(path), filepath.Base(path)) {
		_ = os.Remove(left) // one that stays does no harm
	}
	f, err := renameio.NewPendingFile(path,
		renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(e.mode))
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	defer f.Cleanup()
	if err = e.own(f.File, path); err == nil {
		_, err = f.Write(e.text)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	if same, err := e.stillIn(path); err != nil || !same {
		return false, err
	}
	replaced, err = e.swap(f, path)
	if err != nil {
		return false, lang.Errorf("write %s: %w", path, err)
	}
	return replaced, nil
}

// own gives the new file to the owner of the old one, and root's in another user's directory to her: root is often in
// the home of the user who called sudo. Another user's file is refused to who cannot give it back.
func (e edition) own(f *os.File, path string) error {
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
		return lang.Errorf("it belongs to another user, and would be yours from then on")
	case e.info == nil && info.Mode()&0o022 != 0: // a directory for everybody, such as /tmp
		return nil
	}
	return f.Chown(int(there.Uid), int(there.Gid))
}

// stillIn reports whether the file is what was read.
func (e edition) stillIn(path string) (bool, error) {
	now, err := read(path, 0, Max)
	return bytes.Equal(now.text, e.old) && (now.text == nil) == (e.old == nil), err
}

// swap puts the pending file in its place. The file that was there stays beside it until it is known that nobody has
// written into it or put another one there since it was read; else it comes back.
func (e edition) swap(f *renameio.PendingFile, path string) (replaced bool, err error) {
	if e.old == nil {
		switch err := os.Link(f.Name(), path); {
		case err == nil:
			return true, nil
		case errors.Is(err, fs.ErrExist):
			return false, nil
		}
		return true, f.CloseAtomicallyReplace() // a file system without hard links
	}
	for mine, there := e.text, e.old; ; { // in the pending file, and in path as far as is known
		ours := bytes.Equal(mine, e.text)
		switch err := exchange(f.Name(), path); {
		case err != nil && !ours: // somebody has removed the file: theirs, which was newer, is put there
			return false, os.Rename(f.Name(), path)
		case errors.Is(err, fs.ErrNotExist):
			return false, nil
		case err != nil: // a file system that cannot do it
			return true, f.CloseAtomicallyReplace()
		}
		now, err := read(f.Name(), 0, Max)
		if err == nil && bytes.Equal(now.text, there) && !(ours && now.writers == some) {
			return ours, nil
		}
		mine, there = now.text, mine // what somebody has put there since then, or is about to, goes back
	}
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

// Same reports whether two paths lead to the same file or directory, which is there.
func Same(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}
