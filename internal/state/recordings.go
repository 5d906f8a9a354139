package state

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"time"
)

// Recordings is the directory of what launches wrote down.
func (d Dir) Recordings() string { return filepath.Join(string(d), "recordings") }

// Play is what the files begin with in which the players of one ccc, whose process id is given, keep what of a recording comes
// next. Those of a day ago are removed: their ccc has ended without them.
func (d Dir) Play(pid int, recording string) string {
	old, _ := filepath.Glob(filepath.Join(string(d), "play-*")) // the pattern is good
	for _, path := range old {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			os.Remove(path)
		}
	}
	hash := fnv.New32a()
	hash.Write([]byte(recording))
	return filepath.Join(string(d), fmt.Sprintf("play-%d-%08x", pid, hash.Sum32()))
}
