package ptyio

import (
	"bytes"
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// tailSize is how many bytes of stderr are kept: more than claude prints when it fails, and little enough for the
// memory.
const tailSize = 16 << 10

// tail reads a child's stderr and keeps its end. It never stops reading, so that no child has to wait. A child on a
// pty has a nil tail, which is empty.
type tail struct {
	file *os.File      // our end of the stream
	done chan struct{} // closed when run has ended

	mu  sync.Mutex
	buf []byte // at most 2*tailSize
	cut bool   // the beginning of the output is no longer in buf
}

// openTail opens both ends; guest is the child's.
func openTail() (t *tail, guest *os.File, err error) {
	file, guest, err := FromChild()
	if err != nil {
		return nil, nil, err
	}
	return &tail{file: file, done: make(chan struct{})}, guest, nil
}

// run reads until everybody has closed the other end, or until the deadline that expire sets.
func (t *tail) run() {
	defer close(t.done)
	defer t.file.Close()
	p := make([]byte, 4<<10)
	for {
		n, err := t.file.Read(p)
		t.add(p[:n])
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.takeRest(p)
		}
		if err != nil {
			return
		}
	}
}

// maxRest is how many pieces are read after the deadline: more than a socket holds, and an end for one that is filled
// again and again.
const maxRest = 256

// takeRest reads what is there already. On a busy machine the deadline may pass before run has read it.
func (t *tail) takeRest(p []byte) {
	t.file.SetReadDeadline(time.Time{})
	raw, err := t.file.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Read(func(fd uintptr) bool {
		for range maxRest {
			n, err := unix.Read(int(fd), p)
			if n <= 0 || err != nil {
				break
			}
			t.add(p[:n])
		}
		return true
	})
}

func (t *tail) add(p []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - tailSize; over > tailSize {
		t.buf = append(t.buf[:0], t.buf[over:]...)
		t.cut = true
	}
}

// expire stops the reading after d. It is called when the child has been reaped: its output is there by then, and
// only another process can keep the other end open.
func (t *tail) expire(d time.Duration) {
	if t != nil {
		t.file.SetReadDeadline(time.Now().Add(d))
	}
}

// wait waits for the end of run.
func (t *tail) wait() {
	if t != nil {
		<-t.done
	}
}

// close closes both ends if the child did not start.
func (t *tail) close() {
	if t != nil {
		t.file.Close()
	}
}

func (t *tail) String() string {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p, cut := t.buf, t.cut
	if over := len(p) - tailSize; over > 0 {
		p, cut = p[over:], true
	}
	if cut { // the first line may have lost its beginning
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			p = p[i+1:]
		}
	}
	return string(p)
}
