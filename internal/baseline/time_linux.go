package baseline

import (
	"io/fs"
	"syscall"
)

// changeTime is the time at which the file or its times were last changed, which a program cannot set.
func changeTime(info fs.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ctim.Nano()
	}
	return 0
}
