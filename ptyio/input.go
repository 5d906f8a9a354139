package ptyio

import (
	"io"
	"sync"
)

// input is the queue of lines for the child's stdin. It has no limit, because senders must never wait for a child
// that does not read; messages are small.
type input struct {
	mu     sync.Mutex
	wake   sync.Cond
	queue  [][]byte
	closed bool
	socket io.WriteCloser
}

func newInput(socket io.WriteCloser) *input {
	q := &input{socket: socket}
	q.wake.L = &q.mu
	return q
}

func (q *input) send(line []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.queue = append(q.queue, line)
		q.wake.Signal()
	}
}

// close ends the child's input after the queued lines.
func (q *input) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Signal()
}

// drop closes the socket at once, which also wakes a blocked write. Queued lines are lost.
func (q *input) drop() {
	q.close()
	q.socket.Close()
}

// run writes until the queue is closed and empty, or nobody can read any more.
func (q *input) run() {
	defer q.drop()
	for {
		lines := q.next()
		if lines == nil {
			return
		}
		for _, line := range lines {
			if _, err := q.socket.Write(line); err != nil {
				return // the child is gone or has closed its stdin, which its status will show
			}
		}
	}
}

// next waits for lines and returns all of them; nil means that no more will come.
func (q *input) next() [][]byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.queue) == 0 && !q.closed {
		q.wake.Wait()
	}
	lines := q.queue
	q.queue = nil
	return lines
}
