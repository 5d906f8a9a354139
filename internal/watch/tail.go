package watch

import (
	"context"
	"errors"
	"io"
	"os"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// errSoFar ends the reading of a recording that is still being written, where nobody waits for the rest.
var errSoFar = errors.New("it is still being written")

// tail reads a recording as it is written, until that has ended.
type tail struct {
	ctx     context.Context
	file    *os.File // the path's
	path    string
	changes *changes    // nil: what is there is all that is wanted
	read    func()      // something was read
	idle    func()      // all that is there was read
	over    func() bool // the end was read
	written func() bool // somebody still writes it
	size    int64       // read so far
}

func openTail(ctx context.Context, path string, ch *changes) (*tail, error) {
	f, err := file.Open(path)
	if err != nil {
		return nil, lang.Errorf("read a recording: %w", err)
	}
	return &tail{ctx: ctx, file: f, path: path, changes: ch}, nil
}

// Read waits for what is written next.
func (t *tail) Read(p []byte) (int, error) {
	for {
		var changed <-chan struct{}
		if t.changes != nil {
			changed = t.changes.wait()
		}
		n, err := t.next(p)
		if n > 0 || err != nil {
			return n, err
		}
		t.idle()
		if t.over() {
			return 0, io.EOF
		}
		if !t.written() { // what came before nobody wrote it any more is there by now
			if n, err = t.next(p); n == 0 && err == nil {
				err = io.EOF
			}
			return n, err
		}
		if t.changes == nil {
			return 0, errSoFar
		}
		if err := t.still(); err != nil {
			return 0, err
		}
		select {
		case <-changed:
		case <-t.ctx.Done():
			return 0, t.ctx.Err()
		}
	}
}

// next reads what is there.
func (t *tail) next(p []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := t.file.Read(p)
	if n > 0 {
		t.size += int64(n)
		t.read()
		return n, nil
	}
	if err == io.EOF {
		err = nil
	}
	return 0, err
}

// still reports what has become of the file, if it is not the one any more that was read so far.
func (t *tail) still() error {
	now, err := t.file.Stat()
	if err != nil {
		return lang.Errorf("read the recording %s: %w", t.path, err)
	}
	if now.Size() < t.size {
		return lang.Errorf("the recording %s was cut short while it was watched", t.path)
	}
	if there, err := os.Stat(t.path); err != nil || !os.SameFile(now, there) {
		return lang.Errorf("the recording %s was removed while it was watched", t.path)
	}
	return nil
}
