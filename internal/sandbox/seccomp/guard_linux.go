//go:build amd64 || arm64

package seccomp

import (
	"bytes"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// notification is struct seccomp_notif of linux/seccomp.h, and reply is struct seccomp_notif_resp.
type (
	notification struct {
		id    uint64
		tid   uint32
		flags uint32
		nr    uint32
		arch  uint32
		ip    uint64
		args  [6]uint64
	}
	reply struct {
		id    uint64
		value int64
		errno int32
		flags uint32
	}
)

// Guard decides, outside of the cage, the calls that a filter cannot decide by their arguments alone.
type Guard struct {
	// Descriptor of the filter's notifications; none if the guard has nothing to decide.
	listener int
	// Reports whether a file's metadata may be changed; nil if the filter does not ask about metadata.
	mayChange func(path string) bool
	Program   atomic.Int64 // number of the process that was started in the cage; 0 until it is known
}

// Serve decides calls until all processes in the cage have ended.
func (g *Guard) Serve() {
	for g.wait() {
		var n notification
		switch ioctl(g.listener, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)) {
		case 0:
		case unix.EINTR, unix.ENOENT: // ENOENT: the caller has ended
			continue
		default:
			return
		}
		r := reply{id: n.id}
		if c, ok := metadataByNumber()[n.nr]; ok {
			r.errno = -int32(g.changeMetadata(n, c))
		} else if _, ok := schedulingArguments()[n.nr]; ok {
			if r.errno = -int32(g.judgeScheduling(n)); r.errno == 0 {
				r.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
			}
		} else if errno, done := g.judgeSignal(n); errno != 0 || done {
			r.errno = -int32(errno)
		} else {
			r.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
		}
		ioctl(g.listener, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r)) // fails if the caller has ended
	}
}

// wait waits for a call. It returns false if all processes in the cage have ended. From Linux 6.11 on, receiving a call
// then fails at once with ENOENT; before, it blocks for ever.
func (g *Guard) wait() bool {
	fds := []unix.PollFd{{Fd: int32(g.listener), Events: unix.POLLIN}}
	for {
		_, err := unix.Poll(fds, -1)
		if err != unix.EINTR {
			return err == nil && fds[0].Revents&unix.POLLIN != 0
		}
	}
}

// isWaiting reports whether the caller still waits. If it does not, its process number may now belong to another
// process.
func (g *Guard) isWaiting(n notification) bool {
	return ioctl(g.listener, unix.SECCOMP_IOCTL_NOTIF_ID_VALID, unsafe.Pointer(&n.id)) == 0
}

func ioctl(fd int, request uintptr, arg unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(arg))
	return errno
}

// readString reads a string from the caller's memory, which ends with a zero byte.
func (n notification) readString(address uint64) (string, error) {
	buf := make([]byte, unix.PathMax)
	got, err := n.read(address, buf)
	if err != nil {
		return "", err
	}
	end := bytes.IndexByte(buf[:got], 0)
	if end < 0 {
		return "", unix.ENAMETOOLONG
	}
	return string(buf[:end]), nil
}

// read reads the caller's memory page by page, because the last page may not be mapped.
func (n notification) read(address uint64, into []byte) (int, error) {
	page := uint64(os.Getpagesize())
	var remote []unix.RemoteIovec
	for from, left := address, uint64(len(into)); left > 0; {
		size := min(left, page-from%page)
		remote = append(remote, unix.RemoteIovec{Base: uintptr(from), Len: int(size)})
		from, left = from+size, left-size
	}
	local := []unix.Iovec{{Base: &into[0]}}
	local[0].SetLen(len(into))
	return unix.ProcessVMReadv(int(n.tid), local, remote, 0)
}

func errnoOf(err error) unix.Errno {
	switch e, ok := err.(unix.Errno); {
	case err == nil:
		return 0
	case ok:
		return e
	}
	return unix.EPERM
}
