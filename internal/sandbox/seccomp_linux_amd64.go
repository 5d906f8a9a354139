package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// x32 is the bit by which a system call is one of the ABI of that name, with numbers of its own.
const x32 = 0x40000000

// The system calls that only older architectures have.

func oldTruncating() []call {
	return []call{{unix.SYS_OPEN, &test{1, unix.O_TRUNC | unix.O_ACCMODE, []uint32{unix.O_TRUNC}}}}
}

func oldMetadata() map[uint32]change {
	return map[uint32]change{
		unix.SYS_CHMOD:  {kind: mode, path: 0, fd: none, value: 1, flags: none},
		unix.SYS_CHOWN:  {kind: owner, path: 0, fd: none, value: 1, flags: none},
		unix.SYS_LCHOWN: {kind: owner, path: 0, fd: none, value: 1, flags: none, noFollow: true},
	}
}

func oldTimes() []call { return calls(unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT) }
