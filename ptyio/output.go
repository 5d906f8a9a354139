package ptyio

import (
	"fmt"
	"os"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// output is our side of the child's output: the master of a pty, or a socket.
type output struct {
	file *os.File
	tty  string // name of the other side, empty for a socket
}

// openOutput opens both sides; guest is the child's.
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
	// Raw before the child exists: it must not be able to write a byte that is changed on the way.
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

// resize does not use pty.Setsize: that takes the descriptor's number out of the file, where it may be closed and be
// another's by the time it is used.
func (o output) resize(s Size) error {
	if o.tty == "" {
		return nil
	}
	return control(o.file, func(fd int) error { return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, s.winsize()) })
}

// readable says that there is something to read at once. Where poll does not know, it says no.
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

// wake ends a read that waits in copyOut. Nothing interrupts one on the master of a pty, so it is given something to
// read: the ring is closed by now and drops it. The master is still open, so that the name cannot be that of another
// pty already.
func (o output) wake() {
	if o.tty == "" {
		o.file.SetReadDeadline(time.Unix(1, 0))
		return
	}
	// Not as an os.File, whose Write waits for room: where there is none, the read does not wait either.
	fd, err := unix.Open(o.tty, unix.O_WRONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return // hung up: the read has ended, or will with the last that holds the terminal
	}
	_, _ = unix.Write(fd, []byte{0})
	_ = unix.Close(fd)
}
