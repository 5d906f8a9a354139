package terminal

import (
	"io"
	"sync"
	"time"
)

const (
	// maxStall is how long a terminal may make the stream wait, all in all, until the stream pauses.
	maxStall = time.Second
	// drainTime is how long the end waits for what has not been written.
	drainTime = 2 * time.Second
	// maxQueue is how many bytes may be on their way to the terminal when maxStall is used up: what is typed is shown
	// behind them.
	maxQueue = 64 << 10
)

// writer writes to a terminal that may be slower than what is to be shown, or stand still. A write waits until the
// terminal has taken it, until the waits come to maxStall; after that it returns at once, and full says when nothing
// more should be written for now. Write and finish are called by one goroutine at a time.
type writer struct {
	out       io.Writer
	wake      chan struct{} // there is something to write
	done      chan struct{} // something has been written
	stallLeft time.Duration // of maxStall

	mu     sync.Mutex
	queue  []byte
	busy   bool // a write is under way
	failed bool // the terminal is gone
}

func newWriter(out io.Writer, guard func()) *writer {
	w := &writer{out: out, wake: make(chan struct{}, 1), done: make(chan struct{}, 1), stallLeft: maxStall}
	go func() {
		defer guard()
		w.run()
	}()
	return w
}

// Write never fails: a terminal that is gone tells by SIGHUP and the end of its input.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	w.queue = append(w.queue, p...)
	w.mu.Unlock()
	w.signal()
	if w.stallLeft > 0 {
		began := time.Now()
		w.wait(w.stallLeft)
		w.stallLeft -= time.Since(began)
	}
	return len(p), nil
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// behind reports whether the terminal has not taken yet what was written.
func (w *writer) behind() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.busy || len(w.queue) > 0
}

// full reports whether more would only make the terminal fall further behind.
func (w *writer) full() bool {
	if w.stallLeft > 0 {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queue) > maxQueue
}

// rested says that the stream has paused: if the terminal has caught up, writes may wait for all of maxStall again.
func (w *writer) restoreWaits() {
	if !w.behind() {
		w.stallLeft = maxStall
	}
}

// wait waits until all is written, and reports whether it is.
func (w *writer) wait(d time.Duration) bool {
	timeout := time.NewTimer(d)
	defer timeout.Stop()
	for w.behind() {
		select {
		case <-w.done:
		case <-timeout.C:
			return false
		}
	}
	return true
}

// finish writes what is left, if the terminal takes it, and gives what is to be written to from now on.
func (w *writer) finish() io.Writer {
	written := w.wait(drainTime)
	close(w.wake)
	if !written {
		return io.Discard
	}
	return w.out
}

func (w *writer) run() {
	for range w.wake {
		for w.writeOnce() {
		}
	}
}

// writeOnce writes what is there, and reports whether there was something.
func (w *writer) writeOnce() bool {
	w.mu.Lock()
	p, failed := w.queue, w.failed
	w.queue, w.busy = nil, len(p) > 0
	w.mu.Unlock()
	if len(p) == 0 {
		return false
	}
	var err error
	if !failed {
		_, err = w.out.Write(p)
	}
	w.mu.Lock()
	w.busy, w.failed = false, failed || err != nil
	if w.queue == nil && cap(p) < 1<<20 {
		w.queue = p[:0]
	}
	w.mu.Unlock()
	select {
	case w.done <- struct{}{}:
	default:
	}
	return true
}
