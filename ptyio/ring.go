package ptyio

import (
	"io"
	"sync"
)

// ringSize is the room between the child and the reader. The pty gives at most 4 kB per read, so this is 64 reads:
// enough for both sides to run at the same time, and so little that a child soon waits for a reader that stops.
const ringSize = 256 << 10

// ring is a bounded buffer between one writer and one reader.
//
//	0                 taken%len                put%len          len
//	├──── free ────────┼──── waiting to be read ──┼──── free ─────┤     0 <= put-taken <= len
//
// The writer owns the free part and the reader the other one, so both copy without the lock.
type ring struct {
	mu            sync.Mutex
	room, data    sync.Cond
	buf           []byte
	written, read int64 // bytes since the start
	isWaiting     bool  // the writer waits for the reader
	blocked       bool  // the writer has waited since the last look
	closed        bool  // nothing more is accepted
}

func newRing(size int) *ring {
	r := &ring{buf: make([]byte, size)}
	r.room.L, r.data.L = &r.mu, &r.mu
	return r
}

// space waits for room and returns the next free part in one piece, or nil once the ring is closed. A full ring opens
// again only when it is half empty, because otherwise many small reads of the caller would cause as many small reads
// of the pty.
func (r *ring) space() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.written-r.read == int64(len(r.buf)) {
		r.blocked, r.isWaiting = true, true
		for !r.closed && r.written-r.read > int64(len(r.buf)/2) {
			r.room.Wait()
		}
		r.isWaiting = false
	}
	if r.closed {
		return nil
	}
	from := int(r.written % int64(len(r.buf)))
	free := len(r.buf) - int(r.written-r.read)
	return r.buf[from:min(from+free, len(r.buf))]
}

// commit adds the first n bytes of the last space to the stream. After close they are dropped.
func (r *ring) commit(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed && n > 0 {
		r.written += int64(n)
		r.data.Signal()
	}
}

// close ends the stream: the reader gets the rest, then io.EOF.
func (r *ring) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.data.Broadcast()
	r.room.Broadcast()
}

// Read waits for data.
func (r *ring) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	r.mu.Lock()
	for r.written == r.read && !r.closed {
		r.data.Wait()
	}
	from, n := int(r.read%int64(len(r.buf))), int(r.written-r.read)
	r.mu.Unlock()
	if n == 0 {
		return 0, io.EOF
	}
	n = copy(p, r.buf[from:min(from+n, len(r.buf))])

	r.mu.Lock()
	defer r.mu.Unlock()
	r.read += int64(n)
	if r.written-r.read <= int64(len(r.buf)/2) {
		r.room.Signal()
	}
	return n, nil
}

// flow describes what has passed through a ring between two looks. The drain decides by it.
type flow struct {
	written, read int64
	blocked       bool // the writer waited for the reader in the meantime, or still does
}

func (r *ring) readFlow() flow {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := flow{r.written, r.read, r.blocked}
	r.blocked = r.isWaiting
	return f
}
