package seccomp

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// x32 is the bit that marks the number of a system call of the x32 ABI.
const x32 = 0x40000000

// The system calls that only older architectures have.

func oldTruncateCalls() []call {
	return []call{{unix.SYS_OPEN, &test{1, unix.O_TRUNC | unix.O_ACCMODE, []uint32{unix.O_TRUNC}}}}
}

func oldMetadataCalls() map[uint32]metadataCall {
	return map[uint32]metadataCall{
		unix.SYS_CHMOD:  {kind: changeMode, path: 0, fd: none, value: 1, flags: none},
		unix.SYS_CHOWN:  {kind: changeOwner, path: 0, fd: none, value: 1, flags: none},
		unix.SYS_LCHOWN: {kind: changeOwner, path: 0, fd: none, value: 1, flags: none, noFollow: true},
	}
}

func oldTimesCalls() []call { return callsOf(unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT) }
