package file

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// TemporaryPrefix begins the names of ccc's files in the system's temporary directory that have no lock.
// [SweepTemporary] removes those that a killed ccc has left.
const TemporaryPrefix = "ccc-tmp-"

// maxTemporary is longer than any such file is in use: for one question to git, one review, one demo.
const maxTemporary = 24 * time.Hour

// SweepTemporary removes this user's files and directories in the system's temporary directory that have
// [TemporaryPrefix] and are older than a day.
func SweepTemporary(l Listing) {
	for _, name := range l.Names(os.TempDir(), TemporaryPrefix) {
		path := filepath.Join(os.TempDir(), name)
		info, err := os.Lstat(path)
		if err == nil && info.Sys().(*syscall.Stat_t).Uid == uint32(os.Geteuid()) &&
			time.Since(info.ModTime()) > maxTemporary {
			_ = os.RemoveAll(path) // the next start tries again
		}
	}
}
