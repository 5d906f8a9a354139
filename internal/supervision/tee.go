package supervision

import (
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"ccc/internal/lang"
)

// tee copies the agent's output to a file or a named pipe. An error never ends the launch: the user is told once, and
// nothing more is written, so that the file has no gaps. A regular file is written at once. The reader of a pipe may
// be slow, gone, or not there yet, so a bounded buffer holds the output, and the agent does not wait.
type tee struct {
	path string
	note func(lang.Message)
	done chan struct{} // closed when everything is written; nil for a regular file

	mu        sync.Mutex
	file      io.WriteCloser // a regular file
	pending   []byte
	wake      *sync.Cond
	isClosed  bool // nothing more is written
	hasFailed bool
}

const (
	maxWaiting = 16 << 20        // bytes, for the reader of a pipe
	teeEnd     = 2 * time.Second // how long the end of a launch waits for that reader
)

// openTee opens a tee to the file at path. For an empty path it is nil, which drops everything.
func openTee(path string, guard func(), note func(lang.Message)) *tee {
	if path == "" {
		return nil
	}
	t := &tee{path: path, note: note}
	t.wake = sync.NewCond(&t.mu)
	if info, err := os.Stat(path); err == nil && info.Mode().Type()&(fs.ModeNamedPipe|fs.ModeCharDevice) != 0 {
		t.done = make(chan struct{})
		go func() {
			defer guard()
			defer close(t.done)
			t.copyToPipe()
		}()
		return t
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		t.fail(lang.M("%v", err))
		return t
	}
	t.file = file
	return t
}

// fail ends the tee, and tells the user the first error.
func (t *tee) fail(why lang.Message) {
	t.mu.Lock()
	told := t.hasFailed
	t.hasFailed, t.isClosed, t.pending = true, true, nil
	t.wake.Signal()
	t.mu.Unlock()
	if !told {
		t.note(lang.M("--tee %s has stopped: %s", t.path, why))
	}
}

// Write never fails, and never waits for a reader.
func (t *tee) Write(p []byte) (int, error) {
	t.mu.Lock()
	var err error
	full := false
	switch {
	case t.isClosed:
	case t.file != nil:
		_, err = t.file.Write(p)
	case len(t.pending)+len(p) > maxWaiting:
		full = true
	default:
		t.pending = append(t.pending, p...)
		t.wake.Signal()
	}
	t.mu.Unlock()
	switch {
	case err != nil:
		t.fail(lang.M("%v", err))
	case full:
		t.fail(lang.M("it is read too slowly, or not at all"))
	}
	return len(p), nil
}

// copyToPipe writes the buffer to a pipe until the end of the launch. Opening the pipe waits for a reader.
func (t *tee) copyToPipe() {
	file, err := os.OpenFile(t.path, os.O_WRONLY, 0)
	if err != nil {
		t.fail(lang.M("%v", err))
		return
	}
	defer file.Close()
	for {
		t.mu.Lock()
		for len(t.pending) == 0 && !t.isClosed {
			t.wake.Wait()
		}
		p := t.pending
		t.pending = nil
		t.mu.Unlock()
		if len(p) == 0 {
			return
		}
		if _, err := file.Write(p); err != nil {
			t.fail(lang.M("%v", err))
			return
		}
	}
}

// close waits until the buffer is written, at most teeEnd.
func (t *tee) close() {
	if t == nil {
		return
	}
	t.mu.Lock()
	t.isClosed = true
	t.wake.Signal()
	file := t.file
	t.mu.Unlock()
	if file != nil {
		if err := file.Close(); err != nil {
			t.fail(lang.M("%v", err))
		}
	}
	if t.done == nil {
		return
	}
	select {
	case <-t.done:
	case <-time.After(teeEnd):
		t.fail(lang.M("it is read too slowly, or not at all"))
	}
}
