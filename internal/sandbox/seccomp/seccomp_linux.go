//go:build amd64 || arm64

package seccomp

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// call is a system call that a filter decides about.
type call struct {
	nr   uint32
	test *test // condition on an argument; nil for none
}

// test compares the lower 32 bits of an argument. For an int, the kernel uses only these.
type test struct {
	arg    int
	mask   uint32
	values []uint32 // the masked argument equals one of them
}

func callsOf(nrs ...uint32) (list []call) {
	for _, nr := range nrs {
		list = append(list, call{nr: nr})
	}
	return list
}

// Offsets in struct seccomp_data on a little-endian machine, in bytes.
const (
	offsetNr   = 0
	offsetArch = 4
	offsetArgs = 16
)

// answer is the action of a filter for a list of calls.
type answer struct {
	action uint32
	calls  []call
}

func refuseCalls(errno unix.Errno, list ...call) answer {
	return answer{unix.SECCOMP_RET_ERRNO | uint32(errno), list}
}

// compileFilter makes a filter that does the actions in answers, and allows all other calls. It refuses calls of
// another architecture's interface, because their numbers mean other calls.
func compileFilter(answers ...answer) []unix.SockFilter {
	load := func(offset int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: uint32(offset)}
	}
	jump := func(op uint16, k uint32, yes, no int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | op | unix.BPF_K, K: k, Jt: uint8(yes), Jf: uint8(no)}
	}
	end := func(action uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
	}
	foreign := end(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS))
	p := []unix.SockFilter{load(offsetArch), jump(unix.BPF_JEQ, auditArch, 1, 0), foreign, load(offsetNr)}
	if x32 != 0 {
		p = append(p, jump(unix.BPF_JSET, x32, 0, 1), foreign)
	}
	for _, answer := range answers {
		for _, call := range answer.calls {
			if call.test == nil {
				p = append(p, jump(unix.BPF_JEQ, call.nr, 0, 1), end(answer.action))
				continue
			}
			values := call.test.values
			p = append(p, jump(unix.BPF_JEQ, call.nr, 0, 2*len(values)+3), load(offsetArgs+8*call.test.arg),
				unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: call.test.mask})
			for _, value := range values {
				p = append(p, jump(unix.BPF_JEQ, value, 0, 1), end(answer.action))
			}
			p = append(p, load(offsetNr))
		}
	}
	return append(p, end(unix.SECCOMP_RET_ALLOW))
}

// installFilter installs the filter permanently for the calling thread and for everything that it starts. The thread
// must be locked. With the flag SECCOMP_FILTER_FLAG_NEW_LISTENER it returns a descriptor for the notifications.
func installFilter(p []unix.SockFilter, flags uintptr) (int, error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, os.NewSyscallError("prctl", err)
	}
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return 0, os.NewSyscallError("seccomp", errno)
	}
	return int(fd), nil
}

const anyBit = ^uint32(0)

// forbiddenCalls returns the calls that reach the memory or the descriptors of another process or the system as a
// whole, or that bypass filters. io_uring makes calls that no filter sees. A new mount of /proc could be writable, and
// open_by_handle_at opens files without a path. A new user namespace is allowed, because it gives no rights over what
// already exists.
func forbiddenCalls() []call {
	return append(callsOf(
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
		unix.SYS_PIDFD_GETFD, unix.SYS_USERFAULTFD, unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
		unix.SYS_OPEN_TREE_ATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
		unix.SYS_MOUNT_SETATTR, unix.SYS_SETNS, unix.SYS_OPEN_BY_HANDLE_AT,
		unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
		unix.SYS_DELETE_MODULE, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_REBOOT, unix.SYS_ACCT, unix.SYS_QUOTACTL,
		unix.SYS_QUOTACTL_FD, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_SETHOSTNAME,
		unix.SYS_SETDOMAINNAME,
	), call{unix.SYS_IOCTL, &test{1, anyBit, []uint32{unix.TIOCSTI, unix.TIOCLINUX}}},
		call{unix.SYS_FCNTL, &test{1, anyBit, []uint32{unix.F_SETSIG}}}) // sends any signal when a descriptor is ready
}

