package state

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Recordings is the directory of the launches' recordings.
func (d Dir) Recordings() string { return filepath.Join(string(d), "recordings") }

// Edits is the directory of the copies that ccc provider edit gives to an editor.
func (d Dir) Edits() string { return filepath.Join(string(d), "edit") }

// Runs is the directory of what is kept for --run-id.
func (d Dir) Runs() string { return filepath.Join(string(d), "runs") }

// playPrefix begins the names of the files of Play.
const playPrefix = "play-"

// Play is the path, without its ending, of the files in which the players started by one ccc remember where they are in
// a recording; pid is the process id of that ccc. It also removes those of [Dir.OldPlay].
func (d Dir) Play(pid int, recording string) string {
	for _, path := range d.OldPlay() {
		os.Remove(path)
	}
	hash := fnv.New32a()
	hash.Write([]byte(recording))
	return filepath.Join(string(d), fmt.Sprintf("%s%d-%08x", playPrefix, pid, hash.Sum32()))
}

// OldPlay are the files of [Dir.Play] that are a day old: their ccc did not get to remove them.
func (d Dir) OldPlay() (paths []string) {
	entries, _ := os.ReadDir(string(d)) // an old file that cannot be found stays
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), playPrefix) {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			paths = append(paths, filepath.Join(string(d), entry.Name()))
		}
	}
	return paths
}
