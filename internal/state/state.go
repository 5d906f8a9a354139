// Package state owns the state directory: its location and the names and contents of its files. Only the user may
// access the directory (0700) and every file in it (0600).
package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

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

// HookLog returns the path of the Stop hook's log.
func (d Dir) HookLog() string { return filepath.Join(string(d), "hook-invocation.log") }

// Log is the path of the log of the loop.
func (d Dir) Log() string { return filepath.Join(string(d), "ccc.log") }

// ClaudeVersion is the path of the file that has the version of the claude that was asked last.
func (d Dir) ClaudeVersion() string { return filepath.Join(string(d), "claude-version.json") }

// Output is the path of the file that the reviewer's output for a session is appended to.
func (d Dir) Output(session string) string {
	return filepath.Join(string(d), "supervisor-"+session+"-output.jsonl")
}

// Baseline begins the path of the copy of what claude reads, of a launch.
func (d Dir) Baseline(launch string) string {
	return filepath.Join(string(d), "supervisor-"+launch+"-")
}

// RemoveOldStates removes the files of sessions and launches that were last written before oldest; none for the zero
// time.
func (d Dir) RemoveOldStates(oldest time.Time) error {
	entries, err := os.ReadDir(string(d))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return lang.Errorf("read the state directory: %w", err)
	}
	err = nil
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "supervisor-") {
			continue
		}
		if info, bad := entry.Info(); bad == nil && info.ModTime().Before(oldest) {
			err = errors.Join(err, os.Remove(filepath.Join(string(d), entry.Name())))
		}
	}
	return err
}

// safeName reports whether an id from outside can be part of a file's name.
func safeName(id string) bool {
	odd := func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("._-", r))
	}
	return id != "" && len(id) <= 128 && id[0] != '.' && !strings.ContainsFunc(id, odd)
}
