package git

import "syscall"

// attributes are those of a git process: it leads a group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitMemory does nothing: macOS has no such bound.
func limitMemory(int, int) {}

// datesWrites is true: what macOS does was not measured.
func datesWrites(string) bool { return true }

func syncFiles(string) error { return nil }
