package state

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// The sizes in bytes at which a new file is begun. The old one is kept as NAME.1.
const (
	maxLog    = 4 << 20
	maxOutput = 64 << 20
)

// OpenLog opens a log for appending. The result can always be written to and must be closed, even with an error, so
// that a missing log does not make anything else fail. With an error, which is meant for the user, the log is
// discarded.
func (d Dir) OpenLog(path string) (io.WriteCloser, error) {
	f, err := d.open(path, maxLog)
	if err != nil {
		return discardLog{}, lang.Errorf("open the log: %w", err)
	}
	return f, nil
}

// OpenOutput opens the reviewer's output for appending. The id comes from outside; an unsafe file name is an error.
func (d Dir) OpenOutput(session string) (io.WriteCloser, error) {
	if !isSafeName(session) {
		return nil, lang.Errorf("session id %.80q cannot be a file name", session)
	}
	f, err := d.open(d.Output(session), maxOutput)
	if err != nil {
		return nil, lang.Errorf("open the reviewer's output: %w", err)
	}
	return f, nil
}

// boundedFile is a file to which several ccc append. A new one is begun before it grows beyond max. Only a single
// larger write may exceed that.
type boundedFile struct {
	path string
	max  int64

	mu   sync.Mutex
	file *os.File
}

// open opens a file of the directory for appending, and creates both if needed.
func (d Dir) open(path string, max int64) (*boundedFile, error) {
	b := &boundedFile{path: path, max: max}
	var err error
	if b.file, err = file.Append(path); errors.Is(err, fs.ErrNotExist) {
		if err := d.Create(); err != nil {
			return nil, err
		}
		b.file, err = file.Append(path)
	}
	if err != nil {
		return nil, err
	}
	if err := b.makeRoom(0); err != nil {
		b.file.Close()
		return nil, err
	}
	return b, nil
}

// Write appends, or fails without writing if there is no room and the file cannot be rotated.
func (b *boundedFile) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.makeRoom(int64(len(p))); err != nil {
		return 0, err
	}
	return b.file.Write(p)
}

// Close closes the file.
func (b *boundedFile) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.file.Close()
}

// makeRoom rotates the file if n more bytes are too many, unless another ccc has just done so. It checks that under
// the lock, because the other's new file must not replace the full one that was kept.
func (b *boundedFile) makeRoom(n int64) error {
	if !b.isFull(b.file.Stat, n) {
		return nil
	}
	err := file.WithLock(b.path, func() error {
		if b.isFull(func() (fs.FileInfo, error) { return os.Lstat(b.path) }, n) {
			return os.Rename(b.path, b.path+".1")
		}
		return nil
	})
	if err != nil {
		return lang.Errorf("rotate the log: %w", err)
	}
	fresh, err := file.Append(b.path)
	if err != nil {
		return err
	}
	b.file.Close()
	b.file = fresh
	return nil
}

func (b *boundedFile) isFull(stat func() (fs.FileInfo, error), n int64) bool {
	info, err := stat()
	return err == nil && info.Size() > 0 && info.Size()+n > b.max
}

// discardLog is used if the log cannot be opened.
type discardLog struct{}

func (discardLog) Write(p []byte) (int, error) { return len(p), nil }
func (discardLog) Close() error                { return nil }
