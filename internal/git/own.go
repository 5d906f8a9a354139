package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
)

// findOwn returns how the paths begin where ccc writes by itself: its state directory, and its temporary files. In a
// repository of the home directory these are in the work tree. The paths have no symbolic links. The state directory
// does not count where it has the directory dir in it.
func findOwn(dir, state string) (begin []string) {
	if state = resolve(state); state != "" && !strings.HasPrefix(resolve(dir)+"/", state+"/") {
		begin = append(begin, state+"/")
	}
	if temporary := resolve(os.TempDir()); temporary != "" {
		begin = append(begin, filepath.Join(temporary, file.TemporaryPrefix))
	}
	return begin
}

// resolve is the path without symbolic links; "" if there is no such file.
func resolve(path string) string {
	path, err := filepath.Abs(path)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return ""
	}
	return path
}

// isOwn reports whether a file of the work tree is ccc's own.
func (s *snapshot) isOwn(name string) bool {
	return slices.ContainsFunc(s.own, func(begin string) bool {
		below, inside := strings.CutPrefix(begin, strings.TrimSuffix(s.top, "/")+"/")
		return inside && strings.HasPrefix(name, below)
	})
}
