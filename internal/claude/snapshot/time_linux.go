package snapshot

import (
	"io/fs"
	"syscall"
)

// changeTime returns the inode's change time. A program cannot set it, unlike the time of modification.
func changeTime(info fs.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ctim.Nano()
	}
	return 0
}
