package process

import (
	"context"
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestUntilSignalAtTheEnd: a signal that comes just as the function ends is not lost. With one processor the function
// has ended before its signal is handed on.
func TestUntilSignalAtTheEnd(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for range 100 {
		caught := UntilSignal(func(context.Context) {
			runtime.LockOSThread()
			if err := unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGUSR2); err != nil {
				t.Error(err)
			}
		}, unix.SIGUSR2)
		if caught != unix.SIGUSR2 {
			t.Fatalf("got %v", caught)
		}
	}
	if caught := UntilSignal(func(context.Context) {}, unix.SIGUSR2); caught != nil {
		t.Errorf("got %v without a signal", caught)
	}
}
