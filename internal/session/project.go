package session

import (
	"path/filepath"

	"ccc/internal/claims"
	"ccc/internal/file"
)

// maxScript is how many bytes are read of a file that says what a project's commands run.
const maxScript = 1 << 20

// maxScripts is how many of these files are kept in memory.
const maxScripts = 1000

// ProjectFiles returns a reader of the files that say what the project's own commands run. The files are below dir
// or, if that is "", below the folder in which the session ran. Each file is read once.
func ProjectFiles(dir string) claims.Project {
	type key struct{ root, name string }
	type answer struct {
		text string
		ok   bool
	}
	known := map[key]answer{}
	return func(root, name string) (string, bool) {
		if dir != "" {
			root = dir
		}
		if root == "" || !filepath.IsAbs(root) && dir == "" || !filepath.IsLocal(name) {
			return "", false
		}
		k := key{root, name}
		a, there := known[k]
		if !there {
			if len(known) > maxScripts {
				clear(known)
			}
			text, err := file.Read(filepath.Join(root, name), maxScript)
			a = answer{string(text), err == nil && text != nil} // nil: there is no such file
			known[k] = a
		}
		return a.text, a.ok
	}
}
