package seccomp

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// x32 is 0, because arm64 has only one system call interface, and none of the older calls.
const x32 = 0

func oldTruncateCalls() []call                  { return nil }
func oldMetadataCalls() map[uint32]metadataCall { return nil }
func oldTimesCalls() []call                     { return nil }
