package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxGitPath bounds a file of git that has one path, in bytes.
const maxGitPath = 64 << 10

// GitDir returns the git directory of the work tree whose top is dir, or "" if dir is no such top. It is dir/.git, or
// what the file dir/.git names. As for git, a .git without a HEAD is none. The error is one at which git stops, too.
func GitDir(dir string) (string, error) {
	gitDir := filepath.Join(dir, ".git")
	text, err := ReadGitPath(gitDir, dir)
	if err != nil {
		return "", err
	}
	if text != "" { // a submodule, or one of several work trees
		gitDir = text
	}
	if _, err := os.Stat(filepath.Join(gitDir, "HEAD")); err != nil {
		return "", nil
	}
	return gitDir, nil
}

// ReadGitPath returns the path in a file of git, which is relative to dir. It is "" if there is no such file, or if git,
// too, goes on without it.
func ReadGitPath(path, dir string) (string, error) {
	text, err := Read(path, maxGitPath)
	switch {
	case err != nil && !GitSkips(err):
		return "", err
	case text == nil:
		return "", nil
	}
	to := strings.TrimRight(strings.TrimPrefix(string(text), "gitdir: "), "\r\n")
	if filepath.IsAbs(to) {
		return to, nil
	}
	return filepath.Join(dir, to), nil
}

// GitSkips reports whether git, too, goes on without a file or directory that cannot be read for this reason.
func GitSkips(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, syscall.EISDIR) || errors.Is(err, syscall.ENOTDIR)
}
