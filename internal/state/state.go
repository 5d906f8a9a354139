// Package state knows the state directory: where it is and what its files are called. The directory is the person's
// alone (0700), and so is every file in it (0600).
package state

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Dir is the path of a state directory, which may not exist yet.
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
		return lang.Errorf("create the state directory: %w", err)
	}
	return nil
}

// HookLog is the path of the log of the Stop hook's calls.
func (d Dir) HookLog() string { return filepath.Join(string(d), "hook-invocation.log") }

// Log is the path of the log of the loop.
func (d Dir) Log() string { return filepath.Join(string(d), "ccc.log") }

// Output is the path of the file that the reviewer's output for a session is appended to.
func (d Dir) Output(session string) string {
	return filepath.Join(string(d), "supervisor-"+session+"-output.jsonl")
}

// maxLog is the size in bytes from which a log is begun anew; the one before is kept beside it, as NAME.1.
const maxLog = 4 << 20

// OpenLog opens a log of the directory for appending. What it returns can always be written to and is to be closed,
// also with an error: nothing that a log is written for should fail with the log. The error is for a notice. It says
// that the log is discarded, or that it is kept and grows because it could not be rotated.
func (d Dir) OpenLog(path string) (io.WriteCloser, error) {
	notice := rotate(path)
	f, err := d.open(path)
	if err != nil {
		return discard{}, lang.Errorf("open the log: %w", err)
	}
	return f, notice
}

// rotate moves a log that has grown too large aside. Under the lock it looks again: another ccc may have done it, and
// its fresh log must not replace the one that it kept.
func rotate(path string) error {
	if !tooLarge(path) {
		return nil
	}
	err := file.Locked(path, func() error {
		if !tooLarge(path) {
			return nil
		}
		return os.Rename(path, path+".1")
	})
	if err != nil {
		return lang.Errorf("rotate the log: %w", err)
	}
	return nil
}

func tooLarge(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > maxLog
}

// discard is the log where there is none.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }

// OpenOutput opens the reviewer's output for appending. The id comes from outside: one that is no safe file name is an
// error.
func (d Dir) OpenOutput(session string) (*os.File, error) {
	if !safeName(session) {
		return nil, lang.Errorf("session id %.80q cannot be a file name", session)
	}
	f, err := d.open(d.Output(session))
	if err != nil {
		return nil, lang.Errorf("open the reviewer's output: %w", err)
	}
	return f, nil
}

// safeName reports whether an id from outside can be part of a file's name.
func safeName(id string) bool {
	odd := func(r rune) bool {
		return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("._-", r))
	}
	return id != "" && len(id) <= 128 && id[0] != '.' && !strings.ContainsFunc(id, odd)
}

// open opens a file of the directory for appending, and creates both if need be.
func (d Dir) open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := d.Create(); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	}
	return f, err
}
