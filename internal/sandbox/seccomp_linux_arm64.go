package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// There is one interface, and no call that newer ones have replaced.
const x32 = 0

func oldTruncating() []call          { return nil }
func oldMetadata() map[uint32]change { return nil }
func oldTimes() []call               { return nil }
