//go:build amd64 || arm64

package seccomp

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// OnThread calls do on a thread that runs nothing else afterwards and is not the first thread of the process. The
// kernel uses the first thread to decide who may signal or trace the process.
func OnThread(do func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() != unix.Getpid() {
			do()
			return
		}
		begun := make(chan struct{})
		OnThread(func() { close(begun); do() }) // on another thread, because this goroutine occupies the first
		<-begun
		runtime.UnlockOSThread()
	}()
}
