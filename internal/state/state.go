// Package state knows the state directory: where it is and what its files are called. The directory is the person's
// alone (0700), and so is every file in it (0600).
package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Dir is a state directory.
type Dir string

// Find gives the state directory: in workDir (CCC_WORK_DIR) if that is set, else in claude's configuration directory.
func Find(workDir, configDir string) Dir {
	if workDir != "" {
		return Dir(filepath.Join(workDir, "ccc"))
	}
	return Dir(filepath.Join(configDir, "ccc"))
}

// Create makes the directory, and the ones above it, where they are missing.
func (d Dir) Create() error {
	if err := os.MkdirAll(string(d), 0o700); err != nil {
		return fmt.Errorf("create the state directory: %w", err)
	}
	return nil
}

// HookLog is the log of the Stop hook's calls.
func (d Dir) HookLog() string { return filepath.Join(string(d), "hook-invocation.log") }

// Log is the log of the loop.
func (d Dir) Log() string { return filepath.Join(string(d), "ccc.log") }

// Output is the file that the reviewer's output for a session is appended to.
func (d Dir) Output(session string) string {
	return filepath.Join(string(d), "supervisor-"+session+"-output.jsonl")
}

// maxLog is the size in bytes from which a log is begun anew; the one before is kept beside it.
const maxLog = 4 << 20

// OpenLog opens a log of the directory for appending.
func (d Dir) OpenLog(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, fmt.Errorf("rotate the log: %w", err)
		}
	}
	return d.open(path)
}

// OpenOutput opens the reviewer's output for appending. The id comes from outside: one that is no safe file name is an
// error.
func (d Dir) OpenOutput(session string) (*os.File, error) {
	if !safeName(session) {
		return nil, fmt.Errorf("session id %.80q cannot be a file name", session)
	}
	return d.open(d.Output(session))
}

// safeName reports whether an id from outside can be part of a file's name.
func safeName(id string) bool {
	odd := func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '.' || r == '_' || r == '-')
	}
	return id != "" && len(id) <= 128 && id[0] != '.' && !strings.ContainsFunc(id, odd)
}

func (d Dir) open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := d.Create(); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	return f, nil
}
