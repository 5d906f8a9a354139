package git

import "syscall"

// attributes are those of a git process: it leads a group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitMemory does nothing: macOS has no such bound.
func limitMemory(int, int) {}
