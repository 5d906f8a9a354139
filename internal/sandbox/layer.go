//go:build unix

package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"ccc/internal/lang"
)

// layer is a directory on disk for what is written in one cage. It is locked for as long as its ccc lives: one that
// nobody holds was left by a ccc that was killed.
type layer struct {
	path  string
	held  *os.File   // the directory, locked
	spare []*os.File // descriptors that remove needs, which are not to be had when ccc has run out of them
}

// layerPrefix begins the name of each layer of this user.
func layerPrefix() string { return "ccc-cage-" + strconv.Itoa(os.Getuid()) + "-" }

// newLayer makes a layer in dir, and removes those there that were left behind.
func newLayer(dir string) (*layer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	sweep(dir)
	for {
		path, err := os.MkdirTemp(dir, layerPrefix()+"*") // mode 0700
		if err != nil {
			return nil, err
		}
		l, err := hold(path)
		if err == nil && l != nil {
			err = l.takeSpare()
		}
		switch {
		case err != nil:
			return nil, errors.Join(err, os.Remove(path))
		case l != nil:
			return l, nil
		}
	}
}

// takeSpare opens as many as it takes to remove what ccc itself makes in a layer: one for its parent, one for each
// level of directories, and one more.
func (l *layer) takeSpare() error {
	for range 4 {
		f, err := os.Open(l.path)
		if err != nil {
			l.dropSpare()
			return errors.Join(err, l.held.Close())
		}
		l.spare = append(l.spare, f)
	}
	return nil
}

func (l *layer) dropSpare() {
	for _, f := range l.spare {
		f.Close()
	}
	l.spare = nil
}

// hold locks the directory. Both are nil if another process holds it, or has removed it.
func hold(path string) (*layer, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_DIRECTORY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, nil
		}
		return nil, lang.Errorf("lock %s: %w", path, err)
	}
	opened, err := f.Stat()
	if now, gone := os.Lstat(path); err != nil || gone != nil || !os.SameFile(opened, now) {
		f.Close()
		return nil, err
	}
	return &layer{path: path, held: f}, nil
}

// sweep removes the layers in dir that nobody holds. What cannot be removed is tried again at the next start.
func sweep(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, layerPrefix()+"*")) // nothing is found by a bad pattern
	for _, path := range left {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Getuid()) {
			continue
		}
		if l, _ := hold(path); l != nil {
			_ = l.remove()
		}
	}
}

// Left are the layers in dirs that a ccc that was killed has left behind. The next cage made there removes them.
func Left(dirs []string) (paths []string) {
	for _, dir := range dirs {
		left, _ := filepath.Glob(filepath.Join(dir, layerPrefix()+"*")) // nothing is found by a bad pattern
		for _, path := range left {
			if l, _ := hold(path); l != nil {
				paths = append(paths, path)
				l.held.Close()
			}
		}
	}
	return paths
}

// remove removes the layer with all that is in it, and lets it go.
func (l *layer) remove() error {
	defer l.held.Close()
	l.dropSpare()
	err := os.RemoveAll(l.path)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	// The overlay's own directories have mode 0, and those that were made inside any mode.
	_ = filepath.WalkDir(l.path, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(l.path)
}

// used is how many bytes the layer takes on disk.
func (l *layer) used() (used uint64) {
	_ = filepath.WalkDir(l.path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it has gone, or nobody may read it
		}
		if info, err := d.Info(); err == nil {
			used += uint64(info.Sys().(*syscall.Stat_t).Blocks) * 512
		}
		return nil
	})
	return used
}

// free is how many bytes the user has left on the layer's disk.
func (l *layer) free() uint64 {
	var stat unix.Statfs_t
	if err := unix.Fstatfs(int(l.held.Fd()), &stat); err != nil {
		return 0
	}
	return stat.Bavail * uint64(stat.Bsize)
}