// Forbid refuses forbiddenCalls permanently to the calling thread and to everything that it starts. The thread must be
// locked. The caller must call [Guard.Serve] at once in another goroutine, and set Guard.Program when the process is
// known.
func Forbid() (*Guard, error) {
	return installGuard(signalCalls(uint32(unix.SIGUSR1)), refuseCalls(unix.EPERM, forbiddenCalls()...))
}

// ForbidBesideLandlock refuses to the calling thread, and to everything that it starts, the calls that Landlock does
// not restrict in that ABI. mayChange reports whether the mode, owner and times of a file may be changed. The thread
// must be locked, and the caller must serve the guard, as for [Forbid].
func ForbidBesideLandlock(abi int, mayChange func(path string) bool) (*Guard, error) {
	self, others := schedulingCalls()
	asked := append(signalCalls(uint32(unix.SIGUSR1)), append(others, metadataCalls()...)...)
	answers := append(
		[]answer{refuseCalls(unix.EPERM, forbiddenCalls()...), ipcCalls(), {unix.SECCOMP_RET_ALLOW, self}},
		refusedMetadata()...)
	if abi < 3 {
		answers = append(answers, truncateCalls()...)
	}
	if abi < 6 {
		asked = append(signalCalls(), asked...)
		answers = append(answers, setOwnerCalls(), ignoredSignals())
	}
	g, err := installGuard(asked, answers...)
	if err == nil {
		g.mayChange = mayChange
	}
	return g, err
}

// installGuard installs a filter with the answers, and returns a guard that decides the calls in asked. A process can
// have only one guard: if the container already has one, the calls in asked are refused.
func installGuard(asked []call, answers ...answer) (*Guard, error) {
	ask := answer{unix.SECCOMP_RET_USER_NOTIF, asked}
	listener, err := installFilter(compileFilter(append(answers, ask)...), unix.SECCOMP_FILTER_FLAG_NEW_LISTENER)
	if errors.Is(err, unix.EBUSY) {
		listener = none
		_, err = installFilter(compileFilter(append(answers, refuseCalls(unix.EPERM, asked...))...), 0)
	}
	return &Guard{listener: listener}, err
}

// truncateCalls refuses the calls that empty a file, which Landlock does not restrict before ABI 3. It refuses openat2
// entirely, because its flags are in memory, where a filter cannot see them. Programs then use openat.
func truncateCalls() []answer {
	return []answer{
		refuseCalls(unix.EACCES, append(oldTruncateCalls(), call{nr: unix.SYS_TRUNCATE},
			call{unix.SYS_OPENAT, &test{2, unix.O_TRUNC | unix.O_ACCMODE, []uint32{unix.O_TRUNC}}})...),
		refuseCalls(unix.ENOSYS, call{nr: unix.SYS_OPENAT2}),
	}
}

// setOwnerCalls refuses the calls that let the kernel send a signal to a process when a descriptor is ready. Landlock
// restricts these signals from ABI 6 on.
func setOwnerCalls() answer {
	return refuseCalls(unix.EACCES,
		call{unix.SYS_FCNTL, &test{1, anyBit, []uint32{unix.F_SETOWN, unix.F_SETOWN_EX}}},
		call{unix.SYS_IOCTL, &test{1, anyBit, []uint32{fioSetOwn, siocSetOwn}}})
}

// FIOSETOWN and SIOCSPGRP of asm-generic/sockios.h.
const (
	fioSetOwn  = 0x8901
	siocSetOwn = 0x8902
)

// ipcCalls refuses the calls that reach other processes without a file: unix sockets, and shared memory, queues and
// semaphores with a key or a name. Socket pairs have no name, and are allowed.
func ipcCalls() answer {
	return refuseCalls(unix.EACCES, append(callsOf(unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET,
		unix.SYS_SEMOP, unix.SYS_SEMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
		unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK),
		call{unix.SYS_SOCKET, &test{0, anyBit, []uint32{unix.AF_UNIX}}})...)
}
