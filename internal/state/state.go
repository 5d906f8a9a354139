// Package state owns the state directory: its location and the names and contents of its files. Only the user may
// access the directory (0700) and every file in it (0600).
package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Dir is the path of a state directory, which may not exist yet.
type Dir string

// Find returns the state directory: in workDir (CCC_WORK_DIR) if that is set, else in claude's configuration directory.
func Find(workDir, configDir string) Dir {
	if workDir != "" {
		return Dir(filepath.Join(workDir, "ccc"))
	}
	return Dir(filepath.Join(configDir, "ccc"))
}

// Create makes the directory, and the ones above it, where they are missing.
func (d Dir) Create() error {
	if err := os.MkdirAll(string(d), 0o700); err != nil {
		return lang.Errorf("create the state directory: %w", err)
	}
	return nil
}

// Once reports whether no ccc has called it with that name before. It remembers the call by an empty file.
func (d Dir) Once(name string) (first bool, err error) {
	if err := d.Create(); err != nil {
		return false, err
	}
	f, err := os.OpenFile(filepath.Join(string(d), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err == nil {
		err = f.Close()
	}
	return err == nil, err
}

// HookLog returns the path of the Stop hook's log.
func (d Dir) HookLog() string { return filepath.Join(string(d), "hook-invocation.log") }

// Log returns the path of the log of the loop.
func (d Dir) Log() string { return filepath.Join(string(d), "ccc.log") }

// ClaudeVersion returns the path of the file with the version that a claude reported last.
func (d Dir) ClaudeVersion() string { return filepath.Join(string(d), "claude-version.json") }

// ProgramDigests returns the path of the file with the digests of the programs that launches have started.
func (d Dir) ProgramDigests() string { return filepath.Join(string(d), "program-digests.json") }

// AgentTools returns the path of the file with the tools of the agent that was started last.
func (d Dir) AgentTools() string { return filepath.Join(string(d), "agent-tools.json") }

// Output returns the path of the file to which the reviewers' output for a session is appended.
func (d Dir) Output(session string) string {
	return filepath.Join(string(d), "supervisor-"+session+"-output.jsonl")
}

// Snapshot returns the beginning of the path of a launch's copy of claude's configuration.
func (d Dir) Snapshot(launch string) string {
	return filepath.Join(string(d), "supervisor-"+launch+"-")
}

// copyEnd ends the names of the files that package snapshot writes. This ending is older than the package's name.
const copyEnd = ".baseline"

// freshAge is the age up to which a copy of claude's configuration is kept, however many there are.
const freshAge = 7 * 24 * time.Hour

// Prune removes the files of sessions, launches, plans and repositories that were last written before oldest; none if
// it is zero. Of the copies of claude's configuration it keeps those of running launches, and the newest keep of the
// others; if keep is 0, all.
func (d Dir) Prune(oldest time.Time, keep int) error {
	var copies []fs.FileInfo
	err := removeBefore(string(d), oldest, func(name string, info fs.FileInfo) bool {
		if strings.HasSuffix(name, copyEnd) {
			copies = append(copies, info)
		}
		return strings.HasPrefix(name, "supervisor-")
	})
	for _, dir := range []string{d.Indexes(), d.Plans()} {
		err = errors.Join(err, removeBefore(dir, oldest, func(name string, _ fs.FileInfo) bool {
			return name != file.Lock
		}))
	}
	slices.SortFunc(copies, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for i, info := range copies {
		launch, _ := strings.CutPrefix(info.Name(), "supervisor-")
		launch = launch[:max(strings.LastIndexByte(launch, '-'), 0)]
		if keep == 0 || i < keep || time.Since(info.ModTime()) < freshAge {
			continue
		}
		if g, _ := d.Read(launch); g.Owner.Alive() { // its hook reads the copy at each stop
			continue
		}
		if bad := os.Remove(filepath.Join(string(d), info.Name())); !errors.Is(bad, fs.ErrNotExist) {
			err = errors.Join(err, bad)
		}
	}
	return err
}

// removeBefore removes the files of a directory that were last written before oldest and are selected by counts.
func removeBefore(dir string, oldest time.Time, counts func(name string, info fs.FileInfo) bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return lang.Errorf("read the state directory: %w", err)
	}
	err = nil
	for _, entry := range entries {
		info, bad := entry.Info()
		if bad != nil || !info.Mode().IsRegular() || !counts(entry.Name(), info) || !info.ModTime().Before(oldest) {
			continue
		}
		err = errors.Join(err, os.Remove(filepath.Join(dir, entry.Name())))
	}
	return err
}

// isSafeName reports whether an id from outside can be part of a file's name.
func isSafeName(id string) bool {
	odd := func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("._-", r))
	}
	return id != "" && len(id) <= 128 && id[0] != '.' && !strings.ContainsFunc(id, odd)
}
