package cage

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// x32 is the bit by which a system call is one of the ABI of that name, with numbers of its own.
const x32 = 0x40000000

// The system calls that only older architectures have.
var (
	oldTruncating = []call{
		{nr: unix.SYS_OPEN, test: &test{arg: 1, mask: unix.O_TRUNC | unix.O_ACCMODE, values: []uint32{unix.O_TRUNC}}},
	}
	oldMetadata = map[uint32]change{
		unix.SYS_CHMOD:  {kind: mode, path: 0, fd: none, value: 1, flags: none},
		unix.SYS_CHOWN:  {kind: owner, path: 0, fd: none, value: 1, flags: none},
		unix.SYS_LCHOWN: {kind: owner, path: 0, fd: none, value: 1, flags: none, noFollow: true},
	}
	oldTimes = calls(unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT)
)
