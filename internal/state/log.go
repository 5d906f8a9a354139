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

// How large a file grows, in bytes, before it is begun anew. The one before is kept beside it, as NAME.1.
const (
	maxLog    = 4 << 20
	maxOutput = 64 << 20
)

// OpenLog opens a log of the directory for appending. What it returns can always be written to and is to be closed,
// also with an error: nothing that a log is written for should fail with the log. The error is for a notice: the log is
// discarded.
func (d Dir) OpenLog(path string) (io.WriteCloser, error) {
	f, err := d.open(path, maxLog)
	if err != nil {
		return discard{}, lang.Errorf("open the log: %w", err)
	}
	return f, nil
}

// OpenOutput opens the reviewer's output for appending. The id comes from outside: one that is no safe file name is an
// error.
func (d Dir) OpenOutput(session string) (io.WriteCloser, error) {
	if !safeName(session) {
		return nil, lang.Errorf("session id %.80q cannot be a file name", session)
	}
	f, err := d.open(d.Output(session), maxOutput)
	if err != nil {
		return nil, lang.Errorf("open the reviewer's output: %w", err)
	}
	return f, nil
}

// bounded is a file that is appended to, by several ccc at once, and begun anew before it is larger than max. Only one
// write that is larger than that makes a larger file.
type bounded struct {
	path string
	max  int64

	mu   sync.Mutex
	file *os.File
}

// open opens a file of the directory for appending, and creates both if need be.
func (d Dir) open(path string, max int64) (*bounded, error) {
	b := &bounded{path: path, max: max}
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

// Write appends, or fails and writes nothing where there is no room and none can be made.
func (b *bounded) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.makeRoom(int64(len(p))); err != nil {
		return 0, err
	}
	return b.file.Write(p)
}

// Close closes the file.
func (b *bounded) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.file.Close()
}

// makeRoom begins the file anew where n more bytes are too many, unless another ccc has done so. That is seen under the
// lock, by the path: its fresh file must not replace the one that it kept.
func (b *bounded) makeRoom(n int64) error {
	if !b.full(b.file.Stat, n) {
		return nil
	}
	err := file.Locked(b.path, func() error {
		if b.full(func() (fs.FileInfo, error) { return os.Lstat(b.path) }, n) {
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

func (b *bounded) full(stat func() (fs.FileInfo, error), n int64) bool {
	info, err := stat()
	return err == nil && info.Size() > 0 && info.Size()+n > b.max
}

// discard is the log where there is none.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }
