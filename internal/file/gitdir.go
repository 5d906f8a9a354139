package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxGitPath is the largest size of a git file that contains one path, in bytes.
const maxGitPath = 64 << 10

// GitDir returns the git directory of the work tree whose top is dir, or "" if dir is not the top of one. It is
// dir/.git, or the directory that the file dir/.git names. As for git, a .git without a HEAD does not count. It
// returns an error where git would stop, too.
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

// ReadGitPath returns the path in a file of git, which is relative to dir. It is "" if there is no such file, or if
// git would continue without it.
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

// GitSkips reports whether git would continue without a file or directory that cannot be read for this reason.
func GitSkips(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, syscall.EISDIR) || errors.Is(err, syscall.ENOTDIR)
}
