package git

import "syscall"

// attributes returns the attributes of a git process: it leads a process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitMemory does nothing, because macOS has no such limit.
func limitMemory(int, int) {}

// hasWriteTimes returns true. How macOS sets file times was not measured.
func hasWriteTimes(string) bool { return true }

func syncFiles(string) error { return nil }
