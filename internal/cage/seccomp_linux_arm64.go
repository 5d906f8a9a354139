package cage

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// There is one interface, and no call that newer ones have replaced.
const x32 = 0

var (
	oldTruncating []call
	oldMetadata   map[uint32]change
	oldTimes      []call
)
