package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
)

const (
	trialPrefix = "ccc-doctor-"
	heldName    = "held" // the file in a trial's directory that is locked while its ccc lives
	starting    = time.Minute
)

// trialDir makes a directory for a trial in dir, with an absolute path. remove removes it. If ccc is killed, the
// directory is recognized by a lock that nobody holds, see [SweepTrials].
func trialDir(dir string) (path string, remove func(), err error) {
	failed := func(err error) (string, func(), error) {
		return "", nil, lang.Errorf("make a directory for the trial: %w", err)
	}
	if dir, err = filepath.Abs(dir); err != nil { // programs in it run in other working directories
		return failed(err)
	}
	if path, err = os.MkdirTemp(dir, trialPrefix); err != nil {
		return failed(err)
	}
	held, err := os.OpenFile(filepath.Join(path, heldName), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = file.Hold(held)
	}
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		held.Close()
		removeAll(path)
		return failed(err)
	}
	return path, func() { removeAll(path); held.Close() }, nil
}

// SweepTrials removes this user's directories of trials whose ccc was killed.
func SweepTrials(l file.Listing, dirs ...string) {
	for _, path := range trials(l, dirs...) {
		removeAll(path)
	}
}

// trials returns the directories of trials whose ccc was killed.
func trials(l file.Listing, dirs ...string) (left []string) {
	for _, dir := range slices.Compact(slices.Sorted(slices.Values(dirs))) {
		for _, name := range l.Names(dir, trialPrefix) {
			path := filepath.Join(dir, name)
			info, err := os.Lstat(path)
			if err != nil || !info.IsDir() || info.Sys().(*syscall.Stat_t).Uid != uint32(os.Geteuid()) {
				continue
			}
			held, err := os.Open(filepath.Join(path, heldName))
			if err != nil { // it is being made right now, or its ccc was killed then
				if time.Since(info.ModTime()) > starting {
					left = append(left, path)
				}
				continue
			}
			if free, err := file.TryHold(held); free && err == nil {
				left = append(left, path)
			}
			held.Close()
		}
	}
	return left
}
