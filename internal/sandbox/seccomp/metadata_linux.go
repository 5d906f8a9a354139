//go:build amd64 || arm64

package seccomp

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock cannot restrict changes of a file's mode, owner and times. So a process outside of the cage handles the
// calls for these: it opens the file, and makes the change if that is allowed for the file. The caller cannot replace
// the file in between, because the change is made to the opened file.

// metadataCall describes the arguments of a system call that changes a file's mode, owner or times.
type metadataCall struct {
	kind int
	// The positions of arguments. If fd is none, the path is relative to the current directory. If path is none, the
	// call is for the file of the descriptor.
	fd, path     int
	value, flags int
	noFollow     bool
}

const none = -1

const (
	changeMode = iota
	changeOwner
	changeTimes
)

// metadataByNumber returns the metadata calls by their numbers.
var metadataByNumber = sync.OnceValue(func() map[uint32]metadataCall {
	all := map[uint32]metadataCall{
		unix.SYS_FCHMOD:    {kind: changeMode, fd: 0, path: none, value: 1, flags: none},
		unix.SYS_FCHMODAT:  {kind: changeMode, fd: 0, path: 1, value: 2, flags: none},
		unix.SYS_FCHMODAT2: {kind: changeMode, fd: 0, path: 1, value: 2, flags: 3},
		unix.SYS_FCHOWN:    {kind: changeOwner, fd: 0, path: none, value: 1, flags: none},
		unix.SYS_FCHOWNAT:  {kind: changeOwner, fd: 0, path: 1, value: 2, flags: 4},
		unix.SYS_UTIMENSAT: {kind: changeTimes, fd: 0, path: 1, value: 2, flags: 3},
	}
	maps.Copy(all, oldMetadataCalls())
	return all
})

// metadataCalls returns the metadata calls in the form that a filter takes.
func metadataCalls() []call { return callsOf(slices.Sorted(maps.Keys(metadataByNumber()))...) }

// refusedMetadata refuses other calls that change metadata. Programs can do without these.
func refusedMetadata() []answer {
	return []answer{
		refuseCalls(unix.EACCES, oldTimesCalls()...),
		refuseCalls(unix.EOPNOTSUPP,
			append(callsOf(unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
				unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT,
				unix.SYS_FILE_SETATTR),
				call{unix.SYS_IOCTL, &test{1, anyBit, []uint32{unix.FS_IOC_SETFLAGS, fsSetXattr}}})...),
	}
}

// fsSetXattr is FS_IOC_FSSETXATTR of linux/fs.h.
const fsSetXattr = 0x401c5820

// changeMetadata makes the change that the call asks for, if it is allowed for the file.
func (g *Guard) changeMetadata(n notification, c metadataCall) unix.Errno {
	fd, err := n.open(c)
	if err != nil {
		return errnoOf(err)
	}
	defer unix.Close(fd)
	self := "/proc/self/fd/" + strconv.Itoa(fd)
	path, err := os.Readlink(self)
	if err != nil || !g.mayChange(path) {
		return unix.EPERM
	}
	var at []unix.Timespec
	if c.kind == changeTimes {
		if at, err = n.times(c); err != nil {
			return errnoOf(err)
		}
	}
	if !g.isWaiting(n) {
		return unix.EPERM
	}
	switch c.kind {
	case changeMode:
		err = unix.Fchmodat(unix.AT_FDCWD, self, uint32(n.args[c.value])&0o7777, 0)
	case changeOwner:
		uid, gid := int32(n.args[c.value]), int32(n.args[c.value+1])
		err = unix.Fchownat(fd, "", int(uid), int(gid), unix.AT_EMPTY_PATH)
	case changeTimes:
		err = unix.UtimesNanoAt(fd, "", at, unix.AT_EMPTY_PATH)
	}
	return errnoOf(err)
}

// open opens the file that the call names.
func (n notification) open(c metadataCall) (int, error) {
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
		if path, err = n.readString(n.args[c.path]); err != nil {
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
	// This process would resolve a magic link, such as /proc/self/fd/3, for itself and not for the caller.
	return unix.Openat2(dir, path, &unix.OpenHow{Flags: how | follow, Resolve: unix.RESOLVE_NO_MAGICLINKS})
}

// times reads the times in the arguments of utimensat.
func (n notification) times(c metadataCall) ([]unix.Timespec, error) {
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
