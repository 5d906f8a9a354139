package ptyio

import (
	"fmt"
	"os"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// output is our end of the child's output: the master of a pty, or a socket.
type output struct {
	file *os.File
	tty  string // name of the pty's other end; "" for a socket
}

// openOutput opens both ends; guest is the child's.
func openOutput(cmd Command) (o output, guest *os.File, err error) {
	if cmd.Pipes {
		o.file, guest, err = FromChild()
		return o, guest, err
	}
	o.file, guest, err = pty.Open()
	if err != nil {
		return o, nil, fmt.Errorf("%w: %w", ErrNoPTY, err)
	}
	o.tty = guest.Name()
	// The pty becomes raw before the child exists, so that each byte of the child passes unchanged.
	if _, err = term.MakeRaw(int(guest.Fd())); err == nil {
		err = o.resize(cmd.Size.orDefault())
	}
	if err != nil {
		o.file.Close()
		guest.Close()
		return o, nil, fmt.Errorf("%w: %w", ErrNoPTY, err)
	}
	return o, guest, nil
}

// resize does not use pty.Setsize, which takes the descriptor's number out of the file: before the number is used,
// the file may be closed and the number belong to another file.
func (o output) resize(s Size) error {
	if o.tty == "" {
		return nil
	}
	return control(o.file, func(fd int) error { return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, s.winsize()) })
}

// readable reports whether a read would return at once. If poll cannot tell, it returns false.
func (o output) readable() bool {
	ready := false
	_ = control(o.file, func(fd int) error {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		_, err := unix.Poll(fds, 0)
		ready = err == nil && fds[0].Revents&unix.POLLIN != 0
		return err
	})
	return ready
}

// wake ends a read that waits in copyOut. A read on the master of a pty cannot be interrupted, so wake gives it a
// byte; the ring is closed by now and drops the byte. The master is still open, so the name cannot belong to another
// pty yet.
func (o output) wake() {
	if o.tty == "" {
		o.file.SetReadDeadline(time.Unix(1, 0))
		return
	}
	// This is not an os.File, because its Write would wait for room. If there is no room, the read does not wait
	// either.
	fd, err := unix.Open(o.tty, unix.O_WRONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return // hung up: the read has ended, or will with the last that holds the terminal
	}
	_, _ = unix.Write(fd, []byte{0})
	_ = unix.Close(fd)
}
