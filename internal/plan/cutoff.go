package plan

import (
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/plan/worktree"
	"ccc/internal/process"
)

// A run that commits in the user's tree must know, after it was killed, what is the work of the task that was cut off,
// and what the user has done since. The time of the run's lock file says until when somebody was there: the run sets it
// while it goes on, and the ccc of a task when it ends. What has changed later is the user's.

// lifeBeat is the time between two signs of life.
const lifeBeat = time.Second

// noteCutOff records what the task left that was running when the last start was killed.
func (r *run) noteCutOff() error {
	info, err := r.store.Lock().Stat()
	if err != nil {
		return err
	}
	until := info.ModTime()
	if boot := process.Boot(); boot.After(until) { // nobody could change a file before the system was there again
		until = boot
	}
	for name, e := range r.record.Tasks {
		if !e.Running || e.Tree {
			continue
		}
		list, err := r.repo.Dirty(r.file)
		if err != nil {
			return err
		}
		r.record.Left = &left{By: name, Files: make(map[string]string)}
		for _, name := range list {
			if path := filepath.Join(r.repo.Dir, name); !changedAfter(path, until) {
				r.record.Left.Files[name] = worktree.Digest(path)
			}
		}
	}
	return nil
}

// changedAfter reports whether a file was changed after that time, or if it is gone, its directory.
func changedAfter(path string, at time.Time) bool {
	var stat unix.Stat_t
	if unix.Lstat(path, &stat) == nil {
		return time.Unix(stat.Ctim.Unix()).After(at)
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return err != nil || info.ModTime().After(at)
		}
	}
}
