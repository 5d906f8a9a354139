//go:build amd64 || arm64

package cage

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock has no right for a file's mode, owner and times. So the calls that change them are answered outside the
// cage: what they name is opened there, and changed there if it lies in the scratch directory. Nothing that the one
// inside rewrites meanwhile counts, for what was looked at is what is changed.

// change is a call that changes what is known of a file: which argument is what.
type change struct {
	kind         int
	fd, path     int // none: the current directory; the descriptor itself
	value, flags int
	noFollow     bool
}

const none = -1

const (
	mode = iota
	owner
	times
)

// metadata are those calls by their number.
var metadata = func() map[uint32]change {
	all := map[uint32]change{
		unix.SYS_FCHMOD:    {kind: mode, fd: 0, path: none, value: 1, flags: none},
		unix.SYS_FCHMODAT:  {kind: mode, fd: 0, path: 1, value: 2, flags: none},
		unix.SYS_FCHMODAT2: {kind: mode, fd: 0, path: 1, value: 2, flags: 3},
		unix.SYS_FCHOWN:    {kind: owner, fd: 0, path: none, value: 1, flags: none},
		unix.SYS_FCHOWNAT:  {kind: owner, fd: 0, path: 1, value: 2, flags: 4},
		unix.SYS_UTIMENSAT: {kind: times, fd: 0, path: 1, value: 2, flags: 3},
	}
	maps.Copy(all, oldMetadata)
	return all
}()

// notified are the calls that serve answers.
func notified() answer {
	return answer{unix.SECCOMP_RET_USER_NOTIF, calls(slices.Sorted(maps.Keys(metadata))...)}
}

// unsupported are the rest of them, which programs can do without.
var unsupported = []answer{
	refuse(unix.EACCES, oldTimes...),
	refuse(unix.EOPNOTSUPP, append(calls(unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
		unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT,
		unix.SYS_FILE_SETATTR),
		call{unix.SYS_IOCTL, &test{1, anyBit, []uint32{unix.FS_IOC_SETFLAGS, fsSetXattr}}})...),
}

// fsSetXattr is FS_IOC_FSSETXATTR of linux/fs.h.
const fsSetXattr = 0x401c5820

// notification is struct seccomp_notif of linux/seccomp.h, reply is struct seccomp_notif_resp.
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

// serve answers the notified calls of those inside until there is none left.
func serve(listener int, scratch string) {
	for {
		var n notification
		errno := control(listener, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n))
		switch errno {
		case 0:
		case unix.EINTR, unix.ENOENT: // ENOENT: the caller is gone
			continue
		default:
			return
		}
		r := reply{id: n.id, errno: -int32(n.apply(listener, scratch))}
		control(listener, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r)) // the caller may be gone
	}
}

func control(fd int, request uintptr, arg unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(arg))
	return errno
}

// apply does what is asked for to a file in the scratch directory.
func (n notification) apply(listener int, scratch string) unix.Errno {
	c, ok := metadata[n.nr]
	if !ok {
		return unix.ENOSYS
	}
	fd, err := n.open(c)
	if err != nil {
		return errnoOf(err)
	}
	defer unix.Close(fd)
	self := "/proc/self/fd/" + strconv.Itoa(fd)
	path, err := os.Readlink(self)
	if err != nil || !within(path, scratch) {
		return unix.EPERM
	}
	var at []unix.Timespec
	if c.kind == times {
		if at, err = n.times(c); err != nil {
			return errnoOf(err)
		}
	}
	// The number may be another process's by now, and what was read from it, too.
	if errno := control(listener, unix.SECCOMP_IOCTL_NOTIF_ID_VALID, unsafe.Pointer(&n.id)); errno != 0 {
		return unix.EPERM
	}
	switch c.kind {
	case mode:
		err = unix.Fchmodat(unix.AT_FDCWD, self, uint32(n.args[c.value])&0o7777, 0)
	case owner:
		uid, gid := int32(n.args[c.value]), int32(n.args[c.value+1])
		err = unix.Fchownat(fd, "", int(uid), int(gid), unix.AT_EMPTY_PATH)
	case times:
		err = unix.UtimesNanoAt(fd, "", at, unix.AT_EMPTY_PATH)
	}
	return errnoOf(err)
}

// open opens what the call names.
func (n notification) open(c change) (int, error) {
	const how = unix.O_PATH | unix.O_CLOEXEC
	proc := "/proc/" + strconv.FormatUint(uint64(n.tid), 10)
	base := proc + "/cwd"
	if c.fd != none && int32(n.args[c.fd]) != unix.AT_FDCWD {
		base = proc + "/fd/" + strconv.Itoa(int(int32(n.args[c.fd])))
	}
	flags := 0
	if c.flags != none {
		flags = int(n.args[c.flags])
	}
	path := ""
	if c.path != none && n.args[c.path] != 0 {
		var err error
		if path, err = n.text(n.args[c.path]); err != nil {
			return none, err
		}
		if path == "" && flags&unix.AT_EMPTY_PATH == 0 {
			return none, unix.ENOENT
		}
	}
	if path == "" {
		return unix.Open(base, how, 0)
	}
	dir, err := unix.Open(base, how, 0)
	if err != nil {
		return none, err
	}
	defer unix.Close(dir)
	follow := uint64(0)
	if c.noFollow || flags&unix.AT_SYMLINK_NOFOLLOW != 0 {
		follow = unix.O_NOFOLLOW
	}
	// A magic link would be one of this process's.
	return unix.Openat2(dir, path, &unix.OpenHow{Flags: how | follow, Resolve: unix.RESOLVE_NO_MAGICLINKS})
}

// times are what a call of utimensat sets.
func (n notification) times(c change) ([]unix.Timespec, error) {
	at := []unix.Timespec{{Nsec: unix.UTIME_NOW}, {Nsec: unix.UTIME_NOW}}
	if n.args[c.value] == 0 {
		return at, nil
	}
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&at[0])), 2*unsafe.Sizeof(at[0]))
	got, err := n.read(n.args[c.value], raw)
	if err == nil && got < len(raw) {
		err = unix.EFAULT
	}
	return at, err
}

// text reads a string that ends in a zero byte.
func (n notification) text(address uint64) (string, error) {
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

// read reads the caller's memory, page by page, for the last one may not be there.
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
