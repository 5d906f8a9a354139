package settings

import (
	"path/filepath"

	"ccc/internal/claude"
	"ccc/internal/file"
)

// Digests returns a digest of each file of a project by which claude runs something or is set, by path: of its settings
// files whatever is in them, of others what [ProjectFiles] returns. A file that is missing is not in it.
func Digests(work, claudeDir string) map[string]string {
	all := make(map[string]string)
	for _, f := range ProjectFiles(work, claudeDir) {
		all[f.Path] = file.Digest(f.Content)
	}
	for _, name := range claude.ProjectSettings {
		path := filepath.Join(work, ".claude", name)
		switch text, err := file.ReadJSON(path); {
		case err != nil:
			all[path] = err.Error()
		case text != nil:
			all[path] = file.Digest(string(text))
		default:
			delete(all, path)
		}
	}
	return all
}
