package seccomp

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// There is one interface, and no call that newer ones have replaced.
const x32 = 0

func oldTruncateCalls() []call                  { return nil }
func oldMetadataCalls() map[uint32]metadataCall { return nil }
func oldTimesCalls() []call                     { return nil }
