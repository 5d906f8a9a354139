package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
)

// findOwn returns the beginnings of the paths where ccc itself writes: its state directory and its temporary files.
// If the home directory is a repository, these are in the work tree. The paths have no symbolic links. The state
// directory is left out if dir is inside it.
func findOwn(dir, state string) (begin []string) {
	if state = resolve(state); state != "" && !strings.HasPrefix(resolve(dir)+"/", state+"/") {
		begin = append(begin, state+"/")
	}
	if temporary := resolve(os.TempDir()); temporary != "" {
		begin = append(begin, filepath.Join(temporary, file.TemporaryPrefix))
	}
	return begin
}

// resolve returns the path without symbolic links; "" if there is no such file.
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

// isOwn reports whether a file of the work tree belongs to ccc.
func (s *snapshot) isOwn(name string) bool {
	return slices.ContainsFunc(s.own, func(begin string) bool {
		below, inside := strings.CutPrefix(begin, strings.TrimSuffix(s.top, "/")+"/")
		return inside && strings.HasPrefix(name, below)
	})
}
