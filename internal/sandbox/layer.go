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

// layer is a directory on disk for everything that is written in one cage. ccc keeps it locked until it ends. An
// unlocked layer was left by a ccc that was killed.
type layer struct {
	path  string
	lock  *os.File   // the open directory, which is locked
	spare []*os.File // descriptors reserved for remove, in case ccc has no free ones
}

// layerPrefix returns the beginning of the names of this user's layers.
func layerPrefix() string { return "ccc-cage-" + strconv.Itoa(os.Getuid()) + "-" }

// onlyLayer makes the layer of a sandbox that has one.
func (p Plan) onlyLayer() (*layer, error) {
	if len(p.Layers) != 1 {
		return nil, lang.Errorf("there is no directory to write to")
	}
	return newLayer(p.Layers[0])
}

// newLayer makes a layer in dir, and removes abandoned layers there.
func newLayer(dir string) (*layer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	removeAbandoned(dir)
	for {
		path, err := os.MkdirTemp(dir, layerPrefix()+"*") // mode 0700
		if err != nil {
			return nil, err
		}
		l, err := lockLayer(path)
		if err == nil && l != nil {
			err = l.openSpare()
		}
		switch {
		case err != nil:
			return nil, errors.Join(err, os.Remove(path))
		case l != nil:
			return l, nil
		}
	}
}

// openSpare reserves the descriptors that are needed to remove ccc's own files in a layer: one for the parent, one for
// each directory level, and one more.
func (l *layer) openSpare() error {
	for range 4 {
		f, err := os.Open(l.path)
		if err != nil {
			l.closeSpare()
			return errors.Join(err, l.lock.Close())
		}
		l.spare = append(l.spare, f)
	}
	return nil
}

func (l *layer) closeSpare() {
	for _, f := range l.spare {
		f.Close()
	}
	l.spare = nil
}

// lockLayer locks the directory. It returns nil, nil if another process has locked or removed it.
func lockLayer(path string) (*layer, error) {
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
	return &layer{path: path, lock: f}, nil
}

// removeAbandoned removes the unlocked layers in dir. If one cannot be removed, the next start tries again.
func removeAbandoned(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, layerPrefix()+"*")) // the pattern is valid
	for _, path := range left {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Getuid()) {
			continue
		}
		if l, _ := lockLayer(path); l != nil {
			_ = l.remove()
		}
	}
}

// LeftLayers lists the layers in dirs that a killed ccc left. They are removed when the next cage is made there.
func LeftLayers(dirs []string) (paths []string) {
	for _, dir := range dirs {
		left, _ := filepath.Glob(filepath.Join(dir, layerPrefix()+"*")) // the pattern is valid
		for _, path := range left {
			if l, _ := lockLayer(path); l != nil {
				paths = append(paths, path)
				l.lock.Close()
			}
		}
	}
	return paths
}

// remove deletes the layer and releases its lock.
func (l *layer) remove() error {
	defer l.lock.Close()
	l.closeSpare()
	err := os.RemoveAll(l.path)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	// The overlay's own directories have mode 0, and the program may have set any other mode.
	_ = filepath.WalkDir(l.path, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(l.path)
}

// usedBytes returns the size of the layer on disk, in bytes.
func (l *layer) usedBytes() (used uint64) {
	_ = filepath.WalkDir(l.path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it was removed, or is unreadable
		}
		if info, err := d.Info(); err == nil {
			used += uint64(info.Sys().(*syscall.Stat_t).Blocks) * 512
		}
		return nil
	})
	return used
}

// freeBytes returns the free space for the user on the layer's disk, in bytes.
func (l *layer) freeBytes() uint64 {
	var stat unix.Statfs_t
	if err := unix.Fstatfs(int(l.lock.Fd()), &stat); err != nil {
		return 0
	}
	return stat.Bavail * uint64(stat.Bsize)
}
