package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
)

// repository returns the root of the git work tree that contains dir. It returns dir itself if there is none, or if the
// root is a home or contains one: then the home is under version control, and not the project.
func repository(dir string, homes []string) string {
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if at != dir && slices.ContainsFunc(homes, func(home string) bool { return within(home, at) }) {
			return dir
		}
		if gitDir, err := file.GitDir(at); gitDir != "" || err != nil {
			return at
		}
	}
	return dir
}

// commonDir returns the directory in which git stores the repository of the work tree at root; "" if there is none.
//
// The file ".git" of a work tree names another directory, and the agent can write that file. So the directory counts
// only if it names the work tree in return, or if it is the directory for submodules in a repository around this one.
func commonDir(root string) string {
	link := filepath.Join(root, ".git")
	if isDir(link) {
		return link
	}
	dir := readPath(link, "gitdir: ")
	if dir == "" {
		return ""
	}
	if back := readPath(filepath.Join(dir, "gitdir"), ""); back != "" && file.Same(back, link) {
		if common := filepath.Dir(dir); filepath.Base(common) == "worktrees" {
			return filepath.Dir(common)
		}
		return ""
	}
	around, _, ok := strings.Cut(dir, "/.git/modules/")
	modules := filepath.Join(file.Real(around), ".git", "modules")
	// No symbolic link leads elsewhere.
	if ok && within(file.Real(root), file.Real(around)) && within(file.Real(dir), modules) {
		return dir
	}
	return ""
}

// readPath returns the path that a file contains after a prefix; "" for none. It resolves a relative path from the
// file's directory.
func readPath(path, prefix string) string {
	text, err := file.Read(path, 64<<10)
	if err != nil {
		return ""
	}
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), prefix)
	if !ok || to == "" {
		return ""
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(path), to)
	}
	return filepath.Clean(to)
}

// isDir reports whether the path is a directory, and not a symbolic link.
func isDir(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}
