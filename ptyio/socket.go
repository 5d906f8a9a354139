package ptyio

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// socketPair returns the two ends of a stream that no other process can open. A pipe or terminal can be opened by any
// process of the same user through /proc/PID/fd/N. What was sent can still be read after the sender has closed.
func socketPair() (ours, theirs *os.File, err error) {
	syscall.ForkLock.RLock() // macOS has no SOCK_CLOEXEC
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err == nil {
		if err = unix.SetNonblock(fds[0], true); err != nil { // so that a deadline and Close end a read
			_ = unix.Close(fds[0])
			_ = unix.Close(fds[1])
		}
	}
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	return os.NewFile(uintptr(fds[0]), "socket"), os.NewFile(uintptr(fds[1]), "socket"), nil
}

// FromChild opens a stream on which a child only writes. The child gets theirs, which must then be closed here. No
// other process can open the stream, unlike a pipe, which /proc/PID/fd/N opens.
func FromChild() (ours, theirs *os.File, err error) { return oneWay(unix.SHUT_WR) }

// ToChild opens a stream on which a child only reads, as FromChild does for one on which it only writes.
func ToChild() (ours, theirs *os.File, err error) { return oneWay(unix.SHUT_RD) }

// oneWay opens a stream and closes one direction of it, as seen from our end.
func oneWay(how int) (ours, theirs *os.File, err error) {
	if ours, theirs, err = socketPair(); err != nil {
		return nil, nil, err
	}
	if err = control(ours, func(fd int) error { return unix.Shutdown(fd, how) }); err != nil {
		ours.Close()
		theirs.Close()
		return nil, nil, os.NewSyscallError("shutdown", err)
	}
	return ours, theirs, nil
}
