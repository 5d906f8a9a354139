package state

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Recordings returns the directory of the launches' recordings.
func (d Dir) Recordings() string { return filepath.Join(string(d), "recordings") }

// Edits returns the directory of the drafts that ccc provider edit opens in an editor.
func (d Dir) Edits() string { return filepath.Join(string(d), "edit") }

// Indexes returns the directory in which git.Tree stores digests of its index of each repository.
func (d Dir) Indexes() string { return filepath.Join(string(d), "indexes") }

// Hooks returns the path of the list of git hooks that ccc has written.
func (d Dir) Hooks() string { return filepath.Join(string(d), "pre-push.json") }

// Plans returns the directory with copies of plans from before a run changed them back.
func (d Dir) Plans() string { return filepath.Join(string(d), "plans") }

// Runs returns the directory with the states of --run-id.
func (d Dir) Runs() string { return filepath.Join(string(d), "runs") }

// playPrefix begins the names of the files of Play.
const playPrefix = "play-"

// PlayPath returns the path, without its extension, of the files in which the players that one ccc started store their
// position in a recording. pid is that ccc's process id. It also removes the [Dir.OldPlayFiles].
func (d Dir) PlayPath(pid int, recording string) string {
	for _, path := range d.OldPlayFiles() {
		os.Remove(path)
	}
	hash := fnv.New32a()
	hash.Write([]byte(recording))
	return filepath.Join(string(d), fmt.Sprintf("%s%d-%08x", playPrefix, pid, hash.Sum32()))
}

// OldPlayFiles lists the files of [Dir.PlayPath] that are more than a day old. Their ccc could not remove them.
func (d Dir) OldPlayFiles() (paths []string) {
	entries, _ := os.ReadDir(string(d)) // nothing to remove if it cannot be read
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
