//go:build amd64 || arm64

package sandbox

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// onThread calls do on a thread that is left to it for good, and that is not the first one of the process: who may send
// a signal to the process, or look into it, is decided by what the first one is.
func onThread(do func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() != unix.Getpid() {
			do()
			return
		}
		begun := make(chan struct{})
		onThread(func() { close(begun); do() }) // on another one, while this goroutine has the first
		<-begun
		runtime.UnlockOSThread()
	}()
}
