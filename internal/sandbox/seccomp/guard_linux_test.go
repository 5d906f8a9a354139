//go:build amd64 || arm64

package seccomp

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestGuardEnds: the guard ends when no process is left whose calls it decides. Before a fix it used a whole core from
// then on until its own process ended.
func TestGuardEnds(t *testing.T) {
	guards := make(chan *Guard)
	OnThread(func() { // only that thread has the filter, and it ends after the call
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			t.Error(err)
		}
		g, err := installGuard(signalCalls(uint32(unix.SIGUSR1)))
		if err != nil {
			t.Error(err)
		}
		guards <- g
	})
	g := <-guards
	if t.Failed() || g.listener == none {
		return
	}
	defer unix.Close(g.listener)
	ended := make(chan struct{})
	go func() { g.Serve(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the guard goes on where all have ended")
	}
}
