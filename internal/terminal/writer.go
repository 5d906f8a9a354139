package terminal

import (
	"io"
	"sync"
	"time"
)

const (
	// maxStall is how long a terminal may make the stream wait in total, until the stream pauses.
	maxStall = time.Second
	// drainTime is how long finish waits for pending output.
	drainTime = 2 * time.Second
	// maxQueue is how many bytes may be queued when maxStall is used up. What the user types is shown only
	// after them.
	maxQueue = 64 << 10
)

// writer writes to a terminal that may be slow or stop reading. Write waits until the terminal has accepted the output,
// for at most maxStall in total. After that it returns at once, and full says that nothing more should be written for
// now. Write and finish must not be called at the same time.
type writer struct {
	out       io.Writer
	wake      chan struct{} // something is queued
	done      chan struct{} // the queue was written
	stallLeft time.Duration // what is left of maxStall

	mu        sync.Mutex
	queue     []byte
	isBusy    bool // a write is under way
	hasFailed bool // the terminal is gone
}

func newWriter(out io.Writer, guard func()) *writer {
	w := &writer{out: out, wake: make(chan struct{}, 1), done: make(chan struct{}, 1), stallLeft: maxStall}
	go func() {
		defer guard()
		w.run()
	}()
	return w
}

// Write never fails. A terminal that is gone sends SIGHUP, and its input ends.
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

// isBehind reports whether output is queued or being written.
func (w *writer) isBehind() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isBusy || len(w.queue) > 0
}

// isFull reports whether more output would only put the terminal further behind.
func (w *writer) isFull() bool {
	if w.stallLeft > 0 {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queue) > maxQueue
}

// restoreWaits says that the stream has paused. If the terminal has caught up, writes may wait for all of maxStall
// again.
func (w *writer) restoreWaits() {
	if !w.isBehind() {
		w.stallLeft = maxStall
	}
}

// wait waits until everything is written, and reports whether it is.
func (w *writer) wait(d time.Duration) bool {
	timeout := time.NewTimer(d)
	defer timeout.Stop()
	for w.isBehind() {
		select {
		case <-w.done:
		case <-timeout.C:
			return false
		}
	}
	return true
}

// finish writes the queue, if the terminal accepts it, and returns the writer to use from now on.
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

// writeOnce writes the queue, and reports whether it contained anything.
func (w *writer) writeOnce() bool {
	w.mu.Lock()
	p, failed := w.queue, w.hasFailed
	w.queue, w.isBusy = nil, len(p) > 0
	w.mu.Unlock()
	if len(p) == 0 {
		return false
	}
	var err error
	if !failed {
		_, err = w.out.Write(p)
	}
	w.mu.Lock()
	w.isBusy, w.hasFailed = false, failed || err != nil
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
