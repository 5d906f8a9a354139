//go:build amd64 || arm64

package seccomp

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestGuardEnds: the guard ends when nobody is left whose calls it decides. It once took a whole core from then on,
// until its process ended.
func TestGuardEnds(t *testing.T) {
	guards := make(chan *Guard)
	OnThread(func() { // which alone has the filter, and ends with the call
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
