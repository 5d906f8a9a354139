package plan

import (
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/plan/worktree"
	"ccc/internal/process"
)

// After a run that commits in the user's tree was killed, the next start must tell the work of the interrupted task
// from later changes of the user. The modification time of the run's lock file says until when the run or a task was
// alive: the run updates it while it runs, and the ccc of a task when it ends. Later changes are the user's.

// lifeBeat is the interval at which the run updates its lock file.
const lifeBeat = time.Second

// noteCutOff records the changes of the task that was running when the last start was killed.
func (r *run) noteCutOff() error {
	info, err := r.store.Lock().Stat()
	if err != nil {
		return err
	}
	until := info.ModTime()
	if boot := process.Boot(); boot.After(until) { // no process could change a file between the kill and the boot
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

// changedAfter reports whether a file was changed after at. For a missing file it looks at the directory.
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
