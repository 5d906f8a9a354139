//go:build amd64 || arm64

package seccomp

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOnThread: each call runs on its own thread, and never on the first thread of the process.
func TestOnThread(t *testing.T) {
	const calls = 50
	tids, end := make(chan int), make(chan struct{})
	defer close(end)
	for range calls {
		OnThread(func() {
			tids <- unix.Gettid()
			<-end
		})
	}
	seen := map[int]bool{os.Getpid(): true}
	for range calls {
		tid := <-tids
		if seen[tid] {
			t.Errorf("thread %d of process %d", tid, os.Getpid())
		}
		seen[tid] = true
	}
}
