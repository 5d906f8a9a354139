package watch

import (
	"context"
	"errors"
	"io"
	"os"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// errSoFar ends the reading of a recording that is still being written, if the rest is not needed.
var errSoFar = errors.New("it is still being written")

// tail reads a recording as it is written, until it has ended.
type tail struct {
	ctx       context.Context
	file      *os.File // at path
	path      string
	changes   *changes    // nil to read only what is there
	onRead    func()      // called when something was read
	onIdle    func()      // called when everything so far was read
	hasEnd    func() bool // reports whether the end item was read
	isWritten func() bool // reports whether the file is still being written
	readBytes int64       // bytes read so far
}

func openTail(ctx context.Context, path string, ch *changes) (*tail, error) {
	f, err := file.Open(path)
	if err != nil {
		return nil, lang.Errorf("read a recording: %w", err)
	}
	return &tail{ctx: ctx, file: f, path: path, changes: ch}, nil
}

// Read waits for more if there is nothing to read.
func (t *tail) Read(p []byte) (int, error) {
	for {
		var changed <-chan struct{}
		if t.changes != nil {
			changed = t.changes.nextChange()
		}
		n, err := t.next(p)
		if n > 0 || err != nil {
			return n, err
		}
		t.onIdle()
		if t.hasEnd() {
			return 0, io.EOF
		}
		if !t.isWritten() { // the last lines may have been written since
			if n, err = t.next(p); n == 0 && err == nil {
				err = io.EOF
			}
			return n, err
		}
		if t.changes == nil {
			return 0, errSoFar
		}
		if err := t.checkFile(); err != nil {
			return 0, err
		}
		select {
		case <-changed:
		case <-t.ctx.Done():
			return 0, t.ctx.Err()
		}
	}
}

// next reads what is there, without waiting.
func (t *tail) next(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := t.file.Read(p)
	if n > 0 {
		t.readBytes += int64(n)
		t.onRead()
		return n, nil
	}
	if err == io.EOF {
		err = nil
	}
	return 0, err
}

// checkFile returns an error if the file was cut short, removed or replaced.
func (t *tail) checkFile() error {
	now, err := t.file.Stat()
	if err != nil {
		return lang.Errorf("read the recording %s: %w", t.path, err)
	}
	if now.Size() < t.readBytes {
		return lang.Errorf("the recording %s was cut short while it was watched", t.path)
	}
	if there, err := os.Stat(t.path); err != nil || !os.SameFile(now, there) {
		return lang.Errorf("the recording %s was removed while it was watched", t.path)
	}
	return nil
}
