package worktree

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// includeFile lists ignored files that are copied into a new work tree, in the syntax of .gitignore. Claude Code reads
// the same file for the work trees that it makes.
const includeFile = ".worktreeinclude"

// include copies the files that .worktreeinclude lists.
func (r Repository) include(to string) error {
	list, err := r.included()
	for _, name := range list {
		if err := copyFile(filepath.Join(r.Dir, name), filepath.Join(to, name)); err != nil {
			return lang.Errorf("copy %s, which %s names: %w", name, includeFile, err)
		}
	}
	return err
}

// included returns the ignored files that .worktreeinclude lists.
func (r Repository) included() ([]string, error) {
	if _, err := os.Stat(filepath.Join(r.Dir, includeFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	named, err := r.IgnoredFiles("--exclude-from=" + includeFile)
	if err != nil {
		return nil, err
	}
	ignored, err := r.IgnoredFiles(standardIgnored)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, name := range ignored {
		known[name] = true
	}
	return slices.DeleteFunc(named, func(name string) bool { return !known[name] }), nil
}

// standardIgnored is the option of git ls-files that uses the patterns of .gitignore and of the user.
const standardIgnored = "--exclude-standard"

// copyFile copies a file or a symbolic link to a path that does not exist.
func copyFile(from, to string) error {
	info, err := os.Lstat(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o777)
	}
	switch {
	case err != nil:
		return err
	case info.Mode().Type() == fs.ModeSymlink:
		target, err := os.Readlink(from)
		if err == nil {
			err = os.Symlink(target, to)
		}
		return err
	case !info.Mode().IsRegular():
		return nil
	}
	in, err := file.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
