package session

import (
	"path/filepath"

	"ccc/internal/claims"
	"ccc/internal/file"
)

// maxScript is how much of a file is read that says what a project's commands run.
const maxScript = 1 << 20

// maxScripts bounds how many of them are kept.
const maxScripts = 1000

// ProjectFiles reads the files of a project that say what its own commands run: those below dir, or if that is "",
// below the folder in which the session ran. Each is read once.
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
