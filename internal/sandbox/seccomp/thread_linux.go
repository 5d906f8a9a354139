//go:build amd64 || arm64

package seccomp

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// OnThread calls do on a thread that nothing else uses afterwards, and that is not the first thread of the process. The
// kernel asks the first thread who may send signals to the process, or trace it.
func OnThread(do func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() != unix.Getpid() {
			do()
			return
		}
		begun := make(chan struct{})
		OnThread(func() { close(begun); do() }) // on another thread, because this goroutine has the first
		<-begun
		runtime.UnlockOSThread()
	}()
}
