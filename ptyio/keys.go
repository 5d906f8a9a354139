package ptyio

import (
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// Keys reads a terminal until Stop, and leaves what is typed after that to the next program.
type Keys struct {
	in          *os.File
	stop, awake *os.File   // the ends of a pipe; nil if there is none
	reading     sync.Mutex // held from the look at the terminal to the end of the read
}

// NewKeys returns a reader of a terminal.
func NewKeys(in *os.File) *Keys {
	k := &Keys{in: in}
	k.stop, k.awake, _ = os.Pipe() // without it Stop does nothing
	return k
}

// Read reads what has been typed. After Stop it never returns.
func (k *Keys) Read(p []byte) (int, error) {
	k.reading.Lock()
	canTell, stopped := k.wait()
	switch {
	case stopped:
		k.reading.Unlock()
		select {}
	case canTell:
		defer k.reading.Unlock()
	default:
		k.reading.Unlock() // the read may take any time
	}
	return k.in.Read(p)
}

// Stop ends the reading. A system whose poll knows no terminals cannot stop it.
func (k *Keys) Stop() {
	if k.awake == nil {
		return
	}
	_, _ = k.awake.Write([]byte{0})
	k.reading.Lock() // until a read is over that has begun
	defer k.reading.Unlock()
}

// wait waits until something was typed, or Stop is called. canTell is false if poll cannot tell.
func (k *Keys) wait() (canTell, stopped bool) {
	if k.stop == nil {
		return false, false
	}
	_ = control(k.in, func(in int) error {
		return control(k.stop, func(stop int) error {
			fds := []unix.PollFd{{Fd: int32(stop), Events: unix.POLLIN}, {Fd: int32(in), Events: unix.POLLIN}}
			for {
				_, err := unix.Poll(fds, -1)
				if err == unix.EINTR {
					continue
				}
				stopped = err == nil && fds[0].Revents != 0
				canTell = err == nil && fds[1].Revents&unix.POLLNVAL == 0
				return err
			}
		})
	})
	return canTell, stopped
}
